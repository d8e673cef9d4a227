"""Helpers that the families of operations share: types from modifiers, elementwise results."""

from __future__ import annotations

from collections.abc import Callable

from sgemm.executor.llvm_types import Value
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.per_lane import LaneResults, for_each_lane
from sgemm.executor.lower.table import lowers, operand_type, parse_operands, type_named
from sgemm.ptx.syntax import Discard, Instruction, Integer, Operand, Register, Type

Compute = Callable[..., Value]


def last_type(instruction: Instruction) -> Type:
    """Return the type named by the last modifier."""
    return type_named(instruction.modifiers[-1])


def destination_varies(emitter: Emitter, operand: Operand) -> bool:
    """Whether a result is kept as a vector; one that is discarded may be."""
    return isinstance(operand, Discard) or (
        isinstance(operand, Register) and emitter.is_varying(operand.name)
    )


def elementwise(*patterns: str, operands: str) -> Callable[[Compute], Compute]:
    """Register operations whose every lane depends on that lane's operands alone.

    The function takes emitter, instruction and the values of the sources, and returns the value of
    the result. It works on scalars and vectors alike. The first operand is the destination.
    """
    add_rows = lowers(*patterns, operands=operands)
    kinds = [due.kind for due in parse_operands(operands)[1:]]

    def register(compute: Compute) -> Compute:
        def lower(emitter: Emitter, instruction: Instruction) -> None:
            destination, *sources = instruction.operands
            varying = destination_varies(emitter, destination)
            values = [
                emitter.read(source, operand_type(instruction, kind), varying=varying)
                for source, kind in zip(sources, kinds, strict=True)
            ]
            if varying and emitter.lanes > 1 and _is_scalar(instruction):
                with for_each_lane(emitter, *values) as (lane, elements):
                    element = compute(emitter, instruction, *elements)
                    results = LaneResults(emitter, element.type)
                    results.set(lane, element)
                emitter.write(destination, results.read())
            else:
                emitter.write(destination, compute(emitter, instruction, *values))

        add_rows(lower)
        return compute

    return register


def _is_scalar(instruction: Instruction) -> bool:
    """Whether processors compute it for single numbers: LLVM takes long to split its vectors."""
    opcode, modifiers = instruction.opcode, instruction.modifiers
    if opcode in ("div", "rem"):
        is_by_constant = isinstance(instruction.operands[2], Integer)
        return modifiers[-1][0] in "us" and not is_by_constant
    if opcode == "cvt":
        return modifiers[-1][0] == "f" and modifiers[-2] in ("u64", "s64")
    return opcode == "prmt"
