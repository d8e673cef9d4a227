"""Generated code that ends collectives: what the threads of a warp do together."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir

from sgemm.executor.context import COLLECTIVE, WAITING
from sgemm.executor.frame_header import CLAMP, FLAG, KIND, LANE, MASK, RESULT, VALUE, Collective
from sgemm.executor.lane_count import WARP
from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer
from sgemm.executor.lower.collectives import source_lane
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.structured import Variable, Words, count_to, internal_function

HeaderOf = Callable[[Value], Words]


def write_resolve_collectives(plan: ExecutionPlan, module: ir.Module) -> ir.Function:
    """Write ``resolve_collectives(states, resumes, count)``: end complete collectives.

    The pointers are those of the warp's first thread, whose lane groups are threads. Nobody waits
    for threads that have ended, or that the block does not have. It returns 1 if a thread can go
    on.
    """
    kinds = [POINTER, POINTER, I32]
    function, builder, _ = internal_function(
        module, "resolve_collectives", I32, kinds, inline=False
    )
    states, resumes, count = function.args
    zero, one = integer(32, 0), integer(32, 1)

    def place_of(lane: Value) -> Value:
        return builder.gep(resumes, [lane], source_etype=I32)

    def header_of(lane: Value) -> Words:
        offset = builder.mul(builder.zext(lane, I64), integer(64, plan.frame.nbytes))
        return Words(builder, builder.gep(states, [offset], source_etype=I8), 32)

    def waits(lane: Value) -> Value:
        resume = builder.load(place_of(lane), typ=I32, align=4)
        both = integer(32, WAITING | COLLECTIVE)
        has_both = builder.icmp_unsigned("==", builder.and_(resume, both), both)
        return builder.and_(has_both, builder.icmp_signed(">=", resume, zero))

    def takes_part(mask: Value, lane: Value) -> Value:
        return builder.icmp_unsigned("!=", builder.and_(builder.lshr(mask, lane), one), zero)

    def has_ended(lane: Value) -> Value:
        resume = builder.load(place_of(lane), typ=I32, align=4)
        return builder.icmp_signed("<", resume, zero)

    released = Variable(builder, I32, zero)
    with count_to(builder, count) as first, builder.if_then(waits(first)):
        header = header_of(first)
        mask, kind = header.get(MASK), header.get(KIND)
        complete = Variable(builder, I32, one)
        present = Variable(builder, I32, zero)
        ballot = Variable(builder, I32, zero)
        with (
            count_to(builder, count) as lane,
            builder.if_then(takes_part(mask, lane)),
            builder.if_then(builder.not_(has_ended(lane))),
        ):
            here = Variable(builder, I32, zero)
            with builder.if_then(waits(lane)):
                other = header_of(lane)
                same = builder.and_(
                    builder.icmp_unsigned("==", other.get(MASK), mask),
                    builder.icmp_unsigned("==", other.get(KIND), kind),
                )
                here.set(builder.zext(same, I32))
                voted = builder.icmp_unsigned("!=", other.get(VALUE), zero)
                bit = builder.shl(builder.zext(voted, I32), lane)
                ballot.set(builder.or_(ballot.get(), bit))
            present.set(builder.or_(present.get(), builder.shl(here.get(), lane)))
            complete.set(builder.and_(complete.get(), here.get()))
        with builder.if_then(builder.icmp_unsigned("!=", complete.get(), zero)):
            released.set(one)
            with (
                count_to(builder, count) as lane,
                builder.if_then(takes_part(present.get(), lane)),
            ):
                _give(builder, header_of, kind, lane, present.get(), ballot.get())
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
    present: Value,
    ballot: Value,
) -> None:
    """Emit what a lane gets from a collective of the lanes that are present.

    A shuffle from another lane gives 0, as it does on an H200; PTX leaves it undefined.
    """
    own = header_of(lane)
    for gathered, result in ((Collective.VOTE, ballot), (Collective.ELECT, present)):
        with builder.if_then(builder.icmp_unsigned("==", kind, integer(32, gathered))):
            own.set(RESULT, result)
            own.set(MASK, present)
    for shuffle in (Collective.UP, Collective.DOWN, Collective.BFLY, Collective.IDX):
        with builder.if_then(builder.icmp_unsigned("==", kind, integer(32, shuffle))):
            found = source_lane(builder, shuffle, lane, own.get(LANE), own.get(CLAMP))
            valid = builder.icmp_unsigned("<", found, integer(32, WARP))
            place = builder.select(valid, found, lane)
            own.set(RESULT, integer(32, 0))
            bit = builder.and_(builder.lshr(present, place), integer(32, 1))
            with builder.if_then(builder.icmp_unsigned("!=", bit, integer(32, 0))):
                own.set(RESULT, header_of(place).get(VALUE))
            own.set(FLAG, builder.zext(valid, I32))
