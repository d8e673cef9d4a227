"""Excerpts of what compilers made: the main loop of PTX and of machine code, and what is in it."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter

LABEL = re.compile(r"\s*([$%.\w]+):\s*(?://.*)?$")
BRANCH = re.compile(r"\bbra(?:\.uni)?\b\s+(?:UP?T?,\s*|!?U?P\w+,\s*)?`?\(?([$%.\w]+)\)?", re.I)
OPCODE = re.compile(r"\s*(?:@!?%?\w+\s+)?([A-Za-z][\w.]*)")
MULTIPLY_ADD = re.compile(r"(FFMA|fma\.rn\.f32|fma\.rn\.ftz\.f32)", re.I)


LINES_BEFORE = 10
"""Lines of an excerpt that lead up to its first multiply-add: where operands come from."""


@dataclasses.dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a listing, and how many lines were left out before and after it."""

    text: str
    before: int
    after: int


@dataclasses.dataclass(frozen=True, slots=True)
class MainLoop:
    """The loop in which a kernel does its work."""

    text: str
    """Its lines, from its label to the branch back."""
    instructions: int
    kinds: tuple[tuple[str, int], ...]
    """Instructions by the first part of their names, the most frequent first."""

    @property
    def multiply_adds(self) -> int:
        """Fused multiply-adds in the loop."""
        return sum(count for name, count in self.kinds if MULTIPLY_ADD.match(f"{name}.rn.f32"))

    def excerpt(self, lines: int) -> Excerpt:
        """Return so many lines at most: from shortly before the first multiply-add on."""
        every = self.text.splitlines()
        first = next(i for i, line in enumerate(every) if MULTIPLY_ADD.search(line))
        start = max(0, min(first - LINES_BEFORE, len(every) - lines))
        kept = every[start : start + lines]
        return Excerpt("\n".join(kept), start, len(every) - start - len(kept))


def main_loop(listing: str) -> MainLoop | None:
    """Find the loop with the most fused multiply-adds, and no such loop inside it.

    A loop is what lies between a label and a branch back to it, in PTX or in machine code as the
    disassembler prints it.
    """
    lines = listing.splitlines()
    labels: dict[str, int] = {}
    loops: list[tuple[int, int]] = []
    # Multiply-adds before each line: loops that hold others are counted without reading them again.
    before = [0]
    for number, line in enumerate(lines):
        before.append(before[-1] + bool(MULTIPLY_ADD.search(line)))
        if ":" in line and (found := LABEL.match(line)):
            labels[found[1]] = number
        elif (branch := BRANCH.search(line)) and branch[1] in labels:
            loops.append((labels[branch[1]], number))
    # Loops that multiply nothing, such as those that wait at a barrier, may lie inside.
    multiplying = [
        (count, first, last) for first, last in loops if (count := before[last] - before[first])
    ]
    counted = [
        loop
        for loop in multiplying
        if not any(
            other != loop and loop[1] <= other[1] and other[2] <= loop[2] for other in multiplying
        )
    ]
    if not counted:
        return None
    # Of loops with equally many, the first: the others are remainders.
    _, first, last = max(counted, key=lambda item: (item[0], -item[1]))
    body = lines[first : last + 1]
    kinds = Counter(name.split(".")[0] for line in body if (name := _opcode(line)))
    return MainLoop("\n".join(body), sum(kinds.values()), tuple(kinds.most_common()))


def _opcode(line: str) -> str | None:
    stripped = line.split("//")[0].strip()
    if not stripped or stripped[0] in ".{}" or LABEL.match(line):
        return None
    found = OPCODE.match(stripped)
    return found[1] if found else None
