"""The operands of one instruction against what its operation takes."""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.executor.lower.table import unsupported
from sgemm.ptx.syntax import (
    PREDICATE,
    Address,
    Discard,
    Float,
    Instruction,
    Integer,
    NegatedPredicate,
    OffsetSymbol,
    Operand,
    Register,
    SpecialRegister,
    Symbol,
    Type,
    Vector,
)

WORD = Type("u", 32)
ADDRESS = Type("u", 64)


class Operands:
    """The operands of one instruction, whose operation is known."""

    def __init__(self, instruction: Instruction) -> None:
        self.instruction = instruction
        self.operands = instruction.operands
        name = instruction.modifiers[-1] if instruction.modifiers else ""
        self.type = type_named(name)

    def require(self, holds: bool, what: str) -> None:
        """Refuse the instruction unless something holds."""
        if not holds:
            raise unsupported(self.instruction, what)

    def count(self, *allowed: int) -> None:
        """Require one of some numbers of operands."""
        numbers = " or ".join(map(str, allowed))
        self.require(
            len(self.operands) in allowed,
            f"{self.instruction.opcode} takes {numbers} operands here, not {len(self.operands)}",
        )

    def result(self, place: int, kind: Type, *, wider: bool = False) -> None:
        """Check a destination by its place."""
        self.check_result(self.operands[place], kind, wider=wider)

    def check_result(self, operand: Operand, kind: Type, *, wider: bool = False) -> None:
        """Check a destination."""
        if isinstance(operand, Discard) and isinstance(self.operands[0], Vector):
            return
        self.require(isinstance(operand, Register), "the destination is not a register")
        assert isinstance(operand, Register)
        self.check_register(operand, kind, wider=wider)

    def source(self, place: int, kind: Type, *, wider: bool = False) -> None:
        """Check a source by its place."""
        self.check_source(self.operands[place], kind, wider=wider)

    def check_source(self, operand: Operand, kind: Type, *, wider: bool = False) -> None:
        """Check a source."""
        if isinstance(operand, Register):
            self.check_register(operand, kind, wider=wider)
        elif isinstance(operand, NegatedPredicate):
            self.require(kind.kind == "pred", f"a number of type {_shown(kind)} is due")
        elif isinstance(operand, Integer):
            self.require(kind.kind != "f", "an integer constant where a floating-point one is due")
            self.require(
                kind.kind != "pred" or operand.value in (-1, 0, 1),
                f"the constant {operand.value} does not fit {_shown(kind)}",
            )
        elif isinstance(operand, Float):
            self.require(
                kind.kind == "f" or (kind.kind == "b" and kind.bits == operand.bits),
                f"a floating-point constant where a number of type {_shown(kind)} is due",
            )
            self.require(
                kind.bits == operand.bits or kind.bits == 32,
                f"the constant does not fit {_shown(kind)}",
            )
        else:
            self.require(
                isinstance(operand, SpecialRegister | Symbol | OffsetSymbol)
                and kind.kind in ("b", "u", "s"),
                f"an operand of type {_shown(kind)} is due",
            )

    def check_register(self, register: Register, kind: Type, *, wider: bool) -> None:
        """Check that a register is of a type, or where allowed a wider one.

        Bits agree with every kind of number, signed integers with unsigned ones. A wider register
        takes, or gives, the low bits; only floating-point numbers are not part of one another.
        """
        have = register.type
        mixes = {have.kind, kind.kind}
        agrees = (
            have.kind == kind.kind or ("pred" not in mixes and "b" in mixes) or mixes == {"s", "u"}
        )
        may_be_wider = wider and mixes != {"f"}
        fits = have.bits == kind.bits or (may_be_wider and have.bits > kind.bits)
        self.require(
            fits and agrees, f"{register.name} is of type {_shown(have)}, and {_shown(kind)} is due"
        )

    def address(self, place: int) -> None:
        """Check a memory operand in the memory that the instruction names."""
        modifiers = self.instruction.modifiers
        in_shared = any(space in modifiers for space in ("shared", "shared::cta")) and (
            self.instruction.opcode != "cp" or place == 0
        )
        if in_shared:
            self.shared_address(place)
        else:
            self.global_address(place)

    def shared_address(self, place: int) -> None:
        """Check a memory operand in shared memory; a generic one has 64 bits."""
        self._address(place, is_shared=True)

    def global_address(self, place: int) -> None:
        """Check a memory operand in global memory, or generic."""
        self._address(place, is_shared=False)

    def _address(self, place: int, *, is_shared: bool) -> None:
        operand = self.operands[place]
        self.require(isinstance(operand, Address), "a memory operand is due")
        assert isinstance(operand, Address)
        modifiers = self.instruction.modifiers
        if not isinstance(operand.base, Register):
            self.require(
                isinstance(operand.base, Symbol),
                "an address is a register or a variable; absolute ones are of local memory alone",
            )
            self.require(
                is_shared or "global" not in modifiers,
                "a variable is not in the memory that this instruction accesses",
            )
            return
        widths = (32, 64) if is_shared else (64,)
        self.require(
            operand.base.type.bits in widths and operand.base.type.kind not in ("f", "pred"),
            f"the address {operand.base.name} is of type {_shown(operand.base.type)}; "
            f"an integer of {' or '.join(map(str, widths))} bits is due",
        )


def elements_of(operand: Operand) -> Sequence[Operand]:
    """Return the operands in braces, or the one without."""
    return operand.elements if isinstance(operand, Vector) else (operand,)


def type_named(name: str) -> Type:
    """Return the type that a modifier names; a word, where it names none."""
    if name == "pred":
        return PREDICATE
    known = name[:1] in tuple("busf") and name[1:].isdigit()
    return Type(name[0], int(name[1:])) if known else WORD  # type: ignore[arg-type]


def _shown(kind: Type) -> str:
    return f".{kind}"
