"""One instruction of sm_90: 128 bits, of which the topmost 23 steer its issue.

NVIDIA documents none of this. The fields were read off the disassembler (nvdisasm) and are used
for the few instructions below alone. Every other instruction is opaque here: it is copied as a
whole, and none of its fields is changed.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
from collections.abc import Callable, Iterable
from typing import Self

from sgemm.machine_code.operands import Field, Operands, operands_of

BYTES = 16
ZERO = 255  # the register that is always zero
ALWAYS = 7  # the guard of an instruction that is always executed
NEGATED = 8  # the bit of a guard that negates it
NO_BARRIER = 7
BARRIERS = 6  # scoreboard barriers: set by instructions of no fixed duration, waited for by others
ALL_BARRIERS = (1 << BARRIERS) - 1
BRANCH_STALL = 6  # cycles that the compiler leaves after a branch, or one less
MULTIPLY_ADD = 0x223  # FFMA d, a, b, c
LOAD_SHARED = 0x984  # LDS d, [a + offset]
ADD_IMMEDIATE = 0x836  # VIADD d, a, immediate
ADD_THREE = 0x810  # IADD3 d, a, immediate, c
MOVE = 0x202  # MOV d, b
MOVE_IMMEDIATE = 0x802  # MOV d, immediate
COMPARE = 0x20C  # ISETP
BRANCH = 0x947  # BRA
REGISTERS = 0x9C8  # USETMAXREG
NOP = 0x918  # NOP
YIELD = 0x946
CONTROL_FLOW = range(0x940, 0x960)
CONVERGENCE = 0x948  # WARPSYNC
CONVERGENCE_BEGINS = 0x945  # BSSY
CONVERGENCE_ENDS = 0x941  # BSYNC
CONVERGENCE_BREAKS = 0x942  # BREAK
CALL = 0x944  # CALL.REL
RETURN = 0x950  # RET.REL
EXIT = 0x94D

_COPY_BY_MULTIPLYING = 0x224  # IMAD.MOV d, c

# MOV, SEL, SHF, VIADD, IADD3, LEA, LOP3, IMAD, by their opcodes without the form of operands
_INTEGER = frozenset({0x002, 0x007, 0x019, 0x036, 0x010, 0x011, 0x012, 0x024})
_ANY = tuple(Field(name, 4) for name in "dabc")  # what an unknown instruction may name

_ALL_PREDICATES = frozenset(range(7))

_CONTROL = 41  # bits of the upper half below the issue control
_OPERANDS = (1 << _CONTROL) - 1
_LONG_STALL = 12
"""Shorter stalls go with a bit that says that the warp need not give way to another one. With it,
an instruction of a longer stall is illegal."""

_MORE_REGISTERS = 0x600  # what distinguishes USETMAXREG.TRY_ALLOC from .DEALLOC
_32_BITS, _128_BITS = 0x800, 0xC00  # what LDS loads for a thread
_REACH = 1 << 23  # a load's offset is smaller
_UNGUARDED = ALWAYS << 12


class EncodingError(ValueError):
    """A number does not fit its field of an instruction; the message names it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Control:
    """How an instruction is issued."""

    stall: int = 1  # cycles until the same warp's next instruction, 1 to 15
    write_barrier: int = NO_BARRIER  # the barrier that ends when its result is written
    read_barrier: int = NO_BARRIER  # the barrier that ends when its operands are read
    wait: int = 0  # barriers, one bit each, that have to have ended before it is issued
    reuse: int = 0  # operands, one bit each for a, b, c, that stay in the operand cache


class InstructionType(enum.Enum):
    """What is known of an instruction."""

    MULTIPLY_ADD = enum.auto()  # FFMA of three registers: no negation, rounding mode or guard
    LOAD_128 = enum.auto()  # four floats from shared memory at a register and an offset
    LOAD_32 = enum.auto()  # one float, likewise
    ADDITION = enum.auto()  # of a constant to a register
    MOVE = enum.auto()
    CONSTANT = enum.auto()  # moved to a register
    INEQUALITY = enum.auto()  # sets a predicate to whether two registers differ
    BRANCH = enum.auto()
    NOP = enum.auto()
    OPAQUE = enum.auto()


class _Bits:
    """A field of an instruction: some bits of one of its halves, as an unsigned number.

    It is worked out once for each instruction, as ``functools.cached_property`` does.
    """

    def __init__(self, at: int, width: int) -> None:
        self._is_low, self._shift, self._mask = at < 64, at % 64, (1 << width) - 1
        self._name = ""

    def __set_name__(self, owner: object, name: str) -> None:
        self._name = name

    def __get__(self, i: Instruction, owner: object) -> int:
        value = (i.low if self._is_low else i.high) >> self._shift & self._mask
        i.__dict__[self._name] = value
        return value


@dataclasses.dataclass(frozen=True)
class Instruction:
    """128 bits of machine code: their lower and their upper half.

    What validation asks of each instruction, thousands of times, is worked out once.
    """

    low: int
    high: int

    opcode = _Bits(0, 12)  # what it does, and the form of its operands
    guard = _Bits(12, 4)  # the predicate under which it is executed; bit 3 negates it
    d = _Bits(16, 8)  # the register that it writes
    a = _Bits(24, 8)  # its first register
    b = _Bits(32, 8)
    c = _Bits(64, 8)
    immediate = _Bits(32, 32)
    offset = _Bits(40, 24)  # what a load from shared memory adds to its address, in bytes
    predicate = _Bits(81, 3)  # the one that a comparison writes
    barrier = _Bits(16, 4)  # the convergence barrier of BSSY, BSYNC and BREAK

    @property
    def requests(self) -> int | None:
        """How many registers a thread it asks for, or None if it asks for none."""
        is_request = (self.opcode, self.guard) == (REGISTERS, ALWAYS)
        return self.immediate if is_request and self.high & 0xFFF == _MORE_REGISTERS else None

    @functools.cached_property
    def control(self) -> Control:
        """How it is issued."""
        bits = self.high >> _CONTROL
        return Control(
            stall=bits & 0xF,
            write_barrier=bits >> 5 & 0x7,
            read_barrier=bits >> 8 & 0x7,
            wait=bits >> 11 & 0x3F,
            reuse=bits >> 17 & 0xF,
        )

    @functools.cached_property
    def operation(self) -> tuple[int, int]:
        """All of it but the control: two instructions of one operation do the same."""
        return self.low, self.high & _OPERANDS

    def controlled(self, control: Control) -> Self:
        """Return the same operation, issued another way."""
        if not 0 <= control.stall < 16:
            raise EncodingError(f"stall = {control.stall}: it has four bits")
        bits = (
            control.stall
            | (control.stall < _LONG_STALL) << 4
            | control.write_barrier << 5
            | control.read_barrier << 8
            | control.wait << 11
            | control.reuse << 17
        )
        return dataclasses.replace(self, high=self.high & _OPERANDS | bits << _CONTROL)

    def issued(self, **changes: int) -> Self:
        """Return the same operation with some fields of its control changed."""
        return self.controlled(dataclasses.replace(self.control, **changes))

    def guarded(self, guard: int) -> Self:
        """Return the same operation under another guard."""
        return dataclasses.replace(self, low=self.low & ~0xF000 | guard << 12)

    @functools.cached_property
    def _known_operands(self) -> Operands | None:
        return operands_of(self.opcode, self.high & 0x3FFF00)

    @property
    def is_known(self) -> bool:
        """Whether it is known which registers it reads and writes."""
        return self._known_operands is not None

    @functools.cached_property
    def written(self) -> frozenset[int]:
        """Registers that it may write: too many rather than too few, where it is not known."""
        known = self._known_operands
        return self._registers(known.written if known else _ANY)

    @functools.cached_property
    def read(self) -> frozenset[int]:
        """Registers that it may read: under a guard also that which it may write."""
        return self.sources if self.guard == ALWAYS else self.sources | self.written

    @functools.cached_property
    def sources(self) -> frozenset[int]:
        """Registers that it may read where its guard holds."""
        known = self._known_operands
        return self._registers(known.read if known else _ANY)

    @functools.cached_property
    def overwritten(self) -> frozenset[int]:
        """Registers that it replaces completely where its guard holds."""
        known = self._known_operands
        return self._registers(known.overwritten if known else ())

    @functools.cached_property
    def predicates_written(self) -> frozenset[int]:
        """Predicates that it may write."""
        known = self._known_operands
        if known is None or known.predicates is None:
            return _ALL_PREDICATES
        return frozenset(self.high >> at & 0x7 for at in known.predicates)

    @property
    def computes_integers(self) -> bool:
        """Whether it is known to compute with integers, in a fixed time."""
        return self.opcode & 0x1FF in _INTEGER

    @property
    def leaves_registers_only(self) -> bool:
        """Whether it is known to write no predicate, and nothing else than registers."""
        return self.computes_integers and self.predicates_written <= {ALWAYS}

    def _registers(self, fields: Iterable[Field]) -> frozenset[int]:
        first = {"d": self.d, "a": self.a, "b": self.b, "c": self.c}
        return frozenset(
            register
            for name, width in fields
            if first[name] != ZERO
            for register in range(first[name], first[name] + width)
        )

    @functools.cached_property
    def type(self) -> InstructionType:
        """What it is; one with any bit that is not understood is opaque."""
        for opcode, type_, encode in _UNDERSTOOD:
            if opcode == self.opcode and encode(self).operation == self.operation:
                return type_
        return InstructionType.BRANCH if self.opcode == BRANCH else InstructionType.OPAQUE

    @functools.cached_property
    def operands(self) -> tuple[int, ...]:
        """The registers that one of a known type reads."""
        if self.type is InstructionType.MULTIPLY_ADD:
            return self.a, self.b, self.c
        if self.type is InstructionType.MOVE:
            return (self.b if self.opcode == MOVE else self.c,)
        return () if self.type in (InstructionType.CONSTANT, InstructionType.NOP) else (self.a,)

    @functools.cached_property
    def used(self) -> frozenset[int]:
        """The registers that one of a known type reads or writes."""
        return frozenset((*self.operands, *self.results))

    @functools.cached_property
    def results(self) -> tuple[int, ...]:
        """The registers that one of a known type writes."""
        if self.type is InstructionType.LOAD_128:
            return tuple(range(self.d, self.d + 4))
        return () if self.type in (InstructionType.INEQUALITY, InstructionType.NOP) else (self.d,)

    @property
    def is_increment(self) -> bool:
        """Whether it adds a constant to a register, in place."""
        return self.type is InstructionType.ADDITION and self.d == self.a

    def is_plain_branch(self, at: int) -> bool:
        """Whether it is a branch, under one guard at most, to a whole instruction."""
        return self.operation == branch(at, branch_target(at, self), self.guard).operation


@dataclasses.dataclass(frozen=True)
class Copy(Instruction):
    """A copy of an instruction of the compiler's, perhaps issued another way."""

    place: int  # where the compiler has it, counted in instructions


def _operation(low: int, high: int) -> Instruction:
    return Instruction(low | _UNGUARDED, high).controlled(Control())


def multiply_add(d: int, a: int, b: int, c: int) -> Instruction:
    """Return ``d = a * b + c``, rounded once."""
    return _operation(MULTIPLY_ADD | d << 16 | a << 24 | b << 32, c)


def load_32(d: int, address: int, offset: int) -> Instruction:
    """Return the load of a float from shared memory into d."""
    return _load(d, address, offset, _32_BITS)


def load_128(d: int, address: int, offset: int) -> Instruction:
    """Return the load of four floats from shared memory into d to d+3."""
    return _load(d, address, offset, _128_BITS)


def _load(d: int, address: int, offset: int, size: int) -> Instruction:
    if not 0 <= offset < _REACH:
        raise EncodingError(f"offset = {offset}: a load reaches 0 to 2**23 - 1 bytes")
    return _operation(LOAD_SHARED | d << 16 | address << 24 | offset << 40, size)


def add_immediate(d: int, a: int, number: int) -> Instruction:
    """Return ``d = a + number``, modulo 2**32."""
    return _operation(ADD_IMMEDIATE | d << 16 | a << 24 | (number & 0xFFFFFFFF) << 32, 0)


def add_three(d: int, a: int, number: int) -> Instruction:
    """Return ``d = a + number`` as the compiler has it at times: a sum of three, one of them 0."""
    low = ADD_THREE | d << 16 | a << 24 | (number & 0xFFFFFFFF) << 32
    return _operation(low, 0x7FFE000 | ZERO)


def move(d: int, b: int) -> Instruction:
    """Return ``d = b``."""
    return _operation(MOVE | d << 16 | b << 32, 0xF00)


def move_by_multiplying(d: int, c: int) -> Instruction:
    """Return ``d = c`` as the compiler has it at times: ``0 * 0 + c``, by other units."""
    return _operation(_COPY_BY_MULTIPLYING | d << 16 | ZERO << 24 | ZERO << 32, 0x78E0000 | c)


def move_immediate(d: int, number: int) -> Instruction:
    """Return ``d = number``."""
    return _operation(MOVE_IMMEDIATE | d << 16 | (number & 0xFFFFFFFF) << 32, 0xF00)


def differ(predicate: int, a: int, b: int) -> Instruction:
    """Return ``predicate = a != b``."""
    return _operation(COMPARE | a << 24 | b << 32, 0x3F05270 | predicate << 17)


def is_nonzero(predicate: int, a: int) -> Instruction:
    """Return ``predicate = a != 0``."""
    return differ(predicate, a, ZERO)


def branch(at: int, to: int, guard: int = ALWAYS) -> Instruction:
    """Return a branch; places are counted in instructions."""
    distance = (to - at - 1) * BYTES // 4
    rest = distance >> 8 & (1 << 48) - 1
    low = BRANCH | (distance & 0xFF) << 16 | (rest & (1 << 30) - 1) << 34
    return _operation(low, rest >> 30 | 0x3800000).guarded(guard)


def branch_target(at: int, instruction: Instruction) -> int:
    """Return where a branch at a place goes to, both counted in instructions."""
    low = instruction.low >> 16 & 0xFF
    return at + 1 + (_distance(instruction) << 8 | low) * 4 // BYTES


def convergence_target(at: int, instruction: Instruction) -> int:
    """Return where lanes go on after the barrier that BSSY at a place sets up."""
    return at + 1 + _distance(instruction) * 4 // BYTES


def _distance(instruction: Instruction) -> int:
    distance = instruction.low >> 34 | (instruction.high & 0x3FFFF) << 30
    return distance - (1 << 48) if distance >> 47 else distance


def nop() -> Instruction:
    """Return an instruction that does nothing."""
    return _operation(NOP, 0)


_UNDERSTOOD: tuple[tuple[int, InstructionType, Callable[[Instruction], Instruction]], ...] = (
    (MULTIPLY_ADD, InstructionType.MULTIPLY_ADD, lambda i: multiply_add(i.d, i.a, i.b, i.c)),
    (LOAD_SHARED, InstructionType.LOAD_128, lambda i: load_128(i.d, i.a, i.offset % _REACH)),
    (LOAD_SHARED, InstructionType.LOAD_32, lambda i: load_32(i.d, i.a, i.offset % _REACH)),
    (ADD_IMMEDIATE, InstructionType.ADDITION, lambda i: add_immediate(i.d, i.a, i.immediate)),
    (ADD_THREE, InstructionType.ADDITION, lambda i: add_three(i.d, i.a, i.immediate)),
    (MOVE, InstructionType.MOVE, lambda i: move(i.d, i.b)),
    (_COPY_BY_MULTIPLYING, InstructionType.MOVE, lambda i: move_by_multiplying(i.d, i.c)),
    (MOVE_IMMEDIATE, InstructionType.CONSTANT, lambda i: move_immediate(i.d, i.immediate)),
    (COMPARE, InstructionType.INEQUALITY, lambda i: differ(i.predicate, i.a, i.b)),
    (NOP, InstructionType.NOP, lambda i: nop()),
)
"""Opcodes, each with what it is if all its bits are understood, and how it is encoded then."""
