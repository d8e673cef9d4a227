"""Values and texts of others as messages show them: visible, short, and named by their type."""

from __future__ import annotations

import re

# Compiled when it is first needed: it takes long, and few programs see an error.
_UNSEEN = (
    r"[\x00-\x1f\x7f-\x9f"  # control characters: a terminal obeys them
    r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # ends of lines, and directions of writing
    r"\ud800-\udfff]"  # halves of pairs, as in names of files that are no UTF-8: not to be encoded
)


def visible(text: object, kept: str = "") -> str:
    r"""Write what cannot be seen in a text as escapes, so that it commands no terminal.

    The result can be encoded as UTF-8. It is one line, unless ``kept`` has ends of lines
    (``"\n"``): the characters there are left as they are.
    """

    def seen(found: re.Match[str]) -> str:
        letter = found[0]
        return letter if letter in kept else letter.encode("unicode_escape").decode("ascii")

    return re.sub(_UNSEEN, seen, str(text))


def short(value: object) -> str:
    """Return how a value prints, cut where it would fill the line."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print numbers that are too long
        return "a number of thousands of digits"
    text = " ".join(text.split()) if "\n" in text else text  # as that of a matrix
    return text if len(text) <= 40 else f"{text[:37]}..."


def type_name(value: object) -> str:
    """Return the name of a value's type with its module."""
    found = type(value)
    module = "" if found.__module__ == "builtins" else f"{found.__module__}."
    return f"{module}{found.__qualname__}"
