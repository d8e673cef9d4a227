"""Atomic operations, on memory that blocks on other processors may use at the same time."""

from __future__ import annotations

from sgemm.executor.llvm_types import Value, scalar_type
from sgemm.executor.lower.access import Access
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.per_lane import LaneResults, addresses_of, for_each_lane
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
    access = Access(emitter, place)
    values = [emitter.vector(source, access.kind) for source in sources]
    olds = LaneResults(emitter, scalar_type(access.kind))
    addresses = addresses_of(emitter, access.address)
    with for_each_lane(emitter, addresses, *values) as (lane, (address, *own)):
        access.check(address)
        olds.set(lane, _combine(emitter, access.pointer(address), own))
    emitter.write(target, olds.read())


def _combine(emitter: Emitter, pointer: Value, values: list[Value]) -> Value:
    builder = emitter.builder
    name, kind = emitter.instruction.modifiers[-2:]
    if name == "cas":
        expected, wanted = values
        pair = builder.cmpxchg(pointer, expected, wanted, _ALWAYS, _ALWAYS)
        return builder.extract_value(pair, 0)
    (value,) = values
    if name in ("min", "max"):
        name = name if kind.startswith("s") else f"u{name}"
        return builder.atomic_rmw(name, pointer, value, _ALWAYS)
    return builder.atomic_rmw(_OPERATIONS[name], pointer, value, _ALWAYS)
