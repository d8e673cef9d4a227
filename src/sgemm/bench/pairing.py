"""What can be compared: contenders of one result set, and two result sets."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Sequence

from sgemm.bench.measurement import Baseline, Conditions, Measurement
from sgemm.bench.result_set import ResultSet
from sgemm.bench.sets import Setting
from sgemm.bench.statistics import Estimate, compare_samples, ratio_of_speeds
from sgemm.kernels.catalogue import present_name


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """A contender against a baseline, in one setting."""

    setting: Setting
    contender: str  # names
    baseline: str
    contender_seconds: float  # medians, or what the protocol takes instead
    baseline_seconds: float
    estimate: Estimate  # how many times as fast as the baseline the contender is
    interleaved: bool  # whether the two were measured in turns, so that drift hit both alike
    conditions: Conditions | None = None  # clock and power while the contender ran, where known


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """A contender in two result sets, in one setting."""

    setting: Setting
    contender: str
    before: str  # names of the result sets
    after: str
    estimate: Estimate  # how many times as fast it became
    # The baseline that both sets measured beside it. The ratios to it are compared then, not the
    # times, so that a difference between the two runs' clocks cancels. None where there is none.
    through: str | None


def pairs(group: ResultSet, baseline: str) -> tuple[Pair, ...]:
    """Compare every contender of a result set with a baseline, or with another contender.

    Samples taken in turns with the contender's are preferred. Where there are none, and the
    baseline was measured by itself in the same setting, that is taken. Contenders that were not
    timed, and settings without the baseline, are left out.
    """
    timed = _timed(group)
    found = []
    for (setting, name), one in timed.items():
        beside, alone = one.baseline, timed.get((setting, baseline))
        if name == baseline:
            continue
        if beside is not None and beside.name == baseline:
            found.append(_pair(setting, one, beside))
        elif alone is not None:
            found.append(_pair(setting, one, alone))
    return tuple(sorted(found, key=lambda pair: pair.setting.order))


def _timed(group: ResultSet) -> dict[tuple[Setting, str], Measurement]:
    return {key: one for key, one in group.latest.items() if one.samples is not None}


def _pair(setting: Setting, measurement: Measurement, other: Measurement | Baseline) -> Pair:
    """Compare a measurement with its baseline, taken in turns with it or by itself."""
    assert measurement.samples is not None and other.samples is not None
    own, interleaved = measurement.typical_seconds or 0.0, False
    if isinstance(other, Baseline):
        interleaved = len(other.round_ratios) > 1
        name, estimate = other.name, beside_estimate(measurement, other)
        seconds = other.samples.median if measurement.seconds is None else own * other.ratio
    else:
        name, seconds = other.kernel, other.typical_seconds or 0.0
        estimate = compare_samples(measurement.samples.seconds, other.samples.seconds)
    compared = own, seconds, estimate, interleaved, measurement.conditions
    return Pair(setting, measurement.kernel, name, *compared)


def beside_estimate(measurement: Measurement, beside: Baseline) -> Estimate:
    """Compare a contender that was timed with the baseline that was measured in turns with it.

    Where the protocol takes another figure than the median, the value is its ratio, and the
    interval that of the medians, widened to have that ratio in it. One round is no turns: the two
    ran one after the other, and samples of one run say nothing of the next.
    """
    assert measurement.samples is not None
    value = beside_ratio(measurement, beside)
    if len(beside.round_ratios) < 2:
        return Estimate(value, 0.0, math.inf)
    samples = measurement.samples.seconds, beside.samples.seconds
    found = compare_samples(*samples, beside.round_ratios)
    return Estimate(value, min(found.low, value), max(found.high, value))


def beside_ratio(measurement: Measurement, beside: Baseline) -> float:
    """Return how many times as fast as its baseline a contender is that was timed beside it."""
    assert measurement.samples is not None
    if measurement.seconds is not None:
        return beside.ratio
    return ratio_of_speeds(measurement.samples.median, beside.samples.median)


def wrong(group: ResultSet) -> tuple[tuple[Setting, str, str], ...]:
    """Return setting, contender and reason of every result that was not right, or failed."""
    found = []
    for (setting, name), measurement in group.latest.items():
        checks = measurement.verification, measurement.verified_after
        reasons = [check.reason for check in checks if check is not None and not check.passed]
        reason = reasons[0] if reasons else measurement.failure
        if reason is not None:
            found.append((setting, name, reason))
    return tuple(found)


def changes(sets: Sequence[ResultSet]) -> tuple[Change, ...]:
    """Compare what several result sets have in common, each with the first that has it."""
    first: dict[tuple[Setting, str], tuple[ResultSet, Measurement]] = {}
    found = []
    for group in sets:
        timed = _timed(group)
        today = Counter((setting, present_name(name)) for setting, name in timed)
        for (setting, name), later in timed.items():
            # A kernel that has another name today is compared with itself, unless the set has
            # several that share today's name.
            key = setting, present_name(name)
            before, earlier = first.setdefault(
                key if today[key] == 1 else (setting, name), (group, later)
            )
            if before is not group:
                estimate, through = _change(earlier, later)
                found.append(Change(setting, name, before.name, group.name, estimate, through))
    return tuple(sorted(found, key=lambda change: change.setting.order))


def _change(earlier: Measurement, later: Measurement) -> tuple[Estimate, str | None]:
    assert earlier.samples is not None and later.samples is not None
    before, after = earlier.baseline, later.baseline
    if before is not None and after is not None and before.name == after.name:
        then, now = beside_estimate(earlier, before), beside_estimate(later, after)
        if then.is_bounded and now.is_bounded:
            return now.over(then), before.name
    return compare_samples(later.samples.seconds, earlier.samples.seconds), None
