"""Loads and stores in which all lanes name one address, or in which there is one lane."""

from __future__ import annotations

from sgemm.executor.llvm_types import I8, Value, integer
from sgemm.executor.lower.access import Access, write_loaded, zeros
from sgemm.executor.lower.emitter import Emitter
from sgemm.ptx.syntax import Operand


def load_uniform(access: Access, targets: tuple[Operand, ...]) -> None:
    """Read one address."""
    base = access.base()
    access.observe(base)
    _load_from(access, access.pointer(base), targets)


def load_uniform_guarded(access: Access, targets: tuple[Operand, ...]) -> None:
    """Read one address under a uniform guard: zeros elsewhere if it does not hold, and no branch.

    The writes that follow respect the guard. A branch for each load of a ragged block would keep
    LLVM from combining neighbours.
    """
    emitter = access.emitter
    assert emitter.guard is not None
    condition = emitter.guard_value(emitter.guard)
    pointer = access.pointer(access.base())
    pointer = emitter.builder.select(condition, pointer, zeros(emitter))
    _load_from(access, pointer, targets)


def _load_from(access: Access, pointer: Value, targets: tuple[Operand, ...]) -> None:
    emitter = access.emitter
    for index, target in enumerate(targets):
        place = _step(emitter, pointer, index * access.nbytes)
        value = emitter.builder.load(place, typ=access.element, align=access.nbytes)
        write_loaded(emitter, target, value, access.kind)


def store_uniform(access: Access, sources: tuple[Operand, ...]) -> None:
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
