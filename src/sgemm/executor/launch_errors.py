"""The error of a launch that failed: what generated code left in a context, in words."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import DeadlockError, ExecutionError, MemoryAccessError
from sgemm.executor.abi import BARRIER_COUNT, MBARRIER_MAX_COUNT, WARPGROUP, Failure, Word
from sgemm.executor.compiler import Layout
from sgemm.executor.lane_count import WARP
from sgemm.executor.memory import CLUSTER_SHIFT, AllocationMap
from sgemm.executor.tensor_map import BOX_ALIGNMENT, CHUNK_BYTES

_DEADLOCKS = frozenset(
    {
        *(Failure.DEADLOCK, Failure.DIVERGED_BARRIER, Failure.MIXED_BARRIER, Failure.STUCK_WAIT),
        *(Failure.CLUSTER_DEADLOCK, Failure.ARRIVED_TWICE, Failure.NOT_ARRIVED, Failure.ENDLESS),
        *(Failure.NO_BARRIER, Failure.WRONG_THREADS),
    }
)

_COPIED = "the bytes at shared address {place} are those of an asynchronous copy that"

MESSAGES: dict[Failure, str] = {
    Failure.OUTSIDE: "the address {address:#x} is outside every allocation ({described})",
    Failure.MISALIGNED: "the address {address:#x} is not a multiple of {alignment}",
    Failure.DEADLOCK: "no warp can go on; this thread waits for others that never come here",
    Failure.DIVERGED_BARRIER: "other threads of warp {warp} wait at another instruction; all "
    "threads of a warp that have not ended must execute an aligned barrier together",
    Failure.ENDLESS: "a loop does not end, or takes longer than the {seconds:g} s of processor "
    "time that a block may (block_seconds of CpuMachine); the thread that ran last is {thread}",
    Failure.OUTSIDE_SHARED: "shared address {place} is outside the block's {shared}",
    Failure.STUCK_WAIT: "no warp can go on; phase {parity} of {mbarrier} still expects {missing}, "
    "which nobody brings",
    Failure.NO_MBARRIER: "there is no mbarrier at shared address {place}: it was not initialised",
    Failure.TOO_MANY_ARRIVALS: "{mbarrier} expects {pending} arrivals more in this phase, and more "
    "come",
    Failure.TOO_MANY_BYTES: "{mbarrier} waits for {nbytes} bytes already, and can count "
    f"{MBARRIER_MAX_COUNT} either way",
    Failure.WRONG_COUNT: "{mbarrier} cannot expect {value} arrivals: "
    f"1 ... {MBARRIER_MAX_COUNT} are possible",
    Failure.NO_TENSOR_MAP: "there is no tensor map of this machine at {address:#x}",
    Failure.WRONG_RANK: "the tensor map has {address} dimensions, and so many coordinates are due",
    Failure.WRONG_SIZE: f"a bulk copy moves a multiple of {CHUNK_BYTES} bytes, not {{address}}",
    Failure.IN_FLIGHT: f"{_COPIED} is under way, for which nobody has waited",
    Failure.UNAWAITED: "{copy} was under way; nobody waited for it",
    Failure.MISALIGNED_COLUMN: "a bulk tensor copy starts at a column that is a multiple of 4 "
    f"({CHUNK_BYTES} bytes), not at {{signed}}",
    Failure.NOT_IN_MASK: "the thread is lane {lane}, which the mask {address:#010x} does not name",
    Failure.SOURCE_CHANGED: "the source of the word that an asynchronous copy brings to shared "
    "address {place} was written while the copy was under way",
    Failure.NOT_SYNCHRONIZED: f"{_COPIED} another thread has waited for, and has not synchronised "
    "since",
    Failure.MATRIX_DESCRIPTOR: "the matrix descriptor {address:#018x} has a base offset, or "
    "unknown bits, or is not the same in all threads of the warp",
    Failure.REGISTER_IN_FLIGHT: "its registers belong to the wgmma.mma_async in line {line}, which "
    "is in flight: no {closer} its group",
    Failure.NO_REGISTER_FENCE: "{fence}",
    Failure.NO_PROXY_FENCE: "thread {member} wrote shared address {place} through the generic "
    "proxy; between that and this access through the async proxy a fence.proxy.async is due, and a "
    "synchronisation",
    Failure.MATRIX_IN_FLIGHT: "a wgmma.mma_async of {warpgroup} may still be reading at shared "
    "address {place}: this thread does not know of a wgmma.wait_group for it",
    Failure.MIXED_BARRIER: "barrier {address} is used for something else at the same time, or by "
    "more threads than it is for; the reduction is then undefined",
    Failure.CLUSTER_DEADLOCK: "no warp of the cluster can go on; this thread waits for others of "
    "the cluster that never arrive",
    Failure.ARRIVED_TWICE: "the thread has arrived at the barrier of the cluster before, and a "
    "barrier.cluster.wait is due first",
    Failure.NOT_ARRIVED: "the thread has not arrived at the barrier of the cluster since it last "
    "waited there: a barrier.cluster.arrive is due first",
    Failure.WRONG_RANK_IN_CLUSTER: "a cluster has {blocks} blocks here, and no other ranks",
    Failure.WRONG_MASK: "the mask {address:#06x} names blocks that the cluster does not have: it "
    "has {blocks}",
    Failure.OTHER_BLOCK: "{mbarrier} is not in the block that the copy goes to",
    Failure.NOT_BEGUN: "the access to {other}, at shared address {place}, comes before any barrier "
    "of the cluster: that block may not have begun",
    Failure.BLOCK_ENDED: "the access to {other}, at shared address {place}, comes when that block "
    "has ended: a barrier of the cluster is due before blocks end",
    Failure.LEFT_EARLY: "{other} ended, and did not know that this access to it was over: a "
    "barrier of the cluster is due after the access, before blocks end",
    Failure.NEW_MBARRIER: "{mbarrier} is new, and since it was made there was no {due}",
    Failure.NO_BARRIER: f"there is no barrier {{address}}: barriers are 0 ... {BARRIER_COUNT - 1}",
    Failure.WRONG_THREADS: f"a barrier is for a multiple of {WARP} threads, not for {{address}}",
    Failure.LONG_SOURCE: "the source has {address} bytes, which is more than are copied; what a "
    "GPU does then is not defined",
}
"""What each failure is in words; :func:`_fields` has what stands in braces. A launch that is
stopped has another reason, which is the one that is named."""


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
    where = f"{layout.entry}, block {block} of {grid}"
    if math.prod(layout.cluster) > 1:
        where += f" ({int(context[Word.RANK])} of its cluster)"
    text = ""
    if failure is not Failure.ENDLESS:
        location = layout.locations[int(context[Word.ERROR_LOCATION])]
        text = " ".join(location.text.split())
        thread = _place(layout, int(context[Word.ERROR_THREAD]))
        where = f"{location.file}:{location.line}: {text!r} in {where}, thread {thread}"
    fields = _fields(layout, context, allocations, text)
    kind = DeadlockError if failure in _DEADLOCKS else MemoryAccessError
    return kind(f"{where}: {MESSAGES[failure].format(seconds=block_seconds, **fields)}")


def _fields(
    layout: Layout, context: NDArray[np.uint64], allocations: AllocationMap, instruction: str
) -> dict[str, object]:
    """Return what messages say, for the context of a worker and its instruction."""
    words = (Word.ERROR_THREAD, Word.ERROR_VALUE, Word.ERROR_ADDRESS, Word.ERROR_PENDING)
    thread, value, address, pending = (int(context[word]) for word in words)
    signed = int(context[Word.ERROR_ADDRESS].astype(np.int64))
    nbytes = int(context[Word.ERROR_NBYTES].astype(np.int64))
    blocks, threads = math.prod(layout.cluster), math.prod(layout.threads)
    of_block = " of block {} of the cluster" if blocks > 1 else ""
    rank, offset = divmod(address, 1 << CLUSTER_SHIFT)
    place = f"{offset}{of_block.format(rank)}" if blocks > 1 else f"{signed}"
    line = layout.locations[address].line if address < len(layout.locations) else 0
    # Threads and warpgroups have numbers in the cluster; that of a thread counts whole warps.
    rank, member = divmod(value, -(-threads // 32) * 32)
    member_place = f"{_place(layout, member)}{of_block.format(rank)}"
    rank, warpgroup = divmod(value, -(-threads // WARPGROUP))
    return {
        "address": address,
        "signed": signed,
        "described": allocations.describe(address),
        "alignment": _alignment(instruction),
        "place": place,
        "shared": f"{layout.shared_start} ... {int(context[Word.SHARED_END]) % 2**CLUSTER_SHIFT}",
        "thread": _place(layout, thread),
        "lane": thread % 32,
        "warp": thread // 32,
        "value": value,
        "blocks": blocks,
        "other": f"block {value} of the cluster",
        "member": member_place,
        "warpgroup": f"warpgroup {warpgroup}{of_block.format(rank)}",
        "mbarrier": f"the mbarrier at shared address {place}",
        "parity": int(context[Word.ERROR_PARITY]),
        "pending": pending,
        "nbytes": nbytes,
        "missing": _missing(pending, nbytes),
        "line": line,
        "closer": "wgmma.commit_group has closed" if value else "wgmma.wait_group has waited for",
        "fence": f"line {line} accessed its registers, and there was no wgmma.fence since"
        if value
        else "no wgmma.fence has come before it",
        "due": "barrier of the cluster" if value else "fence.mbarrier_init by its block",
        "copy": f"a block ended while the copy to, or from, its memory at shared address {place}"
        if blocks > 1
        else f"the block ended while the copy to shared address {address}",
    }


def _place(layout: Layout, thread: int) -> tuple[int, int, int]:
    x, y, _ = layout.threads
    return thread % x, thread // x % y, thread // (x * y)


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
