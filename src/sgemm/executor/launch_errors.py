"""The error of a launch that failed: what generated code left in a context, in words."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import DeadlockError, ExecutionError, MemoryAccessError
from sgemm.executor.abi import MBARRIER_MAX_COUNT, Failure, Word
from sgemm.executor.compiler import Layout
from sgemm.executor.memory import CLUSTER_SHIFT, AllocationMap
from sgemm.executor.tensor_map import BOX_ALIGNMENT, CHUNK_BYTES


def launch_error(
    layout: Layout,
    grid: tuple[int, int, int],
    context: NDArray[np.uint64],
    allocations: AllocationMap,
    block_seconds: float,
) -> ExecutionError:
    """Return the error in the context of the worker that failed."""
    failure = Failure(int(context[Word.ERROR]))
    block = tuple(int(x) for x in context[Word.BLOCK_X : Word.BLOCK_Z + 1])
    thread, value = (int(context[word]) for word in (Word.ERROR_THREAD, Word.ERROR_VALUE))
    clustered = math.prod(layout.cluster) > 1
    place = _place(layout, thread)
    where = f"{layout.entry}, block {block} of {grid}"
    if clustered:
        where += f" ({int(context[Word.RANK])} of its cluster)"
    if failure is Failure.ENDLESS:
        return DeadlockError(
            f"{where}: a loop does not end, or takes longer than the {block_seconds:g} s of "
            "processor time that a block may (block_seconds of CpuMachine); the thread that ran "
            f"last is {place}"
        )
    location = layout.locations[int(context[Word.ERROR_LOCATION])]
    address = int(context[Word.ERROR_ADDRESS])
    signed = address - 2**64 if address >= 2**63 else address
    pending, parity = (int(context[word]) for word in (Word.ERROR_PENDING, Word.ERROR_PARITY))
    nbytes = int(context[Word.ERROR_NBYTES].astype(np.int64))
    shared = f"{layout.shared_start} ... {int(context[Word.SHARED_END]) % (1 << CLUSTER_SHIFT)}"
    place_in_block = _in_cluster(address) if clustered else f"{signed}"
    mbarrier = f"the mbarrier at shared address {place_in_block}"
    copied = f"the bytes at shared address {place_in_block} are those of an asynchronous copy that"
    other = f"block {value} of the cluster"
    deadlocks = {
        Failure.DEADLOCK: "no warp can go on; this thread waits for others that never come here",
        Failure.DIVERGED_BARRIER: f"other threads of warp {thread // 32} wait at another "
        "instruction; all threads of a warp that have not ended must execute an aligned barrier "
        "together",
        Failure.MIXED_BARRIER: f"barrier {address} is used for something else at the same time, "
        "or by more threads than it is for; the reduction is then undefined",
        Failure.CLUSTER_DEADLOCK: "no warp of the cluster can go on; this thread waits for "
        "others of the cluster that never arrive",
        Failure.ARRIVED_TWICE: "the thread has arrived at the barrier of the cluster before, and a "
        "barrier.cluster.wait is due first",
        Failure.NOT_ARRIVED: "the thread has not arrived at the barrier of the cluster since "
        "it last waited there: a barrier.cluster.arrive is due first",
        Failure.STUCK_WAIT: f"no warp can go on; phase {parity} of {mbarrier} still expects "
        f"{_missing(pending, nbytes)}, which nobody brings",
    }
    words = deadlocks | {
        Failure.OUTSIDE: f"the address {address:#x} is outside every allocation "
        f"({allocations.describe(address)})",
        Failure.MISALIGNED: f"the address {address:#x} is not a multiple of "
        + _alignment(location.text),
        Failure.OUTSIDE_SHARED: f"shared address {place_in_block} is outside the block's {shared}",
        Failure.NO_MBARRIER: f"there is no mbarrier at shared address {place_in_block}: "
        "it was not initialised",
        Failure.TOO_MANY_ARRIVALS: f"{mbarrier} expects {pending} arrivals more in this "
        "phase, and more come",
        Failure.TOO_MANY_BYTES: f"{mbarrier} waits for {nbytes} bytes already, and can "
        f"count {MBARRIER_MAX_COUNT} either way",
        Failure.WRONG_COUNT: f"{mbarrier} cannot expect "
        f"{value} arrivals: 1 ... {MBARRIER_MAX_COUNT} are possible",
        Failure.NO_TENSOR_MAP: f"there is no tensor map of this machine at {address:#x}",
        Failure.WRONG_RANK: f"the tensor map has {address} dimensions, and so many coordinates "
        "are due",
        Failure.WRONG_SIZE: f"a bulk copy moves a multiple of {CHUNK_BYTES} bytes, not {address}",
        Failure.MISALIGNED_COLUMN: f"a bulk tensor copy starts at a column that is a multiple of 4 "
        f"({CHUNK_BYTES} bytes), not at {signed}",
        Failure.IN_FLIGHT: f"{copied} is under way, for which nobody has waited",
        Failure.NOT_SYNCHRONIZED: f"{copied} another thread has waited for, and has not "
        "synchronised since",
        Failure.SOURCE_CHANGED: "the source of the word that an asynchronous copy brings to "
        f"shared address {place_in_block} was written while the copy was under way",
        Failure.UNAWAITED: (
            f"a block ended while the copy to, or from, its memory at shared address "
            f"{place_in_block} was under way; nobody waited for it"
            if clustered
            else f"the block ended while the copy to shared address {address} was under way; "
            "nobody waited for it"
        ),
        Failure.MATRIX_DESCRIPTOR: f"the matrix descriptor {address:#018x} has a base offset, or "
        "unknown bits, or is not the same in all threads of the warp",
        Failure.REGISTER_IN_FLIGHT: f"its registers belong to the wgmma.mma_async in line "
        f"{_line(layout, address)}, which is in flight: "
        + (
            "no wgmma.commit_group has closed its group"
            if value
            else "no wgmma.wait_group has waited for its group"
        ),
        Failure.NO_REGISTER_FENCE: (
            f"line {_line(layout, address)} accessed its registers, and there was no wgmma.fence "
            "since"
            if value
            else "no wgmma.fence has come before it"
        ),
        Failure.NO_PROXY_FENCE: f"thread {_member(layout, value)} wrote shared address "
        f"{place_in_block} through the generic proxy; between that and this read through the "
        "async proxy a fence.proxy.async is due, and a synchronisation",
        Failure.MATRIX_IN_FLIGHT: f"a wgmma.mma_async of {_warpgroup(layout, value)} may still be "
        f"reading at shared address {place_in_block}: this thread does not know of a "
        "wgmma.wait_group for it",
        Failure.WRONG_RANK_IN_CLUSTER: "a cluster has "
        f"{math.prod(layout.cluster)} blocks here, and no other ranks",
        Failure.WRONG_MASK: f"the mask {address:#06x} names blocks that the cluster does not have: "
        f"it has {math.prod(layout.cluster)}",
        Failure.OTHER_BLOCK: f"{mbarrier} is not in the block that the copy goes to",
        Failure.NOT_BEGUN: f"the access to {other}, at shared address {place_in_block}, comes "
        "before any barrier of the cluster: that block may not have begun",
        Failure.BLOCK_ENDED: f"the access to {other}, at shared address {place_in_block}, comes "
        "when that block has ended: a barrier of the cluster is due before blocks end",
        Failure.LEFT_EARLY: f"{other} ended, and did not know that this access to it was over: a "
        "barrier of the cluster is due after the access, before blocks end",
        Failure.NEW_MBARRIER: f"{mbarrier} is new, and since it was made there was no "
        + ("barrier of the cluster" if value else "fence.mbarrier_init by its block"),
        Failure.NOT_IN_MASK: f"the thread is lane {thread % 32}, which the mask {address:#010x} "
        "does not name",
    }
    text = " ".join(location.text.split())
    where = f"{location.file}:{location.line}: {text!r} in {where}, thread {place}"
    kind = DeadlockError if failure in deadlocks else MemoryAccessError
    return kind(f"{where}: {words[failure]}")


def _place(layout: Layout, thread: int) -> tuple[int, int, int]:
    """Return the place of a thread in its block."""
    x, y, _ = layout.threads
    return thread % x, thread // x % y, thread // (x * y)


def _in_cluster(address: int) -> str:
    """Say where a shared address lies."""
    rank, offset = divmod(address, 1 << CLUSTER_SHIFT)
    return f"{offset} of block {rank} of the cluster"


def _member(layout: Layout, number: int) -> str:
    """Name a thread by its number in the cluster, which counts whole warps."""
    rank, thread = divmod(number, -(-math.prod(layout.threads) // 32) * 32)
    named = f"{_place(layout, thread)}"
    return named if math.prod(layout.cluster) == 1 else f"{named} of block {rank} of the cluster"


def _warpgroup(layout: Layout, number: int) -> str:
    """Name a warpgroup by its number in the cluster."""
    rank, own = divmod(number, -(-math.prod(layout.threads) // 128))
    named = f"warpgroup {own}"
    return named if math.prod(layout.cluster) == 1 else f"{named} of block {rank} of the cluster"


def _line(layout: Layout, number: int) -> int:
    """Return the line of an instruction by its number; 0 where there is none."""
    return layout.locations[number].line if number < len(layout.locations) else 0


def _missing(pending: int, nbytes: int) -> str:
    """Say what a phase still expects."""
    parts = []
    if pending:
        parts.append(f"{pending} arrival{'s' * (pending > 1)}")
    if nbytes > 0:
        parts.append(f"{nbytes} bytes")
    if nbytes < 0:
        parts.append(f"expect_tx for {-nbytes} bytes that have come")
    return " and ".join(parts) or "nothing, but a later phase is awaited"


def _alignment(text: str) -> str:
    """Say of what an address must be a multiple."""
    if "bulk.tensor" in text:
        return f"{BOX_ALIGNMENT} (shared memory), or 64 (a tensor map)"
    return "16" if "bulk" in text else "the access's size"
