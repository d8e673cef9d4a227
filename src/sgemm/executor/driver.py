"""Generated code that runs the blocks of a grid: slices in turn, barriers, deadlock.

``run`` is a worker: it takes blocks from a shared counter until none is left, or until it has run
as many as it was asked to. In a block, every slice runs until it waits or ends. When all wait,
each barrier that has all its threads is opened and its slices go on; if no barrier can be opened,
the block is deadlocked, and that is an error.

A barrier without a thread count needs every thread of the block. A GPU counts threads that have
exited as arrived; CUDA's rule is that all threads reach it, and that is what is held here.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.context import (
    BARRIER_COUNT,
    MAX_ROUNDS,
    NAMED,
    RESUME_LANES,
    RESUME_MEETING,
    WAITING,
    Code,
    Failure,
    Word,
)
from sgemm.executor.function import (
    ARRIVED_THREADS,
    BARRIER_ID,
    BARRIER_THREADS,
    MEETING,
    record_failure,
)
from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.slow_path import PARKED
from sgemm.executor.structured import Variable, Words, count_to, loop_while


def write_driver(plan: ExecutionPlan, step: ir.Function, lane: ir.Function | None) -> ir.Function:
    """Write the worker and what it needs into the module of the step.

    Parameters
    ----------
    plan : ExecutionPlan
    step : ir.Function
    lane : ir.Function or None
        The slow path, where the plan has divergent branches.

    Returns
    -------
    ir.Function
        ``i32 run(context*)``: 0 when no block is left, 1 after an error, which the context then
        tells, and 2 when there may be more blocks.
    """
    module = step.module
    lanes = _write_lanes(plan, module, lane) if lane is not None else None
    block = _write_block(plan, module, step, lanes)
    return _write_worker(module, block)


def _write_worker(module: ir.Module, run_block: ir.Function) -> ir.Function:
    function = ir.Function(module, ir.FunctionType(I32, [POINTER]), "run")
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    (context,) = function.args
    words = Words(builder, context, 64)
    counter = builder.inttoptr(words.get(Word.NEXT), POINTER)
    stop = builder.inttoptr(words.get(Word.STOP), POINTER)
    blocks = words.get(Word.BLOCKS)
    width, height = words.get(Word.GRID_X), words.get(Word.GRID_Y)

    def take() -> Value:
        return builder.atomic_rmw("add", counter, integer(64, 1), "monotonic")

    left = Variable(builder, I64, words.get(Word.BUDGET))
    with loop_while(builder, lambda: builder.icmp_unsigned("!=", left.get(), integer(64, 0))):
        left.set(builder.sub(left.get(), integer(64, 1)))
        number = take()
        with builder.if_then(builder.icmp_unsigned(">=", number, blocks)):
            builder.ret(integer(32, 0))
        stopped = builder.load(stop, typ=I64, align=8)
        with builder.if_then(builder.icmp_unsigned("!=", stopped, integer(64, 0))):
            builder.ret(integer(32, 0))
        words.set(Word.BLOCK_X, builder.urem(number, width))
        row = builder.udiv(number, width)
        words.set(Word.BLOCK_Y, builder.urem(row, height))
        words.set(Word.BLOCK_Z, builder.udiv(row, height))
        failed = builder.call(run_block, [context])
        with builder.if_then(builder.icmp_unsigned("!=", failed, integer(32, 0))):
            builder.store(integer(64, 1), stop, align=8)
            builder.ret(integer(32, 1))
    builder.ret(integer(32, 2))
    return function


def _write_block(
    plan: ExecutionPlan, module: ir.Module, step: ir.Function, lanes: ir.Function | None
) -> ir.Function:
    """Write ``run_block``: rounds over the slices until all have ended."""
    function = ir.Function(module, ir.FunctionType(I32, [POINTER]), "run_block")
    function.linkage = "internal"
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    (context,) = function.args
    words = Words(builder, context, 64)
    parameters = builder.inttoptr(words.get(Word.PARAMETERS), POINTER)
    shared = builder.inttoptr(words.get(Word.SHARED), POINTER)
    states = builder.inttoptr(words.get(Word.STATE), POINTER)
    slices = integer(32, plan.slices)
    resumes = builder.alloca(I32, size=plan.slices)
    settle = _write_settle(plan, module)

    with count_to(builder, slices) as index:
        builder.store(integer(32, 0), builder.gep(resumes, [index], source_etype=I32))
    goes_on = Variable(builder, I32, integer(32, 1))
    rounds = Variable(builder, I64, integer(64, 0))
    stop = builder.inttoptr(words.get(Word.STOP), POINTER)
    with loop_while(builder, lambda: builder.icmp_signed("==", goes_on.get(), integer(32, 1))):
        # Another worker failed, or somebody interrupted: nobody wants the rest.
        stopped = builder.icmp_unsigned("!=", builder.load(stop, typ=I64, align=8), integer(64, 0))
        with builder.if_then(stopped, likely=False):
            builder.ret(integer(32, 0))
        rounds.set(builder.add(rounds.get(), integer(64, 1)))
        endless = builder.icmp_unsigned(">", rounds.get(), integer(64, MAX_ROUNDS))
        with builder.if_then(endless, likely=False):
            zero = integer(64, 0)
            record_failure(builder, context, Failure.ENDLESS, zero, zero, integer(32, 0))
            builder.ret(integer(32, 1))
        unusual = Variable(builder, I32, integer(32, 0))
        with count_to(builder, slices) as index:
            place = builder.gep(resumes, [index], source_etype=I32)
            resume = builder.load(place, typ=I32, align=4)
            # Ended slices have negative resume points: as unsigned numbers, large ones.
            ready = builder.icmp_unsigned("<", resume, integer(32, WAITING))
            with builder.if_then(ready):
                offset = builder.mul(builder.zext(index, I64), integer(64, plan.state.nbytes))
                state = builder.gep(states, [offset], source_etype=I8)
                arguments = (context, parameters, shared, state, index)
                code = _run_slice(plan, builder, arguments, resume, step, lanes)
                builder.store(code, place, align=4)
                plain = builder.icmp_unsigned("<", code, integer(32, NAMED))
                with builder.if_then(builder.not_(plain), likely=False):
                    failed = builder.icmp_signed("==", code, integer(32, Code.FAILED))
                    with builder.if_then(failed):
                        builder.ret(integer(32, 1))
                    unusual.set(integer(32, 1))
            with builder.if_then(builder.not_(ready), likely=False):
                unusual.set(integer(32, 1))
        # Nearly always every slice waits at barrier 0 for all others, and the barrier is open.
        is_unusual = builder.icmp_signed("!=", unusual.get(), integer(32, 0))
        with builder.if_then(is_unusual, likely=False):
            goes_on.set(builder.call(settle, [states, resumes]))
    stuck = builder.icmp_signed("<", goes_on.get(), integer(32, 0))
    with builder.if_then(stuck):
        zero = integer(64, 0)
        record_failure(builder, context, Failure.DEADLOCK, zero, zero, integer(32, 0))
        builder.ret(integer(32, 1))
    builder.ret(integer(32, 0))
    return function


def _run_slice(
    plan: ExecutionPlan,
    builder: ir.IRBuilder,
    arguments: tuple[Value, ...],
    resume: Value,
    step: ir.Function,
    lanes: ir.Function | None,
) -> Value:
    """Run a slice until it waits, ends or fails; return its code."""
    *pointers, index = arguments
    thread = builder.mul(index, integer(32, plan.lanes))
    if lanes is None:
        return builder.call(step, [*pointers, thread, resume])
    code = Variable(builder, I32, resume)
    again = Variable(builder, I32, integer(32, 1))
    with loop_while(builder, lambda: builder.icmp_signed("==", again.get(), integer(32, 1))):
        apart = builder.icmp_signed("==", code.get(), integer(32, RESUME_LANES))
        with builder.if_else(apart) as (one_by_one, at_once):
            with one_by_one:
                code.set(builder.call(lanes, [*pointers, thread]))
            with at_once:
                code.set(builder.call(step, [*pointers, thread, code.get()]))
        parted = builder.icmp_signed("==", code.get(), integer(32, Code.DIVERGED))
        met = builder.icmp_signed(">=", code.get(), integer(32, RESUME_MEETING))
        again.set(builder.zext(builder.or_(parted, met), I32))
        with builder.if_then(parted):
            code.set(integer(32, RESUME_LANES))
    return code.get()


def _write_settle(plan: ExecutionPlan, module: ir.Module) -> ir.Function:
    """Write ``settle(states, resumes)``: open every barrier that has all its threads.

    It returns 1 if a slice can go on, 0 if all have ended, and -1 if all the others are stuck.
    """
    kind = ir.FunctionType(I32, [POINTER, POINTER])
    function = ir.Function(module, kind, "settle")
    function.linkage = "internal"
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    states, resumes = function.args
    slices = integer(32, plan.slices)

    def place_of(index: Value) -> Value:
        return builder.gep(resumes, [index], source_etype=I32)

    def header_of(index: Value) -> Words:
        offset = builder.mul(builder.zext(index, I64), integer(64, plan.state.nbytes))
        return Words(builder, builder.gep(states, [offset], source_etype=I8), 32)

    ended = Variable(builder, I32, integer(32, 0))
    with count_to(builder, slices) as index:
        resume = builder.load(place_of(index), typ=I32, align=4)
        header = header_of(index)
        is_done = builder.icmp_signed("<", resume, integer(32, 0))
        ended.set(builder.add(ended.get(), builder.zext(is_done, I32)))
        plain = builder.icmp_unsigned("<", resume, integer(32, NAMED))
        with builder.if_then(plain):
            header.set(BARRIER_ID, integer(32, 0))
            header.set(BARRIER_THREADS, integer(32, 0))
            header.set(ARRIVED_THREADS, integer(32, plan.lanes))
        with builder.if_then(builder.not_(is_done)):
            waiting = builder.or_(resume, integer(32, WAITING))
            builder.store(waiting, place_of(index), align=4)
    with builder.if_then(builder.icmp_signed("==", ended.get(), slices)):
        builder.ret(integer(32, 0))

    result = Variable(builder, I32, integer(32, -1))
    with count_to(builder, integer(32, BARRIER_COUNT)) as barrier:
        arrived = Variable(builder, I32, integer(32, 0))
        needed = Variable(builder, I32, integer(32, 0))

        def some_need(needed: Variable = needed) -> Value:
            return builder.icmp_signed(">", needed.get(), integer(32, 0))

        def waits_here(index: Value, barrier: Value = barrier) -> Value:
            resume = builder.load(place_of(index), typ=I32, align=4)
            waits = builder.icmp_signed(">=", resume, integer(32, WAITING))
            same = builder.icmp_signed("==", header_of(index).get(BARRIER_ID), barrier)
            return builder.and_(waits, same)

        with count_to(builder, slices) as index, builder.if_then(waits_here(index)):
            header = header_of(index)
            arrived.set(builder.add(arrived.get(), header.get(ARRIVED_THREADS)))
            count = header.get(BARRIER_THREADS)
            everyone = builder.icmp_signed("==", count, integer(32, 0))
            count = builder.select(everyone, integer(32, plan.thread_count), count)
            # Warps that disagree on the count wait for the largest.
            more = builder.icmp_signed(">", count, needed.get())
            needed.set(builder.select(more, count, needed.get()))
        # A barrier for fewer threads than have come was opened for some of them after the other.
        divisor = builder.select(some_need(), needed.get(), integer(32, 1))
        rest = builder.urem(arrived.get(), divisor)
        complete = builder.and_(some_need(), builder.icmp_signed("==", rest, integer(32, 0)))
        with (
            builder.if_then(complete),
            count_to(builder, slices) as index,
            builder.if_then(waits_here(index)),
        ):
            resume = builder.load(place_of(index), typ=I32, align=4)
            builder.store(builder.xor(resume, integer(32, WAITING)), place_of(index), align=4)
            result.set(integer(32, 1))
    builder.ret(result.get())
    return function


def _write_lanes(plan: ExecutionPlan, module: ir.Module, lane: ir.Function) -> ir.Function:
    """Write ``run_lanes``: every lane of a slice to its meeting, barrier or end."""
    kind = ir.FunctionType(I32, [POINTER, POINTER, POINTER, POINTER, I32])
    function = ir.Function(module, kind, "run_lanes")
    function.linkage = "internal"
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    context, parameters, shared, state, thread = function.args
    header = Words(builder, state, 32)
    lanes = integer(32, plan.lanes)
    counters = builder.gep(state, [integer(64, plan.state.counters)], source_etype=I8)

    def counter_of(index: Value) -> Value:
        offset = builder.mul(builder.zext(index, I64), integer(64, 4))
        return builder.gep(counters, [offset], source_etype=I8)

    again = Variable(builder, I32, integer(32, 1))
    with loop_while(builder, lambda: builder.icmp_signed("==", again.get(), integer(32, 1))):
        again.set(integer(32, 0))
        ended = Variable(builder, I32, integer(32, 0))
        met = Variable(builder, I32, integer(32, 0))
        place = Variable(builder, I32, integer(32, -1))
        elsewhere = Variable(builder, I32, integer(32, 0))
        with count_to(builder, lanes) as index:
            counter = counter_of(index)
            resume = builder.load(counter, typ=I32, align=4)
            runs = builder.icmp_signed("!=", resume, integer(32, Code.DONE))
            code = Variable(builder, I32, integer(32, Code.DONE))
            with builder.if_then(runs):
                self_thread = builder.add(thread, index)
                stop = header.get(MEETING)
                arguments = [context, parameters, shared, state, self_thread, index, resume, stop]
                code.set(builder.call(lane, arguments))
            result = code.get()
            with builder.if_then(builder.icmp_signed("==", result, integer(32, Code.FAILED))):
                builder.ret(integer(32, Code.FAILED))
            is_met = builder.icmp_signed("==", result, integer(32, Code.MET))
            builder.store(builder.select(is_met, header.get(MEETING), result), counter, align=4)
            is_done = builder.icmp_signed("==", result, integer(32, Code.DONE))
            ended.set(builder.add(ended.get(), builder.zext(is_done, I32)))
            met.set(builder.add(met.get(), builder.zext(is_met, I32)))
            with builder.if_then(builder.icmp_signed(">=", result, integer(32, PARKED))):
                first = builder.icmp_signed("==", place.get(), integer(32, -1))
                differs = builder.icmp_signed("!=", place.get(), result)
                other = builder.and_(builder.not_(first), differs)
                elsewhere.set(builder.or_(elsewhere.get(), builder.zext(other, I32)))
                place.set(result)
        someone_waits = builder.icmp_signed("!=", place.get(), integer(32, -1))
        someone_met = builder.icmp_signed(">", met.get(), integer(32, 0))
        split = builder.or_(
            builder.icmp_signed("!=", elsewhere.get(), integer(32, 0)),
            builder.and_(someone_waits, someone_met),
        )
        with builder.if_then(split):
            zero = integer(64, 0)
            record_failure(builder, context, Failure.PARTED_BARRIER, zero, zero, thread)
            builder.ret(integer(32, Code.FAILED))
        with builder.if_then(someone_waits):
            header.set(ARRIVED_THREADS, builder.sub(lanes, ended.get()))
            builder.ret(integer(32, RESUME_LANES))
        with builder.if_then(builder.icmp_signed("==", met.get(), lanes)):
            builder.ret(builder.add(header.get(MEETING), integer(32, RESUME_MEETING)))
        # Some lanes have ended: the others go on one at a time, and never meet all again.
        with builder.if_then(someone_met):
            header.set(MEETING, integer(32, -1))
            again.set(integer(32, 1))
    builder.ret(integer(32, Code.DONE))
    return function
