"""Pictures of the rungs: kernels are run under an observer, and what was recorded is drawn.

Recordings lie in ``results/recordings/``, a table for each kind of picture of a rung, and one that
says what was run. ``--record`` makes them again. Pictures lie in ``docs/pictures/``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sgemm.kernels.catalogue import LADDER, PTX_LADDER, find
from sgemm.problem import Problem
from sgemm.recorded import banks, blocks, loads, order, passes, tiles
from sgemm.recorded.recording import Recording, record_blocks, record_tile
from sgemm.report.drawings import banks as draw_banks
from sgemm.report.drawings import blocks as draw_blocks
from sgemm.report.drawings import loads as draw_loads
from sgemm.report.drawings import order as draw_order
from sgemm.report.drawings import tiles as draw_tiles
from sgemm.report.tables import markdown
from sgemm.toolchain import nvrtc

RECORDINGS, PICTURES = Path("results/recordings"), Path("docs/pictures")

RUNS = "runs.csv"
RUN_COLUMNS = ("rung", "picture", "m", "n", "k", "architecture", "compiler")

STEPS = "steps.csv"
COUNTED = (*LADDER[: LADDER.index("bulk_copy")], *PTX_LADDER)
"""Rungs whose loads and stores of a step are counted: all that run on other GPUs than Hopper's."""

ARCHITECTURE = 90

Row = tuple[str | int, ...]


class PictureKind(NamedTuple):
    """A kind of picture: its words, and how its table is made, drawn and summed up."""

    title: str
    words: str
    columns: tuple[str, ...]
    rows: Callable[[Recording], Sequence[Row]]
    draw: Callable[[str, Sequence[Row], Problem], bytes]
    summary: Callable[[Sequence[Row], Problem], tuple[list[str], list[tuple[str, ...]]]]


class Picture(NamedTuple):
    """What was recorded for a picture: a table, of which problem, compiled by what."""

    table: Sequence[Row]
    problem: Problem
    compiler: str


KINDS = {
    name: PictureKind(
        drawing.TITLE, drawing.WORDS, made.COLUMNS, made.rows, drawing.draw, drawing.summary
    )
    for name, made, drawing in (
        ("loads", loads, draw_loads),
        ("banks", banks, draw_banks),
        ("tiles", tiles, draw_tiles),
        ("order", order, draw_order),
        ("blocks", blocks, draw_blocks),
    )
}

SHOWN = {
    "naive": ("loads", "tiles"),
    "coalesced": ("loads", "tiles"),
    "shared_tile": ("loads", "banks", "order"),
    "conflict_free": ("banks",),
    "thread_column": ("tiles", "banks"),
    "vector_loads": ("loads", "banks", "tiles"),
    "thread_tile_4x4": ("tiles", "banks"),
    "thread_tile_8x8": ("tiles", "banks"),
    "permuted_tile": ("banks", "tiles"),
    "warp_tile": ("tiles", "banks", "order"),
    "register_prefetch": ("order",),
    "double_buffer": ("order",),
    "ptx_pipeline": ("order", "tiles"),
    "async_copy": ("order",),
    "bulk_copy": ("order",),
    "warp_specialised": ("order", "blocks"),
    "persistent": ("blocks",),
    "stream_k": ("blocks",),
}
"""Rungs and the pictures on their pages, each beside that of the rung before where it has one."""


def record_all() -> dict[str, bytes]:
    """Run the rungs that have pictures; return the tables of what they did, by file."""
    found, runs = {}, []
    for name, kinds in SHOWN.items():
        of_tile = None
        for kind in kinds:
            if kind == "blocks":
                recording = record_blocks(find(name), ARCHITECTURE)
            else:
                recording = of_tile = of_tile or record_tile(find(name), ARCHITECTURE)
            table = KINDS[kind].rows(recording)
            found[_table(name, kind)] = _written(KINDS[kind].columns, table)
            problem = recording.problem
            sizes = (problem.m, problem.n, problem.k)
            runs.append((name, kind, *sizes, ARCHITECTURE, f"NVRTC {nvrtc.version()}"))
    steps = [row for name in COUNTED for row in passes.rows(find(name))]
    found[f"{RECORDINGS}/{STEPS}"] = _written(passes.COLUMNS, steps)
    return {f"{RECORDINGS}/{RUNS}": _written(RUN_COLUMNS, runs)} | found


def pictures_of_rungs(root: Path) -> tuple[dict[str, str], dict[str, bytes]]:
    """Return what pages say with pictures, by rung, and the pictures, by file.

    Both are empty in a tree without recordings.
    """
    if not (root / RECORDINGS / RUNS).exists():
        return {}, {}
    _, *runs = _read(root / RECORDINGS / RUNS)
    pictures: dict[tuple[str, str], Picture] = {}
    for name, kind, m, n, k, _, compiler in runs:
        _, *table = _read(root / _table(str(name), str(kind)))
        problem = Problem(int(m), int(n), int(k))
        pictures[str(name), str(kind)] = Picture(table, problem, str(compiler))
    texts = {name: _text(name, pictures) for name in SHOWN}
    files = {
        f"{PICTURES}/{name}-{kind}.svg": KINDS[kind].draw(name, each.table, each.problem)
        for (name, kind), each in pictures.items()
    }
    return texts, files


def _text(name: str, pictures: Mapping[tuple[str, str], Picture]) -> str:
    """Return the pictures of a rung, each after that of the rung before, with tables."""
    at = LADDER.index(name)
    before = LADDER[at - 1] if at else ""
    compiler = pictures[name, SHOWN[name][0]].compiler
    parts = [
        f"Recorded by [the executor](../executor.md#what-an-observer-sees), which ran the PTX of "
        f"{compiler}.\n"
    ]
    for kind in SHOWN[name]:
        how = KINDS[kind]
        parts.append(f"### {how.title}\n\n{how.words}\n")
        shown = [each for each in (before, name) if (each, kind) in pictures]
        for each in shown:
            table, problem, _ = pictures[each, kind]
            when = "" if len(shown) == 1 else "Before: " if each == before else "Now: "
            sizes = f"m = {problem.m}, n = {problem.n}, k = {problem.k}"
            parts.append(f"{when}`{each}`, with {sizes}.\n")
            parts.append(f"![{how.title}: {each}](../pictures/{each}-{kind}.svg)\n")
            headers, rows = how.summary(table, problem)
            link = f"[all of it as CSV](../../{_table(each, kind)})"
            parts.append(
                f'<details markdown="1"><summary>The same as a table: {each}</summary>\n\n'
                f"{markdown(headers, rows)}\n{link}\n\n</details>\n"
            )
    return "\n".join(parts)


def _table(name: str, kind: str) -> str:
    return f"{RECORDINGS}/{name}-{kind}.csv"


def _written(columns: Sequence[str], rows: Sequence[Row]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue().encode()


def _read(file: Path) -> list[Row]:
    with file.open(encoding="utf-8", newline="") as text:
        return [tuple(int(c) if c.isdecimal() else c for c in row) for row in csv.reader(text)]
