"""The start of a slice's state: what it waits for, and what it is told when it may go on.

All are words of 32 bits.
"""

from __future__ import annotations

import enum

from llvmlite import ir

from sgemm.executor.llvm_types import I8, Value, integer

HEADER_BYTES = 64

BARRIER_ID, BARRIER_THREADS, ARRIVED_THREADS = range(3)
"""Barrier at which the slice waits, for how many threads, and how many of its own have come."""

MEETING = 3
"""Block where parted lanes are to meet."""

MBARRIER, MBARRIER_SITE = 4, 5
"""Shared address of the mbarrier for which it waits, and the number of the instruction."""

KIND, MASK, VALUE, LANE, CLAMP = range(6, 11)
"""A collective: its kind, the lanes that take part, and this lane's three operands."""

RESULT, FLAG = 11, 12
"""What a collective gave this lane."""


class Collective(enum.IntEnum):
    """Kinds of collectives."""

    SYNC = 0
    VOTE = 1
    """Every lane gets the lanes whose value is not 0, one bit each."""
    UP = 2
    DOWN = 3
    BFLY = 4
    IDX = 5


def header_word(builder: ir.IRBuilder, state: Value, word: int) -> Value:
    """Return a pointer to a word of the header."""
    return builder.gep(state, [integer(64, 4 * word)], source_etype=I8)
