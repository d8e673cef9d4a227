"""Who loads which element of A and B."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from publish.drawings.canvas import LEFT, WIDTH, Canvas
from publish.recorded.loads import sectors
from publish.recorded.recording import Row
from sgemm.problem import Problem

TITLE = "Who loads what"

WORDS = (
    "One load of one warp from A and from B; a box is what one lane loads of a row. Pale: all that "
    "its block loads before it multiplies for the first time. A warp's load moves whole sectors of "
    "32 bytes."
)

EDGES_TITLE = "At the edge of a matrix"

EDGES_WORDS = (
    "Who loads what where a problem ends within a tile. What lies beyond its last row, or its last "
    "step of k, must not count. A kernel may test before it reads, or read a row that is there "
    "once more, and not store what comes of it. Or it may read on, where it gets zeros for what is "
    "outside. The frame, where there is one, is the matrix; a few rows of what is outside are "
    "drawn."
)

OUTSIDE = ">of them outside"  # a column that is left out where nothing is

HIGHEST = 300.0  # pixels of a matrix

_OUTSIDE = {
    "series-7": "one lane, outside of the matrix: it gets zeros",
    "": "other loads of the block, outside",
}
"""Colours of what is outside of a matrix, and what they mean."""

_ROWS_OUTSIDE = 6  # of a matrix that are drawn

_COLUMN, _ROW = 20.0, 15.0  # pixels of an element, at most
_GAP = 40.0


def draw(name: str, table: Sequence[Row], problem: Problem) -> bytes:
    """Draw the elements of A and B that are loaded, side by side."""
    canvas = Canvas(f"{name}: who loads what", _caption(table, problem))
    top, x, lowest = canvas.y + 22, LEFT + 34.0, 0.0
    found = {matrix: _near(table, matrix, problem) for matrix in "AB"}
    counts = {m: max(row[2] for row in rows) + 1 for m, rows in found.items()}
    half = (WIDTH - LEFT - x - _GAP) / 2
    colours, labels = {"series-1", "even"}, False
    for matrix, rows in found.items():
        height = max(row[1] for row in rows) + 1
        widest = half if matrix == "A" else WIDTH - LEFT - x
        across = min(_COLUMN, widest / counts[matrix])
        down = min(_ROW, HIGHEST / height)
        words = f"{matrix}: {_range('row', height)}, {_range('column', counts[matrix])}"
        canvas.words(x, top - 8, words, weight=600)
        there = _rows_of(matrix, problem)
        for row, start, end, lanes, first in _runs(rows):
            px, py = x + start * across, top + row * down
            fill = "even" if not lanes else "series-1" if lanes == 1 else "series-2"
            if row >= there:
                fill = "series-7" if lanes else ""
            colours.add(fill)
            wide = (end - start + 1) * across
            canvas.box(px, py, wide, down, fill, "rule" if down > 4 else "")
            if lanes and wide > 14 and down > 8:
                labels = True
                label = str(first) if lanes == 1 else f"x{lanes}"
                size = 9 if down > 11 and wide > 16 else 7.5
                canvas.words(px + wide / 2, py + down / 2 + 3, label, size, "page", "middle")
        if colours & set(_OUTSIDE):
            canvas.box(x, top, counts[matrix] * across, min(there, height) * down, "", "ink")
        canvas.words(x - 6, top + 9, "0", 10, "faint", "end")
        if height > 1:
            canvas.words(x - 6, top + height * down, str(height - 1), 10, "faint", "end")
        lowest = max(lowest, top + height * down)
        x += max(counts[matrix] * across, 6.6 * len(words)) + _GAP
    canvas.y = lowest + 8
    number, count = (" (its number)", " (x how many)") if labels else ("", "")
    words_of = {"series-1": f"one lane of the warp{number}", "series-2": f"several lanes{count}"}
    key = words_of | {"even": "other loads of the block"} | _OUTSIDE
    return canvas.file(*((fill, 1.0, words) for fill, words in key.items() if fill in colours))


def _rows_of(matrix: str, problem: Problem) -> int:
    return problem.m if matrix == "A" else problem.k


def _near(table: Sequence[Row], matrix: str, problem: Problem) -> list[Row]:
    """Return what is loaded of a matrix, less rows that are far outside."""
    last = _rows_of(matrix, problem) + _ROWS_OUTSIDE
    return [row for row in table if row[0] == matrix and row[1] < last]


def _range(word: str, count: int) -> str:
    return f"{word} 0" if count == 1 else f"{word}s 0 to {count - 1}"


def _runs(rows: Sequence[Row]) -> Iterator[tuple[int, int, int, int, int | str]]:
    """Yield row, first and last column, lanes and first lane, neighbours of the same as one."""
    waiting: tuple[int, int, int, int, int | str] | None = None
    for _, row, column, _, _, lanes, first_lane in rows:
        start, first = column, first_lane if lanes else ""
        if waiting is not None:
            if waiting[0] == row and waiting[2:] == (column - 1, lanes, first) and lanes < 2:
                start = waiting[1]
            else:
                yield waiting
        waiting = row, start, column, lanes, first
    if waiting is not None:
        yield waiting


def _caption(table: Sequence[Row], problem: Problem) -> str:
    lines = []
    for matrix, count in _sectors(table, problem).items():
        rows = [row for row in table if row[0] == matrix and row[5]]
        outside = sum(row[1] >= _rows_of(matrix, problem) for row in rows)
        lines.append(
            f"{matrix}: a load of warp {rows[0][4]} wants {len(rows)} "
            f"element{'s' * (len(rows) > 1)}{f', {outside} of them outside' * (outside > 0)}, "
            f"and meets {count} sector{'s' * (count > 1)}"
        )
    return "\n".join(sorted(lines))


def _sectors(table: Sequence[Row], problem: Problem) -> dict[str, int]:
    """Return how many sectors the request meets, by matrix; there are none outside."""
    inside = [row for row in table if row[1] < _rows_of(row[0], problem)]
    return sectors(inside, {"A": problem.lda, "B": problem.ldb})


def summary(table: Sequence[Row], problem: Problem) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return headers and rows of the table that says the same."""
    met = _sectors(table, problem)
    rows = []
    for matrix in sorted(met):
        own = [row for row in table if row[0] == matrix]
        wanted = [row for row in own if row[5]]
        rows.append(
            {
                "matrix": matrix,
                ">warp": wanted[0][4],
                ">elements that its load wants": len(wanted),
                ">lanes that want the same element": max(row[5] for row in wanted),
                ">sectors": met[matrix],
                ">elements that the block loads": len(own),
                OUTSIDE: sum(row[1] >= _rows_of(matrix, problem) for row in own),
                ">threads that load the same element": max(row[3] for row in own),
            }
        )
    headers = [name for name in rows[0] if name != OUTSIDE or any(row[OUTSIDE] for row in rows)]
    return headers, [tuple(str(row[name]) for name in headers) for row in rows]
