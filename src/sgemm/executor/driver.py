"""Generated code that runs the blocks of a grid: lane groups in turn, barriers, deadlock.

``run`` is a worker: it takes blocks from a shared counter until none is left, or until it is to
stop. In a block, every lane group runs until it waits or ends. When all wait,
each barrier that has all its threads is opened and its lane groups go on. A lane group that waits
for an mbarrier tests it again at each of its turns. If no barrier can be opened and every test was
in vain, the block is deadlocked, and that is an error.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.block_state import clear_block_state
from sgemm.executor.bulk_copies import check_awaited
from sgemm.executor.context import (
    COLLECTIVE,
    NAMED,
    POLLING,
    RESUME_DIVERGED,
    RESUME_RECONVERGED,
    WAITING,
    ExitCode,
    Failure,
    Word,
)
from sgemm.executor.delayed_copies import (
    DELIVERED,
    FAILED,
    deliveries,
    write_deliver_awaited,
)
from sgemm.executor.failures import record_failure
from sgemm.executor.frame_header import MBARRIER, RECONVERGENCE, WAIT_LOCATION
from sgemm.executor.in_flight import clear_in_flight
from sgemm.executor.lane_count import WARP
from sgemm.executor.llvm_types import I1, I8, I32, I64, POINTER, Value, integer
from sgemm.executor.location_table import LocationTable
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.resolve_barriers import FAILED as RESOLVE_FAILED
from sgemm.executor.resolve_barriers import NEVER, write_resolve_barriers
from sgemm.executor.resolve_collectives import write_resolve_collectives
from sgemm.executor.safepoints import is_stopped, request_stop
from sgemm.executor.scalar_function import AT_BARRIER
from sgemm.executor.structured import Variable, Words, count_to, internal_function, loop_while

_FAILED = 1 << 31
_UNUSUAL, _MOVED, _GATHERED = 1, 2, 4
"""What lane groups met in their turns: something else than barrier 0; anything but a test in vain;
a collective."""


def write_driver(
    plan: ExecutionPlan, locations: LocationTable, step: ir.Function, lane: ir.Function | None
) -> ir.Function:
    """Write the worker and what it needs into the module of the step.

    Parameters
    ----------
    plan : ExecutionPlan
    locations : LocationTable
        Numbers of the instructions that can fail.
    step : ir.Function
    lane : ir.Function or None
        The slow path, where the plan has divergent branches.

    Returns
    -------
    ir.Function
        ``void run(context*)``: returns when no block is left, or when the launch is to stop, as
        after an error, which the context then tells.
    """
    module = step.module
    lanes = _write_lanes(plan, module, lane) if lane is not None else None
    block = _write_block(plan, module, locations, step, lanes)
    return _write_worker(module, block)


def _write_worker(module: ir.Module, run_block: ir.Function) -> ir.Function:
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [POINTER]), "run")
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    (context,) = function.args
    words = Words(builder, context, 64)
    counter = builder.inttoptr(words.get(Word.NEXT), POINTER)
    blocks = words.get(Word.BLOCKS)
    width, height = words.get(Word.GRID_X), words.get(Word.GRID_Y)
    descends = builder.icmp_unsigned("!=", words.get(Word.DESCENDING), integer(64, 0))

    with loop_while(builder, lambda: builder.not_(is_stopped(builder, context))):
        number = builder.atomic_rmw("add", counter, integer(64, 1), "monotonic")
        with builder.if_then(builder.icmp_unsigned(">=", number, blocks)):
            builder.ret_void()
        from_last = builder.sub(builder.sub(blocks, integer(64, 1)), number)
        block = builder.select(descends, from_last, number)
        words.set(Word.BLOCK_X, builder.urem(block, width))
        row = builder.udiv(block, width)
        words.set(Word.BLOCK_Y, builder.urem(row, height))
        words.set(Word.BLOCK_Z, builder.udiv(row, height))
        failed = builder.call(run_block, [context])
        with builder.if_then(builder.icmp_unsigned("!=", failed, integer(32, 0))):
            request_stop(builder, context)
    builder.ret_void()
    return function


def _write_block(
    plan: ExecutionPlan,
    module: ir.Module,
    locations: LocationTable,
    step: ir.Function,
    lanes: ir.Function | None,
) -> ir.Function:
    """Write ``run_block``: rounds over the lane groups until all have ended."""
    function, builder, _ = internal_function(module, "run_block", I32, [POINTER])
    (context,) = function.args
    words = Words(builder, context, 64)
    states = builder.inttoptr(words.get(Word.STATE), POINTER)
    groups = integer(32, plan.groups)
    zero, one = integer(32, 0), integer(32, 1)
    resumes = builder.alloca(I32, size=plan.groups)
    resolve_barriers = write_resolve_barriers(plan, module, locations)
    pass_ = _write_pass(plan, module, step, lanes)
    resolve_collectives = write_resolve_collectives(plan, module) if plan.collectives else None
    delays = plan.polls and deliveries(plan, module)
    deliver = write_deliver_awaited(plan, module) if delays else None

    clear_block_state(builder, context, arrives=plan.arrives)
    if plan.delays:
        clear_in_flight(builder, context)
    with count_to(builder, groups) as index:
        builder.store(zero, builder.gep(resumes, [index], source_etype=I32))
    goes_on = Variable(builder, I32, one)
    backwards = _runs_backwards(plan, builder, words)

    def run(first: Value, count: Value) -> Value:
        """Let some lane groups run; return what is unusual about them."""
        flags = builder.call(pass_, [context, states, resumes, first, count, backwards])
        failed = builder.icmp_unsigned("==", flags, integer(32, _FAILED))
        with builder.if_then(failed, likely=False):
            builder.ret(one)
        return flags

    with loop_while(builder, lambda: builder.icmp_signed("==", goes_on.get(), one)):
        flags = Variable(builder, I32, zero)
        if resolve_collectives is None:
            flags.set(run(zero, groups))
        else:
            # The threads of a warp take turns until none of them can go on for the others.
            with count_to(builder, integer(32, -(-plan.groups // WARP))) as warp:
                turn = builder.select(
                    backwards, builder.sub(integer(32, -(-plan.groups // WARP) - 1), warp), warp
                )
                first = builder.mul(turn, integer(32, WARP))
                left = builder.sub(groups, first)
                whole = builder.icmp_unsigned(">", left, integer(32, WARP))
                count = builder.select(whole, integer(32, WARP), left)
                offset = builder.mul(builder.zext(first, I64), integer(64, plan.frame.nbytes))
                own_states = builder.gep(states, [offset], source_etype=I8)
                own_resumes = builder.gep(resumes, [first], source_etype=I32)
                again = Variable(builder, I32, one)
                with loop_while(builder, lambda: builder.icmp_signed("==", again.get(), one)):
                    found = run(first, count)
                    flags.set(builder.or_(flags.get(), found))
                    gathered = builder.and_(found, integer(32, _GATHERED))
                    again.set(zero)
                    with builder.if_then(builder.icmp_unsigned("!=", gathered, zero)):
                        arguments = [own_states, own_resumes, count]
                        again.set(builder.call(resolve_collectives, arguments))
        # Nearly always every lane group waits at barrier 0 for all others, and the barrier is open.
        is_unusual = builder.icmp_unsigned(
            "!=", builder.and_(flags.get(), integer(32, _UNUSUAL)), zero
        )
        with builder.if_then(is_unusual, likely=False):
            moved = builder.and_(flags.get(), integer(32, _MOVED))
            goes_on.set(builder.call(resolve_barriers, [context, states, resumes, moved]))
            failed = builder.icmp_signed("==", goes_on.get(), integer(32, RESOLVE_FAILED))
            with builder.if_then(failed):
                builder.ret(one)
            if deliver is not None:
                with builder.if_then(builder.icmp_signed("<", goes_on.get(), zero)):
                    found = builder.call(deliver, [context, states, resumes])
                    with builder.if_then(builder.icmp_signed("==", found, integer(32, FAILED))):
                        builder.ret(one)
                    delivered = builder.icmp_signed("==", found, integer(32, DELIVERED))
                    goes_on.set(builder.select(delivered, one, integer(32, NEVER)))
    stuck = builder.icmp_signed("<", goes_on.get(), zero)
    with builder.if_then(stuck):
        _record_deadlock(plan, builder, context, states, resumes)
        builder.ret(one)
    if plan.checked and plan.has_bulk_copies:
        builder.ret(builder.zext(check_awaited(builder, context), I32))
    else:
        builder.ret(zero)
    return function


def _runs_backwards(plan: ExecutionPlan, builder: ir.IRBuilder, words: Words) -> Value:
    """Return whether lane groups run in descending order: where blocks do.

    In checked mode every other block of a kernel with bulk copies has the opposite order. Whether
    warps that produce run before or after those that consume, mistakes of either side are then met
    in one block or the other.
    """
    descends = builder.icmp_unsigned("!=", words.get(Word.DESCENDING), integer(64, 0))
    if not (plan.checked and plan.has_bulk_copies):
        return descends
    number = builder.add(words.get(Word.BLOCK_X), words.get(Word.BLOCK_Y))
    even = builder.and_(builder.add(number, words.get(Word.BLOCK_Z)), integer(64, 1))
    return builder.xor(descends, builder.icmp_unsigned("==", even, integer(64, 0)))


def _write_pass(
    plan: ExecutionPlan, module: ir.Module, step: ir.Function, lanes: ir.Function | None
) -> ir.Function:
    """Write ``run_groups(context, states, resumes, first, count, backwards)``: one turn for each.

    It returns _FAILED, or what was met, as the flags _UNUSUAL, _MOVED and _GATHERED.
    """
    kinds = [POINTER, POINTER, POINTER, I32, I32, I1]
    function, builder, _ = internal_function(module, "run_groups", I32, kinds)
    context, states, resumes, first, count, backwards = function.args
    words = Words(builder, context, 64)
    parameters = builder.inttoptr(words.get(Word.PARAMETERS), POINTER)
    shared = builder.inttoptr(words.get(Word.SHARED), POINTER)
    flags = Variable(builder, I32, integer(32, 0))
    common = Variable(builder, I32, integer(32, 0))

    def flag(number: int) -> None:
        flags.set(builder.or_(flags.get(), integer(32, number)))

    with count_to(builder, count) as number:
        last = builder.sub(builder.sub(count, integer(32, 1)), number)
        index = builder.add(first, builder.select(backwards, last, number))
        place = builder.gep(resumes, [index], source_etype=I32)
        resume = builder.load(place, typ=I32, align=4)
        # Ended lane groups have negative resume points: as unsigned numbers, large ones.
        ready = builder.icmp_unsigned("<", resume, integer(32, WAITING))
        with builder.if_then(ready):
            offset = builder.mul(builder.zext(index, I64), integer(64, plan.frame.nbytes))
            state = builder.gep(states, [offset], source_etype=I8)
            arguments = (context, parameters, shared, state, index)
            code = _run_group(plan, builder, arguments, resume, step, lanes)
            plain = builder.icmp_unsigned("<", code, integer(32, POLLING))
            still = builder.icmp_signed("==", code, integer(32, ExitCode.STILL_WAITING))
            with builder.if_then(builder.not_(still)):
                builder.store(code, place, align=4)
            with builder.if_then(builder.not_(plain), likely=False):
                failed = builder.icmp_signed("==", code, integer(32, ExitCode.FAILED))
                with builder.if_then(failed):
                    builder.ret(integer(32, _FAILED))
                flag(_UNUSUAL)
                with builder.if_then(builder.not_(still)):
                    flag(_MOVED)
                if plan.collectives:
                    # The warp goes on taking turns; who waits must not.
                    positive = builder.icmp_signed(">=", code, integer(32, 0))

                    def has(bits: int) -> Value:
                        found = builder.and_(code, integer(32, bits))
                        return builder.icmp_unsigned("!=", found, integer(32, 0))

                    with builder.if_then(builder.and_(positive, has(COLLECTIVE | NAMED))):
                        builder.store(builder.or_(code, integer(32, WAITING)), place, align=4)
                    with builder.if_then(builder.and_(positive, has(COLLECTIVE))):
                        flag(_GATHERED)
            with builder.if_then(plain):
                flag(_MOVED)
                if plan.collectives:
                    flag(_UNUSUAL)
                    builder.store(builder.or_(code, integer(32, WAITING)), place, align=4)
                elif plan.lanes < WARP:
                    # Threads of a warp may be at different barriers.
                    differs = builder.icmp_unsigned("!=", code, common.get())
                    some = builder.icmp_unsigned("!=", common.get(), integer(32, 0))
                    with builder.if_then(builder.and_(some, differs), likely=False):
                        flag(_UNUSUAL)
                    common.set(code)
        with builder.if_then(builder.not_(ready), likely=False):
            flag(_UNUSUAL)
            if plan.collectives:
                gathers = builder.icmp_unsigned(
                    "!=", builder.and_(resume, integer(32, COLLECTIVE)), integer(32, 0)
                )
                alive = builder.icmp_signed(">=", resume, integer(32, 0))
                with builder.if_then(builder.and_(gathers, alive)):
                    flag(_GATHERED)
    builder.ret(flags.get())
    return function


def _record_deadlock(
    plan: ExecutionPlan, builder: ir.IRBuilder, context: Value, states: Value, resumes: Value
) -> None:
    """Record a deadlock: of the first group that waits for an mbarrier, or else of the first."""
    shared = builder.inttoptr(Words(builder, context, 64).get(Word.SHARED), POINTER)
    found = Variable(builder, I32, integer(32, 0))
    with count_to(builder, integer(32, plan.groups)) as index:
        place = builder.gep(resumes, [index], source_etype=I32)
        resume = builder.load(place, typ=I32, align=4)
        offset = builder.mul(builder.zext(index, I64), integer(64, plan.frame.nbytes))
        header = Words(builder, builder.gep(states, [offset], source_etype=I8), 32)
        location = builder.zext(header.get(WAIT_LOCATION), I64)
        thread = builder.mul(index, integer(32, plan.lanes))
        waits = builder.icmp_signed(">=", resume, integer(32, 0))
        first = builder.icmp_unsigned("==", found.get(), integer(32, 0))
        with builder.if_then(builder.and_(waits, first)):
            found.set(integer(32, 1))
            record_failure(builder, context, Failure.DEADLOCK, location, integer(64, 0), thread)
        if plan.polls:
            polls = builder.and_(resume, integer(32, POLLING))
            polls = builder.icmp_unsigned("!=", polls, integer(32, 0))
            with builder.if_then(builder.and_(polls, waits)):
                address = builder.zext(header.get(MBARRIER), I64)
                cell = builder.gep(shared, [address], source_etype=I8)
                word = builder.load(cell, typ=I64, align=8)
                failure = Failure.STUCK_WAIT
                record_failure(builder, context, failure, location, address, thread, word)
                builder.ret(integer(32, 1))


def _run_group(
    plan: ExecutionPlan,
    builder: ir.IRBuilder,
    arguments: tuple[Value, ...],
    resume: Value,
    step: ir.Function,
    lanes: ir.Function | None,
) -> Value:
    """Run a lane group until it waits, ends or fails (also if all are to stop); return its code."""
    *pointers, index = arguments
    thread = builder.mul(index, integer(32, plan.lanes))

    def stop_if_asked() -> None:
        with builder.if_then(is_stopped(builder, pointers[0]), likely=False):
            builder.ret(integer(32, _FAILED))

    if lanes is None:
        stop_if_asked()
        return builder.call(step, [*pointers, thread, resume])
    code = Variable(builder, I32, resume)
    again = Variable(builder, I32, integer(32, 1))
    with loop_while(builder, lambda: builder.icmp_signed("==", again.get(), integer(32, 1))):
        stop_if_asked()
        apart = builder.icmp_signed("==", code.get(), integer(32, RESUME_DIVERGED))
        with builder.if_else(apart) as (one_by_one, at_once):
            with one_by_one:
                code.set(builder.call(lanes, [*pointers, thread]))
            with at_once:
                code.set(builder.call(step, [*pointers, thread, code.get()]))
        diverged = builder.icmp_signed("==", code.get(), integer(32, ExitCode.DIVERGED))
        met = builder.icmp_signed(">=", code.get(), integer(32, RESUME_RECONVERGED))
        again.set(builder.zext(builder.or_(diverged, met), I32))
        with builder.if_then(diverged):
            code.set(integer(32, RESUME_DIVERGED))
    return code.get()


def _write_lanes(plan: ExecutionPlan, module: ir.Module, lane: ir.Function) -> ir.Function:
    """Write ``run_lanes``: every lane of a lane group to its reconvergence, barrier or end."""
    kind = ir.FunctionType(I32, [POINTER, POINTER, POINTER, POINTER, I32])
    function = ir.Function(module, kind, "run_lanes")
    function.linkage = "internal"
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    context, parameters, shared, state, thread = function.args
    header = Words(builder, state, 32)
    lanes = integer(32, plan.lanes)
    counters = builder.gep(state, [integer(64, plan.frame.counters)], source_etype=I8)

    def counter_of(index: Value) -> Value:
        offset = builder.mul(builder.zext(index, I64), integer(64, 4))
        return builder.gep(counters, [offset], source_etype=I8)

    again = Variable(builder, I32, integer(32, 1))
    with loop_while(builder, lambda: builder.icmp_signed("==", again.get(), integer(32, 1))):
        again.set(integer(32, 0))
        met = Variable(builder, I32, integer(32, 0))
        place = Variable(builder, I32, integer(32, -1))
        elsewhere = Variable(builder, I32, integer(32, 0))
        with count_to(builder, lanes) as index:
            counter = counter_of(index)
            resume = builder.load(counter, typ=I32, align=4)
            runs = builder.icmp_signed("!=", resume, integer(32, ExitCode.DONE))
            code = Variable(builder, I32, integer(32, ExitCode.DONE))
            with builder.if_then(runs):
                self_thread = builder.add(thread, index)
                stop = header.get(RECONVERGENCE)
                arguments = [context, parameters, shared, state, self_thread, index, resume, stop]
                code.set(builder.call(lane, arguments))
            result = code.get()
            with builder.if_then(builder.icmp_signed("==", result, integer(32, ExitCode.FAILED))):
                builder.ret(integer(32, ExitCode.FAILED))
            is_met = builder.icmp_signed("==", result, integer(32, ExitCode.RECONVERGED))
            builder.store(
                builder.select(is_met, header.get(RECONVERGENCE), result), counter, align=4
            )
            met.set(builder.add(met.get(), builder.zext(is_met, I32)))
            with builder.if_then(builder.icmp_signed(">=", result, integer(32, AT_BARRIER))):
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
            # Plans take lane groups of one thread where this can be, unless they are told
            # otherwise.
            location = builder.zext(header.get(WAIT_LOCATION), I64)
            nothing = integer(64, 0)
            record_failure(builder, context, Failure.DIVERGED_BARRIER, location, nothing, thread)
            builder.ret(integer(32, ExitCode.FAILED))
        with builder.if_then(someone_waits):
            builder.ret(integer(32, RESUME_DIVERGED))
        with builder.if_then(builder.icmp_signed("==", met.get(), lanes)):
            builder.ret(builder.add(header.get(RECONVERGENCE), integer(32, RESUME_RECONVERGED)))
        # Some lanes have ended: the others go on one at a time, and never meet all again.
        with builder.if_then(someone_met):
            header.set(RECONVERGENCE, integer(32, -1))
            again.set(integer(32, 1))
    builder.ret(integer(32, ExitCode.DONE))
    return function
