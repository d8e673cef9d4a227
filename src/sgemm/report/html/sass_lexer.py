"""A Pygments lexer for machine code as the disassembler prints it; imported with Pygments only."""

from __future__ import annotations

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Keyword, Name, Number, Operator, Punctuation, Text


class SassLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Labels, predicates, opcodes, registers and numbers."""

    name = "SASS"
    tokens = {  # noqa: RUF012  (Pygments asks for a class attribute)
        "root": [
            (r"^([.$\w]+)(:)$", bygroups(Name.Label, Punctuation)),
            (r"(\s*)(@!?U?P\w+)(\s+)", bygroups(Text, Operator.Word, Text)),
            (
                r"(\s*)([A-Z][A-Z0-9_]*)((?:\.\w+)*)",
                bygroups(Text, Keyword, Name.Attribute),
                "line",
            ),
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
