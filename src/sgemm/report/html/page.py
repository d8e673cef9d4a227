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
from sgemm.bench.result_set import without_collection
from sgemm.errors import ArgumentError
from sgemm.report.chart import Chart
from sgemm.report.devices import limits_of
from sgemm.report.html import figures, overview
from sgemm.report.html.kernel_page import kernel_page, shared_headers
from sgemm.report.html.templates import PageTable, render, require_templates
from sgemm.report.places import Place, gather
from sgemm.report.speeds import is_kernel, order
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

DEFAULT_TITLE = "Single-precision matrix multiplication, measured"

PARTS = {
    "ladder": ("Ladder", "no rung was timed"),
    "size": ("Speed over size", "needs square problems of two sizes or more"),
    "percent": ("Per cent of the baseline", "no rung was timed beside a baseline"),
    "shapes": ("Other shapes", "only squares were compared"),
    "roofline": ("Roofline", "no rung was timed"),
    "conditions": ("Power and clock", "neither power nor clock was recorded"),
    "map": ("Map over m and n", "needs a baseline at several m and n for one k"),
    "error": ("Error", "no result was verified"),
}
"""Title of each part of a place, and why it may be missing."""


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


@without_collection()
def report_of(
    paths: Iterable[Path],
    title: str = DEFAULT_TITLE,
    machine: str | None = None,
    peak_tflops: float | None = None,
    bandwidth: float | None = None,
    skip_damaged: bool = False,
) -> tuple[bytes, tuple[Place, ...]]:
    """Return the report of files of results, or of folders of them, and the places in it.

    ``machine`` leaves out what the other one measured. Peak and bandwidth, in TFLOP/s and GB/s, are
    those of hardware that is not known. Damaged lines are errors, or left out and listed.
    """
    places = tuple(
        dataclasses.replace(
            place,
            limits=limits_of(place.hardware, place.results.environments, peak_tflops, bandwidth),
        )
        for place in gather(paths, skip_damaged)
        if machine in (None, place.machine)
    )
    if not places:
        raise ArgumentError(f"machine = {machine!r}: nothing in these results was measured by it")
    return make_page(places, title), places


def make_page(places: Sequence[Place], title: str) -> bytes:
    """Write the report of one place or more, and list damaged lines."""
    require_templates()
    overviews: list[dict[str, Any]] = [
        {
            "title": place.title,
            "identifier": f"{place.identifier}-about",
            "finding": overview.finding(place),
            "notice": "" if place.is_gpu else overview.CPU_NOTICE,
            "sets": overview.sets_table(place),
            "facts": overview.machine_facts(place),
            "software": [
                (f"Commit {e.commit or 'unknown'}", overview.software(e))
                for e in place.results.environments
            ],
            "sections": sections_of(place, several=len(places) > 1),
        }
        for place in places
    ]
    measured = {m.kernel for place in places for m in place.measurements}
    names = sorted(filter(is_kernel, measured), key=order)
    sections: list[Section] = [each for about in overviews for each in about["sections"]]
    charts = [chart for section in sections for chart in section.charts]
    values: dict[str, Any] = {
        "title": title,
        "version": sgemm.__version__,
        "written": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "overviews": overviews,
        # Of a path the name is enough: a report is passed on, and folders are its writer's own.
        "skipped": [FOLDER.sub("", words) for words in places[0].results.skipped],
        "kernels": [kernel_page(name, places) for name in names],
        "resources": overview.resources_table(places),
        "headers": shared_headers(names),
        "most_series": max((len(chart.series) for chart in charts), default=0),
        "palette": PALETTE | COLOURS,
        "style": _asset("chart.css") + _asset("report.css"),
        "script": _asset("chart.js"),
    }
    return render("page.html", **values).encode()


def sections_of(place: Place, several: bool) -> list[Section]:
    """Make the parts of a place; those without data are one line in the last of them."""
    maps = figures.ratio_maps(place)
    contents: dict[str, Iterable[PageTable | Chart | None]] = {
        "ladder": [figures.ladder_bars(place)],
        "size": [figures.speed_over_size(place)],
        "percent": [overview.percent_table(place)],
        "shapes": [overview.shapes_table(place, maps)],
        "roofline": [figures.roofline(place)],
        "conditions": figures.conditions_over_time(place),
        "map": maps.values(),
        "error": [figures.error_chart(place)],
    }
    suffix = f", {place.title}" if several else ""
    sections, missing = [], []
    for part, (title, reason) in PARTS.items():
        found = list(contents[part])
        tables = [each for each in found if isinstance(each, PageTable)]
        charts = [each for each in found if isinstance(each, Chart)]
        if tables or charts:
            identifier = f"{place.identifier}-{part}-section"
            sections.append(Section(f"{title}{suffix}", identifier, tables, charts))
        else:
            missing.append(f"{title}: {reason}")
    if missing:
        title, identifier = f"Not in these results{suffix}", f"{place.identifier}-missing"
        sections.append(Section(title, identifier, lines=missing))
    return sections


def _asset(name: str) -> Any:
    """Return a text that is part of the page as it stands."""
    from markupsafe import Markup

    folder = resources.files("sgemm.report.html") / "assets"
    return Markup(folder.joinpath(name).read_text(encoding="utf-8"))
