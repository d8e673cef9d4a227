"""Asynchronous copies from global to shared memory: of single threads, and in bulk.

A copy of a thread is made when it is issued. That is one of the times at which the hardware may
make it, and a kernel that waits properly cannot tell; groups and waits have then nothing left to
do. In checked mode it is made as late as possible instead: see runtime/copies.c.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.abi import FROM_SHARED, Failure
from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer, with_element
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.mbarriers import check_mbarrier, mbarrier_addresses
from sgemm.executor.lower.per_lane import addresses_of, for_each_lane, operand_values, thread_of
from sgemm.executor.lower.table import lowers
from sgemm.executor.tensor_map import MAX_RANK
from sgemm.ptx.syntax import Instruction, Operand, TextureAddress, Type, integer_of

_TARGET = "(shared::cluster|shared::cta)"
_DONE = "mbarrier::complete_tx::bytes(|.L2::cache_hint)"
_MULTICAST = "mbarrier::complete_tx::bytes.multicast::cluster(|.L2::cache_hint)"
_NOTHING = integer(64, 0)
_HINTS = "(|.L2::cache_hint)(|.L2::64B|.L2::128B|.L2::256B)"


@lowers(
    f"cp.async.ca.(shared|shared::cta).global{_HINTS}",
    f"cp.async.cg.(shared|shared::cta).global{_HINTS}",
    operands="shared global size [u32]",
)
def copy_asynchronously(emitter: Emitter, instruction: Instruction) -> None:
    """Copy 4, 8 or 16 bytes, of which the last may be zeros instead."""
    target, source, size, *rest = instruction.operands
    nbytes = integer_of(size)
    allowed = (16,) if "cg" in instruction.modifiers else (4, 8, 16)
    if nbytes not in allowed:
        raise emitter.refuse(f"a copy moves {' or '.join(map(str, allowed))} bytes")
    if "L2::cache_hint" in instruction.modifiers:
        rest = rest[:-1]
    kept = integer(32, nbytes)
    if rest:
        kept = operand_values(emitter, rest[0], Type("u", 32))
    addresses = addresses_of(emitter, target), addresses_of(emitter, source)
    with for_each_lane(emitter, *addresses, kept) as (_, (to, origin, count)):
        if emitter.plan.checked:
            _enqueue(emitter, to, origin, nbytes, count)
        else:
            _copy(emitter, to, origin, nbytes, count)


@lowers("cp.async.commit_group", "cp.async.wait_all", operands="")
@lowers("cp.async.wait_group", operands="groups")
def group_copies(emitter: Emitter, instruction: Instruction) -> None:
    """Close a group of copies; wait for groups. Nothing to do where copies are made at once."""
    if not emitter.plan.delays_copies:
        return
    if emitter.guard is not None:
        raise emitter.refuse("a guarded group of copies; branch around it instead")
    queue = emitter.queue()
    if "wait_group" not in instruction.modifiers:
        emitter.builder.call_named("commit_group", ir.VoidType(), queue)
    if "commit_group" not in instruction.modifiers:
        pending = integer_of(instruction.operands[0]) if instruction.operands else 0
        shared = emitter.arguments.shared
        emitter.attempt("wait_for_groups", queue, shared, integer(32, pending))


@lowers("cp.async.mbarrier.arrive(|.noinc)(|.shared|.shared::cta).b64", operands="shared")
def arrive_after_copies(emitter: Emitter, instruction: Instruction) -> None:
    """Arrive at an mbarrier when all copies of this thread so far are complete.

    Without ``.noinc`` the phase first expects one arrival more, so that nothing is left of it.
    """
    builder = emitter.builder
    addresses = mbarrier_addresses(emitter, instruction.operands[0])
    with for_each_lane(emitter, addresses) as (lane, (address,)):
        check_mbarrier(emitter, address)
        location, thread = emitter.location(), thread_of(emitter, lane)
        if "noinc" not in instruction.modifiers:
            emitter.try_call("mbarrier_expect_one_more", address, location, thread)
        if emitter.plan.delays_copies:
            number = builder.trunc(location, I32)
            queue, shared = emitter.queue(), emitter.arguments.shared
            emitter.attempt("enqueue_arrival", queue, shared, address, number, thread)
        else:
            counts = [integer(32, 1), integer(32, 0)]
            emitter.try_call("mbarrier_update", address, *counts, location, thread)


def _copy(emitter: Emitter, target: Value, source: Value, nbytes: int, kept: Value) -> None:
    builder = emitter.builder
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
                builder.call_named("copy_bytes", ir.VoidType(), to, origin, count)


def _enqueue(emitter: Emitter, target: Value, source: Value, nbytes: int, kept: Value) -> None:
    """Check a copy's target, and its source as far as it is read; leave the copy to a wait."""
    builder = emitter.builder
    emitter.check_access(target, nbytes, "shared")
    too_many = builder.icmp_unsigned(">", kept, integer(32, nbytes))
    emitter.fail_if(too_many, Failure.LONG_SOURCE, kept)
    complete = builder.icmp_unsigned("==", kept, integer(32, nbytes))
    with builder.if_then(complete):
        emitter.check_access(source, nbytes, "global")
    partly = builder.icmp_unsigned("!=", kept, integer(32, 0))
    with builder.if_then(builder.and_(partly, builder.not_(complete))):
        # Of a source that is not aligned an H100 brings other bytes, without a word: machine code
        # has the number of bytes in the low bits of the address.
        offset = builder.and_(source, integer(64, nbytes - 1))
        misaligned = builder.icmp_unsigned("!=", offset, integer(64, 0))
        emitter.fail_if(misaligned, Failure.MISALIGNED, source)
        # The first byte and the last: what lies between them is of one allocation.
        last = builder.sub(builder.add(source, builder.zext(kept, I64)), integer(64, 1))
        for place in (source, last):
            emitter.check_access(place, 1, "global")
    own, queue = emitter.arguments, emitter.queue()
    location = builder.trunc(emitter.location(), I32)
    copy = own.shared, target, source, integer(32, nbytes), kept
    emitter.attempt("enqueue_copy", queue, *copy, location, own.thread)


# ---- in bulk


@lowers(
    f"cp.async.bulk.tensor.(1d|2d|3d).{_TARGET}.global(|.tile).{_DONE}",
    operands="shared box shared",
)
@lowers(
    f"cp.async.bulk.tensor.(1d|2d|3d).shared::cluster.global(|.tile).{_MULTICAST}",
    operands="shared box shared b16",
)
def copy_box(emitter: Emitter, instruction: Instruction) -> None:
    """Copy a box of a tensor; what lies outside of the tensor is zero, and counts as copied."""
    target, source, barrier, *rest = instruction.operands
    assert isinstance(source, TextureAddress)
    rank = len(source.coordinates)
    shape = [_NOTHING]
    for place in source.coordinates:
        value = operand_values(emitter, place, Type("s", 32))
        shape.append(emitter.builder.sext(value, with_element(value.type, I64)))
    shape += [_NOTHING] * (MAX_RANK - rank) + [integer(64, rank)]
    origin = operand_values(emitter, source.texture, Type("u", 64))
    _issue(emitter, origin, target, barrier, shape, rest)


@lowers(f"cp.async.bulk.{_TARGET}.global.{_DONE}", operands="shared global u32 shared")
@lowers(
    f"cp.async.bulk.shared::cluster.global.{_MULTICAST}", operands="shared global u32 shared b16"
)
@lowers(
    "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes",
    operands="shared shared u32 shared",
)
def copy_run(emitter: Emitter, instruction: Instruction) -> None:
    """Copy a run of bytes, a multiple of 16: of global memory, or of the block's shared memory."""
    target, source, size, barrier, *rest = instruction.operands
    nbytes = operand_values(emitter, size, Type("u", 32))
    nbytes = emitter.builder.zext(nbytes, with_element(nbytes.type, I64))
    rank = 0 if "global" in instruction.modifiers else FROM_SHARED
    shape = [nbytes, *[_NOTHING] * MAX_RANK, integer(64, rank)]
    _issue(emitter, addresses_of(emitter, source), target, barrier, shape, rest)


def _issue(
    emitter: Emitter,
    source: Value,
    target: Operand,
    barrier: Operand,
    shape: list[Value],
    rest: list[Operand],
) -> None:
    """Emit each lane's copy; a shape is what follows the addresses in a copy's words."""
    values = [source, addresses_of(emitter, target), addresses_of(emitter, barrier), *shape]
    blocks = [integer(64, 0), integer(64, 0)]  # whether it goes to a mask of blocks, and the mask
    if "multicast::cluster" in emitter.instruction.modifiers:
        mask = operand_values(emitter, rest[0], Type("u", 16))
        mask = emitter.builder.zext(mask, with_element(mask.type, I64))
        blocks = [integer(64, 1), mask]
    with for_each_lane(emitter, *values, *blocks) as (lane, words):
        thread = emitter.builder.zext(thread_of(emitter, lane), I64)
        emitter.try_call("bulk_copy", *words, emitter.location(), thread)
