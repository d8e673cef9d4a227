"""Memory of a GPU that serves task after task.

Allocating and freeing gigabytes for each of hundreds of problems takes longer than measuring the
small ones. So the buffers of a task stay for the next one, each as large as it ever had to be.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from sgemm.errors import MachineError
from sgemm.machines.interface import Buffer, Machine


class BufferPool:
    """Buffers that stay. Use it as a context manager: they are freed with the context."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._places: list[tuple[Buffer, contextlib.ExitStack]] = []
        self._is_lent = False

    @contextlib.contextmanager
    def buffers(self, sizes: Sequence[int]) -> Iterator[tuple[Buffer, ...]]:
        """Lend buffers, which are given back with the context; what is in them is undefined.

        While they are lent, further ones are allocations of their own.

        Parameters
        ----------
        sizes : sequence of int
            In bytes. A buffer may be larger.

        Raises
        ------
        MachineError
            If the GPU lacks the memory.
        """
        if self._is_lent:
            with BufferPool(self._machine) as other, other.buffers(sizes) as found:
                yield found
            return
        try:
            found = self._at_least(sizes)
        except MachineError:
            # Earlier tasks may have needed more elsewhere: freeing that may suffice.
            self._free()
            found = self._at_least(sizes)
        self._is_lent = True
        try:
            yield found
        finally:
            self._is_lent = False

    def _at_least(self, sizes: Sequence[int]) -> tuple[Buffer, ...]:
        for index, size in enumerate(sizes):
            if index < len(self._places):
                if self._places[index][0].nbytes >= size:
                    continue
                self._places[index][1].close()
                self._places[index] = self._allocated(size)
            else:
                self._places.append(self._allocated(size))
        return tuple(buffer for buffer, _ in self._places[: len(sizes)])

    def _allocated(self, size: int) -> tuple[Buffer, contextlib.ExitStack]:
        stack = contextlib.ExitStack()
        return stack.enter_context(self._machine.allocate(size)), stack

    def _free(self) -> None:
        places, self._places = self._places, []
        for _, stack in reversed(places):
            stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._free()
