"""Tables of the named sets against their targets, and of errors beside cuBLAS's."""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.bench.error_pairs import ErrorSummary
from sgemm.bench.sets import OTHER
from sgemm.bench.summary import OWN_CHOICE
from sgemm.bench.targets import attainment
from sgemm.report.places import Place
from sgemm.report.tables import Table, columns_of, significant

UNKNOWN = "-"


def targets(places: Sequence[Place]) -> str:
    """Return the table of the targets: what was set out to reach, and what was reached."""
    columns = columns_of(
        "set | where | target | contender | >problems | >geometric mean | >worst | >not "
        "below 1 | TFLOP/s | met"
    )
    rows = []
    for place in _gpus(places):
        for summary in place.leaders:
            reached = attainment(summary)
            if reached is None:
                continue
            speeds = ", ".join(f"{size}: {speed:.1f}" for size, speed in reached.tflops.items())
            rows.append(
                (
                    summary.name,
                    place.short_name,
                    str(reached.target),
                    f"`{summary.contender}`",
                    str(len(summary.pairs)),
                    significant(summary.mean.value, 4),
                    significant(summary.worst.estimate.value, 4),
                    f"{100.0 * reached.not_below:.1f}%",
                    speeds or UNKNOWN,
                    reached.words,
                )
            )
    return Table(columns, tuple(rows)).to_markdown() if rows else ""


def errors(places: Sequence[Place]) -> str:
    """Return the table of errors of each set's leading contender, and by class of inputs."""
    columns = columns_of(
        "set | where | contender | >problems | >rms: largest | >baseline | >ratio: mean | "
        ">worst | at | >max: largest | >baseline | >rms not worse | >worse beyond doubt"
    )
    rows = []
    for place in _gpus(places):
        leading = {each.name: each.contender for each in place.leaders}
        found = place.errors
        rows += [
            _error_row(place, summary)
            for summary in found
            if summary.name != OTHER
            and summary.contender == leading.get(summary.name, _most_judged(found, summary.name))
        ]
    return Table(columns, tuple(rows)).to_markdown() if rows else ""


def _gpus(places: Sequence[Place]) -> list[Place]:
    return [place for place in places if place.is_gpu]


def _most_judged(found: Sequence[ErrorSummary], name: str) -> str:
    """Return who was judged on the most problems; among equals the library's own choice."""
    among = [each for each in found if each.name == name]
    best = max(among, key=lambda each: (len(each.pairs), each.contender == OWN_CHOICE))
    return best.contender


def _error_row(place: Place, summary: ErrorSummary) -> tuple[str, ...]:
    worst = summary.worst
    return (
        summary.name,
        place.short_name,
        f"`{summary.contender}`",
        str(len(summary.pairs)),
        significant(max(pair.rms for pair in summary.pairs)),
        significant(max(pair.baseline_rms for pair in summary.pairs)),
        _optional(summary.mean_rms_ratio),
        _optional(worst.rms_ratio),
        str(worst.setting.problem),
        significant(max(pair.maximum for pair in summary.pairs)),
        significant(max(pair.baseline_maximum for pair in summary.pairs)),
        f"{summary.not_worse} of {len(summary.pairs)}",
        str(summary.worse_beyond_doubt),
    )


def _optional(value: float | None) -> str:
    return UNKNOWN if value is None else significant(value)
