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
    """Address of this worker's lane group states."""
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
    ERROR_LOCATION = 17
    """Number of the instruction that failed."""
    ERROR_ADDRESS = 18
    ERROR_THREAD = 19
    """Thread (in its block) that failed."""
    DESCENDING = 20
    """1 where blocks, and their groups, are taken from the last to the first, else 0."""
    BLOCK = 21
    """Address of what the lane groups of a block share beside its memory: see block_state.py."""
    PARAMETERS_END = 22
    """Address behind the last byte of the parameter space."""
    ERROR_VALUE = 23
    """What more there is to say: the contents of the mbarrier that is in the error."""
    EARLY = 24
    """Where shared address 0 is in the image of shared memory to which copies are made when they
    are issued (checked mode): see in_flight.py."""
    IN_FLIGHT = 25
    """Address of the mark of the word at shared address 0 (checked mode): see in_flight.py."""
    WORDS = 26
    """Number of fields."""


class Failure(enum.IntEnum):
    """What can go wrong while a kernel runs."""

    NONE = 0
    OUTSIDE = 1
    """An access outside every allocation."""
    MISALIGNED = 2
    """An access at an address that is not a multiple of its size."""
    DEADLOCK = 3
    """No lane group of a block can go on."""
    DIVERGED_BARRIER = 4
    """Threads of a warp at different instructions that they must execute together."""
    ENDLESS = 5
    """A block that ran for longer than it may."""
    OUTSIDE_SHARED = 6
    """An access outside the shared memory of the block."""
    STUCK_WAIT = 7
    """No lane group of a block can go on, and one waits at an mbarrier."""
    NO_MBARRIER = 8
    """An operation on memory in which no mbarrier was initialised."""
    TOO_MANY_ARRIVALS = 9
    """More arrivals at an mbarrier than its phase still expects."""
    TOO_MANY_BYTES = 10
    """More bytes under way at an mbarrier than it can count."""
    WRONG_COUNT = 11
    """An mbarrier for a number of arrivals that there cannot be."""
    NO_TENSOR_MAP = 12
    """A bulk copy from what is no tensor map of this machine."""
    WRONG_RANK = 13
    """A bulk copy with more or fewer coordinates than its tensor map has dimensions."""
    WRONG_SIZE = 14
    """A bulk copy of a number of bytes that is not a multiple of 16."""
    IN_FLIGHT = 15
    """An access to bytes that an asynchronous copy may still be writing."""
    UNAWAITED = 16
    """A block that ended while a bulk copy was under way for which nobody waited."""
    MISALIGNED_COLUMN = 17
    """A bulk tensor copy whose first column is not a multiple of 16 bytes."""
    STOPPED = 18
    """A loop that was left because the launch was stopped; the reason is elsewhere."""
    NOT_IN_MASK = 19
    """A collective executed by a thread that is not among those that it names."""
    SOURCE_CHANGED = 20
    """An asynchronous copy whose source was written while it was under way."""
    NOT_SYNCHRONIZED = 21
    """An access to bytes that another thread has copied, and of which nobody else can know yet."""


class ExitCode(enum.IntEnum):
    """What a generated step returns, where it is not the number of a resume point."""

    DONE = -1
    FAILED = -2
    DIVERGED = -3
    """Lanes diverged: their resume points are in the lane group's state."""
    RECONVERGED = -4
    """A lane reached the block where lanes reconverge."""
    STILL_WAITING = -5
    """A lane group tried again what it waits for, in vain: nothing has changed."""


POLLING = 1 << 17
"""Added to the resume point of a lane group that waits at an mbarrier: it tries again when it
runs."""

COLLECTIVE = 1 << 18
"""Added to the resume point of a thread that waits for other threads of its warp."""

NAMED = 1 << 19
"""Added to the resume point of a lane group that waits at a barrier other than 0, or for a number
of threads: the lane group's header says for what. Below, it is barrier 0 and every thread."""

RESUME_DIVERGED = 1 << 20
"""Resume point of a lane group whose lanes run one at a time."""

RESUME_RECONVERGED = 1 << 21
"""Added to a block's index: resume where lanes reconverge."""

WAITING = 1 << 30
"""Added to the resume point of a lane group whose barrier is not open yet."""

BARRIER_COUNT = 16
"""Barriers of a block."""
