"""A sustained run: one contender without a pause, for seconds, as power and heat set in.

Short samples run at clocks that a GPU cannot hold. Here launches follow each other with nothing
between them; the trace of power and clocks shows what they were. A sample is a batch of runs, of
which one is always under way while the next is being queued.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from math import ceil

from sgemm.bench.sampler import Sample
from sgemm.bench.timing import Run
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Event, Machine

SUSTAINED = "sustained"

BATCH_SECONDS = 0.05
MOST_RUNS = 1000
"""In a batch: the driver's queue is finite."""


def sustained_samples(
    machine: Machine,
    run: Run,
    seconds: float,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Sample]:
    """Run without a pause.

    Parameters
    ----------
    run : callable
        Starts the work once.
    seconds : float
        For how long, above 0.
    clock : callable
        The host's clock in seconds.

    Returns
    -------
    list of Sample
        Of each batch, the time of one run; at least one.

    Raises
    ------
    ArgumentError
        If there is no time to run.
    """
    if not seconds > 0.0:
        raise ArgumentError(f"seconds = {seconds!r}: a sustained run takes some time")
    run()  # the first run of all may load code
    start = machine.record()
    run()
    once = machine.record().seconds_since(start)
    runs = max(1, min(MOST_RUNS, ceil(BATCH_SECONDS / once) if once > 0.0 else MOST_RUNS))
    found: list[Sample] = []
    begin = clock()
    started = time.time()
    before = machine.record()
    waiting = _batch(machine, run, runs)
    while True:
        ending = clock() - begin >= seconds
        following = None if ending else _batch(machine, run, runs)
        found.append(Sample(waiting.seconds_since(before) / runs, started))
        if following is None:
            return found
        started = time.time()
        before, waiting = waiting, following


def steady_seconds(seconds: Sequence[float]) -> float:
    """Return the mean of the second half, when clocks have come down to what can be held."""
    return statistics.fmean(seconds[len(seconds) // 2 :])


def _batch(machine: Machine, run: Run, runs: int) -> Event:
    for _ in range(runs):
        run()
    return machine.record()
