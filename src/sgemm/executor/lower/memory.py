"""Loads and stores.

Where lanes' addresses have a form, a load becomes one vector load for each run of neighbouring
elements and a shuffle that hands them to their lanes; where they have none, it goes lane by lane.
Guarded accesses that only some lanes make are masked.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator

from llvmlite import ir

from sgemm.executor.llvm_types import (
    I8,
    I32,
    I64,
    POINTER,
    Value,
    call_intrinsic,
    integer,
    scalar_type,
    vector_type,
)
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import last_type
from sgemm.executor.lower.table import lowers
from sgemm.executor.memory import SHARED_WINDOW
from sgemm.ptx.affine import Form
from sgemm.ptx.syntax import (
    Address,
    Discard,
    Instruction,
    Operand,
    Register,
    Symbol,
    Type,
    Vector,
)

LONGEST_RUN = 64
"""Most elements that one vector load or store takes."""

_TYPES = "(b8|u8|s8|b16|u16|s16|b32|u32|s32|f32|b64|u64|s64|f64)"
_CACHE = "(|.ca|.cg|.cs|.lu|.cv)"
_STORE_CACHE = "(|.wb|.cg|.cs|.wt)"
_HINTS = "(|.L1::no_allocate|.L1::evict_first|.L1::evict_last|.L1::evict_normal)"
_PREFETCH = "(|.L2::64B|.L2::128B|.L2::256B)"


@lowers(f"ld.param(|.v2|.v4).{_TYPES}")
def load_parameter(emitter: Emitter, instruction: Instruction) -> None:
    """Read from the parameter space."""
    builder = emitter.builder
    kind = last_type(instruction)
    address = _address(emitter, instruction.operands[1])
    parameters = {parameter.name: parameter for parameter in emitter.plan.entry.parameters}
    if not isinstance(address.base, Symbol) or address.base.name not in parameters:
        raise emitter.refuse("a parameter is read by its name")
    parameter = parameters[address.base.name]
    targets = _registers(instruction.operands[0])
    if not 0 <= address.offset <= parameter.nbytes - len(targets) * kind.nbytes:
        raise emitter.refuse(f"the parameter has {parameter.nbytes} bytes")
    for index, target in enumerate(targets):
        offset = parameter.offset + address.offset + index * kind.nbytes
        pointer = builder.gep(emitter.arguments.parameters, [integer(64, offset)], source_etype=I8)
        value = builder.load(pointer, typ=scalar_type(kind), align=kind.nbytes)
        _write_loaded(emitter, target, value, kind)


@lowers(
    f"ld(|.weak|.relaxed.cta|.volatile)(|.shared|.shared::cta)(|.v2|.v4).{_TYPES}",
    f"ld(|.weak|.volatile).global{_CACHE}(|.nc){_HINTS}{_PREFETCH}(|.v2|.v4).{_TYPES}",
)
def load(emitter: Emitter, instruction: Instruction) -> None:
    """Read from shared, global or generic memory."""
    access = _Access(emitter, instruction, instruction.operands[1])
    targets = _registers(instruction.operands[0])
    with _executed(emitter, access) as mask:
        if mask is not None:
            _load_masked(access, targets, mask)
        elif access.form is not None and access.form.is_uniform:
            _load_once(access, targets)
        else:
            _load_lanes(access, targets)


@lowers(
    f"st(|.weak|.relaxed.cta|.volatile)(|.shared|.shared::cta)(|.v2|.v4).{_TYPES}",
    f"st(|.weak|.volatile).global{_STORE_CACHE}{_HINTS}(|.v2|.v4).{_TYPES}",
)
def store(emitter: Emitter, instruction: Instruction) -> None:
    """Write to shared, global or generic memory."""
    access = _Access(emitter, instruction, instruction.operands[0])
    sources = _values(instruction.operands[1])
    with _executed(emitter, access) as mask:
        if mask is not None:
            _store_masked(access, sources, mask)
        elif access.form is not None and access.form.is_uniform:
            _store_once(access, sources)
        else:
            _store_lanes(access, sources)


@lowers("prefetch.global(|.L1|.L2)", "prefetch(|.L1|.L2)", "prefetchu.L1")
def prefetch(emitter: Emitter, instruction: Instruction) -> None:
    """Do nothing: caches are not part of what a kernel computes."""


class _Access:
    """One memory instruction: its space, element, form of the address."""

    def __init__(self, emitter: Emitter, instruction: Instruction, operand: Operand) -> None:
        self.emitter = emitter
        self.instruction = instruction
        self.kind: Type = last_type(instruction)
        self.element = scalar_type(self.kind)
        self.nbytes = self.kind.nbytes
        self.address = _address(emitter, operand)
        self.count = next((int(m[1:]) for m in instruction.modifiers if m in ("v2", "v4")), 1)
        # What all lanes of this function share: a thread on its own shares it with itself.
        lanes = emitter.lanes
        self.form: Form | None = (
            emitter.form(self.address.base) if lanes > 1 else Form((0,), (), 0, 0, 2**64 - 1)
        )
        spaces = {"shared", "shared::cta", "global"} & set(instruction.modifiers)
        self.space = spaces.pop() if spaces else "generic"

    def base(self) -> Value:
        """Return the address's base, extended to 64 bits, the constant offset added."""
        return self._extended(self.emitter.base(self.address.base, self._kind()))

    def lane_addresses(self) -> Value:
        """Return a vector of 64-bit addresses."""
        return self._extended(self.emitter.vector(self.address.base, self._kind()))

    def _kind(self) -> Type:
        base = self.address.base
        return Type("u", 32 if isinstance(base, Register) and base.type.bits == 32 else 64)

    def _extended(self, value: Value) -> Value:
        builder = self.emitter.builder
        count = value.type.count if isinstance(value.type, ir.VectorType) else 1
        wide = vector_type(I64, count)
        if value.type != wide:
            # By its sign: a base may lie below the window while base + offset lies in it.
            value = builder.sext(value, wide)
        if self.address.offset:
            offset = self.address.offset % 2**64
            value = builder.add(value, ir.Constant(wide, [offset] * count if count > 1 else offset))
        return value

    def pointer(self, address: Value, offset: int = 0) -> Value:
        """Return a pointer to an address in this access's space."""
        builder = self.emitter.builder
        if offset:
            address = builder.add(address, integer(64, offset))
        if self.space.startswith("shared"):
            return builder.gep(self.emitter.arguments.shared, [address], source_etype=I8)
        if self.space == "generic":
            window = integer(64, SHARED_WINDOW)
            is_shared = builder.icmp_unsigned(">=", address, window)
            shared = builder.ptrtoint(self.emitter.arguments.shared, I64)
            moved = builder.add(shared, builder.sub(address, window))
            address = builder.select(is_shared, moved, address)
        return builder.inttoptr(address, POINTER)

    def observe(self, address: Value) -> None:
        """Tell the observer of this thread's access."""
        if self.emitter.on_access is not None:
            self.emitter.on_access(
                self.emitter, self.instruction, address, self.nbytes * self.count, self.space
            )


@contextlib.contextmanager
def _executed(emitter: Emitter, access: _Access) -> Iterator[Value]:
    """Emit an access under its guard: yield None for all lanes, or a mask of lanes.

    A uniform guard becomes a branch around the access. A varying one is tested first: if all
    lanes agree, the access is a plain one or none; the masked form is emitted for the rest.
    """
    guard = emitter.guard
    if guard is None:
        yield None
        return
    condition = emitter.guard_value(guard)
    with emitter.guarded_by(None):
        if isinstance(condition.type, ir.VectorType):
            bits = emitter.builder.bitcast(condition, ir.IntType(emitter.lanes))
            some = emitter.builder.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))
            with emitter.builder.if_then(some):
                yield condition
        else:
            with emitter.builder.if_then(condition):
                yield None


def _address(emitter: Emitter, operand: Operand) -> Address:
    if not isinstance(operand, Address):
        raise emitter.refuse("a memory operand is due")
    return operand


def _registers(operand: Operand) -> tuple[Operand, ...]:
    return operand.elements if isinstance(operand, Vector) else (operand,)


def _values(operand: Operand) -> tuple[Operand, ...]:
    return operand.elements if isinstance(operand, Vector) else (operand,)


def _write_loaded(emitter: Emitter, target: Operand, value: Value, kind: Type) -> None:
    """Set a register to a loaded value, which fills a wider register by its type."""
    if isinstance(target, Discard):
        return
    assert isinstance(target, Register)
    bits = max(target.type.bits, 1)
    if kind.bits < bits:
        count = value.type.count if isinstance(value.type, ir.VectorType) else 1
        extend = emitter.builder.sext if kind.kind == "s" else emitter.builder.zext
        value = extend(value, vector_type(ir.IntType(bits), count))
    emitter.write(target, value)


# ---- one address for all lanes


def _load_once(access: _Access, targets: tuple[Operand, ...]) -> None:
    emitter = access.emitter
    base = access.base()
    access.observe(base)
    pointer = access.pointer(base)
    for index, target in enumerate(targets):
        place = _step(emitter, pointer, index * access.nbytes)
        value = emitter.builder.load(place, typ=access.element, align=access.nbytes)
        _write_loaded(emitter, target, value, access.kind)


def _store_once(access: _Access, sources: tuple[Operand, ...]) -> None:
    """Write one address; of several lanes, the last one wins."""
    emitter = access.emitter
    builder = emitter.builder
    base = access.base()
    access.observe(base)
    pointer = access.pointer(base)
    for index, source in enumerate(sources):
        if emitter.varies(source):
            value = emitter.vector(source, access.kind)
            value = builder.extract_element(value, integer(32, emitter.lanes - 1))
        else:
            value = emitter.base(source, access.kind)
        place = _step(emitter, pointer, index * access.nbytes)
        builder.store(value, place, align=access.nbytes)


def _step(emitter: Emitter, pointer: Value, offset: int) -> Value:
    if not offset:
        return pointer
    return emitter.builder.gep(pointer, [integer(64, offset)], source_etype=I8)


# ---- lanes with addresses of their own


@dataclasses.dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring elements that lanes access.

    Parameters
    ----------
    base : LLVM i64
        Address to which ``start`` is added.
    start : int
        Byte offset of the first element.
    elements : int
        How many.
    places : dict of int to int
        Lane -> index of its first element in the run.
    """

    base: Value
    start: int
    elements: int
    places: dict[int, int]


def _runs(access: _Access) -> list[_Run]:
    """Sort the lanes' accesses into runs."""
    size = access.nbytes * access.count
    runs: list[_Run] = []
    for base, offsets in _bases(access):
        lanes = sorted(offsets, key=lambda lane: (offsets[lane], lane))
        for lane in lanes:
            offset = offsets[lane]
            last = runs[-1] if runs and runs[-1].base is base else None
            if last is not None:
                place, misfit = divmod(offset - last.start, access.nbytes)
                if not misfit and place + access.count <= last.elements:
                    last.places[lane] = place
                    continue
                grown = place + access.count
                if not misfit and place <= last.elements and grown <= LONGEST_RUN:
                    runs[-1] = dataclasses.replace(
                        last, elements=grown, places={**last.places, lane: place}
                    )
                    continue
            runs.append(_Run(base, offset, size // access.nbytes, {lane: 0}))
    return runs


def _bases(access: _Access) -> list[tuple[Value, dict[int, int]]]:
    """Return scalar addresses and, for each, the byte offsets of the lanes that start from it."""
    emitter = access.emitter
    builder = emitter.builder
    form = access.form
    if form is None:
        addresses = access.lane_addresses()
        return [
            (builder.extract_element(addresses, integer(32, lane)), {lane: 0})
            for lane in range(emitter.lanes)
        ]
    base = access.base()
    groups: dict[tuple[int, ...], dict[int, int]] = {}
    for lane in range(emitter.lanes):
        key = tuple(term.multiples[lane] for term in form.terms)
        groups.setdefault(key, {})[lane] = form.offsets[lane]
    factors = [emitter.term(term.register, I64, signed=term.signed) for term in form.terms]
    found = []
    for multiples, offsets in groups.items():
        address = base
        for factor, multiple in zip(factors, multiples, strict=True):
            if multiple:
                step = builder.mul(factor, integer(64, multiple))
                address = builder.add(address, step)
        found.append((address, offsets))
    return found


def _load_lanes(access: _Access, targets: tuple[Operand, ...]) -> None:
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
        _write_loaded(emitter, target, _pick(builder, table, picked), access.kind)


def _side_by_side(
    builder: ir.IRBuilder, element: ir.Type, values: list[Value]
) -> tuple[Value, int]:
    """Return one vector of several values, and the distance between their first elements."""
    if not any(isinstance(value.type, ir.VectorType) for value in values):
        table: Value = ir.Constant(ir.VectorType(element, len(values)), ir.Undefined)
        for place, value in enumerate(values):
            table = builder.insert_element(table, value, integer(32, place))
        return table, 1
    longest = max(getattr(value.type, "count", 1) for value in values)
    stride = 1 << (longest - 1).bit_length()
    parts = [_padded(builder, element, value, stride) for value in values]
    while len(parts) > 1:
        if len(parts) % 2:
            parts.append(ir.Constant(parts[0].type, ir.Undefined))
        parts = [
            _concatenate(builder, parts[number], parts[number + 1])
            for number in range(0, len(parts), 2)
        ]
    return parts[0], stride


def _padded(builder: ir.IRBuilder, element: ir.Type, value: Value, length: int) -> Value:
    if not isinstance(value.type, ir.VectorType):
        nothing = ir.Constant(ir.VectorType(element, length), ir.Undefined)
        return builder.insert_element(nothing, value, integer(32, 0))
    if value.type.count == length:
        return value
    order = [min(place, value.type.count - 1) for place in range(length)]
    return _pick(builder, value, order)


def _pick(builder: ir.IRBuilder, table: Value, order: list[int]) -> Value:
    if order == list(range(table.type.count)):
        return table
    mask = ir.Constant(ir.VectorType(I32, len(order)), order)
    return builder.shuffle_vector(table, ir.Constant(table.type, ir.Undefined), mask)


def _store_lanes(access: _Access, sources: tuple[Operand, ...]) -> None:
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
    builder = emitter.builder
    lanes = emitter.lanes
    whole = values[0]
    for number in range(1, len(values), 2):
        # Pairs first, so that both shuffles have operands of equal width.
        pair = _concatenate(builder, values[number - 1], values[number])
        whole = pair if number == 1 else _concatenate(builder, whole, pair)
    order = [index * lanes + lane for lane, index in owners]
    return builder.shuffle_vector(
        whole,
        ir.Constant(whole.type, ir.Undefined),
        ir.Constant(ir.VectorType(I32, len(order)), order),
    )


def _concatenate(builder: ir.IRBuilder, one: Value, other: Value) -> Value:
    count = one.type.count + other.type.count
    return builder.shuffle_vector(
        one, other, ir.Constant(ir.VectorType(I32, count), list(range(count)))
    )


# ---- some lanes only


def _pointers(access: _Access, index: int) -> Value:
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
        raise emitter.refuse("a guarded generic access by some lanes; name the space")
    return builder.inttoptr(addresses, ir.VectorType(POINTER, lanes))


def _load_masked(access: _Access, targets: tuple[Operand, ...], mask: Value) -> None:
    emitter = access.emitter
    builder = emitter.builder
    kind = ir.VectorType(access.element, emitter.lanes)
    for index, target in enumerate(targets):
        pointers = _pointers(access, index)
        nothing = ir.Constant(kind, ir.Undefined)
        arguments = [pointers, integer(32, access.nbytes), mask, nothing]
        value = call_intrinsic(builder, "masked.gather", [kind, pointers.type], kind, arguments)
        if isinstance(target, Discard):
            continue
        assert isinstance(target, Register)
        old = emitter.cast(builder.load(emitter.slots[target.name]), kind)
        _write_loaded(emitter, target, builder.select(mask, value, old), access.kind)


def _store_masked(access: _Access, sources: tuple[Operand, ...], mask: Value) -> None:
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
