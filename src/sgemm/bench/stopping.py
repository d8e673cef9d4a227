"""When there are enough samples: point 12 of docs/benchmarking.md.

Two rules: ours, which stops when the mean is known well enough, and that of document 000, which
takes a number of replays that depends on the size and the mean of the second half of them.
"""

from __future__ import annotations

import abc
import dataclasses
import math
import statistics
from collections.abc import Sequence

from sgemm.errors import ArgumentError
from sgemm.problem import Problem

DOCUMENT_000 = "document-000"
REPLAYS_AT_1024 = 1000
REPLAY_DECAY = 3100.0
MOST_REPLAYS = math.ceil(REPLAYS_AT_1024 * math.exp(1024.0 / REPLAY_DECAY))


@dataclasses.dataclass(frozen=True, slots=True)
class Burst:
    """A contender's turn in a round: at least so many samples, over so many seconds.

    Parameters
    ----------
    most : int
        No more samples than that.
    """

    samples: int
    seconds: float
    most: int


class StoppingRule(abc.ABC):
    """Decides when a contender has been sampled enough.

    Attributes
    ----------
    time_limit : float
        Seconds of sampling after which a contender stops in any case.
    most_samples : int
        Samples after which it does: all of them are kept.
    """

    __slots__ = ()

    time_limit: float
    most_samples: int

    @abc.abstractmethod
    def __str__(self) -> str:
        """Say the rule in words, for the results."""

    @property
    def label(self) -> str:
        """What the rule adds to the name of the protocol; empty for the usual one."""
        return ""

    @property
    def elimination(self) -> float:
        """What is slower than so many times the fastest leaves after two rounds; infinity: none."""
        return math.inf

    @abc.abstractmethod
    def burst(self, problem: Problem) -> Burst:
        """How long a contender's turn in a round is."""

    @abc.abstractmethod
    def satisfied(self, problem: Problem, samples: Sequence[float], elapsed: float) -> bool:
        """Whether these samples, taken in so many seconds, are enough."""

    def figure(self, samples: Sequence[float]) -> float | None:
        """Return the time that stands for the samples, where it is not their median."""
        return None


@dataclasses.dataclass(frozen=True, slots=True)
class Precision(StoppingRule):
    """At least so many samples over so many seconds, until their mean is known well enough.

    Parameters
    ----------
    seconds : float
        Of sampling, between samples included.
    relative_error : float
        Standard error of the mean over the mean; infinite where it does not matter.
    time_limit : float
        Seconds of sampling.
    rounds : int
        How many turns each contender has at least.
    most_samples : int
        All samples are kept, and a noisy machine may never be precise.
    """

    samples: int = 10
    seconds: float = 0.5
    relative_error: float = 0.005
    time_limit: float = 10.0
    rounds: int = 5
    most_samples: int = 2000

    def __post_init__(self) -> None:
        for name in ("samples", "rounds", "most_samples"):
            if getattr(self, name) < 1:
                raise ArgumentError(f"{name} = {getattr(self, name)}: at least 1 is needed")
        for name in ("seconds", "time_limit"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0.0):
                raise ArgumentError(f"{name} = {value!r}: it is finite and not negative")
        if not self.relative_error >= 0.0:
            raise ArgumentError(f"relative_error = {self.relative_error!r}: it is not negative")

    def __str__(self) -> str:
        error = (
            f", standard error below {100 * self.relative_error:g}%"
            if math.isfinite(self.relative_error)
            else ""
        )
        return (
            f"at least {self.samples} samples in {self.rounds} rounds over {self.seconds:g} s"
            f"{error}; at most {self.time_limit:g} s and {self.most_samples} samples"
        )

    def burst(self, problem: Problem) -> Burst:
        """Return an even share of what is needed at least."""
        samples = math.ceil(self.samples / self.rounds)
        most = math.ceil(self.most_samples / self.rounds)
        return Burst(samples, self.seconds / self.rounds, max(samples, most))

    def satisfied(self, problem: Problem, samples: Sequence[float], elapsed: float) -> bool:
        """Whether there are enough samples, seconds and precision.

        Runs so short that the samples are all taken before the seconds are over need no more time.
        """
        taken = len(samples)
        if taken < self.samples or (elapsed < self.seconds and taken < self.most_samples):
            return False
        if math.isinf(self.relative_error):
            return True
        return relative_standard_error(samples) < self.relative_error


@dataclasses.dataclass(frozen=True, slots=True)
class Document000(StoppingRule):
    """The rule of document 000, section 2.

    1000 * exp((1024 - size) / 3100) replays one after another, of which the mean of the second half
    counts. The document has square problems; others count by the cube root of m*n*k.

    Parameters
    ----------
    time_limit : float
        Seconds of sampling.
    """

    time_limit: float = 60.0
    most_samples: int = MOST_REPLAYS

    def __str__(self) -> str:
        return (
            f"document 000: {REPLAYS_AT_1024} * exp((1024 - size) / {REPLAY_DECAY:g}) replays, "
            f"mean of the second half; at most {self.time_limit:g} s"
        )

    @property
    def label(self) -> str:
        """Name of the rule."""
        return DOCUMENT_000

    def replays(self, problem: Problem) -> int:
        """Return how many replays the rule asks for, at least 2."""
        size = (problem.m * problem.n * problem.k) ** (1.0 / 3.0)
        # The root of a cube may come out just below it.
        exact = REPLAYS_AT_1024 * math.exp((1024.0 - size) / REPLAY_DECAY)
        return max(2, math.floor(exact + 1e-6))

    def burst(self, problem: Problem) -> Burst:
        """Return all replays: the document's contenders do not take turns."""
        replays = self.replays(problem)
        return Burst(replays, 0.0, replays)

    def satisfied(self, problem: Problem, samples: Sequence[float], elapsed: float) -> bool:
        """Whether all replays are done."""
        return len(samples) >= self.replays(problem)

    def figure(self, samples: Sequence[float]) -> float | None:
        """Return the mean of the second half."""
        return statistics.fmean(samples[len(samples) // 2 :])


def relative_standard_error(samples: Sequence[float]) -> float:
    """Return the standard error of the mean over the mean; infinite for fewer than 2 samples.

    Parameters
    ----------
    samples : sequence of float
        Not negative.
    """
    mean = statistics.fmean(samples) if samples else 0.0
    if len(samples) < 2 or mean == 0.0:
        return math.inf
    return statistics.stdev(samples) / (math.sqrt(len(samples)) * mean)
