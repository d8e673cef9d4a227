"""Instructions that can fail while they run, by the numbers under which generated code tells."""

from __future__ import annotations

from sgemm.ptx.syntax import Instruction


class Sites:
    """Numbers for instructions, in the order in which they are first asked for."""

    def __init__(self) -> None:
        self.instructions: list[Instruction] = []
        self._numbers: dict[int, int] = {}

    def number(self, instruction: Instruction) -> int:
        """Return the number of an instruction."""
        known = self._numbers.get(id(instruction))
        if known is None:
            known = self._numbers[id(instruction)] = len(self.instructions)
            self.instructions.append(instruction)  # keeps it alive, so that its id stays its own
        return known
