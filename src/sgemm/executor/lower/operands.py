"""Helpers that the families of operations share: types from modifiers, elementwise results."""

from __future__ import annotations

from collections.abc import Callable

from sgemm.executor.llvm_types import Value
from sgemm.executor.lower.emitter import Emitter
from sgemm.ptx.syntax import PREDICATE, Discard, Instruction, Operand, Register, Type


def type_of(modifier: str) -> Type:
    """Return the PTX type that a modifier names."""
    if modifier == "pred":
        return PREDICATE
    return Type(modifier[0], int(modifier[1:]))  # type: ignore[arg-type]


def last_type(instruction: Instruction) -> Type:
    """Return the type named by the last modifier."""
    return type_of(instruction.modifiers[-1])


def destination_varies(emitter: Emitter, operand: Operand) -> bool:
    """Whether a result is kept as a vector."""
    if isinstance(operand, Discard):
        return False
    return isinstance(operand, Register) and emitter.is_varying(operand.name)


def elementwise(
    emitter: Emitter,
    instruction: Instruction,
    kinds: tuple[Type, ...],
    compute: Callable[..., Value],
) -> None:
    """Lower an instruction whose every lane depends on that lane's operands alone.

    - ``instruction``: destination first.
    - ``kinds``: types of the sources, in order.
    - ``compute``: values of the sources -> value of the result; works on scalars and vectors alike.
    """
    destination, *sources = instruction.operands
    if len(sources) != len(kinds):
        raise emitter.refuse(f"{instruction.opcode} takes {len(kinds)} sources")
    varying = destination_varies(emitter, destination)
    values = [
        emitter.read(source, kind, varying=varying)
        for source, kind in zip(sources, kinds, strict=True)
    ]
    emitter.write(destination, compute(*values))
