"""The charts of error: over k against the bound, or of each kernel where there is one k only."""

from __future__ import annotations

import dataclasses
import math

from sgemm.report.chart import Axis, Chart, ChartKind, ChartSeries, Level, Point
from sgemm.report.html.figures import SHOWN_AT_FIRST, is_less_precise, shown_first
from sgemm.report.places import Place
from sgemm.report.speeds import label, order
from sgemm.report.tables import significant

UNITS = "Error against the double-precision result in units of 2^-24 * (|A||B|)."


@dataclasses.dataclass(frozen=True, slots=True)
class Worst:
    """The worst result of a kernel at one k: its largest error, that error's bound, and its rms."""

    maximum: float
    rms: float
    allowed: float


def error_chart(place: Place) -> Chart | None:
    """Draw errors and their bound: over k, or as bars where all results have one k."""
    found = _worst(place)
    depths = sorted({k for at in found.values() for k in at})
    if not depths:
        return None
    bound = {k: max(at[k].allowed for at in found.values() if k in at) for k in depths}
    if len(depths) == 1:
        return _bars(place, {name: at[depths[0]] for name, at in found.items()}, bound[depths[0]])
    return _over_k(place, found, bound)


def _worst(place: Place) -> dict[str, dict[int, Worst]]:
    found: dict[str, dict[int, Worst]] = {}
    for measurement in place.measurements:
        checked, k = measurement.verification, measurement.problem.k
        # Logarithms have no place for an exact result or an infinite error.
        if checked is None or k == 0 or not 0.0 < checked.maximum < math.inf:
            continue
        # What rounds its inputs further has a bound of its own, which is not that of the others.
        if is_less_precise(measurement.kernel) or not checked.allowed_maximum < math.inf:
            continue
        at = found.setdefault(measurement.kernel, {})
        if k not in at or checked.maximum > at[k].maximum:
            at[k] = Worst(checked.maximum, checked.rms, checked.allowed_maximum)
    return {name: found[name] for name in sorted(found, key=order)}


def _over_k(place: Place, found: dict[str, dict[int, Worst]], bound: dict[int, float]) -> Chart:
    largest = sorted(found, key=lambda name: -max(each.maximum for each in found[name].values()))
    lines = [
        ChartSeries(
            label(name),
            tuple(Point(k, at[k].maximum, note=_note(at[k])) for k in sorted(at)),
            on=name in largest[:SHOWN_AT_FIRST],
        )
        for name, at in found.items()
    ]
    limit = ChartSeries("bound", tuple(Point(k, bound[k]) for k in sorted(bound)), dashed=True)
    return Chart(
        f"{place.identifier}-error",
        ChartKind.LINES,
        "Largest error over k, and its bound",
        f"{UNITS} A result above the bound would not be timed. The kernels with the largest errors "
        "are shown at first; kernels that add in the same order have the same error.",
        Axis("k", logarithmic=True, base=2),
        Axis("largest error, units", logarithmic=True),
        (limit, *shown_first(lines)),
    )


def _bars(place: Place, found: dict[str, Worst], bound: float) -> Chart:
    points = tuple(
        Point(label(name), at.maximum, note=_note(at), label=significant(at.maximum))
        for name, at in found.items()
    )
    return Chart(
        f"{place.identifier}-error",
        ChartKind.BARS,
        "Largest error of each kernel, and its bound",
        f"{UNITS} A result above the bound would not be timed.",
        Axis("largest error, units"),
        Axis(""),
        (ChartSeries("largest error", points),),
        (Level(f"bound: {significant(bound)}", bound),),
    )


def _note(worst: Worst) -> str:
    return f"root mean square {significant(worst.rms)}"
