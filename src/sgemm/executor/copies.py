"""Asynchronous copies that arrive as late as they may (checked mode).

A GPU makes a copy at some time between its instruction and the wait for its group. In checked
mode every thread keeps its copies in a queue, and a wait delivers exactly those that it waits
for. So a kernel that reads a block before it waited for it reads what was there before, every
time, and verification sees it; on a GPU that is wrong now and then. Otherwise copies are made at
once, which is as legal and faster.

The queue of a thread is part of its state: three words, then entries. When it is full the oldest
copy is delivered, as a GPU may do at any time.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer
from sgemm.executor.structured import Variable, Words, loop_while

CAPACITY = 64
"""Copies of one thread that may be under way."""

FIRST, COUNT, GROUP = range(3)
"""Words of a queue: its oldest entry, how many there are, and the group that is open."""

_HEADER_BYTES = 16
_ENTRY_BYTES = 32
TARGET, SOURCE, NBYTES, KEPT, ENTRY_GROUP = 0, 8, 16, 20, 24
"""Bytes of an entry: shared address, global address, size, bytes that are copied, group."""

QUEUE_BYTES = _HEADER_BYTES + CAPACITY * _ENTRY_BYTES


def clear_queue(builder: ir.IRBuilder, queue: Value) -> None:
    """Emit code that forgets what another block left in a queue."""
    words = Words(builder, queue, 32)
    for word in (FIRST, COUNT, GROUP):
        words.set(word, integer(32, 0))


def enqueue_copy(module: ir.Module) -> ir.Function:
    """Return ``enqueue_copy(queue, shared, target, source, nbytes, kept)``."""
    kinds = [POINTER, POINTER, I64, I64, I32, I32]
    function, builder, is_new = _function(module, "enqueue_copy", kinds)
    if not is_new:
        return function
    queue, shared, *values = function.args
    words = Words(builder, queue, 32)
    full = builder.icmp_unsigned("==", words.get(COUNT), integer(32, CAPACITY))
    with builder.if_then(full):
        builder.call(_deliver_oldest(module), [queue, shared])
    place = builder.add(words.get(FIRST), words.get(COUNT))
    entry = _entry(builder, queue, builder.urem(place, integer(32, CAPACITY)))
    fields = zip((TARGET, SOURCE, NBYTES, KEPT), values, strict=True)
    for offset, value in (*fields, (ENTRY_GROUP, words.get(GROUP))):
        builder.store(value, _field(builder, entry, offset), align=4)
    words.set(COUNT, builder.add(words.get(COUNT), integer(32, 1)))
    builder.ret_void()
    return function


def commit_group(module: ir.Module) -> ir.Function:
    """Return ``commit_group(queue)``: close the open group."""
    function, builder, is_new = _function(module, "commit_group", [POINTER])
    if is_new:
        words = Words(builder, function.args[0], 32)
        words.set(GROUP, builder.add(words.get(GROUP), integer(32, 1)))
        builder.ret_void()
    return function


def wait_for_groups(module: ir.Module) -> ir.Function:
    """Return ``wait_for_groups(queue, shared, pending)``.

    It delivers all closed groups but the latest ``pending`` ones.
    """
    function, builder, is_new = _function(module, "wait_for_groups", [POINTER, POINTER, I32])
    if not is_new:
        return function
    queue, shared, pending = function.args
    words = Words(builder, queue, 32)

    def oldest_is_due() -> Value:
        some = builder.icmp_unsigned("!=", words.get(COUNT), integer(32, 0))
        entry = _entry(builder, queue, words.get(FIRST))
        group = builder.load(_field(builder, entry, ENTRY_GROUP), typ=I32, align=4)
        closed_since = builder.sub(words.get(GROUP), group)
        return builder.and_(some, builder.icmp_unsigned(">", closed_since, pending))

    with loop_while(builder, oldest_is_due):
        builder.call(_deliver_oldest(module), [queue, shared])
    builder.ret_void()
    return function


def _deliver_oldest(module: ir.Module) -> ir.Function:
    function, builder, is_new = _function(module, "deliver_oldest", [POINTER, POINTER])
    if not is_new:
        return function
    queue, shared = function.args
    words = Words(builder, queue, 32)
    entry = _entry(builder, queue, words.get(FIRST))
    target = builder.load(_field(builder, entry, TARGET), typ=I64, align=4)
    source = builder.load(_field(builder, entry, SOURCE), typ=I64, align=4)
    nbytes = builder.load(_field(builder, entry, NBYTES), typ=I32, align=4)
    kept = builder.load(_field(builder, entry, KEPT), typ=I32, align=4)
    to = builder.gep(shared, [target], source_etype=I8)
    origin = builder.inttoptr(source, POINTER)
    place = Variable(builder, I32, integer(32, 0))
    with loop_while(builder, lambda: builder.icmp_unsigned("<", place.get(), nbytes)):
        byte = Variable(builder, I8, integer(8, 0))
        with builder.if_then(builder.icmp_unsigned("<", place.get(), kept)):
            cell = builder.gep(origin, [place.get()], source_etype=I8)
            byte.set(builder.load(cell, typ=I8, align=1))
        cell = builder.gep(to, [place.get()], source_etype=I8)
        builder.store(byte.get(), cell, align=1)
        place.set(builder.add(place.get(), integer(32, 1)))
    following = builder.add(words.get(FIRST), integer(32, 1))
    words.set(FIRST, builder.urem(following, integer(32, CAPACITY)))
    words.set(COUNT, builder.sub(words.get(COUNT), integer(32, 1)))
    builder.ret_void()
    return function


def _function(
    module: ir.Module, name: str, kinds: list[ir.Type]
) -> tuple[ir.Function, ir.IRBuilder, bool]:
    """Return a function of the module, a builder at its start, and whether it is still empty."""
    found = module.globals.get(name)
    if found is not None:
        return found, ir.IRBuilder(found.entry_basic_block), False
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), kinds), name)
    function.linkage = "internal"
    return function, ir.IRBuilder(function.append_basic_block("entry")), True


def _entry(builder: ir.IRBuilder, queue: Value, index: Value) -> Value:
    offset = builder.mul(index, integer(32, _ENTRY_BYTES))
    offset = builder.add(offset, integer(32, _HEADER_BYTES))
    return builder.gep(queue, [offset], source_etype=I8)


def _field(builder: ir.IRBuilder, entry: Value, offset: int) -> Value:
    return builder.gep(entry, [integer(32, offset)], source_etype=I8)
