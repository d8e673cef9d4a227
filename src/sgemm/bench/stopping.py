"""When there are enough samples: point 12 of docs/benchmarking.md; and what the protocol is called.

Two rules: ours, which stops when the mean is known well enough, and that of document 000, which
takes a number of replays that depends on the size alone, and the mean of the second half of them.
"""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from sgemm.problem import Problem

REPLAYS_BY_SIZE = "replays-by-size"
SUSTAINED = "sustained"
SURVEY = "survey"  # what survey rules add to the name of the protocol
REPLAYS_AT_1024 = 1000
REPLAY_DECAY = 3100.0


class Burst(NamedTuple):
    """A contender's turn in a round: at least so many samples, over so many seconds."""

    samples: int
    seconds: float
    most: int  # no more samples than that


@dataclasses.dataclass(frozen=True, slots=True)
class Precision:
    """At least so many samples over so many seconds, until their mean is known well enough."""

    samples: int = 10
    seconds: float = 0.5  # of sampling, between samples included
    relative_error: float = 0.005  # standard error over the mean; infinite: it does not matter
    time_limit: float = 10.0  # seconds of sampling after which a contender stops in any case
    rounds: int = 5  # how many turns each contender has at least
    most_samples: int = 2000  # all samples are kept, and a noisy machine may never be precise
    label: str = ""  # what the rule adds to the name of the protocol
    elimination: float = math.inf  # times the fastest; what is slower leaves after two rounds

    def __str__(self) -> str:
        error = ""
        if math.isfinite(self.relative_error):
            error = f", standard error below {100 * self.relative_error:g}%"
        return (
            f"at least {self.samples} samples in {self.rounds} rounds over {self.seconds:g} s"
            f"{error}; at most {self.time_limit:g} s and {self.most_samples} samples"
        )

    def of(self, problem: Problem) -> Precision:
        """Return the rule for a problem: the same for each."""
        return self

    def burst(self) -> Burst:
        """Return an even share of what is needed at least."""
        samples = math.ceil(self.samples / self.rounds)
        most = math.ceil(self.most_samples / self.rounds)
        return Burst(samples, self.seconds / self.rounds, max(samples, most))

    def satisfied(self, samples: Sequence[float], elapsed: float, rounds: int) -> bool:
        """Whether there are enough samples, rounds, seconds and precision.

        Runs so short that the samples are all taken before the seconds are over need no more time.
        """
        taken = len(samples)
        if taken < self.samples or rounds < self.rounds:
            return False
        if elapsed < self.seconds and taken < self.most_samples:
            return False
        if math.isinf(self.relative_error):
            return True
        mean = statistics.fmean(samples)
        if taken < 2 or mean == 0.0:
            return False
        return statistics.stdev(samples) / (math.sqrt(taken) * mean) < self.relative_error


@dataclasses.dataclass(frozen=True, slots=True)
class ReplaysBySize:
    """The rule of document 000, section 2.

    1000 * exp((1024 - size) / 3100) replays one after another, of which the mean of the second half
    counts. The document has square problems; others count by the cube root of m*n*k.
    """

    time_limit: float = 60.0
    label: ClassVar[str] = REPLAYS_BY_SIZE

    def __str__(self) -> str:
        return (
            f"{REPLAYS_AT_1024} * exp((1024 - size) / {REPLAY_DECAY:g}) replays, "
            f"mean of the second half; at most {self.time_limit:g} s"
        )

    def of(self, problem: Problem) -> Precision:
        """Return the rule for a problem: all replays, at least 2, in one turn."""
        size = (problem.m * problem.n * problem.k) ** (1.0 / 3.0)
        # The root of a cube may come out just below it.
        exact = REPLAYS_AT_1024 * math.exp((1024.0 - size) / REPLAY_DECAY)
        replays = max(2, math.floor(exact + 1e-6))
        return Precision(replays, 0.0, math.inf, self.time_limit, rounds=1, most_samples=replays)


StoppingRule = Precision | ReplaysBySize


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """How every problem is measured."""

    rule: StoppingRule
    seed: int = 0  # of the inputs; those of the second check have the next one
    warm_up_seconds: float = 0.1  # of each contender
    sustain_seconds: float | None = None  # without a pause for each contender, instead of turns

    def label(self, sampling: str) -> str:
        """Name the protocol: how samples are taken, and by which rule they stop."""
        if self.sustain_seconds is not None:
            return SUSTAINED
        return f"{self.rule.label}, {sampling}" if self.rule.label else sampling

    @property
    def words(self) -> str:
        """When sampling stops, in words."""
        if self.sustain_seconds is not None:
            return f"{self.sustain_seconds:g} s without a pause; mean of the second half"
        return str(self.rule)

    def figure(self, seconds: Sequence[float]) -> float | None:
        """Return the mean of the second half, if clocks settle or the rule says so; else None."""
        if self.sustain_seconds is None and not isinstance(self.rule, ReplaysBySize):
            return None
        return statistics.fmean(seconds[len(seconds) // 2 :])
