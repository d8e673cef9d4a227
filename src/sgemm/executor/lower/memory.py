"""Loads and stores.

Where lanes' addresses have a form, a load becomes one vector load for each run of neighbouring
elements and a shuffle that hands them to their lanes (affine_address.py). Where all lanes name one
address it is one access, and where nothing is known a loop over the lanes. Guarded accesses that
only some lanes make are masked.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from llvmlite import ir

from sgemm.executor.llvm_types import I8, Value, integer, scalar_type, undefined
from sgemm.executor.lower.access import Access, executed, write_loaded, zeros
from sgemm.executor.lower.affine_address import load_affine, store_affine
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import last_type
from sgemm.executor.lower.per_lane import LaneResults, addresses_of, for_each_lane
from sgemm.executor.lower.table import lowers
from sgemm.ptx.syntax import Address, Discard, Instruction, Operand, Register, Symbol, elements_of

_TYPES = "(b8|u8|s8|b16|u16|s16|b32|u32|s32|f32|b64|u64|s64|f64)"
_SPACE = "(|.shared|.shared::cta|.shared::cluster)"
_CACHE = "(|.ca|.cg|.cs|.lu|.cv)"
_STORE_CACHE = "(|.wb|.cg|.cs|.wt)"
_HINTS = "(|.L1::no_allocate|.L1::evict_first|.L1::evict_last|.L1::evict_normal)"
_PREFETCH = "(|.L2::64B|.L2::128B|.L2::256B)"
_SCOPES = ("cta", "cluster", "gpu", "sys")
_SCOPED = "".join(f"|.{order}.{scope}" for order in ("relaxed", "acquire") for scope in _SCOPES)
_STORE_SCOPED = "".join(
    f"|.{order}.{scope}" for order in ("relaxed", "release") for scope in _SCOPES
)
_STRONG = frozenset({"volatile", "relaxed", "acquire", "release"})


@lowers(f"ld.param(|.v2|.v4).{_TYPES}", operands="access")
def load_parameter(emitter: Emitter, instruction: Instruction) -> None:
    """Read from the parameter space."""
    builder, kind = emitter.builder, last_type(instruction)
    address = instruction.operands[1]
    assert isinstance(address, Address)
    parameters = {parameter.name: parameter for parameter in emitter.plan.entry.parameters}
    if not isinstance(address.base, Symbol) or address.base.name not in parameters:
        raise emitter.refuse("a parameter is read by its name")
    parameter = parameters[address.base.name]
    targets = elements_of(instruction.operands[0])
    if not 0 <= address.offset <= parameter.nbytes - len(targets) * kind.nbytes:
        raise emitter.refuse(f"the parameter has {parameter.nbytes} bytes")
    for index, target in enumerate(targets):
        offset = parameter.offset + address.offset + index * kind.nbytes
        pointer = builder.gep(emitter.arguments.parameters, [integer(64, offset)], source_etype=I8)
        value = builder.load(pointer, typ=scalar_type(kind), align=kind.nbytes)
        write_loaded(emitter, target, value, kind)


@lowers(
    f"ld(|.weak|.volatile{_SCOPED}){_SPACE}(|.v2|.v4).{_TYPES}",
    f"ld(|.weak|.volatile{_SCOPED}).global{_CACHE}(|.nc){_HINTS}"
    f"(|.L2::cache_hint){_PREFETCH}(|.v2|.v4).{_TYPES}",
    operands="access",
)
def load(emitter: Emitter, instruction: Instruction) -> None:
    """Read from shared, global or generic memory."""
    access = Access(emitter, instruction.operands[1])
    targets = elements_of(instruction.operands[0])
    guard = emitter.guard
    one_address = access.form is not None and access.form.is_uniform
    strong = not _STRONG.isdisjoint(instruction.modifiers)
    plain = not emitter.plan.checked and not strong
    if guard and one_address and plain and not emitter.varies(guard.register):
        _load_uniform_guarded(access, targets)
        return
    with _ordered(emitter, instruction), executed(emitter) as mask:
        if mask is not None:
            _load_masked(access, targets, mask)
        elif one_address:
            address = access.base()
            access.check(address)
            _load_from(access, access.pointer(address), targets)
        elif access.form is None:
            _gather(access, targets)
        else:
            load_affine(access, targets)


@lowers(
    f"st(|.weak|.volatile{_STORE_SCOPED}){_SPACE}(|.v2|.v4).{_TYPES}",
    f"st(|.weak|.volatile{_STORE_SCOPED}).global{_STORE_CACHE}{_HINTS}(|.v2|.v4).{_TYPES}",
    operands="access",
)
def store(emitter: Emitter, instruction: Instruction) -> None:
    """Write to shared, global or generic memory."""
    access = Access(emitter, instruction.operands[0])
    sources = elements_of(instruction.operands[1])
    with _ordered(emitter, instruction), executed(emitter) as mask:
        if mask is not None:
            _store_masked(access, sources, mask)
        elif access.form is not None and access.form.is_uniform:
            _store_uniform(access, sources)
        elif access.form is None:
            _scatter(access, sources)
        else:
            store_affine(access, sources)


@contextlib.contextmanager
def _ordered(emitter: Emitter, instruction: Instruction) -> Iterator[None]:
    """Keep an access that other blocks may look at, or that looks at theirs, in its place."""
    strong = not _STRONG.isdisjoint(instruction.modifiers)
    if strong:
        emitter.builder.fence("acq_rel")
    yield
    if strong:
        emitter.builder.fence("acq_rel")


# ---- one address for all lanes, or one lane


def _load_uniform_guarded(access: Access, targets: tuple[Operand, ...]) -> None:
    """Read one address under a uniform guard: zeros elsewhere if it does not hold, and no branch.

    The writes that follow respect the guard. A branch for each load of a ragged block would keep
    LLVM from combining neighbours.
    """
    emitter = access.emitter
    assert emitter.guard is not None
    condition = emitter.guard_value(emitter.guard)
    pointer = access.pointer(access.base())
    _load_from(access, emitter.builder.select(condition, pointer, zeros(emitter)), targets)


def _load_from(access: Access, pointer: Value, targets: tuple[Operand, ...]) -> None:
    for index, target in enumerate(targets):
        place = _step(access, pointer, index)
        value = access.emitter.builder.load(place, typ=access.element, align=access.nbytes)
        write_loaded(access.emitter, target, value, access.kind)


def _store_uniform(access: Access, sources: tuple[Operand, ...]) -> None:
    """Write one address; of several lanes, the last one wins."""
    emitter = access.emitter
    builder = emitter.builder
    address = access.base()
    access.check(address)
    pointer = access.pointer(address)
    for index, source in enumerate(sources):
        if emitter.varies(source):
            value = emitter.vector(source, access.kind)
            value = builder.extract_element(value, integer(32, emitter.lanes - 1))
        else:
            value = emitter.base(source, access.kind)
        builder.store(value, _step(access, pointer, index), align=access.nbytes)


def _step(access: Access, pointer: Value, index: int) -> Value:
    if not index:
        return pointer
    offset = integer(64, index * access.nbytes)
    return access.emitter.builder.gep(pointer, [offset], source_etype=I8)


# ---- addresses that are known only when lanes run


def _gather(access: Access, targets: tuple[Operand, ...]) -> None:
    """Read in each lane from an address of its own."""
    emitter = access.emitter
    builder = emitter.builder
    results = [LaneResults(emitter, access.element, index) for index in range(len(targets))]
    with for_each_lane(emitter, addresses_of(emitter, access.address)) as (lane, (address,)):
        for index, result in enumerate(results):
            place = access.pointer(address, index * access.nbytes)
            value = builder.load(place, typ=access.element, align=access.nbytes)
            result.set(lane, value)
    for target, result in zip(targets, results, strict=True):
        write_loaded(emitter, target, result.read(), access.kind)


def _scatter(access: Access, sources: tuple[Operand, ...]) -> None:
    """Write each lane's values to its address; where addresses are equal, the highest lane wins."""
    emitter = access.emitter
    values = [emitter.vector(source, access.kind) for source in sources]
    addresses = addresses_of(emitter, access.address)
    with for_each_lane(emitter, addresses, *values) as (_, (address, *elements)):
        for index, element in enumerate(elements):
            place = access.pointer(address, index * access.nbytes)
            emitter.builder.store(element, place, align=access.nbytes)


# ---- accesses that some lanes make


def _load_masked(access: Access, targets: tuple[Operand, ...], mask: Value) -> None:
    """Read in the lanes of a mask; the others keep what they have."""
    emitter = access.emitter
    builder = emitter.builder
    kind = ir.VectorType(access.element, emitter.lanes)
    nothing = undefined(kind)
    # All addresses first: a target may be the register that holds them.
    values = []
    for pointers in [
        access.pointer(addresses_of(emitter, access.address), index * access.nbytes)
        for index in range(len(targets))
    ]:
        arguments = [pointers, integer(32, access.nbytes), mask, nothing]
        kinds = [kind, pointers.type]
        values.append(builder.intrinsic_for(kinds, "masked.gather", kind, *arguments))
    for target, value in zip(targets, values, strict=True):
        if isinstance(target, Discard):
            continue
        assert isinstance(target, Register)
        # The old value as a whole: what is loaded may be narrower than its register.
        old = emitter.held(target.name)
        write_loaded(emitter, target, value, access.kind)
        new = builder.choose(mask, emitter.held(target.name), old)
        emitter.hold(target.name, new)


def _store_masked(access: Access, sources: tuple[Operand, ...], mask: Value) -> None:
    emitter = access.emitter
    for index, source in enumerate(sources):
        addresses = addresses_of(emitter, access.address)
        pointers = access.pointer(addresses, index * access.nbytes)
        value = emitter.vector(source, access.kind)
        kinds = [value.type, pointers.type]
        arguments = [value, pointers, integer(32, access.nbytes), mask]
        emitter.builder.intrinsic_for(kinds, "masked.scatter", ir.VoidType(), *arguments)
