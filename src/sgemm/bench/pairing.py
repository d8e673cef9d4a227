"""What can be compared: contenders of one result set, and two result sets."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from sgemm.bench.measurement import Baseline, Conditions, Measurement
from sgemm.bench.parquet import polars
from sgemm.bench.result_set import ResultSet
from sgemm.bench.sets import Setting
from sgemm.bench.statistics import Estimate, compare_samples, ratio_of_speeds
from sgemm.kernels.catalogue import FORMER_NAMES


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
    rows = group.latest_rows
    timed = rows.filter("timed")
    alone = timed.filter(timed["kernel"] == baseline).select("setting", alone="row")
    found = []
    for row, beside, other in (
        timed.filter(timed["kernel"] != baseline)
        .join(alone, on="setting", how="left", maintain_order="left")
        .select("row", "beside", "alone")
        .iter_rows()
    ):
        if beside == baseline:
            found.append(_pair(group, row, group.measurements[row].baseline))
        elif other is not None:
            found.append(_pair(group, row, group.measurements[other]))
    return tuple(sorted(found, key=lambda pair: pair.setting.order))


def _pair(group: ResultSet, row: int, other: Measurement | Baseline | None) -> Pair:
    """Compare a measurement with its baseline, taken in turns with it or by itself."""
    measurement = group.measurements[row]
    assert measurement.samples is not None and other is not None and other.samples is not None
    own, interleaved = measurement.typical_seconds or 0.0, False
    if isinstance(other, Baseline):
        interleaved = len(other.round_ratios) > 1
        name, estimate = other.name, beside_estimate(measurement, other)
        seconds = other.samples.median if measurement.seconds is None else own * other.ratio
    else:
        name, seconds = other.kernel, other.typical_seconds or 0.0
        estimate = compare_samples(measurement.samples.seconds, other.samples.seconds)
    compared = own, seconds, estimate, interleaved, measurement.conditions
    return Pair(group.settings[row], measurement.kernel, name, *compared)


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
    pl = polars()
    columns = "setting", "kernel", "row"
    timed = pl.concat(
        each.latest_rows.filter("timed").select(*columns, group=pl.lit(index))
        for index, each in enumerate(sets)
    )
    # A kernel that has another name today is compared with itself, unless a set has several that
    # share today's name.
    key = ("setting", "today")
    today = pl.col("kernel").replace(FORMER_NAMES)
    alone = pl.len().over("group", "setting", today) == 1
    timed = timed.with_columns(today=pl.when(alone).then(today).otherwise("kernel"))
    first = timed.unique(key, keep="first").select(*key, before="group", old="row")
    later = timed.join(first, on=key, maintain_order="left").filter(
        pl.col("group") != pl.col("before")
    )
    found = []
    for index, row, before, old in later.select("group", "row", "before", "old").iter_rows():
        group, earlier = sets[index], sets[before]
        measurement = group.measurements[row]
        estimate, through = _change(earlier.measurements[old], measurement)
        names = measurement.kernel, earlier.name, group.name
        found.append(Change(group.settings[row], *names, estimate, through))
    return tuple(sorted(found, key=lambda change: change.setting.order))


def _change(earlier: Measurement, later: Measurement) -> tuple[Estimate, str | None]:
    assert earlier.samples is not None and later.samples is not None
    before, after = earlier.baseline, later.baseline
    if before is not None and after is not None and before.name == after.name:
        then, now = beside_estimate(earlier, before), beside_estimate(later, after)
        if then.is_bounded and now.is_bounded:
            return now.over(then), before.name
    return compare_samples(later.samples.seconds, earlier.samples.seconds), None
