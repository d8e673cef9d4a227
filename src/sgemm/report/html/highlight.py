"""Colouring source text while the report is written, so that the page needs no script for it."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from sgemm.errors import MissingToolError
from sgemm.report.html.markup import Markup, element, joined

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


def require_highlighter() -> None:
    """Raise MissingToolError if Pygments is not installed."""
    try:
        import pygments  # noqa: F401  (only whether it is there)
    except ImportError as error:
        raise MissingToolError(
            f"the report needs Pygments ({error}); install it with: pip install 'sgemm[report]'"
        ) from error


def highlighted(text: str, language: str, label: str) -> Markup:
    """Return source text in colours, in a box that scrolls by itself.

    Parameters
    ----------
    text : str
    language : str
        ``"cu"``, ``"ptx"`` or ``"sass"``.
    label : str
        What it is, for those who hear the page.

    Raises
    ------
    MissingToolError
        If Pygments is not installed.
    """
    require_highlighter()
    from pygments.token import STANDARD_TYPES

    parts: list[Markup] = []
    tokens = _lexer(language).get_tokens(text.rstrip("\n"))
    for class_, several in groupby(
        tokens, key=lambda token: COLOURED.get(STANDARD_TYPES[token[0]])
    ):
        piece = "".join(value for _, value in several)
        parts.append(element("span", piece, class_=class_) if class_ else joined(piece))
    code = element("code", parts)
    return element("pre", code, class_="code", tabindex="0", role="region", aria_label=label)


def _lexer(language: str) -> Any:
    if language == "sass":
        from sgemm.report.html.sass_lexer import SassLexer

        return SassLexer(stripnl=False)
    from pygments.lexers import get_lexer_by_name

    return get_lexer_by_name({"cu": "cuda", "ptx": "ptx"}[language], stripnl=False)
