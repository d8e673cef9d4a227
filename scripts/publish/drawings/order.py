"""In which order a thread issues its instructions: the pipeline, as one thread sees it."""

from __future__ import annotations

from collections.abc import Sequence

from publish.drawings.canvas import LEFT, WIDTH, Canvas
from publish.recorded.order import KINDS
from publish.recorded.recording import Row
from sgemm.problem import Problem
from sgemm.report.tables import groups

TITLE = "The pipeline, in the order of issue"

WORDS = (
    "What a thread issues, from left to right, and at the right how many. Red through all rows: "
    "there it waits. The axis counts its instructions in the PTX, not time: "
    "the assembler may still move them, and how long each takes is not in it. The picture "
    "shows how much arithmetic stands between a load and its use, and where threads wait."
)

COLOURS = {
    "load from global memory": "series-2",
    "copy into shared memory": "series-2",
    "store to shared memory": "series-5",
    "wait": "series-7",
    "load from shared memory": "series-3",
    "multiply-add": "series-1",
    "store to global memory": "series-4",
}

NEAR = 240  # instructions of the part that is shown from near: a wait, and what follows it

_LABEL = 168.0
_LEAST = 1.6  # pixels of a run
_ROW = 19.0


def draw(name: str, table: Sequence[Row], problem: Problem) -> bytes:
    """Draw a band for each kind of instruction, and a mark where it is issued."""
    canvas = Canvas(f"{name}: in which order", f"{problem.k} steps of k")
    for thread, rows in groups(table, lambda row: row[0]).items():
        total = rows[-1][2] + rows[-1][3]
        words = f"thread {thread}, which {rows[0][1]}: {total} of its instructions"
        _bands(canvas, words, rows, 0, total)
        # The wait that is nearest to the middle: the loop is in full swing there.
        waits = [row[2] for row in rows if row[4] == "wait"]
        if total > NEAR and waits:
            middle = min(waits, key=lambda each: abs(2 * each - total))
            start = max(0, min(middle - NEAR // 3, total - NEAR))
            words = f"the same, instructions {start} to {start + NEAR - 1}, each by itself"
            _bands(canvas, words, rows, start, start + NEAR)
    return canvas.file()


def _bands(canvas: Canvas, words: str, rows: Sequence[Row], start: int, end: int) -> None:
    """Draw what is issued from one place in the order to another."""
    left = LEFT + _LABEL
    width = WIDTH - left - 70
    scale = width / (end - start)
    canvas.y += 16
    canvas.words(LEFT, canvas.y, words, weight=600)
    canvas.y += 8
    kinds = [kind for kind in KINDS if any(row[4] == kind for row in rows)]
    height = _ROW * len(kinds)
    for place, kind in enumerate(kinds):
        y, count = canvas.y + place * _ROW, 0
        canvas.words(left - 8, y + 13, kind, 11, anchor="end")
        canvas.box(left, y + 2, width, _ROW - 4, "even", "", 0.6)
        for row in rows:
            first = max(start, row[2])
            last = min(end, row[2] + row[3])
            if row[4] != kind or last <= first:
                continue
            count += last - first
            x, wide = left + (first - start) * scale, max(_LEAST, (last - first) * scale)
            if kind == "wait":
                canvas.box(x, canvas.y, wide, height, COLOURS[kind], "", 0.3)
            canvas.box(x, y + 2, wide, _ROW - 4, COLOURS[kind])
        canvas.words(left + width + 8, y + 13, str(count), 11, "faint")
    canvas.y += height + 8


def summary(table: Sequence[Row], problem: Problem) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return headers and rows of the table that says the same."""
    found: list[tuple[str, ...]] = []
    for thread, rows in groups(table, lambda row: row[0]).items():
        for kind in KINDS:
            if own := [row for row in rows if row[4] == kind]:
                count = sum(row[3] for row in own)
                first = str(own[0][2])
                found.append((str(thread), kind, str(count), str(len(own)), first))
    return [">thread", "kind", ">instructions", ">runs of them", ">first at"], found
