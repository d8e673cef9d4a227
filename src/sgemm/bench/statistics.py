"""Statistics of timings: how far a median, a ratio of two and a mean of ratios can be trusted.

All intervals are two-sided, at 95% unless another confidence is asked for, and none is drawn at
random: equal samples give equal intervals, on every machine.

A ratio of speeds has two sources of doubt, and each has its interval:

- **Within the samples.** The median of n independent samples lies between two of them with a
  probability that follows from the binomial distribution alone, whatever the distribution of the
  times. The intervals of the two medians are combined on the logarithmic scale by the method
  of variance estimates recovery: the distances from the estimate to its ends add up as squares.
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
import math
import statistics
from collections.abc import Sequence

from sgemm.errors import ArgumentError

CONFIDENCE = 0.95

EXACT_COUNT = 1000
"""Up to so many samples the binomial distribution is summed; beyond, it is as good as normal."""


class Judgement(enum.Enum):
    """What an interval says of two contenders."""

    FASTER = "faster"
    SLOWER = "slower"
    NO_DIFFERENCE = "no difference"
    TOO_FEW = "too few samples"
    """There is no interval: nothing can be said."""


@dataclasses.dataclass(frozen=True, slots=True)
class Estimate:
    """A ratio of speeds and the interval in which it lies.

    Parameters
    ----------
    value : float
        Above 1 where the contender is the faster one.
    low, high : float
        Ends of the interval; 0 and infinity where there are too few samples for one.

    Raises
    ------
    ArgumentError
        If the value is not within its interval.
    """

    value: float
    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.low <= self.value <= self.high:
            raise ArgumentError(f"value = {self.value!r} is not in {self.low!r} ... {self.high!r}")

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
        return _quotient(self, other)


def median_interval(
    values: Sequence[float], confidence: float = CONFIDENCE
) -> tuple[float, float] | None:
    """Return two of the samples between which the median lies.

    Parameters
    ----------
    values : sequence of float
        Independent samples of one distribution, of any shape.
    confidence : float
        Between 0 and 1.

    Returns
    -------
    tuple of float or None
        None where there are too few samples: six are needed for 95%.
    """
    rank = interval_rank(len(values), confidence)
    if rank is None:
        return None
    ordered = sorted(values)
    return ordered[rank - 1], ordered[-rank]


@functools.lru_cache(maxsize=4096)
def interval_rank(count: int, confidence: float = CONFIDENCE) -> int | None:
    """Return which smallest and which largest of ``count`` samples enclose the median.

    Returns
    -------
    int or None
        From 1, the largest rank that is safe; None where even the extremes do not suffice.
    """
    _check_confidence(confidence)
    tail = (1.0 - confidence) / 2.0
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
    contender: Sequence[float],
    baseline: Sequence[float],
    round_ratios: Sequence[float] = (),
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Estimate how many times as fast as the baseline a contender is.

    Parameters
    ----------
    contender, baseline : sequence of float
        Times in seconds, at least one each.
    round_ratios : sequence of float
        The ratio in each interleaved round, where there were rounds.

    Returns
    -------
    Estimate
        The ratio of the medians, in the hull of the two intervals that the module describes; of
        one, where the other does not exist. Infinite where the contender's median is 0 (too short
        for the clock), and 1 where both are, in both cases without an interval.
    """
    own, other = statistics.median(contender), statistics.median(baseline)
    if own == 0.0 or other == 0.0:
        value = 1.0 if own == other else math.inf if own == 0.0 else 0.0
        return Estimate(value, 0.0, math.inf)
    within = _unbounded(other / own)
    own_ends = median_interval(contender, confidence)
    other_ends = median_interval(baseline, confidence)
    if own_ends is not None and other_ends is not None:
        within = _quotient(Estimate(other, *other_ends), Estimate(own, *own_ends))
    between = student_interval(round_ratios, confidence)
    if between is None:
        return within
    if not within.is_bounded:
        return Estimate(within.value, min(between[0], within.value), max(between[1], within.value))
    return Estimate(within.value, min(between[0], within.low), max(between[1], within.high))


def student_interval(
    ratios: Sequence[float], confidence: float = CONFIDENCE
) -> tuple[float, float] | None:
    """Return Student's interval of the geometric mean of ratios, one from each round.

    Returns
    -------
    tuple of float or None
        None where there are fewer than two ratios, or one that is not positive and finite.
    """
    if len(ratios) < 2 or not all(math.isfinite(ratio) and ratio > 0.0 for ratio in ratios):
        return None
    logarithms = [math.log(ratio) for ratio in ratios]
    middle = statistics.fmean(logarithms)
    error = statistics.stdev(logarithms) / math.sqrt(len(ratios))
    half = student_quantile(len(ratios) - 1, confidence) * error
    return math.exp(middle - half), math.exp(min(middle + half, 700.0))


@functools.lru_cache(maxsize=256)
def student_quantile(degrees: int, confidence: float = CONFIDENCE) -> float:
    """Return the t within which Student's distribution lies with a probability.

    Parameters
    ----------
    degrees : int
        Degrees of freedom, 1 or more.

    Raises
    ------
    ArgumentError
        If there is no degree of freedom, or the confidence is not between 0 and 1.
    """
    _check_confidence(confidence)
    if degrees < 1:
        raise ArgumentError(f"degrees = {degrees}: at least one degree of freedom is needed")
    # The angle atan(t / sqrt(degrees)) is bounded, which the t itself is not.
    low, high = 0.0, math.pi / 2.0
    for _ in range(80):
        middle = (low + high) / 2.0
        if _student_probability(middle, degrees) < confidence:
            low = middle
        else:
            high = middle
    return math.tan(high) * math.sqrt(degrees)


def geometric_mean(estimates: Sequence[Estimate]) -> Estimate:
    """Return the geometric mean of independent ratios, with its interval.

    Parameters
    ----------
    estimates : sequence of Estimate
        At least one, each with a positive and finite value.

    Returns
    -------
    Estimate
        Distances to the ends add up as squares on the logarithmic scale. The interval covers the
        doubt in each ratio, not the choice of problems. Without an interval where one lacks it.

    Raises
    ------
    ArgumentError
        If there is none, or a value has no logarithm.
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


def _quotient(upper: Estimate, lower: Estimate) -> Estimate:
    value = upper.value / lower.value if lower.value else math.inf
    if not (upper.is_bounded and lower.is_bounded):
        return _unbounded(value)
    down = math.hypot(math.log(upper.value / upper.low), math.log(lower.high / lower.value))
    up = math.hypot(math.log(upper.high / upper.value), math.log(lower.value / lower.low))
    return Estimate(value, value * math.exp(-down), value * math.exp(min(up, 700.0)))


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


def _check_confidence(confidence: float) -> None:
    if not 0.0 < confidence < 1.0:
        raise ArgumentError(f"confidence = {confidence!r}: it lies between 0 and 1")
