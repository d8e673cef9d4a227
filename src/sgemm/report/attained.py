"""Targets and errors in what ``sgemm compare`` found: tables, and records for programs."""

from __future__ import annotations

import statistics
from typing import Any

from sgemm.bench.error_pairs import ErrorSummary
from sgemm.bench.summary import Summary, leaders
from sgemm.bench.targets import attainment
from sgemm.report.tables import Table, columns_of, significant


def targets_table(found: tuple[Summary, ...]) -> Table:
    """Return a row for each set that has a target, by its leading contender."""
    columns = columns_of(
        "set | contender | >problems | >mean | >worst | >not below 1 | TFLOP/s | target | met"
    )
    rows = []
    for summary in leaders(found):
        reached = attainment(summary)
        if reached is None:
            continue
        rows.append(
            (
                summary.name,
                summary.contender,
                str(len(summary.pairs)),
                significant(summary.mean.value, 4),
                significant(summary.worst.estimate.value, 4),
                f"{100 * reached.not_below:.1f}%",
                ", ".join(f"{size}: {speed:.1f}" for size, speed in reached.tflops.items()) or "-",
                str(reached.target),
                reached.words,
            )
        )
    return Table(columns, tuple(rows))


def errors_table(found: tuple[ErrorSummary, ...]) -> Table:
    """Return a row for each set, or class of inputs, and contender."""
    columns = columns_of(
        "set | contender | >problems | >rms | >baseline | >ratio | >worst ratio | at | "
        ">max | >baseline | >ratio | >rms not worse | >worse beyond doubt"
    )
    return Table(
        columns,
        tuple(
            (
                summary.name,
                summary.contender,
                str(len(summary.pairs)),
                significant(max(pair.rms for pair in summary.pairs)),
                significant(max(pair.baseline_rms for pair in summary.pairs)),
                _optional(summary.mean_rms_ratio),
                _optional(summary.worst.rms_ratio),
                str(summary.worst.setting.problem),
                significant(max(pair.maximum for pair in summary.pairs)),
                significant(max(pair.baseline_maximum for pair in summary.pairs)),
                _optional(summary.mean_maximum_ratio),
                f"{summary.not_worse} of {len(summary.pairs)}",
                str(summary.worse_beyond_doubt),
            )
            for summary in found
        ),
    )


def target_record(summary: Summary) -> dict[str, Any]:
    """Return how far a target is reached; of sets without one, that there is none."""
    reached = attainment(summary)
    conditions = [pair.conditions for pair in summary.pairs if pair.conditions is not None]
    power = [each.power_watts for each in conditions if each.power_watts is not None]
    clocks = [each.clock_mhz for each in conditions if each.clock_mhz is not None]
    return {
        "target": None if reached is None else str(reached.target),
        "target_mean": None if reached is None else reached.target.mean,
        "met": None if reached is None else reached.met,
        "misses": [] if reached is None else list(reached.misses),
        "missing": 0 if reached is None else reached.missing,
        "not_below_one": None if reached is None else reached.not_below,
        "not_below_one_beyond_doubt": None if reached is None else reached.not_below_beyond_doubt,
        "tflops": {}
        if reached is None
        else {str(size): speed for size, speed in reached.tflops.items()},
        "power_watts": statistics.median(power) if power else None,
        "clock_mhz": statistics.median(clocks) if clocks else None,
    }


def error_record(summary: ErrorSummary) -> dict[str, Any]:
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


def _optional(value: float | None) -> str:
    return "-" if value is None else significant(value, 3)
