"""Two contenders side by side: interleaved rounds, so that drift hits both alike.

Clocks, temperature and other users of a machine change over seconds. Measuring one contender
after the other would count that as a difference between them; measuring in rounds A B A B ...
gives a ratio for each round, whose spread shows how far the ratio can be trusted.
"""

from __future__ import annotations

import dataclasses
import math
import time
from itertools import chain

from sgemm.bench.timing import Run, Samples, Timer, sample
from sgemm.errors import ArgumentError


@dataclasses.dataclass(frozen=True, slots=True)
class Contender:
    """Something to be timed.

    Parameters
    ----------
    name : str
    run : callable
        Starts the work once.
    timer : callable
        Times one run: ``machine_timer(machine)``, or ``host_timer`` for work on the host.
    """

    name: str
    run: Run
    timer: Timer


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """What interleaved rounds showed.

    Parameters
    ----------
    contender, baseline : tuple of Samples
        Samples of each round.
    """

    contender: tuple[Samples, ...]
    baseline: tuple[Samples, ...]

    @property
    def contender_samples(self) -> Samples:
        """All samples of the contender."""
        return _joined(self.contender)

    @property
    def baseline_samples(self) -> Samples:
        """All samples of the baseline."""
        return _joined(self.baseline)

    @property
    def ratio(self) -> float:
        """Speed of the contender over that of the baseline, from the medians of all samples."""
        return speed_ratio(self.contender_samples, self.baseline_samples)

    @property
    def round_ratios(self) -> tuple[float, ...]:
        """The same ratio for each round by itself."""
        return tuple(map(speed_ratio, self.contender, self.baseline))

    @property
    def spread(self) -> tuple[float, float]:
        """Smallest and largest ratio of a round."""
        return min(self.round_ratios), max(self.round_ratios)

    @property
    def differs(self) -> bool:
        """Whether every round agrees on who is faster; else there is no difference to speak of."""
        lowest, highest = self.spread
        return lowest > 1.0 or highest < 1.0

    def __str__(self) -> str:
        lowest, highest = self.spread
        note = "" if self.differs else ", no difference"
        return f"{self.ratio:.3f} ({lowest:.3f} ... {highest:.3f}{note})"


def speed_ratio(contender: Samples, baseline: Samples) -> float:
    """Return how many times as fast as the baseline the contender is, by the medians.

    Infinite where the contender's time is too short to be seen, and 1 where both are.
    """
    if contender.median == 0.0:
        return 1.0 if baseline.median == 0.0 else math.inf
    return baseline.median / contender.median


def compare(
    contender: Contender,
    baseline: Contender,
    *,
    rounds: int = 5,
    minimum_samples: int = 5,
    minimum_seconds: float = 0.1,
    time_limit: float = 5.0,
    warm_up_seconds: float = 0.1,
    rest_seconds: float = 0.0,
) -> Comparison:
    """Time contender and baseline in turns.

    Parameters
    ----------
    contender, baseline : Contender
    rounds : int
        How often each is measured, 1 or more.
    minimum_samples, minimum_seconds, time_limit, warm_up_seconds
        Of each contender in each round, as in :func:`sgemm.bench.timing.sample`. After the first
        round a single run warms up.
    rest_seconds : float
        Pause after each round. Threads of a BLAS go on spinning for some time after a call, and
        would take processors from a contender that comes next.

    Returns
    -------
    Comparison

    Raises
    ------
    ArgumentError
        If a limit makes no sense.
    """
    if rounds < 1:
        raise ArgumentError(f"rounds = {rounds}: at least 1 is needed")
    if not (math.isfinite(rest_seconds) and rest_seconds >= 0.0):
        raise ArgumentError(f"rest_seconds = {rest_seconds!r}: a time is finite and not negative")
    measured: tuple[list[Samples], list[Samples]] = ([], [])
    for number in range(rounds):
        for candidate, found in zip((contender, baseline), measured, strict=True):
            found.append(
                sample(
                    candidate.timer,
                    candidate.run,
                    minimum_samples=minimum_samples,
                    minimum_seconds=minimum_seconds,
                    time_limit=time_limit,
                    warm_up_seconds=0.0 if number else warm_up_seconds,
                )
            )
        time.sleep(rest_seconds)
    return Comparison(tuple(measured[0]), tuple(measured[1]))


def _joined(rounds: tuple[Samples, ...]) -> Samples:
    seconds = tuple(chain.from_iterable(samples.seconds for samples in rounds))
    return Samples(seconds, all(samples.complete for samples in rounds))
