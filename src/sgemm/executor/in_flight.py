"""Asynchronous copies between their instruction and the wait for them (checked mode).

A GPU makes such a copy at any time between the two. Here it is made twice: when it is issued, into
an image of shared memory that no kernel sees, and as late as the rules allow, into shared memory.
Where the two differ, the source has changed under the copy. In between the bytes of the target are
nobody's to touch. Behind its wait they are the copying thread's alone, until that thread does
something by which others can know: it arrives at a barrier, say. A mark of 16 bits for each word of
shared memory says so.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.context import Failure, Word
from sgemm.executor.failures import record_failure
from sgemm.executor.llvm_types import I1, I8, I16, I32, I64, POINTER, Value, integer
from sgemm.executor.structured import Variable, Words, count_to, internal_function, loop_while

MARK_BYTES = 2
_WORD_BYTES = 4
"""Copies move whole words."""

_FREE, _UNDER_WAY, _FIRST_THREAD = 0, 1, 2
"""Marks; a word that thread t has copied and that others do not know of has _FIRST_THREAD + t."""


def clear_in_flight(builder: ir.IRBuilder, context: Value) -> None:
    """Emit code that forgets what another block left."""
    words = Words(builder, context, 64)
    begin, end = words.get(Word.SHARED_BEGIN), words.get(Word.SHARED_END)
    _mark(builder, context, begin, builder.sub(end, begin), integer(16, _FREE))


def begin_copy(builder: ir.IRBuilder, context: Value, target: Value, nbytes: Value) -> None:
    """Emit code after which a range of shared memory is that of a copy."""
    _mark(builder, context, target, nbytes, integer(16, _UNDER_WAY))


def end_copy(
    builder: ir.IRBuilder,
    context: Value,
    shared: Value,
    target: Value,
    nbytes: Value,
    location: Value,
    thread: Value,
) -> Value:
    """Emit code that ends a copy which has been made; true if its source had changed.

    Its bytes are anybody's, or with :func:`own_copy` those of the thread.
    """
    _mark(builder, context, target, nbytes, integer(16, _FREE))
    arguments = [context, shared, target, nbytes, location, thread]
    return builder.call(_compare(builder.module), arguments)


def own_copy(
    builder: ir.IRBuilder, context: Value, target: Value, nbytes: Value, thread: Value
) -> None:
    """Emit code after which a range of shared memory is that of the thread that has copied it."""
    mark = builder.add(builder.trunc(thread, I16), integer(16, _FIRST_THREAD))
    _mark(builder, context, target, nbytes, mark)


def free_copy(builder: ir.IRBuilder, context: Value, target: Value, nbytes: Value) -> None:
    """Emit code after which a range of shared memory is anybody's."""
    _mark(builder, context, target, nbytes, integer(16, _FREE))


def early_image(builder: ir.IRBuilder, context: Value) -> Value:
    """Return where shared address 0 is in the image to which copies are made when issued."""
    return builder.inttoptr(Words(builder, context, 64).get(Word.EARLY), POINTER)


def in_flight(module: ir.Module) -> ir.Function:
    """Return ``in_flight(context, address, nbytes, thread)``: are any bytes not this thread's.

    It returns the Failure that an access to them is, or 0.
    """
    function, builder, is_new = internal_function(
        module, "in_flight", I64, [POINTER, I64, I64, I32], inline=False
    )
    if not is_new:
        return function
    context, address, nbytes, thread = function.args
    last = builder.sub(builder.add(address, nbytes), integer(64, 1))
    own = builder.add(builder.trunc(thread, I16), integer(16, _FIRST_THREAD))
    place = Variable(builder, I64, _place(builder, context, address))
    end = _place(builder, context, last)
    with loop_while(builder, lambda: builder.icmp_unsigned("<=", place.get(), end)):
        mark = builder.load(builder.inttoptr(place.get(), POINTER), typ=I16, align=MARK_BYTES)
        taken = builder.icmp_unsigned("!=", mark, integer(16, _FREE))
        taken = builder.and_(taken, builder.icmp_unsigned("!=", mark, own))
        with builder.if_then(taken):
            under_way = builder.icmp_unsigned("==", mark, integer(16, _UNDER_WAY))
            failures = (integer(64, Failure.IN_FLIGHT), integer(64, Failure.NOT_SYNCHRONIZED))
            builder.ret(builder.select(under_way, *failures))
        place.set(builder.add(place.get(), integer(64, MARK_BYTES)))
    builder.ret(integer(64, Failure.NONE))
    return function


def _place(builder: ir.IRBuilder, context: Value, address: Value) -> Value:
    """Return the address of the mark of a word of shared memory."""
    start = Words(builder, context, 64).get(Word.IN_FLIGHT)
    word = builder.udiv(address, integer(64, _WORD_BYTES))
    return builder.add(start, builder.mul(word, integer(64, MARK_BYTES)))


def _mark(builder: ir.IRBuilder, context: Value, start: Value, nbytes: Value, mark: Value) -> None:
    """Emit code that marks a range of whole words."""
    first = builder.inttoptr(_place(builder, context, start), POINTER)
    count = builder.udiv(nbytes, integer(64, _WORD_BYTES))
    builder.call(_write_marks(builder.module), [first, builder.trunc(count, I32), mark])


def _write_marks(module: ir.Module) -> ir.Function:
    kinds = [POINTER, I32, I16]
    function, builder, is_new = internal_function(
        module, "write_marks", ir.VoidType(), kinds, inline=False
    )
    if is_new:
        first, count, mark = function.args
        with count_to(builder, count) as number:
            builder.store(mark, builder.gep(first, [number], source_etype=I16), align=MARK_BYTES)
        builder.ret_void()
    return function


def _compare(module: ir.Module) -> ir.Function:
    """Return ``compare_copies(context, shared, target, nbytes, ...)``; true if one differs."""
    kinds = [POINTER, POINTER, I64, I64, I64, I64]
    function, builder, is_new = internal_function(module, "compare_copies", I1, kinds, inline=False)
    if not is_new:
        return function
    context, shared, target, nbytes, location, thread = function.args
    early = early_image(builder, context)
    place = Variable(builder, I64, target)
    end = builder.add(target, nbytes)
    with loop_while(builder, lambda: builder.icmp_unsigned("<", place.get(), end)):
        one, other = (
            builder.load(builder.gep(image, [place.get()], source_etype=I8), typ=I32, align=4)
            for image in (early, shared)
        )
        with builder.if_then(builder.icmp_unsigned("!=", one, other), likely=False):
            record_failure(builder, context, Failure.SOURCE_CHANGED, location, place.get(), thread)
            builder.ret(ir.Constant(I1, 1))
        place.set(builder.add(place.get(), integer(64, 4)))
    builder.ret(ir.Constant(I1, 0))
    return function
