"""Where the instructions stand that can fail: generated code names them by their index here."""

from __future__ import annotations

from sgemm.ptx.syntax import Instruction, Location


class LocationTable:
    """Locations in the order in which they are first asked for."""

    def __init__(self) -> None:
        self.locations: list[Location] = []
        self._indices: dict[int, int] = {}

    def index(self, instruction: Instruction) -> int:
        """Return the index of an instruction's location."""
        known = self._indices.get(id(instruction.location))
        if known is None:
            known = self._indices[id(instruction.location)] = len(self.locations)
            self.locations.append(instruction.location)  # keeps it alive, so that its id stays
        return known
