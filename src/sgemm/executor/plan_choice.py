"""How a kernel is executed: how many lanes its groups have, and the plan that follows from it."""

from __future__ import annotations

from sgemm.errors import ArgumentError, PtxSyntaxError
from sgemm.executor.if_conversion import if_converted
from sgemm.executor.lane_count import MAX_SCATTERED_STORES, WARP, choose_lanes, scattered_stores
from sgemm.executor.memory import CLUSTER_SHIFT
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.shared_layout import shared_layout
from sgemm.executor.waits import is_collective, is_poll, is_wait
from sgemm.ptx.affine_analysis import BlockShape, lanes_fit
from sgemm.ptx.divergence import analyse
from sgemm.ptx.flow import control_flow
from sgemm.ptx.syntax import Entry


def make_plan(
    entry: Entry,
    architecture: int,
    threads: tuple[int, int, int],
    vector_floats: int,
    *,
    checked: bool = False,
    lanes: int | None = None,
    cluster: tuple[int, int, int] | None = None,
) -> ExecutionPlan:
    """Decide how to execute an entry.

    - ``vector_floats``: single-precision numbers that the processor's vector registers hold
      together.
    - ``lanes``: threads in a lane group; chosen if not given.
    - ``cluster``: blocks of a cluster in x, y, z; each is one of its own if not given.

    Raises ArgumentError if ``lanes`` does not fit the block.
    Raises PtxSyntaxError if the entry has no instructions.
    """
    flow = control_flow(entry, is_wait, is_poll)
    if not flow.blocks:
        where = entry.location
        raise PtxSyntaxError("an entry without instructions", where.file, where.line, where.text)
    shared = shared_layout(entry, architecture)
    blocks = cluster or (1, 1, 1)

    def plan_with(count: int) -> ExecutionPlan:
        nonlocal entry, flow
        shape = BlockShape(threads, count, 1 << CLUSTER_SHIFT if blocks != (1, 1, 1) else 0)
        analysis = analyse(entry, flow, shape, shared.symbols)
        plan = ExecutionPlan(
            entry, threads, count, flow, analysis, shared, checked, blocks, cluster is not None
        )
        converted = if_converted(entry, flow, plan.divergent)
        if converted is entry:
            return plan
        entry, flow = converted, control_flow(converted, is_wait, is_poll)
        return plan_with(count)

    if lanes is not None:
        if lanes < 1 or lanes & (lanes - 1) or not lanes_fit(threads, lanes):
            raise ArgumentError(
                f"lanes = {lanes}: a lane group has a power of two of threads, and groups of so "
                f"many must fit a block of {threads}"
            )
        plan = plan_with(lanes)
        if plan.needs_single_lanes:
            raise ArgumentError(
                f"lanes = {lanes}: {entry.name} has waits that only groups of one lane can make"
            )
        if plan.needs_single_warps:
            raise ArgumentError(
                f"lanes = {lanes}: {entry.name} has barriers at which only groups of up to {WARP} "
                "lanes can wait"
            )
        return plan
    if checked:
        return plan_with(1)
    plan = plan_with(choose_lanes(entry, flow, threads, vector_floats))
    if plan.lanes > WARP and (
        plan.waits_diverge
        or plan.needs_single_warps
        or plan.exits_diverge
        or plan.is_costly
        or scattered_stores(flow, plan.analysis) > MAX_SCATTERED_STORES
    ):
        # Warps may wait at different places; a lane group waits at one.
        plan = plan_with(choose_lanes(entry, flow, threads, vector_floats, most=WARP))
    if plan.lanes == WARP and plan.is_costly and not plan.has(is_collective):
        plan = plan_with(choose_lanes(entry, flow, threads, vector_floats, most=WARP // 2))
    if plan.waits_diverge or (plan.lanes == WARP and plan.is_too_costly_for_warps):
        return plan_with(1)
    return plan
