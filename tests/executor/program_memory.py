"""Random loads and stores, exchanges through shared memory, barriers."""

from __future__ import annotations

from collections.abc import Sequence

from program_arithmetic import ArithmeticMaker
from program_base import INPUT_BYTES, MAX_STORES, SLOT_BYTES, STORED


class MemoryMaker(ArithmeticMaker):
    """Adds what touches memory."""

    # ---- addresses

    def index(self, limit: int, *, distinct: bool) -> str:
        """Make a 32-bit register with an index below a power of two ``limit``.

        Distinct: every thread of the block has one of its own.
        """
        rng = self.rng
        source = self.register("b32")
        name = self.new("b32", protected=True)
        linear = self.linear
        kinds = ["linear", "linear", "reversed", "stride", "parameter", "plane"]
        if not distinct:
            kinds += ["constant", "data", "data", "half", "modulo", "mask", "row", "any"]
        kind = rng.choice(kinds)
        multiple = limit // self.count
        if multiple < 2 and kind in ("stride", "parameter", "plane"):
            kind = "linear"
        if kind == "linear":
            self.emit(f"mov.u32 {name}, {linear}")
        elif kind == "reversed":
            self.emit(f"sub.s32 {name}, {self.count - 1}, {linear}")
        elif kind == "stride":
            self.emit(f"mul.lo.s32 {name}, {linear}, {rng.randint(1, multiple)}")
        elif kind == "parameter" and multiple >= 5:
            # p0 is 0 ... 5 for loads of what everyone may read, 1 ... 5 where threads differ.
            factor = self.nonzero if distinct else "%r0"
            self.emit(f"mul.lo.s32 {name}, {linear}, {factor}")
        elif kind == "plane" and self.threads[2] == 1 and multiple >= 8:
            x = self.made("b32", "mov.u32 {}, %tid.x")
            row = self.made("b32", f"add.u32 {{}}, %r0, {self.threads[0]}")
            y = self.made("b32", "mov.u32 {}, %tid.y")
            self.emit(f"mad.lo.s32 {name}, {y}, {row}, {x}")
        elif kind == "constant":
            self.emit(f"mov.u32 {name}, {rng.randrange(limit)}")
        elif kind in ("data", "any"):
            self.emit(f"and.b32 {name}, {source}, {limit - 1}")
        elif kind == "half":
            self.emit(f"shr.u32 {name}, {linear}, {rng.randint(1, 4)}")
        elif kind == "modulo":
            self.emit(f"rem.u32 {name}, {linear}, {rng.choice([2, 3, 4, 8, 16, 32])}")
        elif kind == "mask":
            mask = rng.choice([1, 7, 8, 12, 28, 31, 48])
            self.emit(f"and.b32 {name}, {linear}, {mask}")
        elif kind == "row":
            self.emit(f"mov.u32 {name}, {rng.choice(['%tid.y', '%tid.x', '%laneid'])}")
        else:
            self.emit(f"mov.u32 {name}, {linear}")
        return name

    def address(self, base: str, index: str, size: int) -> str:
        """Make base + index * size, in one of the patterns that compilers use."""
        rng = self.rng
        name = self.new("b64", hidden=True)
        pattern = rng.choice(["wide", "mad", "shift", "signed", "pitch", "pitch64"])
        sign = rng.choice("us")
        if pattern == "wide":
            wide = self.made("b64", f"mul.wide.{sign}32 {{}}, {index}, {size}")
            self.emit(f"add.s64 {name}, {base}, {wide}")
        elif pattern == "mad":
            self.emit(f"mad.wide.{sign}32 {name}, {index}, {size}, {base}")
        elif pattern == "pitch":
            # A size that no analysis knows, as a leading dimension.
            pitch = self.made("b32", f"mul.lo.s32 {{}}, %r3, {size}")
            wide = self.made("b64", f"mul.wide.{sign}32 {{}}, {index}, {pitch}")
            self.emit(f"add.s64 {name}, {wide}, {base}")
        elif pattern == "pitch64":
            narrow = self.new("b32", hidden=True)
            pitch, wide, scaled = (self.new("b64", hidden=True) for _ in range(3))
            self.emit(f"mul.lo.s32 {narrow}, {size}, %r3")
            self.emit(f"cvt.{sign}64.{sign}32 {pitch}, {narrow}")
            self.emit(f"cvt.{sign}64.{sign}32 {wide}, {index}")
            self.emit(f"mul.lo.s64 {scaled}, {wide}, {pitch}")
            self.emit(f"add.s64 {name}, {scaled}, {base}")
        elif pattern == "shift":
            wide = self.made("b64", f"cvt.{sign}64.{sign}32 {{}}, {index}")
            scaled = self.made("b64", f"shl.b64 {{}}, {wide}, {size.bit_length() - 1}")
            self.emit(f"add.s64 {name}, {scaled}, {base}")
        else:
            scaled = self.made("b32", f"mul.lo.{sign}32 {{}}, {index}, {size}")
            wide = self.made("b64", f"cvt.{sign}64.{sign}32 {{}}, {scaled}")
            self.emit(f"add.s64 {name}, {base}, {wide}")
        return name

    # ---- memory

    def load(self) -> None:
        """Load from the input."""
        rng = self.rng
        name, kind = rng.choice(
            [("u8", "b16"), ("s8", "b16"), ("u8", "b32"), ("s8", "b32"), ("s8", "b64")]
            + [("u16", "b16"), ("s16", "b32"), ("u16", "b32"), ("b32", "f32"), ("s32", "b64")]
            + [("u32", "b32"), ("s32", "b32"), ("b32", "b32")] * 3
            + [("u64", "b64"), ("f32", "f32"), ("f32", "f32"), ("f64", "f64")]
        )
        size = int(name[1:]) // 8
        count = rng.choice([1, 1, 1, 1, 2, 4])
        if size * count > 16:
            count = 1
        nbytes = size * count
        slots = INPUT_BYTES // nbytes
        middle = rng.random() < 0.3
        index = self.index(min(1024, slots) // (2 if middle else 1), distinct=False)
        base = "%rd0"
        if middle:
            # Indices on both sides of the middle of the buffer, so that they get negative.
            negative = self.new("b32", hidden=True)
            shift = min(1024, slots) // 4
            self.emit(f"sub.s32 {negative}, {index}, {shift}")
            base = "%rd2"
            address = self.new("b64", hidden=True)
            if rng.random() < 0.5:
                self.emit(f"mad.wide.s32 {address}, {negative}, {nbytes}, {base}")
            else:
                wide = self.made("b64", f"cvt.s64.s32 {{}}, {negative}")
                scaled = self.made("b64", f"mul.lo.s64 {{}}, {wide}, {nbytes}")
                self.emit(f"add.s64 {address}, {base}, {scaled}")
        else:
            address = self.address(base, index, nbytes)
        guard = ""
        if rng.random() < 0.25 and self.scope.readable["pred"]:
            guard = f"@{rng.choice(['', '!'])}{self.register('pred')} "
            old = self.scope.writable[kind]
            while len(set(old)) < count:
                self.make_one(kind)
                old = self.scope.writable[kind]
            names = rng.sample(sorted(set(old)), count)
        else:
            names = self.targets(kind, count)
        cache = rng.choice(["", "", ".nc", ".cg"])
        if count == 1:
            self.emit(f"{guard}ld.global{cache}.{name} {names[0]}, [{address}]")
        else:
            shown = list(names)
            if rng.random() < 0.1 and not guard:
                # A discarded element leaves its register without a value; give it one.
                self.emit(self.any_value(kind, shown[0]))
                shown[0] = "_"
            vector = f"{{{', '.join(shown)}}}"
            self.emit(f"{guard}ld.global{cache}.v{count}.{name} {vector}, [{address}]")

    def any_value(self, kind: str, name: str) -> str:
        if kind[0] == "f":
            return f"mov.{kind} {name}, {self.float_immediate(kind)}"
        return f"mov.{kind} {name}, {self.immediate(int(kind[1:]))}"

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
        guard = ""
        if rng.random() < 0.3 and self.scope.readable["pred"]:
            guard = f"@{rng.choice(['', '!'])}{self.register('pred')} "
        self.store_to_slot(name, kind, address, values, guard)

    def store_to_slot(
        self, name: str, kind: str, address: str, values: Sequence[str], guard: str = ""
    ) -> None:
        slot = self.stores
        self.stores += 1
        if kind == "f32":
            self.float_slots.add(slot)
        if kind == "f64":
            self.double_slots.add(slot)
        offset = f"+{slot * SLOT_BYTES}" if slot else ""
        many = f".v{len(values)}" if len(values) > 1 else ""
        shown = f"{{{', '.join(values)}}}" if len(values) > 1 else values[0]
        self.emit(f"{guard}st.global{many}.{name} [{address}{offset}], {shown}")

    def guarded_chain(self) -> None:
        """Registers that have a value in some lanes only, and are used there only."""
        rng = self.rng
        predicate = self.new("pred", hidden=True)
        compare = rng.choice(["lt", "gt", "eq", "ne"])
        self.emit(f"setp.{compare}.s32 {predicate}, {self.register('b32')}, {self.immediate(32)}")
        guard = f"@{rng.choice(['', '!'])}{predicate} "
        index = self.index(512, distinct=False)
        address = self.address("%rd0", index, 4)
        value = self.new("b32", hidden=True)
        if rng.random() < 0.5:
            self.emit(f"{guard}ld.global.u32 {value}, [{address}]")
        else:
            self.emit(f"{guard}add.u32 {value}, {self.register('b32')}, {self.immediate(32)}")
        other = self.new("b32", hidden=True)
        operation = rng.choice(["div.s32", "rem.u32", "div.u32", "add.u32", "mul.lo.s32"])
        self.emit(f"{guard}{operation} {other}, {self.register('b32')}, {value}")
        if rng.random() < 0.5 and self.stores < MAX_STORES - 24:
            place = self.address("%rd1", self.linear, 4)
            self.store_to_slot("u32", "b32", place, [other], guard)
        old = self.scope.writable["b32"]
        if old:
            self.emit(f"{guard}mov.u32 {rng.choice(old)}, {other}")

    # ---- shared memory and barriers

    def barrier(self) -> None:
        rng = self.rng
        choices = ["bar.sync 0", "bar.sync 0", "barrier.sync 0", "bar.cta.sync 0", "bar.sync 3"]
        if self.count % 32 == 0:
            choices += [f"bar.sync 1, {self.count}", f"barrier.sync.aligned 15, {self.count}"]
            count = self.made("b32", f"mov.u32 {{}}, {self.count}")
            choices.append(f"bar.sync 2, {count}")
        self.emit(rng.choice(choices))

    def exchange(self) -> None:
        """Threads write shared memory, wait, read what others wrote, and wait."""
        rng = self.rng
        shared = self.shared
        self.shared += 1
        name, kind = rng.choice([("u32", "b32"), ("f32", "f32"), ("u64", "b64"), ("u8", "b32")])
        size = int(name[1:]) // 8
        count = rng.choice([1, 1, 2, 4]) if size < 8 else 1
        nbytes = size * count
        array = self.shared_base(shared)
        own = self.made("b32", f"mad.lo.s32 {{}}, {self.linear}, {nbytes}, {array}")
        pattern = rng.choice(["store", "store", "store", "copy", "generic"])
        if pattern == "copy" and nbytes in (4, 8, 16):
            address = self.address("%rd0", self.linear, 16)
            sizes = f", {rng.choice([0, 1, 3, nbytes])}" if rng.random() < 0.3 else ""
            if rng.random() < 0.2:
                kept = self.made("b32", f"and.b32 {{}}, {self.register('b32')}, {nbytes}")
                sizes = f", {kept}"
            self.emit(f"cp.async.ca.shared.global [{own}], [{address}], {nbytes}{sizes}")
            self.emit("cp.async.commit_group")
            self.emit(rng.choice(["cp.async.wait_all", "cp.async.wait_group 0"]))
        else:
            values = [self.source(kind) for _ in range(count)]
            shown = f"{{{', '.join(values)}}}" if count > 1 else values[0]
            many = f".v{count}" if count > 1 else ""
            if pattern == "generic":
                wide = self.made("b64", f"cvt.u64.u32 {{}}, {own}")
                generic = self.made("b64", f"cvta.shared.u64 {{}}, {wide}")
                self.emit(f"st{many}.{name} [{generic}], {shown}")
            else:
                self.emit(f"st.shared{many}.{name} [{own}], {shown}")
        self.barrier()
        for _ in range(rng.randint(1, 2)):
            self.read_shared(array, name, kind, size, count)
        self.barrier()

    def shared_base(self, shared: int) -> str:
        """Name a shared array, as a register (a symbol is no operand of mad everywhere)."""
        name = self.made("b32", f"mov.u32 {{}}, shared_{shared}")
        return name

    def read_shared(self, array: str, name: str, kind: str, size: int, count: int) -> None:
        rng = self.rng
        index = self.new("b32", hidden=True)
        pattern = rng.choice(["rotate", "reverse", "data", "xor", "row", "one"])
        linear = self.linear
        if pattern == "rotate":
            moved = self.made("b32", f"add.u32 {{}}, {linear}, {rng.randint(0, self.count)}")
            self.emit(f"rem.u32 {index}, {moved}, {self.count}")
        elif pattern == "reverse":
            self.emit(f"sub.s32 {index}, {self.count - 1}, {linear}")
        elif pattern == "data":
            self.emit(f"rem.u32 {index}, {self.register('b32')}, {self.count}")
        elif pattern == "xor":
            # The nearest power of two below the count, so that no index leaves the array.
            if self.count & (self.count - 1):
                moved = self.made("b32", f"xor.b32 {{}}, {linear}, {rng.choice([1, 2, 3, 4, 7])}")
                self.emit(f"min.u32 {index}, {moved}, {self.count - 1}")
            else:
                self.emit(f"xor.b32 {index}, {linear}, {rng.randrange(self.count)}")
        elif pattern == "row":
            self.emit(f"mov.u32 {index}, %tid.x")
        else:
            self.emit(f"mov.u32 {index}, {rng.randrange(self.count)}")
        address = self.made("b32", f"mad.lo.s32 {{}}, {index}, {size * count}, {array}")
        space, shown_address = "shared", f"[{address}]"
        if rng.random() < 0.15:
            wide = self.made("b64", f"cvt.u64.u32 {{}}, {address}")
            generic = self.made("b64", f"cvta.shared.u64 {{}}, {wide}")
            space, shown_address = "", f"[{generic}]"
        elif rng.random() < 0.3:
            move = rng.choice([4, 64, 4096, 100000])
            moved = self.made("b32", f"sub.s32 {{}}, {address}, {move}")
            shown_address = f"[{moved}+{move}]"
        names = self.targets(kind, count)
        operation = ".".join(
            part for part in ("ld", space, f"v{count}" if count > 1 else "") if part
        )
        shown = f"{{{', '.join(names)}}}" if count > 1 else names[0]
        self.emit(f"{operation}.{name} {shown}, {shown_address}")

    def diverged_warps(self) -> None:
        """Half of the warps meet at one barrier, the others at another."""
        if self.count % 64:
            return
        self.has_diverged_warps = True
        shared = self.shared
        self.shared += 1
        half = self.count // 2
        array = self.shared_base(shared)
        own = self.made("b32", f"mad.lo.s32 {{}}, {self.linear}, 4, {array}")
        self.emit(f"st.shared.u32 [{own}], {self.register('b32')}")
        predicate = self.new("pred", hidden=True)
        other = self.new("b32", hidden=True)
        self.emit(f"setp.ge.u32 {predicate}, {self.linear}, {half}")
        upper, end = self.label(), self.label()
        self.emit(f"@{predicate} bra {upper}")
        self.emit(f"bar.sync 4, {half}")
        self.emit(f"sub.s32 {other}, {half - 1}, {self.linear}")
        self.emit(f"bra {end}")
        self.place(upper)
        self.emit(f"bar.sync 5, {half}")
        self.emit(f"sub.s32 {other}, {self.count + half - 1}, {self.linear}")
        self.place(end)
        self.emit(f"mad.lo.s32 {other}, {other}, 4, {array}")
        (name,) = self.targets("b32", 1)
        self.emit(f"ld.shared.u32 {name}, [{other}]")
        self.emit("bar.sync 0")

    # ---- conditions

    def condition(self, *, uniform: bool) -> str:
        """Make a predicate: the same in all threads of a block, or not."""
        rng = self.rng
        name = self.new("pred", hidden=True)
        compare = rng.choice(["lt", "eq", "gt", "ne", "ge"])
        if uniform:
            source = rng.choice(["%r0", "%r1", "%ctaid.x"])
            register = self.made("b32", f"mov.u32 {{}}, {source}")
            self.emit(f"setp.{compare}.s32 {name}, {register}, {rng.choice([0, 1, 2, 3, -5])}")
            return name
        if rng.random() < 0.3 and self.scope.readable["pred"]:
            return self.register("pred")
        self.emit(f"setp.{compare}.s32 {name}, {self.register('b32')}, {self.source('b32')}")
        return name

    def secretly_uniform(self, source: str) -> str:
        """Make a register that is zero everywhere, though no analysis can know."""
        index = self.made("b32", f"and.b32 {{}}, {source}, 511")
        address = self.address("%rd0", index, 4)
        name = self.made("b32", f"ld.global.u32 {{}}, [{address}]")
        self.emit(f"and.b32 {name}, {name}, %r2")
        return name

    # ---- what was computed in an inner scope

    def scoped_store(self) -> None:
        """Make what was computed in here seen."""
        if self.rng.random() < 0.5 and self.stores < MAX_STORES - 24:
            kind = self.rng.choice(["b32", "b64"])
            value = self.scope.readable[kind][-1]
            place = self.address("%rd1", self.linear, 8)
            self.store_to_slot(kind, kind, place, [value])
