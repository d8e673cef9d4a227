"""Fences, and instructions that a program's results do not depend on.

The lane groups of a block run one after the other, each in program order, so that nothing needs to
be ordered among them. Blocks run on several processors: what orders memory for them does so here.
"""

from __future__ import annotations

from sgemm.executor.llvm_types import integer
from sgemm.executor.lower.barriers import check_barrier
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.per_lane import for_each_lane, operand_values, thread_of
from sgemm.executor.lower.table import lowers
from sgemm.ptx.syntax import Instruction, Type

_WORD = Type("u", 32)


@lowers("membar.(gl|sys)", "fence.(acq_rel|sc|acquire|release).(gpu|sys)", operands="")
def fence_among_blocks(emitter: Emitter, instruction: Instruction) -> None:
    """Order memory accesses before and after, as other blocks see them."""
    emitter.builder.fence("seq_cst")


@lowers(
    "membar.cta",
    "fence.(acq_rel|sc|acquire|release).(cta|cluster)",
    "fence.proxy.async.global",
    "fence.proxy.alias",
    operands="",
)
def fence_in_block(emitter: Emitter, instruction: Instruction) -> None:
    """Do nothing: what one lane group of a block did, the next one sees."""


@lowers(
    *("prefetch.global(|.L1|.L2)", "prefetch(|.L1|.L2)", "prefetchu.L1", "prefetch.tensormap"),
    "prefetch.(param|const).tensormap",
    operands="global",
)
@lowers(
    "cp.async.bulk.prefetch.tensor.(1d|2d|3d).L2.global(|.tile)(|.L2::cache_hint)", operands="box"
)
@lowers("cp.async.bulk.prefetch.L2.global(|.L2::cache_hint)", operands="global u32")
@lowers("setmaxnreg.(inc|dec).sync.aligned.u32", operands="registers")
@lowers("nanosleep.u32", operands="u32")
@lowers("griddepcontrol.(wait|launch_dependents)", operands="")
def hint(emitter: Emitter, instruction: Instruction) -> None:
    """Do nothing: caches, register files and other grids are not part of a kernel's results."""


@lowers("bar(|.cta).arrive", "barrier(|.cta).arrive(|.aligned)", operands="barrier threads")
def arrive_at_barrier(emitter: Emitter, instruction: Instruction) -> None:
    """Count threads in at a barrier of the block without waiting there."""
    operands = [operand_values(emitter, each, _WORD) for each in instruction.operands]
    with for_each_lane(emitter, *operands) as (lane, (barrier, threads)):
        thread = thread_of(emitter, lane)
        check_barrier(emitter, barrier, threads, thread)
        emitter.note("note_arrival", barrier, threads, thread)


@lowers(
    "createpolicy.fractional.(L2::evict_last|L2::evict_normal|L2::evict_first).b64",
    "createpolicy.fractional.L2::evict_unchanged.b64",
    operands=">u64 [f32]",
)
def make_policy(emitter: Emitter, instruction: Instruction) -> None:
    """Make a cache policy, which nobody looks at: zero."""
    emitter.write(instruction.operands[0], integer(64, 0))
