"""Arrivals at a barrier of the block by threads that do not wait there (``bar.arrive``).

A warp has arrived, and counts with 32 threads, when all of its threads that have not ended have
executed the instruction. Until then the block remembers which have.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.block_state import ARRIVED, ARRIVING, NEEDED, block_state, counter
from sgemm.executor.context import BARRIER_COUNT, RESUME_DIVERGED, WAITING, ExitCode
from sgemm.executor.lane_count import WARP
from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.structured import Variable, count_to, internal_function

_EVERY = integer(32, 2**WARP - 1)


def note_arrival(module: ir.Module) -> ir.Function:
    """Return ``note_arrival(context, barrier, threads, thread)``: one thread executes it."""
    kinds = [POINTER, I32, I32, I32]
    function, builder, is_new = internal_function(
        module, "note_arrival", ir.VoidType(), kinds, inline=False
    )
    if not is_new:
        return function
    context, barrier, threads, thread = function.args
    state = block_state(builder, context)
    # Beyond the last barrier nobody waits: what comes there is lost.
    exists = builder.icmp_unsigned("<", barrier, integer(32, BARRIER_COUNT))
    with builder.if_then(builder.not_(exists), likely=False):
        builder.ret_void()
    place = counter(builder, state, NEEDED, barrier)
    before = builder.load(place, typ=I32, align=4)
    more = builder.icmp_signed(">", threads, before)
    builder.store(builder.select(more, threads, before), place, align=4)
    warp = builder.udiv(thread, integer(32, WARP))
    bit = builder.shl(integer(32, 1), builder.urem(thread, integer(32, WARP)))
    place = _arriving(builder, state, barrier, warp)
    mask = Variable(builder, I32, builder.load(place, typ=I32, align=4))
    again = builder.icmp_unsigned("!=", builder.and_(mask.get(), bit), integer(32, 0))
    with builder.if_then(again, likely=False):
        # The others ended before they came here.
        _count_warp(builder, state, barrier)
        mask.set(integer(32, 0))
    mask.set(builder.or_(mask.get(), bit))
    with builder.if_then(builder.icmp_unsigned("==", mask.get(), _EVERY)):
        _count_warp(builder, state, barrier)
        mask.set(integer(32, 0))
    builder.store(mask.get(), place, align=4)
    builder.ret_void()
    return function


def count_arrivals(plan: ExecutionPlan, module: ir.Module) -> ir.Function:
    """Return ``count_arrivals(states, resumes, block)``: count warps whose other lanes ended."""
    kinds = [POINTER, POINTER, POINTER]
    function, builder, _ = internal_function(
        module, "count_arrivals", ir.VoidType(), kinds, inline=False
    )
    states, resumes, block = function.args
    with count_to(builder, integer(32, BARRIER_COUNT)) as barrier:
        needed = builder.load(counter(builder, block, NEEDED, barrier), typ=I32, align=4)
        with (
            builder.if_then(builder.icmp_signed(">", needed, integer(32, 0))),
            count_to(builder, integer(32, -(-plan.thread_count // WARP))) as warp,
        ):
            place = _arriving(builder, block, barrier, warp)
            mask = builder.load(place, typ=I32, align=4)
            with builder.if_then(builder.icmp_unsigned("!=", mask, integer(32, 0))):
                ended = _ended_lanes(plan, builder, states, resumes, warp)
                whole = builder.icmp_unsigned("==", builder.or_(mask, ended), _EVERY)
                with builder.if_then(whole):
                    _count_warp(builder, block, barrier)
                    builder.store(integer(32, 0), place, align=4)
    builder.ret_void()
    return function


def _ended_lanes(
    plan: ExecutionPlan, builder: ir.IRBuilder, states: Value, resumes: Value, warp: Value
) -> Value:
    """Return which lanes of a warp have ended, or are not there, as bits."""
    found = Variable(builder, I32, integer(32, 0))
    with count_to(builder, integer(32, WARP)) as lane:
        thread = builder.add(builder.mul(warp, integer(32, WARP)), lane)
        gone = Variable(builder, I32, integer(32, 1))
        exists = builder.icmp_unsigned("<", thread, integer(32, plan.thread_count))
        with builder.if_then(exists):
            index = builder.udiv(thread, integer(32, plan.lanes))
            place = builder.gep(resumes, [index], source_etype=I32)
            resume = builder.load(place, typ=I32, align=4)
            is_done = builder.icmp_signed("<", resume, integer(32, 0))
            gone.set(builder.zext(is_done, I32))
            if plan.divergent:
                awake = builder.and_(resume, integer(32, ~WAITING))
                by_lane = builder.icmp_unsigned("==", awake, integer(32, RESUME_DIVERGED))
                with builder.if_then(by_lane):
                    own = builder.urem(thread, integer(32, plan.lanes))
                    counter_of_lane = builder.gep(
                        states, [_lane_counter(plan, builder, index, own)], source_etype=I8
                    )
                    code = builder.load(counter_of_lane, typ=I32, align=4)
                    is_done = builder.icmp_signed("==", code, integer(32, ExitCode.DONE))
                    gone.set(builder.zext(is_done, I32))
        found.set(builder.or_(found.get(), builder.shl(gone.get(), lane)))
    return found.get()


def _lane_counter(plan: ExecutionPlan, builder: ir.IRBuilder, index: Value, lane: Value) -> Value:
    """Return the offset in all states of where a lane of a lane group goes on."""
    state = builder.mul(builder.zext(index, I64), integer(64, plan.frame.nbytes))
    own = builder.mul(builder.zext(lane, I64), integer(64, 4))
    return builder.add(builder.add(state, own), integer(64, plan.frame.counters))


def _arriving(builder: ir.IRBuilder, state: Value, barrier: Value, warp: Value) -> Value:
    index = builder.add(builder.mul(barrier, integer(32, WARP)), warp)
    offset = builder.add(builder.mul(index, integer(32, 4)), integer(32, ARRIVING))
    return builder.gep(state, [offset], source_etype=I8)


def _count_warp(builder: ir.IRBuilder, state: Value, barrier: Value) -> None:
    place = counter(builder, state, ARRIVED, barrier)
    count = builder.add(builder.load(place, typ=I32, align=4), integer(32, WARP))
    builder.store(count, place, align=4)
