"""What a thread issues, and how long its loads and copies may take before anybody needs them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from publish.recorded.recording import Recording, Row
from sgemm.executor.observer import Observed

COLUMNS = ("thread", "role", "first", "count", "kind", "until")
"""One row for each run of instructions of one kind: where it begins, in instructions of the thread
that multiplies; how many there are; and, of loads and copies, where what they bring is needed."""

LOAD, COPY, STORE = "load from global memory", "copy into shared memory", "store to shared memory"
WAIT, MULTIPLY = "wait", "multiply-add"

KINDS = (LOAD, COPY, STORE, WAIT, "load from shared memory", MULTIPLY, "store to global memory")

WAITS = {"wait_group", "wait_all", "try_wait", "test_wait"}
"""Modifiers of copies and of barriers in memory that wait."""

ACCESSES = {
    ("ld", "global"): LOAD,
    ("tex", "texture"): LOAD,
    ("cp", "shared"): COPY,
    ("st", "shared"): STORE,
    ("ld", "shared"): "load from shared memory",
    ("st", "global"): "store to global memory",
}
"""By opcode and space."""


@dataclasses.dataclass
class Run:
    """Instructions of one kind, one after the other, in a thread's order."""

    first: int
    count: int
    kind: str
    group: int = -1  # of copies that are waited for together


@dataclasses.dataclass
class Thread:
    """What a thread does."""

    runs: list[Run] = dataclasses.field(default_factory=list)
    landed: list[int] = dataclasses.field(default_factory=list)  # where it waits for copies
    released: list[int] = dataclasses.field(default_factory=list)  # where it is done with a stage


def rows(recording: Recording) -> tuple[Row, ...]:
    """Return the runs of a thread that multiplies, and of one that copies in bulk if that differs.

    A copy that a thread starts without waiting for it is one instruction here, as it is for the
    thread. The groups of copies are waited for one after the other. Where another thread copies, a
    group stands where that thread may issue it at the earliest: where the thread that multiplies
    is done with the stage of the ring that the group goes to.
    """
    multiplying = min(recording.first_multiply)
    is_bulk = recording.is_of(lambda each: each.opcode == "cp" and "bulk" in each.modifiers)
    copying = next(iter(recording.events["thread"][is_bulk].tolist()), multiplying)
    own = _thread(recording, multiplying)
    role = "multiplies and copies" if is_bulk.any() and copying == multiplying else "multiplies"
    found = [(multiplying, role, *each) for each in _until(own.runs, own)]
    if copying != multiplying:
        copies = _earliest(_thread(recording, copying), own, recording.kernel.tile.stages)
        found += [(copying, "copies", *each) for each in _until(copies, own)]
    return tuple(found)


def _thread(recording: Recording, number: int) -> Thread:
    """Go through the events of a thread."""
    thread, place, group, begins = Thread(), 0, -1, True
    was_wait = False
    for index in recording.events["instruction"][recording.events["thread"] == number].tolist():
        instruction = recording.launch.instructions[index]
        # A group of copies ends where it is committed, or where the bytes of the next are expected.
        begins |= bool({"commit_group", "expect_tx"}.intersection(instruction.modifiers))
        kind, is_wait = _kind(instruction), _waits_for_copies(instruction)
        if _releases(instruction):
            thread.released.append(place)
        if is_wait and not was_wait:  # a second attempt is the same wait
            thread.landed.append(place)
        if kind:
            is_new = not thread.runs or thread.runs[-1].kind != kind
            if kind == COPY and begins:
                is_new, begins, group = True, False, group + 1
            if is_new:
                thread.runs.append(Run(place, 0, kind, group if kind == COPY else -1))
            thread.runs[-1].count += 1
            place += 1
            was_wait = is_wait
    return thread


def _until(runs: Sequence[Run], own: Thread) -> list[Row]:
    """Return runs as rows; those of loads and copies say until when they have time."""
    found: list[Row] = []
    for number, run in enumerate(runs):
        until: int | str = ""  # of what nobody needs, and of other instructions
        if run.kind == COPY and run.group < len(own.landed):
            until = own.landed[run.group]
        elif run.kind == LOAD:
            # What is loaded into registers is stored next, or multiplied where nothing is stored.
            later = [each for each in runs[number:] if each.kind in (STORE, MULTIPLY)]
            stores = [each for each in later if each.kind == STORE]
            until = next((each.first for each in stores or later), "")
        found.append((run.first, run.count, run.kind, until))
    return found


def _earliest(copying: Thread, own: Thread, stages: int) -> list[Run]:
    """Return the copies of a thread that only copies, at places of the one that multiplies."""
    runs = [run for run in copying.runs if run.kind == COPY]
    places = [0] * stages + own.released
    return [dataclasses.replace(run, first=places[run.group]) for run in runs]


def _waits_for_copies(instruction: Observed) -> bool:
    is_wait = WAITS.intersection(instruction.modifiers)
    return bool(instruction.opcode in ("cp", "mbarrier") and is_wait)


def _releases(instruction: Observed) -> bool:
    is_arrival = instruction.opcode == "mbarrier" and "arrive" in instruction.modifiers
    return is_arrival and "expect_tx" not in instruction.modifiers


def _kind(instruction: Observed) -> str:
    """Return what an instruction does; nothing for what is another side of one."""
    opcode = instruction.opcode
    if opcode == "fma":
        return MULTIPLY
    if opcode in ("bar", "barrier") or _waits_for_copies(instruction):
        return WAIT
    return ACCESSES.get((opcode, instruction.space), "")
