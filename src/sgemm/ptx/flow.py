"""Control flow of a kernel: basic blocks, postdominators, liveness.

The blocks are numbered in the order of the text. One virtual block after the last stands for
the end of the kernel.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import compress

from sgemm.ptx.syntax import Entry, Instruction, Label, LabelStatement

_Test = Callable[[Instruction], bool]
_LEAVES = frozenset({"ret", "exit", "trap"})
_DIGITS = bytes.maketrans(b"01", b"\0\1")  # binary digits to what they stand for


@dataclasses.dataclass(frozen=True, slots=True)
class BasicBlock:
    """Instructions that run one after the other."""

    index: int  # its place in :attr:`ControlFlow.blocks`
    instructions: tuple[Instruction, ...]
    """With the branch that ends it, if one does. May be empty: after a last label."""
    successors: tuple[int, ...]
    """Where it can go; a guarded branch has two edges, even if both lead to one block, and the one
    that falls through comes last."""


@dataclasses.dataclass(frozen=True, slots=True)
class Liveness:
    """The registers whose values each block needs at its start.

    Sets of registers are the bits of integers: kernels have thousands of registers and blocks, and
    of most blocks nobody asks.
    """

    names: tuple[str, ...]  # of the registers, by their bits
    of_block: tuple[int, ...]  # the set of each block

    def __getitem__(self, block: int) -> frozenset[str]:
        """Return the registers that a block needs."""
        return self._registers(self.of_block[block])

    def anywhere(self) -> frozenset[str]:
        """Return the registers that some block needs."""
        return self._registers(functools.reduce(operator.or_, self.of_block, 0))

    def _registers(self, bits: int) -> frozenset[str]:
        chosen = f"{bits:b}"[::-1].encode().translate(_DIGITS)
        return frozenset(compress(self.names, chosen))


@dataclasses.dataclass(frozen=True, slots=True)
class ControlFlow:
    """The control flow of a kernel."""

    blocks: tuple[BasicBlock, ...]  # in the order of the text; the first is where the kernel starts
    immediate_postdominators: tuple[int, ...]
    """Of each block: the first block that every path from there to the end must pass, or `exit`. A
    loop that nothing can leave counts as going to the end from its last block."""
    live_in: Liveness
    back_edges: frozenset[tuple[int, int]]
    """Edges (from, to) that go against a reverse postorder of the blocks; every loop has one."""
    in_loops: frozenset[int]  # blocks that can be reached from themselves

    @property
    def exit(self) -> int:
        """Index of the virtual block at the end of the kernel."""
        return len(self.blocks)

    @property
    def instructions(self) -> Iterator[Instruction]:
        """The instructions of all blocks, in the order of the text."""
        return (instruction for block in self.blocks for instruction in block.instructions)

    def reachable_between(self, start: int, stop: int) -> frozenset[int]:
        """Blocks reached from `start`, itself one, without passing `stop`; without the exit."""
        ends = {stop, self.exit}
        reached = set(ends)
        waiting = [start]
        while waiting:
            block = waiting.pop()
            if block not in reached:
                reached.add(block)
                waiting.extend(self.blocks[block].successors)
        return frozenset(reached - ends)


def control_flow(
    entry: Entry, ends_block: _Test = lambda each: False, begins_block: _Test = lambda each: False
) -> ControlFlow:
    """Find the basic blocks of a kernel and what follows from them.

    Where its body ends without ``ret``, it returns. A block also ends after instructions of the
    caller's choice (a barrier, say), and begins with others (those that may be tried again).
    """
    pieces, block_of_label = _split(entry, ends_block, begins_block)
    blocks = tuple(
        BasicBlock(
            index,
            tuple(instructions),
            _successors(instructions, index, len(pieces), block_of_label),
        )
        for index, instructions in enumerate(pieces)
    )
    successors = [block.successors for block in blocks]
    order = [b for b in _reverse_postorder([*successors, ()], 0) if b != len(blocks)]
    place = {block: number for number, block in enumerate(order)}
    return ControlFlow(
        blocks=blocks,
        immediate_postdominators=_postdominators(successors),
        live_in=_live_in(blocks),
        back_edges=frozenset(
            (block, target)
            for block in order
            for target in successors[block]
            if target != len(blocks) and place[target] <= place[block]
        ),
        in_loops=_in_loops(successors),
    )


def _split(
    entry: Entry, ends_block: _Test, begins_block: _Test
) -> tuple[list[list[Instruction]], dict[str, int]]:
    """Cut the body into blocks, and say which block a label is in front of."""
    pieces: list[list[Instruction]] = [[]]
    block_of_label: dict[str, int] = {}
    ended = False
    for statement in entry.body:
        begins = isinstance(statement, LabelStatement) or begins_block(statement)
        if ended or (begins and pieces[-1]):
            pieces.append([])
        ended = False
        if isinstance(statement, LabelStatement):
            block_of_label[statement.label.name] = len(pieces) - 1
        else:
            pieces[-1].append(statement)
            opcode = statement.opcode
            ended = opcode == "bra" or opcode in _LEAVES or ends_block(statement)
    return pieces, block_of_label


def _successors(
    instructions: Sequence[Instruction], index: int, end: int, block_of_label: dict[str, int]
) -> tuple[int, ...]:
    following = index + 1  # after the last block this is the exit: the body ends, so it returns
    if not instructions:
        return (following,)
    last = instructions[-1]
    if last.opcode == "bra":
        (label,) = last.operands
        assert isinstance(label, Label)  # the parser takes no other operand
        target = block_of_label[label.name]
    elif last.opcode in _LEAVES:
        target = end
    else:
        return (following,)
    return (target,) if last.guard is None else (target, following)


def _in_loops(successors: Sequence[Sequence[int]]) -> frozenset[int]:
    """Find the nodes that can be reached from themselves.

    Sets of nodes are the bits of integers: what each reaches, by backward iteration.
    """
    reached = [0] * (len(successors) + 1)
    changed = True
    while changed:
        changed = False
        for node in reversed(range(len(successors))):
            found = 0
            for target in successors[node]:
                found |= 1 << target | reached[target]
            changed |= found != reached[node]
            reached[node] = found
    return frozenset(node for node in range(len(successors)) if reached[node] >> node & 1)


# ---- dominators


def _reverse_postorder(successors: Sequence[Sequence[int]], start: int) -> list[int]:
    """Order the nodes that can be reached: each before its successors, except in loops."""
    visited = {start}
    order: list[int] = []
    stack = [(start, iter(successors[start]))]
    while stack:
        node, rest = stack[-1]
        for target in rest:
            if target not in visited:
                visited.add(target)
                stack.append((target, iter(successors[target])))
                break
        else:
            order.append(node)
            stack.pop()
    order.reverse()
    return order


def _dominators(successors: Sequence[Sequence[int]], start: int) -> dict[int, int]:
    """Immediate dominator of every node that `start` reaches; its own is itself.

    Iterates over the reverse postorder, merging the dominators of the predecessors, until
    nothing changes (Cooper, Harvey and Kennedy 2001).
    """
    order = _reverse_postorder(successors, start)
    place = {node: number for number, node in enumerate(order)}
    predecessors: dict[int, list[int]] = {node: [] for node in order}
    for node in order:
        for target in successors[node]:
            predecessors[target].append(node)
    dominators: dict[int, int] = {start: start}
    changed = True
    while changed:
        changed = False
        for node in order[1:]:
            known = [p for p in predecessors[node] if p in dominators]
            met = known[0]
            for other in known[1:]:
                while met != other:
                    while place[met] > place[other]:
                        met = dominators[met]
                    while place[other] > place[met]:
                        other = dominators[other]
            if dominators.get(node) != met:
                dominators[node] = met
                changed = True
    return dominators


def _postdominators(successors: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Immediate postdominator of every block: a dominator of the reversed graph."""
    end = len(successors)
    reverse: list[list[int]] = [[] for _ in range(end + 1)]
    for block, targets in enumerate(successors):
        for target in targets:
            reverse[target].append(block)
    reached = set(_reverse_postorder(reverse, end))
    for block in reversed(range(end)):
        if block not in reached:
            # A loop that nothing can leave: let it leave at its last block.
            reverse[end].append(block)
            reached.update(_reverse_postorder(reverse, block))
    dominators = _dominators(reverse, end)
    return tuple(dominators.get(block, end) for block in range(end))


# ---- liveness


def _live_in(blocks: Sequence[BasicBlock]) -> Liveness:
    """Find the registers live at the start of each block, by backward iteration."""
    bit: dict[str, int] = {}
    needed: list[int] = []
    written: list[int] = []
    for block in blocks:
        need = write = 0
        for instruction in block.instructions:
            for name in instruction.registers_read:
                need |= (1 << bit.setdefault(name, len(bit))) & ~write
            for name in instruction.registers_written:
                write |= 1 << bit.setdefault(name, len(bit))
        needed.append(need)
        written.append(write)
    live_in = [*needed, 0]
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):  # backwards, as the values flow: few rounds are needed
            index, after = block.index, 0
            for target in block.successors:
                after |= live_in[target]
            before = needed[index] | (after & ~written[index])
            if before != live_in[index]:
                live_in[index] = before
                changed = True
    return Liveness(tuple(bit), tuple(live_in[:-1]))
