"""The named sets of problems in the report: what leads on each, and where it is slower."""

from __future__ import annotations

from sgemm.bench.statistics import Judgement
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
        *("Problems", "How many", "By", f"Speed / {place.baseline}", "Worst", "at"),
        *("Faster", "Slower", "Measured (UTC)"),
    ]
    note = (
        "Geometric means of ratios: above 1, the contender is the faster one. Problems that are "
        "neither faster nor slower have 1 in the 95% interval of their ratio."
    )
    rows = [_row(each, place) for each in found]
    return PageTable(headers, rows, "Sets of problems", "sets", note)


def _row(summary: Summary, place: Place) -> list[str | Cell]:
    mean, worst, name = summary.mean, summary.worst, summary.contender
    times = [place.latest[pair.setting, name].measured_at for pair in summary.pairs]
    bounds = (significant(bound, 4) for bound in (mean.low, mean.high))
    interval = f"95%: {' ... '.join(bounds)}" if mean.is_bounded else ""
    return [
        SET_WORDS[summary.name],
        str(len(summary.pairs)),
        Cell(label(name), href=f"#kernel-{name}") if is_rung(name) else name,
        Cell(significant(mean.value), title=interval, style="best"),
        significant(worst.estimate.value),
        str(worst.setting),
        str(summary.count(Judgement.FASTER)),
        str(summary.count(Judgement.SLOWER)),
        # To the minute, as in 2026-11-21 04:00.
        max(times)[:16].replace("T", " "),
    ]
