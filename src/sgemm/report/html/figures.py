"""The charts of speed: over size, the ladder at one size, and the map over m and n."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import groupby

from sgemm.kernels.catalogue import PTX_LADDER
from sgemm.problem import Problem
from sgemm.report.chart import Axis, Chart, ChartKind, ChartSeries, Level, Point
from sgemm.report.html.devices import Limits
from sgemm.report.places import Place
from sgemm.report.speeds import Speed, is_rung, label, order
from sgemm.report.tables import significant

SHOWN_AT_FIRST = 5
"""Rungs drawn over size before the reader chooses: the fastest ones."""

MOST_ON_LOGARITHMIC = 24
"""Sizes; with more of them the axis is linear."""

MAP_CELLS = 4
"""A map needs at least so many pairs of m and n."""

MAP_SHARE = 2 / 3
"""Part of the pairs of its rows and columns that it needs."""


def title_of(problem: Problem) -> str:
    """Write the sizes of a problem in words."""
    m, n, k = problem.m, problem.n, problem.k
    words = f"m = n = k = {m}" if m == n == k else f"m = {m}, n = {n}, k = {k}"
    return words if problem.batch == 1 else f"{words}, batch {problem.batch}"


def is_cube(problem: Problem) -> bool:
    """Whether a problem is one product with m = n = k; batches of cubes are another matter."""
    return problem.m == problem.n == problem.k and problem.batch == 1


def is_less_precise(name: str) -> bool:
    """Whether a contender rounds its inputs further, and so is no rival in single precision."""
    return "tf32" in name


def speed_over_size(place: Place, limits: Limits) -> Chart | None:
    """Draw speed over size for cubes, with the peak, if there are at least two sizes."""
    unit, factor = place.unit
    cubes = [s for s in place.speeds if is_cube(s.problem)]
    sizes = {speed.problem.m for speed in cubes}
    if len(sizes) < 2:
        return None
    best: dict[str, float] = {}
    for speed in cubes:
        if not speed.library and speed.regime == place.regime:
            best[speed.name] = max(best.get(speed.name, 0.0), speed.gflops)
    chosen = sorted(best, key=lambda name: -best[name])[:SHOWN_AT_FIRST]
    series = []
    for (name, regime), speeds in _lines(cubes):
        points = tuple(
            Point(
                speed.problem.m,
                speed.gflops / factor,
                speed.low / factor,
                speed.high / factor,
                note=_ratio_note(speed),
            )
            for speed in sorted(speeds, key=lambda speed: speed.problem.m)
        )
        usual, library = regime == place.regime, speeds[0].library
        title = label(name) if usual else f"{label(name)} ({regime})"
        wanted = name in chosen or (library and not is_less_precise(name))
        series.append(ChartSeries(title, points, on=usual and wanted, dashed=library))
    levels: tuple[Level, ...] = ()
    if limits.peak_gflops is not None:
        levels = (Level(f"peak: {limits.peak_words}", limits.peak_gflops / factor, solid=True),)
    return Chart(
        f"{place.identifier}-size",
        ChartKind.LINES,
        f"{unit} over size",
        f"Square matrices, medians with quartiles; {place.regime} unless the name says otherwise. "
        "Dashed lines are libraries; TF32 is not single precision, and off at first. The names "
        "above the chart switch series on and off. Series that go beyond the axis run along its "
        "upper end; the table has their numbers.",
        # Few sizes are powers of two; many are a sweep with an even step.
        Axis("m = n = k", logarithmic=len(sizes) <= MOST_ON_LOGARITHMIC, base=2),
        Axis(unit),
        shown_first(series),
        levels,
    )


def ladder_bars(place: Place) -> Chart | None:
    """Draw the ladder at the size where most rungs were timed, if any were."""
    unit, factor = place.unit
    problem = place.main_size()
    at_size = [speed for speed in place.usual() if speed.problem == problem]
    rungs = [speed for speed in at_size if not speed.library]
    if problem is None or not rungs:
        return None
    series = []
    for group in ("CUDA C++", "PTX by hand", "plan"):
        points = tuple(
            Point(
                label(speed.name),
                speed.gflops / factor,
                speed.low / factor,
                speed.high / factor,
                note=_ratio_note(speed),
                label=f"{significant(speed.gflops / factor)}{_share(speed)}",
            )
            for speed in sorted(rungs, key=lambda speed: order(speed.name))
            if _group(speed.name) == group
        )
        if points:
            series.append(ChartSeries(group, points))
    levels = tuple(
        Level(f"{speed.name}: {significant(speed.gflops / factor)}", speed.gflops / factor)
        for speed in at_size
        if speed.library and not is_less_precise(speed.name)
    )
    return Chart(
        f"{place.identifier}-ladder",
        ChartKind.BARS,
        f"The ladder at {title_of(problem)}",
        f"{unit} of each rung, from the median time, and its share of the baseline; whiskers are "
        f"the quartiles ({place.regime}). The lines are libraries at the same size.",
        Axis(unit),
        Axis(""),
        tuple(series),
        levels,
    )


def _group(name: str) -> str:
    if not is_rung(name):
        return "plan"
    return "PTX by hand" if name in PTX_LADDER else "CUDA C++"


def ratio_maps(place: Place) -> dict[int, Chart]:
    """Draw how the fastest rung compares with the baseline over m and n; a map for each k."""
    charts = {}
    compared = [s for s in place.usual() if s.ratio is not None and not s.library]
    by_k = groupby(sorted(compared, key=lambda s: s.problem.k), key=lambda s: s.problem.k)
    for k, group in by_k:
        best: dict[tuple[int, int], Speed] = {}
        for speed in group:
            cell = (speed.problem.m, speed.problem.n)
            if cell not in best or (speed.ratio or 0.0) > (best[cell].ratio or 0.0):
                best[cell] = speed
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
            ChartKind.MAP,
            f"Best rung over {_baselines(best.values())} at k = {k}",
            "Blue: a rung is faster; orange: the library is; grey: as fast as each other. "
            "Each cell is the fastest rung there.",
            Axis("n"),
            Axis("m"),
            (ChartSeries("best rung", points),),
            value="ratio",
        )
    return charts


def _lines(speeds: Iterable[Speed]) -> list[tuple[tuple[str, str], list[Speed]]]:
    """Group speeds by name and regime, in the order of the ladder."""
    grouped: dict[tuple[str, str], list[Speed]] = {}
    for speed in speeds:
        grouped.setdefault((speed.name, speed.regime), []).append(speed)
    return sorted(grouped.items(), key=lambda item: (order(item[0][0]), item[0][1]))


def shown_first(series: Iterable[ChartSeries]) -> tuple[ChartSeries, ...]:
    """Return what is shown at first before the rest: a long legend begins with what it explains."""
    return tuple(sorted(series, key=lambda each: not each.on))


def _ratio_note(speed: Speed) -> str:
    if speed.ratio is None or not math.isfinite(speed.ratio):
        return ""
    return f"{100 * speed.ratio:.1f} % of {speed.baseline}"


def _share(speed: Speed) -> str:
    return f" ({100 * speed.ratio:.1f} %)" if speed.ratio is not None else ""


def _baselines(speeds: Iterable[Speed]) -> str:
    return ", ".join(dict.fromkeys(speed.baseline for speed in speeds))
