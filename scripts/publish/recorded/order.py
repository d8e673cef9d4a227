"""In which order a thread issues its copies, accesses, multiply-adds and waits."""

from __future__ import annotations

from itertools import groupby

from publish.recorded.recording import Recording, Row
from sgemm.executor.observer import Observed

COLUMNS = ("thread", "role", "first", "count", "kind")
"""One row for each run of instructions of one kind: where it begins in the thread's order, and how
many there are."""

KINDS = (
    "load from global memory",
    "copy into shared memory",
    "store to shared memory",
    "wait",
    "load from shared memory",
    "multiply-add",
    "store to global memory",
)

WAITS = {"wait_group", "wait_all", "try_wait", "test_wait"}
"""Modifiers of copies and of barriers in memory that wait."""

ACCESSES = {
    ("ld", "global"): "load from global memory",
    ("tex", "texture"): "load from global memory",
    ("cp", "shared"): "copy into shared memory",
    ("st", "shared"): "store to shared memory",
    ("ld", "shared"): "load from shared memory",
    ("st", "global"): "store to global memory",
}
"""By opcode and space."""


def rows(recording: Recording) -> tuple[Row, ...]:
    """Return the runs of a thread that multiplies, and of one that copies in bulk if that differs.

    A copy that a thread starts without waiting for it is one instruction here, as it is for the
    thread.
    """
    multiplying = min(recording.first_multiply)
    chosen = {multiplying: "multiplies"}
    is_bulk = recording.is_of(lambda each: each.opcode == "cp" and "bulk" in each.modifiers)
    for copying in recording.events["thread"][is_bulk][:1].tolist():
        chosen[copying] = "multiplies and copies" if copying in chosen else "copies"
    found: list[Row] = []
    for thread, role in sorted(chosen.items()):
        events = recording.events[recording.events["thread"] == thread]
        kinds = [_kind(recording.launch.instructions[i]) for i in events["instruction"].tolist()]
        first = 0
        for kind, group in groupby(kind for kind in kinds if kind):
            count = len([*group])
            found.append((thread, role, first, count, kind))
            first += count
    return tuple(found)


def _kind(instruction: Observed) -> str:
    """Return what an instruction does; nothing for what is another side of one."""
    opcode = instruction.opcode
    if opcode == "fma":
        return "multiply-add"
    is_wait = opcode in ("cp", "mbarrier") and WAITS.intersection(instruction.modifiers)
    if opcode in ("bar", "barrier") or is_wait:
        return "wait"
    return ACCESSES.get((opcode, instruction.space), "")
