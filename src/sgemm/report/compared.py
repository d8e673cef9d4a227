"""What ``sgemm compare`` found, as tables and as a document."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from sgemm.bench.error_pairs import ErrorSummary
from sgemm.bench.pairing import Change, Pair
from sgemm.bench.result_set import ResultSet, is_library
from sgemm.bench.sets import set_of
from sgemm.bench.setting import Setting
from sgemm.bench.statistics import Estimate, Judgement, geometric_mean
from sgemm.bench.summary import Summary, leaders
from sgemm.report.attained import error_record, target_record
from sgemm.report.tables import Table, columns_of, significant

SCHEMA = 1
"""Version of the document."""

Wrong = tuple[Setting, str, str]
"""Setting, contender and reason of a result that was not right."""


@dataclasses.dataclass(frozen=True, slots=True)
class Compared:
    """All that was found.

    Parameters
    ----------
    baseline : str or None
        None where nothing was measured beside one.
    pairs : tuple of Pair
        Contenders against the baseline.
    summaries : tuple of Summary
        The same by set.
    changes : tuple of Change
        Contenders against themselves in an earlier result set.
    wrong : tuple of (Setting, str, str)
        What was not right.
    errors : tuple of ErrorSummary
        Errors of contenders beside those of the baseline, by set and by class of inputs.
    """

    baseline: str | None
    pairs: tuple[Pair, ...]
    summaries: tuple[Summary, ...]
    changes: tuple[Change, ...]
    wrong: tuple[Wrong, ...]
    errors: tuple[ErrorSummary, ...] = ()


def change_means(found: tuple[Change, ...]) -> dict[str, tuple[Estimate, int]]:
    """Return geometric mean and count of the changes of each contender but the libraries."""
    groups: dict[str, list[Estimate]] = {}
    for change in found:
        if _finite(change.estimate.value) and not is_library(change.contender):
            groups.setdefault(change.contender, []).append(change.estimate)
    return {name: (geometric_mean(each), len(each)) for name, each in groups.items()}


def pairs_table(found: tuple[Pair, ...]) -> Table:
    """Return a row for each problem and contender."""
    columns = columns_of(
        "problem | machine | protocol | contender | >GFLOP/s | >baseline | >ratio | 95% | verdict"
    )
    return Table(
        columns,
        tuple(
            (
                str(pair.setting),
                pair.setting.machine,
                pair.setting.protocol,
                pair.contender,
                _speed(pair.setting, pair.contender_seconds),
                _speed(pair.setting, pair.baseline_seconds),
                significant(pair.estimate.value, 4),
                interval_words(pair.estimate),
                pair.estimate.judgement.value,
            )
            for pair in found
        ),
    )


def changes_table(found: tuple[Change, ...]) -> Table:
    """Return a row for each contender that two result sets have."""
    columns = columns_of(
        "problem | protocol | contender | before | after | >change | 95% | verdict | through"
    )
    return Table(
        columns,
        tuple(
            (
                str(change.setting),
                change.setting.protocol,
                change.contender,
                change.before,
                change.after,
                significant(change.estimate.value, 4),
                interval_words(change.estimate),
                change.estimate.judgement.value,
                change.through or "-",
            )
            for change in found
        ),
    )


def sets_table(found: tuple[Summary, ...]) -> Table:
    """Return a row for each set and contender."""
    columns = columns_of(
        "set | protocol | contender | >problems | >mean | 95% | >worst | at | >faster | "
        ">slower | >same"
    )
    return Table(
        columns,
        tuple(
            (
                summary.name,
                f"{summary.machine}, {summary.protocol}",
                summary.contender,
                str(len(summary.pairs)),
                significant(summary.mean.value, 4),
                interval_words(summary.mean),
                significant(summary.worst.estimate.value, 4),
                str(summary.worst.setting),
                str(summary.count(Judgement.FASTER)),
                str(summary.count(Judgement.SLOWER)),
                str(summary.count(Judgement.NO_DIFFERENCE)),
            )
            for summary in found
        ),
    )


def compare_document(
    groups: tuple[ResultSet, ...], found: Compared, failures: list[str]
) -> dict[str, Any]:
    """Return everything for programs.

    Parameters
    ----------
    failures : list of str
        What does not hold of what was asked for.

    Returns
    -------
    dict
        ``sets`` has one entry a set, that of its leading contender; ``contenders`` has all.
    """
    return {
        "schema": SCHEMA,
        "command": "compare",
        "holds": not failures,
        "failures": failures,
        "baseline": found.baseline,
        "results": [
            {
                "name": group.name,
                "files": [str(path) for path, _ in group.files],
                "measurements": sum(len(each.measurements) for _, each in group.files),
                "skipped": group.skipped,
            }
            for group in groups
        ],
        "sets": [_summary_record(summary, found.errors) for summary in leaders(found.summaries)],
        "contenders": [_summary_record(summary, found.errors) for summary in found.summaries],
        "accuracy": [
            {"name": summary.name, "contender": summary.contender, "baseline": summary.baseline}
            | error_record(summary)
            | {
                "problems": [
                    _setting_record(pair.setting)
                    | {
                        "rms": pair.rms,
                        "baseline_rms": pair.baseline_rms,
                        "max": pair.maximum,
                        "baseline_max": pair.baseline_maximum,
                    }
                    for pair in summary.pairs
                ]
            }
            for summary in found.errors
        ],
        "problems": [
            _setting_record(pair.setting)
            | {
                "contender": pair.contender,
                "baseline": pair.baseline,
                "contender_seconds": pair.contender_seconds,
                "baseline_seconds": pair.baseline_seconds,
                "interleaved": pair.interleaved,
            }
            | _estimate_record(pair.estimate)
            for pair in found.pairs
        ],
        "changes": [
            _setting_record(change.setting)
            | {
                "contender": change.contender,
                "before": change.before,
                "after": change.after,
                "through": change.through,
            }
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


def _summary_record(summary: Summary, errors: tuple[ErrorSummary, ...]) -> dict[str, Any]:
    worst, best = summary.worst, summary.best
    known = [
        each for each in errors if (each.name, each.contender) == (summary.name, summary.contender)
    ]
    return {
        "name": summary.name,
        "contender": summary.contender,
        "baseline": summary.baseline,
        "machine": summary.machine,
        "protocol": summary.protocol,
        "count": len(summary.pairs),
        "geometric_mean": summary.mean.value,
        **_interval_record(summary.mean),
        "worst": worst.estimate.value,
        "worst_interval": [_finite(worst.estimate.low), _finite(worst.estimate.high)],
        "worst_problem": str(worst.setting),
        "best": best.estimate.value,
        "best_problem": str(best.setting),
        "verdicts": {each.value: summary.count(each) for each in Judgement},
        **target_record(summary),
        "accuracy": error_record(known[0]) if known else None,
    }


def _setting_record(setting: Setting) -> dict[str, Any]:
    return {
        "problem": setting.problem,
        "layout": setting.layout,
        "batch": setting.batch,
        "machine": setting.machine,
        "protocol": setting.protocol,
        "inputs": setting.inputs,
        "set": set_of(setting),
    }


def _estimate_record(estimate: Estimate) -> dict[str, Any]:
    verdict = estimate.judgement.value
    return {"ratio": _finite(estimate.value), **_interval_record(estimate), "verdict": verdict}


def _interval_record(estimate: Estimate) -> dict[str, float | None]:
    known = estimate.is_bounded
    return {"low": estimate.low if known else None, "high": estimate.high if known else None}


def interval_words(estimate: Estimate) -> str:
    """Write the ends of an interval."""
    if not estimate.is_bounded:
        return "-"
    return f"{significant(estimate.low, 4)} ... {significant(estimate.high, 4)}"


def _speed(setting: Setting, seconds: float) -> str:
    return significant(setting.flops / seconds / 1e9) if seconds else "-"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
