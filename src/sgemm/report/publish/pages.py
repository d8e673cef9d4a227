"""Writing tables and plots into the documentation, and finding what is out of date.

In README.md and the pages of docs/, what stands between ``<!-- results:NAME -->`` and
``<!-- /results -->`` is generated; NAME is a table or a kind of plot. Plots lie in docs/plots/,
with a file of the digests of the data that they were drawn from.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from sgemm.bench.outputs import find_output, write_outputs
from sgemm.errors import ArgumentError
from sgemm.report.canvas import FORMATS
from sgemm.report.publish.blocks import NOTHING, TABLES
from sgemm.report.publish.drawing import draw
from sgemm.report.publish.pictures import Picture, pictures
from sgemm.report.publish.places import Place, read_places

RESULTS, PLOTS, DIGESTS = Path("results"), Path("docs/plots"), "digests.json"

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
    MissingToolError
        If there are plots to be drawn, and matplotlib is not installed.
    """
    places = read_places(root / RESULTS)
    changed = []
    for page, text in _rendered(root, places).items():
        if text != (root / page).read_text(encoding="utf-8"):
            write_outputs({find_output(root / page): text.encode()})
            changed.append(page)
    wanted = _digests(places)
    stored = stored_digests(root)
    folder = root / PLOTS
    for each in _all(places):
        files = [folder / f"{each.name}.{kind}" for kind in FORMATS]
        if stored.get(each.name) == each.digest and all(file.exists() for file in files):
            continue
        for kind, content in draw(each).items():
            write_outputs({find_output(folder / f"{each.name}.{kind}"): content})
            changed.append(f"{PLOTS}/{each.name}.{kind}")
    for file in _orphans(folder, wanted):
        file.unlink()
        changed.append(f"{PLOTS}/{file.name}")
    if wanted != stored:
        digests = json.dumps(wanted, indent=1) + "\n"
        write_outputs({find_output(folder / DIGESTS): digests.encode()})
        changed.append(f"{PLOTS}/{DIGESTS}")
    return tuple(changed)


def stale(root: Path) -> tuple[str, ...]:
    """Say what differs from the results; nothing is written or drawn.

    Parameters
    ----------
    root : Path

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
    wanted, stored = _digests(places), stored_digests(root)
    found += [
        f"{PLOTS}/{name} was drawn from other results"
        for name in sorted(wanted.keys() | stored.keys())
        if wanted.get(name) != stored.get(name)
    ]
    for name in wanted:
        missing = [kind for kind in FORMATS if not (root / PLOTS / f"{name}.{kind}").exists()]
        found += [f"{PLOTS}/{name}.{kind} is missing" for kind in missing]
    found += [f"{PLOTS}/{file.name} is of no plot" for file in _orphans(root / PLOTS, wanted)]
    return tuple(found)


def stored_digests(root: Path) -> dict[str, str]:
    """Return the digest of the data of each plot in docs/plots/."""
    try:
        text = (root / PLOTS / DIGESTS).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ArgumentError(f"{PLOTS}/{DIGESTS} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise ArgumentError(f"{PLOTS}/{DIGESTS} should be an object of names and digests")
    return found


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

    Returns
    -------
    str

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
                f"![{picture.alternative}]({to_plots}/{picture.name}.svg)\n" for picture in each
            )
        found[page] = render(path.read_text(encoding="utf-8"), page, blocks)
    return found


def _all(places: Sequence[Place]) -> tuple[Picture, ...]:
    return tuple(picture for each in pictures(places).values() for picture in each)


def _digests(places: Sequence[Place]) -> dict[str, str]:
    return {picture.name: picture.digest for picture in _all(places)}


def _orphans(folder: Path, wanted: Mapping[str, str]) -> list[Path]:
    """Return plots of no data; files that are no plots of ours are left alone."""
    files = {folder / f"{name}.{kind}" for name in wanted for kind in FORMATS}
    found = [path for kind in FORMATS for path in sorted(folder.glob(f"*.{kind}"))]
    return [path for path in found if path not in files]
