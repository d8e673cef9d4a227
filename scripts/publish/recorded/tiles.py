"""Who stores which elements of C: a block, each of its warps, and a thread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from publish.recorded.recording import WARP, Recording, Row

COLUMNS = ("who", "number", "first_row", "last_row", "first_column", "last_column")
"""One row for each rectangle of C, of the block, of a warp, or of the first thread."""


def rows(recording: Recording) -> tuple[Row, ...]:
    """Return the rectangles of C that the first block, its warps and its first thread store."""
    of_warp: dict[int, set[tuple[int, int]]] = defaultdict(set)
    of_thread: set[tuple[int, int]] = set()
    stores = recording.select("st", space="global")
    first = int(stores["thread"].min())
    for event in stores:
        for name, row, column in recording.elements(event):
            assert name == "C"
            of_warp[int(event["thread"]) // WARP].add((row, column))
            if int(event["thread"]) == first:
                of_thread.add((row, column))
    everything = set().union(*of_warp.values())
    found: list[Row] = [("block", 0, *each) for each in rectangles(everything)]
    for warp in sorted(of_warp):
        found += [("warp", warp, *each) for each in rectangles(of_warp[warp])]
    found += [("thread", first, *each) for each in rectangles(of_thread)]
    return tuple(found)


def rectangles(elements: Iterable[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Divide elements, each a row and a column, into rectangles: runs of rows with equal columns.

    Returns first row, last row, first column and last column of each, from the top.
    """
    columns: dict[int, list[int]] = defaultdict(list)
    for row, column in elements:
        columns[row].append(column)
    begun: dict[tuple[int, int], int] = {}
    found = []
    for row in range(min(columns), max(columns) + 2):
        runs = set(_runs(sorted(columns.get(row, ()))))
        found += [(begun.pop(run), row - 1, *run) for run in [*begun] if run not in runs]
        for run in runs:
            begun.setdefault(run, row)
    return sorted(found)


def _runs(ordered: list[int]) -> list[tuple[int, int]]:
    """Return first and last of each run of neighbours."""
    runs: list[tuple[int, int]] = []
    for each in ordered:
        if runs and runs[-1][1] == each - 1:
            runs[-1] = (runs[-1][0], each)
        else:
            runs.append((each, each))
    return runs
