"""The named sets of problems in the report: what leads on each, and where it is slower."""

from __future__ import annotations

from sgemm.bench.statistics import Estimate, Judgement
from sgemm.bench.summary import Summary
from sgemm.report.html.templates import Cell, PageTable
from sgemm.report.places import Place
from sgemm.report.set_words import SET_WORDS
from sgemm.report.speeds import is_rung, label
from sgemm.report.tables import significant


def sets_table(place: Place) -> PageTable | None:
    """Write the ratio to the baseline on each set that was measured, by its leading contender."""
    found = [each for each in place.leaders if each.name in SET_WORDS]
    if not found:
        return None
    headers = [
        *("Problems", "Number", "By", "Mean ratio", "Worst", "at", "Faster", "Slower"),
        "Measured (UTC)",
    ]
    note = (
        f"Ratios of speed to that of {place.baseline}, with their 95% intervals; means are "
        "geometric. Above 1, the contender is the faster one. Problems that are neither faster nor "
        "slower have 1 in their interval."
    )
    rows = [_row(each, place) for each in found]
    return PageTable(headers, rows, "Sets of problems", "sets", note)


def _row(summary: Summary, place: Place) -> list[str | Cell]:
    mean, worst, name = summary.mean, summary.worst, summary.contender
    times = [place.latest[pair.setting, name].measured_at for pair in summary.pairs]
    return [
        SET_WORDS[summary.name],
        str(len(summary.pairs)),
        Cell(label(name), href=f"#kernel-{name}") if is_rung(name) else name,
        Cell(significant(mean.value), style="best", more=_interval(mean)),
        Cell(significant(worst.estimate.value), more=_interval(worst.estimate)),
        str(worst.setting),
        str(summary.count(Judgement.FASTER)),
        str(summary.count(Judgement.SLOWER)),
        # To the minute, as in 2026-11-21 04:00.
        max(times)[:16].replace("T", " "),
    ]


def _interval(ratio: Estimate) -> str:
    if not ratio.is_bounded:
        return ""
    return f"{significant(ratio.low, 4)} ... {significant(ratio.high, 4)}"
