"""Helpers that the families of operations share: types from modifiers, elementwise results."""

from __future__ import annotations

from collections.abc import Callable

from sgemm.executor.llvm_types import Value
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.table import SOURCES, lowers
from sgemm.ptx.syntax import PREDICATE, Discard, Instruction, Operand, Register, Type

Compute = Callable[..., Value]


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


def elementwise(*patterns: str) -> Callable[[Compute], Compute]:
    """Register operations whose every lane depends on that lane's operands alone.

    The function takes emitter, instruction and the values of the sources, and returns the value of
    the result. It works on scalars and vectors alike. The sources' types are those of `SOURCES`.
    """

    def register(compute: Compute) -> Compute:
        def lower(emitter: Emitter, instruction: Instruction) -> None:
            destination, *sources = instruction.operands
            kinds = source_types(instruction)
            if len(sources) != len(kinds):
                raise emitter.refuse(f"{instruction.opcode} takes {len(kinds)} sources")
            varying = destination_varies(emitter, destination)
            values = [
                emitter.read(source, kind, varying=varying)
                for source, kind in zip(sources, kinds, strict=True)
            ]
            emitter.write(destination, compute(emitter, instruction, *values))

        lowers(*patterns)(lower)
        return compute

    return register


def source_types(instruction: Instruction) -> list[Type]:
    """Return the types of the sources of an operation that takes numbers to a number."""
    kind = last_type(instruction)
    is_wide = "wide" in instruction.modifiers
    types = {
        "type": kind,
        "result": Type(kind.kind, 2 * kind.bits) if is_wide else kind,
        "word": Type("u", 32),
        "predicate": PREDICATE,
        "constant": kind,
    }
    return [types[name] for name in SOURCES.get(instruction.opcode, ("type",))]
