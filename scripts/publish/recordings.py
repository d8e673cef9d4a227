"""Pictures of the rungs: kernels are run under an observer, and what was recorded is drawn.

Recordings lie in ``results/recordings/`` as compressed CSV, a table for each kind of picture of a
rung, and one that says what was run. ``--record`` makes them again. Pictures lie in
``docs/pictures/``.
"""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from publish.drawings import banks as draw_banks
from publish.drawings import blocks as draw_blocks
from publish.drawings import loads as draw_loads
from publish.drawings import pipeline as draw_pipeline
from publish.drawings import registers as draw_registers
from publish.drawings import sums as draw_sums
from publish.drawings import tiles as draw_tiles
from publish.recorded import banks, blocks, loads, passes, pipeline, registers, sums, tiles
from publish.recorded.recording import Row, record_blocks, record_edge, record_pipeline, record_tile
from publish.recorded.registers import record_loop
from publish.recorded.sums import record_sums
from publish.tables import markdown
from sgemm.kernels.catalogue import LADDER, PTX_LADDER, find
from sgemm.kernels.kernel import Kernel, Language
from sgemm.problem import Problem
from sgemm.toolchain import nvrtc

RECORDINGS, PICTURES = Path("results/recordings"), Path("docs/pictures")

RUNS = "runs.csv.gz"
RUN_COLUMNS = ("rung", "picture", "m", "n", "k", "architecture", "compiler")

STEPS = "steps.csv.gz"
COUNTED = (*LADDER[: LADDER.index("bulk_copy")], *PTX_LADDER)
"""Rungs whose loads and stores of a step are counted: all that run on other GPUs than Hopper's."""

ARCHITECTURE = 90


class PictureKind(NamedTuple):
    """A kind of picture: its words; how its table is recorded, made, drawn and summed up.

    What is recorded of a kernel for an architecture has the problem; where nothing was multiplied
    that is None.
    """

    title: str
    words: str
    record: Callable[[Kernel, int], Any]
    columns: tuple[str, ...]
    rows: Callable[[Any], Sequence[Row]]
    draw: Callable[[str, Sequence[Row], Any], bytes]
    summary: Callable[[Sequence[Row], Any], tuple[list[str], list[tuple[str, ...]]]]


class Picture(NamedTuple):
    """What was recorded for a picture: a table, of which problem, compiled by what."""

    table: Sequence[Row]
    problem: Problem | None
    compiler: str


KINDS = {
    name: PictureKind(
        drawing.TITLE, drawing.WORDS, record, made.COLUMNS, made.rows, drawing.draw, drawing.summary
    )
    for name, record, made, drawing in (
        ("loads", record_tile, loads, draw_loads),
        ("banks", record_tile, banks, draw_banks),
        ("tiles", record_tile, tiles, draw_tiles),
        ("pipeline", record_pipeline, pipeline, draw_pipeline),
        ("blocks", record_blocks, blocks, draw_blocks),
        ("sums", record_sums, sums, draw_sums),
        ("registers", record_loop, registers, draw_registers),
    )
}
KINDS["edges"] = KINDS["loads"]._replace(
    title=draw_loads.EDGES_TITLE, words=draw_loads.EDGES_WORDS, record=record_edge
)

SHOWN = {
    "naive": ("loads", "tiles"),
    "coalesced": ("loads", "tiles"),
    "shared_tile": ("loads", "banks", "pipeline"),
    "conflict_free": ("banks",),
    "thread_column": ("tiles", "banks"),
    "vector_loads": ("loads", "banks", "tiles"),
    "thread_tile_4x4": ("tiles", "banks"),
    "thread_tile_8x8": ("tiles", "banks"),
    "permuted_tile": ("banks", "tiles"),
    "warp_tile": ("tiles", "banks", "pipeline"),
    "register_prefetch": ("pipeline",),
    "double_buffer": ("pipeline",),
    "ptx_pipeline": ("pipeline", "tiles"),
    "texture_loads": ("edges",),
    "async_copy": ("pipeline",),
    "bulk_copy": ("pipeline",),
    "warp_specialised": ("pipeline",),
    "persistent": ("blocks",),
    "stream_k": ("blocks",),
    "chunked_sums": ("sums",),
    "patched_mainloop": ("registers",),
    "ptx_naive": ("loads", "tiles"),
    "ptx_coalesced": ("loads", "tiles"),
    "ptx_shared_tile": ("loads", "banks", "pipeline"),
    "ptx_thread_column": ("tiles", "banks"),
    "ptx_thread_tile": ("tiles", "banks"),
}
"""Rungs and the pictures on their pages, each beside that of the rung before."""


def rung_before(name: str) -> str:
    """Return the rung before one of CUDA C++ or of PTX; nothing before the first."""
    ladder = PTX_LADDER if name in PTX_LADDER else LADDER
    at = ladder.index(name)
    return ladder[at - 1] if at else ""


def record_all() -> dict[str, bytes]:
    """Run the rungs that have pictures; return the tables of what they did, by file.

    A rung is also run for the pictures of the rung after it. A table without rows is left out: a
    kernel without shared memory meets no banks.
    """
    wanted = {name: [*kinds] for name, kinds in SHOWN.items()}
    for name, kinds in SHOWN.items():
        before = wanted.get(rung_before(name), [])
        before += [kind for kind in kinds if kind not in before]
    found, runs = {}, []
    for name, of_name in wanted.items():
        kernel = find(name)
        compiler = f"NVRTC {nvrtc.version()}" if kernel.language is Language.CUDA else ""
        recorded: dict[Callable[[Kernel, int], Any], Any] = {}
        for kind in of_name:
            how = KINDS[kind]
            if how.record not in recorded:
                recorded[how.record] = how.record(kernel, ARCHITECTURE)
            recording = recorded[how.record]
            table = how.rows(recording)
            if not table:
                continue
            found[_table(name, kind)] = _written(how.columns, table)
            problem = recording.problem
            sizes = (problem.m, problem.n, problem.k) if problem else ("", "", "")
            runs.append((name, kind, *sizes, ARCHITECTURE, compiler))
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
        problem = Problem(int(m), int(n), int(k)) if m != "" else None
        pictures[str(name), str(kind)] = Picture(table, problem, str(compiler))
    texts = {name: _text(name, pictures) for name in SHOWN}
    files = {
        f"{PICTURES}/{name}-{kind}.svg": KINDS[kind].draw(name, each.table, each.problem)
        for (name, kind), each in pictures.items()
    }
    return texts, files


def _text(name: str, pictures: Mapping[tuple[str, str], Picture]) -> str:
    """Return the pictures of a rung, each after that of the rung before, with tables."""
    before = rung_before(name)
    _, problem, compiler = pictures[name, SHOWN[name][0]]
    whose = f"the PTX of {compiler}" if compiler else "the PTX of the rung"
    words = f"Recorded by [the executor](../executor.md#what-an-observer-sees), which ran {whose}."
    if problem is None:
        words = f"Read from the machine code that {compiler} makes; the executor runs PTX alone."
    parts = [f"{words}\n"]
    for kind in SHOWN[name]:
        how = KINDS[kind]
        parts.append(f"### {how.title}\n\n{how.words}\n")
        shown = [each for each in (before, name) if (each, kind) in pictures]
        for each in shown:
            table, problem, _ = pictures[each, kind]
            when = "" if len(shown) == 1 else "Before: " if each == before else "Now: "
            how_run = f"compiled for sm_{ARCHITECTURE}"
            if problem is not None:
                how_run = f"with m = {problem.m}, n = {problem.n}, k = {problem.k}"
            parts.append(f"{when}`{each}`, {how_run}.\n")
            parts.append(f"![{how.title}: {each}](../pictures/{each}-{kind}.svg)\n")
            headers, rows = how.summary(table, problem)
            link = f"[all of it as CSV, compressed](../../{_table(each, kind)})"
            parts.append(
                f'<details markdown="1"><summary>The same as a table: {each}</summary>\n\n'
                f"{markdown(headers, rows)}\n{link}\n\n</details>\n"
            )
    return "\n".join(parts)


def _table(name: str, kind: str) -> str:
    return f"{RECORDINGS}/{name}-{kind}.csv.gz"


def _written(columns: Sequence[str], rows: Sequence[Row]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return gzip.compress(text.getvalue().encode(), mtime=0)


def _read(file: Path) -> list[Row]:
    with gzip.open(file, "rt", encoding="utf-8", newline="") as text:
        return [tuple(int(c) if c.isdecimal() else c for c in row) for row in csv.reader(text)]
