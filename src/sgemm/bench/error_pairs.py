"""Errors of contenders beside those of the baseline, on the same inputs.

Both are root mean square and maximum over all elements of C, in units of 2**-24 * (|A||B|). They
are compared as ratios, below 1 where the contender is the more accurate one. A ratio of maxima is
one of two single elements and scatters.

So does that of the root mean squares where C has few elements. Each is an estimate of what the
order of a sum makes of such inputs, from as many errors as C has elements. If these are
independent, the logarithm of the estimate has a standard error of sqrt((kurtosis - 1) /
(4*elements)), and the ratio of two that of both together. The kurtosis of normal errors is 3. Those
of sums are wider spread, since rounding errors are larger in sums that have wandered further: for
products of random signs it is up to 7, with one chain of some hundred steps, and 4 to 5 with
several. With 7 the ratio's logarithm has a standard error of sqrt(3 / elements): a sixth for 100
elements. Errors of both on the same inputs have little in common; what they have makes the ratio
scatter less.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable

from sgemm.bench.measurement import Verification
from sgemm.bench.result_set import ResultSet
from sgemm.bench.sets import SETS, Setting, set_of

KURTOSIS = 7.0  # of the errors of sums, at most: measured for one to 16 chains of up to 400 steps
DOUBT = 2.0  # standard errors of the logarithm of a ratio that chance may explain


@dataclasses.dataclass(frozen=True, slots=True)
class ErrorPair:
    """The errors of a contender and of the baseline in one setting."""

    setting: Setting
    contender: str
    baseline: str
    rms: float  # in units of 2**-24 * (|A||B|)
    baseline_rms: float
    maximum: float
    baseline_maximum: float

    @property
    def rms_ratio(self) -> float | None:
        """Contender over baseline; 1 where both are exact, None where only the baseline is."""
        return _ratio(self.rms, self.baseline_rms)

    @property
    def maximum_ratio(self) -> float | None:
        """The same of the largest errors."""
        return _ratio(self.maximum, self.baseline_maximum)

    @property
    def worse_beyond_doubt(self) -> bool:
        """Whether the root mean square is greater by more than chance explains."""
        problem = self.setting.problem
        elements = problem.m * problem.n * problem.batch
        if self.rms <= self.baseline_rms:
            return False
        scatter = math.sqrt((KURTOSIS - 1) / (2 * elements))
        return self.rms > self.baseline_rms * math.exp(DOUBT * scatter)


@dataclasses.dataclass(frozen=True, slots=True)
class ErrorSummary:
    """The errors of a contender on a set, or on a class of inputs."""

    name: str  # of the set; of the class of inputs in the set accuracy
    contender: str
    baseline: str
    pairs: tuple[ErrorPair, ...]

    @property
    def mean_rms_ratio(self) -> float | None:
        """Geometric mean; None where no ratio has a logarithm."""
        return _mean(pair.rms_ratio for pair in self.pairs)

    @property
    def mean_maximum_ratio(self) -> float | None:
        """Geometric mean; None where no ratio has a logarithm."""
        return _mean(pair.maximum_ratio for pair in self.pairs)

    @property
    def worst(self) -> ErrorPair:
        """The problem with the greatest ratio of root mean squares; None counts as infinite."""
        infinite = [pair for pair in self.pairs if pair.rms_ratio is None]
        return infinite[0] if infinite else max(self.pairs, key=lambda pair: pair.rms_ratio or 0.0)

    @property
    def not_worse(self) -> int:
        """On how many problems the root mean square is no greater than the baseline's."""
        return sum(pair.rms <= pair.baseline_rms for pair in self.pairs)

    @property
    def worse_beyond_doubt(self) -> int:
        """On how many it is greater by more than chance explains."""
        return sum(pair.worse_beyond_doubt for pair in self.pairs)


def error_pairs(group: ResultSet, baseline: str) -> tuple[ErrorPair, ...]:
    """Compare errors with the baseline's where both were right and judged on the same inputs."""
    rows = group.latest_rows.select("setting", "kernel", "row")
    beside = rows.filter(rows["kernel"] == baseline).select("setting", beside="row")
    others = rows.filter(rows["kernel"] != baseline).join(
        beside, on="setting", maintain_order="left"
    )
    found = []
    for name, row, other_row in others.select("kernel", "row", "beside").iter_rows():
        own, other = (group.measurements[each].verification for each in (row, other_row))
        if own is not None and other is not None and _comparable(own, other):
            errors = own.rms, other.rms, own.maximum, other.maximum
            found.append(ErrorPair(group.settings[row], name, baseline, *errors))
    return tuple(sorted(found, key=lambda pair: pair.setting.order))


def error_summaries(pairs: Iterable[ErrorPair]) -> tuple[ErrorSummary, ...]:
    """Sum up pairs by set and contender; those of the set ``accuracy`` by class of inputs."""
    groups: dict[tuple[int, str, str], list[ErrorPair]] = {}
    for pair in pairs:
        name = set_of(pair.setting)
        shown = f"accuracy, {pair.setting.inputs}" if name == "accuracy" else name
        groups.setdefault((SETS.index(name), shown, pair.contender), []).append(pair)
    return tuple(
        ErrorSummary(name, contender, members[0].baseline, tuple(members))
        for (_, name, contender), members in sorted(groups.items(), key=lambda item: item[0])
    )


def _comparable(own: Verification, other: Verification) -> bool:
    """Whether both are right and of the same inputs."""
    numbers = own.rms, other.rms, own.maximum, other.maximum
    return (
        own.passed
        and other.passed
        and own.seed == other.seed
        and own.reference == other.reference
        and all(math.isfinite(number) for number in numbers)
    )


def _ratio(own: float, other: float) -> float | None:
    if other == 0.0:
        return 1.0 if own == 0.0 else None
    return own / other


def _mean(ratios: Iterable[float | None]) -> float | None:
    known = [ratio for ratio in ratios if ratio]
    return math.exp(math.fsum(map(math.log, known)) / len(known)) if known else None
