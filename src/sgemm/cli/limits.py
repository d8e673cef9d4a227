"""Refusing, in words, what there is nothing to do for, and what there is no memory for.

Where memory is short, the system would end the process.
"""

from __future__ import annotations

import re
from pathlib import Path

from sgemm.errors import ArgumentError
from sgemm.problem import Problem

COPIES = 5
"""Of A, B and C in single precision: inputs, the machine's memory, and what verifying keeps."""

REFERENCE_BYTES = 48
"""For each element of C: reference, magnitude, errors and masks of verification."""

MEMINFO = Path("/proc/meminfo")
CGROUP = Path("/sys/fs/cgroup")


def check_work(problem: Problem) -> None:
    """Raise ArgumentError if a problem has no results, of which nothing can be measured."""
    if problem.is_empty:
        raise ArgumentError(
            f"{problem}: C has no elements, so that there is nothing to compute and to measure: "
            "choose sizes of at least 1"
        )


def check_memory(problem: Problem) -> None:
    """Raise ArgumentError if running and verifying a problem needs more memory than is free."""
    needed = COPIES * 4 * sum(problem.elements) + REFERENCE_BYTES * problem.elements[2]
    free = available_bytes()
    if free is not None and needed > free:
        raise ArgumentError(
            f"{problem} needs about {needed / 2**30:.1f} GiB of memory to run and verify, and "
            f"{free / 2**30:.1f} GiB are free: choose smaller sizes"
        )


def available_bytes() -> int | None:
    """Return how much memory system and container leave; None where neither says so."""
    found = re.search(r"^MemAvailable:\s+(\d+) kB$", _read(MEMINFO), re.MULTILINE)
    limits = [int(found[1]) * 1024] if found else []
    limit, used = (_read(CGROUP / name).strip() for name in ("memory.max", "memory.current"))
    if limit.isdecimal() and used.isdecimal():
        limits.append(int(limit) - int(used))
    return min(limits, default=None)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
