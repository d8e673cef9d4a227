"""Samples on a GPU: points 9, 10 and 11 of docs/benchmarking.md.

One sample is queued as a whole after a kernel that holds the GPU for long enough: so when its
first event is reached all that follows is waiting already, and no launch latency is in the
time. In the order of the GPU's work:

    hold, notes the clocks - C restored - L2 emptied - clocks noted - event - RUN - event -
    clocks noted - C copied

The notes are one thread on every multiprocessor, outside of both events. The clock of a sample is
cycles over nanoseconds between the two notes around the run; of a run too short for the GPU's
nanosecond clock, which may tick only once a microsecond, between the hold and the note after it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np

from sgemm.bench.gpu.tools import Tools
from sgemm.bench.testbed import Run, Sample, Testbed
from sgemm.machines.interface import Buffer

FIRST_HOLD_SECONDS = 300e-6
LONGEST_HOLD_SECONDS = 20e-3
HOLD_MARGIN = 1.5  # times what the host has lately needed to queue a sample
ATTEMPTS = 4
SHORTEST_SPAN_NANOSECONDS = 150_000  # between notes: right to a per cent if a tick is a microsecond
NOTES = 3  # at the hold, before the run, after the run
WORDS = 3  # of a note, for each multiprocessor: cycles, nanoseconds, number of the sample


class GpuSampler:
    """Takes samples in one testbed on a GPU."""

    def __init__(
        self,
        testbed: Testbed,  # its restoring and copying are queued and do not wait
        tools: Tools,
        notes: Buffer,  # memory for the clocks: notes_bytes
        multiprocessors: int,
        empty_cache: Callable[[], None] | None,  # in the order of the GPU's work; None: a hot cache
        clock: Callable[[], float] = time.perf_counter,  # the host's clock in seconds
    ) -> None:
        self._machine = testbed.machine
        self._testbed = testbed
        self._tools = tools
        self._notes = notes
        self._multiprocessors = multiprocessors
        self._empty_cache = empty_cache
        self._clock = clock
        self._hold_seconds = FIRST_HOLD_SECONDS
        self._number = 0

    def take(self, run: Run, checked: bool = False) -> Sample:
        """Time one run."""
        for _ in range(ATTEMPTS):
            sample, queued = self._once(run, checked)
            wanted = queued * HOLD_MARGIN
            if queued < self._hold_seconds:
                return sample
            # The host was too slow, mostly because a library loaded code in its first call.
            self._hold_seconds = min(LONGEST_HOLD_SECONDS, max(self._hold_seconds, wanted))
        return Sample(sample.seconds, sample.started, sample.clock_mhz, late=True)

    def _once(self, run: Run, checked: bool) -> tuple[Sample, float]:
        """Queue one sample and wait for it; also return how long queueing took the host."""
        machine, testbed = self._machine, self._testbed
        self._number += 1
        # A sample that finds C as every check does cannot be distinguished from one.
        restored = checked or self._empty_cache is not None or testbed.problem.beta != 0.0
        started = time.time()
        begin = self._clock()
        self._hold()
        if restored:
            testbed.restore()
        if self._empty_cache is not None:
            self._empty_cache()
        self._note(1)
        start = machine.record()
        run()
        stop = machine.record()
        self._note(2)
        if checked:
            testbed.snapshot()
        queued = self._clock() - begin
        seconds = stop.seconds_since(start)
        return Sample(seconds, started, self._clock_mhz()), queued

    def _hold(self) -> None:
        count, nanoseconds = self._multiprocessors, round(self._hold_seconds * 1e9)
        arguments = self._notes.address, count, self._number, nanoseconds
        self._tools.launch("bench_hold", count, 1, *arguments)

    def _note(self, which: int) -> None:
        count = self._multiprocessors
        address = self._notes.address + which * count * WORDS * 8
        self._tools.launch("bench_probe", count, 1, address, count, self._number)

    def _clock_mhz(self) -> float:
        notes = np.empty((NOTES, self._multiprocessors, WORDS), dtype=np.uint64)
        self._machine.copy_out(notes, self._notes)
        return clock_of(notes, self._number)


def notes_bytes(multiprocessors: int) -> int:
    """Return how much memory the clocks of a sample need."""
    return NOTES * multiprocessors * WORDS * 8


def clock_of(notes: np.ndarray[tuple[int, ...], np.dtype[np.uint64]], number: int) -> float:
    """Return the clock in MHz, the median over multiprocessors; NaN where none noted the number."""
    for first in (1, 0):
        valid = (notes[first, :, 2] == number) & (notes[2, :, 2] == number)
        cycles = (notes[2, :, 0] - notes[first, :, 0])[valid].astype(np.float64)
        nanoseconds = (notes[2, :, 1] - notes[first, :, 1])[valid].astype(np.float64)
        if nanoseconds.size and np.median(nanoseconds) >= SHORTEST_SPAN_NANOSECONDS:
            return float(np.median(1e3 * cycles / nanoseconds))
    return math.nan
