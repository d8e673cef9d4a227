"""Random small PTX kernels with a defined result, for differential tests.

Every kernel reads registers only after it wrote them, stays inside its buffers, is free of races
(two threads write one address only by the same instruction, once, and then the highest thread
wins here and in the executor), and ends. Otherwise anything goes: the choices favour what the
executor's analyses look at (indices built from tid by masks, shifts and products, branches on
them, barriers between).
"""

from __future__ import annotations

import contextlib
import dataclasses
import random
from collections.abc import Iterator, Sequence

INPUT_BYTES = 8192
INPUT_MIDDLE = 4096
SLOT_BYTES = 1024 * 8
"""Bytes of the output that one store of one block may reach."""

MAX_STORES = 48
BLOCK_BYTES = SLOT_BYTES * MAX_STORES

PREFIX = {"b16": "%rs", "b32": "%r", "b64": "%rd", "f32": "%f", "f64": "%fd", "pred": "%p"}
INTERESTING = (
    0, 1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 31, 32, 33, 63, 64, 96, 127, 128, 255, 256, 1023, 1024,
    0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFE0, 0xFFFFFF80,
    -1, -2, -3, -4, -8, -16, -32, -64, -127, -128, -1024, -32768,
)  # fmt: skip
FLOAT_BITS = (
    0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x00000001,
    0x7F7FFFFF, 0x3EAAAAAB, 0x40490FDB, 0x4B800001, 0xC7000000, 0x7FC00000, 0x00800000,
)  # fmt: skip
DOUBLE_BITS = (
    0x0000000000000000, 0x8000000000000000, 0x3FF0000000000000, 0xBFE5555555555555,
    0x7FF0000000000000, 0x47EFFFFFE0000000, 0x36A0000000000000, 0x41DFFFFFFFC00000,
    0x3FF0000010000000, 0x3FF0000030000001, 0x7FF8000000000000,
)  # fmt: skip

FLOAT_OPERATIONS = (
    "add", "sub", "mul", "fma", "fma", "min", "max", "neg", "abs", "selp", "mov",
    "div", "rcp", "sqrt", "from", "from", "to", "narrow", "bits", "into",
)  # fmt: skip
FLOAT_COMPARISONS = (
    "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan",
)  # fmt: skip
STORED = (
    ("u8", "b16"), ("u8", "b32"), ("u16", "b16"), ("u16", "b32"), ("f64", "f64"),
    ("b32", "b32"), ("u32", "b32"), ("b64", "b64"), ("f32", "f32"), ("b32", "f32"),
)  # fmt: skip
"""Types that are stored, and the registers that they are stored from."""

BLOCK_SHAPES: tuple[tuple[int, int, int], ...] = (
    (32, 1, 1), (64, 1, 1), (128, 1, 1), (32, 4, 1), (16, 16, 1), (8, 8, 2), (24, 4, 1),
    (8, 4, 1), (16, 2, 2), (4, 8, 4), (48, 1, 1), (16, 3, 1), (40, 1, 1), (8, 1, 1), (2, 16, 1),
    (64, 2, 1), (1, 32, 1), (1, 1, 32), (17, 1, 1),
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Program:
    """A kernel and how to launch it.

    Parameters
    ----------
    ptx : str
    threads, grid : tuple of int
    scalars : tuple of int or float
        Arguments behind the two pointers.
    float_slots : frozenset of int
        Slots of the output that hold single-precision numbers, whose NaNs may differ.
    double_slots : frozenset of int
        The same for double precision.
    has_parted_warps : bool
        Whether warps wait at different barriers.
    """

    ptx: str
    threads: tuple[int, int, int]
    grid: tuple[int, int, int]
    scalars: tuple[int | float, ...]
    float_slots: frozenset[int]
    double_slots: frozenset[int]
    has_parted_warps: bool


@dataclasses.dataclass
class _Scope:
    """Registers that have a value on every way to here."""

    writable: dict[str, list[str]]
    readable: dict[str, list[str]]
    in_loop: bool = False
    is_uniform: bool = True
    """Whether all threads of a block run this together."""


class ProgramMaker:
    """Makes one program from a source of random numbers."""

    def __init__(self, rng: random.Random, size: int = 14) -> None:
        self.rng = rng
        self.threads = rng.choice(BLOCK_SHAPES)
        self.grid = rng.choice([(1, 1, 1), (2, 1, 1), (2, 2, 1), (1, 2, 2), (3, 1, 1)])
        self.count = self.threads[0] * self.threads[1] * self.threads[2]
        self.size = size
        self.lines: list[str] = []
        self.counters = dict.fromkeys(PREFIX, 0)
        self.labels = 0
        self.stores = 0
        self.shared = 0
        self.float_slots: set[int] = set()
        self.double_slots: set[int] = set()
        self.barriers_allowed = rng.random() < 0.6
        self.returns_allowed = not self.barriers_allowed and rng.random() < 0.5
        self.has_parted_warps = False
        empty: dict[str, list[str]] = {kind: [] for kind in PREFIX}
        self.scope = _Scope({k: [] for k in PREFIX}, empty)
        self.depth = 0

    # ---- small helpers

    def emit(self, text: str) -> None:
        self.lines.append(f"    {text};")

    def label(self) -> str:
        self.labels += 1
        return f"L{self.labels}"

    def place(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def new(self, kind: str, *, protected: bool = False, hidden: bool = False) -> str:
        """Name a new register; the caller writes it."""
        name = f"{PREFIX[kind]}{self.counters[kind]}"
        self.counters[kind] += 1
        if not hidden:
            self.scope.readable[kind].append(name)
            if not protected:
                self.scope.writable[kind].append(name)
        return name

    def target(self, kind: str) -> tuple[str, bool]:
        """A register to write: a new one, or an old one (then True)."""
        old = self.scope.writable[kind]
        if old and self.rng.random() < 0.3:
            return self.rng.choice(old), True
        return f"{PREFIX[kind]}{self.counters[kind]}", False

    def commit(self, kind: str, name: str, old: bool) -> None:
        if not old:
            assert self.new(kind) == name

    def register(self, kind: str) -> str:
        """A register to read; recent ones are likelier."""
        known = self.scope.readable[kind]
        if not known:
            return self.make_one(kind)
        if self.rng.random() < 0.5:
            known = known[-4:]
        return self.rng.choice(known)

    def make_one(self, kind: str) -> str:
        """Write a first register of a type."""
        if kind == "pred":
            a, b = self.register("b32"), self.immediate(32)
            name = self.new("pred")
            self.emit(f"setp.{self.rng.choice(['lt', 'eq', 'gt', 'ne'])}.s32 {name}, {a}, {b}")
        elif kind == "b16":
            source = self.register("b32")
            name = self.new("b16")
            self.emit(f"cvt.u16.u32 {name}, {source}")
        elif kind == "b64":
            source = self.register("b32")
            name = self.new("b64")
            sign = self.rng.choice("us")
            self.emit(f"cvt.{sign}64.{sign}32 {name}, {source}")
        elif kind == "f32":
            source = self.register("b32")
            name = self.new("f32")
            self.emit(f"cvt.rn.f32.s32 {name}, {source}")
        elif kind == "f64":
            source = self.register("b32")
            name = self.new("f64")
            self.emit(f"cvt.rn.f64.s32 {name}, {source}")
        else:
            name = self.new("b32")
            self.emit(f"mov.u32 {name}, %tid.x")
        return name

    def immediate(self, bits: int) -> str:
        value = self.rng.choice(INTERESTING)
        if self.rng.random() < 0.2:
            value = self.rng.getrandbits(bits) - (1 << (bits - 1))
        if not -(1 << (bits - 1)) <= value < 1 << bits:
            value %= 1 << bits
        return str(value)

    def float_immediate(self, kind: str) -> str:
        if kind == "f32":
            return f"0f{self.rng.choice(FLOAT_BITS):08X}"
        return f"0d{self.rng.choice(DOUBLE_BITS):016X}"

    def source(self, kind: str) -> str:
        """A register, or often a constant."""
        if self.rng.random() < 0.25 and kind != "pred":
            if kind in ("f32", "f64"):
                return self.float_immediate(kind)
            return self.immediate(int(kind[1:]))
        return self.register(kind)

    @contextlib.contextmanager
    def inner(self, *, in_loop: bool = False, uniform: bool = True) -> Iterator[None]:
        """What is written first in here has no value outside."""
        before = self.scope
        self.scope = _Scope(
            {kind: list(names) for kind, names in before.writable.items()},
            {kind: list(names) for kind, names in before.readable.items()},
            before.in_loop or in_loop,
            before.is_uniform and uniform,
        )
        self.depth += 1
        yield
        self.depth -= 1
        self.scope = before

    # ---- instructions

    def write(self, kind: str, text: str) -> None:
        """Emit an instruction ``text`` with ``{}`` for its destination; perhaps guarded."""
        guard = ""
        name, old = self.target(kind)
        if old and self.rng.random() < 0.4 and self.scope.readable["pred"]:
            guard = f"@{self.rng.choice(['', '!'])}{self.register('pred')} "
        self.emit(guard + text.format(name))
        self.commit(kind, name, old)

    def integer_operation(self) -> None:
        rng = self.rng
        kind = rng.choice(["b32"] * 6 + ["b64"] * 3 + ["b16"])
        bits = int(kind[1:])
        sign = rng.choice("us")
        operation = rng.choice(
            ["add"] * 3
            + ["sub"] * 2
            + ["mul", "mul", "mad", "mad", "and", "and", "and", "or", "xor", "not"]
            + ["shl", "shl", "shl", "shr", "shr", "shr", "div", "rem", "rem", "min", "max"]
            + ["neg", "abs", "selp", "mov", "bfe", "bfi", "bfi", "count", "hi", "wide", "wide"]
            + ["madwide", "prmt", "lop3", "shf", "brev", "special", "special", "pow2", "pow2"]
        )
        a = self.register(kind)
        if operation in ("add", "sub", "min", "max", "div", "rem"):
            self.write(kind, f"{operation}.{sign}{bits} {{}}, {a}, {self.source(kind)}")
        elif operation == "mul":
            self.write(kind, f"mul.lo.{sign}{bits} {{}}, {a}, {self.source(kind)}")
        elif operation == "mad":
            b, c = self.source(kind), self.source(kind)
            self.write(kind, f"mad.lo.{sign}{bits} {{}}, {a}, {b}, {c}")
        elif operation in ("and", "or", "xor"):
            b = self.source(kind)
            if rng.random() < 0.15:
                a, b = self.immediate(bits), a
            self.write(kind, f"{operation}.b{bits} {{}}, {a}, {b}")
        elif operation == "not":
            self.write(kind, f"not.b{bits} {{}}, {a}")
        elif operation in ("shl", "shr"):
            amount = str(rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, bits - 1, bits, bits + 1, 255]))
            if rng.random() < 0.25:
                amount = self.register("b32")
            if rng.random() < 0.1:
                a = self.immediate(bits)
            suffix = f"b{bits}" if operation == "shl" else f"{rng.choice('bus')}{bits}"
            self.write(kind, f"{operation}.{suffix} {{}}, {a}, {amount}")
        elif operation == "pow2":
            # What index arithmetic is made of.
            power = 1 << rng.randint(0, 7)
            text = rng.choice(
                [
                    f"and.b{bits} {{}}, {a}, {power - 1}",
                    f"and.b{bits} {{}}, {a}, {-power}",
                    f"mul.lo.{sign}{bits} {{}}, {a}, {power}",
                    f"rem.u{bits} {{}}, {a}, {power}",
                    f"div.u{bits} {{}}, {a}, {power}",
                    f"or.b{bits} {{}}, {a}, {power}",
                    f"xor.b{bits} {{}}, {a}, {power}",
                    f"add.{sign}{bits} {{}}, {a}, {power}",
                    f"sub.{sign}{bits} {{}}, {power}, {a}",
                ]
            )
            self.write(kind, text)
        elif operation == "neg" or operation == "abs":
            self.write(kind, f"{operation}.s{bits} {{}}, {a}")
        elif operation == "selp":
            self.write(
                kind, f"selp.b{bits} {{}}, {a}, {self.source(kind)}, {self.register('pred')}"
            )
        elif operation == "mov":
            self.write(kind, f"mov.b{bits} {{}}, {self.source(kind)}")
        elif operation == "special":
            name = rng.choice(
                ["%tid.x"] * 4
                + ["%tid.y", "%tid.z", "%ctaid.x", "%ctaid.y", "%ctaid.z", "%ntid.x", "%ntid.y"]
                + ["%nctaid.x", "%laneid", "%warpid", "%ntid.z"]
            )
            self.write("b32", f"mov.u32 {{}}, {name}")
        elif operation == "count":
            kind = rng.choice(["b32", "b64"])
            self.write("b32", f"{rng.choice(['clz', 'popc'])}.{kind} {{}}, {self.register(kind)}")
        elif operation == "wide":
            narrow = rng.choice([32, 32, 32, 16])
            first, second = self.register(f"b{narrow}"), self.source(f"b{narrow}")
            if rng.random() < 0.2:
                first, second = second, first
            self.write(f"b{2 * narrow}", f"mul.wide.{sign}{narrow} {{}}, {first}, {second}")
        elif operation == "madwide":
            narrow = rng.choice([32, 32, 32, 16])
            first, second = self.register(f"b{narrow}"), self.source(f"b{narrow}")
            third = self.source(f"b{2 * narrow}")
            self.write(
                f"b{2 * narrow}", f"mad.wide.{sign}{narrow} {{}}, {first}, {second}, {third}"
            )
        elif operation == "hi":
            self.write(kind, f"mul.hi.{sign}{bits} {{}}, {a}, {self.source(kind)}")
        else:
            self.bit_operation(operation, sign)

    def bit_operation(self, operation: str, sign: str) -> None:
        rng = self.rng
        kind = rng.choice(["b32", "b64"])
        bits = int(kind[1:])
        a = self.register(kind)
        start = rng.randint(0, bits - 1)
        length = rng.randint(1, bits - start)
        if operation == "bfe":
            self.write(kind, f"bfe.{sign}{bits} {{}}, {a}, {start}, {length}")
        elif operation == "bfi":
            length = rng.choice([0, 1, 2, 3, 4, 5, length, length, bits])
            start = rng.choice([0, 1, 2, 3, 4, 5, 6, 7, start, bits])
            b = self.source(kind)
            if rng.random() < 0.2:
                a, b = b, a
            self.write(kind, f"bfi.b{bits} {{}}, {a}, {b}, {start}, {length}")
        elif operation == "prmt":
            self.write(
                "b32",
                f"prmt.b32 {{}}, {self.register('b32')}, {self.source('b32')}, "
                f"{self.source('b32')}",
            )
        elif operation == "lop3":
            sources = ", ".join(self.source("b32") for _ in range(3))
            self.write("b32", f"lop3.b32 {{}}, {sources}, {rng.randint(0, 255)}")
        elif operation == "shf":
            direction, mode = rng.choice("lr"), rng.choice(["wrap", "clamp"])
            sources = ", ".join(self.source("b32") for _ in range(3))
            self.write("b32", f"shf.{direction}.{mode}.b32 {{}}, {sources}")
        else:
            self.write(kind, f"brev.b{bits} {{}}, {a}")

    def conversion(self) -> None:
        rng = self.rng
        to, origin = (rng.choice("us") + rng.choice(["8", "16", "32", "64"]) for _ in range(2))
        kinds = {"8": ["b16", "b32"], "16": ["b16", "b32", "b64"], "32": ["b32", "b64"]}
        target = rng.choice(kinds.get(to[1:], ["b64"])[: 1 if rng.random() < 0.6 else 3])
        source = rng.choice(kinds.get(origin[1:], ["b64"])[: 1 if rng.random() < 0.6 else 3])
        self.write(target, f"cvt.{to}.{origin} {{}}, {self.register(source)}")

    def float_operation(self) -> None:
        rng = self.rng
        kind = rng.choice(["f32", "f32", "f32", "f64"])
        operation = rng.choice(FLOAT_OPERATIONS)
        a = self.register(kind)
        if operation in ("add", "sub", "mul", "min", "max"):
            self.write(kind, f"{operation}.{kind} {{}}, {a}, {self.source(kind)}")
        elif operation == "fma":
            self.write(kind, f"fma.rn.{kind} {{}}, {a}, {self.source(kind)}, {self.source(kind)}")
        elif operation in ("neg", "abs"):
            self.write(kind, f"{operation}.{kind} {{}}, {a}")
        elif operation == "div":
            self.write(kind, f"div.rn.{kind} {{}}, {a}, {self.source(kind)}")
        elif operation in ("rcp", "sqrt"):
            self.write(kind, f"{operation}.rn.{kind} {{}}, {a}")
        elif operation == "selp":
            self.write(kind, f"selp.{kind} {{}}, {a}, {self.source(kind)}, {self.register('pred')}")
        elif operation == "mov":
            self.write(kind, f"mov.{kind} {{}}, {self.source(kind)}")
        elif operation == "from":
            whole = rng.choice(["u16", "s16", "u32", "s32", "u64", "s64"])
            self.write(kind, f"cvt.rn.{kind}.{whole} {{}}, {self.register('b' + whole[1:])}")
        elif operation == "to":
            whole = rng.choice(["u16", "s16", "u32", "s32", "u64", "s64"])
            rounding = rng.choice(["rni", "rzi", "rmi", "rpi"])
            self.write(f"b{whole[1:]}", f"cvt.{rounding}.{whole}.{kind} {{}}, {a}")
        elif operation == "narrow":
            if rng.random() < 0.5:
                self.write("f64", f"cvt.f64.f32 {{}}, {self.register('f32')}")
            else:
                self.write("f32", f"cvt.rn.f32.f64 {{}}, {self.register('f64')}")
        elif operation == "bits":
            # As bits a NaN would show its payload, which nothing defines.
            bits = kind[1:]
            number, proper = self.new("pred", hidden=True), self.new(kind, hidden=True)
            self.emit(f"setp.num.{kind} {number}, {a}, {a}")
            instead = "0f00000000" if bits == "32" else "0d0000000000000000"
            self.emit(f"selp.{kind} {proper}, {a}, {instead}, {number}")
            self.write(f"b{bits}", f"mov.b{bits} {{}}, {proper}")
        else:
            self.write(kind, f"mov.b{kind[1:]} {{}}, {self.register('b' + kind[1:])}")

    def comparison(self) -> None:
        rng = self.rng
        kind = rng.choice(["b32"] * 5 + ["b64", "b64", "b16", "f32", "f64"])
        if kind[0] == "f":
            name = rng.choice(FLOAT_COMPARISONS)
            suffix = kind
        else:
            sign = rng.choice("us")
            name = rng.choice(
                ["eq", "ne", "lt", "le", "gt", "ge"] + ["lo", "ls", "hi", "hs"] * (sign == "u")
            )
            suffix = f"{sign}{kind[1:]}"
        a, b = self.register(kind), self.source(kind)
        between, third = "", ""
        if (
            rng.random() < 0.3
            and self.scope.readable["pred"]
            and name not in ("num", "nan")
            and name not in ("lo", "ls", "hi", "hs")
        ):
            between = f".{rng.choice(['and', 'or', 'xor'])}"
            third = f", {rng.choice(['', '!'])}{self.register('pred')}"
        operation = f"setp.{name}{between}.{suffix}"
        if rng.random() < 0.3:
            first, first_old = self.target("pred")
            self.commit("pred", first, first_old)
            second, second_old = self.target("pred")
            if second == first:
                second, second_old = self.new("pred", hidden=True), True
            choices = rng.choice(["both", "both", "both", "first", "second"])
            shown = {"both": f"{first}|{second}", "first": f"{first}|_", "second": f"_|{second}"}
            if choices == "second" and not first_old:
                choices = "both"
            self.emit(f"{operation} {shown[choices]}, {a}, {b}{third}")
            if choices != "first":
                self.commit("pred", second, second_old)
        else:
            self.write("pred", f"{operation} {{}}, {a}, {b}{third}")

    def predicate_operation(self) -> None:
        a = self.register("pred")
        operation = self.rng.choice(["and", "or", "xor", "not", "mov"])
        more = "" if operation in ("not", "mov") else f", {self.register('pred')}"
        self.write("pred", f"{operation}.pred {{}}, {a}{more}")

    def repacking(self) -> None:
        rng = self.rng
        if rng.random() < 0.5:
            kind, part = rng.choice([("b64", "b32"), ("b32", "b16")])
            parts = f"{self.source(part)}, {self.source(part)}"
            self.write(kind, f"mov.{kind} {{}}, {{{{{parts}}}}}")
            return
        kind, part = rng.choice([("b64", "b32"), ("b32", "b16")])
        source = self.register(kind)
        names = self.targets(part, 2)
        self.emit(f"mov.{kind} {{{', '.join(names)}}}, {source}")

    def targets(self, kind: str, count: int) -> list[str]:
        """Several different registers to write at once, new and old."""
        names: list[str] = []
        for _ in range(count):
            name, old = self.target(kind)
            if name in names:
                name, old = self.new(kind), True
            self.commit(kind, name, old)
            names.append(name)
        return names

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
        room = limit // self.count
        if room < 2 and kind in ("stride", "parameter", "plane"):
            kind = "linear"
        if kind == "linear":
            self.emit(f"mov.u32 {name}, {linear}")
        elif kind == "reversed":
            self.emit(f"sub.s32 {name}, {self.count - 1}, {linear}")
        elif kind == "stride":
            self.emit(f"mul.lo.s32 {name}, {linear}, {rng.randint(1, room)}")
        elif kind == "parameter" and room >= 5:
            # p0 is 0 ... 5 for loads of what everyone may read, 1 ... 5 where threads differ.
            factor = self.nonzero if distinct else "%r0"
            self.emit(f"mul.lo.s32 {name}, {linear}, {factor}")
        elif kind == "plane" and self.threads[2] == 1 and room >= 8:
            x = self.new("b32", hidden=True)
            self.emit(f"mov.u32 {x}, %tid.x")
            row = self.new("b32", hidden=True)
            self.emit(f"add.u32 {row}, %r0, {self.threads[0]}")
            y = self.new("b32", hidden=True)
            self.emit(f"mov.u32 {y}, %tid.y")
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
        """Make base + index * size, in one of the ways that compilers use."""
        rng = self.rng
        name = self.new("b64", hidden=True)
        way = rng.choice(["wide", "mad", "shift", "signed", "pitch", "pitch64"])
        sign = rng.choice("us")
        if way == "wide":
            wide = self.new("b64", hidden=True)
            self.emit(f"mul.wide.{sign}32 {wide}, {index}, {size}")
            self.emit(f"add.s64 {name}, {base}, {wide}")
        elif way == "mad":
            self.emit(f"mad.wide.{sign}32 {name}, {index}, {size}, {base}")
        elif way == "pitch":
            # A size that no analysis knows, as a leading dimension.
            pitch = self.new("b32", hidden=True)
            wide = self.new("b64", hidden=True)
            self.emit(f"mul.lo.s32 {pitch}, %r3, {size}")
            self.emit(f"mul.wide.{sign}32 {wide}, {index}, {pitch}")
            self.emit(f"add.s64 {name}, {wide}, {base}")
        elif way == "pitch64":
            narrow = self.new("b32", hidden=True)
            pitch, wide, scaled = (self.new("b64", hidden=True) for _ in range(3))
            self.emit(f"mul.lo.s32 {narrow}, {size}, %r3")
            self.emit(f"cvt.{sign}64.{sign}32 {pitch}, {narrow}")
            self.emit(f"cvt.{sign}64.{sign}32 {wide}, {index}")
            self.emit(f"mul.lo.s64 {scaled}, {wide}, {pitch}")
            self.emit(f"add.s64 {name}, {scaled}, {base}")
        elif way == "shift":
            wide = self.new("b64", hidden=True)
            scaled = self.new("b64", hidden=True)
            self.emit(f"cvt.{sign}64.{sign}32 {wide}, {index}")
            self.emit(f"shl.b64 {scaled}, {wide}, {size.bit_length() - 1}")
            self.emit(f"add.s64 {name}, {scaled}, {base}")
        else:
            scaled = self.new("b32", hidden=True)
            wide = self.new("b64", hidden=True)
            self.emit(f"mul.lo.{sign}32 {scaled}, {index}, {size}")
            self.emit(f"cvt.{sign}64.{sign}32 {wide}, {scaled}")
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
                wide = self.new("b64", hidden=True)
                scaled = self.new("b64", hidden=True)
                self.emit(f"cvt.s64.s32 {wide}, {negative}")
                self.emit(f"mul.lo.s64 {scaled}, {wide}, {nbytes}")
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
            count = self.new("b32", hidden=True)
            self.emit(f"mov.u32 {count}, {self.count}")
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
        own = self.new("b32", hidden=True)
        self.emit(f"mad.lo.s32 {own}, {self.linear}, {nbytes}, {array}")
        way = rng.choice(["store", "store", "store", "copy", "generic"])
        if way == "copy" and nbytes in (4, 8, 16):
            address = self.address("%rd0", self.linear, 16)
            sizes = f", {rng.choice([0, 1, 3, nbytes])}" if rng.random() < 0.3 else ""
            if rng.random() < 0.2:
                kept = self.new("b32", hidden=True)
                self.emit(f"and.b32 {kept}, {self.register('b32')}, {nbytes}")
                sizes = f", {kept}"
            self.emit(f"cp.async.ca.shared.global [{own}], [{address}], {nbytes}{sizes}")
            self.emit("cp.async.commit_group")
            self.emit(rng.choice(["cp.async.wait_all", "cp.async.wait_group 0"]))
        else:
            values = [self.source(kind) for _ in range(count)]
            shown = f"{{{', '.join(values)}}}" if count > 1 else values[0]
            many = f".v{count}" if count > 1 else ""
            if way == "generic":
                wide, generic = self.new("b64", hidden=True), self.new("b64", hidden=True)
                self.emit(f"cvt.u64.u32 {wide}, {own}")
                self.emit(f"cvta.shared.u64 {generic}, {wide}")
                self.emit(f"st{many}.{name} [{generic}], {shown}")
            else:
                self.emit(f"st.shared{many}.{name} [{own}], {shown}")
        self.barrier()
        for _ in range(rng.randint(1, 2)):
            self.read_shared(array, name, kind, size, count)
        self.barrier()

    def shared_base(self, shared: int) -> str:
        """Name a shared array, as a register (a symbol is no operand of mad everywhere)."""
        name = self.new("b32", hidden=True)
        self.emit(f"mov.u32 {name}, shared_{shared}")
        return name

    def read_shared(self, array: str, name: str, kind: str, size: int, count: int) -> None:
        rng = self.rng
        index = self.new("b32", hidden=True)
        way = rng.choice(["rotate", "reverse", "data", "xor", "row", "one"])
        linear = self.linear
        if way == "rotate":
            moved = self.new("b32", hidden=True)
            self.emit(f"add.u32 {moved}, {linear}, {rng.randint(0, self.count)}")
            self.emit(f"rem.u32 {index}, {moved}, {self.count}")
        elif way == "reverse":
            self.emit(f"sub.s32 {index}, {self.count - 1}, {linear}")
        elif way == "data":
            self.emit(f"rem.u32 {index}, {self.register('b32')}, {self.count}")
        elif way == "xor":
            # The nearest power of two below the count, so that no index leaves the array.
            if self.count & (self.count - 1):
                moved = self.new("b32", hidden=True)
                self.emit(f"xor.b32 {moved}, {linear}, {rng.choice([1, 2, 3, 4, 7])}")
                self.emit(f"min.u32 {index}, {moved}, {self.count - 1}")
            else:
                self.emit(f"xor.b32 {index}, {linear}, {rng.randrange(self.count)}")
        elif way == "row":
            self.emit(f"mov.u32 {index}, %tid.x")
        else:
            self.emit(f"mov.u32 {index}, {rng.randrange(self.count)}")
        address = self.new("b32", hidden=True)
        self.emit(f"mad.lo.s32 {address}, {index}, {size * count}, {array}")
        space, shown_address = "shared", f"[{address}]"
        if rng.random() < 0.15:
            wide, generic = self.new("b64", hidden=True), self.new("b64", hidden=True)
            self.emit(f"cvt.u64.u32 {wide}, {address}")
            self.emit(f"cvta.shared.u64 {generic}, {wide}")
            space, shown_address = "", f"[{generic}]"
        elif rng.random() < 0.3:
            move = rng.choice([4, 64, 4096, 100000])
            moved = self.new("b32", hidden=True)
            self.emit(f"sub.s32 {moved}, {address}, {move}")
            shown_address = f"[{moved}+{move}]"
        names = self.targets(kind, count)
        operation = ".".join(
            part for part in ("ld", space, f"v{count}" if count > 1 else "") if part
        )
        shown = f"{{{', '.join(names)}}}" if count > 1 else names[0]
        self.emit(f"{operation}.{name} {shown}, {shown_address}")

    def warps_apart(self) -> None:
        """Half of the warps meet at one barrier, the others at another."""
        if self.count % 64:
            return
        self.has_parted_warps = True
        shared = self.shared
        self.shared += 1
        half = self.count // 2
        array = self.shared_base(shared)
        own = self.new("b32", hidden=True)
        self.emit(f"mad.lo.s32 {own}, {self.linear}, 4, {array}")
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

    # ---- control flow

    def condition(self, *, uniform: bool) -> str:
        """Make a predicate: the same in all threads of a block, or not."""
        rng = self.rng
        name = self.new("pred", hidden=True)
        compare = rng.choice(["lt", "eq", "gt", "ne", "ge"])
        if uniform:
            source = rng.choice(["%r0", "%r1", "%ctaid.x"])
            register = self.new("b32", hidden=True)
            self.emit(f"mov.u32 {register}, {source}")
            self.emit(f"setp.{compare}.s32 {name}, {register}, {rng.choice([0, 1, 2, 3, -5])}")
            return name
        if rng.random() < 0.3 and self.scope.readable["pred"]:
            return self.register("pred")
        self.emit(f"setp.{compare}.s32 {name}, {self.register('b32')}, {self.source('b32')}")
        return name

    def secretly_uniform(self, source: str) -> str:
        """Make a register that is zero everywhere, though no analysis can know."""
        index = self.new("b32", hidden=True)
        self.emit(f"and.b32 {index}, {source}, 511")
        address = self.address("%rd0", index, 4)
        name = self.new("b32", hidden=True)
        self.emit(f"ld.global.u32 {name}, [{address}]")
        self.emit(f"and.b32 {name}, {name}, %r2")
        return name

    def branch(self) -> None:
        """If, perhaps with an else; perhaps nested; perhaps with a return that never happens."""
        rng = self.rng
        uniform = rng.random() < 0.3
        secret = not uniform and rng.random() < 0.2
        if secret:
            hidden = self.secretly_uniform(self.register("b32"))
            predicate = self.new("pred", hidden=True)
            self.emit(f"setp.{rng.choice(['eq', 'ne'])}.u32 {predicate}, {hidden}, 0")
        else:
            predicate = self.condition(uniform=uniform)
        otherwise, end = self.label(), self.label()
        has_else = rng.random() < 0.5
        guard = f"@{rng.choice(['', '!'])}{predicate}"
        self.emit(f"{guard} bra {otherwise if has_else else end}")
        with self.inner(uniform=uniform or secret):
            self.body(rng.randint(1, 4))
            self.scoped_store()
            if rng.random() < 0.2:
                never = self.new("pred", hidden=True)
                self.emit(f"setp.eq.u32 {never}, %r2, 77")
                self.emit(f"@{never} ret")
        if has_else:
            self.emit(f"bra {end}")
            self.place(otherwise)
            with self.inner(uniform=uniform or secret):
                self.body(rng.randint(1, 4))
                self.scoped_store()
        self.place(end)

    def scoped_store(self) -> None:
        """Make what was computed in here seen."""
        if self.rng.random() < 0.5 and self.stores < MAX_STORES - 24:
            kind = self.rng.choice(["b32", "b64"])
            value = self.scope.readable[kind][-1]
            place = self.address("%rd1", self.linear, 8)
            self.store_to_slot(kind, kind, place, [value])

    def loop(self) -> None:
        """Count up to a number: constant, a parameter, different in each lane, or secretly so."""
        rng = self.rng
        source = self.register("b32")
        counter = self.new("b32", protected=True)
        limit = self.new("b32", protected=True)
        uniform = rng.random() < 0.5
        secret = not uniform and rng.random() < 0.3
        if uniform:
            choice = rng.choice(["constant", "parameter", "block"])
            text = {
                "constant": f"mov.u32 {limit}, {rng.randint(1, 4)}",
                "parameter": f"and.b32 {limit}, %r1, 3",
                "block": f"add.u32 {limit}, %r0, 1",
            }[choice]
            self.emit(text)
        elif secret:
            hidden = self.secretly_uniform(source)
            self.emit(f"add.u32 {limit}, {hidden}, {rng.randint(1, 3)}")
        else:
            self.emit(f"and.b32 {limit}, {source}, {rng.choice([1, 3, 4])}")
        step = rng.choice([1, 1, 1, 2, 8])
        if step != 1:
            self.emit(f"mul.lo.s32 {limit}, {limit}, {step}")
        self.emit(f"mov.u32 {counter}, 0")
        head, end = self.label(), self.label()
        predicate = self.new("pred", hidden=True)
        tested_first = rng.random() < 0.5
        if tested_first:
            self.place(head)
            self.emit(f"setp.ge.u32 {predicate}, {counter}, {limit}")
            self.emit(f"@{predicate} bra {end}")
        else:
            self.place(head)
        with self.inner(in_loop=True, uniform=uniform or secret):
            self.body(rng.randint(1, 5))
            self.scoped_store()
            if rng.random() < 0.2:
                out = self.condition(uniform=False)
                if not (self.scope.is_uniform and self.barriers_allowed):
                    self.emit(f"@{out} bra {end}")
        self.emit(f"add.u32 {counter}, {counter}, {step}")
        if tested_first:
            self.emit(f"bra {head}")
        else:
            self.emit(f"setp.lt.u32 {predicate}, {counter}, {limit}")
            self.emit(f"@{predicate} bra {head}")
        self.place(end)

    def early_return(self) -> None:
        predicate = self.condition(uniform=False)
        self.emit(f"@{predicate} {self.rng.choice(['ret', 'exit'])}")

    # ---- the whole

    def body(self, count: int) -> None:
        rng = self.rng
        for _ in range(count):
            kinds = ["integer"] * 9 + ["compare"] * 2 + ["float"] * 3 + ["load"] * 3
            kinds += ["convert", "convert", "repack", "predicate", "store", "chain"]
            if self.depth < 3:
                kinds += ["if"] * 2 + ["loop"] * (1 if self.depth < 2 else 0)
            if self.barriers_allowed and self.scope.is_uniform:
                kinds += ["exchange"] * 2 + ["barrier"]
                if self.depth == 0:
                    kinds += ["warps"]
            if self.returns_allowed and rng.random() < 0.3:
                kinds += ["return"]
            kind = rng.choice(kinds)
            {
                "integer": self.integer_operation,
                "compare": self.comparison,
                "float": self.float_operation,
                "load": self.load,
                "convert": self.conversion,
                "repack": self.repacking,
                "predicate": self.predicate_operation,
                "store": self.store,
                "chain": self.guarded_chain,
                "if": self.branch,
                "loop": self.loop,
                "exchange": self.exchange,
                "barrier": self.barrier,
                "warps": self.warps_apart,
                "return": self.early_return,
            }[kind]()

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
            plane, row = self.new("b32", hidden=True), self.new("b32", hidden=True)
            self.emit(f"mov.u32 {plane}, %tid.z")
            self.emit(f"mad.lo.u32 {row}, {plane}, {self.threads[1]}, %tid.y")
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
            self.has_parted_warps,
        )

    def store_everything(self) -> None:
        """Store what the last registers hold."""
        place = self.address("%rd1", self.linear, 8)
        for kind in ("b32", "b64", "f32", "b16", "f64", "pred"):
            for name in dict.fromkeys(reversed(self.scope.readable[kind])):
                if self.stores >= MAX_STORES:
                    return
                if kind == "pred":
                    value = self.new("b32", hidden=True)
                    self.emit(f"selp.u32 {value}, 1, 0, {name}")
                    self.store_to_slot("u32", "b32", place, [value])
                else:
                    shown = kind if kind[0] == "f" else f"u{kind[1:]}"
                    self.store_to_slot(shown, kind, place, [name])

    def text(self) -> str:
        rng = self.rng
        target = rng.choice([75, 80, 90])
        if any("cp.async" in line for line in self.lines):
            target = max(target, 80)
        registers = "\n".join(
            f"    .reg .{kind} {PREFIX[kind]}<{count + 1}>;"
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


def make_program(rng: random.Random, size: int = 14) -> Program:
    """Make a program from a source of random numbers."""
    return ProgramMaker(rng, size).make()
