"""One instruction of sm_90: 128 bits, of which the topmost 23 steer its issue.

NVIDIA documents none of this. The fields were read off the disassembler (nvdisasm) and are used
for the few instructions below alone; every other instruction is opaque here: it is copied, never
taken apart.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
from collections.abc import Iterable

from sgemm.machine_code.operands import Field, Operands, operands_of

BYTES = 16

ZERO = 255
"""The register that is always zero."""

ALWAYS = 7
"""The guard of an instruction that is always executed."""

NEGATED = 8
"""The bit of a guard that negates it."""

NO_BARRIER = 7
BARRIERS = 6
"""Scoreboard barriers that instructions of no fixed duration count down, and others wait for."""

ALL_BARRIERS = (1 << BARRIERS) - 1

BRANCH_STALL = 6
"""Cycles that the compiler leaves after a branch, or one less."""

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
"""Shorter stalls go with a bit that says that the warp need not make room for another one. With it,
an instruction of a longer stall is illegal."""

_MORE_REGISTERS = 0x600  # what tells USETMAXREG.TRY_ALLOC from .DEALLOC
_SINGLE = 0x800  # 32 bits
_QUAD = 0xC00  # 128 bits a thread, in LDS
_UNGUARDED = ALWAYS << 12


class EncodingError(ValueError):
    """An instruction has no room for a number; the message names it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Control:
    """How an instruction is issued.

    Parameters
    ----------
    stall : int
        Cycles until the same warp's next instruction, 1 to 15.
    write_barrier, read_barrier : int
        The barrier that ends when its result is written, or its operands are read; 7 for none.
    wait : int
        Barriers, one bit each, that have to have ended before it is issued.
    reuse : int
        Operands, one bit each for a, b, c, that stay in the multipliers' operand cache.
    """

    stall: int = 1
    write_barrier: int = NO_BARRIER
    read_barrier: int = NO_BARRIER
    wait: int = 0
    reuse: int = 0


class Kind(enum.Enum):
    """What is known of an instruction."""

    MULTIPLY_ADD = enum.auto()
    LOAD = enum.auto()
    LOAD_32 = enum.auto()
    ADDITION = enum.auto()
    MOVE = enum.auto()
    CONSTANT = enum.auto()
    INEQUALITY = enum.auto()
    BRANCH = enum.auto()
    NOP = enum.auto()
    OPAQUE = enum.auto()


@dataclasses.dataclass(frozen=True)
class Instruction:
    """128 bits of machine code.

    What validation asks of each instruction, thousands of times, is worked out once.

    Parameters
    ----------
    low, high : int
        Its lower and its upper 64 bits.
    """

    low: int
    high: int

    @property
    def opcode(self) -> int:
        """What it does, and the form of its operands."""
        return self.low & 0xFFF

    @property
    def guard(self) -> int:
        """The predicate under which it is executed; bit 3 negates it."""
        return self.low >> 12 & 0xF

    @property
    def d(self) -> int:
        """The register it writes."""
        return self.low >> 16 & 0xFF

    @property
    def a(self) -> int:
        """Its first register."""
        return self.low >> 24 & 0xFF

    @property
    def b(self) -> int:
        """Its second register."""
        return self.low >> 32 & 0xFF

    @property
    def c(self) -> int:
        """Its third register."""
        return self.high & 0xFF

    @property
    def immediate(self) -> int:
        """Its number of 32 bits, as an unsigned one."""
        return self.low >> 32

    @property
    def offset(self) -> int:
        """What a load from shared memory adds to its address, in bytes."""
        return self.low >> 40

    @property
    def predicate(self) -> int:
        """The predicate that a comparison writes."""
        return self.high >> 17 & 0x7

    @property
    def barrier(self) -> int:
        """The convergence barrier of BSSY, BSYNC and BREAK."""
        return self.d & 0xF

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

    def controlled(self, control: Control) -> Instruction:
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

    def guarded(self, guard: int) -> Instruction:
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
        """Registers of which nothing is left behind it where its guard holds."""
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
    def leaves_registers_only(self) -> bool:
        """Whether it is known to write no predicate, and nothing else than registers."""
        return self.opcode & 0x1FF in _INTEGER and self.predicates_written <= {ALWAYS}

    def _registers(self, fields: Iterable[Field]) -> frozenset[int]:
        first = {"d": self.d, "a": self.a, "b": self.b, "c": self.c}
        return frozenset(
            register
            for name, width in fields
            if first[name] != ZERO
            for register in range(first[name], first[name] + width)
        )

    @functools.cached_property
    def kind(self) -> Kind:
        """What it is; one with any bit that is not understood is opaque."""
        if self.is_plain_multiply_add:
            return Kind.MULTIPLY_ADD
        if self.is_plain_load_128:
            return Kind.LOAD
        if self.is_plain_load_32:
            return Kind.LOAD_32
        if self.is_plain_addition:
            return Kind.ADDITION
        if self.moved is not None:
            return Kind.MOVE
        if self.is_plain_constant:
            return Kind.CONSTANT
        if self.is_plain_inequality:
            return Kind.INEQUALITY
        if self.operation == nop().operation:
            return Kind.NOP
        return Kind.BRANCH if self.opcode == BRANCH else Kind.OPAQUE

    @functools.cached_property
    def operands(self) -> tuple[int, ...]:
        """The registers that one of a known kind reads."""
        if self.kind is Kind.MULTIPLY_ADD:
            return self.a, self.b, self.c
        if self.kind is Kind.MOVE:
            return (self.b,) if self.moved == self.b else (self.c,)
        return () if self.kind in (Kind.CONSTANT, Kind.NOP) else (self.a,)

    @functools.cached_property
    def results(self) -> tuple[int, ...]:
        """The registers that one of a known kind writes."""
        if self.kind is Kind.LOAD:
            return tuple(range(self.d, self.d + 4))
        return () if self.kind in (Kind.INEQUALITY, Kind.NOP) else (self.d,)

    @property
    def is_plain_multiply_add(self) -> bool:
        """Whether it is an FFMA of three registers: no negation, rounding mode or guard."""
        return self.operation == multiply_add(self.d, self.a, self.b, self.c).operation

    @property
    def is_plain_load_128(self) -> bool:
        """Whether it loads four floats from shared memory at a register and an offset."""
        return (
            self.opcode == LOAD_SHARED
            and not self.offset >> 23
            and self.operation == load_128(self.d, self.a, self.offset).operation
        )

    @property
    def is_plain_load_32(self) -> bool:
        """Whether it loads one float from shared memory at a register and an offset."""
        return (
            self.opcode == LOAD_SHARED
            and not self.offset >> 23
            and self.operation == load_32(self.d, self.a, self.offset).operation
        )

    @property
    def is_plain_addition(self) -> bool:
        """Whether it adds a constant to a register."""
        return self.operation in (
            add_immediate(self.d, self.a, self.immediate).operation,
            add_three(self.d, self.a, self.immediate).operation,
        )

    @property
    def is_increment(self) -> bool:
        """Whether it adds a constant to a register, in place."""
        return self.is_plain_addition and self.d == self.a

    @property
    def moved(self) -> int | None:
        """The register that it does nothing but copy to another one, or None."""
        if self.operation == move(self.d, self.b).operation:
            return self.b
        if self.operation == move_by_multiplying(self.d, self.c).operation:
            return self.c
        return None

    @property
    def is_plain_constant(self) -> bool:
        """Whether it moves a constant to a register."""
        return self.operation == move_immediate(self.d, self.immediate).operation

    @property
    def is_plain_inequality(self) -> bool:
        """Whether it does nothing but set a predicate to whether two registers differ."""
        return self.operation == differ(self.predicate, self.a, self.b).operation

    def is_plain_branch(self, at: int) -> bool:
        """Whether it is a branch, under one guard at most, to a whole instruction."""
        return self.operation == branch(at, branch_target(at, self), self.guard).operation


@dataclasses.dataclass(frozen=True)
class Copy(Instruction):
    """A copy of an instruction of the compiler's, perhaps issued another way.

    Parameters
    ----------
    place : int
        Where the compiler has it, counted in instructions.
    """

    place: int


def _operation(low: int, high: int) -> Instruction:
    return Instruction(low | _UNGUARDED, high).controlled(Control())


def multiply_add(d: int, a: int, b: int, c: int) -> Instruction:
    """Return ``d = a * b + c``, rounded once."""
    return _operation(MULTIPLY_ADD | d << 16 | a << 24 | b << 32, c)


def load_32(d: int, address: int, offset: int) -> Instruction:
    """Return the load of a float from shared memory into d."""
    if not 0 <= offset < 1 << 23:
        raise EncodingError(f"offset = {offset}: a load reaches 0 to 2**23 - 1 bytes")
    return _operation(LOAD_SHARED | d << 16 | address << 24 | offset << 40, _SINGLE)


def load_128(d: int, address: int, offset: int) -> Instruction:
    """Return the load of four floats from shared memory into d to d+3."""
    if not 0 <= offset < 1 << 23:
        raise EncodingError(f"offset = {offset}: a load reaches 0 to 2**23 - 1 bytes")
    return _operation(LOAD_SHARED | d << 16 | address << 24 | offset << 40, _QUAD)


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
    rest = instruction.low >> 34 | (instruction.high & 0x3FFFF) << 30
    if rest >> 47:
        rest -= 1 << 48
    return at + 1 + (rest << 8 | instruction.low >> 16 & 0xFF) * 4 // BYTES


def convergence_target(at: int, instruction: Instruction) -> int:
    """Return where lanes go on behind the barrier that BSSY at a place sets up."""
    distance = instruction.low >> 34 | (instruction.high & 0x3FFFF) << 30
    if distance >> 47:
        distance -= 1 << 48
    return at + 1 + distance * 4 // BYTES


def nop() -> Instruction:
    """Return an instruction that does nothing."""
    return _operation(NOP, 0)
