"""Generated code that lets slices go on: at barriers of the block, and in collectives of a warp."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir

from sgemm.executor.block_state import ARRIVED, NEEDED, counter
from sgemm.executor.context import BARRIER_COUNT, COLLECTIVE, NAMED, POLLING, WAITING
from sgemm.executor.lane_count import WARP
from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer
from sgemm.executor.lower.collectives import source_lane
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.slice_header import (
    ARRIVED_THREADS,
    BARRIER_ID,
    BARRIER_THREADS,
    CLAMP,
    FLAG,
    KIND,
    LANE,
    MASK,
    RESULT,
    VALUE,
    Collective,
)
from sgemm.executor.structured import Variable, Words, count_to, internal_function

HeaderOf = Callable[[Value], Words]


def write_settle(plan: ExecutionPlan, module: ir.Module) -> ir.Function:
    """Write ``settle(states, resumes, block, moved)``: open every barrier that has all its threads.

    It returns 1 if a slice can go on, 0 if all have ended, and -1 if all the others are stuck.
    Slices that poll can go on if any slice has moved since they last did.
    """
    kinds = [POINTER, POINTER, POINTER, I32]
    function, builder, _ = internal_function(module, "settle", I32, kinds, inline=False)
    states, resumes, block, moved = function.args
    slices = integer(32, plan.slices)
    zero = integer(32, 0)
    arrived, needed, opened = (builder.alloca(I32, size=BARRIER_COUNT) for _ in range(3))

    def cell(array: Value, barrier: Value) -> Value:
        return builder.gep(array, [barrier], source_etype=I32)

    def place_of(index: Value) -> Value:
        return builder.gep(resumes, [index], source_etype=I32)

    def header_of(index: Value) -> Words:
        offset = builder.mul(builder.zext(index, I64), integer(64, plan.state.nbytes))
        return Words(builder, builder.gep(states, [offset], source_etype=I8), 32)

    def has(resume: Value, flag: int) -> Value:
        return builder.icmp_unsigned("!=", builder.and_(resume, integer(32, flag)), zero)

    with count_to(builder, integer(32, BARRIER_COUNT)) as barrier:
        for array, first in ((arrived, ARRIVED), (needed, NEEDED)):
            value = builder.load(counter(builder, block, first, barrier), typ=I32, align=4)
            builder.store(value, cell(array, barrier), align=4)
        builder.store(zero, cell(opened, barrier), align=4)

    ended = Variable(builder, I32, zero)
    polling = Variable(builder, I32, zero)

    def come(index: Value, resume: Value) -> None:
        """Count a slice in at its barrier."""
        header = header_of(index)
        waits = builder.icmp_unsigned(">=", resume, integer(32, WAITING))
        # Slices whose lanes run one at a time have named theirs, too.
        plain = builder.icmp_unsigned("<", resume, integer(32, NAMED))
        with builder.if_then(builder.and_(plain, builder.not_(waits))):
            header.set(BARRIER_ID, zero)
            header.set(BARRIER_THREADS, zero)
            header.set(ARRIVED_THREADS, integer(32, plan.lanes))
        builder.store(builder.or_(resume, integer(32, WAITING)), place_of(index), align=4)
        barrier = header.get(BARRIER_ID)
        exists = builder.icmp_unsigned("<", barrier, integer(32, BARRIER_COUNT))
        with builder.if_then(exists):
            place = cell(arrived, barrier)
            total = builder.add(builder.load(place, typ=I32, align=4), header.get(ARRIVED_THREADS))
            builder.store(total, place, align=4)
            count = header.get(BARRIER_THREADS)
            everyone = builder.icmp_signed("==", count, zero)
            count = builder.select(everyone, integer(32, plan.thread_count), count)
            # Warps that disagree on the count wait for the largest.
            place = cell(needed, barrier)
            before = builder.load(place, typ=I32, align=4)
            more = builder.icmp_signed(">", count, before)
            builder.store(builder.select(more, count, before), place, align=4)

    with count_to(builder, slices) as index:
        resume = builder.load(place_of(index), typ=I32, align=4)
        is_done = builder.icmp_signed("<", resume, zero)
        polls = builder.and_(builder.not_(is_done), has(resume, POLLING))
        ended.set(builder.add(ended.get(), builder.zext(is_done, I32)))
        polling.set(builder.add(polling.get(), builder.zext(polls, I32)))
        elsewhere = builder.or_(is_done, has(resume, POLLING | COLLECTIVE))
        with builder.if_then(builder.not_(elsewhere)):
            come(index, resume)
    with builder.if_then(builder.icmp_signed("==", ended.get(), slices)):
        builder.ret(zero)

    some_open = Variable(builder, I32, zero)
    with count_to(builder, integer(32, BARRIER_COUNT)) as barrier:
        total = builder.load(cell(arrived, barrier), typ=I32, align=4)
        count = builder.load(cell(needed, barrier), typ=I32, align=4)
        is_used = builder.icmp_signed(">", count, zero)
        # A barrier for fewer threads than have come was opened for some of them after the other.
        rest = builder.urem(total, builder.select(is_used, count, integer(32, 1)))
        complete = builder.and_(is_used, builder.icmp_signed("==", rest, zero))
        with builder.if_then(complete):
            builder.store(integer(32, 1), cell(opened, barrier), align=4)
            for first in (ARRIVED, NEEDED):
                builder.store(zero, counter(builder, block, first, barrier), align=4)
            some_open.set(integer(32, 1))
    released = Variable(builder, I32, zero)
    with (
        builder.if_then(builder.icmp_signed("!=", some_open.get(), zero)),
        count_to(builder, slices) as index,
    ):
        resume = builder.load(place_of(index), typ=I32, align=4)
        waits = builder.icmp_signed(">=", resume, integer(32, WAITING))
        waits = builder.and_(waits, builder.not_(has(resume, COLLECTIVE)))
        with builder.if_then(waits):
            barrier = header_of(index).get(BARRIER_ID)
            exists = builder.icmp_unsigned("<", barrier, integer(32, BARRIER_COUNT))
            with builder.if_then(exists):
                is_open = builder.load(cell(opened, barrier), typ=I32, align=4)
                with builder.if_then(builder.icmp_signed("!=", is_open, zero)):
                    cleared = builder.xor(resume, integer(32, WAITING))
                    builder.store(cleared, place_of(index), align=4)
                    released.set(integer(32, 1))
    some_poll = builder.icmp_signed(">", polling.get(), zero)
    may_go = builder.and_(some_poll, builder.icmp_signed("!=", moved, zero))
    goes_on = builder.or_(may_go, builder.icmp_signed("!=", released.get(), zero))
    builder.ret(builder.select(goes_on, integer(32, 1), integer(32, -1)))
    return function


def write_warp_settle(plan: ExecutionPlan, module: ir.Module) -> ir.Function:
    """Write ``settle_warp(states, resumes, count)``: end the collectives whose lanes are all there.

    The pointers are those of the warp's first thread, whose slices are threads. It returns 1 if a
    thread can go on.
    """
    kinds = [POINTER, POINTER, I32]
    function, builder, _ = internal_function(module, "settle_warp", I32, kinds, inline=False)
    states, resumes, count = function.args
    zero, one = integer(32, 0), integer(32, 1)

    def place_of(lane: Value) -> Value:
        return builder.gep(resumes, [lane], source_etype=I32)

    def header_of(lane: Value) -> Words:
        offset = builder.mul(builder.zext(lane, I64), integer(64, plan.state.nbytes))
        return Words(builder, builder.gep(states, [offset], source_etype=I8), 32)

    def waits(lane: Value) -> Value:
        resume = builder.load(place_of(lane), typ=I32, align=4)
        both = integer(32, WAITING | COLLECTIVE)
        has_both = builder.icmp_unsigned("==", builder.and_(resume, both), both)
        return builder.and_(has_both, builder.icmp_signed(">=", resume, zero))

    def takes_part(mask: Value, lane: Value) -> Value:
        return builder.icmp_unsigned("!=", builder.and_(builder.lshr(mask, lane), one), zero)

    released = Variable(builder, I32, zero)
    with count_to(builder, count) as first, builder.if_then(waits(first)):
        header = header_of(first)
        mask, kind = header.get(MASK), header.get(KIND)
        complete = Variable(builder, I32, builder.zext(takes_part(mask, first), I32))
        ballot = Variable(builder, I32, zero)
        with (
            count_to(builder, integer(32, WARP)) as lane,
            builder.if_then(takes_part(mask, lane)),
        ):
            here = Variable(builder, I32, zero)
            exists = builder.icmp_unsigned("<", lane, count)
            with builder.if_then(exists), builder.if_then(waits(lane)):
                other = header_of(lane)
                same = builder.and_(
                    builder.icmp_unsigned("==", other.get(MASK), mask),
                    builder.icmp_unsigned("==", other.get(KIND), kind),
                )
                here.set(builder.zext(same, I32))
                voted = builder.icmp_unsigned("!=", other.get(VALUE), zero)
                bit = builder.shl(builder.zext(voted, I32), lane)
                ballot.set(builder.or_(ballot.get(), bit))
            complete.set(builder.and_(complete.get(), here.get()))
        with builder.if_then(builder.icmp_unsigned("!=", complete.get(), zero)):
            released.set(one)
            with (
                count_to(builder, count) as lane,
                builder.if_then(takes_part(mask, lane)),
            ):
                _give(builder, header_of, kind, lane, ballot.get())
                resume = builder.load(place_of(lane), typ=I32, align=4)
                cleared = builder.xor(resume, integer(32, WAITING))
                builder.store(cleared, place_of(lane), align=4)
    builder.ret(released.get())
    return function


def _give(
    builder: ir.IRBuilder,
    header_of: HeaderOf,
    kind: Value,
    lane: Value,
    ballot: Value,
) -> None:
    """Emit what a lane gets from a collective."""
    own = header_of(lane)
    with builder.if_then(builder.icmp_unsigned("==", kind, integer(32, Collective.VOTE))):
        own.set(RESULT, ballot)
    for shuffle in (Collective.UP, Collective.DOWN, Collective.BFLY, Collective.IDX):
        with builder.if_then(builder.icmp_unsigned("==", kind, integer(32, shuffle))):
            found = source_lane(builder, shuffle, lane, own.get(LANE), own.get(CLAMP))
            valid = builder.icmp_unsigned("<", found, integer(32, WARP))
            place = builder.select(valid, found, lane)
            own.set(RESULT, header_of(place).get(VALUE))
            own.set(FLAG, builder.zext(valid, I32))
