"""Writing tables and plots into the documentation, and finding what is out of date.

In README.md and the pages of docs/, what stands between ``<!-- results:NAME -->`` and
``<!-- /results -->`` is generated; NAME is a table or a kind of plot. Plots lie in docs/plots/,
where equal results give equal files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from sgemm.bench.outputs import find_output, write_outputs
from sgemm.errors import ArgumentError
from sgemm.report.chart import Chart
from sgemm.report.places import Place, read_places
from sgemm.report.publish.blocks import NOTHING, TABLES
from sgemm.report.publish.pictures import pictures
from sgemm.report.svg import drawing_file

RESULTS, PLOTS = Path("results"), Path("docs/plots")

MARKER = re.compile(r"^<!-- (?:results:(?P<name>\S+)|/results) -->$", re.MULTILINE)


def publish(root: Path) -> tuple[str, ...]:
    """Bring all pages and plots up to date with the results.

    Parameters
    ----------
    root : Path
        Of the source tree, with README.md, docs/ and results/.

    Returns
    -------
    tuple of str
        Files that were written or removed, from the root.

    Raises
    ------
    ArgumentError
        If results are damaged, or a page has a marker that is not known or not closed.
    """
    places = read_places(root / RESULTS)
    changed = []
    for page, text in _rendered(root, places).items():
        if text != (root / page).read_text(encoding="utf-8"):
            write_outputs({find_output(root / page): text.encode()})
            changed.append(page)
    folder = root / PLOTS
    wanted = _drawn(places)
    for name, content in wanted.items():
        if not _holds(folder / name, content):
            write_outputs({find_output(folder / name): content})
            changed.append(f"{PLOTS}/{name}")
    for file in _orphans(folder, wanted):
        file.unlink()
        changed.append(f"{PLOTS}/{file.name}")
    return tuple(changed)


def stale(root: Path) -> tuple[str, ...]:
    """Say what differs from the results; nothing is written.

    Returns
    -------
    tuple of str
        One line for each page or plot.

    Raises
    ------
    ArgumentError
        As :func:`publish`.
    """
    places = read_places(root / RESULTS)
    found = [
        f"{page} has tables that are not those of {RESULTS}/"
        for page, text in _rendered(root, places).items()
        if text != (root / page).read_text(encoding="utf-8")
    ]
    wanted = _drawn(places)
    for name, content in wanted.items():
        if not (root / PLOTS / name).exists():
            found.append(f"{PLOTS}/{name} is missing")
        elif not _holds(root / PLOTS / name, content):
            found.append(f"{PLOTS}/{name} was drawn from other results")
    found += [f"{PLOTS}/{file.name} is of no plot" for file in _orphans(root / PLOTS, wanted)]
    return tuple(found)


def render(text: str, page: str, blocks: Mapping[str, str]) -> str:
    """Return a page with all its blocks up to date.

    Parameters
    ----------
    text : str
        The page.
    page : str
        Its name, for errors.
    blocks : mapping of str to str
        Content of each block by name; an empty one becomes a line that says so.

    Raises
    ------
    ArgumentError
        If a marker is not known, not closed, or closes nothing.
    """
    parts: list[str] = []
    end, opened = 0, ""
    for marker in MARKER.finditer(text):
        line, name = text.count("\n", 0, marker.start()) + 1, marker["name"]
        if name is not None and opened:
            raise ArgumentError(f"{page}:{line}: the block results:{opened} is not closed")
        if name is None and not opened:
            raise ArgumentError(f"{page}:{line}: /results closes no block")
        if name is not None and name not in blocks:
            raise ArgumentError(
                f"{page}:{line}: there is no block {name!r}; there are {', '.join(blocks)}"
            )
        if name is not None:
            parts += [text[end : marker.end()], "\n\n", blocks[name] or NOTHING, "\n"]
            opened = name
        else:
            end, opened = marker.start(), ""
    if opened:
        raise ArgumentError(f"{page}: the block results:{opened} is not closed")
    return "".join([*parts, text[end:]])


def _rendered(root: Path, places: Sequence[Place]) -> dict[str, str]:
    """Return every page that there is, as it should be."""
    found = {}
    tables = {name: table(places) for name, table in TABLES.items()}
    plots = pictures(places)
    for path in (root / "README.md", *sorted((root / "docs").rglob("*.md"))):
        if not path.exists():
            continue
        page = path.relative_to(root).as_posix()
        to_plots = os.path.relpath(root / PLOTS, path.parent).replace(os.sep, "/")
        blocks = dict(tables)
        for kind, each in plots.items():
            blocks[kind] = "".join(
                f"![{picture.alternative}]({to_plots}/{picture.identifier}.svg)\n"
                for picture in each
            )
        found[page] = render(path.read_text(encoding="utf-8"), page, blocks)
    return found


def _drawn(places: Sequence[Place]) -> dict[str, bytes]:
    """Return the file of each plot by its name."""
    charts: list[Chart] = [chart for each in pictures(places).values() for chart in each]
    return {f"{chart.identifier}.svg": drawing_file(chart) for chart in charts}


def _holds(file: Path, content: bytes) -> bool:
    return file.exists() and file.read_bytes() == content


def _orphans(folder: Path, wanted: Mapping[str, bytes]) -> list[Path]:
    """Return plots of no data; files that are no plots of ours are left alone."""
    return [path for path in sorted(folder.glob("*.svg")) if path.name not in wanted]
