"""Generated code that opens barriers of the block, and lets lane groups go on that wait there."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.arrivals import count_arrivals
from sgemm.executor.block_state import ARRIVED, NEEDED, block_state, counter
from sgemm.executor.context import BARRIER_COUNT, COLLECTIVE, POLLING, WAITING, Failure
from sgemm.executor.copies import release_copies
from sgemm.executor.failures import record_failure
from sgemm.executor.frame_header import BARRIER_ID, BARRIER_THREADS, WAIT_LOCATION
from sgemm.executor.lane_count import WARP
from sgemm.executor.llvm_types import I1, I8, I32, I64, POINTER, Value, integer
from sgemm.executor.location_table import LocationTable
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.structured import Variable, Words, count_to, internal_function

NEVER, AGAIN, FAILED = -1, 1, -2
"""What ``resolve_barriers`` returns beside 0, all lane groups having ended: the others are stuck,
some can go on, or there is an error in the context."""


def write_resolve_barriers(
    plan: ExecutionPlan, module: ir.Module, locations: LocationTable
) -> ir.Function:
    """Write ``resolve_barriers(context, states, resumes, moved)``: open complete barriers.

    As PTX has it, a warp arrives at a barrier when all of its threads that have not ended are
    there, and then counts with 32 threads. A barrier for every thread of the block does not wait
    for warps that have ended; one for a number of threads does.

    Lane groups that poll can go on if any lane group has moved since they last did.
    """
    kinds = [POINTER, POINTER, POINTER, I32]
    function, builder, _ = internal_function(module, "resolve_barriers", I32, kinds, inline=False)
    context, states, resumes, moved = function.args
    block = block_state(builder, context)
    zero, one = integer(32, 0), integer(32, 1)
    # Warps wait one by one; where a lane group holds several, they wait together.
    threads = max(plan.lanes, WARP)
    of_warp = max(1, WARP // plan.lanes)
    warps = integer(32, -(-plan.thread_count // threads))
    groups = integer(32, plan.groups)
    arrived, needed, opened, for_all = (builder.alloca(I32, size=BARRIER_COUNT) for _ in range(4))
    places = builder.alloca(I32, size=warps)

    def cell(array: Value, index: Value) -> Value:
        return builder.gep(array, [index], source_etype=I32)

    def header_of(index: Value) -> Words:
        offset = builder.mul(builder.zext(index, I64), integer(64, plan.frame.nbytes))
        return Words(builder, builder.gep(states, [offset], source_etype=I8), 32)

    def has(resume: Value, flag: int) -> Value:
        return builder.icmp_unsigned("!=", builder.and_(resume, integer(32, flag)), zero)

    def load(place: Value) -> Value:
        return builder.load(place, typ=I32, align=4)

    def add(place: Value, number: Value) -> None:
        builder.store(builder.add(load(place), number), place, align=4)

    if plan.arrives:
        builder.call(count_arrivals(plan, module), [states, resumes, block])
    with count_to(builder, integer(32, BARRIER_COUNT)) as barrier:
        for array, first in ((arrived, ARRIVED), (needed, NEEDED)):
            value = load(counter(builder, block, first, barrier))
            builder.store(value, cell(array, barrier), align=4)
        for array in (opened, for_all):
            builder.store(zero, cell(array, barrier), align=4)

    ended = Variable(builder, I32, zero)
    ended_warps = Variable(builder, I32, zero)
    polling = Variable(builder, I32, zero)

    def arrive(place: Value, count: Value) -> None:
        """Count a warp in at a barrier."""
        add(cell(arrived, place), integer(32, threads))
        everyone = builder.icmp_signed("==", count, zero)
        with builder.if_then(everyone):
            builder.store(one, cell(for_all, place), align=4)
        count = builder.select(everyone, builder.mul(warps, integer(32, threads)), count)
        # Warps that disagree on the count wait for the largest.
        before = load(cell(needed, place))
        more = builder.icmp_signed(">", count, before)
        builder.store(builder.select(more, count, before), cell(needed, place), align=4)

    with count_to(builder, warps) as warp:
        place = Variable(builder, I32, integer(32, BARRIER_COUNT))
        location, threads_wanted = Variable(builder, I32, zero), Variable(builder, I32, zero)
        waits, apart, diverged = (Variable(builder, I32, zero) for _ in range(3))
        first = builder.mul(warp, integer(32, of_warp))
        behind = builder.add(first, integer(32, of_warp))
        behind = builder.select(builder.icmp_signed("<", behind, groups), behind, groups)
        ended_before = ended.get()
        with count_to(builder, builder.sub(behind, first)) as number:
            index = builder.add(first, number)
            resume = load(cell(resumes, index))
            is_done = builder.icmp_signed("<", resume, zero)
            polls = builder.and_(builder.not_(is_done), has(resume, POLLING))
            ended.set(builder.add(ended.get(), builder.zext(is_done, I32)))
            polling.set(builder.add(polling.get(), builder.zext(polls, I32)))
            elsewhere = has(resume, POLLING | COLLECTIVE)
            with (
                builder.if_then(builder.not_(is_done)),
                builder.if_else(elsewhere) as (other, here),
            ):
                with other:
                    apart.set(one)
                with here:
                    waiting = builder.or_(resume, integer(32, WAITING))
                    builder.store(waiting, cell(resumes, index), align=4)
                    header = header_of(index)
                    own = header.get(BARRIER_ID), header.get(WAIT_LOCATION)
                    is_first = builder.icmp_unsigned("==", waits.get(), zero)
                    with builder.if_then(is_first):
                        place.set(own[0])
                        location.set(own[1])
                        threads_wanted.set(header.get(BARRIER_THREADS))
                    waits.set(one)
                    away = builder.icmp_unsigned("!=", own[0], place.get())
                    apart.set(builder.or_(apart.get(), builder.zext(away, I32)))
                    differs = builder.icmp_unsigned("!=", own[1], location.get())
                    aligned = builder.or_(
                        _is_aligned(plan, builder, locations, own[1]),
                        _is_aligned(plan, builder, locations, location.get()),
                    )
                    differs = builder.and_(differs, aligned)
                    with builder.if_then(differs):
                        location.set(own[1])
                        diverged.set(builder.add(index, one))
        gone = builder.sub(ended.get(), ended_before)
        all_gone = builder.icmp_signed("==", gone, builder.sub(behind, first))
        ended_warps.set(builder.add(ended_warps.get(), builder.zext(all_gone, I32)))
        together = builder.and_(
            builder.icmp_unsigned("!=", waits.get(), zero),
            builder.icmp_unsigned("==", apart.get(), zero),
        )
        is_parted = builder.icmp_unsigned("!=", diverged.get(), zero)
        with builder.if_then(builder.and_(together, is_parted), likely=False):
            thread = builder.mul(builder.sub(diverged.get(), one), integer(32, plan.lanes))
            where = builder.zext(location.get(), I64)
            nothing = integer(64, 0)
            record_failure(builder, context, Failure.DIVERGED_BARRIER, where, nothing, thread)
            builder.ret(integer(32, FAILED))
        exists = builder.icmp_unsigned("<", place.get(), integer(32, BARRIER_COUNT))
        together = builder.and_(together, exists)
        with builder.if_then(together):
            arrive(place.get(), threads_wanted.get())
        here = builder.select(together, place.get(), integer(32, BARRIER_COUNT))
        builder.store(here, cell(places, warp), align=4)
    with builder.if_then(builder.icmp_signed("==", ended.get(), groups)):
        builder.ret(zero)

    some_open = Variable(builder, I32, zero)
    with count_to(builder, integer(32, BARRIER_COUNT)) as barrier:
        gone = builder.mul(ended_warps.get(), integer(32, threads))
        gone = builder.mul(gone, load(cell(for_all, barrier)))
        total = builder.add(load(cell(arrived, barrier)), gone)
        count = load(cell(needed, barrier))
        is_used = builder.icmp_signed(">", count, zero)
        # A barrier for fewer threads than have come was opened for some of them after the other.
        rest = builder.urem(total, builder.select(is_used, count, one))
        complete = builder.and_(is_used, builder.icmp_signed("==", rest, zero))
        with builder.if_then(complete):
            builder.store(one, cell(opened, barrier), align=4)
            for first_word in (ARRIVED, NEEDED):
                builder.store(zero, counter(builder, block, first_word, barrier), align=4)
            some_open.set(one)
    released = Variable(builder, I32, zero)
    with (
        builder.if_then(builder.icmp_signed("!=", some_open.get(), zero)),
        count_to(builder, groups) as index,
    ):
        resume = load(cell(resumes, index))
        if plan.delays_copies:
            # Who has ended lets the others know now.
            with builder.if_then(builder.icmp_signed("<", resume, zero)):
                offset = builder.mul(builder.zext(index, I64), integer(64, plan.frame.nbytes))
                offset = builder.add(offset, integer(64, plan.frame.copies))
                queue = builder.gep(states, [offset], source_etype=I8)
                builder.call(release_copies(module), [context, queue])
        waits_here = builder.icmp_signed(">=", resume, integer(32, WAITING))
        waits_here = builder.and_(waits_here, builder.not_(has(resume, COLLECTIVE)))
        warp = builder.udiv(index, integer(32, of_warp))
        barrier = load(cell(places, warp))
        exists = builder.icmp_unsigned("<", barrier, integer(32, BARRIER_COUNT))
        with builder.if_then(builder.and_(waits_here, exists)):
            is_open = load(cell(opened, barrier))
            with builder.if_then(builder.icmp_signed("!=", is_open, zero)):
                cleared = builder.xor(resume, integer(32, WAITING))
                builder.store(cleared, cell(resumes, index), align=4)
                released.set(one)
    some_poll = builder.icmp_signed(">", polling.get(), zero)
    may_go = builder.and_(some_poll, builder.icmp_signed("!=", moved, zero))
    goes_on = builder.or_(may_go, builder.icmp_signed("!=", released.get(), zero))
    builder.ret(builder.select(goes_on, integer(32, AGAIN), integer(32, NEVER)))
    return function


def _is_aligned(
    plan: ExecutionPlan, builder: ir.IRBuilder, locations: LocationTable, location: Value
) -> Value:
    """Return whether a barrier is one that all threads of a warp must execute together.

    All are, but ``barrier.sync`` without ``.aligned``.
    """
    aligned: Value = ir.Constant(I1, 1)
    for index in plan.barriers:
        instruction = plan.flow.blocks[index].instructions[-1]
        if instruction.opcode == "barrier" and "aligned" not in instruction.modifiers:
            number = integer(32, locations.index(instruction))
            aligned = builder.and_(aligned, builder.icmp_unsigned("!=", location, number))
    return aligned
