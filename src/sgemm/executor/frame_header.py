"""The start of a lane group's state: what it waits for, and what it is told when it may go on.

All are words of 32 bits.
"""

from __future__ import annotations

import enum

from llvmlite import ir

from sgemm.executor.llvm_types import I8, Value, integer

HEADER_BYTES = 64

BARRIER_ID, BARRIER_THREADS = 0, 1
"""Barrier at which the lane group waits, and for how many threads; 0: for all of the block."""

WAIT_LOCATION = 2
"""Number of the instruction at which it waits."""

RECONVERGENCE = 3
"""Block where divergent lanes are to meet."""

MBARRIER = 4
"""Shared address of the mbarrier for which it waits."""

KIND, MASK, VALUE, LANE, CLAMP = range(5, 10)
"""A collective: its kind, the lanes that take part, and this lane's three operands."""

RESULT, FLAG = 10, 11
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
    ELECT = 6
    """Every lane gets the lanes that are there."""


def header_word(builder: ir.IRBuilder, state: Value, word: int) -> Value:
    """Return a pointer to a word of the header."""
    return builder.gep(state, [integer(64, 4 * word)], source_etype=I8)
