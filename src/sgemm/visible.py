"""Text of others, made visible: nothing in it can command a terminal or break a line."""

from __future__ import annotations

import re

_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f"  # control characters: a terminal obeys them
    r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # ends of lines, and directions of writing
    r"\ud800-\udfff]"  # halves of pairs, as in names of files that are no UTF-8: not to be encoded
)


def visible(text: object, kept: str = "") -> str:
    r"""Write what cannot be seen in a text as escapes.

    Parameters
    ----------
    text : object
        A string, or what has one: a path, an error.
    kept : str
        Characters to be left as they are: ``"\n"`` where a text may have several lines.

    Returns
    -------
    str
        One line, unless ends of lines are kept. It can always be encoded as UTF-8.
    """
    return _UNSEEN.sub(lambda found: found[0] if found[0] in kept else _escape(found[0]), str(text))


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
