"""Statistics of timings: how far a median, a ratio of two and a mean of ratios can be trusted.

All intervals are two-sided, at 95%, and none is drawn at random: equal samples give equal
intervals, on every machine.

A ratio of speeds has two sources of doubt, and each has its interval:

- **Within the samples.** The median of n independent samples lies between two of them with a
  probability that follows from the binomial distribution alone, whatever the distribution of the
  times. The intervals of the two medians are combined on the logarithmic scale by the method
  of variance estimates recovery: the distances from the estimate to its ends add up as squares.
  A clock that ticks coarsely makes samples equal that are not: each interval is wider by half the
  least difference between samples at both ends.
- **Between the rounds.** Clocks and temperature drift, so samples of one round are more alike than
  samples of two. Each interleaved round gives a ratio of its own, and the mean of their logarithms
  has Student's interval.

Neither covers the other: few rounds can agree by chance, and many samples of one round say nothing
of the next. So the interval of a ratio is the hull of both, which errs on the careful side.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Sequence

from sgemm.errors import ArgumentError

CONFIDENCE = 0.95

COARSEST_TICK = 0.512e-6  # seconds between two times that a GPU's event timer tells apart
EXACT_COUNT = 1000  # up to so many samples the distribution is summed; beyond, it is nearly normal


class Judgement(enum.Enum):
    """What an interval says of two contenders."""

    FASTER = "faster"
    SLOWER = "slower"
    NO_DIFFERENCE = "no difference"
    TOO_FEW = "too few samples"  # there is no interval: nothing can be said


@dataclasses.dataclass(frozen=True, slots=True)
class Estimate:
    """A ratio of speeds and the interval in which it lies."""

    value: float  # above 1 where the contender is the faster one
    low: float  # ends of the interval; 0 and infinity where there are too few samples for one
    high: float

    @property
    def is_bounded(self) -> bool:
        """Whether there is an interval at all."""
        return self.low > 0.0 and math.isfinite(self.high)

    @property
    def judgement(self) -> Judgement:
        """Faster or slower only where the whole interval says so."""
        if not self.is_bounded:
            return Judgement.TOO_FEW
        if self.low > 1.0:
            return Judgement.FASTER
        return Judgement.SLOWER if self.high < 1.0 else Judgement.NO_DIFFERENCE

    def over(self, other: Estimate) -> Estimate:
        """Divide by another estimate, whose samples are independent of this one's."""
        value = self.value / other.value if other.value else math.inf
        if not (self.is_bounded and other.is_bounded):
            return _unbounded(value)
        down = math.hypot(math.log(self.value / self.low), math.log(other.high / other.value))
        up = math.hypot(math.log(self.high / self.value), math.log(other.value / other.low))
        return Estimate(value, value * math.exp(-down), value * math.exp(min(up, 700.0)))


def median_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Return two of the samples between which the median lies; None for fewer than six."""
    rank = interval_rank(len(values))
    if rank is None:
        return None
    ordered = sorted(values)
    return ordered[rank - 1], ordered[-rank]


@functools.lru_cache(maxsize=4096)
def interval_rank(count: int) -> int | None:
    """Return the largest rank, from both ends, that is safe; None where not even 1 is."""
    tail = (1.0 - CONFIDENCE) / 2.0
    if count > EXACT_COUNT:
        deviations = statistics.NormalDist().inv_cdf(1.0 - tail)
        # The step of the distribution would allow half a sample more: this is on the safe side.
        return math.floor((count - deviations * math.sqrt(count)) / 2.0)
    # The r-th smallest is above the median if fewer than r samples are below it.
    rank, below, total = 0, 0, 2**count
    while (below := below + math.comb(count, rank)) <= tail * total:
        rank += 1
    return rank or None


def compare_samples(
    contender: Sequence[float],  # times in seconds, at least one each
    baseline: Sequence[float],
    round_ratios: Sequence[float] = (),  # the ratio in each interleaved round, if there were any
) -> Estimate:
    """Estimate how many times as fast as the baseline a contender is.

    That is the ratio of the medians, in the hull of the two intervals that the module describes; of
    one, where the other does not exist. It is infinite where the contender's median is 0 (too short
    for the clock), and 1 where both are, in both cases without an interval.
    """
    own, other = statistics.median(contender), statistics.median(baseline)
    within = _unbounded(ratio_of_speeds(own, other))
    if own == 0.0 or other == 0.0:
        return within
    half = resolution((*contender, *baseline)) / 2.0
    own_ends, other_ends = (_widened(median_interval(each), half) for each in (contender, baseline))
    if own_ends is not None and other_ends is not None:
        within = Estimate(other, *other_ends).over(Estimate(own, *own_ends))
    between = student_interval(round_ratios)
    if between is None:
        return within
    low, high = (within.low, within.high) if within.is_bounded else (within.value, within.value)
    return Estimate(within.value, min(between[0], low), max(between[1], high))


def resolution(values: Sequence[float]) -> float:
    """Return how far apart a clock's ticks are: the least difference of two times, or 0 of one.

    No clock in use is coarser than the event timer of a GPU: times may differ for other reasons.
    """
    ordered = sorted(set(values))
    # Times that differ in their last bits are of the same tick.
    steps = (later - one for one, later in itertools.pairwise(ordered))
    found = min((step for step in steps if step > 1e-9 * ordered[-1]), default=0.0)
    return min(found, COARSEST_TICK)


def _widened(ends: tuple[float, float] | None, by: float) -> tuple[float, float] | None:
    """Widen an interval of positive times at both ends."""
    return None if ends is None else (max(ends[0] - by, ends[0] / 2.0), ends[1] + by)


def ratio_of_speeds(seconds: float, others: float) -> float:
    """Return how many times as fast as another it is, by times; infinite if too short to see."""
    if seconds == 0.0:
        return 1.0 if others == 0.0 else math.inf
    return others / seconds


def finite(ratio: float) -> float | None:
    """Return a ratio as documents have it: None where it is infinite or NaN."""
    return ratio if math.isfinite(ratio) else None


def by_round(seconds: Iterable[float], rounds: Iterable[int]) -> dict[int, list[float]]:
    """Return the times of samples by their round."""
    found: dict[int, list[float]] = {}
    for each, number in zip(seconds, rounds, strict=True):
        found.setdefault(number, []).append(each)
    return found


def in_turns(
    own: dict[int, list[float]],  # times by their round
    others: dict[int, list[float]],
    typical: Callable[[Sequence[float]], float] = statistics.median,
) -> tuple[list[float], list[float], list[float]]:
    """Return the times of both in the rounds that they share, and the ratio of speeds in each."""
    shared = [number for number in own if number in others]
    ratios = [ratio_of_speeds(typical(own[x]), typical(others[x])) for x in shared]
    first, second = ([time for x in shared for time in each[x]] for each in (own, others))
    return first, second, ratios


def student_interval(ratios: Sequence[float]) -> tuple[float, float] | None:
    """Return Student's interval of the geometric mean of ratios; None where there is none."""
    if len(ratios) < 2 or not all(math.isfinite(ratio) and ratio > 0.0 for ratio in ratios):
        return None
    logarithms = [math.log(ratio) for ratio in ratios]
    middle = statistics.fmean(logarithms)
    # The module's own deviation is exact, by fractions, and takes ten times as long.
    squares = math.fsum((each - middle) ** 2 for each in logarithms)
    degrees = len(ratios) - 1
    half = student_quantile(degrees) * math.sqrt(squares / degrees / len(ratios))
    return math.exp(middle - half), math.exp(min(middle + half, 700.0))


@functools.lru_cache(maxsize=256)
def student_quantile(degrees: int) -> float:
    """Return the t within which Student's distribution of so many degrees of freedom lies."""
    # The angle atan(t / sqrt(degrees)) is bounded, which the t itself is not.
    low, high = 0.0, math.pi / 2.0
    for _ in range(80):
        middle = (low + high) / 2.0
        if _student_probability(middle, degrees) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return math.tan(high) * math.sqrt(degrees)


def geometric_mean(estimates: Sequence[Estimate]) -> Estimate:
    """Return the geometric mean of independent ratios, each positive and finite.

    Distances to the ends add up as squares on the logarithmic scale. The interval covers the
    doubt in each ratio, not the choice of problems. There is none where a ratio lacks it.
    """
    if not estimates:
        raise ArgumentError("estimates is empty: a mean needs at least one ratio")
    for estimate in estimates:
        if not (math.isfinite(estimate.value) and estimate.value > 0.0):
            raise ArgumentError(f"estimates has {estimate.value!r}: a ratio is positive and finite")
    count = len(estimates)
    mean = math.exp(math.fsum(math.log(estimate.value) for estimate in estimates) / count)
    if not all(estimate.is_bounded for estimate in estimates):
        return _unbounded(mean)
    down = math.hypot(*(math.log(estimate.value / estimate.low) for estimate in estimates)) / count
    up = math.hypot(*(math.log(estimate.high / estimate.value) for estimate in estimates)) / count
    return Estimate(mean, mean * math.exp(-down), mean * math.exp(min(up, 700.0)))


def _unbounded(value: float) -> Estimate:
    return Estimate(value, 0.0, math.inf)


def _student_probability(angle: float, degrees: int) -> float:
    """Return the probability between -t and t by the finite sum over powers of the cosine."""
    cosine, sine = math.cos(angle), math.sin(angle)
    term, total = (cosine, 0.0) if degrees % 2 else (1.0, 0.0)
    first = 1 if degrees % 2 else 0
    for power in range(first, degrees - 1, 2):
        total += term
        term *= cosine * cosine * (power + 1) / (power + 2)
    if degrees % 2:
        return 2.0 / math.pi * (angle + sine * total)
    return sine * total
