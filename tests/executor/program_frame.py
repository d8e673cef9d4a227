"""What stands around the body of every random kernel: parameters, indices, results."""

from program_base import BLOCK_BYTES, INPUT_MIDDLE, INTERESTING, MAX_STORES, PREFIX, Program
from program_memory import MemoryMaker


class FramedMaker(MemoryMaker):
    """Makes a whole program around a body."""

    def body(self, count: int) -> None:
        """Write about so many statements."""
        raise NotImplementedError

    def make(self) -> Program:
        rng = self.rng
        # %r0: 0 ... 5; %r1: anything; %r2: zero; %r3: one; %rd0: input; %rd1: this block's output;
        # %rd2: the middle of the input; %rd3: anything; %f0: anything.
        for kind, count in (("b32", 4), ("b64", 6), ("f32", 1)):
            for _ in range(count):
                self.new(kind, hidden=True)
        self.scope.readable["b32"] += ["%r0", "%r1"]
        self.scope.readable["b64"] += ["%rd3"]
        self.scope.readable["f32"] += ["%f0"]
        self.emit(
            "ld.param.u32 %r0, [p0]; ld.param.u32 %r1, [p1]; ld.param.u32 %r2, [p2];"
            "add.u32 %r3, %r2, 1; ld.param.u64 %rd5, [input]; ld.param.u64 %rd4, [output];"
            "ld.param.u64 %rd3, [q]; ld.param.f32 %f0, [s];"
            "<cvta.to.global.u64|mov.u64> %rd0, %rd5;"
            f"add.s64 %rd2, %rd0, {INPUT_MIDDLE}; mov.u32 $b32z, %ctaid.z;"
            "mad.lo.u32 $b32y, $b32z, %nctaid.y, %ctaid.y;"
            "mad.lo.u32 $b32x, $b32y, %nctaid.x, %ctaid.x;"
            f"mad.wide.u32 %rd1, $b32x, {BLOCK_BYTES}, %rd4"
        )
        # Each register that others are built from is written once, so that it has one form.
        text = (
            f"mov.u32 $b32p, %tid.z; mad.lo.u32 $b32row, $b32p, {self.threads[1]}, %tid.y;"
            f"mad.lo.u32 {{}}, $b32row, {self.threads[0]}, %tid.x"
        )
        if self.threads[1] == self.threads[2] == 1 and rng.random() < 0.7:
            text = "mov.u32 {}, %tid.x"
        self.linear = self.made("b32", text, hidden=False, protected=True)
        self.nonzero = self.made("b32", "max.u32 {}, %r0, 1", hidden=False, protected=True)
        self.made("b32", "mov.u32 {}, %tid.x", hidden=False)
        self.body(self.size)
        self.store_everything()
        self.emit("ret")
        return Program(
            self.text(),
            self.threads,
            self.grid,
            (
                rng.choice([0, 1, 2, 3, 5]),
                rng.choice(INTERESTING) % 2**32,
                0,
                rng.choice([rng.getrandbits(64), 0, 1, 2**63, 2**31, 2**32 - 1]),
                rng.choice([0.0, -1.5, 1e30, 3.0e-39, 0.1]),
            ),
            self.float_slots,
            self.has_diverged_warps,
        )

    def store_everything(self) -> None:
        """Store what the last registers hold."""
        place = self.address("%rd1", self.linear, 8)
        for kind in ("b32", "b64", "f32", "b16", "f64", "pred"):
            for name in dict.fromkeys(reversed(self.scope.readable[kind])):
                if self.stores >= MAX_STORES:
                    return
                if kind == "pred":
                    value = self.made("b32", f"selp.u32 {{}}, 1, 0, {name}")
                    self.store_to_slot("u32", "b32", place, [value])
                else:
                    shown = kind if kind[0] == "f" else f"u{kind[1:]}"
                    self.store_to_slot(shown, kind, place, [name])

    def text(self) -> str:
        rng = self.rng
        target = rng.choice([75, 80, 90])
        if any("cp.async" in line or "redux" in line for line in self.lines):
            target = max(target, 80)
        # Compilers for sm_100 and later declare floating-point registers as bits.
        as_bits = rng.random() < 0.3
        declared = {kind: kind for kind in PREFIX} | {
            kind: rng.choice("bbus") + kind[1:] for kind in ("b16", "b32", "b64")
        }
        if as_bits:
            declared |= {"f32": "b32", "f64": "b64"}
        registers = "\n".join(
            f"    .reg .{declared[kind]} {PREFIX[kind]}<{count + 1}>;"
            for kind, count in self.counters.items()
        )
        nbytes = self.count * 16
        shared = "\n".join(
            f"    .shared .align 16 .b8 shared_{number}[{nbytes}];" for number in range(self.shared)
        )
        body = "\n".join(self.lines)
        return f""".version 8.0
.target sm_{target}
.address_size 64

.visible .entry k(
    .param .u64 input, .param .u64 output,
    .param .u32 p0, .param .u32 p1, .param .u32 p2, .param .u64 q, .param .f32 s)
{{
{registers}
{shared}
{body}
}}
"""
