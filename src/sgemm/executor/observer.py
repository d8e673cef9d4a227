"""What threads of a kernel did, recorded: accesses, multiply-adds and waits, one after the other.

Only a kernel that was compiled to be observed records anything: see
:mod:`sgemm.executor.observed_function`.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import MachineError
from sgemm.executor.limits import MAX_THREADS, whole_number

if TYPE_CHECKING:
    from sgemm.executor.compiler import NativeKernel

EVENT = np.dtype([("address", "<u8"), ("instruction", "<u4"), ("thread", "<u4"), ("block", "<u8")])
"""One event: the address of an access, the index of the instruction, and who executed it."""

OBSERVATION = "observation"
"""The variable of an observed kernel's code: address of the events, how many fit, how many came,
and how many threads of a block are observed."""

WORDS = 4  # of that variable

DEFAULT_CAPACITY = 1 << 22


@dataclasses.dataclass(frozen=True, slots=True)
class Observed:
    """An instruction whose executions are recorded. One that copies has an entry for each side."""

    index: int  # the number that events have
    operation: str  # as written in PTX: ``"ld.global.v4.f32"``
    line: int  # of the PTX
    space: str  # ``"global"``, ``"shared"``, ``"texture"``, ``"generic"``; empty without an access
    nbytes: int  # of a thread's access; 0 where there is none, or its size is not in the code

    @property
    def opcode(self) -> str:
        """The first part of the operation: ``"ld"``."""
        return self.operation.partition(".")[0]

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The other parts of the operation, in order."""
        return tuple(self.operation.split(".")[1:])


@dataclasses.dataclass(frozen=True, slots=True)
class ObservedLaunch:
    """A launch of a kernel, and everything that was recorded of it."""

    entry: str
    grid: tuple[int, int, int]
    threads: tuple[int, int, int]  # of a block in x, y, z
    shared_start: int  # the first address of shared memory
    variables: tuple[tuple[str, int], ...]  # shared variables, as PTX names them, and addresses
    instructions: tuple[Observed, ...]
    events: NDArray[Any]
    """Of the type ``EVENT``. Those of one thread are in its order. Threads and blocks run one after
    the other, from one wait to the next."""


class Observer:
    """Records what kernels do when a cpu machine launches them.

    Give it to a machine: ``CpuMachine(observer=Observer())``. Its kernels then run as in checked
    mode, one thread after the other. This is slow: it is meant for problems of a few tiles.

    Parameters
    ----------
    capacity : int
        How many events of a launch are kept, 24 bytes each. A launch with more is an error.
    threads : int, optional
        Observe this many threads of each block, from its first one on; by default all.

    Attributes
    ----------
    launches : list of ObservedLaunch
        What was recorded, launch by launch.
    """

    def __init__(self, capacity: int = DEFAULT_CAPACITY, threads: int | None = None) -> None:
        self.capacity = whole_number("capacity", capacity)
        self.threads = MAX_THREADS if threads is None else whole_number("threads", threads)
        self.launches: list[ObservedLaunch] = []

    @contextlib.contextmanager
    def watching(self, kernel: NativeKernel, grid: tuple[int, int, int]) -> Iterator[None]:
        """Record a launch of a kernel that was compiled to be observed, also one that fails.

        Raises MachineError if there were more events than fit.
        """
        layout, events = kernel.layout, np.zeros(self.capacity, EVENT)
        # A kernel without anything to record has no place for this.
        words = (ctypes.c_uint64 * WORDS)()
        if kernel.observation:
            words = (ctypes.c_uint64 * WORDS).from_address(kernel.observation)
        words[:] = [events.ctypes.data, self.capacity, 0, self.threads]
        kernel.observed_by = events  # lives as long as its code may run
        try:
            yield
        finally:
            count = words[2]
            self.launches.append(
                ObservedLaunch(
                    layout.entry,
                    grid,
                    layout.threads,
                    layout.shared_start,
                    layout.variables,
                    layout.observed,
                    events[: min(count, self.capacity)].copy(),
                )
            )
        if count > self.capacity:
            raise MachineError(
                f"{layout.entry}: {count} events, and the observer keeps {self.capacity}: "
                f"give it a capacity of {count}, or take a smaller problem"
            )
