"""Power, clock and temperature over time: as traced, or else one value a measurement."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable

from sgemm.bench.measurement import Trace, time_of
from sgemm.report.chart import Axis, Chart, ChartKind, ChartSeries, Point
from sgemm.report.places import Place
from sgemm.report.speeds import label

POINTS = 1200
"""A chart draws at most so many, however many traces share it."""

TRACES = 6
"""A sweep has a trace for each problem, of which so many are drawn."""

SHOWN_AT_FIRST = 3

SUSTAINED = "sustained"
"""In the name of the protocol that runs for long enough to warm a GPU up."""

AROUND_SECONDS = 0.5
"""Drawn before and after a sustained run."""


@dataclasses.dataclass(frozen=True, slots=True)
class Quantity:
    """Something that is recorded over time; its field has one name in traces and conditions."""

    field: str
    title: str
    unit: str
    bottom: float | None = None


QUANTITIES = (
    Quantity("power_watts", "Power", "W", bottom=0.0),
    Quantity("clock_mhz", "Clock", "MHz"),
    Quantity("temperature_celsius", "Temperature", "degrees Celsius"),
)


def conditions_over_time(place: Place) -> list[Chart]:
    """Draw quantities recorded at two times or more: of traces, else of measurements."""
    charts = []
    for quantity in QUANTITIES:
        series = _traced(place, quantity) if place.traces else _of_measurements(place, quantity)
        if not series:
            continue
        caption = "One value for each measurement: the median while it was taken."
        if place.traces:
            caption = (
                "As recorded by the GPU's monitor: sustained runs, then the longest traces. The "
                "axes are those of what is shown at first; the table has all numbers."
            )
        charts.append(
            Chart(
                f"{place.identifier}-{quantity.field.partition('_')[0]}",
                ChartKind.LINES,
                f"{quantity.title} over time",
                caption,
                Axis("seconds from the start"),
                Axis(f"{quantity.title.lower()}, {quantity.unit}", bottom=quantity.bottom),
                series,
            )
        )
    return charts


def _chosen(place: Place) -> list[tuple[Trace, bool]]:
    """Choose what to draw: sustained runs, each by itself, then the longest traces.

    With each comes whether it is shown at first: sustained runs are, or else the longest traces.
    """
    sustained = []
    for measurement in place.measurements:
        if measurement.details is None or SUSTAINED not in measurement.protocol:
            continue
        started = measurement.details.started
        for trace in place.traces:
            part = trace.during(started[0] - AROUND_SECONDS, started[-1] + AROUND_SECONDS)
            if part.at:
                name = f"{label(measurement.kernel)}, {measurement.problem}, {SUSTAINED}"
                sustained.append(dataclasses.replace(part, name=name))
    sustained = sustained[:TRACES]
    others = sorted(place.traces, key=_duration, reverse=True)[: TRACES - len(sustained)]
    return [(trace, True) for trace in sustained] + [
        (trace, not sustained and index < SHOWN_AT_FIRST) for index, trace in enumerate(others)
    ]


def _traced(place: Place, quantity: Quantity) -> tuple[ChartSeries, ...]:
    found = []
    chosen = _chosen(place)
    for trace, on in chosen:
        values = getattr(trace, quantity.field)
        step = math.ceil(len(trace.at) * len(chosen) / POINTS) or 1
        points = _points(
            (trace.at[i] - trace.at[0], values[i], _slowed(trace.throttling[i]))
            for i in range(0, len(trace.at), step)
        )
        if points:
            found.append(ChartSeries(trace.name, points, on=on, marks=False))
    return tuple(found)


def _of_measurements(place: Place, quantity: Quantity) -> tuple[ChartSeries, ...]:
    recorded = [
        (time_of(m.measured_at), label(m.kernel), m.conditions)
        for m in place.measurements
        if m.conditions is not None and getattr(m.conditions, quantity.field) is not None
    ]
    recorded.sort(key=lambda item: item[0])
    points = _points(
        (
            (when - recorded[0][0]).total_seconds(),
            getattr(conditions, quantity.field),
            "; ".join(filter(None, (name, _slowed("+".join(conditions.throttling))))),
        )
        for when, name, conditions in recorded
    )
    return (ChartSeries(quantity.title.lower(), points),) if points else ()


def _points(values: Iterable[tuple[float, float, str]]) -> tuple[Point, ...]:
    """Return what is a number, if it is more than one moment."""
    points = tuple(Point(x, y, note=note) for x, y, note in values if math.isfinite(y))
    return points if len({point.x for point in points}) > 1 else ()


def _slowed(reasons: str) -> str:
    return f"slowed by: {reasons.replace('+', ', ')}" if reasons else ""


def _duration(trace: Trace) -> float:
    return trace.at[-1] - trace.at[0] if trace.at else 0.0
