"""The operands of one problem in a machine's memory, and the means to judge what a run left in C.

Points 3, 4 and 5 of docs/benchmarking.md: inputs from a seed, C full of NaN before each check, and
a float64 reference whose bound scales with k and rejects shorter formats.

All contenders share A, B and C. What a check judges is a copy of C that is taken in the order of
the machine's work, right after the timer's last event: a contender that works elsewhere, or later,
is not done by then.

Every sample of a contender goes the same way, those that are judged included, so that a run cannot
tell whether it is being checked. Short samples run at clocks that a GPU cannot hold. In a sustained
run launches follow each other with nothing between them, for seconds, as power and heat set in. A
sample is then a batch of runs, of which one is always under way while the next is being queued.
"""

from __future__ import annotations

import abc
import contextlib
import dataclasses
import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import numpy as np

from sgemm.bench.measurement import CPU_REFERENCE
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Buffer, Event, Machine
from sgemm.problem import Problem
from sgemm.verify import DEFAULT_INPUT_CLASS
from sgemm.verify.check import (
    FRONT_ELEMENTS,
    Verdict,
    back_elements,
    front_elements,
    judge_memory,
    prepare,
)
from sgemm.verify.tolerance import Tolerance

HOT = "hot"
COLD_L2 = "cold L2"

BATCH_SECONDS = 0.05
MOST_RUNS = 1000  # in a batch: the driver's queue is finite
CHUNK_BYTES = 16  # what a GPU copies at once

Run = Callable[[], None]  # starts the work once; it may still be under way on return
# (target, source, bytes): in the machine's order
MemoryCopy = Callable[[Buffer, Buffer, int], None]


class Testbed(abc.ABC):
    """Where contenders find their operands, and checks their reference."""

    reference_name: str  # what results are compared with, in words

    def __init__(
        self,
        machine: Machine,
        problem: Problem,
        buffers: Sequence[Buffer],  # A, B, C, C as it must be, a copy of C: all with guards
        copy: MemoryCopy,
    ) -> None:
        self.machine = machine
        self.problem = problem
        self._a, self._b, self._c, self._initial, self._copy = buffers
        self._copy_memory = copy
        self._front = front_elements(machine)
        self._elements = guarded_elements(problem, self._front)
        self._c_bytes = 4 * self._elements[2]

    @property
    def addresses(self) -> tuple[int, int, int]:
        """Addresses of A, B and C."""
        a, b, c = (each.address + 4 * self._front for each in (self._a, self._b, self._c))
        return a, b, c

    def restore(self) -> None:
        """Make C what it must be before a run, NaN where beta is zero, in the machine's order."""
        self._copy_memory(self._c, self._initial, self._c_bytes)

    def snapshot(self) -> None:
        """Keep a copy of C as it is now in the machine's order of work."""
        self._copy_memory(self._copy, self._c, self._c_bytes)

    @abc.abstractmethod
    def renew(self, seed: int) -> None:
        """Put new inputs and their reference in place of the old ones."""

    @abc.abstractmethod
    def judged(self, tolerance: Tolerance | None = None) -> Verdict:
        """Judge the copy, by the tolerance of single precision unless another is given.

        A and B are then what they were, so that the next contender is not blamed for changes.
        """


def guarded_elements(problem: Problem, front: int) -> tuple[int, ...]:
    """Return the elements of A, B and C with the guards before and after each, if there are any."""
    if not front:
        return problem.elements
    rows = problem.lda, problem.ldb, problem.ldc
    return tuple(
        front + elements + back_elements(row)
        for elements, row in zip(problem.elements, rows, strict=True)
    )


def buffer_bytes(problem: Problem, front: int = FRONT_ELEMENTS) -> tuple[int, ...]:
    """Return the bytes of the buffers of a testbed."""
    a, b, c = (
        -(-4 * each // CHUNK_BYTES) * CHUNK_BYTES for each in guarded_elements(problem, front)
    )
    return a, b, c, c, c


class HostTestbed(Testbed):
    """Inputs and reference from the host; made by :func:`host_testbed`."""

    reference_name = CPU_REFERENCE
    input_class: str

    def renew(self, seed: int) -> None:
        """Put new inputs and their reference in place of the old ones."""
        self._case = prepare(self.problem, self.input_class, seed)
        self._before = self._case.memory(self._front)
        buffers = self._a, self._b, self._initial
        for buffer, stored in zip(buffers, self._before.values(), strict=True):
            self.machine.copy_in(buffer, stored)

    def judged(self, tolerance: Tolerance | None = None) -> Verdict:
        """Judge the copy, and whether A and B are what they were; restore them."""
        if tolerance is not None:
            raise ArgumentError("contenders of lower precision are judged on the GPU only")
        after = {name: np.empty_like(stored) for name, stored in self._before.items()}
        for buffer, found in zip((self._a, self._b, self._copy), after.values(), strict=True):
            self.machine.copy_out(found, buffer)
        for name, buffer in (("A", self._a), ("B", self._b)):
            self.machine.copy_in(buffer, self._before[name])
        return judge_memory(self._case, self._before, after, self._front)


@contextlib.contextmanager
def host_testbed(
    machine: Machine,
    problem: Problem,
    seed: int,
    input_class: str = DEFAULT_INPUT_CLASS,
    copy: MemoryCopy | None = None,  # how a GPU copies without waiting for the host
) -> Iterator[HostTestbed]:
    """Make a testbed whose inputs and reference come from the host; freed with the context."""

    def copy_through_host(target: Buffer, source: Buffer, nbytes: int) -> None:
        content = np.empty(nbytes, dtype=np.uint8)
        machine.copy_out(content, source)
        machine.copy_in(target, content)

    with contextlib.ExitStack() as stack:
        buffers = [
            stack.enter_context(machine.allocate(size))
            for size in buffer_bytes(problem, front_elements(machine))
        ]
        testbed = HostTestbed(machine, problem, buffers, copy or copy_through_host)
        testbed.input_class = input_class
        testbed.renew(seed)
        yield testbed


@dataclasses.dataclass(frozen=True, slots=True)
class Sample:
    """One timed run."""

    seconds: float
    started: float  # seconds since 1970 by the host's clock
    clock_mhz: float = math.nan  # of the multiprocessors meanwhile; NaN where not measured
    late: bool = False  # whether the host may have launched late: its latency is in the time


class Sampler(Protocol):
    """Takes samples in one testbed."""

    def take(self, run: Run, checked: bool = False) -> Sample:
        """Time one run; where it will be judged, C is prepared before and copied after it."""
        ...


class HostSampler:
    """Samples by a machine's own events and nothing else: for the cpu machine."""

    def __init__(self, testbed: Testbed) -> None:
        self._testbed = testbed

    def take(self, run: Run, checked: bool = False) -> Sample:
        """Time one run."""
        testbed = self._testbed
        machine = testbed.machine
        # Where beta is not zero each run would add to what the last one left.
        if checked or testbed.problem.beta != 0.0:
            testbed.restore()
        started = time.time()
        start = machine.record()
        run()
        stop = machine.record()
        if checked:
            testbed.snapshot()
        return Sample(stop.seconds_since(start), started)


def sustained_samples(machine: Machine, run: Run, seconds: float) -> list[Sample]:
    """Run without a pause; return the time of one run in each batch, at least one."""

    def batch(runs: int) -> Event:
        for _ in range(runs):
            run()
        return machine.record()

    run()  # the first run of all may load code
    start = machine.record()
    once = batch(1).seconds_since(start)
    runs = max(1, min(MOST_RUNS, math.ceil(BATCH_SECONDS / once) if once > 0.0 else MOST_RUNS))
    found: list[Sample] = []
    begin = time.perf_counter()
    started = time.time()
    before = machine.record()
    waiting = batch(runs)
    while True:
        ending = time.perf_counter() - begin >= seconds
        following = None if ending else batch(runs)
        found.append(Sample(waiting.seconds_since(before) / runs, started))
        if following is None:
            return found
        started = time.time()
        before, waiting = waiting, following
