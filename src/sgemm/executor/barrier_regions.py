"""Barrier regions: which registers a lane group loads when it resumes, and stores when it waits.

Between two barriers a kernel touches few of its registers: the copies into shared memory leave the
accumulators alone. The blocks of a kernel fall into

- the prologue: what runs before the first wait and never after one;
- the epilogue: what runs after the last wait and never before one;
- regions: connected parts of the rest, between barriers.

In a region, only registers that it touches are held in registers. The others stay in the frame. On
the edge from the prologue into a region everything needed later is stored in the frame. On the edge
into the epilogue what it needs is loaded.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from sgemm.ptx.flow import ControlFlow


@dataclasses.dataclass(frozen=True, slots=True)
class BarrierRegions:
    """The regions of a kernel."""

    of_block: tuple[int | None, ...]
    """Region of each block; None in prologue and epilogue, and where there is no barrier."""
    touched: tuple[frozenset[str], ...]  # registers that each region reads or writes
    written: tuple[frozenset[str], ...]  # registers that each region writes

    def region(self, block: int) -> int | None:
        """Return the region of a block, also of the virtual one at the end."""
        return self.of_block[block] if block < len(self.of_block) else None

    def holds(self, block: int, register: str) -> bool:
        """Whether a register is held outside the frame in a block."""
        region = self.region(block)
        return region is None or register in self.touched[region]


def find_barrier_regions(
    flow: ControlFlow,
    barriers: Iterable[int],
    companions: Callable[[str], Iterable[str]] = lambda register: (),
    polls: Iterable[int] = (),
) -> BarrierRegions:
    """Cut a kernel at its barriers; ``companions`` are registers that a register's value needs.

    Polls may be left for a while and begun again, and are no cuts, as they often go straight on.
    """
    ends = frozenset(barriers)
    count = len(flow.blocks)
    edges = [
        (block.index, successor)
        for block in flow.blocks
        if block.index not in ends
        for successor in block.successors
        if successor < count
    ]
    again = frozenset(polls)
    resumes = {s for index in ends for s in flow.blocks[index].successors if s < count}
    after_wait = _closure(resumes | again, edges)
    before_wait = _closure(ends | again, [(target, source) for source, target in edges])
    inside = after_wait & before_wait
    # A wait may be reached from the start alone, too: those blocks are the prologue.
    parts = _components(inside, edges)
    touched, written = [], []
    for part in parts:
        instructions = [i for index in part for i in flow.blocks[index].instructions]
        writes = {name for i in instructions for name in i.registers_written}
        uses = writes | {name for i in instructions for name in i.registers_read}
        uses |= {other for name in tuple(uses) for other in companions(name)}
        touched.append(frozenset(uses))
        written.append(frozenset(writes))
    number = {index: place for place, part in enumerate(parts) for index in part}
    return BarrierRegions(
        tuple(number.get(index) for index in range(count)), tuple(touched), tuple(written)
    )


def _closure(start: Iterable[int], edges: Iterable[tuple[int, int]]) -> set[int]:
    following: dict[int, list[int]] = {}
    for source, target in edges:
        following.setdefault(source, []).append(target)
    reached: set[int] = set()
    waiting = list(start)
    while waiting:
        block = waiting.pop()
        if block not in reached:
            reached.add(block)
            waiting.extend(following.get(block, ()))
    return reached


def _components(blocks: set[int], edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    inside = [edge for edge in edges if blocks.issuperset(edge)]
    both_ways = [*inside, *((target, source) for source, target in inside)]
    parts = []
    left = set(blocks)
    while left:
        part = _closure({min(left)}, both_ways)
        parts.append(sorted(part))
        left -= part
    return parts
