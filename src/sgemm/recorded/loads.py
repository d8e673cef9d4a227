"""Who loads which element of A and B: one request of a warp, and what its block loads."""

from __future__ import annotations

from collections import Counter, defaultdict

from sgemm.recorded.recording import FLOAT_BYTES, GLOBAL, WARP, Recording, first_of_warp

COLUMNS = ("matrix", "row", "column", "threads", "warp", "lanes", "first_lane")
"""One row for each element that the block loads before its first multiply-add: how many of its
threads do, and which lanes of one warp by one request, if they do."""

Row = tuple[str | int, ...]


def rows(recording: Recording) -> tuple[Row, ...]:
    """Return the elements of A and B that are loaded before anything is multiplied."""
    before = recording.before_multiplying()
    events = recording.events[before]
    indices = [
        each.index
        for each in recording.launch.instructions
        if each.space in GLOBAL and each.opcode in ("ld", "cp", "tex")
    ]
    loads = events[[int(each) in indices for each in events["instruction"]]]
    threads: dict[tuple[str, int, int], set[int]] = defaultdict(set)
    of_matrix = defaultdict(list)
    for place, event in enumerate(loads):
        name, row, column = recording.element(event)
        of_matrix[name].append(place)
        for step in range(recording.instruction(event).nbytes // FLOAT_BYTES):
            threads[name, row, column + step].add(int(event["thread"]))
    request: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    warps: dict[str, int] = {}
    for name, places in of_matrix.items():
        for event in first_of_warp(loads[places]):
            _, row, column = recording.element(event)
            warps[name] = int(event["thread"]) // WARP
            for step in range(recording.instruction(event).nbytes // FLOAT_BYTES):
                request[name, row, column + step].append(int(event["thread"]) % WARP)
    found = []
    for (name, row, column), who in sorted(threads.items()):
        lanes = sorted(request[name, row, column])
        first = lanes[0] if lanes else ""
        found.append((name, row, column, len(who), warps[name], len(lanes), first))
    return tuple(found)


def sectors(table: tuple[Row, ...], row_length: dict[str, int]) -> dict[str, int]:
    """Return how many sectors of 32 bytes the request meets, by matrix."""
    met = {
        (name, (int(row) * row_length[str(name)] + int(column)) * FLOAT_BYTES // 32)
        for name, row, column, _, _, lanes, _ in table
        if lanes
    }
    return dict(Counter(str(name) for name, _ in met))
