"""Samples: repeated timings of the same work, every one kept.

The fastest run says what a machine can do once, not what it does. So results are the median, the
quartiles and the number of samples, and nothing here returns the best alone.
"""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Callable

from sgemm.errors import ArgumentError

Run = Callable[[], None]
"""Start the work once; it may still be under way on return."""

LONGEST_SECONDS = 1e9
"""Thirty years, so that sums of times, and times in other units, are finite too."""


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


def speed_ratio(contender: Samples, baseline: Samples) -> float:
    """Return how many times as fast as the baseline the contender is, by the medians.

    Infinite where the contender's time is too short to be seen, and 1 where both are.
    """
    if contender.median == 0.0:
        return 1.0 if baseline.median == 0.0 else math.inf
    return baseline.median / contender.median
