"""What the lane groups of a block share beside its memory, and where it lies.

Arrivals at barriers by threads that do not wait there (``bar.arrive``), and in checked mode the
bulk copies that are under way. All of it is forgotten when a block begins.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.context import BARRIER_COUNT, Word
from sgemm.executor.llvm_types import I1, I8, I64, POINTER, Value, call_intrinsic, integer
from sgemm.executor.structured import Words

MAX_WARPS = 32
"""Warps of a block, at most."""

ARRIVED = 0
"""First of the words (32 bits) that count arrivals, one for each barrier."""

NEEDED = BARRIER_COUNT
"""First of the words that say for how many threads those barriers are."""

COPY_COUNT = 2 * BARRIER_COUNT
"""Word: bulk copies under way."""

ARRIVAL_COUNT = COPY_COUNT + 1
"""Word: arrivals at mbarriers that wait for copies of single threads (``cp.async``)."""

HEADER_WORDS = ARRIVAL_COUNT + 1

ARRIVING = HEADER_WORDS * 4
"""Byte at which the lanes begin that have arrived where the rest of their warp has not: a word for
each warp, for each barrier."""

ARRIVING_BYTES = BARRIER_COUNT * MAX_WARPS * 4
COPIES = -(-(ARRIVING + ARRIVING_BYTES) // 64) * 64
"""Byte at which the bulk copies under way begin."""

CAPACITY = 256
"""Bulk copies of a block that may be under way; when there are more, the oldest is made."""

COPY_WORDS = 10
"""Words (64 bits) of a bulk copy under way: see bulk_copies.py."""

PLAIN_BYTES = COPIES
DELAYING_BYTES = COPIES + CAPACITY * COPY_WORDS * 8
"""Sizes without and with room for copies."""


def block_state(builder: ir.IRBuilder, context: Value) -> Value:
    """Return a pointer to the state of the block that runs."""
    return builder.inttoptr(Words(builder, context, 64).get(Word.BLOCK), POINTER)


def clear_block_state(builder: ir.IRBuilder, context: Value, *, arrives: bool) -> None:
    """Emit code that forgets what another block left; the kernel may have ``bar.arrive``."""
    state = block_state(builder, context)
    nbytes = integer(64, HEADER_WORDS * 4 + (ARRIVING_BYTES if arrives else 0))
    arguments = [state, integer(8, 0), nbytes, ir.Constant(I1, 0)]
    call_intrinsic(builder, "memset", [POINTER, I64], ir.VoidType(), arguments)


def counter(builder: ir.IRBuilder, state: Value, first: int, barrier: Value) -> Value:
    """Return a pointer to one of the words that there are for each barrier."""
    place = builder.add(builder.mul(barrier, integer(32, 4)), integer(32, 4 * first))
    return builder.gep(state, [place], source_etype=I8)
