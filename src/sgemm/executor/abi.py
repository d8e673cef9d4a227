"""What Python, generated code and the runtime agree on: structures in memory, codes and flags.

The runtime (runtime/*.c) takes its constants from here when it is compiled, and asserts that its
structures lie in memory as these say.
"""

from __future__ import annotations

import enum


class Word(enum.IntEnum):
    """Index of a field of the context of a launch, in 64-bit words: ``struct context``."""

    PARAMETERS = 0  # address of the parameter space
    SHARED = 1
    """Address of shared address 0 of this worker's block (below the storage, see grid.py)."""
    FRAMES = 2  # address of the frames of this worker's lane groups
    GRID_X = 3
    GRID_Y = 4
    GRID_Z = 5
    BLOCK_X = 6  # place in the grid of the block that runs
    BLOCK_Y = 7
    BLOCK_Z = 8
    NEXT = 9  # address of the counter from which workers take blocks
    BLOCKS = 10  # how many blocks the grid has
    STOP = 11  # address of a word that is not zero once all workers are to stop
    ALLOCATIONS = 12  # address of [start, end) of every allocation (checked mode)
    ALLOCATION_COUNT = 13
    SHARED_BEGIN = 14  # first shared address of the block, and the one after its last
    SHARED_END = 15
    ERROR = 16  # what went wrong: a Failure
    ERROR_LOCATION = 17  # number of the instruction that failed
    ERROR_ADDRESS = 18
    ERROR_THREAD = 19  # thread (in its block) that failed
    DESCENDING = 20
    """1 where blocks, and their groups, are taken from the last to the first, else 0."""
    BLOCK = 21
    """Address of what the lane groups of a block share beside its memory: ``struct block``."""
    PARAMETERS_END = 22  # address after the last byte of the parameter space
    ERROR_VALUE = 23  # a number of arrivals that cannot be
    ERROR_PENDING = 24
    """What the phase of the mbarrier in the error still expects: arrivals, and bytes (signed)."""
    ERROR_NBYTES = 25
    ERROR_PARITY = 26  # parity of that phase
    EARLY = 27
    """Where shared address 0 is in the image of shared memory to which copies are made when they
    are issued (checked mode): see runtime/accesses.c."""
    IN_FLIGHT = 28  # address of the mark of the word at shared address 0 (checked mode)
    PROXIES = 29
    """Address of what ``wgmma`` and bulk copies must know of shared memory: ``struct proxies``."""
    RANK = 30  # of the block that runs, in its cluster
    NUMBER = 31  # of the cluster that runs
    ENDED = 32  # blocks of the cluster that have ended, one bit each
    FRAMES_STRIDE = 33  # bytes from the frames of a block to those of the next one in the cluster
    BLOCK_STRIDE = 34  # the same of what BLOCK is the address of


class Failure(enum.IntEnum):
    """What can go wrong while a kernel runs."""

    NONE = 0
    OUTSIDE = 1  # an access outside every allocation
    MISALIGNED = 2  # an access at an address that is not a multiple of its size
    DEADLOCK = 3  # no lane group of a block can go on
    DIVERGED_BARRIER = 4
    """Threads of a warp at different instructions that they must execute together."""
    ENDLESS = 5  # a block that ran for longer than it may
    OUTSIDE_SHARED = 6  # an access outside the shared memory of the block
    STUCK_WAIT = 7  # no lane group of a block can go on, and one waits at an mbarrier
    NO_MBARRIER = 8  # an operation on memory in which no mbarrier was initialised
    TOO_MANY_ARRIVALS = 9  # more arrivals at an mbarrier than its phase still expects
    TOO_MANY_BYTES = 10  # more bytes under way at an mbarrier than it can count
    WRONG_COUNT = 11  # an mbarrier for a number of arrivals that there cannot be
    NO_TENSOR_MAP = 12  # a bulk copy from what is no tensor map of this machine
    WRONG_RANK = 13  # a bulk copy with more or fewer coordinates than its tensor map has dimensions
    WRONG_SIZE = 14  # a bulk copy of a number of bytes that is not a multiple of 16
    IN_FLIGHT = 15  # an access to bytes that an asynchronous copy may still be writing
    UNAWAITED = 16  # a block that ended while a bulk copy was under way for which nobody waited
    MISALIGNED_COLUMN = 17  # a bulk tensor copy whose first column is not a multiple of 16 bytes
    STOPPED = 18  # a loop that was left because the launch was stopped; the reason is elsewhere
    NOT_IN_MASK = 19  # a collective executed by a thread that is not among those that it names
    SOURCE_CHANGED = 20  # an asynchronous copy whose source was written while it was under way
    NOT_SYNCHRONIZED = 21
    """An access to bytes that another thread has copied, and of which nobody else can know yet."""
    MATRIX_DESCRIPTOR = 22
    """A descriptor of a matrix in shared memory that says more than a place and a layout, or is not
    the same in all threads of a warp."""
    REGISTER_IN_FLIGHT = 23  # an access to a register of a wgmma for whose group nobody has waited
    NO_REGISTER_FENCE = 24  # a wgmma whose registers were accessed since the last wgmma.fence
    NO_PROXY_FENCE = 25
    """A ``wgmma`` or a bulk copy of what the generic proxy wrote, without a proxy fence since."""
    MATRIX_IN_FLIGHT = 26  # a write to a matrix that a wgmma may be reading
    MIXED_BARRIER = 27
    """A reduction at a barrier that is used for something else, or by more threads, meanwhile."""
    CLUSTER_DEADLOCK = 28  # no block of a cluster can go on, and a thread waits at its barrier
    ARRIVED_TWICE = 29  # at the barrier of the cluster, without a wait in between
    NOT_ARRIVED = 30  # a wait at the barrier of the cluster without an arrival before it
    WRONG_RANK_IN_CLUSTER = 31  # an address in a block that the cluster does not have
    WRONG_MASK = 32  # a copy to blocks that the cluster does not have
    OTHER_BLOCK = 33  # a copy to one block that signals an mbarrier of another
    NOT_BEGUN = 34  # an access to a block of which it is not known whether it has begun
    BLOCK_ENDED = 35  # an access to a block that has ended
    LEFT_EARLY = 36  # a block that ended while another one may still have accessed it
    NEW_MBARRIER = 37
    """The use of another block's mbarrier of which it is not known whether it has been made."""
    NO_BARRIER = 38  # a barrier whose number, from a register, no block has
    WRONG_THREADS = 39  # a barrier for a number of threads, from a register, that is no whole warps
    LONG_SOURCE = 40  # a copy of a thread whose source has more bytes than it copies


class ExitCode(enum.IntEnum):
    """What a generated function returns, where it is not a resume point."""

    DONE = -1
    FAILED = -2
    DIVERGED = -3  # lanes diverged: their resume points are in the lane group's frame
    RECONVERGED = -4  # a lane reached the block where lanes reconverge
    STILL_WAITING = -5  # a lane group tried again what it waits for, in vain: nothing has changed


POLLING = 1 << 17
"""Added to the resume point of a lane group that waits at an mbarrier: it tries again when it
runs."""

COLLECTIVE = 1 << 18
"""Added to the resume point of a thread that waits for other threads of its warp."""

NAMED = 1 << 19
"""Added to the resume point of a lane group that waits at a barrier other than 0, or for a number
of threads: the lane group's header says for what. Below, it is barrier 0 and every thread."""

AT_BARRIER = 1 << 20  # added to a barrier's number: resume point of a single lane that waits there
RESUME_DIVERGED = 1 << 20  # resume point of a lane group whose lanes run one at a time
RESUME_RECONVERGED = 1 << 21  # added to a block's index: resume where lanes reconverge
WAITING = 1 << 30  # added to the resume point of a lane group whose barrier is not open yet
BARRIER_COUNT = 16  # barriers of a block


class Header(enum.IntEnum):
    """Index of a 32-bit word at the start of a lane group's frame: ``struct frame``."""

    BARRIER_ID = 0
    """Barrier at which the lane group waits, and for how many threads; 0: for all of the block."""
    BARRIER_THREADS = 1
    BARRIER_ALIGNED = 2  # whether all threads of a warp must execute that barrier together
    WAIT_LOCATION = 3  # index of the instruction at which it waits, in the location table
    RECONVERGENCE = 4  # block where divergent lanes reconverge
    MBARRIER = 5  # shared address of the mbarrier for which it waits; 0: the barrier of the cluster
    KIND = 6  # a collective: its kind, the lanes that take part, and this lane's three operands
    MASK = 7
    VALUE = 8
    LANE = 9
    CLAMP = 10
    RESULT = 11  # what a collective, or a reduction at a barrier, gave this lane
    FLAG = 12
    REDUCTION = 13
    """What a barrier does with predicates: a Reduction. VALUE counts the lanes that vote."""


HEADER_BYTES = 64

FRAGMENT_A, FRAGMENT_B, FRAGMENT_C, FRAGMENT_REGISTERS = 0, 4, 6, 134
"""Where a thread's registers of A (four at most), of B (two) and of C (four, for ``wgmma`` up to
128) are among those of a matrix instruction, and how many there are at most; of 32 bits each. A
descriptor of a matrix in shared memory takes two registers of that matrix."""


class Reduction(enum.IntEnum):
    """What a barrier does with a predicate of each thread."""

    NONE = 0
    POPC = 1
    AND = 2
    OR = 3


class Collective(enum.IntEnum):
    """Kinds of collectives."""

    SYNC = 0
    VOTE = 1  # every lane gets the lanes whose value is not 0, one bit each
    UP = 2
    DOWN = 3
    BFLY = 4
    IDX = 5
    ELECT = 6  # every lane gets the lanes that are there
    # Every lane gets what the operands of all make together.
    REDUX_ADD_U32 = 7
    REDUX_ADD_S32 = 8
    REDUX_MIN_U32 = 9
    REDUX_MIN_S32 = 10
    REDUX_MAX_U32 = 11
    REDUX_MAX_S32 = 12
    REDUX_AND_B32 = 13
    REDUX_OR_B32 = 14
    REDUX_XOR_B32 = 15
    # Matrix instructions, by the format of A and B and the registers of B. Their operands lie in
    # the fragments of the frame.
    MMA_F16_1 = 16
    MMA_F16_2 = 17
    MMA_BF16_1 = 18
    MMA_BF16_2 = 19
    MMA_TF32_1 = 20
    MMA_TF32_2 = 21
    # A warp's share of those of a warpgroup, by the format of A and B and where A is. How many
    # eights of columns B has is added, shifted by COLUMNS_SHIFT.
    WGMMA_F16_SHARED = 22
    WGMMA_F16_REGISTERS = 23
    WGMMA_BF16_SHARED = 24
    WGMMA_BF16_REGISTERS = 25
    WGMMA_TF32_SHARED = 26
    WGMMA_TF32_REGISTERS = 27
    # Loads of matrices from shared memory. How many is added, shifted by COLUMNS_SHIFT.
    LDMATRIX = 28
    LDMATRIX_TRANS = 29


COLUMNS_SHIFT, COLUMNS_MASK = 8, 0xFF
TRANSPOSED_A, TRANSPOSED_B, NEGATED = 1 << 16, 1 << 17, 1 << 18
"""Added for ``wgmma`` with A or B stored along m or n, and for one that subtracts products."""

WARPGROUP = 128  # threads

FRAGMENT_STATE_BYTES = 28
"""What checked mode keeps for registers that the same ``wgmma`` use: ``struct fragment``."""
WARPGROUP_STATE_BYTES = 12
"""What it keeps of a thread's ``wgmma`` before those: ``struct warpgroup_state``."""

PART_OF_SHARED = 16  # bytes of shared memory of which checked mode keeps who wrote them and how


def proxies_bytes(warpgroups: int, threads: int, blocks: int, shared_bytes: int) -> int:
    """Bytes of what checked mode keeps of who wrote shared memory of a cluster: ``struct proxies``.

    - ``warpgroups``: of the cluster, if it has ``wgmma``; else 0.
    - ``threads``: of a block.
    - ``blocks``: of the cluster.
    - ``shared_bytes``: of a block.
    """
    members = blocks * 32 * -(-threads // 32)
    parts = blocks * (shared_bytes // PART_OF_SHARED + 1)
    known = (members + blocks * BARRIER_COUNT + 2) * warpgroups
    return 4 * (1 + known + 5 * members + parts * (8 + 3 * warpgroups))


FROM_SHARED = 4  # in place of the dimensions of a tensor: a bulk copy out of shared memory
COPY_CAPACITY = 64  # asynchronous copies of one thread that may be under way (checked mode)
QUEUE_BYTES = 16 + 40 * COPY_CAPACITY
"""Size of their queue, at the end of a frame: ``struct queue``."""

BULK_COPY_CAPACITY = 256  # bulk copies of a block that may be under way (checked mode)
BLOCK_BYTES = 6464
"""Size of what the lane groups of a block share, without and with bulk copies: ``struct block``."""
BLOCK_BYTES_WITH_COPIES = BLOCK_BYTES + 88 * BULK_COPY_CAPACITY

MBARRIER_MAX_COUNT = 2**20 - 1  # most arrivals that an mbarrier counts, and most bytes either way
