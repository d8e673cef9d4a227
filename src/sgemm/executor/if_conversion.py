"""If-conversion: short branches at which lanes may diverge become guards of instructions.

``@p bra L; x; y; L:`` and ``@!p x; @!p y; L:`` compute the same. A lane group computes the second
for all of its lanes at once. At the first it stores every lane's registers, goes on lane by lane,
and loads them again. In kernels with many such branches that is most of the code, too.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterable

from sgemm.ptx.flow import BasicBlock, ControlFlow
from sgemm.ptx.syntax import Entry, Guard, Instruction

MOST_INSTRUCTIONS = 8
"""Instructions that a branch skips, at most: they are then computed where it skips them, too."""

_ARITHMETIC = {"abs", "add", "and", "cvt", "cvta", "fma", "mad", "max", "min", "mov", "mul", "neg"}
_ARITHMETIC |= {"not", "or", "selp", "setp", "shl", "shr", "sub", "xor"}
"""Opcodes that cannot fail, whatever their operands are."""

_ACCESSES = {"ld", "st"}


def if_converted(entry: Entry, flow: ControlFlow, divergent: Iterable[int]) -> Entry:
    """Return the entry with guards in place of short branches; the same one if it has none.

    ``divergent`` are the blocks whose branches may diverge; others stay as they are.
    """
    predecessors = collections.Counter(target for each in flow.blocks for target in each.successors)
    changed: dict[int, Instruction | None] = {}
    for index in divergent:
        block = flow.blocks[index]
        after, skipped = block.successors
        if after != skipped + 1 or predecessors[skipped] != 1:
            continue
        if _is_convertible(block, flow.blocks[skipped]):
            kept = flow.live_in[after] if after < flow.exit else frozenset()
            changed |= _guarded(block, flow.blocks[skipped], kept)
    if not changed:
        return entry
    body = (changed.get(id(each), each) for each in entry.body)
    return dataclasses.replace(entry, body=tuple(each for each in body if each is not None))


def _is_convertible(block: BasicBlock, skipped: BasicBlock) -> bool:
    """Whether guards can do what the branch that ends a block does."""
    guard = block.instructions[-1].guard
    assert guard is not None
    return (
        len(skipped.instructions) <= MOST_INSTRUCTIONS
        and skipped.successors == (skipped.index + 1,)
        and all(
            each.guard is None
            and each.opcode in _ARITHMETIC | _ACCESSES
            and guard.register.name not in each.registers_written
            for each in skipped.instructions
        )
    )


def _guarded(
    block: BasicBlock, skipped: BasicBlock, kept: frozenset[str]
) -> dict[int, Instruction | None]:
    """Return what replaces the branch and the instructions that it skips.

    What nobody reads afterwards needs no guard. Without one, addresses stay in the form in which
    neighbouring lanes load from neighbouring places at once.
    """
    branch = block.instructions[-1]
    assert branch.guard is not None
    guard = Guard(branch.guard.register, not branch.guard.negated)
    changed: dict[int, Instruction | None] = {id(branch): None}
    for each in skipped.instructions:
        if each.opcode in _ACCESSES or kept.intersection(each.registers_written):
            changed[id(each)] = dataclasses.replace(each, guard=guard)
    return changed
