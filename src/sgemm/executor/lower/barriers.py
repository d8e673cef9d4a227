"""Barriers: their numbers, and reductions: what each lane group brings, and what all of them get.

A lane group counts those of its lanes that vote, and the runtime adds the counts of all groups that
pass the barrier together (runtime/barriers.c). Some lane's predicate holds where the sum is not
zero. All of them hold where nobody votes against: for that lanes vote if theirs does not hold.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.abi import BARRIER_COUNT, Failure, Header, Reduction
from sgemm.executor.lane_count import WARP
from sgemm.executor.llvm_types import I32, Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.waits import is_reduction
from sgemm.ptx.syntax import PREDICATE, Instruction


def check_barrier(
    emitter: Emitter, barrier: Value, count: Value | None, thread: Value | None = None
) -> None:
    """Emit the check of a barrier's number and threads where registers have them."""
    builder = emitter.builder
    # Constants were checked when the kernel was read.
    if not isinstance(barrier, ir.Constant):
        is_wrong = builder.icmp_unsigned(">", barrier, integer(32, BARRIER_COUNT - 1))
        emitter.fail_if(is_wrong, Failure.NO_BARRIER, barrier, thread)
    if count is not None and not isinstance(count, ir.Constant):
        rest = builder.urem(count, integer(32, WARP))
        is_part = builder.icmp_unsigned("!=", rest, integer(32, 0))
        is_none = builder.icmp_unsigned("==", count, integer(32, 0))
        emitter.fail_if(builder.or_(is_part, is_none), Failure.WRONG_THREADS, count, thread)


def bring_votes(emitter: Emitter, instruction: Instruction) -> None:
    """Leave in the header how many lanes vote at a barrier, and on what."""
    if not emitter.plan.reduces:
        return
    kind = _reduction(instruction)
    emitter.set_header(Header.REDUCTION, integer(32, kind))
    if kind is Reduction.NONE:
        return
    builder = emitter.builder
    votes = emitter.vector(instruction.operands[-1], PREDICATE)
    if kind is Reduction.AND:
        votes = builder.not_(votes)
    bits = ir.IntType(emitter.lanes)
    count = builder.intrinsic("ctpop", builder.bitcast(votes, bits))
    resize = builder.zext if emitter.lanes < I32.width else builder.trunc
    count = count if bits == I32 else resize(count, I32)
    if emitter.lanes < emitter.plan.lanes:
        # Lanes that diverged come one at a time.
        count = builder.add(emitter.header(Header.VALUE), count)
    emitter.set_header(Header.VALUE, count)


def take_result(emitter: Emitter, instruction: Instruction) -> None:
    """Write what the votes of all threads at a barrier made, if they vote there."""
    if not is_reduction(instruction):
        return
    count = emitter.header(Header.RESULT)
    match _reduction(instruction):
        case Reduction.AND:
            count = emitter.builder.icmp_unsigned("==", count, integer(32, 0))
        case Reduction.OR:
            count = emitter.builder.icmp_unsigned("!=", count, integer(32, 0))
    emitter.write(instruction.operands[0], count)


def _reduction(instruction: Instruction) -> Reduction:
    if not is_reduction(instruction):
        return Reduction.NONE
    return next(each for each in Reduction if each.name.lower() in instruction.modifiers)
