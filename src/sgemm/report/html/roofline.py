"""The roofline: speed over operations for each byte, under what memory and arithmetic allow."""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.kernels.catalogue import LADDER, PTX_LADDER, find
from sgemm.kernels.tile import Tile
from sgemm.report.chart import Axis, Chart, ChartKind, ChartSeries, Level, Point
from sgemm.report.html.devices import Limits
from sgemm.report.html.figures import title_of
from sgemm.report.places import Place
from sgemm.report.speeds import Speed, is_rung, label, order
from sgemm.report.tables import significant


def roofline(place: Place, limits: Limits) -> Chart | None:
    """Draw the roofline at the size where most rungs were timed; points only without limits."""
    unit, factor = place.unit
    problem = place.main_size()
    rungs = [s for s in place.usual() if s.problem == problem and is_rung(s.name)]
    if problem is None or not rungs:
        return None
    tiles = {speed.name: find(speed.name).tile for speed in rungs}
    tiles |= {m.kernel: m.tile for m in place.measurements if m.tile and m.kernel in tiles}
    named = _extremes(rungs, tiles)
    points = []
    for by_hand, group in ((False, "CUDA C++"), (True, "PTX by hand")):
        marks = tuple(
            Point(
                tiles[speed.name].intensity,
                speed.gflops / factor,
                note=label(speed.name),
                label=label(speed.name).split()[0] if speed in named else "",
            )
            for speed in sorted(rungs, key=lambda speed: order(speed.name))
            if (speed.name in PTX_LADDER) == by_hand
        )
        if marks:
            points.append(ChartSeries(group, marks))
    intensities = [tile.intensity for tile in tiles.values()]
    farthest = 2.0 * max(intensities)
    roof: list[ChartSeries] = []
    levels: tuple[Level, ...] = ()
    caption = (
        "Operations for each byte that a block reads from global memory, by the sizes of its tile, "
        "so before any cache. Of the rungs at one intensity the slowest and the fastest have their "
        "number written to them."
    )
    if limits.peak_gflops is not None and limits.memory_gbytes is not None:
        ridge = limits.peak_gflops / limits.memory_gbytes
        ends = (0.5 * min(intensities), ridge, max(farthest, 2.0 * ridge))
        roof.append(
            ChartSeries(
                "roof",
                tuple(
                    Point(
                        intensity,
                        min(limits.peak_gflops, intensity * limits.memory_gbytes) / factor,
                    )
                    for intensity in ends
                    if intensity <= ridge or intensity == ends[-1]
                ),
                dashed=True,
                marks=False,
            )
        )
        caption += (
            f" The roof: {significant(limits.memory_gbytes)} GB/s of memory, and a peak of "
            f"{limits.peak_words}. A point above the slope owes it to caches."
        )
    elif limits.peak_gflops is not None:
        levels = (Level(f"peak: {limits.peak_words}", limits.peak_gflops / factor, solid=True),)
        caption += " The bandwidth of its memory is not known (--bandwidth gives it)."
    else:
        caption += " No roof is drawn: the peak of this hardware is not known (--peak gives it)."
    return Chart(
        f"{place.identifier}-roofline",
        ChartKind.POINTS,
        f"Roofline at {title_of(problem)}",
        caption,
        Axis("operations a byte", logarithmic=True),
        Axis(unit, logarithmic=True),
        (*roof, *points),
        levels,
    )


def _extremes(rungs: Sequence[Speed], tiles: dict[str, Tile]) -> list[Speed]:
    """Return the slowest and the fastest numbered rung at each intensity: more names overlap."""
    found = []
    for intensity in {tile.intensity for tile in tiles.values()}:
        numbered = [s for s in rungs if s.name in LADDER and tiles[s.name].intensity == intensity]
        if numbered:
            found += [
                min(numbered, key=lambda speed: speed.gflops),
                max(numbered, key=lambda speed: speed.gflops),
            ]
    return found
