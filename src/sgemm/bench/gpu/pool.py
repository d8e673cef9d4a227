"""One block of a GPU's memory that serves task after task, each by its own offsets.

Allocating and freeing gigabytes for each of hundreds of problems takes longer than measuring the
small ones. The block only grows: when a task needs more than there is, a larger one replaces it.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from sgemm.machines.interface import Buffer, Machine

ALIGNMENT = 256
"""Of every part, as the machine aligns its own allocations."""


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """Some bytes of the block.

    Parameters
    ----------
    address, nbytes : int
    """

    address: int
    nbytes: int


class Pool:
    """The block. Use it as a context manager: it is freed with the context.

    Parameters
    ----------
    machine : Machine
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._resources = contextlib.ExitStack()
        self._block: Buffer | None = None
        self._is_taken = False

    @contextlib.contextmanager
    def parts(self, sizes: Sequence[int]) -> Iterator[tuple[Part, ...]]:
        """Lend memory, which is given back with the context; what is in it is undefined.

        While it is lent, further parts come from allocations of their own.

        Parameters
        ----------
        sizes : sequence of int
            In bytes.

        Yields
        ------
        tuple of Part

        Raises
        ------
        MachineError
            If the GPU has no room.
        """
        offsets = [0]
        for size in sizes:
            offsets.append(offsets[-1] + -(-max(size, 1) // ALIGNMENT) * ALIGNMENT)
        with contextlib.ExitStack() as stack:
            if self._is_taken:
                block = stack.enter_context(self._machine.allocate(offsets[-1]))
            else:
                block = self._at_least(offsets[-1])
                self._is_taken = True
                stack.callback(self._give_back)
            yield tuple(
                Part(block.address + offset, size)
                for offset, size in zip(offsets, sizes, strict=False)
            )

    def _at_least(self, nbytes: int) -> Buffer:
        if self._block is None or self._block.nbytes < nbytes:
            self._block = None
            self._resources.close()
            self._block = self._resources.enter_context(self._machine.allocate(nbytes))
        return self._block

    def _give_back(self) -> None:
        self._is_taken = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._block = None
        self._resources.close()
