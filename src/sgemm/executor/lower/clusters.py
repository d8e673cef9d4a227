"""Clusters: addresses in other blocks, and the barrier at which all blocks of a cluster meet.

Shared memory of all blocks of a cluster lies in one window, each block's at its rank. So loads,
stores and atomic operations on it are what they are on the own memory: see runtime/clusters.c.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.abi import Failure
from sgemm.executor.llvm_types import I1, I32, I64, Value, constant, integer, with_element
from sgemm.executor.lower.access import executed
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import elementwise
from sgemm.executor.lower.per_lane import for_each_lane, thread_of
from sgemm.executor.lower.table import lowers
from sgemm.executor.memory import CLUSTER_SHIFT, SHARED_WINDOW
from sgemm.executor.waits import is_cluster_barrier
from sgemm.ptx.syntax import Instruction

_RANKS = 0xFF << CLUSTER_SHIFT  # bits of an address that are the rank of its block
_MUST_WAIT, _GOES_ON, _HAS_FAILED = range(3)  # see runtime/cluster_barrier.c
_GLOBAL_SCOPES = frozenset({"cluster", "gpu", "sys", "gl"})


# ---- addresses


@elementwise("mapa.u64", "mapa.shared::cluster.(u32|u64)", operands=">type type u32")
def map_address(emitter: Emitter, instruction: Instruction, address: Value, rank: Value) -> Value:
    """Return the address of the same place in the shared memory of another block."""
    builder = emitter.builder
    blocks = constant(rank.type, emitter.plan.cluster_blocks)
    wrong = builder.icmp_unsigned(">=", rank, blocks)
    guard = emitter.guard
    if guard is not None:
        holds = emitter.spread(emitter.guard_value(guard), wrong.type)
        wrong = builder.and_(emitter.spread(wrong, holds.type), holds)
    thread = None
    if isinstance(wrong.type, ir.VectorType):
        bits = builder.zext(builder.bitcast(wrong, ir.IntType(emitter.lanes)), I64)
        wrong = builder.icmp_unsigned("!=", bits, integer(64, 0))
        first = builder.intrinsic("cttz", bits, ir.Constant(I1, 0))
        thread = thread_of(emitter, builder.trunc(first, I32))
    emitter.fail_if(wrong, Failure.WRONG_RANK_IN_CLUSTER, integer(64, 0), thread)
    if rank.type != address.type:
        rank = builder.zext(rank, address.type)
    moved = builder.shl(rank, constant(rank.type, CLUSTER_SHIFT))
    kept = builder.and_(address, constant(address.type, ~_RANKS))
    return builder.or_(kept, moved)


@elementwise("getctarank.u64", "getctarank.shared::cluster.(u32|u64)", operands=">u32 type")
def rank_of_address(emitter: Emitter, instruction: Instruction, address: Value) -> Value:
    """Return the rank of the block in whose shared memory a place is."""
    builder = emitter.builder
    rank = builder.lshr(
        builder.and_(address, constant(address.type, _RANKS)), constant(address.type, CLUSTER_SHIFT)
    )
    word = with_element(rank.type, I32)
    return rank if rank.type == word else builder.trunc(rank, word)


@elementwise("isspacep.(global|shared|shared::cta|shared::cluster)", operands=">pred u64")
def is_in_space(emitter: Emitter, instruction: Instruction, address: Value) -> Value:
    """Return whether a generic address is in a space; what is not shared is global."""
    builder = emitter.builder
    (space,) = instruction.modifiers
    shared = builder.icmp_unsigned(">=", address, constant(address.type, SHARED_WINDOW))
    if space == "global":
        return builder.not_(shared)
    if space == "shared::cluster":
        return shared
    ranks = constant(address.type, _RANKS)
    rank = builder.zext(emitter.special("%cluster_ctarank"), I64)
    own = emitter.spread(builder.shl(rank, integer(64, CLUSTER_SHIFT)), address.type)
    is_own = builder.icmp_unsigned("==", builder.and_(address, ranks), own)
    return builder.and_(shared, is_own)


# ---- the barrier


@lowers("barrier.cluster.arrive(|.release|.relaxed)(|.aligned)", operands="")
def arrive_at_cluster_barrier(emitter: Emitter, instruction: Instruction) -> None:
    """Count threads in at the barrier of the cluster without waiting there."""
    releases = ir.Constant(I1, "relaxed" not in instruction.modifiers)
    location = emitter.location()
    with for_each_lane(emitter) as (lane, _):
        emitter.attempt("arrive_at_cluster", releases, location, thread_of(emitter, lane))


def test_cluster_barrier(emitter: Emitter) -> Value:
    """Return whether the phase is complete at which the threads have arrived."""
    builder, own = emitter.builder, emitter.arguments
    arguments = [own.context, emitter.location(), own.thread]
    found = builder.call_named("wait_at_cluster", I32, *arguments)
    emitter.stop_if(builder.icmp_unsigned("==", found, integer(32, _HAS_FAILED)))
    return builder.icmp_unsigned("==", found, integer(32, _GOES_ON))


@lowers("fence.mbarrier_init.release.cluster", operands="")
def fence_new_mbarriers(emitter: Emitter, instruction: Instruction) -> None:
    """Do nothing, but for what :func:`note_fence` notes."""


def note_fence(emitter: Emitter, instruction: Instruction) -> None:
    """Note what orders accesses of several blocks of a cluster (checked mode)."""
    if not emitter.plan.watches_clusters or instruction.opcode == "mbarrier":
        return
    modifiers = set(instruction.modifiers)
    is_relaxed = "relaxed" in modifiers
    is_barrier = is_cluster_barrier(instruction) and "arrive" in modifiers
    is_fence = instruction.opcode in ("fence", "membar") and "proxy" not in modifiers
    acquires = {"acquire", "acq_rel", "sc"} & modifiers or instruction.opcode == "membar"
    fences = is_fence and _GLOBAL_SCOPES & modifiers
    names = ["fence_mbarriers"] if fences or (is_barrier and not is_relaxed) else []
    if acquires and not is_cluster_barrier(instruction):
        names.append("acquire_touches")
    with executed(emitter):
        for name in names:
            emitter.note(name)
