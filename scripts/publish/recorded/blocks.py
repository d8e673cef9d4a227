"""Which block computes which tiles of C, or parts of them, in which order."""

from __future__ import annotations

from publish.recorded.recording import FLOAT_BYTES, Recording, Row

COLUMNS = ("block", "first", "count", "stored")
"""One row for each time that a block stores sums: where it begins, in multiply-adds of a thread,
how many it took, and what is stored: a tile of C by its row and column, or ``part``."""

PART = "part"


def rows(recording: Recording) -> tuple[Row, ...]:
    """Return what each block stores, and after how many multiply-adds of its first thread."""
    instructions, problem = recording.launch.instructions, recording.problem
    tile = recording.kernel.tile
    start = recording.starts["C"]
    end = start + FLOAT_BYTES * problem.elements[2]
    done: dict[int, list[tuple[int, int, str]]] = {}
    counts: dict[int, int] = {}
    for event in recording.events:
        block, instruction = int(event["block"]), instructions[int(event["instruction"])]
        found = done.setdefault(block, [])
        if instruction.opcode == "fma":
            counts[block] = counts.get(block, 0) + 1
        elif instruction.opcode == "st" and instruction.space == "global":
            name = PART
            if start <= int(event["address"]) < end:
                _, row, column = recording.element(event)
                name = f"tile {row // tile.bm}, {column // tile.bn}"
            total = counts.get(block, 0)
            if found and found[-1][2] == name:
                found[-1] = (found[-1][0], total - found[-1][0], name)
            else:
                before = sum(found[-1][:2]) if found else 0
                found.append((before, total - before, name))
    return tuple((block, *each) for block in sorted(done) for each in done[block])
