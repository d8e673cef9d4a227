"""Random loads and stores, exchanges through shared memory, barriers."""

from collections.abc import Sequence

import numpy as np
from program_arithmetic import ArithmeticMaker
from program_base import FIRST, INPUT_BYTES, MAX_STORES, SLOT_BYTES

LOADED = (
    *(("u8", "b16"), ("s8", "b16"), ("u8", "b32"), ("s8", "b32"), ("s8", "b64")),
    *(("u16", "b16"), ("s16", "b32"), ("u16", "b32"), ("b32", "f32"), ("s32", "b64")),
    *(("u32", "b32"), ("s32", "b32"), ("b32", "b32")) * 3,
    *(("u64", "b64"), ("f32", "f32"), ("f32", "f32"), ("f64", "f64")),
    *(("b16", "f32"), ("b32", "f64"), ("b8", "f64")),
)
STORED = (
    *(("u8", "b16"), ("u8", "b32"), ("u16", "b16"), ("u16", "b32"), ("f64", "f64")),
    *(("b32", "b32"), ("u32", "b32"), ("b64", "b64"), ("f32", "f32"), ("b32", "f32")),
    ("b16", "b64"),
)
"""Types that are loaded and stored, and the registers that they are loaded into or stored from."""

ADDRESSES = (
    "mul.wide.<u|s>32 $b64w, {i}, {n}; add.s64 {d}, {base}, $b64w",
    "mad.wide.<u|s>32 {d}, {i}, {n}, {base}",
    "cvt.<u64.u32|s64.s32> $b64w, {i}; shl.b64 $b64s, $b64w, {shift}; add.s64 {d}, $b64s, {base}",
    "mul.lo.<u|s>32 $b32s, {i}, {n}; cvt.<u64.u32|s64.s32> $b64w, $b32s;add.s64 {d}, {base}, $b64w",
    # A size that no analysis knows, as a leading dimension.
    "mul.lo.s32 $b32p, %r3, {n}; mul.wide.<u|s>32 $b64w, {i}, $b32p; add.s64 {d}, $b64w, {base}",
    "mul.lo.s32 $b32p, {n}, %r3; cvt.<u64.u32|s64.s32> $b64p, $b32p;"
    "cvt.<u64.u32|s64.s32> $b64w, {i}; mul.lo.s64 $b64s, $b64w, $b64p; add.s64 {d}, $b64s, {base}",
)
"""Patterns of compilers for base + index * size."""


class MemoryMaker(ArithmeticMaker):
    """Adds what touches memory."""

    # ---- addresses

    def index(self, limit: int, *, distinct: bool) -> str:
        """Make a 32-bit register with an index below a power of two ``limit``.

        Distinct: every thread of the block has one of its own.
        """
        linear = self.linear
        multiple = limit // self.count
        texts = [f"mov.u32 {{}}, {linear}"] * 2 + [f"sub.s32 {{}}, {self.count - 1}, {linear}"]
        if multiple >= 2:
            texts.append(f"mul.lo.s32 {{}}, {linear}, <1..{multiple}>")
        if multiple >= 5:
            # p0 is 0 ... 5 for loads of what everyone may read, 1 ... 5 where threads differ.
            texts.append(f"mul.lo.s32 {{}}, {linear}, {self.nonzero if distinct else '%r0'}")
        if multiple >= 8 and self.threads[2] == 1:
            texts.append(
                f"mov.u32 $b32x, %tid.x; add.u32 $b32row, %r0, {self.threads[0]};"
                "mov.u32 $b32y, %tid.y; mad.lo.s32 {}, $b32y, $b32row, $b32x"
            )
        if not distinct:
            texts += [f"mov.u32 {{}}, <0..{limit - 1}>"]
            texts += [f"and.b32 {{}}, <b32>, {limit - 1}"] * 3
            texts += [
                f"shr.u32 {{}}, {linear}, <1..4>",
                f"rem.u32 {{}}, {linear}, <2|3|4|8|16|32>",
                f"and.b32 {{}}, {linear}, <1|7|8|12|28|31|48>",
                "mov.u32 {}, <%tid.y|%tid.x|%laneid>",
            ]
        return self.made("b32", self.rng.choice(texts), hidden=False, protected=True)

    def address(self, base: str, index: str, size: int) -> str:
        """Make base + index * size, in one of the patterns that compilers use."""
        name = self.new("b64", hidden=True)
        shift = size.bit_length() - 1
        text = self.rng.choice(ADDRESSES)
        self.emit(text.format(d=name, base=base, i=index, n=size, shift=shift))
        return name

    # ---- memory

    def load(self) -> None:
        """Load from the input."""
        rng = self.rng
        name, kind = rng.choice(LOADED)
        size = int(name[1:]) // 8
        count = rng.choice([1, 1, 1, 1, 2, 4])
        if size * count > 16:
            count = 1
        nbytes = size * count
        slots = min(1024, INPUT_BYTES // nbytes)
        if rng.random() < 0.3:
            # Indices on both sides of the middle of the buffer, so that they get negative.
            index = self.index(slots // 2, distinct=False)
            text = rng.choice(
                [
                    f"mad.wide.s32 {{}}, $b32n, {nbytes}, %rd2",
                    f"cvt.s64.s32 $b64w, $b32n; mul.lo.s64 $b64s, $b64w, {nbytes};"
                    "add.s64 {}, %rd2, $b64s",
                ]
            )
            address = self.made("b64", f"sub.s32 $b32n, {index}, {slots // 4}; {text}")
        else:
            address = self.address("%rd0", self.index(slots, distinct=False), nbytes)
        guard = self.guard(0.25)
        if guard:
            old = self.scope.writable[kind]
            while len(set(old)) < count:
                self.made(kind, FIRST[kind], hidden=False)
            names = rng.sample(sorted(set(old)), count)
        else:
            names = self.targets(kind, count)
        shown = list(names)
        if count > 1 and rng.random() < 0.1 and not guard:
            # A discarded element leaves its register without a value; give it one.
            value = self.float_immediate(kind) if kind[0] == "f" else f"<i{kind[1:]}>"
            self.emit(f"mov.{kind} {shown[0]}, {value}")
            shown[0] = "_"
        self.emit(f"{guard}ld.global<||.nc|.cg>{vector(name, shown)}, [{address}]")

    def store(self) -> None:
        """Store to a slot of the output that belongs to this instruction."""
        rng = self.rng
        if self.stores >= MAX_STORES - 24:
            return
        name, kind = rng.choice(STORED)
        size = int(name[1:]) // 8
        count = rng.choice([1, 1, 1, 2, 4])
        if size * count > 16:
            count = 1
        limit = min(1024, SLOT_BYTES // (size * count))
        if limit < self.count:
            return
        index = self.index(limit, distinct=self.scope.in_loop or rng.random() < 0.5)
        address = self.address("%rd1", index, size * count)
        values = [self.source(kind) for _ in range(count)]
        self.store_to_slot(name, kind, address, values, self.guard(0.3))

    def store_to_slot(
        self, name: str, kind: str, address: str, values: Sequence[str], guard: str = ""
    ) -> None:
        slot = self.stores
        self.stores += 1
        if kind[0] == "f":
            self.float_slots[slot] = np.float32 if kind == "f32" else np.float64
        offset = f"+{slot * SLOT_BYTES}" if slot else ""
        operation, shown = vector(name, values).split(" ", 1)
        self.emit(f"{guard}st.global{operation} [{address}{offset}], {shown}")

    def guarded_chain(self) -> None:
        """Registers that have a value in some lanes only, and are used there only."""
        rng = self.rng
        predicate = self.made("pred", "setp.<lt|gt|eq|ne>.s32 {}, <b32>, <i32>")
        guard = self.filled(f"@<|!>{predicate} ")
        address = self.address("%rd0", self.index(512, distinct=False), 4)
        text = rng.choice([f"ld.global.u32 {{}}, [{address}]", "add.u32 {}, <b32>, <i32>"])
        value = self.made("b32", guard + text)
        operation = "<div.s32|rem.u32|div.u32|add.u32|mul.lo.s32>"
        other = self.made("b32", f"{guard}{operation} {{}}, <b32>, {value}")
        if rng.random() < 0.5 and self.stores < MAX_STORES - 24:
            place = self.address("%rd1", self.linear, 4)
            self.store_to_slot("u32", "b32", place, [other], guard)
        old = self.scope.writable["b32"]
        if old:
            self.emit(f"{guard}mov.u32 {rng.choice(old)}, {other}")

    # ---- shared memory and barriers

    def barrier(self) -> None:
        choices = ["<bar.sync 0|bar.sync 0|barrier.sync 0|bar.cta.sync 0|bar.sync 3>"] * 5
        if self.rng.random() < 0.3:
            self.reduction_at_barrier("<0|0|3|7>")
            return
        if self.count % 32 == 0:
            choices += [f"bar.sync 1, {self.count}", f"barrier.sync.aligned 15, {self.count}"]
            choices.append(f"mov.u32 $b32n, {self.count}; bar.sync 2, $b32n")
        self.emit(self.rng.choice(choices))

    def reduction_at_barrier(self, barrier: str) -> None:
        """Combine a predicate of each thread."""
        vote = "<|!><pred>"
        if self.rng.random() < 0.5:
            operation = "<bar.red.popc|bar.cta.red.popc|barrier.red.popc|barrier.red.popc.aligned>"
            self.made("b32", f"{operation}.u32 {{}}, {barrier}, {vote}", hidden=False)
            return
        operation = self.rng.choice(["bar<|.cta>.red.<and|or>", "barrier.red.<and|or><|.aligned>"])
        self.made("pred", f"{operation}.pred {{}}, {barrier}, {vote}", hidden=False)

    def shared_array(self, nbytes: int) -> tuple[str, str]:
        """Declare an array in shared memory; return its address and that of a thread's part."""
        # As a register: a symbol is no operand of mad everywhere.
        array = self.made("b32", f"mov.u32 {{}}, shared_{self.shared}")
        self.shared += 1
        return array, self.made("b32", f"mad.lo.s32 {{}}, {self.linear}, {nbytes}, {array}")

    def exchange(self) -> None:
        """Threads write shared memory, wait, read what others wrote, and wait."""
        rng = self.rng
        name, kind = rng.choice([("u32", "b32"), ("f32", "f32"), ("u64", "b64"), ("u8", "b32")])
        size = int(name[1:]) // 8
        count = rng.choice([1, 1, 2, 4]) if size < 8 else 1
        nbytes = size * count
        array, own = self.shared_array(nbytes)
        place = self.moved(own)
        pattern = rng.choice(["store", "store", "store", "copy", "generic"])
        if pattern == "copy" and nbytes in (4, 8, 16):
            address = self.address("%rd0", self.linear, 16)
            copy = f"cp.async.ca.shared.global [{place}], [{address}], {nbytes}"
            some = f"and.b32 $b32kept, <b32>, {nbytes}; {copy}, $b32kept"
            self.emit(rng.choice([copy, copy, copy, f"{copy}, <0|1|3|{nbytes}>", some]))
            self.emit("cp.async.commit_group; cp.async.wait_<all|group 0>")
        else:
            operation, values = vector(name, [self.source(kind) for _ in range(count)]).split(
                " ", 1
            )
            if pattern == "generic":
                place = self.generic(own)
            self.emit(f"st{'.shared' * (pattern != 'generic')}{operation} [{place}], {values}")
        self.barrier()
        for _ in range(rng.randint(1, 2)):
            self.read_shared(array, name, kind, count)
        self.barrier()

    def generic(self, address: str) -> str:
        """Make the generic address of a place in shared memory."""
        return self.made("b64", f"cvt.u64.u32 $b64w, {address}; cvta.shared.u64 {{}}, $b64w")

    def read_shared(self, array: str, name: str, kind: str, count: int) -> None:
        rng = self.rng
        last, linear = self.count - 1, self.linear
        # The nearest power of two below the count, so that no index leaves the array.
        swapped = f"xor.b32 {{}}, {linear}, <0..{last}>"
        if self.count & last:
            swapped = f"xor.b32 $b32m, {linear}, <1|2|3|4|7>; min.u32 {{}}, $b32m, {last}"
        text = rng.choice(
            [
                f"add.u32 $b32m, {linear}, <0..{self.count}>; rem.u32 {{}}, $b32m, {self.count}",
                f"sub.s32 {{}}, {last}, {linear}",
                f"rem.u32 {{}}, <b32>, {self.count}",
                swapped,
                "mov.u32 {}, %tid.x",
                f"mov.u32 {{}}, <0..{last}>",
            ]
        )
        nbytes = int(name[1:]) // 8 * count
        address = self.made("b32", f"{text}; mad.lo.s32 {{}}, {{}}, {nbytes}, {array}")
        is_generic = rng.random() < 0.15
        place = self.generic(address) if is_generic else self.moved(address)
        values = self.targets(kind, count)
        self.emit(f"ld{'.shared' * (not is_generic)}{vector(name, values)}, [{place}]")

    def moved(self, address: str) -> str:
        """A shared address, perhaps as one far below it with an offset."""
        if self.rng.random() < 0.7:
            return address
        move = self.rng.choice([4, 64, 4096, 100000])
        return self.made("b32", f"sub.s32 {{}}, {address}, {move}") + f"+{move}"

    def diverged_warps(self) -> None:
        """Half of the warps meet at one barrier, the others at another."""
        if self.count % 64:
            return
        self.has_diverged_warps = True
        half = self.count // 2
        array, own = self.shared_array(4)
        self.emit(f"st.shared.u32 [{own}], <b32>")
        upper, end = self.label(), self.label()
        other = self.new("b32", hidden=True)
        self.emit(f"setp.ge.u32 $pred, {self.linear}, {half}; @$pred bra {upper}")
        self.emit(f"bar.sync 4, {half}; sub.s32 {other}, {half - 1}, {self.linear}; bra {end}")
        self.place(upper)
        self.emit(f"bar.sync 5, {half}; sub.s32 {other}, {self.count + half - 1}, {self.linear}")
        self.place(end)
        self.emit(f"mad.lo.s32 {other}, {other}, 4, {array}")
        (name,) = self.targets("b32", 1)
        self.emit(f"ld.shared.u32 {name}, [{other}]; bar.sync 0")

    # ---- conditions

    def condition(self, *, uniform: bool) -> str:
        """Make a predicate: the same in all threads of a block, or not."""
        order = "<lt|eq|gt|ne|ge>"
        if uniform:
            text = f"mov.u32 $b32u, <%r0|%r1|%ctaid.x>; setp.{order}.s32 {{}}, $b32u, <0|1|2|3|-5>"
            return self.made("pred", text)
        if self.rng.random() < 0.3 and self.scope.readable["pred"]:
            return self.register("pred")
        return self.made("pred", f"setp.{order}.s32 {{}}, <b32>, <b32?>")

    def secretly_uniform(self) -> str:
        """Make a register that is zero everywhere, though no analysis can know."""
        address = self.address("%rd0", self.made("b32", "and.b32 {}, <b32>, 511"), 4)
        return self.made("b32", f"ld.global.u32 {{}}, [{address}]; and.b32 {{}}, {{}}, %r2")

    # ---- what was computed in an inner scope

    def scoped_store(self) -> None:
        """Make what was computed in here seen."""
        if self.rng.random() < 0.5 and self.stores < MAX_STORES - 24:
            kind = self.rng.choice(["b32", "b64"])
            value = self.scope.readable[kind][-1]
            place = self.address("%rd1", self.linear, 8)
            self.store_to_slot(kind, kind, place, [value])


def vector(name: str, values: Sequence[str]) -> str:
    """The end of an operation for one value or several in braces, and these."""
    if len(values) == 1:
        return f".{name} {values[0]}"
    return f".v{len(values)}.{name} {{{', '.join(values)}}}"
