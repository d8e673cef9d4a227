"""Atomic operations, on memory that blocks on other processors may use at the same time."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.llvm_types import Value, integer, scalar_type, vector_type
from sgemm.executor.lower.access import Access
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import destination_varies
from sgemm.executor.lower.per_lane import for_each_lane, results_in_memory
from sgemm.executor.lower.table import lowers
from sgemm.ptx.syntax import Discard, Instruction

_ORDER = "(|.relaxed|.acquire|.release|.acq_rel)(|.cta|.cluster|.gpu|.sys)"
_SPACE = "(|.global|.shared|.shared::cta|.shared::cluster)"
_ALWAYS = "seq_cst"  # the strongest order for all: it costs no more on most processors

_OPERATIONS = {
    "add": "add", "exch": "xchg", "and": "and", "or": "or", "xor": "xor",
    "inc": "uinc_wrap", "dec": "udec_wrap",
}  # fmt: skip


@lowers(
    f"atom{_ORDER}{_SPACE}.add.(u32|s32|u64)",
    f"atom{_ORDER}{_SPACE}.(min|max).(u32|s32|u64|s64)",
    f"atom{_ORDER}{_SPACE}.(exch|and|or|xor).(b32|b64)",
    f"atom{_ORDER}{_SPACE}.(inc|dec).u32",
    operands=">type? address type",
)
@lowers(f"atom{_ORDER}{_SPACE}.cas.(b32|b64)", operands=">type? address type type")
@lowers(
    f"red{_ORDER}{_SPACE}.add.(u32|s32|u64)",
    f"red{_ORDER}{_SPACE}.(min|max).(u32|s32|u64|s64)",
    f"red{_ORDER}{_SPACE}.(and|or|xor).(b32|b64)",
    f"red{_ORDER}{_SPACE}.(inc|dec).u32",
    operands="address type",
)
def update_atomically(emitter: Emitter, instruction: Instruction) -> None:
    """Combine a number in memory with another, or swap it; ``atom`` returns what was there before.

    Each lane does it in turn, as a warp's lanes may come in any order.
    """
    operands = instruction.operands
    target, place, *sources = operands if instruction.opcode == "atom" else (Discard(), *operands)
    builder = emitter.builder
    access = Access(emitter, instruction, place)
    element = scalar_type(access.kind)
    kind = vector_type(element, emitter.lanes)
    values = [emitter.vector(source, access.kind) for source in sources]
    olds = results_in_memory(emitter, element)
    if emitter.guard is not None:
        builder.store(ir.Constant(kind, None), olds)
    with for_each_lane(emitter, access.lane_addresses(), *values) as (lane, (address, *own)):
        access.check(address)
        old = _combine(emitter, instruction, access.pointer(address), own)
        builder.store(old, builder.gep(olds, [lane], source_etype=element))
    if isinstance(target, Discard):
        return
    old = builder.load(olds, typ=kind)
    if emitter.lanes > 1 and not destination_varies(emitter, target):
        old = builder.extract_element(old, integer(32, 0))
    emitter.write(target, old)


def _combine(
    emitter: Emitter, instruction: Instruction, pointer: Value, values: list[Value]
) -> Value:
    builder = emitter.builder
    name, kind = instruction.modifiers[-2:]
    if name == "cas":
        expected, wanted = values
        pair = builder.cmpxchg(pointer, expected, wanted, _ALWAYS, _ALWAYS)
        return builder.extract_value(pair, 0)
    (value,) = values
    if name in ("min", "max"):
        name = name if kind.startswith("s") else f"u{name}"
        return builder.atomic_rmw(name, pointer, value, _ALWAYS)
    return builder.atomic_rmw(_OPERATIONS[name], pointer, value, _ALWAYS)
