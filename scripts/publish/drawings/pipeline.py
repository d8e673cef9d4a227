"""The pipeline: what a thread issues, and for how long its loads and copies are under way."""

from __future__ import annotations

from collections.abc import Sequence

from publish.drawings.canvas import LEFT, WIDTH, Canvas
from publish.recorded.pipeline import KINDS, WAIT
from publish.recorded.recording import Row
from sgemm.problem import Problem
from sgemm.report.tables import groups

TITLE = "The pipeline, from issue to use"

WORDS = (
    "What a thread issues, from left to right, and at the right how many. A load or copy is dark "
    "where it is issued, and pale up to where somebody needs what it brings: as long as it takes "
    "no more than that, nobody waits for it. Red through all rows: there the thread waits for "
    "others, or for a copy. The axis counts the instructions of a thread that multiplies, as the "
    "PTX has them, and not time: the assembler may still move them, and how long each takes is not "
    "in it. Where a thread only copies, its copies stand where a stage of the ring first is free "
    "for them."
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
_LANE = 7.0  # of what is under way at the same time


def draw(name: str, table: Sequence[Row], problem: Problem) -> bytes:
    """Draw a band for each kind of instruction, and a mark where it is issued."""
    canvas = Canvas(f"{name}: from issue to use", f"{problem.k} steps of k")
    threads = groups(table, lambda row: row[0])
    first, *_ = threads.values()
    total = first[-1][2] + first[-1][3]
    for thread, rows in threads.items():
        words = f"thread {thread}, which {rows[0][1]}: {sum(row[3] for row in rows)} instructions"
        _bands(canvas, words, rows, 0, total)
    # The wait that is nearest to the middle: the loop is in full swing there.
    waits = [row[2] for row in first if row[4] == WAIT]
    if total > NEAR and waits:
        middle = min(waits, key=lambda each: abs(2 * each - total))
        start = max(0, min(middle - NEAR // 3, total - NEAR))
        for thread, rows in threads.items():
            words = f"thread {thread}, from {start} to {start + NEAR - 1}"
            _bands(canvas, words, rows, start, start + NEAR)
    return canvas.file()


def _bands(canvas: Canvas, words: str, rows: Sequence[Row], start: int, end: int) -> None:
    """Draw what is issued from one place in the order to another."""
    left = LEFT + _LABEL
    width = WIDTH - left - 70
    scale = width / (end - start)

    def box(y: float, height: float, of: tuple[int, int], kind: str, opacity: float = 1.0) -> None:
        """Draw what is visible of a part of the order."""
        begin, stop = max(start, of[0]), min(end, of[1])
        if begin < stop:
            x, wide = left + (begin - start) * scale, max(_LEAST, (stop - begin) * scale)
            canvas.box(x, y, wide, height, COLOURS[kind], "", opacity)

    canvas.y += 16
    canvas.words(LEFT, canvas.y, words, weight=600)
    canvas.y += 8
    top, waits = canvas.y, [(row[2], row[2] + row[3]) for row in rows if row[4] == WAIT]
    for kind in (kind for kind in KINDS if any(row[4] == kind for row in rows)):
        own = [row for row in rows if row[4] == kind]
        lanes = _lanes(own)
        high = max(_ROW - 4, _LANE * (1 + max(lanes)))
        canvas.words(left - 8, canvas.y + high / 2 + 5.5, kind, 11, anchor="end")
        canvas.box(left, canvas.y + 2, width, high, "even", "", 0.6)
        lane_high = high / (1 + max(lanes))
        inside = lane_high - bool(max(lanes))
        for (_, _, first, count, _, until), lane in zip(own, lanes, strict=True):
            y = canvas.y + 2 + lane * lane_high
            if until != "":
                box(y, inside, (first, until), kind, 0.35)
            box(y, inside, (first, first + count), kind)
        issued = sum(
            max(0, min(end, first + count) - max(start, first)) for _, _, first, count, *_ in own
        )
        canvas.words(left + width + 8, canvas.y + high / 2 + 5.5, str(issued), 11, "faint")
        canvas.y += high + 4
    for wait in waits:
        box(top, canvas.y - top, wait, WAIT, 0.3)
    canvas.y += 8


def _lanes(rows: Sequence[Row]) -> list[int]:
    """Return a lane for each run, so that what is under way at the same time lies apart."""
    found: list[int] = []
    ends: list[int] = []
    for _, _, first, count, _, until in rows:
        lane = next((number for number, end in enumerate(ends) if end <= first), len(ends))
        ends[lane:] = [max(first + count, until or 0), *ends[lane + 1 :]]
        found.append(lane)
    return found


def summary(table: Sequence[Row], problem: Problem) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return headers and rows of the table that says the same."""
    found: list[tuple[str, ...]] = []
    for thread, rows in groups(table, lambda row: row[0]).items():
        for kind in KINDS:
            if own := [row for row in rows if row[4] == kind]:
                count = sum(row[3] for row in own)
                ahead = [row[5] - row[2] for row in own if row[5] != ""]
                middle = str(sorted(ahead)[len(ahead) // 2]) if ahead else "-"
                line = str(thread), kind, str(count), str(len(own)), str(own[0][2]), middle
                found.append(line)
    head = [">thread", "kind", ">instructions", ">runs of them", ">first at"]
    return [*head, ">from issue to use, median"], found
