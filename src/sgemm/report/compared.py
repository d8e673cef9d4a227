"""Measurements and comparisons as tables and as a document; the documentation shares cells."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Iterable, Sequence
from typing import Any

from sgemm.bench.error_pairs import ErrorSummary
from sgemm.bench.measurement import Conditions, Measurement
from sgemm.bench.pairing import Change, Pair
from sgemm.bench.result_set import ResultSet, is_library
from sgemm.bench.sets import Setting, set_of
from sgemm.bench.statistics import Estimate, Judgement, finite, geometric_mean
from sgemm.bench.summary import Summary, leaders
from sgemm.bench.targets import OF, Attainment, attainment
from sgemm.report.tables import ABSENT, Table, interval, significant, table_of, text_of, whole


@dataclasses.dataclass(frozen=True, slots=True)
class Compared:
    """All that was found."""

    baseline: str | None  # None where nothing was measured beside one
    pairs: tuple[Pair, ...]  # contenders against the baseline
    summaries: tuple[Summary, ...]  # the same by set
    changes: tuple[Change, ...]  # contenders against themselves in an earlier result set
    wrong: tuple[tuple[Setting, str, str], ...]
    """Setting, contender and reason of each result that was not right."""
    errors: tuple[ErrorSummary, ...]
    """Errors of contenders beside those of the baseline, by set and by class of inputs."""


def change_means(found: Iterable[Change]) -> dict[str, tuple[Estimate, int]]:
    """Return geometric mean and count of the changes of each contender but the libraries."""
    groups: dict[str, list[Estimate]] = {}
    for change in found:
        if finite(change.estimate.value) and not is_library(change.contender):
            groups.setdefault(change.contender, []).append(change.estimate)
    return {name: (geometric_mean(each), len(each)) for name, each in groups.items()}


def pairs_table(found: Iterable[Pair]) -> Table:
    """Return a row for each problem and contender."""
    return table_of(
        "problem | machine | protocol | contender | >GFLOP/s | >baseline | >ratio | 95% | verdict",
        (
            (
                str(pair.setting),
                pair.setting.machine,
                pair.setting.protocol,
                pair.contender,
                *(
                    significant(pair.setting.problem.flops / seconds / 1e9 if seconds else None)
                    for seconds in (pair.contender_seconds, pair.baseline_seconds)
                ),
                *_estimate_cells(pair.estimate),
            )
            for pair in found
        ),
    )


def changes_table(found: Iterable[Change]) -> Table:
    """Return a row for each contender that two result sets have."""
    return table_of(
        "problem | protocol | contender | before | after | >change | 95% | verdict | through",
        (
            (
                str(change.setting),
                change.setting.protocol,
                change.contender,
                change.before,
                change.after,
                *_estimate_cells(change.estimate),
                text_of(change.through),
            )
            for change in found
        ),
    )


def sets_table(found: Iterable[Summary]) -> Table:
    """Return a row for each set and contender."""
    return table_of(
        "set | protocol | contender | >problems | >mean | 95% | >worst | at | >faster | "
        ">slower | >same",
        (
            (each.name, f"{each.machine}, {each.protocol}", each.contender, *summary_cells(each))
            for each in found
        ),
    )


def targets_table(found: Sequence[Summary]) -> Table:
    """Return a row for each set that has a target, by its leading contender."""
    return table_of(
        "set | contender | >problems | >mean | >worst | >not below 1 | TFLOP/s | target | met",
        (
            (
                summary.name,
                summary.contender,
                *target_cells(summary, reached),
                str(reached.target),
                reached.words,
            )
            for summary in leaders(found)
            if (reached := attainment(summary)) is not None
        ),
    )


def errors_table(found: Iterable[ErrorSummary]) -> Table:
    """Return a row for each set, or class of inputs, and contender."""
    rows = []
    for summary in found:
        *cells, not_worse, worse = error_cells(summary)
        maximum_ratio = significant(summary.mean_maximum_ratio)
        rows.append((summary.name, summary.contender, *cells, maximum_ratio, not_worse, worse))
    return table_of(
        "set | contender | >problems | >rms | >baseline | >ratio | >worst ratio | at | "
        ">max | >baseline | >ratio | >rms not worse | >worse beyond doubt",
        rows,
    )


def summary_cells(summary: Summary) -> tuple[str, ...]:
    """Return number of problems, mean with its interval, worst, where, faster, slower, same."""
    counted = (Judgement.FASTER, Judgement.SLOWER, Judgement.NO_DIFFERENCE)
    return (
        str(len(summary.pairs)),
        significant(summary.mean.value, 4),
        interval(summary.mean),
        significant(summary.worst.estimate.value, 4),
        str(summary.worst.setting),
        *(str(summary.count(judgement)) for judgement in counted),
    )


def target_cells(summary: Summary, reached: Attainment) -> tuple[str, ...]:
    """Return number of problems, mean, worst, the share not below 1, and speeds of squares."""
    return (
        str(len(summary.pairs)),
        significant(summary.mean.value, 4),
        significant(summary.worst.estimate.value, 4),
        f"{100 * reached.not_below:.1f}%",
        ", ".join(f"{size}: {speed:.1f}" for size, speed in reached.tflops.items()) or ABSENT,
    )


def error_cells(summary: ErrorSummary) -> tuple[str, ...]:
    """Return number of problems, rms, baseline's, mean and worst ratio, where, maxima, counts."""
    pairs, worst = summary.pairs, summary.worst
    return (
        str(len(pairs)),
        significant(max(pair.rms for pair in pairs)),
        significant(max(pair.baseline_rms for pair in pairs)),
        significant(summary.mean_rms_ratio),
        significant(worst.rms_ratio),
        str(worst.setting.problem),
        significant(max(pair.maximum for pair in pairs)),
        significant(max(pair.baseline_maximum for pair in pairs)),
        f"{summary.not_worse} of {len(pairs)}",
        str(summary.worse_beyond_doubt),
    )


def _estimate_cells(estimate: Estimate) -> tuple[str, str, str]:
    return significant(estimate.value, 4), interval(estimate), estimate.judgement.value


def compare_document(
    groups: Iterable[ResultSet], found: Compared, failures: list[str]
) -> dict[str, Any]:
    """Return everything for programs, with what does not hold of what was asked for.

    ``sets`` has one entry a set, that of its leading contender; ``contenders`` has all.
    """
    return {
        "command": "compare",
        "holds": not failures,
        "failures": failures,
        "baseline": found.baseline,
        "results": [
            {
                "name": group.name,
                "files": [str(path) for path, _ in group.files],
                "measurements": len(group.measurements),
                "skipped": group.skipped,
            }
            for group in groups
        ],
        "sets": [_summary_record(summary, found.errors) for summary in leaders(found.summaries)],
        "contenders": [_summary_record(summary, found.errors) for summary in found.summaries],
        "accuracy": [
            _fields(summary, "name contender baseline")
            | _error_record(summary)
            | {
                "problems": [
                    _setting_record(pair.setting)
                    | _fields(pair, "rms baseline_rms")
                    | {"max": pair.maximum, "baseline_max": pair.baseline_maximum}
                    for pair in summary.pairs
                ]
            }
            for summary in found.errors
        ],
        "problems": [
            _setting_record(pair.setting)
            | _fields(pair, "contender baseline contender_seconds baseline_seconds interleaved")
            | _estimate_record(pair.estimate)
            for pair in found.pairs
        ],
        "changes": [
            _setting_record(change.setting)
            | _fields(change, "contender before after through")
            | _estimate_record(change.estimate)
            for change in found.changes
        ],
        "change_means": [
            {"contender": contender, "count": count, "geometric_mean": mean.value}
            | _interval_record(mean)
            for contender, (mean, count) in change_means(found.changes).items()
        ],
        "wrong": [
            _setting_record(setting) | {"contender": contender, "reason": reason}
            for setting, contender, reason in found.wrong
        ],
    }


def _fields(record: object, names: str) -> dict[str, Any]:
    return {name: getattr(record, name) for name in names.split()}


def _summary_record(summary: Summary, errors: Iterable[ErrorSummary]) -> dict[str, Any]:
    worst, best = summary.worst, summary.best
    known = (
        _error_record(each)
        for each in errors
        if (each.name, each.contender) == (summary.name, summary.contender)
    )
    return {
        **_fields(summary, "name contender baseline machine protocol"),
        "count": len(summary.pairs),
        "geometric_mean": summary.mean.value,
        **_interval_record(summary.mean),
        "worst": worst.estimate.value,
        "worst_interval": [finite(worst.estimate.low), finite(worst.estimate.high)],
        "worst_problem": str(worst.setting),
        "best": best.estimate.value,
        "best_problem": str(best.setting),
        "verdicts": {each.value: summary.count(each) for each in Judgement},
        **_target_record(summary),
        "accuracy": next(known, None),
    }


def _target_record(summary: Summary) -> dict[str, Any]:
    """Return how far a target is reached; of sets without one, that there is none."""
    reached = attainment(summary)
    record: dict[str, Any] = {
        "target": reached and str(reached.target),
        "target_gpu": reached and OF.name,
        "target_mean": reached and reached.target.mean,
        "met": reached and reached.met,
        "misses": reached.misses if reached else [],
        "missing": reached.missing if reached else 0,
        "not_below_one": reached and reached.not_below,
        "not_surely_below_one": reached and reached.not_surely_below,
        "tflops": reached.tflops if reached else {},
    }
    for name in ("power_watts", "clock_mhz"):
        values = [getattr(pair.conditions, name, None) for pair in summary.pairs]
        known = [value for value in values if value is not None]
        record[name] = statistics.median(known) if known else None
    return record


def _error_record(summary: ErrorSummary) -> dict[str, Any]:
    """Return the ratios of a contender's errors to the baseline's."""
    return {
        "count": len(summary.pairs),
        "rms_ratio": summary.mean_rms_ratio,
        "worst_rms_ratio": summary.worst.rms_ratio,
        "worst_rms_problem": str(summary.worst.setting),
        "max_ratio": summary.mean_maximum_ratio,
        "rms_not_worse": summary.not_worse,
        "rms_worse_beyond_doubt": summary.worse_beyond_doubt,
    }


def _setting_record(setting: Setting) -> dict[str, Any]:
    return {
        "problem": setting.problem,
        **_fields(setting.problem, "layout batch"),
        **_fields(setting, "machine protocol inputs"),
        "set": set_of(setting),
    }


def _estimate_record(estimate: Estimate) -> dict[str, Any]:
    verdict = estimate.judgement.value
    return {"ratio": finite(estimate.value), **_interval_record(estimate), "verdict": verdict}


def _interval_record(estimate: Estimate) -> dict[str, float | None]:
    known = estimate.is_bounded
    return {"low": estimate.low if known else None, "high": estimate.high if known else None}


def bench_table(measurements: Sequence[Measurement]) -> Table:
    """Return a row for each contender on each problem, as ``sgemm bench`` prints it."""
    return table_of(
        "problem | contender | verified | >rms | >max | >GFLOP/s | >of baseline | >rounds | "
        ">median ms | >quartiles ms | >n | >MHz | >W",
        [_bench_row(one) for one in measurements],
    )


def _bench_row(one: Measurement) -> tuple[str, ...]:
    checked, samples, baseline = one.verification, one.samples, one.baseline
    start = (
        str(Setting.of(one)),
        one.kernel + (f" ({one.chosen})" if one.chosen else ""),
        "NO" if one.failure else "yes",
        significant(checked.rms if checked else None),
        significant(checked.maximum if checked else None),
    )
    if samples is None:
        return (*start, *[ABSENT] * 8)
    lower, upper = samples.quartiles
    ratios = baseline.round_ratios if baseline is not None else ()
    conditions = one.conditions or Conditions()
    return (
        *start,
        significant(one.gflops),
        f"{100 * baseline.ratio:.1f}%" if baseline is not None else ABSENT,
        f"{100 * min(ratios):.1f} ... {100 * max(ratios):.1f}%" if ratios else ABSENT,
        f"{1e3 * samples.median:.4g}",
        f"{1e3 * lower:.4g} ... {1e3 * upper:.4g}",
        f"{samples.count}{'' if samples.complete else '*'}",
        whole(conditions.clock_mhz),
        whole(conditions.power_watts),
    )
