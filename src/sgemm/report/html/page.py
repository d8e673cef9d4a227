"""The page as a whole: sections in their order, style and script, in one file."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any

import sgemm
from sgemm.errors import ArgumentError
from sgemm.report.chart import Chart
from sgemm.report.html.conditions import conditions_over_time
from sgemm.report.html.devices import Limits, limits_of
from sgemm.report.html.errors import error_chart
from sgemm.report.html.figures import ladder_bars, ratio_maps, speed_over_size
from sgemm.report.html.kernel_page import kernel_page, shared_headers
from sgemm.report.html.occupied import resources_table
from sgemm.report.html.overview import (
    CPU_NOTICE,
    finding,
    machine_facts,
    percent_table,
    shapes_table,
    software,
)
from sgemm.report.html.roofline import roofline
from sgemm.report.html.sets import sets_table
from sgemm.report.html.templates import PageTable, render, require_templates
from sgemm.report.places import Place, gather
from sgemm.report.speeds import is_rung, order
from sgemm.report.svg import PALETTE

COLOURS = {
    "raised": ("#ffffff", "#1d232b"),
    "soft": ("#f3f5f7", "#1a2027"),
    "link": ("#0b5cad", "#7db8f2"),
    "right": ("#17703a", "#6fce93"),
    "wrong": ("#b3261e", "#ff8f85"),
    "bar": ("#cfe3f5", "#1f4263"),
    "keyword": ("#8250a8", "#c9a2f0"),
    "comment": ("#56606b", "#a3adb8"),
    "literal": ("#0b6b3a", "#7fd3a0"),
    "type": ("#0b5cad", "#7db8f2"),
    "macro": ("#a04000", "#f0a868"),
}
"""What the page has beside its charts, on a light and on a dark ground."""

FOLDER = re.compile(r"\A.*?/(?=[^/]+:\d+: )", re.DOTALL)
"""What stands before the name of a file at the beginning of a message."""


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """A part of the page that is folded at first: tables, then charts, then lines of text."""

    title: str
    identifier: str
    tables: Sequence[PageTable] = ()
    charts: Sequence[Chart] = ()
    lines: Sequence[str] = ()

    @property
    def hint(self) -> str:
        """What is in it, in a few words."""
        tables = [f"{len(table.rows)} rows" for table in self.tables]
        lines = [f"{len(self.lines)} kinds of charts and tables"] if self.lines else []
        return "; ".join([*tables, *(chart.title for chart in self.charts), *lines])


@dataclasses.dataclass(frozen=True, slots=True)
class Overview:
    """The report of one place: what is seen at first, and the parts that can be opened."""

    title: str
    identifier: str
    finding: str
    notice: str
    sets: PageTable | None
    facts: Sequence[tuple[str, str]]
    software: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    sections: Sequence[Section]


DEFAULT_TITLE = "Single-precision matrix multiplication, measured"


def report_of(
    paths: Iterable[Path],
    title: str = DEFAULT_TITLE,
    machine: str | None = None,
    peak_tflops: float | None = None,
    bandwidth: float | None = None,
    skipped: list[str] | None = None,
) -> tuple[bytes, tuple[Place, ...]]:
    """Write the report of files of results.

    Parameters
    ----------
    paths : iterable of Path
        Files, or folders, which stand for the results in them and below them.
    title : str, optional
    machine : str, optional
        Report only what was measured by ``"cuda"`` or ``"cpu"``.
    peak_tflops, bandwidth : float, optional
        Of the hardware, in TFLOP/s and GB/s, where it is not a GPU that is known.
    skipped : list of str, optional
        Where it is given, damaged lines are left out and listed here instead of being errors.

    Returns
    -------
    page : bytes
        The file.
    places : tuple of Place
        What is in it.

    Raises
    ------
    ArgumentError
        If a file cannot be read or is of another schema, or there is nothing to report.
    MissingToolError
        If Jinja2 or Pygments is not installed.
    """
    places = tuple(place for place in gather(paths, skipped) if machine in (None, place.machine))
    if not places:
        raise ArgumentError(f"machine = {machine!r}: nothing in these results was measured by it")
    limits = [limits_of(p.hardware, p.environments, peak_tflops, bandwidth) for p in places]
    return make_page(places, limits, title, skipped or ()), places


def make_page(
    places: Sequence[Place], limits: Sequence[Limits], title: str, skipped: Sequence[str] = ()
) -> bytes:
    """Write the report of one place or more, each with its limits.

    The page lists the damaged lines that were skipped.
    """
    require_templates()
    overviews = [
        Overview(
            place.title,
            f"{place.identifier}-about",
            finding(place),
            "" if place.is_gpu else CPU_NOTICE,
            sets_table(place),
            machine_facts(place, limit),
            [(f"Commit {each.commit or 'unknown'}", software(each)) for each in place.environments],
            sections_of(place, limit, several=len(places) > 1),
        )
        for place, limit in zip(places, limits, strict=True)
    ]
    names = sorted(
        {m.kernel for place in places for m in place.measurements if is_rung(m.kernel)}, key=order
    )
    charts = [c for overview in overviews for section in overview.sections for c in section.charts]
    values: dict[str, Any] = {
        "title": title,
        "version": sgemm.__version__,
        "written": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "overviews": overviews,
        # Of a path the name is enough: a report is passed on, and folders are its writer's own.
        "skipped": [FOLDER.sub("", words) for words in skipped],
        "kernels": [kernel_page(name, places) for name in names],
        "resources": resources_table(places),
        "headers": shared_headers(names),
        "most_series": max((len(c.series) for c in charts), default=0),
        "palette": PALETTE | COLOURS,
        "style": _asset("chart.css") + _asset("report.css"),
        "script": _asset("chart.js"),
    }
    return render("page.html", **values).encode()


def sections_of(place: Place, limits: Limits, several: bool) -> list[Section]:
    """Make the parts of a place; those without data are one line in the last of them."""
    maps = ratio_maps(place)
    candidates: list[tuple[str, str, PageTable | None, Iterable[Chart | None], str]] = [
        ("Ladder", "ladder", None, [ladder_bars(place)], "no rung was timed"),
        (
            "Speed over size",
            "size",
            None,
            [speed_over_size(place, limits)],
            "needs square problems of two sizes or more",
        ),
        (
            "Per cent of the baseline",
            "percent",
            percent_table(place),
            (),
            "no rung was timed beside a baseline",
        ),
        ("Other shapes", "shapes", shapes_table(place, maps), (), "only squares were compared"),
        ("Roofline", "roofline", None, [roofline(place, limits)], "no rung was timed"),
        (
            "Power and clock",
            "conditions",
            None,
            conditions_over_time(place),
            "neither power nor clock was recorded",
        ),
        (
            "Map over m and n",
            "map",
            None,
            maps.values(),
            "needs a baseline at several m and n for one k",
        ),
        ("Error", "error", None, [error_chart(place)], "no result was verified"),
    ]
    suffix = f", {place.title}" if several else ""
    sections = []
    missing = []
    for title, part, table, maybe, why in candidates:
        charts = [chart for chart in maybe if chart is not None]
        if not charts and table is None:
            missing.append(f"{title}: {why}")
            continue
        identifier = f"{place.identifier}-{part}-section"
        tables = [] if table is None else [table]
        sections.append(Section(f"{title}{suffix}", identifier, tables, charts))
    if missing:
        title, identifier = f"Not in these results{suffix}", f"{place.identifier}-missing"
        sections.append(Section(title, identifier, lines=missing))
    return sections


def _asset(name: str) -> Any:
    """Return a text that is part of the page as it stands."""
    from markupsafe import Markup

    folder = resources.files("sgemm.report.html") / "assets"
    return Markup(folder.joinpath(name).read_text(encoding="utf-8"))
