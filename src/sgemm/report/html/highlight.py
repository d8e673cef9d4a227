"""Colouring source text while the report is written, so that the page needs no script for it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markupsafe import Markup

COLOURED = {
    short: letter
    for letter, names in {
        "k": "k kc kd kn kr",
        "c": "c c1 ch cm cs",
        "l": "m mb mf mh mi mo s s1 s2 sc se",
        "t": "kt na nv vc vg vi",
        "p": "cp cpf nl ow",
    }.items()
    for short in names.split()
}
"""Class of the page's style for Pygments' short names; other tokens are plain, and cost nothing."""


def highlighted(text: str, language: str) -> Markup:
    """Return source text in colours; the language is ``"cu"``, ``"ptx"`` or ``"sass"``."""
    from markupsafe import Markup, escape
    from pygments.token import STANDARD_TYPES

    parts: list[str] = []
    tokens = _lexer(language).get_tokens(text.rstrip("\n"))
    for class_, several in groupby(
        tokens, key=lambda token: COLOURED.get(STANDARD_TYPES[token[0]])
    ):
        piece = escape("".join(value for _, value in several))
        parts.append(f'<span class="{class_}">{piece}</span>' if class_ else piece)
    return Markup("".join(parts))


def _lexer(language: str) -> Any:
    if language == "sass":
        from sgemm.report.html.sass_lexer import SassLexer

        return SassLexer(stripnl=False)
    from pygments.lexers import get_lexer_by_name

    return get_lexer_by_name({"cu": "cuda", "ptx": "ptx"}[language], stripnl=False)
