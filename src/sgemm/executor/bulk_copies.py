"""Bulk copies: boxes of a tensor, or plain runs of bytes, into shared memory.

A copy counts its bytes off the tx-count of an mbarrier when it is complete. It is made when it is
issued, which is as legal as any later time. In checked mode it is made as late as possible
instead (see delayed_copies.py), and until then its bytes in shared memory are nobody's to read or
write (see in_flight.py).

What is under way lies in the state of the block, ten words each (:class:`_Copy`).
"""

from __future__ import annotations

import enum
from collections.abc import Callable

from llvmlite import ir

from sgemm.executor.block_state import CAPACITY, COPIES, COPY_COUNT, COPY_WORDS, block_state
from sgemm.executor.bounds import inside_global
from sgemm.executor.context import Failure, Word
from sgemm.executor.failures import record_failure
from sgemm.executor.in_flight import begin_copy, early_image, end_copy, in_flight
from sgemm.executor.llvm_types import I1, I8, I32, I64, POINTER, Value, call_intrinsic, integer
from sgemm.executor.mbarriers import update
from sgemm.executor.structured import Variable, Words, internal_function, loop_while
from sgemm.executor.tensor_map import (
    CHUNK_BYTES,
    ELEMENT_BYTES,
    MAGIC,
    MAX_RANK,
    TENSOR_MAP_ALIGNMENT,
    TENSOR_MAP_BYTES,
    Field,
)

BOX_ALIGNMENT = 128
"""Shared addresses to which boxes are copied are multiples of this."""

_CHUNK = ir.VectorType(I32, 4)


class _Copy(enum.IntEnum):
    """Index of a word of a copy."""

    SOURCE = 0
    """Address of a tensor map, or of the first byte of a plain run."""
    TARGET = 1
    """Shared address."""
    BARRIER = 2
    """Shared address of the mbarrier."""
    NBYTES = 3
    X = 4
    """Coordinates, 32 bits each, signed."""
    Y = 5
    Z = 6
    RANK = 7
    """Coordinates given; 0 for a plain run."""
    LOCATION = 8
    THREAD = 9


_KINDS: list[ir.Type] = [POINTER, POINTER, *[I64] * COPY_WORDS]


def issue(module: ir.Module, *, delayed: bool) -> ir.Function:
    """Return ``bulk_copy(context, shared, source, target, ...)``; true if it failed.

    The arguments behind ``shared`` are the words of a copy; the size of a box is found here.
    """
    function, builder, is_new = internal_function(module, "bulk_copy", I1, _KINDS, inline=False)
    if not is_new:
        return function
    context, shared, *given = function.args
    words = Words(builder, context, 64)
    location, thread = given[_Copy.LOCATION], given[_Copy.THREAD]
    target, source, rank = given[_Copy.TARGET], given[_Copy.SOURCE], given[_Copy.RANK]

    def fail_if(condition: Value, failure: Failure, address: Value) -> None:
        _fail_if(builder, context, condition, failure, location, address, thread)

    size = Variable(builder, I64, given[_Copy.NBYTES])
    is_box = builder.icmp_unsigned("!=", rank, integer(64, 0))
    with builder.if_else(is_box) as (box, run):
        with box:
            _check_map(builder, context, source, rank, fail_if)
            tensor = Words(builder, builder.inttoptr(source, POINTER), 64)
            total = integer(64, ELEMENT_BYTES)
            for axis in range(MAX_RANK):
                total = builder.mul(total, tensor.get(Field.BOX + axis))
            size.set(total)
            fail_if(_misfit(builder, target, BOX_ALIGNMENT), Failure.MISALIGNED, target)
            # An H200 calls it an illegal instruction.
            column = given[_Copy.X]
            ragged = _misfit(builder, column, CHUNK_BYTES // ELEMENT_BYTES)
            fail_if(ragged, Failure.MISALIGNED_COLUMN, column)
        with run:
            fail_if(_misfit(builder, size.get(), CHUNK_BYTES), Failure.WRONG_SIZE, size.get())
            fail_if(_misfit(builder, source, CHUNK_BYTES), Failure.MISALIGNED, source)
            fail_if(_misfit(builder, target, CHUNK_BYTES), Failure.MISALIGNED, target)
    end = builder.add(target, size.get())
    below = builder.icmp_unsigned("<", target, words.get(Word.SHARED_BEGIN))
    above = builder.icmp_unsigned(">", end, words.get(Word.SHARED_END))
    fail_if(builder.or_(below, above), Failure.OUTSIDE_SHARED, target)
    copy = [*given]
    copy[_Copy.NBYTES] = size.get()
    if delayed:
        issuer = builder.trunc(thread, I32)
        failure = builder.call(in_flight(module), [context, target, size.get(), issuer])
        overlaps = builder.icmp_unsigned("!=", failure, integer(64, 0))
        fail_if(overlaps, Failure.IN_FLIGHT, target)
        state = block_state(builder, context)
        counters = Words(builder, state, 32)
        full = builder.icmp_unsigned("==", counters.get(COPY_COUNT), integer(32, CAPACITY))
        with builder.if_then(full, likely=False):
            failed = builder.call(_deliver(module), [context, shared, integer(32, 0)])
            with builder.if_then(failed):
                builder.ret(ir.Constant(I1, 1))
        count = counters.get(COPY_COUNT)
        entry = _entry(builder, state, count)
        for index, value in enumerate(copy):
            entry.set(index, value)
        counters.set(COPY_COUNT, builder.add(count, integer(32, 1)))
        early = early_image(builder, context)
        failed = builder.call(_move(module, checked=True), [context, early, *copy])
        begin_copy(builder, context, target, size.get())
        builder.ret(failed)
    else:
        builder.ret(builder.call(_make(module, checked=False), [context, shared, *copy]))
    return function


def deliver_for(module: ir.Module) -> ir.Function:
    """Return ``deliver_for(context, shared, barrier)``: make all copies for an mbarrier.

    True if one failed.
    """
    function, builder, is_new = internal_function(
        module, "deliver_for", I1, [POINTER, POINTER, I64], inline=False
    )
    if not is_new:
        return function
    context, shared, barrier = function.args
    state = block_state(builder, context)
    counters = Words(builder, state, 32)
    place = Variable(builder, I32, integer(32, 0))
    with loop_while(
        builder, lambda: builder.icmp_unsigned("<", place.get(), counters.get(COPY_COUNT))
    ):
        entry = _entry(builder, state, place.get())
        ours = builder.icmp_unsigned("==", entry.get(_Copy.BARRIER), barrier)
        with builder.if_else(ours) as (then, otherwise):
            with then:
                failed = builder.call(_deliver(module), [context, shared, place.get()])
                with builder.if_then(failed, likely=False):
                    builder.ret(ir.Constant(I1, 1))
            with otherwise:
                place.set(builder.add(place.get(), integer(32, 1)))
    builder.ret(ir.Constant(I1, 0))
    return function


def check_awaited(builder: ir.IRBuilder, context: Value) -> Value:
    """Emit code that is true, with an error, if a copy is still under way as a block ends."""
    state = block_state(builder, context)
    some = builder.icmp_unsigned("!=", Words(builder, state, 32).get(COPY_COUNT), integer(32, 0))
    with builder.if_then(some, likely=False):
        entry = _entry(builder, state, integer(32, 0))
        record_failure(
            builder,
            context,
            Failure.UNAWAITED,
            entry.get(_Copy.LOCATION),
            entry.get(_Copy.TARGET),
            entry.get(_Copy.THREAD),
        )
    return some


def _deliver(module: ir.Module) -> ir.Function:
    """Return ``deliver(context, shared, place)``: make a copy that is under way; true if failed."""
    function, builder, is_new = internal_function(
        module, "deliver", I1, [POINTER, POINTER, I32], inline=False
    )
    if not is_new:
        return function
    context, shared, place = function.args
    state = block_state(builder, context)
    counters = Words(builder, state, 32)
    entry = _entry(builder, state, place)
    copy = [entry.get(word) for word in range(COPY_WORDS)]
    count = builder.sub(counters.get(COPY_COUNT), integer(32, 1))
    counters.set(COPY_COUNT, count)
    current = Variable(builder, I32, place)
    with loop_while(builder, lambda: builder.icmp_unsigned("<", current.get(), count)):
        # The others keep their order.
        following = builder.add(current.get(), integer(32, 1))
        here, behind = (_entry(builder, state, index) for index in (current.get(), following))
        for word in range(COPY_WORDS):
            here.set(word, behind.get(word))
        current.set(following)
    failed = builder.call(_make(module, checked=True), [context, shared, *copy])
    with builder.if_then(failed, likely=False):
        builder.ret(failed)
    target, nbytes, location, thread = (
        copy[word] for word in (_Copy.TARGET, _Copy.NBYTES, _Copy.LOCATION, _Copy.THREAD)
    )
    builder.ret(end_copy(builder, context, shared, target, nbytes, location, thread))
    return function


def _make(module: ir.Module, *, checked: bool) -> ir.Function:
    """Return a function that moves the bytes of a copy and tells its mbarrier; true if failed."""
    function, builder, is_new = internal_function(module, "make_copy", I1, _KINDS, inline=False)
    if not is_new:
        return function
    context, shared, *copy = function.args
    failed = builder.call(_move(module, checked=checked), [context, shared, *copy])
    with builder.if_then(failed, likely=False):
        builder.ret(failed)
    arrived = builder.neg(builder.trunc(copy[_Copy.NBYTES], I32))
    arguments = [
        context,
        shared,
        copy[_Copy.BARRIER],
        integer(32, 0),
        arrived,
        copy[_Copy.LOCATION],
        builder.trunc(copy[_Copy.THREAD], I32),
    ]
    builder.ret(builder.call(update(module), arguments))
    return function


def _move(module: ir.Module, *, checked: bool) -> ir.Function:
    """Return a function that moves the bytes of a copy to an image of shared memory."""
    function, builder, is_new = internal_function(module, "move_bulk", I1, _KINDS, inline=False)
    if not is_new:
        return function
    context, image, *copy = function.args
    location, thread, nbytes = copy[_Copy.LOCATION], copy[_Copy.THREAD], copy[_Copy.NBYTES]

    def check(address: Value, size: Value) -> None:
        if checked:
            inside = builder.call(inside_global(module), [context, address, size])
            outside = builder.not_(inside)
            _fail_if(builder, context, outside, Failure.OUTSIDE, location, address, thread)

    is_box = builder.icmp_unsigned("!=", copy[_Copy.RANK], integer(64, 0))
    with builder.if_else(is_box) as (box, run):
        with box:
            _copy_box(builder, image, copy, check)
        with run:
            source, target = copy[_Copy.SOURCE], copy[_Copy.TARGET]
            check(source, nbytes)
            to = builder.gep(image, [target], source_etype=I8)
            arguments = [to, builder.inttoptr(source, POINTER), nbytes, ir.Constant(I1, 0)]
            kinds = [POINTER, POINTER, I64]
            call_intrinsic(builder, "memcpy", kinds, ir.VoidType(), arguments)
    builder.ret(ir.Constant(I1, 0))
    return function


def _copy_box(
    builder: ir.IRBuilder, shared: Value, copy: list[Value], check: Callable[[Value, Value], None]
) -> None:
    """Emit the loops over the rows of a box: what lies outside of the tensor is zero."""
    tensor = Words(builder, builder.inttoptr(copy[_Copy.SOURCE], POINTER), 64)
    width, height, depth = (tensor.get(Field.BOX + axis) for axis in range(MAX_RANK))
    mask = tensor.get(Field.SWIZZLE)
    x = copy[_Copy.X]
    zero = integer(64, 0)
    # Columns of the box from `first` to `last` lie inside.
    first = _clamped(builder, builder.neg(x), zero, width)
    last = _clamped(builder, builder.sub(tensor.get(Field.SIZES), x), first, width)
    target = Variable(builder, I64, copy[_Copy.TARGET])
    plane = Variable(builder, I64, zero)
    with loop_while(builder, lambda: builder.icmp_unsigned("<", plane.get(), depth)):
        row = Variable(builder, I64, zero)
        with loop_while(builder, lambda: builder.icmp_unsigned("<", row.get(), height)):
            y = builder.add(copy[_Copy.Y], row.get())
            z = builder.add(copy[_Copy.Z], plane.get())
            # As unsigned numbers, negative coordinates are larger than any size.
            inside = builder.and_(
                builder.icmp_unsigned("<", y, tensor.get(Field.SIZES + 1)),
                builder.icmp_unsigned("<", z, tensor.get(Field.SIZES + 2)),
            )
            inside = builder.and_(inside, builder.icmp_unsigned("<", first, last))
            source = tensor.get(Field.ADDRESS)
            for coordinate, axis in ((y, 1), (z, 2)):
                step = builder.mul(coordinate, tensor.get(Field.STRIDES + axis))
                source = builder.add(source, step)
            source = builder.add(source, builder.mul(x, integer(64, ELEMENT_BYTES)))
            with builder.if_then(inside):
                start = builder.mul(first, integer(64, ELEMENT_BYTES))
                length = builder.mul(builder.sub(last, first), integer(64, ELEMENT_BYTES))
                check(builder.add(source, start), length)
            column = Variable(builder, I64, zero)
            with loop_while(builder, lambda: builder.icmp_unsigned("<", column.get(), width)):
                bits = builder.and_(builder.lshr(target.get(), integer(64, 3)), mask)
                place = builder.xor(target.get(), bits)
                _copy_chunk(
                    builder,
                    builder.gep(shared, [place], source_etype=I8),
                    source,
                    column.get(),
                    builder.select(inside, first, width),
                    last,
                )
                target.set(builder.add(target.get(), integer(64, CHUNK_BYTES)))
                column.set(builder.add(column.get(), integer(64, CHUNK_BYTES // ELEMENT_BYTES)))
            row.set(builder.add(row.get(), integer(64, 1)))
        plane.set(builder.add(plane.get(), integer(64, 1)))


def _copy_chunk(
    builder: ir.IRBuilder, to: Value, source: Value, column: Value, first: Value, last: Value
) -> None:
    """Emit the copy of four columns of a row, those not in ``first`` ... ``last`` zero."""
    behind = builder.add(column, integer(64, CHUNK_BYTES // ELEMENT_BYTES))
    whole = builder.and_(
        builder.icmp_unsigned("<=", first, column), builder.icmp_unsigned("<=", behind, last)
    )
    offset = builder.mul(column, integer(64, ELEMENT_BYTES))
    origin = builder.inttoptr(builder.add(source, offset), POINTER)
    with builder.if_else(whole) as (then, otherwise):
        with then:
            value = builder.load(origin, typ=_CHUNK, align=ELEMENT_BYTES)
            builder.store(value, to, align=CHUNK_BYTES)
        with otherwise:
            for index in range(CHUNK_BYTES // ELEMENT_BYTES):
                number = builder.add(column, integer(64, index))
                inside = builder.and_(
                    builder.icmp_unsigned("<=", first, number),
                    builder.icmp_unsigned("<", number, last),
                )
                value_kept = Variable(builder, I32, integer(32, 0))
                step = integer(64, index * ELEMENT_BYTES)
                with builder.if_then(inside):
                    cell = builder.gep(origin, [step], source_etype=I8)
                    value_kept.set(builder.load(cell, typ=I32, align=ELEMENT_BYTES))
                cell = builder.gep(to, [step], source_etype=I8)
                builder.store(value_kept.get(), cell, align=ELEMENT_BYTES)


def _check_map(
    builder: ir.IRBuilder,
    context: Value,
    source: Value,
    rank: Value,
    fail_if: Callable[[Value, Failure, Value], None],
) -> None:
    """Emit the checks of a tensor map: a parameter, or in memory, and of this machine."""
    words = Words(builder, context, 64)
    fail_if(_misfit(builder, source, TENSOR_MAP_ALIGNMENT), Failure.MISALIGNED, source)
    end = builder.add(source, integer(64, TENSOR_MAP_BYTES))
    is_parameter = builder.and_(
        builder.icmp_unsigned(">=", source, words.get(Word.PARAMETERS)),
        builder.icmp_unsigned("<=", end, words.get(Word.PARAMETERS_END)),
    )
    in_memory = Variable(builder, I1, is_parameter)
    with builder.if_then(builder.not_(is_parameter), likely=False):
        arguments = [context, source, integer(64, TENSOR_MAP_BYTES)]
        in_memory.set(builder.call(inside_global(builder.module), arguments))
    fail_if(builder.not_(in_memory.get()), Failure.NO_TENSOR_MAP, source)
    tensor = Words(builder, builder.inttoptr(source, POINTER), 64)
    magic = builder.icmp_unsigned("!=", tensor.get(Field.MAGIC), integer(64, MAGIC))
    fail_if(magic, Failure.NO_TENSOR_MAP, source)
    other = builder.icmp_unsigned("!=", tensor.get(Field.RANK), rank)
    fail_if(other, Failure.WRONG_RANK, tensor.get(Field.RANK))


def _fail_if(
    builder: ir.IRBuilder,
    context: Value,
    condition: Value,
    failure: Failure,
    location: Value,
    address: Value,
    thread: Value,
) -> None:
    with builder.if_then(condition, likely=False):
        record_failure(builder, context, failure, location, address, thread)
        builder.ret(ir.Constant(I1, 1))


def _misfit(builder: ir.IRBuilder, value: Value, multiple: int) -> Value:
    rest = builder.and_(value, integer(64, multiple - 1))
    return builder.icmp_unsigned("!=", rest, integer(64, 0))


def _clamped(builder: ir.IRBuilder, value: Value, least: Value, most: Value) -> Value:
    """Return a signed number, or the bound that it is beyond."""
    value = builder.select(builder.icmp_signed("<", value, least), least, value)
    return builder.select(builder.icmp_signed(">", value, most), most, value)


def _entry(builder: ir.IRBuilder, state: Value, place: Value) -> Words:
    offset = builder.mul(place, integer(32, COPY_WORDS * 8))
    offset = builder.add(offset, integer(32, COPIES))
    return Words(builder, builder.gep(state, [offset], source_etype=I8), 64)
