"""Which block computes what, one bar for each."""

from __future__ import annotations

from collections.abc import Sequence

from publish.drawings.canvas import LEFT, WIDTH, Canvas
from publish.recorded.blocks import PART
from publish.recorded.recording import Row
from sgemm.problem import Problem
from sgemm.report.tables import groups

TITLE = "Which block computes what"

WORDS = (
    "Three tiles of C beside each other, and a GPU of two multiprocessors, each with space for one "
    "block. A bar is a block, its length the multiply-adds of one of its threads, and its parts "
    "are what the block stores then: a tile of C, or a part of a tile for another block to add. A "
    "GPU that runs two blocks at a time runs them from above, and takes as long as its fullest "
    "multiprocessor."
)

COLOURS = {"tile 0, 0": "series-1", "tile 0, 1": "series-3", "tile 0, 2": "series-6"}

_LABEL, _ROW = 70.0, 30.0


def draw(name: str, table: Sequence[Row], problem: Problem) -> bytes:
    """Draw a bar for each block, divided where it stores."""
    canvas = Canvas(
        f"{name}: which block computes what", f"m = {problem.m}, n = {problem.n}, k = {problem.k}"
    )
    left, total = LEFT + _LABEL, max(row[1] + row[2] for row in table)
    scale = (WIDTH - left - 76) / total
    for block, rows in groups(table, lambda row: row[0]).items():
        canvas.words(left - 10, canvas.y + 20, f"block {block}", anchor="end")
        for _, first, count, stored in rows:
            x, wide = left + first * scale, count * scale
            fill = COLOURS.get(stored, "series-2")
            canvas.box(x, canvas.y + 4, wide, _ROW - 6, fill, "page", 0.9)
            if wide > 60:
                canvas.words(x + wide / 2, canvas.y + 21, stored, 11, "page", "middle")
        sums = sum(row[2] for row in rows)
        canvas.words(left + sums * scale + 8, canvas.y + 20, str(sums), 11, "faint")
        canvas.y += _ROW
    canvas.y += 4
    return canvas.file(
        *((fill, 0.9, f"stores {tile} of C") for tile, fill in COLOURS.items()),
        ("series-2", 0.9, f"stores a {PART} of a tile"),
    )


def summary(table: Sequence[Row], problem: Problem) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return headers and rows of the table that says the same."""
    rows: list[tuple[str, ...]] = []
    for block, own in groups(table, lambda row: row[0]).items():
        stored = "; ".join(f"{row[3]} after {row[2]}" for row in own)
        rows.append((str(block), str(sum(row[2] for row in own)), stored))
    return [">block", ">multiply-adds of a thread", "stores, each after multiply-adds"], rows
