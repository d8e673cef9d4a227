"""Who loads which element of A and B: one request of a warp, and what its block loads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from publish.recorded.recording import FLOAT_BYTES, GLOBAL, WARP, Recording, Row, first_of_warp

COLUMNS = ("matrix", "row", "column", "threads", "warp", "lanes", "first_lane")
"""One row for each element that the block loads before its first multiply-add: how many of its
threads do, and which lanes of one warp by one request, if they do."""


def rows(recording: Recording) -> tuple[Row, ...]:
    """Return the elements of A and B that are loaded before anything is multiplied."""
    is_load = recording.is_of(
        lambda each: each.space in GLOBAL and each.opcode in ("ld", "cp", "tex")
    )
    loads = recording.events[is_load & recording.before_multiplying()]
    threads: dict[tuple[str, int, int], set[int]] = defaultdict(set)
    of_matrix = defaultdict(list)
    for place, event in enumerate(loads):
        of_matrix[recording.element(event)[0]].append(place)
        for element in recording.elements(event):
            threads[element].add(int(event["thread"]))
    request: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    warps: dict[str, int] = {}
    for name, places in of_matrix.items():
        for event in first_of_warp(loads[places]):
            warps[name], lane = divmod(int(event["thread"]), WARP)
            for element in recording.elements(event):
                request[element].append(lane)
    found = []
    for element, who in sorted(threads.items()):
        lanes = request[element]
        found.append((*element, len(who), warps[element[0]], len(lanes), min(lanes, default="")))
    return tuple(found)


def sectors(table: Sequence[Row], row_length: dict[str, int]) -> dict[str, int]:
    """Return how many sectors of 32 bytes the request meets, by matrix."""
    met = {
        (name, (row * row_length[name] + column) * FLOAT_BYTES // 32)
        for name, row, column, _, _, lanes, _ in table
        if lanes
    }
    return dict(Counter(name for name, _ in met))
