"""The PTX syntax tree: typed nodes that know their file and line, and which registers they touch.

Names are resolved: nested scopes may declare a register or label of the same name again (inline
assembly does), so the parser renames every declaration after the first to ``name'2``, ``name'3``,
which no PTX identifier can be, and its uses with it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator
from typing import Literal

# Most operations write their first operand if that can be written (an address cannot). These
# have a register in that place and only read it.
_READS_FIRST = frozenset({"bar", "barrier", "nanosleep", "stackrestore"})


@dataclasses.dataclass(frozen=True, slots=True)
class Location:
    """Where a statement stands."""

    file: str  # name of the PTX text, as given to the parser
    line: int  # from 1
    text: str  # the statement as written


@dataclasses.dataclass(frozen=True, slots=True)
class Type:
    """A fundamental PTX type: kind b (bits), u, s, f or pred, and width in bits."""

    kind: Literal["b", "u", "s", "f", "pred"]
    bits: int

    @property
    def nbytes(self) -> int:
        """Size in memory in bytes (a predicate has none: 0)."""
        return self.bits // 8

    def __str__(self) -> str:
        return "pred" if self.kind == "pred" else f"{self.kind}{self.bits}"


PREDICATE = Type("pred", 1)  # type of every predicate


# ---- operands


@dataclasses.dataclass(frozen=True, slots=True)
class Register:
    """A declared register."""

    name: str
    type: Type


@dataclasses.dataclass(frozen=True, slots=True)
class SpecialRegister:
    """A predefined read-only register: ``%tid.x``, ``%ctaid.y``, ``%laneid``."""

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class Integer:
    """An integer constant, signed, as written (a U suffix is dropped)."""

    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class Float:
    """A floating-point constant by its bits."""

    pattern: int
    bits: Literal[32, 64]  # 32 of ``0fXXXXXXXX``; 64 of ``0dXXXX...`` and decimal literals


@dataclasses.dataclass(frozen=True, slots=True)
class Symbol:
    """The address of a variable: a shared array or a kernel parameter, by its name."""

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class OffsetSymbol:
    """The address of a variable plus a constant number of bytes: ``mov.u32 %r1, array+16``."""

    name: str
    offset: int


@dataclasses.dataclass(frozen=True, slots=True)
class Vector:
    """Several operands in braces: ``{%f1, %f2, %f3, %f4}``; a result may be discarded by ``_``."""

    elements: tuple[Scalar | Discard, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Address:
    """A memory operand ``[base + offset]``; an absolute address has an Integer base."""

    base: Register | Symbol | Integer
    offset: int


@dataclasses.dataclass(frozen=True, slots=True)
class TextureAddress:
    """A texture operand ``[texture, {x, y}]`` or ``[texture, x]``."""

    texture: Register | Symbol
    coordinates: tuple[Scalar, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Label:
    """A branch target."""

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class Discard:
    """The bit bucket ``_``: a result that nobody wants."""


@dataclasses.dataclass(frozen=True, slots=True)
class NegatedPredicate:
    """A source predicate to be inverted: the last operand of ``setp.lt.and.s32 p, a, b, !q``."""

    register: Register


Scalar = Register | SpecialRegister | Integer | Float | Symbol
Operand = (
    Scalar | OffsetSymbol | Vector | Address | TextureAddress | Label | Discard | NegatedPredicate
)


# ---- statements


@dataclasses.dataclass(frozen=True, slots=True)
class Guard:
    """The predicate of a guarded instruction: ``@%p`` or ``@!%p``."""

    register: Register
    negated: bool


@dataclasses.dataclass(frozen=True)
class Instruction:
    """One instruction."""

    opcode: str  # first part of the operation: ``"ld"``, ``"mad"``, ``"cp"``
    modifiers: tuple[str, ...]
    """The rest, without dots, in order: ``("global", "nc", "v4", "f32")``; a ``::`` stays inside
    its part (``"L2::128B"``)."""
    operands: tuple[Operand, ...]
    """In the order written, destination first where there is one. A destination pair ``%p|%q`` is a
    Vector of two."""
    guard: Guard | None
    location: Location

    @functools.cached_property
    def operation(self) -> str:
        """The operation as written: ``"ld.global.nc.v4.f32"``."""
        return ".".join((self.opcode, *self.modifiers))

    @functools.cached_property
    def destinations(self) -> tuple[Operand, ...]:
        """The operands that are written: the first, or none."""
        operands = self.operands
        if not operands or not isinstance(operands[0], Register | Vector):
            return ()
        if self.opcode in _READS_FIRST and "red" not in self.modifiers:
            return ()  # but barrier.red.popc writes how many threads voted for it
        if self.operation.startswith("tcgen05.dealloc"):
            return ()
        return operands[:1]

    @functools.cached_property
    def inputs(self) -> tuple[Operand, ...]:
        """Scalar operands but for the first, each in its place."""
        return tuple(scalars_of(self.operands[1:]))

    @functools.cached_property
    def registers_written(self) -> tuple[str, ...]:
        """Names of the registers that it writes, in the order of its operands.

        A guarded instruction counts as writing too, though it may not: see `registers_read`. The
        carry of ``add.cc`` is in no register.
        """
        return tuple(registers_of(self.destinations))

    @functools.cached_property
    def registers_read(self) -> tuple[str, ...]:
        """Names of the registers whose values it needs, each once.

        The guard comes first. A guarded instruction also needs the old values of the registers
        that it writes, since they survive where the guard does not hold, and a ``wgmma`` adds to
        its destination.
        """
        needed = self.operands[len(self.destinations) :]
        if self.guard is not None or self.operation.startswith("wgmma.mma_async"):
            needed = self.operands
        if self.guard is not None:
            needed = (self.guard.register, *needed)
        return tuple(dict.fromkeys(registers_of(needed)))


def registers_of(operands: Iterable[Operand]) -> Iterator[str]:
    """Names of the registers in some operands, wherever they stand in them."""
    for operand in scalars_of(operands):
        if isinstance(operand, Register):
            yield operand.name
        elif isinstance(operand, NegatedPredicate):
            yield operand.register.name


def scalars_of(operands: Iterable[Operand]) -> Iterator[Operand]:
    """Operands, those in braces and in addresses one by one."""
    for operand in operands:
        if isinstance(operand, Vector):
            yield from operand.elements
        elif isinstance(operand, Address):
            yield operand.base
        elif isinstance(operand, TextureAddress):
            yield operand.texture
            yield from operand.coordinates
        else:
            yield operand


def elements_of(operand: Operand) -> tuple[Operand, ...]:
    """Operands in braces, or the one that stands without."""
    return operand.elements if isinstance(operand, Vector) else (operand,)


def integer_of(operand: Operand) -> int:
    """Return the number that an operand is, which must be written there."""
    assert isinstance(operand, Integer)
    return operand.value


@dataclasses.dataclass(frozen=True, slots=True)
class LabelStatement:
    """A label in front of the next instruction."""

    label: Label
    location: Location


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """A kernel parameter."""

    name: str
    type: Type  # element type
    offset: int  # byte offset in the parameter space: parameters follow each other, each aligned
    nbytes: int  # size in bytes; larger than the type's for an array (a structure)


@dataclasses.dataclass(frozen=True, slots=True)
class SharedVariable:
    """An array in shared memory."""

    name: str
    alignment: int  # in bytes, as declared
    nbytes: int  # size in bytes; 0 for ``.extern .shared`` (dynamic shared memory)


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """A kernel."""

    name: str
    parameters: tuple[Parameter, ...]
    registers: dict[str, Register]  # every declared register by its (resolved) name
    shared: tuple[SharedVariable, ...]
    """Its own and the module's shared variables that it may refer to, in order of declaration."""
    body: tuple[Instruction | LabelStatement, ...]
    max_threads: tuple[int, int, int] | None  # ``.maxntid``, padded to three
    required_threads: tuple[int, int, int] | None  # ``.reqntid``, padded to three
    location: Location
    required_cluster: tuple[int, int, int] | None = None  # ``.reqnctapercluster``, padded to three
    max_cluster: int | None = None  # ``.maxclusterrank``: most blocks of a cluster
    needs_cluster: bool = False  # ``.explicitcluster``: a launch must say the size of clusters


@dataclasses.dataclass(frozen=True, slots=True)
class Module:
    """A PTX text."""

    target: str  # ``.target``: ``"sm_80"``, ``"sm_90a"``
    entries: dict[str, Entry]
    others: tuple[str, ...] = ()  # names of the kernels that were stepped over

    @property
    def architecture(self) -> int:
        """Compute capability of the target times ten: 90 for sm_90a."""
        return int(self.target.removeprefix("sm_").rstrip("af"))

    def runs_on(self, architecture: int) -> bool:
        """Whether a GPU of a compute capability, times ten, takes PTX for this target.

        Later ones do; those of ``sm_90a`` are for one alone, of ``sm_100f`` for one family.
        """
        if self.target.endswith("a"):
            return architecture == self.architecture
        is_family = architecture // 10 == self.architecture // 10
        return architecture >= self.architecture and (is_family or self.target[-1] != "f")
