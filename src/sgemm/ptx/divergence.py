"""Divergence analysis: which registers differ between lanes because lanes took different branches.

A branch whose predicate varies may split a lane group. Its lanes reconverge at the branch's
immediate postdominator. A register that is written between the two, and live after them, holds in
each lane what that lane's path wrote, even if every single write is uniform. The executor returns
to vector code at the reconvergence point, so that exactly these registers must count as varying.
That can make further predicates vary: the analysis runs to its fixed point.
"""

from __future__ import annotations

from collections.abc import Mapping

from sgemm.ptx.affine_analysis import AffineAnalysis, BlockShape
from sgemm.ptx.flow import ControlFlow
from sgemm.ptx.syntax import Entry


def analyse(
    entry: Entry, flow: ControlFlow, block: BlockShape, symbols: Mapping[str, int]
) -> AffineAnalysis:
    """Find the form of every register, control flow taken into account.

    A single lane takes one branch at a time: nothing varies.
    """
    varying: frozenset[str] = frozenset()
    while True:
        analysis = AffineAnalysis(entry, flow, block, symbols, varying)
        if block.lanes == 1:
            return analysis
        found = varying | _written_before_reconvergence(flow, analysis)
        if found == varying:
            return analysis
        varying = found


def divergent_branches(flow: ControlFlow, analysis: AffineAnalysis) -> tuple[int, ...]:
    """Return the blocks that end in a branch on a varying predicate."""
    found = []
    for index, block in enumerate(flow.blocks):
        guard = block.instructions[-1].guard if block.instructions else None
        if (
            guard is not None
            and len(set(block.successors)) > 1
            and not analysis.is_uniform(guard.register.name)
        ):
            found.append(index)
    return tuple(found)


def _written_before_reconvergence(flow: ControlFlow, analysis: AffineAnalysis) -> frozenset[str]:
    found: set[str] = set()
    for index in divergent_branches(flow, analysis):
        reconvergence = flow.immediate_postdominators[index]
        if reconvergence >= len(flow.blocks):
            continue
        between: set[int] = set()
        # None of them is the exit, which would then be where they reconverge.
        for successor in flow.blocks[index].successors:
            between |= flow.reachable_between(successor, reconvergence)
        written = {
            name
            for place in between
            for instruction in flow.blocks[place].instructions
            for name in instruction.registers_written
        }
        found |= written & flow.live_in[reconvergence]
    return frozenset(found)
