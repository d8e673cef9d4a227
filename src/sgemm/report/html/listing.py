"""Source, PTX and machine code in colours, and the mainloop in what compilers made."""

from __future__ import annotations

import functools
import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from markupsafe import Markup

LABEL = re.compile(r"\s*([$%.\w]+):\s*(?://.*)?$")
BRANCH = re.compile(r"\bbra(?:\.uni)?\b\s+(?:UP?T?,\s*|!?U?P\w+,\s*)?`?\(?([$%.\w]+)\)?", re.I)
OPCODE = re.compile(r"\s*(?:@!?%?\w+\s+)?([A-Za-z][\w.]*)")
MULTIPLY_ADD = re.compile(r"(FFMA|fma\.rn\.f32|fma\.rn\.ftz\.f32)", re.I)

LINES_BEFORE = 10
"""Lines of an excerpt that lead up to its first multiply-add: where operands come from."""


class MainLoop(NamedTuple):
    """The loop in which a kernel does its work."""

    text: str  # its lines, from its label to the branch back
    instructions: int
    opcodes: tuple[tuple[str, int], ...]
    """Instructions by the first part of their names, the most frequent first."""

    @property
    def multiply_adds(self) -> int:
        """Fused multiply-adds in the loop."""
        return sum(count for name, count in self.opcodes if MULTIPLY_ADD.match(f"{name}.rn.f32"))

    def excerpt(self, lines: int) -> tuple[str, int, int]:
        """Return so many lines at most, and how many were left out before and after them.

        They begin shortly before the first multiply-add.
        """
        every = self.text.splitlines()
        first = next(i for i, line in enumerate(every) if MULTIPLY_ADD.search(line))
        start = max(0, min(first - LINES_BEFORE, len(every) - lines))
        kept = every[start : start + lines]
        return "\n".join(kept), start, len(every) - start - len(kept)


def main_loop(listing: str) -> MainLoop | None:
    """Find the loop with the most fused multiply-adds, and no such loop inside it.

    A loop is what lies between a label and a branch back to it, in PTX or in machine code as the
    disassembler prints it.
    """
    lines = listing.splitlines()
    labels: dict[str, int] = {}
    # Multiply-adds before each line: loops that hold others are counted without reading them again.
    before = [0]
    # Loops that multiply nothing, such as those that wait at a barrier, may lie inside others.
    multiplying: list[tuple[int, int, int]] = []
    for number, line in enumerate(lines):
        before.append(before[-1] + bool(MULTIPLY_ADD.search(line)))
        if ":" in line and (found := LABEL.match(line)):
            labels[found[1]] = number
        elif (branch := BRANCH.search(line)) and branch[1] in labels:
            first = labels[branch[1]]
            if count := before[number] - before[first]:
                multiplying.append((count, first, number))
    counted = [
        (count, -first, last)
        for count, first, last in multiplying
        if not any((a, b) != (first, last) and first <= a and b <= last for _, a, b in multiplying)
    ]
    if not counted:
        return None
    # Of loops with equally many, the first: the others are remainders.
    _, first, last = max(counted, key=lambda item: item[:2])
    body = lines[-first : last + 1]
    opcodes = Counter(name.split(".")[0] for line in body if (name := _opcode(line)))
    return MainLoop("\n".join(body), sum(opcodes.values()), tuple(opcodes.most_common()))


def _opcode(line: str) -> str | None:
    stripped = line.split("//")[0].strip()
    if not stripped or stripped[0] in ".{}" or LABEL.match(line):
        return None
    found = OPCODE.match(stripped)
    return found[1] if found else None


ELEMENTS = {
    short: element
    for element, names in {
        "b": "k kc kd kn kr",
        "i": "c c1 ch cm cs",
        "u": "m mb mf mh mi mo s s1 s2 sc se",
        "var": "kt na nv vc vg vi",
        "em": "cp cpf nl ow",
    }.items()
    for short in names.split()
}
"""Element by Pygments' short names; other tokens are plain, and cost nothing.

There are some ten thousands of them on a page, where a class would be half of its size.
"""


def highlighted(text: str, language: str) -> Markup:
    """Return text of ``"cu"``, ``"ptx"`` or ``"sass"`` in colours, without a script in the page."""
    from markupsafe import Markup, escape
    from pygments.token import STANDARD_TYPES

    parts: list[str] = []
    tokens = _lexer(language).get_tokens(text.rstrip("\n"))
    for element, several in groupby(
        tokens, key=lambda token: ELEMENTS.get(STANDARD_TYPES[token[0]])
    ):
        piece = escape("".join(value for _, value in several))
        parts.append(f"<{element}>{piece}</{element}>" if element else piece)
    return Markup("".join(parts))


@functools.cache
def _lexer(language: str) -> Any:
    from pygments.lexer import RegexLexer, bygroups
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Keyword, Name, Number, Operator, Punctuation, Text

    if language != "sass":
        return get_lexer_by_name({"cu": "cuda", "ptx": "ptx"}[language], stripnl=False)

    class SassLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
        """Machine code as the disassembler prints it: labels, predicates, opcodes, registers."""

        name = "SASS"
        opcode = r"(\s*)([A-Z][A-Z0-9_]*)((?:\.\w+)*)"
        tokens = {  # noqa: RUF012  (Pygments asks for a class attribute)
            "root": [
                (r"^([.$\w]+)(:)$", bygroups(Name.Label, Punctuation)),
                (r"(\s*)(@!?U?P\w+)(\s+)", bygroups(Text, Operator.Word, Text)),
                (opcode, bygroups(Text, Keyword, Name.Attribute), "line"),
                (r"\s+|.", Text),
            ],
            "line": [
                (r"\n", Text, "#pop"),
                (r"[-+~!|]?\bU?[RPB](?:\d+|Z|T)\b", Name.Variable),
                (r"`\([^)]*\)", Name.Label),
                (r"-?\b0x[0-9a-f]+\b|-?\b\d+(?:\.\d+)?(?:e[-+]?\d+)?\b", Number),
                (r"[\w.]+", Name),
                (r"[ \t]+", Text),
                (r".", Punctuation),
            ],
        }

    return SassLexer(stripnl=False)
