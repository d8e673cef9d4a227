"""Instructions that are made lane by lane: operands of each lane, and its guard."""

from __future__ import annotations

from collections.abc import Iterator

from llvmlite import ir

from sgemm.executor.llvm_types import I64, Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.ptx.syntax import Address, Operand, Register, Symbol, Type


def active_lanes(emitter: Emitter) -> Iterator[int]:
    """Yield every lane; what is emitted meanwhile runs where the guard holds in that lane."""
    guard = emitter.guard
    if guard is None:
        yield from range(emitter.lanes)
        return
    value = emitter.guard_value(guard)
    varies = isinstance(value.type, ir.VectorType)
    conditions = lanes_of(emitter, value) if varies else [value] * emitter.lanes
    for lane, condition in enumerate(conditions):
        with emitter.builder.if_then(condition):
            yield lane


def lanes_of(emitter: Emitter, value: Value) -> list[Value]:
    """Return the elements of a vector; of a scalar, itself for the only lane."""
    if emitter.lanes == 1:
        return [value]
    extract = emitter.builder.extract_element
    return [extract(value, integer(32, lane)) for lane in range(emitter.lanes)]


def operand_lanes(emitter: Emitter, operand: Operand, kind: Type) -> list[Value]:
    """Return an operand's value in each lane."""
    return lanes_of(emitter, emitter.read(operand, kind, varying=emitter.lanes > 1))


def address_lanes(emitter: Emitter, operand: Address) -> list[Value]:
    """Return each lane's 64-bit address."""
    base = operand.base
    if isinstance(base, Symbol):
        emitter.require_shared(base)
    narrow = isinstance(base, Register) and base.type.bits == 32
    values = operand_lanes(emitter, base, Type("u", 32 if narrow else 64))
    if narrow:
        # By its sign: a base may lie below the window while base + offset lies in it.
        values = [emitter.builder.sext(value, I64) for value in values]
    return [emitter.builder.add(value, integer(64, operand.offset)) for value in values]


def thread_of(emitter: Emitter, lane: int) -> Value:
    """Return a lane's number in its block, as 32 bits."""
    thread = emitter.arguments.thread
    return emitter.builder.add(thread, integer(32, lane)) if lane else thread
