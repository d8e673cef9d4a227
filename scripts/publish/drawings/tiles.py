"""The tiles of C: of a block, of its warps and of a thread."""

from __future__ import annotations

from collections.abc import Sequence

from publish.drawings.canvas import LEFT, Canvas
from publish.recorded.recording import Row
from sgemm.problem import Problem

TITLE = "Tiles of block, warp and thread"

WORDS = (
    "The elements of C that one block stores: by warp, and those of one thread. All tiles are "
    "drawn at one scale."
)

SCALE = 4.5  # pixels of an element, the same for all tiles, so that they can be compared

WIDEST = 640.0

COLOURS = 8


def draw(name: str, table: Sequence[Row], problem: Problem) -> bytes:
    """Draw C as it is shared out among the warps of a block."""
    thread = next(row for row in table if row[0] == "thread")
    own = thread[1] // 32
    warps = len({row[1] for row in table if row[0] == "warp"})
    of_thread = sum(_elements(row) for row in table if row[0] == "thread")
    canvas = Canvas(
        f"{name}: who stores what",
        f"C of one block, {problem.m} x {problem.n}; {warps} warps, each in a shade\n"
        f"dark: {of_thread} element{'s' * (of_thread > 1)} of thread {thread[1]}",
    )
    scale = min(SCALE, WIDEST / problem.n)
    left, top = LEFT + 34.0, canvas.y + 8
    for who, number, first, last, start, end in table:
        if who == "block":
            continue
        fill = "ink" if who == "thread" else f"series-{number % COLOURS + 1}"
        opacity = 1.0 if who == "thread" else 0.85 if number == own else 0.28
        canvas.box(
            left + start * scale,
            top + first * scale,
            (end - start + 1) * scale,
            (last - first + 1) * scale,
            fill,
            "page" if who == "warp" else "",
            opacity,
        )
    width, height = problem.n * scale, problem.m * scale
    canvas.box(left, top, width, height, "", "ink")
    canvas.words(left - 6, top + 9, "0", 10, "faint", "end")
    canvas.words(left - 6, top + height, str(problem.m - 1), 10, "faint", "end")
    canvas.words(left, top + height + 14, "0", 10, "faint")
    canvas.words(left + width, top + height + 14, str(problem.n - 1), 10, "faint", "end")
    canvas.y = top + height + 20
    return canvas.file(
        ("ink", 1.0, f"thread {thread[1]}"),
        (f"series-{own % COLOURS + 1}", 0.85, f"warp {own}, its warp"),
        ("series-2", 0.28, "other warps, in turns of eight colours"),
    )


def _elements(row: Row) -> int:
    first, last, start, end = map(int, row[2:])
    return (last - first + 1) * (end - start + 1)


def summary(table: Sequence[Row], problem: Problem) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return headers and rows of the table that says the same: block, one warp, one thread."""
    thread = next(row for row in table if row[0] == "thread")
    rows: list[tuple[str, ...]] = []
    for who, number in (("block", 0), ("warp", thread[1] // 32), ("thread", thread[1])):
        found = [row for row in table if row[:2] == (who, number)]
        _, _, first, last, start, end = zip(*found, strict=True)
        place = f"{min(first)} ... {max(last)}", f"{min(start)} ... {max(end)}"
        count = sum(map(_elements, found))
        rows.append((f"{who} {number}", str(count), str(len(found)), *place))
    return ["who", ">elements", ">rectangles", "rows", "columns"], rows
