"""Which banks of shared memory the lanes of a warp meet, in one request of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from publish.recorded.recording import FLOAT_BYTES, WARP, Recording, Row, first_of_warp

COLUMNS = ("access", "operation", "variable", "lane", "word", "bank")
"""One row for each word of each lane: ``word`` counts from the beginning of shared memory."""

BANKS = 32


def rows(recording: Recording) -> tuple[Row, ...]:
    """Return some requests of one warp: the first of each kind of access.

    Kinds differ by the variable, the size, and how many words all lanes together want.
    """
    found: list[Row] = []
    seen: set[tuple[str, str, int, int]] = set()
    for opcode in ("st", "cp", "ld"):
        events = recording.select(opcode, "shared")
        for index in dict.fromkeys(events["instruction"].tolist()):
            request = first_of_warp(events[events["instruction"] == index])
            instruction = recording.launch.instructions[index]
            variable = recording.variable(request[0])
            kind = (opcode, variable, instruction.nbytes, len({*request["address"].tolist()}))
            if kind in seen or len(request) < WARP or not instruction.nbytes:
                continue
            seen.add(kind)
            for event in request:
                start = (int(event["address"]) - recording.launch.shared_start) // FLOAT_BYTES
                who = (len(seen), instruction.operation, variable, int(event["thread"]) % WARP)
                words = range(start, start + instruction.nbytes // FLOAT_BYTES)
                found += [(*who, word, word % BANKS) for word in words]
    return tuple(found)


def busiest(request: Iterable[Row]) -> int:
    """Return how many different words of one request lie in the bank that has most of them."""
    words = {(word, bank) for *_, word, bank in request}
    return max(Counter(bank for _, bank in words).values())
