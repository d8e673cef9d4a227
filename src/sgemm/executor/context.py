"""What a launch tells the generated code, and what the code tells back: one structure.

Fields are 64-bit words at fixed places, so that Python (ctypes) and LLVM agree without a header.
"""

from __future__ import annotations

import enum


class Word(enum.IntEnum):
    """Index of a field of the context, in 64-bit words."""

    PARAMETERS = 0
    """Address of the parameter space."""
    SHARED = 1
    """Address of shared address 0 of this worker's block (below the storage, see grid.py)."""
    STATE = 2
    """Address of this worker's slice states."""
    GRID_X = 3
    GRID_Y = 4
    GRID_Z = 5
    BLOCK_X = 6
    """Place in the grid of the block that runs."""
    BLOCK_Y = 7
    BLOCK_Z = 8
    NEXT = 9
    """Address of the counter from which workers take blocks."""
    BLOCKS = 10
    """How many blocks the grid has."""
    STOP = 11
    """Address of a word that is not zero once all workers are to stop."""
    ALLOCATIONS = 12
    """Address of [start, end) of every allocation (checked mode)."""
    ALLOCATION_COUNT = 13
    SHARED_BEGIN = 14
    """First shared address of the block, and the one behind its last."""
    SHARED_END = 15
    ERROR = 16
    """What went wrong: a Failure."""
    ERROR_SITE = 17
    """Number of the instruction that failed."""
    ERROR_ADDRESS = 18
    ERROR_THREAD = 19
    """Thread (in its block) that failed."""
    BUDGET = 20
    """How many blocks the worker runs before it returns, at most."""
    WORDS = 21
    """Number of fields."""


class Failure(enum.IntEnum):
    """What can go wrong while a kernel runs."""

    NONE = 0
    OUTSIDE = 1
    """An access outside every allocation."""
    MISALIGNED = 2
    """An access at an address that is not a multiple of its size."""
    DEADLOCK = 3
    """No slice of a block can go on."""
    PARTED_BARRIER = 4
    """A barrier reached by some lanes of a warp while others wait elsewhere."""
    ENDLESS = 5
    """A loop that ran for longer than any real one."""
    OUTSIDE_SHARED = 6
    """An access outside the shared memory of the block."""


class Code(enum.IntEnum):
    """What a generated step returns, where it is not the number of a resume point."""

    DONE = -1
    FAILED = -2
    DIVERGED = -3
    """Lanes parted: their resume points are in the slice's state."""
    MET = -4
    """A lane reached the block where lanes meet again."""


NAMED = 1 << 19
"""Added to the resume point of a slice that waits at a barrier other than 0, or for a number of
threads: the slice's header says for what. Below, it is barrier 0 and every thread."""

RESUME_LANES = 1 << 20
"""Resume point of a slice whose lanes run one at a time."""

RESUME_MEETING = 1 << 21
"""Added to a block's index: resume where lanes meet."""

WAITING = 1 << 30
"""Added to the resume point of a slice whose barrier is not open yet."""

BARRIER_COUNT = 16
"""Barriers of a block."""

MAX_ROUNDS = 1 << 31
"""Barriers that a block waits at, one after the other, after which it counts as endless."""

MAX_BACKWARD_BRANCHES = 1 << 33
"""Backward branches between two barriers after which a loop counts as endless: some seconds."""
