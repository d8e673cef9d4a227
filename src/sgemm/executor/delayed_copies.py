"""When copies that are under way are made, in checked mode: as late as they may be.

That is when no lane group of a block can go on without them. Then those copies are made for whose
mbarriers lane groups wait, and no others. Only in kernels that also ask whether a phase is complete
(``mbarrier.test_wait``), where lane groups can always go on, a lane group's second attempt makes
them.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.block_state import ARRIVAL_COUNT, COPY_COUNT, block_state
from sgemm.executor.bulk_copies import deliver_for
from sgemm.executor.context import POLLING, Word
from sgemm.executor.copies import deliver_arrivals
from sgemm.executor.frame_header import MBARRIER
from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.structured import Words, count_to, internal_function

NOTHING, DELIVERED, FAILED = range(3)
"""What ``deliver_awaited`` returns."""


def deliveries(plan: ExecutionPlan, module: ir.Module) -> list[ir.Function]:
    """Return functions (context, shared, mbarrier) that make copies; true if one failed."""
    found = []
    if plan.checked and plan.has_bulk_copies:
        found.append(deliver_for(module))
    if plan.delays_copies:
        state = plan.frame
        found.append(deliver_arrivals(module, plan.groups, state.nbytes, state.copies))
    return found


def write_deliver_awaited(plan: ExecutionPlan, module: ir.Module) -> ir.Function:
    """Write ``deliver_awaited(context, states, resumes)``: make all copies that groups wait for."""
    kinds = [POINTER, POINTER, POINTER]
    function, builder, _ = internal_function(module, "deliver_awaited", I32, kinds, inline=False)
    context, states, resumes = function.args
    shared = builder.inttoptr(Words(builder, context, 64).get(Word.SHARED), POINTER)
    before = _under_way(builder, context)
    with count_to(builder, integer(32, plan.groups)) as index:
        place = builder.gep(resumes, [index], source_etype=I32)
        resume = builder.load(place, typ=I32, align=4)
        polls = builder.and_(
            builder.icmp_signed(">=", resume, integer(32, 0)),
            builder.icmp_unsigned("!=", builder.and_(resume, integer(32, POLLING)), integer(32, 0)),
        )
        with builder.if_then(polls):
            offset = builder.mul(builder.zext(index, I64), integer(64, plan.frame.nbytes))
            header = Words(builder, builder.gep(states, [offset], source_etype=I8), 32)
            address = builder.zext(header.get(MBARRIER), I64)
            for make in deliveries(plan, module):
                failed = builder.call(make, [context, shared, address])
                with builder.if_then(failed, likely=False):
                    builder.ret(integer(32, FAILED))
    changed = builder.icmp_unsigned("!=", _under_way(builder, context), before)
    builder.ret(builder.select(changed, integer(32, DELIVERED), integer(32, NOTHING)))
    return function


def _under_way(builder: ir.IRBuilder, context: Value) -> Value:
    counters = Words(builder, block_state(builder, context), 32)
    return builder.add(counters.get(COPY_COUNT), counters.get(ARRIVAL_COUNT))
