"""Timing: warmed up by time, stopped by rule, every sample kept.

The fastest run says what a machine can do once, not what it does. So results are the median, the
quartiles and the number of samples, and nothing here returns the best alone.
"""

from __future__ import annotations

import dataclasses
import math
import statistics
import time
from collections.abc import Callable

from sgemm.errors import ArgumentError
from sgemm.machines.interface import Machine

Run = Callable[[], None]
"""Start the work once; it may still be under way on return."""

LONGEST_SECONDS = 1e9
"""Thirty years, so that sums of times, and times in other units, are finite too."""

Timer = Callable[[Run], float]
"""Run once, wait until the work is done, and return the seconds that it took."""


@dataclasses.dataclass(frozen=True, slots=True)
class Samples:
    """Repeated timings of the same work.

    Parameters
    ----------
    seconds : tuple of float
        Every sample in the order of measurement, at least one.
    complete : bool
        Whether the stopping rule was met; False if the time limit came first.
    """

    seconds: tuple[float, ...]
    complete: bool = True

    def __post_init__(self) -> None:
        if not self.seconds:
            raise ArgumentError("seconds is empty: a measurement has at least one sample")
        for value in self.seconds:
            if not 0.0 <= value <= LONGEST_SECONDS:
                raise ArgumentError(
                    f"seconds has {value!r}: a time is from 0 to {LONGEST_SECONDS:.0e} seconds"
                )

    @property
    def count(self) -> int:
        """How many samples there are."""
        return len(self.seconds)

    @property
    def median(self) -> float:
        """Median in seconds."""
        return statistics.median(self.seconds)

    @property
    def quartiles(self) -> tuple[float, float]:
        """Lower and upper quartile in seconds, interpolated; of one sample, twice itself."""
        if self.count == 1:
            return self.seconds[0], self.seconds[0]
        lower, _, upper = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return lower, upper

    def __str__(self) -> str:
        lower, upper = self.quartiles
        note = "" if self.complete else ", stopped by the time limit"
        return f"{self.median:.4g} s ({lower:.4g} ... {upper:.4g}, n = {self.count}{note})"


def machine_timer(machine: Machine) -> Timer:
    """Return a timer that reads a machine's own clock, by its events.

    Parameters
    ----------
    machine : Machine

    Returns
    -------
    callable
    """

    def timer(run: Run) -> float:
        start = machine.record()
        run()
        return machine.record().seconds_since(start)

    return timer


def host_timer(run: Run) -> float:
    """Run once, for work that is done on return, and return the seconds by the host's clock."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def measure(
    machine: Machine,
    run: Run,
    *,
    minimum_samples: int = 10,
    minimum_seconds: float = 0.5,
    time_limit: float = 10.0,
    warm_up_seconds: float = 0.1,
) -> Samples:
    """Time work on a machine by the machine's events.

    Parameters
    ----------
    machine : Machine
    run : callable
        Starts the work once. Operands are in place and builds are loaded: only the work counts.
    minimum_samples, minimum_seconds, time_limit, warm_up_seconds
        As in :func:`sample`.

    Returns
    -------
    Samples

    Raises
    ------
    ArgumentError
        If a limit makes no sense.
    """
    return sample(
        machine_timer(machine),
        run,
        minimum_samples=minimum_samples,
        minimum_seconds=minimum_seconds,
        time_limit=time_limit,
        warm_up_seconds=warm_up_seconds,
    )


def sample(
    timer: Timer,
    run: Run,
    *,
    minimum_samples: int = 10,
    minimum_seconds: float = 0.5,
    time_limit: float = 10.0,
    warm_up_seconds: float = 0.1,
    clock: Callable[[], float] = time.perf_counter,
) -> Samples:
    """Time work until there are enough samples and enough time has passed.

    Parameters
    ----------
    timer : callable
        Runs once and returns seconds.
    run : callable
        The work.
    minimum_samples : int
        At least this many samples, 1 or more.
    minimum_seconds : float
        Go on sampling for at least so long.
    time_limit : float
        Stop after so long, warm-up included, with at least one sample; the result then says that
        it is not complete.
    warm_up_seconds : float
        Run for at least so long, and at least once, before the first sample: by time, because
        clocks and caches settle by time and not by the number of launches.
    clock : callable
        The host's clock in seconds.

    Returns
    -------
    Samples

    Raises
    ------
    ArgumentError
        If a limit makes no sense.
    """
    if minimum_samples < 1:
        raise ArgumentError(f"minimum_samples = {minimum_samples}: at least 1 is needed")
    for name, value in (
        ("minimum_seconds", minimum_seconds),
        ("time_limit", time_limit),
        ("warm_up_seconds", warm_up_seconds),
    ):
        if not (math.isfinite(value) and value >= 0.0):
            raise ArgumentError(f"{name} = {value!r}: a time is finite and not negative")
    begin = clock()
    timer(run)
    while clock() - begin < min(warm_up_seconds, time_limit):
        timer(run)
    sampling = clock()
    seconds = [timer(run)]
    while True:
        now = clock()
        if len(seconds) >= minimum_samples and now - sampling >= minimum_seconds:
            return Samples(tuple(seconds))
        if now - begin >= time_limit:
            return Samples(tuple(seconds), complete=False)
        seconds.append(timer(run))
