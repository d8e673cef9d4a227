"""Bulk copies into shared memory."""

from __future__ import annotations

from sgemm.executor.llvm_types import I1, I64, Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.mbarriers import check_mbarrier
from sgemm.executor.lower.per_lane import active_lanes, address_lanes, operand_lanes, thread_of
from sgemm.executor.lower.table import lowers
from sgemm.executor.runtime import call
from sgemm.executor.tensor_map import MAX_RANK
from sgemm.ptx.syntax import Address, Instruction, Operand, TextureAddress, Type

_TARGET = "(shared::cluster|shared::cta)"
_DONE = "mbarrier::complete_tx::bytes(|.L2::cache_hint)"
_NOTHING = integer(64, 0)


@lowers(f"cp.async.bulk.tensor.(1d|2d|3d).{_TARGET}.global(|.tile).{_DONE}")
def copy_box(emitter: Emitter, instruction: Instruction) -> None:
    """Copy a box of a tensor; what lies outside of the tensor is zero, and counts as copied."""
    target, source, barrier, *_ = instruction.operands
    assert isinstance(source, TextureAddress)
    builder = emitter.builder
    maps = operand_lanes(emitter, source.texture, Type("u", 64))
    rank = len(source.coordinates)
    axes = [
        [builder.sext(value, I64) for value in operand_lanes(emitter, place, Type("s", 32))]
        for place in source.coordinates
    ]
    axes += [[_NOTHING] * emitter.lanes] * (MAX_RANK - rank)
    shapes = [
        [_NOTHING, *(axis[lane] for axis in axes), integer(64, rank)]
        for lane in range(emitter.lanes)
    ]
    _issue(emitter, instruction, maps, target, barrier, shapes)


@lowers(f"cp.async.bulk.{_TARGET}.global.{_DONE}")
def copy_run(emitter: Emitter, instruction: Instruction) -> None:
    """Copy a run of bytes, a multiple of 16."""
    target, source, size, barrier, *_ = instruction.operands
    assert isinstance(source, Address)
    sizes = operand_lanes(emitter, size, Type("u", 32))
    shapes = [
        [emitter.builder.zext(nbytes, I64), *[_NOTHING] * MAX_RANK, _NOTHING] for nbytes in sizes
    ]
    _issue(emitter, instruction, address_lanes(emitter, source), target, barrier, shapes)


def _issue(
    emitter: Emitter,
    instruction: Instruction,
    sources: list[Value],
    target: Operand,
    barrier: Operand,
    shapes: list[list[Value]],
) -> None:
    """Emit each lane's copy; a shape is what follows the addresses in a copy's words."""
    builder = emitter.builder
    assert isinstance(target, Address) and isinstance(barrier, Address)
    targets = address_lanes(emitter, target)
    barriers = address_lanes(emitter, barrier)
    for lane in active_lanes(emitter):
        check_mbarrier(emitter, instruction, barriers[lane])
        thread = builder.zext(thread_of(emitter, lane), I64)
        words = [sources[lane], targets[lane], barriers[lane], *shapes[lane]]
        words += [emitter.location(instruction), thread]
        arguments = [emitter.arguments.context, emitter.arguments.shared, *words]
        emitter.stop_if(call(builder, "bulk_copy", I1, *arguments))
