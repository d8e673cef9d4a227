"""Loads and stores.

Where lanes' addresses have a form, a load becomes one vector load for each run of neighbouring
elements and a shuffle that hands them to their lanes; where they have none, a loop over the lanes.
Guarded accesses that only some lanes make are masked.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sgemm.executor.llvm_types import I8, integer, scalar_type
from sgemm.executor.lower.access import (
    Access,
    executed,
    memory_operand,
    parts,
    write_loaded,
)
from sgemm.executor.lower.affine_address import load_affine, store_affine
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.gather_scatter import gather, scatter
from sgemm.executor.lower.masked import load_masked, store_masked
from sgemm.executor.lower.operands import last_type
from sgemm.executor.lower.table import lowers
from sgemm.executor.lower.uniform_address import load_uniform, load_uniform_guarded, store_uniform
from sgemm.ptx.syntax import Instruction, Symbol

_TYPES = "(b8|u8|s8|b16|u16|s16|b32|u32|s32|f32|b64|u64|s64|f64)"
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


@lowers(f"ld.param(|.v2|.v4).{_TYPES}")
def load_parameter(emitter: Emitter, instruction: Instruction) -> None:
    """Read from the parameter space."""
    builder = emitter.builder
    kind = last_type(instruction)
    address = memory_operand(emitter, instruction.operands[1])
    parameters = {parameter.name: parameter for parameter in emitter.plan.entry.parameters}
    if not isinstance(address.base, Symbol) or address.base.name not in parameters:
        raise emitter.refuse("a parameter is read by its name")
    parameter = parameters[address.base.name]
    targets = parts(instruction.operands[0])
    if not 0 <= address.offset <= parameter.nbytes - len(targets) * kind.nbytes:
        raise emitter.refuse(f"the parameter has {parameter.nbytes} bytes")
    for index, target in enumerate(targets):
        offset = parameter.offset + address.offset + index * kind.nbytes
        pointer = builder.gep(emitter.arguments.parameters, [integer(64, offset)], source_etype=I8)
        value = builder.load(pointer, typ=scalar_type(kind), align=kind.nbytes)
        write_loaded(emitter, target, value, kind)


@lowers(
    f"ld(|.weak|.volatile{_SCOPED})(|.shared|.shared::cta)(|.v2|.v4).{_TYPES}",
    f"ld(|.weak|.volatile{_SCOPED}).global{_CACHE}(|.nc){_HINTS}{_PREFETCH}(|.v2|.v4).{_TYPES}",
)
def load(emitter: Emitter, instruction: Instruction) -> None:
    """Read from shared, global or generic memory."""
    access = Access(emitter, instruction, instruction.operands[1])
    targets = parts(instruction.operands[0])
    guard = emitter.guard
    one_address = access.form is not None and access.form.is_uniform
    strong = not _STRONG.isdisjoint(instruction.modifiers)
    plain = not access.is_observed and not strong
    if guard and one_address and plain and not emitter.varies(guard.register):
        load_uniform_guarded(access, targets)
        return
    with _ordered(emitter, instruction), executed(emitter, access) as mask:
        if mask is not None:
            load_masked(access, targets, mask)
        elif one_address:
            load_uniform(access, targets)
        elif access.form is None:
            gather(access, targets)
        else:
            load_affine(access, targets)


@lowers(
    f"st(|.weak|.volatile{_STORE_SCOPED})(|.shared|.shared::cta)(|.v2|.v4).{_TYPES}",
    f"st(|.weak|.volatile{_STORE_SCOPED}).global{_STORE_CACHE}{_HINTS}(|.v2|.v4).{_TYPES}",
)
def store(emitter: Emitter, instruction: Instruction) -> None:
    """Write to shared, global or generic memory."""
    access = Access(emitter, instruction, instruction.operands[0])
    sources = parts(instruction.operands[1])
    with _ordered(emitter, instruction), executed(emitter, access) as mask:
        if mask is not None:
            store_masked(access, sources, mask)
        elif access.form is not None and access.form.is_uniform:
            store_uniform(access, sources)
        elif access.form is None:
            scatter(access, sources)
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


@lowers("prefetch.global(|.L1|.L2)", "prefetch(|.L1|.L2)", "prefetchu.L1")
def prefetch(emitter: Emitter, instruction: Instruction) -> None:
    """Do nothing: caches are not part of what a kernel computes."""
