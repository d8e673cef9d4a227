"""The charts of a place: speed, the ladder, maps, the roofline, error, and power over time."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable, Sequence

from sgemm.bench.measurement import Measurement, Trace, Verification, time_of
from sgemm.kernels.catalogue import LADDER, LIBRARY, PTX_LADDER, measured_kernel, present_name
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem
from sgemm.report.chart import Axis, Chart, ChartSeries, Level, Point, grouped
from sgemm.report.places import Place, displayed
from sgemm.report.speeds import Speed, is_kernel, label, order, title_of
from sgemm.report.tables import groups, significant

SHOWN_AT_FIRST = 5
"""Rungs drawn before the reader chooses: over size the fastest ones, of errors the largest."""

MOST_ON_LOGARITHMIC = 24  # sizes; with more of them the axis is linear
MAP_CELLS = 4  # a map needs at least so many pairs of m and n
MAP_SHARE = 2 / 3  # part of the pairs of its rows and columns that it needs

UNITS = "Error against the double-precision result in units of 2^-24 * (|A||B|)."


def is_cube(problem: Problem) -> bool:
    """Whether a problem is one product with m = n = k; batches of cubes are another matter."""
    return problem.m == problem.n == problem.k and problem.batch == 1


def _is_less_precise(name: str) -> bool:
    """Whether a contender rounds its inputs further, and so is no rival in single precision."""
    return "tf32" in name


def baselines(speeds: Iterable[Speed]) -> str:
    """Return the names of what speeds were measured beside."""
    return ", ".join(dict.fromkeys(speed.baseline for speed in speeds))


def _point(x: float | str, speed: Speed, factor: float, words: str = "") -> Point:
    """Return a speed with its quartiles, in so many GFLOP/s."""
    note = ""
    if speed.ratio is not None and math.isfinite(speed.ratio):
        note = f"{100 * speed.ratio:.1f} % of {speed.baseline}"
    low, high = speed.low / factor, speed.high / factor
    return Point(x, speed.gflops / factor, low, high, note=note, label=words)


def _peak(place: Place) -> tuple[Level, ...]:
    peak, words, _ = place.limits
    return () if peak is None else (Level(f"peak: {words}", peak / place.unit[1], solid=True),)


def _shown_first(series: Iterable[ChartSeries]) -> tuple[ChartSeries, ...]:
    """Return what is shown at first before the rest: a long legend begins with what it explains."""
    return tuple(sorted(series, key=lambda each: not each.on))


def speed_over_size(place: Place) -> Chart | None:
    """Draw speed over size for cubes, with the peak, if there are at least two sizes."""
    unit, factor = place.unit
    cubes = [speed for speed in place.speeds if is_cube(speed.problem)]
    sizes = {speed.problem.m for speed in cubes}
    if len(sizes) < 2:
        return None
    ours = [speed for speed in cubes if not speed.library and speed.regime == place.regime]
    by_speed = sorted(ours, key=lambda speed: -speed.gflops)
    fastest = [*dict.fromkeys(speed.name for speed in by_speed)][:SHOWN_AT_FIRST]
    lines = groups(cubes, lambda speed: (speed.name, speed.regime))
    series = []
    for name, regime in sorted(lines, key=lambda line: (order(line[0]), line[1])):
        speeds = lines[name, regime]
        usual, library = regime == place.regime, speeds[0].library
        wanted = name in fastest or (library and not _is_less_precise(name))
        title = label(name) if usual else f"{label(name)} ({regime})"
        points = tuple(_point(speed.problem.m, speed, factor) for speed in speeds)
        series.append(ChartSeries(title, points, on=usual and wanted, dashed=library))
    return Chart(
        f"{place.identifier}-size",
        "lines",
        f"{unit} over size",
        f"Square matrices, medians with quartiles; {place.regime} unless the name says otherwise. "
        "Dashed lines are libraries; TF32 is not single precision, and off at first. The names "
        "above the chart switch series on and off. Series that go beyond the axis run along its "
        "upper end; the table has their numbers.",
        # Few sizes are powers of two; many are a sweep with an even step.
        Axis("m = n = k", logarithmic=len(sizes) <= MOST_ON_LOGARITHMIC, base=2),
        Axis(unit),
        _shown_first(series),
        _peak(place),
    )


def ladder_bars(place: Place, problem: Problem | None = None) -> Chart | None:
    """Draw the ladder at one size, if any rung was timed there; by default where most were."""
    unit, factor = place.unit
    problem = problem or place.main_size
    bars, levels = [], []
    for speed in place.usual:
        value = speed.gflops / factor
        if speed.problem != problem:
            continue
        if not speed.library:
            share = f" ({100 * speed.ratio:.1f} %)" if speed.ratio is not None else ""
            words = f"{significant(value)}{share}"
            bars.append((_group(speed.name), _point(label(speed.name), speed, factor, words)))
        elif not _is_less_precise(speed.name):
            levels.append(Level(f"{displayed(speed.name)}: {significant(value)}", value))
    if problem is None or not bars:
        return None
    return Chart(
        f"{place.identifier}-ladder",
        "bars",
        f"The ladder at {title_of(problem)}",
        f"{unit} of each rung, from the median time, and its share of the baseline; whiskers are "
        f"the quartiles ({place.regime}). The lines are libraries at the same size.",
        Axis(unit),
        Axis(""),
        grouped(bars),
        tuple(levels),
    )


def _group(name: str) -> str:
    """Return the group of the ladder that a contender is shown in."""
    if not is_kernel(name):
        return "plan"
    if present_name(name) in LIBRARY:
        return "the library's kernels"
    return "PTX by hand" if present_name(name) in PTX_LADDER else "CUDA C++"


def ratio_maps(place: Place) -> dict[int, Chart]:
    """Draw how the fastest rung compares with the baseline over m and n; a map for each k."""
    charts = {}
    for k, of_k in sorted(groups(place.compared, lambda s: s.problem.k).items()):
        cells = groups(of_k, lambda s: (s.problem.m, s.problem.n))
        best = {cell: max(each, key=lambda s: s.ratio or 0.0) for cell, each in cells.items()}
        # A cell that is alone in its row and in its column is none of a map; cubes are such.
        rows, columns = (Counter(cell[axis] for cell in best) for axis in (0, 1))
        best = {(m, n): s for (m, n), s in best.items() if rows[m] > 1 or columns[n] > 1}
        rows_left, columns_left = (len({cell[axis] for cell in best}) for axis in (0, 1))
        # Shapes that only happen to have rows and columns in common are no map either.
        is_full = len(best) >= MAP_SHARE * rows_left * columns_left
        if len(best) < MAP_CELLS or min(rows_left, columns_left) < 2 or not is_full:
            continue
        points = tuple(
            Point(n, m, z=speed.ratio, note=f"by {label(speed.name)}")
            for (m, n), speed in sorted(best.items())
        )
        charts[k] = Chart(
            f"{place.identifier}-map-{k}",
            "map",
            f"The best over {baselines(best.values())} at k = {k}",
            "Blue: a kernel is faster; orange: the baseline is; grey: as fast as each other. "
            "Each cell is the fastest kernel there.",
            Axis("n"),
            Axis("m"),
            (ChartSeries("best", points),),
        )
    return charts


def roofline(place: Place) -> Chart | None:
    """Draw the roofline at the size where most rungs were timed; points only without limits."""
    unit, factor = place.unit
    problem = place.main_size
    rungs = [s for s in place.usual if s.problem == problem and is_kernel(s.name)]
    if problem is None or not rungs:
        return None
    tiles = {speed.name: measured_kernel(speed.name).tile for speed in rungs}
    tiles |= {m.kernel: m.tile for m in place.measurements if m.tile and m.kernel in tiles}
    named = _extremes(rungs, tiles)
    points = []
    for speed in sorted(rungs, key=lambda speed: (speed.name in PTX_LADDER, order(speed.name))):
        name, x = label(speed.name), tiles[speed.name].intensity
        number = name.split()[0] if speed in named else ""
        points.append(
            (_group(speed.name), Point(x, speed.gflops / factor, note=name, label=number))
        )
    roof: list[ChartSeries] = []
    levels: tuple[Level, ...] = ()
    caption = (
        "Operations for each byte that a block reads from global memory, by the sizes of its tile, "
        "so before any cache. Of the rungs at one intensity the slowest and the fastest have their "
        "number written to them."
    )
    peak, words, memory = place.limits
    if peak is not None and memory is not None:
        ridge = peak / memory
        intensities = [tile.intensity for tile in tiles.values()]
        first, last = 0.5 * min(intensities), 2.0 * max(*intensities, ridge)
        ends = [each for each in (first, ridge) if each <= ridge] + [last]
        slope = tuple(Point(each, min(peak, each * memory) / factor) for each in ends)
        roof.append(ChartSeries("roof", slope, dashed=True, marks=False))
        caption += (
            f" The roof: {significant(memory)} GB/s of memory, and a peak of "
            f"{words}. A point above the slope owes it to caches."
        )
    elif peak is not None:
        levels = _peak(place)
        caption += " The bandwidth of its memory is not known (--bandwidth gives it)."
    else:
        caption += " No roof is drawn: the peak of this hardware is not known (--peak gives it)."
    return Chart(
        f"{place.identifier}-roofline",
        "points",
        f"Roofline at {title_of(problem)}",
        caption,
        Axis("operations a byte", logarithmic=True),
        Axis(unit, logarithmic=True),
        (*roof, *grouped(points)),
        levels,
    )


def _extremes(rungs: Sequence[Speed], tiles: dict[str, Tile]) -> list[Speed]:
    """Return the slowest and the fastest numbered rung at each intensity: more names overlap."""
    numbered = sorted((s for s in rungs if s.name in LADDER), key=lambda speed: speed.gflops)
    found = groups(numbered, lambda speed: tiles[speed.name].intensity)
    return [each[end] for each in found.values() for end in (0, -1)]


def _inputs_of(measurement: Measurement) -> tuple[str, float, float] | None:
    """Return the class of inputs, alpha and beta of a check; None where there was none."""
    checked, problem = measurement.verification, measurement.problem
    return None if checked is None else (checked.input_class, problem.alpha, problem.beta)


def error_chart(place: Place) -> Chart | None:
    """Draw the largest errors and their bound: over k, or as bars where all results have one k."""
    found: dict[str, dict[int, Verification]] = {}
    kinds = Counter(map(_inputs_of, place.measurements))
    del kinds[None]
    usual = max(kinds, key=lambda kind: kinds[kind], default=None)
    for measurement in sorted(place.measurements, key=lambda each: order(each.kernel)):
        checked, k = measurement.verification, measurement.problem.k
        # A bound is that of one class of inputs and of one way to scale: what most results have.
        if checked is None or _inputs_of(measurement) != usual:
            continue
        # Logarithms have no place for an exact result or an infinite error.
        if k == 0 or not 0.0 < checked.maximum < math.inf:
            continue
        # What rounds its inputs further has a bound of its own, which is not that of the others.
        if _is_less_precise(measurement.kernel) or not checked.allowed_maximum < math.inf:
            continue
        at = found.setdefault(measurement.kernel, {})
        if k not in at or checked.maximum > at[k].maximum:
            at[k] = checked
    bounds: dict[int, float] = {}
    for at in found.values():
        for k, checked in at.items():
            bounds[k] = max(bounds.get(k, 0.0), checked.allowed_maximum)
    if not bounds:
        return None
    identifier = f"{place.identifier}-error"
    if len(bounds) == 1:
        ((k, bound),) = bounds.items()
        bars = tuple(
            Point(label(name), at[k].maximum, note=_rms(at[k]), label=significant(at[k].maximum))
            for name, at in found.items()
        )
        return Chart(
            identifier,
            "bars",
            "Largest error of each kernel, and its bound",
            f"{UNITS} A result above the bound would not be timed.",
            Axis("largest error, units"),
            Axis(""),
            (ChartSeries("largest error", bars),),
            (Level(f"bound: {significant(bound)}", bound),),
        )
    largest = sorted(found, key=lambda name: -max(each.maximum for each in found[name].values()))
    lines = [
        ChartSeries(
            label(name),
            tuple(Point(k, at[k].maximum, note=_rms(at[k])) for k in sorted(at)),
            on=name in largest[:SHOWN_AT_FIRST],
        )
        for name, at in found.items()
    ]
    limit = ChartSeries("bound", tuple(Point(k, bounds[k]) for k in sorted(bounds)), dashed=True)
    return Chart(
        identifier,
        "lines",
        "Largest error over k, and its bound",
        f"{UNITS} A result above the bound would not be timed; it grows a little with C, and is "
        "that of the largest C of each k. Exact results are left out. The kernels with the largest "
        "errors are shown at first; kernels that add in the same order have the same error.",
        Axis("k", logarithmic=True, base=2),
        Axis("largest error, units", logarithmic=True),
        (limit, *_shown_first(lines)),
    )


def _rms(checked: Verification) -> str:
    return f"root mean square {significant(checked.rms)}"


POINTS = 800  # a chart draws at most so many, however many traces share it: it is 960 pixels wide
TRACES = 6  # a sweep has a trace for each problem, of which so many are drawn

TRACES_AT_FIRST = 3

SUSTAINED = "sustained"  # in the name of the protocol that runs for long enough to warm a GPU up
AROUND_SECONDS = 0.5  # drawn before and after a sustained run

QUANTITIES = (
    ("power_watts", "Power", "W", 0.0),
    ("clock_mhz", "Clock", "MHz", None),
    ("temperature_celsius", "Temperature", "degrees Celsius", None),
)
"""Field of traces and conditions, title, unit, and where the axis begins, if not at the data."""


def conditions_over_time(place: Place) -> list[Chart]:
    """Draw quantities recorded at two times or more: of traces, else of measurements."""
    charts = []
    chosen = _chosen(place)
    caption = "One value for each measurement: the median while it was taken."
    if chosen:
        caption = (
            "As recorded by the GPU's monitor: sustained runs, then the longest traces. The axes "
            "are those of what is shown at first; the table has all that is drawn."
        )
    for field, title, unit, bottom in QUANTITIES:
        series = _traced(chosen, field) if chosen else _of_measurements(place, field, title)
        if series:
            charts.append(
                Chart(
                    f"{place.identifier}-{field.partition('_')[0]}",
                    "lines",
                    f"{title} over time",
                    caption,
                    Axis("seconds from the start"),
                    Axis(f"{title.lower()}, {unit}", bottom=bottom),
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
    longest = sorted(place.traces, key=lambda t: t.at[-1] - t.at[0] if t.at else 0.0, reverse=True)
    return [(trace, True) for trace in sustained] + [
        (trace, not sustained and index < TRACES_AT_FIRST)
        for index, trace in enumerate(longest[: TRACES - len(sustained)])
    ]


def _traced(chosen: list[tuple[Trace, bool]], field: str) -> tuple[ChartSeries, ...]:
    found = []
    for trace, on in chosen:
        values = getattr(trace, field)
        step = math.ceil(len(trace.at) * len(chosen) / POINTS) or 1
        points = _points(
            (trace.at[i] - trace.at[0], values[i], _slowed(trace.throttling[i]))
            for i in range(0, len(trace.at), step)
        )
        if points:
            found.append(ChartSeries(trace.name, points, on=on, marks=False))
    return tuple(found)


def _of_measurements(place: Place, field: str, title: str) -> tuple[ChartSeries, ...]:
    recorded = [
        (time_of(m.measured_at), label(m.kernel), m.conditions)
        for m in place.measurements
        if m.conditions is not None and getattr(m.conditions, field) is not None
    ]
    recorded.sort(key=lambda item: item[0])
    points = _points(
        (
            (when - recorded[0][0]).total_seconds(),
            getattr(conditions, field),
            "; ".join(filter(None, (name, _slowed("+".join(conditions.throttling))))),
        )
        for when, name, conditions in recorded
    )
    return (ChartSeries(title.lower(), points),) if points else ()


def _points(values: Iterable[tuple[float, float, str]]) -> tuple[Point, ...]:
    """Return what is a number, if it is more than one moment."""
    points = tuple(Point(x, y, note=note) for x, y, note in values if math.isfinite(y))
    return points if len({point.x for point in points}) > 1 else ()


def _slowed(reasons: str) -> str:
    return f"slowed by: {reasons.replace('+', ', ')}" if reasons else ""
