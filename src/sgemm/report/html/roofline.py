"""The roofline: speed over operations for each byte, under what memory and arithmetic allow."""

from __future__ import annotations

from sgemm.kernels.catalogue import PTX_LADDER, find
from sgemm.report.html.chart import Axis, Chart, Kind, Point, Series
from sgemm.report.html.devices import Limits
from sgemm.report.html.figures import title_of
from sgemm.report.html.gathered import Place, is_rung, label, order
from sgemm.report.tables import significant


def roofline(place: Place, limits: Limits) -> Chart | None:
    """Draw the roofline at the size where most rungs were timed, if any were.

    Parameters
    ----------
    place : Place
    limits : Limits
        The roof; without one there are only the points.
    """
    unit, factor = place.unit
    problem = place.main_size()
    rungs = [s for s in place.usual() if s.problem == problem and is_rung(s.name)]
    if problem is None or not rungs:
        return None
    tiles = {speed.name: find(speed.name).tile for speed in rungs}
    tiles |= {m.kernel: m.tile for m in place.measurements if m.tile and m.kernel in tiles}
    points = []
    for by_hand, group in ((False, "CUDA C++"), (True, "PTX by hand")):
        marks = tuple(
            Point(
                tiles[speed.name].intensity,
                speed.gflops / factor,
                note=label(speed.name),
                short=_short(speed.name),
            )
            for speed in sorted(rungs, key=lambda speed: order(speed.name))
            if (speed.name in PTX_LADDER) == by_hand
        )
        if marks:
            points.append(Series(group, marks))
    intensities = [tile.intensity for tile in tiles.values()]
    farthest = 2.0 * max(intensities)
    roof: list[Series] = []
    caption = (
        "Operations for each byte that a block reads from global memory, by the sizes of its tile, "
        "so before any cache."
    )
    if limits.peak_gflops is not None and limits.memory_gbytes is not None:
        ridge = limits.peak_gflops / limits.memory_gbytes
        ends = (0.5 * min(intensities), ridge, max(farthest, 2.0 * ridge))
        roof.append(
            Series(
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
    else:
        caption += " No roof is drawn: the peak of this hardware is not known (--peak gives it)."
    return Chart(
        f"{place.identifier}-roofline",
        Kind.POINTS,
        f"Roofline at {title_of(problem)}",
        caption,
        Axis("operations a byte", logarithmic=True),
        Axis(unit, logarithmic=True),
        (*roof, *points),
    )


def _short(name: str) -> str:
    """Return what is written beside a mark: the number of a rung, or the name of a PTX kernel."""
    return name if name in PTX_LADDER else label(name).split()[0]
