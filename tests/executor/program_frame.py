"""What stands around the body of every random kernel: parameters, indices, results."""

from __future__ import annotations

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
        self.emit("ld.param.u32 %r0, [p0]")
        self.emit("ld.param.u32 %r1, [p1]")
        self.emit("ld.param.u32 %r2, [p2]")
        self.emit("add.u32 %r3, %r2, 1")
        self.emit("ld.param.u64 %rd5, [input]")
        self.emit("ld.param.u64 %rd4, [output]")
        self.emit("ld.param.u64 %rd3, [q]")
        self.emit("ld.param.f32 %f0, [s]")
        self.emit(f"{rng.choice(['cvta.to.global.u64', 'mov.u64'])} %rd0, %rd5")
        self.emit(f"add.s64 %rd2, %rd0, {INPUT_MIDDLE}")
        z, y, x = (self.new("b32", hidden=True) for _ in range(3))
        for text in (
            f"mov.u32 {z}, %ctaid.z",
            f"mad.lo.u32 {y}, {z}, %nctaid.y, %ctaid.y",
            f"mad.lo.u32 {x}, {y}, %nctaid.x, %ctaid.x",
            f"mad.wide.u32 %rd1, {x}, {BLOCK_BYTES}, %rd4",
        ):
            self.emit(text)
        # Each register that others are built from is written once, so that it has one form.
        self.linear = self.new("b32", protected=True)
        if self.threads[1] == self.threads[2] == 1 and rng.random() < 0.7:
            self.emit(f"mov.u32 {self.linear}, %tid.x")
        else:
            plane = self.made("b32", "mov.u32 {}, %tid.z")
            row = self.made("b32", f"mad.lo.u32 {{}}, {plane}, {self.threads[1]}, %tid.y")
            self.emit(f"mad.lo.u32 {self.linear}, {row}, {self.threads[0]}, %tid.x")
        self.nonzero = self.new("b32", protected=True)
        self.emit(f"max.u32 {self.nonzero}, %r0, 1")
        x = self.new("b32")
        self.emit(f"mov.u32 {x}, %tid.x")
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
            frozenset(self.float_slots),
            frozenset(self.double_slots),
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
        if any("cp.async" in line for line in self.lines):
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
