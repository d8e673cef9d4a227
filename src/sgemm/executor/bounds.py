"""Whether an access lies inside the block's shared memory, or inside one allocation."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.context import Word
from sgemm.executor.llvm_types import I1, I8, I32, I64, POINTER, integer
from sgemm.executor.structured import Variable, Words, internal_function, loop_while

_KINDS: list[ir.Type] = [POINTER, I64, I64]


def inside_shared(module: ir.Module) -> ir.Function:
    """Return ``inside_shared(context, address, size)``: is it within the block's memory."""
    function, builder, is_new = internal_function(module, "inside_shared", I1, _KINDS)
    if not is_new:
        return function
    context, address, size = function.args
    words = Words(builder, context, 64)
    end_of_access = builder.add(address, size)
    after = builder.icmp_unsigned(">=", address, words.get(Word.SHARED_BEGIN))
    before = builder.icmp_unsigned("<=", end_of_access, words.get(Word.SHARED_END))
    wraps = builder.icmp_unsigned("<", end_of_access, address)
    builder.ret(builder.and_(builder.and_(after, before), builder.not_(wraps)))
    return function


def inside_global(module: ir.Module) -> ir.Function:
    """Return ``inside_global(context, address, size)``: is it within any one allocation."""
    function, builder, is_new = internal_function(module, "inside_global", I1, _KINDS)
    if not is_new:
        return function
    context, address, size = function.args
    words = Words(builder, context, 64)
    table = builder.inttoptr(words.get(Word.ALLOCATIONS), POINTER)
    count = builder.trunc(words.get(Word.ALLOCATION_COUNT), I32)
    index = Variable(builder, I32, integer(32, 0))
    end_of_access = builder.add(address, size)
    with builder.if_then(builder.icmp_unsigned("<", end_of_access, address)):
        builder.ret(ir.Constant(I1, 0))
    with loop_while(builder, lambda: builder.icmp_unsigned("<", index.get(), count)):
        row = builder.mul(builder.zext(index.get(), I64), integer(64, 16))
        bounds = Words(builder, builder.gep(table, [row], source_etype=I8), 64)
        after = builder.icmp_unsigned(">=", address, bounds.get(0))
        before = builder.icmp_unsigned("<=", end_of_access, bounds.get(1))
        with builder.if_then(builder.and_(after, before)):
            builder.ret(ir.Constant(I1, 1))
        index.set(builder.add(index.get(), integer(32, 1)))
    builder.ret(ir.Constant(I1, 0))
    return function
