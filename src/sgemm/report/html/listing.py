"""Source in colours."""

from __future__ import annotations

import functools
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markupsafe import Markup

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
    """Return text of ``"cu"`` or ``"ptx"`` in colours, without a script in the page."""
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
    from pygments.lexers import get_lexer_by_name

    return get_lexer_by_name({"cu": "cuda", "ptx": "ptx"}[language], stripnl=False)
