"""Asynchronous copies that arrive as late as they may (checked mode).

A GPU makes a copy at some time between its instruction and the wait for its group. In checked
mode every thread keeps its copies in a queue, and a wait delivers exactly those that it waits
for; until then their bytes are nobody's to touch (see in_flight.py). So a kernel that reads a
block before it waited for it, or fills one that is still read, is an error every time; on a GPU it
is wrong now and then. Otherwise copies are made at once, which is as legal and faster.

The queue of a thread is part of its state: four words, then entries. When it is full the oldest
copy is delivered, as a GPU may do at any time. In front of the copies under way it holds those that
have landed and of which no other thread can know yet. A queue also holds the arrivals at mbarriers
that are to follow the copies before them (``cp.async.mbarrier.arrive``); who waits for an mbarrier
makes them, and those copies, come.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.block_state import ARRIVAL_COUNT, block_state
from sgemm.executor.context import Word
from sgemm.executor.in_flight import begin_copy, early_image, end_copy, free_copy, own_copy
from sgemm.executor.llvm_types import I1, I8, I32, I64, POINTER, Value, integer
from sgemm.executor.mbarriers import update
from sgemm.executor.structured import Variable, Words, count_to, internal_function, loop_while

CAPACITY = 64
"""Copies of one thread that may be under way."""

FIRST, COUNT, GROUP, LANDED = range(4)
"""Words of a queue: its oldest entry under way, how many there are, the group that is open, and how
many entries in front of the oldest have landed."""

_HEADER_BYTES = 16
_ENTRY_BYTES = 40
TARGET, SOURCE, NBYTES, KEPT, ENTRY_GROUP, LOCATION, THREAD = 0, 8, 16, 20, 24, 28, 32
"""Bytes of an entry: shared address, global address, size, bytes that are copied, group, number of
the instruction, thread. An arrival has no source and no size; its target is the mbarrier."""

QUEUE_BYTES = _HEADER_BYTES + CAPACITY * _ENTRY_BYTES


def clear_queue(builder: ir.IRBuilder, queue: Value) -> None:
    """Emit code that forgets what another block left in a queue."""
    words = Words(builder, queue, 32)
    for word in (FIRST, COUNT, GROUP, LANDED):
        words.set(word, integer(32, 0))


def enqueue_copy(module: ir.Module) -> ir.Function:
    """Return ``enqueue_copy(context, queue, shared, target, source, nbytes, kept, ...)``.

    True if it failed, as are all functions here that return something.
    """
    kinds = [POINTER, POINTER, POINTER, I64, I64, I32, I32, I32, I32]
    function, builder, is_new = internal_function(module, "enqueue_copy", I1, kinds)
    if not is_new:
        return function
    context, queue, shared, *values = function.args
    words = Words(builder, queue, 32)
    full = builder.icmp_unsigned("==", words.get(COUNT), integer(32, CAPACITY))
    with builder.if_then(full):
        failed = builder.call(_deliver_oldest(module), [context, queue, shared])
        with builder.if_then(failed, likely=False):
            builder.ret(ir.Constant(I1, 1))
    used = builder.add(words.get(COUNT), words.get(LANDED))
    with builder.if_then(builder.icmp_unsigned("==", used, integer(32, CAPACITY))):
        builder.call(release_copies(module), [context, queue])
    place = builder.add(words.get(FIRST), words.get(COUNT))
    entry = _entry(builder, queue, builder.urem(place, integer(32, CAPACITY)))
    fields = zip((TARGET, SOURCE, NBYTES, KEPT, LOCATION, THREAD), values, strict=True)
    for offset, value in (*fields, (ENTRY_GROUP, words.get(GROUP))):
        builder.store(value, _field(builder, entry, offset), align=4)
    target, source, nbytes, kept, *_ = values
    early = early_image(builder, context)
    builder.call(_move(module), [early, target, source, nbytes, kept])
    begin_copy(builder, context, target, builder.zext(nbytes, I64))
    words.set(COUNT, builder.add(words.get(COUNT), integer(32, 1)))
    builder.ret(ir.Constant(I1, 0))
    return function


def commit_group(module: ir.Module) -> ir.Function:
    """Return ``commit_group(queue)``: close the open group."""
    function, builder, is_new = internal_function(module, "commit_group", ir.VoidType(), [POINTER])
    if is_new:
        words = Words(builder, function.args[0], 32)
        words.set(GROUP, builder.add(words.get(GROUP), integer(32, 1)))
        builder.ret_void()
    return function


def wait_for_groups(module: ir.Module) -> ir.Function:
    """Return ``wait_for_groups(context, queue, shared, pending)``; true if it failed.

    It delivers all closed groups but the latest ``pending`` ones.
    """
    function, builder, is_new = internal_function(
        module, "wait_for_groups", I1, [POINTER, POINTER, POINTER, I32]
    )
    if not is_new:
        return function
    context, queue, shared, pending = function.args
    words = Words(builder, queue, 32)

    def oldest_is_due() -> Value:
        some = builder.icmp_unsigned("!=", words.get(COUNT), integer(32, 0))
        entry = _entry(builder, queue, words.get(FIRST))
        group = builder.load(_field(builder, entry, ENTRY_GROUP), typ=I32, align=4)
        closed_since = builder.sub(words.get(GROUP), group)
        return builder.and_(some, builder.icmp_unsigned(">", closed_since, pending))

    with loop_while(builder, oldest_is_due):
        failed = builder.call(_deliver_oldest(module), [context, queue, shared])
        with builder.if_then(failed, likely=False):
            builder.ret(ir.Constant(I1, 1))
    builder.ret(ir.Constant(I1, 0))
    return function


def release_copies(module: ir.Module) -> ir.Function:
    """Return ``release_copies(context, queue)``: others may know of what a thread has copied."""
    function, builder, is_new = internal_function(
        module, "release_copies", ir.VoidType(), [POINTER, POINTER], inline=False
    )
    if not is_new:
        return function
    context, queue = function.args
    words = Words(builder, queue, 32)
    count, first = words.get(LANDED), words.get(FIRST)
    with count_to(builder, count) as number:
        place = builder.sub(builder.add(first, integer(32, CAPACITY)), count)
        place = builder.urem(builder.add(place, number), integer(32, CAPACITY))
        entry = _entry(builder, queue, place)
        target = builder.load(_field(builder, entry, TARGET), typ=I64, align=4)
        nbytes = builder.load(_field(builder, entry, NBYTES), typ=I32, align=4)
        free_copy(builder, context, target, builder.zext(nbytes, I64))
    words.set(LANDED, integer(32, 0))
    builder.ret_void()
    return function


def enqueue_arrival(module: ir.Module) -> ir.Function:
    """Return ``enqueue_arrival(context, queue, shared, barrier, ...)``; true if failed."""
    kinds = [POINTER, POINTER, POINTER, I64, I32, I32]
    function, builder, is_new = internal_function(module, "enqueue_arrival", I1, kinds)
    if not is_new:
        return function
    context, queue, shared, barrier, location, thread = function.args
    counters = Words(builder, block_state(builder, context), 32)
    counters.set(ARRIVAL_COUNT, builder.add(counters.get(ARRIVAL_COUNT), integer(32, 1)))
    nothing = integer(32, 0)
    arguments = [
        context,
        queue,
        shared,
        barrier,
        integer(64, 0),
        nothing,
        nothing,
        location,
        thread,
    ]
    builder.ret(builder.call(enqueue_copy(module), arguments))
    return function


def deliver_arrivals(module: ir.Module, groups: int, frame_bytes: int, queue: int) -> ir.Function:
    """Return ``deliver_arrivals(context, shared, barrier)``; true if it failed.

    It makes all arrivals at an mbarrier that wait for copies, and those copies, in the queues of
    all threads: they lie ``queue`` bytes into each of ``lane groups`` states.
    """
    kinds = [POINTER, POINTER, I64]
    function, builder, is_new = internal_function(module, "deliver_arrivals", I1, kinds)
    if not is_new:
        return function
    context, shared, barrier = function.args
    counters = Words(builder, block_state(builder, context), 32)
    none = builder.icmp_unsigned("==", counters.get(ARRIVAL_COUNT), integer(32, 0))
    with builder.if_then(none):
        builder.ret(ir.Constant(I1, 0))
    states = builder.inttoptr(Words(builder, context, 64).get(Word.STATE), POINTER)
    with count_to(builder, integer(32, groups)) as index:
        offset = builder.mul(builder.zext(index, I64), integer(64, frame_bytes))
        offset = builder.add(offset, integer(64, queue))
        own = builder.gep(states, [offset], source_etype=I8)
        due = Variable(builder, I32, integer(32, 0))
        words = Words(builder, own, 32)
        with count_to(builder, words.get(COUNT)) as place:
            entry = _entry(
                builder,
                own,
                builder.urem(builder.add(words.get(FIRST), place), integer(32, CAPACITY)),
            )
            size = builder.load(_field(builder, entry, NBYTES), typ=I32, align=4)
            target = builder.load(_field(builder, entry, TARGET), typ=I64, align=4)
            ours = builder.and_(
                builder.icmp_unsigned("==", size, integer(32, 0)),
                builder.icmp_unsigned("==", target, barrier),
            )
            with builder.if_then(ours):
                due.set(builder.add(place, integer(32, 1)))
        with count_to(builder, due.get()):
            failed = builder.call(_deliver_oldest(module), [context, own, shared])
            with builder.if_then(failed, likely=False):
                builder.ret(ir.Constant(I1, 1))
    builder.ret(ir.Constant(I1, 0))
    return function


def _deliver_oldest(module: ir.Module) -> ir.Function:
    function, builder, is_new = internal_function(module, "deliver_oldest", I1, [POINTER] * 3)
    if not is_new:
        return function
    context, queue, shared = function.args
    words = Words(builder, queue, 32)
    entry = _entry(builder, queue, words.get(FIRST))
    target, source = (
        builder.load(_field(builder, entry, field), typ=I64, align=4) for field in (TARGET, SOURCE)
    )
    nbytes, kept, location, thread = (
        builder.load(_field(builder, entry, field), typ=I32, align=4)
        for field in (NBYTES, KEPT, LOCATION, THREAD)
    )
    location = builder.zext(location, I64)
    is_arrival = builder.icmp_unsigned("==", nbytes, integer(32, 0))
    with builder.if_then(is_arrival):
        builder.call(release_copies(module), [context, queue])
    following = builder.add(words.get(FIRST), integer(32, 1))
    words.set(FIRST, builder.urem(following, integer(32, CAPACITY)))
    words.set(COUNT, builder.sub(words.get(COUNT), integer(32, 1)))
    with builder.if_then(is_arrival):
        counters = Words(builder, block_state(builder, context), 32)
        counters.set(ARRIVAL_COUNT, builder.sub(counters.get(ARRIVAL_COUNT), integer(32, 1)))
        one, nothing = integer(32, 1), integer(32, 0)
        arguments = [context, shared, target, one, nothing, location, thread]
        builder.ret(builder.call(update(module), arguments))
    builder.call(_move(module), [shared, target, source, nbytes, kept])
    size, thread = builder.zext(nbytes, I64), builder.zext(thread, I64)
    failed = end_copy(builder, context, shared, target, size, location, thread)
    own_copy(builder, context, target, size, thread)
    words.set(LANDED, builder.add(words.get(LANDED), integer(32, 1)))
    builder.ret(failed)
    return function


def _move(module: ir.Module) -> ir.Function:
    """Return ``move(image, target, source, nbytes, kept)``: what is not kept is zero."""
    kinds = [POINTER, I64, I64, I32, I32]
    function, builder, is_new = internal_function(module, "move", ir.VoidType(), kinds)
    if not is_new:
        return function
    image, target, source, nbytes, kept = function.args
    to = builder.gep(image, [target], source_etype=I8)
    origin = builder.inttoptr(source, POINTER)
    with count_to(builder, nbytes) as place:
        byte = Variable(builder, I8, integer(8, 0))
        with builder.if_then(builder.icmp_unsigned("<", place, kept)):
            cell = builder.gep(origin, [place], source_etype=I8)
            byte.set(builder.load(cell, typ=I8, align=1))
        builder.store(byte.get(), builder.gep(to, [place], source_etype=I8), align=1)
    builder.ret_void()
    return function


def _entry(builder: ir.IRBuilder, queue: Value, index: Value) -> Value:
    offset = builder.mul(index, integer(32, _ENTRY_BYTES))
    offset = builder.add(offset, integer(32, _HEADER_BYTES))
    return builder.gep(queue, [offset], source_etype=I8)


def _field(builder: ir.IRBuilder, entry: Value, offset: int) -> Value:
    return builder.gep(entry, [integer(32, offset)], source_etype=I8)
