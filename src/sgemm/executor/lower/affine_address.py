"""Loads and stores in which the lanes' addresses differ by what their form says.

Neighbouring elements are accessed together, as runs.
"""

from __future__ import annotations

import dataclasses

from llvmlite import ir

from sgemm.executor.llvm_types import Value, integer, undefined, vector_type
from sgemm.executor.lower.access import Access, write_loaded
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.text_builder import TextBuilder
from sgemm.ptx.syntax import Operand

LONGEST_RUN = 64  # most elements that one vector load or store takes


@dataclasses.dataclass(slots=True)
class _Run:
    """Neighbouring elements that lanes access."""

    base: Value  # address to which ``start`` is added
    start: int  # byte offset of the first element
    elements: int  # how many
    places: dict[int, int]  # lane -> index of its first element in the run


def _runs(access: Access) -> list[_Run]:
    size = access.nbytes * access.count
    runs: list[_Run] = []
    for base, offsets in _bases(access):
        lanes = sorted(offsets, key=lambda lane: (offsets[lane], lane))
        for lane in lanes:
            offset = offsets[lane]
            last = runs[-1] if runs and runs[-1].base is base else None
            if last is not None:
                place, misfit = divmod(offset - last.start, access.nbytes)
                elements = max(last.elements, place + access.count)
                if not misfit and place <= last.elements <= elements <= LONGEST_RUN:
                    last.elements = elements
                    last.places[lane] = place
                    continue
            runs.append(_Run(base, offset, size // access.nbytes, {lane: 0}))
    return runs


def _bases(access: Access) -> list[tuple[Value, dict[int, int]]]:
    """Return scalar addresses and, for each, the byte offsets of the lanes that start from it."""
    emitter = access.emitter
    builder = emitter.builder
    form = access.form
    assert form is not None
    groups: dict[tuple[int, ...], dict[int, int]] = {}
    for lane in range(emitter.lanes):
        key = tuple(term.coefficients[lane] for term in form.terms)
        groups.setdefault(key, {})[lane] = form.offsets[lane]
    found = []
    for coefficients, offsets in groups.items():

        def move(base: Value, coefficients: tuple[int, ...] = coefficients) -> Value:
            for term, multiple in zip(form.terms, coefficients, strict=True):
                if multiple:
                    factor = emitter.term(term.register, base.type, signed=term.signed)
                    step = builder.mul(factor, integer(base.type.width, multiple))
                    base = builder.add(base, step)
            return base

        found.append((access.base(move), offsets))
    return found


def load_affine(access: Access, targets: tuple[Operand, ...]) -> None:
    """Load every run once, put them side by side, and hand the elements to their lanes."""
    emitter = access.emitter
    builder = emitter.builder
    runs = _runs(access)
    loaded = [
        builder.load(
            access.pointer(run.base, run.start),
            typ=vector_type(access.element, run.elements),
            align=access.nbytes,
        )
        for run in runs
    ]
    table, stride = _side_by_side(builder, access.element, loaded)
    first = {
        lane: number * stride + place
        for number, run in enumerate(runs)
        for lane, place in run.places.items()
    }
    for index, target in enumerate(targets):
        picked = [first[lane] + index for lane in range(emitter.lanes)]
        write_loaded(emitter, target, _pick(builder, table, picked), access.kind)


def _side_by_side(builder: TextBuilder, element: ir.Type, values: list[Value]) -> tuple[Value, int]:
    """Return one vector of several values, and the distance between their first elements."""
    if not any(isinstance(value.type, ir.VectorType) for value in values):
        table: Value = undefined(ir.VectorType(element, len(values)))
        for place, value in enumerate(values):
            table = builder.insert_element(table, value, integer(32, place))
        return table, 1
    longest = max(getattr(value.type, "count", 1) for value in values)
    stride = 1 << (longest - 1).bit_length()
    parts = [_padded(builder, element, value, stride) for value in values]
    while len(parts) > 1:
        if len(parts) % 2:
            parts.append(undefined(parts[0].type))
        parts = [
            _concatenate(builder, parts[number], parts[number + 1])
            for number in range(0, len(parts), 2)
        ]
    return parts[0], stride


def _padded(builder: TextBuilder, element: ir.Type, value: Value, length: int) -> Value:
    if not isinstance(value.type, ir.VectorType):
        nothing = undefined(ir.VectorType(element, length))
        return builder.insert_element(nothing, value, integer(32, 0))
    if value.type.count == length:
        return value
    order = [min(place, value.type.count - 1) for place in range(length)]
    return _pick(builder, value, order)


def _pick(builder: TextBuilder, table: Value, order: list[int]) -> Value:
    in_order = order == list(range(table.type.count))
    return table if in_order else builder.shuffle(table, order)


def store_affine(access: Access, sources: tuple[Operand, ...]) -> None:
    """Write lanes' values; where lanes write the same element, the highest lane wins."""
    emitter = access.emitter
    builder = emitter.builder
    values = [emitter.vector(source, access.kind) for source in sources]
    for run in _runs(access):
        pointer = access.pointer(run.base, run.start)
        owner = {
            place + index: (lane, index)
            for lane, place in sorted(run.places.items())
            for index in range(access.count)
        }
        if run.elements == 1:
            lane, index = owner[0]
            value = builder.extract_element(values[index], integer(32, lane))
        else:
            value = _gathered(emitter, values, [owner[place] for place in range(run.elements)])
        builder.store(value, pointer, align=access.nbytes)


def _gathered(emitter: Emitter, values: list[Value], owners: list[tuple[int, int]]) -> Value:
    """Return a vector of elements (lane, index) of several vectors."""
    builder, lanes = emitter.builder, emitter.lanes
    whole = values[0]
    for number in range(1, len(values), 2):
        # Pairs first, so that both shuffles have operands of equal width.
        pair = _concatenate(builder, values[number - 1], values[number])
        whole = pair if number == 1 else _concatenate(builder, whole, pair)
    order = [index * lanes + lane for lane, index in owners]
    return builder.shuffle(whole, order)


def _concatenate(builder: TextBuilder, one: Value, other: Value) -> Value:
    return builder.shuffle(one, range(one.type.count + other.type.count), other)
