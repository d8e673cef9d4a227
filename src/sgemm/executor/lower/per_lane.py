"""Instructions that are made lane by lane: a loop over the lanes, with each lane's operands."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from llvmlite import ir

from sgemm.executor.llvm_types import (
    I1,
    I8,
    I32,
    I64,
    Value,
    constant,
    integer,
    vector_type,
    with_element,
)
from sgemm.executor.lower.emitter import Emitter
from sgemm.ptx.syntax import Address, Operand, Register, Symbol, Type


@contextlib.contextmanager
def for_each_lane(emitter: Emitter, *values: Value) -> Iterator[tuple[Value, list[Value]]]:
    """Emit, once, what runs for each lane in which the guard holds: a loop over the lanes.

    Values are vectors over the lanes, or scalars that all lanes share. Yields the lane (i32) and
    its elements, which come from memory. Written out for each lane, on elements of vectors, 60
    loads of 128 lanes would take LLVM over a minute.
    """
    builder = emitter.builder
    guard = emitter.guard
    condition = emitter.guard_value(guard) if guard else ir.Constant(I1, 1)
    if emitter.lanes == 1:
        with builder.if_then(condition) if guard else contextlib.nullcontext():
            yield integer(32, 0), list(values)
        return
    places = [_in_memory(emitter, index, each) for index, each in enumerate((condition, *values))]
    with _count_to(builder, emitter.lanes) as lane:
        holds, *elements = [
            each if place is None else _element(builder, place, each.type, lane)
            for each, place in zip((condition, *values), places, strict=True)
        ]
        with builder.if_then(holds) if guard else contextlib.nullcontext():
            yield lane, elements


@contextlib.contextmanager
def _count_to(builder: ir.IRBuilder, limit: int) -> Iterator[Value]:
    """Emit the body of a loop over 0 ... limit-1 (i32), yielding the index."""
    with builder.goto_entry_block():
        index = builder.alloca(I32)
    builder.store(integer(32, 0), index)
    head, body, end = (builder.append_basic_block(name) for name in ("while", "do", "end_while"))
    builder.branch(head)
    builder.position_at_end(head)
    goes_on = builder.icmp_signed("<", builder.load(index, typ=I32), integer(32, limit))
    builder.cbranch(goes_on, body, end)
    builder.position_at_end(body)
    current = builder.load(index, typ=I32)
    yield current
    builder.store(builder.add(current, integer(32, 1)), index)
    builder.branch(head)
    builder.position_at_end(end)


class LaneResults:
    """Each lane's result, in scratch memory: read as a vector before the next use of an index."""

    def __init__(self, emitter: Emitter, element: ir.Type, index: int = 0) -> None:
        self._builder, self._element = emitter.builder, element
        self._kind = vector_type(element, emitter.lanes)
        self._memory = emitter.scratch(f"results_{index}", self._kind)

    def set(self, lane: Value, value: Value) -> None:
        """Keep the result of a lane."""
        place = self._builder.gep(self._memory, [lane], source_etype=self._element)
        self._builder.store(value, place)

    def read(self) -> Value:
        """Return the results of all lanes."""
        return self._builder.load(self._memory, typ=self._kind)


def _in_memory(emitter: Emitter, index: int, value: Value) -> Value | None:
    """Return a pointer to the elements of a vector; nothing for a scalar."""
    if not isinstance(value.type, ir.VectorType):
        return None
    if value.type.element == I1:
        value = emitter.builder.zext(value, with_element(value.type, I8))
    place = emitter.scratch(f"values_{index}", value.type)
    emitter.builder.store(value, place)
    return place


def _element(builder: ir.IRBuilder, place: Value, kind: ir.Type, lane: Value) -> Value:
    if kind.element == I1:
        byte = builder.load(builder.gep(place, [lane], source_etype=I8), typ=I8)
        return builder.trunc(byte, I1)
    return builder.load(builder.gep(place, [lane], source_etype=kind.element), typ=kind.element)


def operand_values(emitter: Emitter, operand: Operand, kind: Type) -> Value:
    """Return an operand for :func:`for_each_lane`: a vector, or a scalar that all lanes share."""
    return emitter.read(operand, kind, varying=emitter.varies(operand))


def addresses_of(emitter: Emitter, operand: Operand) -> Value:
    """Return a vector of the 64-bit addresses that a memory operand stands for."""
    assert isinstance(operand, Address)
    base = operand.base
    if isinstance(base, Symbol):
        emitter.require_shared(base)
    value = emitter.vector(base, address_type(base))
    return extended_address(emitter.builder, value, operand.offset)


def address_type(base: Operand) -> Type:
    """Return the type of the base of an address: shared addresses may have 32 bits."""
    return Type("u", 32 if isinstance(base, Register) and base.type.bits == 32 else 64)


def extended_address(builder: ir.IRBuilder, value: Value, offset: int) -> Value:
    """Return an address, or a vector of them, extended to 64 bits, an offset added."""
    wide = with_element(value.type, I64)
    # By its sign: a base may lie below the window while base + offset lies in it.
    value = builder.sext(value, wide)
    return builder.add(value, constant(wide, offset)) if offset else value


def thread_of(emitter: Emitter, lane: Value) -> Value:
    """Return a lane's number in its block, as 32 bits."""
    return emitter.builder.add(emitter.arguments.thread, lane)
