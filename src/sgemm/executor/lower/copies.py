"""Asynchronous copies from global to shared memory, and fences.

A copy is made when it is issued. That is one of the times at which the hardware may make it, and
a kernel that waits properly cannot tell; groups and waits have then nothing left to do. In checked
mode it is made as late as possible instead: see :mod:`sgemm.executor.copies`.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.copies import commit_group, enqueue_copy, wait_for_groups
from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.table import lowers
from sgemm.ptx.syntax import Address, Instruction, Register, Type

_HINTS = "(|.L2::cache_hint)(|.L2::64B|.L2::128B|.L2::256B)"


@lowers(
    f"cp.async.ca.(shared|shared::cta).global{_HINTS}",
    f"cp.async.cg.(shared|shared::cta).global{_HINTS}",
)
def copy_asynchronously(emitter: Emitter, instruction: Instruction) -> None:
    """Copy 4, 8 or 16 bytes, of which the last may be zeros instead."""
    target, source, size, *rest = instruction.operands
    if not isinstance(target, Address) or not isinstance(source, Address):
        raise emitter.refuse("a copy takes two addresses")
    nbytes = _constant(emitter, size)
    allowed = (16,) if "cg" in instruction.modifiers else (4, 8, 16)
    if nbytes not in allowed:
        raise emitter.refuse(f"a copy moves {' or '.join(map(str, allowed))} bytes")
    if "L2::cache_hint" in instruction.modifiers:
        rest = rest[:-1]
    guard = emitter.guard
    builder = emitter.builder
    lanes = emitter.lanes
    targets = _addresses(emitter, target)
    sources = _addresses(emitter, source)
    kept = (
        [integer(32, nbytes)] * lanes
        if not rest
        else _lanes_of(emitter, emitter.read(rest[0], Type("u", 32), varying=lanes > 1))
    )
    active = [None] * lanes if guard is None else _guards(emitter)
    for lane in range(lanes):
        if active[lane] is None:
            _copy(emitter, instruction, targets[lane], sources[lane], nbytes, kept[lane])
        else:
            with builder.if_then(active[lane]):
                _copy(emitter, instruction, targets[lane], sources[lane], nbytes, kept[lane])


@lowers("cp.async.commit_group", "cp.async.wait_group", "cp.async.wait_all")
def group_copies(emitter: Emitter, instruction: Instruction) -> None:
    """Close a group of copies; wait for groups. Nothing to do where copies are made at once."""
    if not emitter.plan.checked:
        return
    if emitter.guard is not None:
        raise emitter.refuse("a guarded group of copies; branch around it instead")
    builder = emitter.builder
    queue = _queue(emitter)
    if "wait_group" not in instruction.modifiers:
        builder.call(commit_group(builder.module), [queue])
    if "commit_group" not in instruction.modifiers:
        pending = _constant(emitter, instruction.operands[0]) if instruction.operands else 0
        arguments = [queue, emitter.arguments.shared, integer(32, pending)]
        builder.call(wait_for_groups(builder.module), arguments)


@lowers(
    "membar.(cta|gl|sys)",
    "fence.(acq_rel|sc).(cta|cluster|gpu|sys)",
    "fence.proxy.async(|.shared::cta|.global)",
)
def fence(emitter: Emitter, instruction: Instruction) -> None:
    """Do nothing: the slices of a block run one after the other, each in program order."""


def _copy(
    emitter: Emitter,
    instruction: Instruction,
    target: Value,
    source: Value,
    nbytes: int,
    kept: Value,
) -> None:
    builder = emitter.builder
    if emitter.on_access is not None:
        emitter.on_access(emitter, instruction, target, nbytes, "shared")
    if emitter.plan.checked:
        _enqueue(emitter, instruction, target, source, nbytes, kept)
        return
    to = builder.gep(emitter.arguments.shared, [target], source_etype=I8)
    whole = ir.IntType(8 * nbytes) if nbytes < 16 else ir.VectorType(ir.IntType(32), 4)

    def everything() -> None:
        origin = builder.inttoptr(source, POINTER)
        builder.store(builder.load(origin, typ=whole, align=nbytes), to, align=nbytes)

    if isinstance(kept, ir.Constant) and kept.constant == nbytes:
        everything()
        return
    complete = builder.icmp_unsigned("==", kept, integer(32, nbytes))
    with builder.if_else(complete) as (then, otherwise):
        with then:
            everything()
        with otherwise:
            builder.store(ir.Constant(whole, None), to, align=nbytes)
            with builder.if_then(builder.icmp_unsigned("!=", kept, integer(32, 0))):
                too_many = builder.icmp_unsigned(">", kept, integer(32, nbytes))
                count = builder.select(too_many, integer(32, nbytes), kept)
                origin = builder.inttoptr(source, POINTER)
                builder.call(_copy_bytes(builder.module), [to, origin, count])


def _enqueue(
    emitter: Emitter,
    instruction: Instruction,
    target: Value,
    source: Value,
    nbytes: int,
    kept: Value,
) -> None:
    """Check a copy's source as far as it is read, and leave the copy to a wait."""
    builder = emitter.builder
    complete = builder.icmp_unsigned("==", kept, integer(32, nbytes))
    if emitter.on_access is not None:
        with builder.if_then(complete):
            emitter.on_access(emitter, instruction, source, nbytes, "global")
        partly = builder.icmp_unsigned("!=", kept, integer(32, 0))
        with builder.if_then(builder.and_(partly, builder.not_(complete))):
            # The first byte and the last: what lies between them is of one allocation.
            too_many = builder.icmp_unsigned(">", kept, integer(32, nbytes))
            count = builder.select(too_many, integer(32, nbytes), kept)
            last = builder.sub(builder.add(source, builder.zext(count, I64)), integer(64, 1))
            for place in (source, last):
                emitter.on_access(emitter, instruction, place, 1, "global")
    arguments = [_queue(emitter), emitter.arguments.shared, target, source]
    builder.call(enqueue_copy(builder.module), [*arguments, integer(32, nbytes), kept])


def _queue(emitter: Emitter) -> Value:
    offset = integer(64, emitter.plan.state.copies)
    return emitter.builder.gep(emitter.arguments.state, [offset], source_etype=I8)


def _copy_bytes(module: ir.Module) -> ir.Function:
    """Return a function that copies bytes one by one: for the rare incomplete copy."""
    found = module.globals.get("copy_bytes")
    if found is not None:
        return found
    kind = ir.FunctionType(ir.VoidType(), [POINTER, POINTER, I32])
    function = ir.Function(module, kind, "copy_bytes")
    function.linkage = "internal"
    function.attributes.add("noinline")
    to, origin, count = function.args
    builder = ir.IRBuilder(function.append_basic_block("start"))
    start = builder.block
    loop = function.append_basic_block("loop")
    end = function.append_basic_block("end")
    builder.branch(loop)
    builder.position_at_end(loop)
    place = builder.phi(I32)
    place.add_incoming(integer(32, 0), start)
    byte = builder.load(builder.gep(origin, [place], source_etype=I8), typ=I8, align=1)
    builder.store(byte, builder.gep(to, [place], source_etype=I8), align=1)
    following = builder.add(place, integer(32, 1))
    place.add_incoming(following, loop)
    builder.cbranch(builder.icmp_unsigned("<", following, count), loop, end)
    builder.position_at_end(end)
    builder.ret_void()
    return function


def _addresses(emitter: Emitter, operand: Address) -> list[Value]:
    """Return each lane's 64-bit address."""
    base = operand.base
    narrow = isinstance(base, Register) and base.type.bits == 32
    kind = Type("u", 32 if narrow else 64)
    values = _lanes_of(emitter, emitter.read(base, kind, varying=emitter.lanes > 1))
    if narrow:
        # By its sign: a base may lie below the window while base + offset lies in it.
        values = [emitter.builder.sext(value, I64) for value in values]
    return [emitter.builder.add(value, integer(64, operand.offset)) for value in values]


def _lanes_of(emitter: Emitter, value: Value) -> list[Value]:
    if emitter.lanes == 1:
        return [value]
    extract = emitter.builder.extract_element
    return [extract(value, integer(32, lane)) for lane in range(emitter.lanes)]


def _guards(emitter: Emitter) -> list[Value]:
    assert emitter.guard is not None
    value = emitter.guard_value(emitter.guard)
    if isinstance(value.type, ir.VectorType):
        return _lanes_of(emitter, value)
    return [value] * emitter.lanes


def _constant(emitter: Emitter, operand: object) -> int:
    form = emitter.form(operand)  # type: ignore[arg-type]
    constant = None if form is None else form.constant
    if constant is None:
        raise emitter.refuse("the size of a copy must be a constant")
    return constant
