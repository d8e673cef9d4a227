"""The PTX syntax tree: typed nodes that know their file and line. Data only.

Names are resolved: nested scopes may declare a register or label of the same name again (inline
assembly does), so the parser renames every declaration after the first to ``name'2``, ``name'3``,
which no PTX identifier can be, and its uses with it.
"""

from __future__ import annotations

import dataclasses
from typing import Literal


@dataclasses.dataclass(frozen=True, slots=True)
class Location:
    """Where a statement stands.

    Parameters
    ----------
    file : str
        Name of the PTX text, as given to the parser.
    line : int
        From 1.
    text : str
        The statement as written.
    """

    file: str
    line: int
    text: str


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


PREDICATE = Type("pred", 1)
"""Type of every predicate."""


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
    """A floating-point constant by its bits.

    ``0fXXXXXXXX`` has bits = 32, ``0dXXXX...`` and decimal literals have bits = 64.
    """

    pattern: int
    bits: Literal[32, 64]


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


@dataclasses.dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction.

    Parameters
    ----------
    opcode : str
        First part of the operation: ``"ld"``, ``"mad"``, ``"cp"``.
    modifiers : tuple of str
        The rest, without dots, in order: ``("global", "nc", "v4", "f32")``; a ``::`` stays
        inside its part (``"L2::128B"``).
    operands : tuple of Operand
        In the order written, destination first where there is one. A destination pair
        ``%p|%q`` is a Vector of two.
    guard : Guard or None
    location : Location
    """

    opcode: str
    modifiers: tuple[str, ...]
    operands: tuple[Operand, ...]
    guard: Guard | None
    location: Location

    @property
    def operation(self) -> str:
        """The operation as written: ``"ld.global.nc.v4.f32"``."""
        return ".".join((self.opcode, *self.modifiers))


@dataclasses.dataclass(frozen=True, slots=True)
class LabelStatement:
    """A label in front of the next instruction."""

    label: Label
    location: Location


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """A kernel parameter.

    Parameters
    ----------
    name : str
    type : Type
        Element type.
    alignment : int
        In bytes.
    offset : int
        Byte offset in the parameter space: parameters follow each other, each aligned.
    nbytes : int
        Size in bytes; larger than the type's for an array (a structure).
    """

    name: str
    type: Type
    alignment: int
    offset: int
    nbytes: int


@dataclasses.dataclass(frozen=True, slots=True)
class SharedVariable:
    """An array in shared memory.

    Parameters
    ----------
    name : str
    alignment : int
        In bytes, as declared.
    nbytes : int
        Size in bytes; 0 for ``.extern .shared`` (dynamic shared memory).
    """

    name: str
    alignment: int
    nbytes: int


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """A kernel.

    Parameters
    ----------
    name : str
    parameters : tuple of Parameter
    registers : dict of str to Register
        Every declared register by its (resolved) name.
    shared : tuple of SharedVariable
        Its own and the module's shared variables that it may refer to, in order of declaration.
    body : tuple of Instruction or LabelStatement
    max_threads : tuple of int or None
        ``.maxntid``, padded to three.
    required_threads : tuple of int or None
        ``.reqntid``, padded to three.
    min_blocks : int or None
        ``.minnctapersm``.
    cluster : tuple of int or None
        ``.reqnctapercluster``, padded to three.
    location : Location
    """

    name: str
    parameters: tuple[Parameter, ...]
    registers: dict[str, Register]
    shared: tuple[SharedVariable, ...]
    body: tuple[Instruction | LabelStatement, ...]
    max_threads: tuple[int, int, int] | None
    required_threads: tuple[int, int, int] | None
    min_blocks: int | None
    cluster: tuple[int, int, int] | None
    location: Location


@dataclasses.dataclass(frozen=True, slots=True)
class Module:
    """A PTX text.

    Parameters
    ----------
    version : tuple of int
        ``.version``.
    target : str
        ``.target``: ``"sm_80"``, ``"sm_90a"``.
    entries : dict of str to Entry
    others : tuple of str
        SymbolTable of the kernels that were stepped over.
    """

    version: tuple[int, int]
    target: str
    entries: dict[str, Entry]
    others: tuple[str, ...] = ()

    @property
    def architecture(self) -> int:
        """Compute capability of the target times ten: 90 for sm_90a."""
        digits = "".join(c for c in self.target.removeprefix("sm_") if c.isdigit())
        return int(digits)

    def runs_on(self, architecture: int) -> bool:
        """Whether a GPU of a compute capability, times ten, takes PTX for this target.

        Later ones do; those of ``sm_90a`` are for one alone, of ``sm_100f`` for one family.
        """
        if self.target.endswith("a"):
            return architecture == self.architecture
        is_family = architecture // 10 == self.architecture // 10
        return architecture >= self.architecture and (is_family or self.target[-1] != "f")
