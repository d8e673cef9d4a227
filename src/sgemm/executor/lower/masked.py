"""Guarded loads and stores that some lanes make and others do not: ragged edges."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.llvm_types import I64, POINTER, Value, call_intrinsic, choose, integer
from sgemm.executor.lower.access import Access, write_loaded
from sgemm.executor.memory import SHARED_WINDOW
from sgemm.ptx.syntax import Discard, Operand, Register


def _pointers(access: Access, index: int) -> Value:
    emitter = access.emitter
    builder = emitter.builder
    lanes = emitter.lanes
    addresses = access.lane_addresses()
    if index:
        addresses = builder.add(
            addresses, ir.Constant(addresses.type, [index * access.nbytes] * lanes)
        )
    if access.space.startswith("shared"):
        start = emitter.splat(builder.ptrtoint(emitter.arguments.shared, I64))
        addresses = builder.add(addresses, start)
    elif access.space == "generic":
        window = emitter.splat(integer(64, SHARED_WINDOW))
        start = emitter.splat(builder.ptrtoint(emitter.arguments.shared, I64))
        is_shared = builder.icmp_unsigned(">=", addresses, window)
        moved = builder.add(start, builder.sub(addresses, window))
        addresses = builder.select(is_shared, moved, addresses)
    return builder.inttoptr(addresses, ir.VectorType(POINTER, lanes))


def load_masked(access: Access, targets: tuple[Operand, ...], mask: Value) -> None:
    """Read in the lanes of a mask; the others keep what they have."""
    emitter = access.emitter
    builder = emitter.builder
    kind = ir.VectorType(access.element, emitter.lanes)
    nothing = ir.Constant(kind, ir.Undefined)
    # All addresses first: a target may be the register that holds them.
    values = []
    for pointers in [_pointers(access, index) for index in range(len(targets))]:
        arguments = [pointers, integer(32, access.nbytes), mask, nothing]
        values.append(
            call_intrinsic(builder, "masked.gather", [kind, pointers.type], kind, arguments)
        )
    for target, value in zip(targets, values, strict=True):
        if isinstance(target, Discard):
            continue
        assert isinstance(target, Register)
        # The old value as a whole: what is loaded may be narrower than its register.
        old = emitter.held(target.name)
        write_loaded(emitter, target, value, access.kind)
        new = choose(builder, mask, emitter.held(target.name), old)
        builder.store(new, emitter.slots[target.name])


def store_masked(access: Access, sources: tuple[Operand, ...], mask: Value) -> None:
    """Write in the lanes of a mask."""
    emitter = access.emitter
    for index, source in enumerate(sources):
        pointers = _pointers(access, index)
        value = emitter.vector(source, access.kind)
        arguments = [value, pointers, integer(32, access.nbytes), mask]
        call_intrinsic(
            emitter.builder,
            "masked.scatter",
            [value.type, pointers.type],
            ir.VoidType(),
            arguments,
        )
