"""Memory of a GPU that serves problem after problem.

Allocating and freeing gigabytes for each of hundreds of problems takes longer than measuring the
small ones. So the buffers of a problem stay for the next one, each as large as it ever had to be.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from sgemm.errors import MachineError
from sgemm.machines.interface import Buffer, Machine


class BufferPool:
    """Buffers that stay until the pool is closed."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._places: list[tuple[Buffer, contextlib.ExitStack]] = []

    def buffers(self, sizes: Sequence[int]) -> tuple[Buffer, ...]:
        """Return buffers of at least so many bytes, until it is asked again."""
        try:
            return self._at_least(sizes)
        except MachineError:
            # Earlier problems may have needed more elsewhere: freeing that may suffice.
            self.close()
            return self._at_least(sizes)

    def _at_least(self, sizes: Sequence[int]) -> tuple[Buffer, ...]:
        for index, size in enumerate(sizes):
            if index == len(self._places):
                self._places.append(self._allocated(size))
            elif self._places[index][0].nbytes < size:
                self._places[index][1].close()
                self._places[index] = self._allocated(size)
        return tuple(buffer for buffer, _ in self._places[: len(sizes)])

    def _allocated(self, size: int) -> tuple[Buffer, contextlib.ExitStack]:
        stack = contextlib.ExitStack()
        return stack.enter_context(self._machine.allocate(size)), stack

    def close(self) -> None:
        """Free all buffers."""
        places, self._places = self._places, []
        for _, stack in reversed(places):
            stack.close()
