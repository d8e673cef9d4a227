"""The order of matrix instructions of warpgroups (``wgmma``), and who touches their registers.

They are done at once here, as the GPU may do. So fences, groups and waits for them have nothing to
do; in checked mode a thread counts them, and every access to a register of a ``wgmma`` is compared
with that: see runtime/warpgroups.c. Of shared memory that they and bulk copies use see
runtime/proxies.c.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from llvmlite import ir

from sgemm.executor.llvm_types import I1, Value, integer
from sgemm.executor.lower.access import executed
from sgemm.executor.lower.clusters import note_fence
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.table import lowers
from sgemm.executor.waits import (
    is_proxy_fence,
    is_release,
    is_warpgroup_matrix,
    synchronizes_anywhere,
)
from sgemm.ptx.syntax import Instruction, integer_of, registers_of

_HOLDS_A, _FIRST_SHAPE = 1, 2  # how a wgmma uses registers: see runtime/warpgroups.c


@lowers("wgmma.fence.sync.aligned", "wgmma.commit_group.sync.aligned", operands="")
def order_matrices(emitter: Emitter, instruction: Instruction) -> None:
    """Count a fence for registers, or close a group (checked mode)."""
    name = "fence_registers" if "fence" in instruction.modifiers else "commit_matrices"
    if emitter.plan.watches_warpgroups:
        with executed(emitter):
            emitter.builder.call_named(name, ir.VoidType(), _state(emitter))


@lowers("wgmma.wait_group.sync.aligned", operands="groups")
def wait_for_matrices(emitter: Emitter, instruction: Instruction) -> None:
    """Note which groups have been waited for (checked mode)."""
    if emitter.plan.watches_warpgroups:
        with executed(emitter):
            pending = integer(32, integer_of(instruction.operands[0]))
            emitter.note("wait_for_matrices", _state(emitter), pending, emitter.arguments.thread)


@lowers("fence.proxy.async(|.shared::cta)", operands="")
def fence_proxies(emitter: Emitter, instruction: Instruction) -> None:
    """Note that a thread ordered its accesses to shared memory through both proxies."""
    if emitter.plan.watches_proxies:
        with executed(emitter):
            emitter.note("fence_proxies", emitter.arguments.thread)


def note_release(emitter: Emitter, instruction: Instruction) -> None:
    """Note what a thread does by which others can know what it did before (checked mode)."""
    releases = is_release(instruction) and not is_proxy_fence(instruction)
    anywhere = synchronizes_anywhere(instruction)
    note_fence(emitter, instruction)
    if emitter.plan.watches_proxies and (releases or anywhere):
        with executed(emitter):
            if releases:
                emitter.note("release_writes", emitter.arguments.thread)
            if anywhere:
                emitter.note("synchronize_anywhere", emitter.arguments.thread)


def clear_warpgroup(emitter: Emitter) -> None:
    """Forget what another block's thread did, before this one's first instruction."""
    plan = emitter.plan
    if plan.watches_warpgroups:
        count = integer(32, plan.fragment_count)
        emitter.builder.call_named("clear_warpgroup", ir.VoidType(), _state(emitter), count)


def check_fragments(emitter: Emitter, instruction: Instruction) -> None:
    """Check what an instruction does with registers of ``wgmma``, if its guard holds."""
    plan = emitter.plan
    if not plan.watches_warpgroups:
        return
    if is_warpgroup_matrix(instruction):
        accumulators, a = instruction.operands[:2]
        for operand, use in ((accumulators, _shape(instruction)), (a, _HOLDS_A)):
            for number in _numbers(emitter, registers_of((operand,))):
                _call(emitter, "use_fragment", number, integer(32, use))
        return
    written = _numbers(emitter, instruction.registers_written)
    read = _numbers(emitter, instruction.registers_read)
    if read or written:
        with executed(emitter):
            for numbers, writes in ((read, 0), (written, 1)):
                for number in numbers:
                    _call(emitter, "access_fragment", number, ir.Constant(I1, writes))


def _numbers(emitter: Emitter, registers: Iterable[str]) -> list[int]:
    """Return the fragments to which some registers belong."""
    numbers = emitter.plan.fragments
    return sorted({numbers[name] for name in registers if name in numbers})


def _shape(instruction: Instruction) -> int:
    """Return a number for the shape of a ``wgmma``."""
    found = re.fullmatch(r"m64n(\d+)k(\d+)", instruction.modifiers[3])
    assert found is not None
    return _FIRST_SHAPE + (int(found[1]) << 8 | int(found[2]))


def _state(emitter: Emitter) -> Value:
    return emitter.frame_place(emitter.plan.frame.warpgroup)


def _call(emitter: Emitter, name: str, number: int, how: Value) -> None:
    where = emitter.location(), emitter.arguments.thread
    emitter.attempt(name, _state(emitter), integer(32, number), how, *where)
