"""Random small PTX kernels with a defined result, for differential tests: the ground floor.

Every kernel reads registers only after it wrote them, stays inside its buffers, is free of races
(two threads write one address only by the same instruction, once, and then the highest thread
wins here and in the executor), and ends. Otherwise anything goes: the choices favour what the
executor's analyses look at (indices built from tid by masks, shifts and products, branches on
them, barriers between).

Here: what a program is, its registers and constants. On it stand, one on the other,
program_arithmetic, program_memory and program_frame, and on those the makers of control flow:
program_generator (nested ifs and loops) and program_graph (branches from anywhere to anywhere).
"""

import contextlib
import dataclasses
import random
import re
from collections.abc import Iterator

import numpy as np

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

FIRST = {
    "pred": "setp.<lt|eq|gt|ne>.s32 {}, <b32>, <i32>",
    "b16": "cvt.u16.u32 {}, <b32>",
    "b32": "mov.u32 {}, %tid.x",
    "b64": "cvt.<u64.u32|s64.s32> {}, <b32>",
    "f32": "cvt.rn.f32.s32 {}, <b32>",
    "f64": "cvt.rn.f64.s32 {}, <b32>",
}
"""How a first register of each type is written, in the words of `ProgramBase.filled`."""

BLOCK_SHAPES: tuple[tuple[int, int, int], ...] = (
    (32, 1, 1), (64, 1, 1), (128, 1, 1), (32, 4, 1), (16, 16, 1), (8, 8, 2), (24, 4, 1),
    (8, 4, 1), (16, 2, 2), (4, 8, 4), (48, 1, 1), (16, 3, 1), (40, 1, 1), (8, 1, 1), (2, 16, 1),
    (64, 2, 1), (1, 32, 1), (1, 1, 32), (17, 1, 1),
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Program:
    """A kernel and how to launch it."""

    ptx: str
    threads: tuple[int, int, int]
    grid: tuple[int, int, int]
    scalars: tuple[int | float, ...]  # arguments after the two pointers
    float_slots: dict[int, type[np.floating]]
    """Slots of the output that hold floating-point numbers, whose NaNs may differ."""
    has_diverged_warps: bool  # whether warps wait at different barriers


@dataclasses.dataclass
class Scope:
    """Registers that have a value on every path to here."""

    writable: dict[str, list[str]]
    readable: dict[str, list[str]]
    in_loop: bool = False
    is_uniform: bool = True
    """Whether all threads of a block run this together."""


class ProgramBase:
    """A program that is being made from a source of random numbers."""

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
        self.float_slots: dict[int, type[np.floating]] = {}
        self.barriers_allowed = rng.random() < 0.6
        self.returns_allowed = not self.barriers_allowed and rng.random() < 0.5
        self.has_diverged_warps = False
        empty: dict[str, list[str]] = {kind: [] for kind in PREFIX}
        self.scope = Scope({k: [] for k in PREFIX}, empty)
        self.depth = 0

    # ---- small helpers

    def filled(self, text: str) -> str:
        """Replace what stands in angle brackets, from left to right.

        ``<b32>`` by a register of that type, ``<b32?>`` by one or by a constant, ``<i32>`` by a
        constant, ``<3..9>`` by a number from 3 to 9, ``<a|b>`` by one of several.
        """

        def chosen(match: re.Match[str]) -> str:
            what = match[1]
            low, dots, high = what.partition("..")
            if "|" in what:
                return self.rng.choice(what.split("|"))
            if dots:
                return str(self.rng.randint(int(low), int(high)))
            if what[0] == "i":
                return self.immediate(int(what[1:]))
            return self.source(what[:-1]) if what[-1] == "?" else self.register(what)

        return re.sub("<([^<>]+)>", chosen, text)

    def emit(self, text: str) -> None:
        """Write instructions, with semicolons between them, in the words of `filled`.

        ``$b32x`` is a register of that type that is known only here.
        """
        own: dict[str, str] = {}
        for match in re.finditer(r"\$(b16|b32|b64|f32|f64|pred)\w*", text):
            if match[0] not in own:
                own[match[0]] = self.new(match[1], hidden=True)
        for statement in text.split(";"):
            whole = re.sub(r"\$\w+", lambda match: own[match[0]], self.filled(statement.strip()))
            self.lines.append(f"    {whole};")

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

    def made(self, kind: str, text: str, *, hidden: bool = True, protected: bool = False) -> str:
        """Write a new register by instructions ``text`` with ``{}`` for it."""
        text = self.filled(text)
        name = self.new(kind, protected=protected, hidden=hidden)
        self.emit(text.replace("{}", name))
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
            return self.made(kind, FIRST[kind], hidden=False)
        if self.rng.random() < 0.5:
            known = known[-4:]
        return self.rng.choice(known)

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
        self.scope = Scope(
            {kind: list(names) for kind, names in before.writable.items()},
            {kind: list(names) for kind, names in before.readable.items()},
            before.in_loop or in_loop,
            before.is_uniform and uniform,
        )
        self.depth += 1
        yield
        self.depth -= 1
        self.scope = before

    # ---- writing

    def write(self, kind: str, text: str) -> None:
        """Emit instructions ``text`` with ``{}`` for their destination; perhaps guarded."""
        text = self.filled(text)
        name, old = self.target(kind)
        guard = self.guard(0.4) if old else ""
        self.commit(kind, name, old)
        self.emit(guard + text.replace("{}", name).replace("; ", f"; {guard}"))

    def guard(self, probability: float) -> str:
        """A guard, or none."""
        if self.scope.readable["pred"] and self.rng.random() < probability:
            return self.filled("@<|!><pred> ")
        return ""

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
