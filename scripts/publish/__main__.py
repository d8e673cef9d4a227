"""``PYTHONPATH=scripts python -m publish``: bring tables and plots of the documentation up to date.

In README.md and the pages of docs/, what stands between ``<!-- results:NAME -->`` and
``<!-- /results -->`` is generated; NAME is a table, a kind of plot, or the page of a rung. Plots
lie in docs/plots/, pictures of rungs in docs/pictures/; equal results give equal files.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from publish.blocks import NOTHING, TABLES
from publish.documents import document_tables
from publish.models import models
from publish.pictures import pictures
from publish.places import Place, read_places
from publish.predictions import prediction_blocks
from publish.published import read_speeds
from publish.recordings import PICTURES, pictures_of_rungs, record_all
from publish.rungs import rung_blocks
from publish.script_tables import script_tables
from publish.split import split_plots, split_tables
from publish.split_parts import part_tables
from publish.split_speeds import in_short as split_in_short
from publish.split_speeds import (
    split_places,
    split_speed_plots,
    split_speed_tables,
)
from sgemm.bench.files import find_output, write_outputs
from sgemm.errors import ArgumentError, SgemmError
from sgemm.report.chart import Chart
from sgemm.report.svg import drawing_file

RESULTS, PLOTS = Path("results"), Path("docs/plots")

SHORT = ("README.md", "docs/index.md")
"""Pages with what was measured on one GPU, the first; all other pages show every GPU."""

Blocks = dict[str, str | tuple[Chart, ...]]
"""Tables, and plots that are drawn into files, by the names that markers use."""

MARKER = re.compile(r"^<!-- (?:results:(?P<name>\S+)|/results) -->$", re.MULTILINE)


def publish(root: Path) -> tuple[str, ...]:
    """Bring all pages and plots of a source tree up to date with its results.

    Returns the files that were written or removed, from the root.
    """
    return _bring(root, _wanted(root))


def _bring(root: Path, wanted: Mapping[str, bytes | None]) -> tuple[str, ...]:
    """Write files as they should be, and remove those that should not be; return what changed."""
    changed = [name for name, content in wanted.items() if not _holds(root / name, content)]
    for name in changed:
        if (content := wanted[name]) is None:
            (root / name).unlink()
        else:
            write_outputs({find_output(root / name): content})
    return tuple(changed)


def stale(root: Path) -> tuple[str, ...]:
    """Say what differs from the results, a line for each page or plot; nothing is written."""
    found = []
    for name, content in _wanted(root).items():
        if _holds(root / name, content):
            continue
        if content is None:
            found.append(f"{name} is of no plot")
        elif name.endswith(".md"):
            found.append(f"{name} has tables that are not those of {RESULTS}/")
        elif not (root / name).exists():
            found.append(f"{name} is missing")
        else:
            found.append(f"{name} was drawn from other results")
    return tuple(found)


def render(text: str, page: str, blocks: Mapping[str, str]) -> str:
    """Return the text of a page with all its blocks up to date; an empty one says that it is."""
    parts: list[str] = []
    end, opened = 0, ""
    for marker in MARKER.finditer(text):
        name, wrong = marker["name"], ""
        if opened and name is not None:
            wrong = f"the block results:{opened} is not closed"
        elif name is not None and name not in blocks:
            wrong = f"there is no block {name!r}; there are {', '.join(blocks)}"
        elif name is None and not opened:
            wrong = "/results closes no block"
        if wrong:
            line = text.count("\n", 0, marker.start()) + 1
            raise ArgumentError(f"{page}:{line}: {wrong}")
        if name is not None:
            parts += [text[end : marker.end()], "\n\n", blocks[name] or NOTHING, "\n"]
        end, opened = marker.start(), name or ""
    if opened:
        raise ArgumentError(f"{page}: the block results:{opened} is not closed")
    return "".join([*parts, text[end:]])


def _wanted(root: Path) -> dict[str, bytes | None]:
    """Return pages and plots as they should be, by their names; None for plots of no data."""
    everywhere, short, drawn = blocks_of(root)
    found: dict[str, bytes | None] = {}
    for path in (root / "README.md", *sorted((root / "docs").rglob("*.md"))):
        page = path.relative_to(root).as_posix()
        to_plots = os.path.relpath(root / PLOTS, path.parent).replace(os.sep, "/")
        blocks = short if page in SHORT else everywhere
        texts = {name: _text(block, to_plots) for name, block in blocks.items()}
        found[page] = render(path.read_text(encoding="utf-8"), page, texts).encode()
    plots = (block for block in everywhere.values() if not isinstance(block, str))
    charts = [chart for block in plots for chart in block]
    found |= {f"{PLOTS}/{chart.identifier}.svg": drawing_file(chart) for chart in charts} | drawn
    # Files that are no plots of ours are left alone.
    present = [
        f"{folder}/{path.name}"
        for folder in (PLOTS, PICTURES)
        for path in sorted((root / folder).glob("*.svg"))
    ]
    return found | {name: None for name in present if name not in found}


def blocks_of(root: Path) -> tuple[Blocks, Blocks, dict[str, bytes]]:
    """Return the blocks of a source tree, those of its short pages, and pictures by their files."""
    results = root / RESULTS
    places, on_tensor_cores = read_places(results), split_places(results)
    texts, drawn = pictures_of_rungs(root)
    fixed: Blocks = {
        "models": models(results),
        "plot-split-errors": split_plots(results),
        **part_tables(results),
        **script_tables(results),
        **split_tables(results),
        **document_tables(places, read_speeds(results)),
        **prediction_blocks(places, results),
        **rung_blocks(places, texts),
    }
    everywhere = fixed | _of_places(places, on_tensor_cores)
    return everywhere, fixed | _of_places(_first(places), _first(on_tensor_cores)), drawn


def _text(block: str | tuple[Chart, ...], to_plots: str) -> str:
    """Return what a page says for a block, with the way from it to the folder of plots."""
    if isinstance(block, str):
        return block
    return "".join(f"![{c.alternative}]({to_plots}/{c.identifier}.svg)\n" for c in block)


def _of_places(places: Sequence[Place], on_tensor_cores: Sequence[Place]) -> Blocks:
    """Return the tables and the plots that have a part for each place."""
    tables = {name: table(places) for name, table in TABLES.items()}
    split_too = [split_in_short(place) for place in on_tensor_cores[:1]]
    tables["in-short"] = " ".join(filter(None, [tables["in-short"].rstrip("\n"), *split_too]))
    return {
        **tables,
        **split_speed_tables(on_tensor_cores),
        **pictures(places),
        "plot-split-speeds": split_speed_plots(on_tensor_cores),
    }


def _first(places: Sequence[Place]) -> list[Place]:
    """Return the first GPU, and what is no GPU."""
    gpus = [place for place in places if place.is_gpu]
    return [place for place in places if not place.is_gpu or place is gpus[0]]


def _holds(file: Path, content: bytes | None) -> bool:
    return content is not None and file.exists() and file.read_bytes() == content


def main(arguments: list[str] | None = None) -> int:
    """Run, and return the exit status: 1 if something is out of date, 2 on an error."""
    words = "Bring tables and plots of the documentation up to date."
    parser = argparse.ArgumentParser(prog="python -m publish", description=words)
    parser.add_argument(
        "--root", type=Path, default=Path(), help="the source tree; by default here"
    )
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    parser.add_argument(
        "--record", action="store_true", help="first run the rungs under an observer again"
    )
    asked = parser.parse_args(arguments)
    try:
        if not (asked.root / "README.md").exists():
            raise ArgumentError(f"root = {str(asked.root)!r} has no README.md")
        if asked.record and asked.check:
            raise ArgumentError("--record writes recordings, and --check writes nothing: name one")
        recorded = _bring(asked.root, record_all()) if asked.record else ()
        found = stale(asked.root) if asked.check else (*recorded, *publish(asked.root))
    except SgemmError as error:
        print(f"publish: {error}", file=sys.stderr)
        return 2
    for line in found:
        print(line)
    return 1 if asked.check and found else 0


if __name__ == "__main__":
    sys.exit(main())
