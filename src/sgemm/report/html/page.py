"""The page as a whole: sections in their order, style, data, scripts and licences, in one file."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import sgemm
from sgemm.errors import ArgumentError
from sgemm.report.html.chart import Chart
from sgemm.report.html.conditions import conditions_over_time
from sgemm.report.html.devices import Limits, limits_of
from sgemm.report.html.errors import error_chart
from sgemm.report.html.figures import ladder_bars, ratio_maps, speed_over_size
from sgemm.report.html.gathered import Place, gather, is_rung, label, order
from sgemm.report.html.highlight import require_highlighter
from sgemm.report.html.kernel_page import kernel_page, shared_headers
from sgemm.report.html.markup import Child, Markup, element, joined
from sgemm.report.html.occupied import resources_table
from sgemm.report.html.overview import (
    CPU_NOTICE,
    finding,
    machine_facts,
    percent_table,
    shapes_table,
)
from sgemm.report.html.roofline import roofline
from sgemm.report.html.sets import sets_table

STYLES = ("report.css", "print.css")
SCRIPTS = ("vendor/d3.min.js", "vendor/plot.umd.min.js", "marks.js", "figure.js", "report.js")
LICENCES = "vendor/LICENCES.txt"

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""What browsers are told: nothing is ever fetched."""

FOLDER = re.compile(r"\A.*?/(?=[^/]+:\d+: )", re.DOTALL)
"""What stands before the name of a file at the beginning of a message."""


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """A section of the page.

    Parameters
    ----------
    title : str
    identifier : str
    charts : tuple of Chart
    content : Markup
        What stands under the heading, charts included.
    """

    title: str
    identifier: str
    charts: tuple[Chart, ...]
    content: Markup


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
        Where it is given, damaged lines are left out, and told here, instead of being errors.

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
        If Pygments is not installed.
    """
    places = tuple(place for place in gather(paths, skipped) if machine in (None, place.machine))
    if not places:
        raise ArgumentError(f"machine = {machine!r}: nothing in these results was measured by it")
    limits = [limits_of(p.hardware, p.environments, peak_tflops, bandwidth) for p in places]
    return make_page(places, limits, title, skipped or ()), places


def make_page(
    places: Sequence[Place], limits: Sequence[Limits], title: str, skipped: Sequence[str] = ()
) -> bytes:
    """Write the report.

    Parameters
    ----------
    places : sequence of Place
        At least one.
    limits : sequence of Limits
        Of each place.
    title : str
    skipped : sequence of str, optional
        Damaged lines that were left out: whoever reads the page is told.

    Returns
    -------
    bytes
        The file.

    Raises
    ------
    MissingToolError
        If Pygments is not installed.
    """
    require_highlighter()
    sections = [
        section
        for place, limit in zip(places, limits, strict=True)
        for section in _place_sections(place, limit, several=len(places) > 1)
    ]
    names = sorted(
        {m.kernel for place in places for m in place.measurements if is_rung(m.kernel)}, key=order
    )
    charts = [chart.record() for section in sections for chart in section.charts]
    body = [
        element("a", "Skip to the results", href="#main", class_="skip"),
        _header(places, title, skipped),
        _navigation(sections, names),
        element(
            "main", [_section(section) for section in sections], _kernels(names, places), id="main"
        ),
        _footer(),
        element("script", _json(charts), type="application/json", id="charts"),
        [element("script", Markup(_asset(name))) for name in SCRIPTS],
    ]
    head = [
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="generator", content=f"sgemm {sgemm.__version__}"),
        element("title", title),
        [element("style", Markup(_asset(name))) for name in STYLES],
    ]
    page = element("html", element("head", head), element("body", body), lang="en")
    return f"<!doctype html>\n{page}\n".encode()


def _place_sections(place: Place, limits: Limits, several: bool) -> list[Section]:
    """Make the sections of a place; those without data are one line in the last of them."""
    maps = ratio_maps(place)
    shapes = shapes_table(place, maps)
    candidates: list[tuple[str, str, Iterable[Chart | None], Markup | None, str]] = [
        (
            "Sets of problems",
            "sets",
            (),
            sets_table(place),
            "no problem of a named set was timed beside a baseline",
        ),
        ("Ladder", "ladder", [ladder_bars(place)], None, "no rung was timed"),
        (
            "Speed over size",
            "size",
            [speed_over_size(place, limits)],
            None,
            "needs square problems of two sizes or more",
        ),
        (
            "Per cent of the baseline",
            "percent",
            (),
            percent_table(place),
            "no rung was timed beside a baseline",
        ),
        ("Other shapes", "shapes", (), shapes, "only squares were compared"),
        ("Roofline", "roofline", [roofline(place, limits)], None, "no rung was timed"),
        (
            "Power and clock",
            "conditions",
            conditions_over_time(place),
            None,
            "neither power nor clock was recorded",
        ),
        (
            "Map over m and n",
            "map",
            maps.values(),
            None,
            "needs a baseline at several m and n for one k",
        ),
        ("Error", "error", [error_chart(place)], None, "no result was verified"),
    ]
    suffix = f", {place.title}" if several else ""
    overview = element(
        "div",
        None if place.is_gpu else element("p", CPU_NOTICE, class_="notice"),
        machine_facts(place, limits),
    )
    sections = [Section(f"Measured on{suffix}", f"{place.identifier}-about", (), overview)]
    missing = []
    for title, part, maybe, content, why in candidates:
        charts = tuple(chart for chart in maybe if chart is not None)
        if not charts and content is None:
            missing.append(f"{title}: {why}")
            continue
        figures = joined([content, [chart.figure() for chart in charts]])
        sections.append(
            Section(f"{title}{suffix}", f"{place.identifier}-{part}-section", charts, figures)
        )
    if missing:
        lines = element("ul", [element("li", each) for each in missing])
        sections.append(
            Section(f"Not in these results{suffix}", f"{place.identifier}-missing", (), lines)
        )
    return sections


def _header(places: Sequence[Place], title: str, skipped: Sequence[str]) -> Markup:
    found = [
        element("p", element("strong", f"{place.title}. "), finding(place), class_="finding")
        for place in places
    ]
    return element("header", element("h1", title), found, _left_out(skipped))


def _left_out(skipped: Sequence[str]) -> Markup | None:
    """Tell which damaged lines are not in the report, if any."""
    if not skipped:
        return None
    # Of a path the name is enough: a report is passed on, and folders are its writer's own.
    lines = [element("li", FOLDER.sub("", words)) for words in skipped]
    count = "One damaged line was" if len(lines) == 1 else f"{len(lines)} damaged lines were"
    return element(
        "details",
        element("summary", f"{count} left out of this report"),
        element("ul", lines),
        class_="notice",
    )


def _navigation(sections: Sequence[Section], names: Sequence[str]) -> Markup:
    links = [element("a", section.title, href=f"#{section.identifier}") for section in sections]
    if names:
        links.append(element("a", "Kernels", href="#kernels"))
    return element("nav", links, aria_label="Sections")


def _section(section: Section) -> Markup:
    return element("section", element("h2", section.title), section.content, id=section.identifier)


def _kernels(names: Sequence[str], places: Sequence[Place]) -> Markup | None:
    if not names:
        return None
    links = [element("a", label(name), href=f"#kernel-{name}") for name in names]
    note = (
        "Sources and machine code are those of the sgemm that wrote this report "
        f"({sgemm.__version__}); the results name the commit that was measured."
    )
    return element(
        "section",
        element("h2", "Kernels"),
        element("p", note),
        resources_table(places),
        element("nav", links, class_="kernels", aria_label="Kernels"),
        [kernel_page(name, places) for name in names],
        shared_headers(names),
        id="kernels",
    )


def _footer() -> Markup:
    written = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    text = f"Written by sgemm {sgemm.__version__} on {written}. The file is complete: it needs no "
    return element(
        "footer",
        element("p", text, "network."),
        element(
            "details",
            element("summary", "Licences of the charting library"),
            element(
                "p", "Charts are drawn by Observable Plot and D3, which are part of this file."
            ),
            element("pre", _asset(LICENCES), class_="licences"),
        ),
    )


def _asset(name: str) -> str:
    folder = resources.files("sgemm.report.html") / "assets"
    text = folder.joinpath(*name.split("/")).read_text(encoding="utf-8")
    assert "</script" not in text.lower() and "</style" not in text.lower()
    return text


def _json(value: Child | list[object]) -> Markup:
    """Write JSON that cannot end the element it stands in."""
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))
