"""In which order a lane group's registers lie in its frame."""

from __future__ import annotations

from sgemm.ptx.flow import ControlFlow
from sgemm.ptx.syntax import Entry, Operand, Register


def register_order(entry: Entry, flow: ControlFlow) -> dict[str, int]:
    """Accumulators by the factors that they are first given, then the rest by declaration.

    In the order in which factors are loaded: rows of a thread tile then lie next to each other in
    the state, whatever the order of the multiply-adds, and LLVM finds them there when it packs
    scalars into vectors.
    """
    made: dict[str, int] = {}
    accumulators: dict[str, tuple[int, int, int]] = {}
    for instruction in flow.instructions:
        for name in instruction.registers_written:
            made.setdefault(name, len(made))
    for number, block in enumerate(flow.blocks):
        for instruction in block.instructions:
            one, other, sum_ = (*instruction.operands[1:4], None, None, None)[:3]
            if instruction.opcode == "fma" and isinstance(sum_, Register):
                key = (number, _place(made, one), _place(made, other))
                accumulators.setdefault(sum_.name, key)
    names = [*sorted(accumulators, key=accumulators.__getitem__), *entry.registers]
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


def _place(made: dict[str, int], operand: Operand | None) -> int:
    """Return the place of a factor among all that is written; before all, if it never is."""
    return made.get(operand.name, -1) if isinstance(operand, Register) else -1
