"""A kernel run once under an observer, on a problem of one tile."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.executor.observer import Observed, ObservedLaunch, Observer
from sgemm.kernels.kernel import Kernel
from sgemm.machines.call import multiply
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build

WARP = 32
FLOAT_BYTES = 4

GLOBAL = ("global", "texture")
"""Spaces of instructions that access global memory."""

Row = tuple[Any, ...]
"""Texts and whole numbers: a line of a table of what threads did, which is a CSV file."""

CAPACITY = 1 << 23  # events: enough for eight steps of the largest tile of the ladder

STEPS = 4  # blocks of k that are recorded, so that a loop is seen to repeat

ROUNDS = 2  # times that a ring of stages is filled where the pipeline is recorded

LEAST_K = 8

EDGE_ROWS, EDGE_STEPS = 10, 4  # of a tile that is not whole: of A, and of its last block of k

TILES, MULTIPROCESSORS = 3, 2  # where the work of blocks is recorded

LONG_STEPS = 12  # blocks of k there: stream-K gives no block less than 8


@dataclasses.dataclass(frozen=True)
class Recording:
    """What a launch did, event by event."""

    kernel: Kernel
    problem: Problem
    launch: ObservedLaunch
    starts: dict[str, int]  # addresses of A, B and C
    events: NDArray[Any]
    """Of the blocks and threads that were asked for, thread after thread; those of a thread are in
    its order."""

    def is_of(self, wanted: Callable[[Observed], bool]) -> NDArray[np.bool_]:
        """Return which events are of wanted instructions."""
        indices = [each.index for each in self.launch.instructions if wanted(each)]
        return np.isin(self.events["instruction"], indices)

    def select(self, opcode: str, space: str) -> NDArray[Any]:
        """Return the events of instructions with an opcode, in a space.

        A copy from global into shared memory has events in both spaces.
        """
        return self.events[self.is_of(lambda each: (each.opcode, each.space) == (opcode, space))]

    def instruction(self, event: Any) -> Observed:
        """Return the instruction of an event."""
        return self.launch.instructions[int(event["instruction"])]

    def element(self, event: Any) -> tuple[str, int, int]:
        """Return the matrix, row and column of the first float of an access to global memory.

        An instruction accesses one matrix: that of its lowest address. Rows beyond the last one
        are outside, as are columns after them; a column beyond the last one is the next row's.
        """
        problem, name = self.problem, self._matrices[int(event["instruction"])]
        row = {"A": problem.lda, "B": problem.ldb, "C": problem.ldc}[name]
        place = (int(event["address"]) - self.starts[name]) // FLOAT_BYTES
        return name, place // row, place % row

    def elements(self, event: Any) -> Iterator[tuple[str, int, int]]:
        """Yield matrix, row and column of each float of an access, from its first on."""
        name, row, first = self.element(event)
        for column in range(first, first + self.instruction(event).nbytes // FLOAT_BYTES):
            yield name, row, column

    @functools.cached_property
    def _matrices(self) -> dict[int, str]:
        """The matrix of each instruction that accesses global memory."""
        found = {}
        for each in self.launch.instructions:
            own = self.events["address"][self.events["instruction"] == each.index]
            below = [n for n, start in self.starts.items() if len(own) and start <= int(own.min())]
            if each.space in GLOBAL and below:
                found[each.index] = max(below, key=lambda name: self.starts[name])
        return found

    def variable(self, event: Any) -> str:
        """Return the shared variable that an access meets, as the source calls it."""
        address = int(event["address"])
        found = [(start, name) for name, start in self.launch.variables if start <= address]
        return _last_name(max(found)[1]) if found else ""

    @functools.cached_property
    def first_multiply(self) -> dict[int, int]:
        """Index of each thread's first multiply-add among the events, where it has one."""
        places = np.flatnonzero(self.is_of(lambda each: each.opcode == "fma"))
        threads, first = np.unique(self.events["thread"][places], return_index=True)
        return dict(zip(threads.tolist(), places[first].tolist(), strict=True))

    def before_multiplying(self) -> NDArray[np.bool_]:
        """Return which events come before their thread's first multiply-add."""
        ends = np.full(int(self.events["thread"].max()) + 1, len(self.events))
        for thread, place in self.first_multiply.items():
            ends[thread] = place
        found: NDArray[np.bool_] = np.arange(len(self.events)) < ends[self.events["thread"]]
        return found


def _last_name(mangled: str) -> str:
    """Return the last name in a mangled one, such as ``block_a`` of ``_ZZ8multiply...7block_a``.

    It stands at the end, after its length; digits of a name before it may stand there too.
    """
    for length in re.finditer(r"\d+", mangled):
        for digits in range(len(length[0])):
            size, start = int(length[0][digits:]), length.end()
            if start + size == len(mangled):
                return mangled[start:]
    return mangled


def record_tile(kernel: Kernel, architecture: int, row: int = 0, steps: int = STEPS) -> Recording:
    """Run a kernel on a problem of one tile, and return what its first block did.

    Rows of A and B are ``row`` elements apart, by default as near as possible, and k is so many
    blocks long.
    """
    tile = kernel.tile
    problem = Problem(tile.bm, tile.bn, max(steps * tile.bk, LEAST_K), lda=row, ldb=row)
    found = _record(kernel, problem, Observer(CAPACITY), architecture=architecture)
    return dataclasses.replace(found, events=found.events[found.events["block"] == 0])


def record_pipeline(kernel: Kernel, architecture: int) -> Recording:
    """Run a kernel on a problem of one tile, for so long that each stage is filled again."""
    return record_tile(kernel, architecture, steps=max(STEPS, ROUNDS * kernel.tile.stages))


def record_edge(kernel: Kernel, architecture: int) -> Recording:
    """Run a kernel on a part of a tile, some rows of A and a few steps of k."""
    tile = kernel.tile
    problem = Problem(EDGE_ROWS, tile.bn, tile.bk + EDGE_STEPS)
    return _record(kernel, problem, Observer(CAPACITY), architecture=architecture)


def record_blocks(kernel: Kernel, architecture: int) -> Recording:
    """Run a kernel on three tiles, for two multiprocessors; return what first threads did."""
    tile = kernel.tile
    problem = Problem(tile.bm, TILES * tile.bn, LONG_STEPS * tile.bk)
    few = {"multiprocessors": MULTIPROCESSORS, "block_seconds": 60.0}
    return _record(kernel, problem, Observer(threads=1), architecture=architecture, **few)


def _record(kernel: Kernel, problem: Problem, observer: Observer, **machine: Any) -> Recording:
    a, b = (np.ones(count, np.float32) for count in problem.elements[:2])
    starts, _ = run(kernel, problem, CpuMachine(observer=observer, **machine), a, b)
    launch = observer.launches[0]
    order = np.lexsort((launch.events["thread"], launch.events["block"]))
    return Recording(kernel, problem, launch, starts, launch.events[order])


def run(
    kernel: Kernel,
    problem: Problem,
    machine: CpuMachine,
    a: NDArray[np.float32],
    b: NDArray[np.float32],
) -> tuple[dict[str, int], NDArray[np.float32]]:
    """Run a kernel once; return where A, B and C were, and the elements of C."""
    loaded = machine.load(build(kernel, machine.architecture, cubin=False))
    c = np.zeros(problem.elements[2], np.float32)
    addresses = multiply(machine, loaded, problem, a, b, c)
    return dict(zip("ABC", addresses, strict=True)), c


def first_of_warp(events: NDArray[Any]) -> NDArray[Any]:
    """Return the first request of a warp among some events: one of each of its threads.

    It is that of the first event's warp and instruction.
    """
    if not len(events):
        return events
    first = events[0]
    warp = int(first["thread"]) // WARP
    found = events[
        (events["instruction"] == first["instruction"]) & (events["thread"] // WARP == warp)
    ]
    _, places = np.unique(found["thread"], return_index=True)
    chosen: NDArray[Any] = found[places]
    return chosen
