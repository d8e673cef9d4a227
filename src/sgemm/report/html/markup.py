"""Writing HTML: text is escaped unless it is Markup, so that no forgotten escape can exist."""

from __future__ import annotations

import html
from collections.abc import Iterable

from sgemm.visible import visible

SPACES = "\n\t"
"""Control characters that HTML has; the others are shown as escapes."""

VOID = frozenset({"meta", "br", "hr", "col"})
"""Elements that have no end tag."""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Child = str | None | Iterable["Child"]
"""What an element may hold: text, markup, nothing, or several of these."""


def element(tag: str, *children: Child, **attributes: str | bool | None) -> Markup:
    """Write one element.

    Parameters
    ----------
    tag : str
    *children : str, Markup, None or iterable of these
        Text is escaped, markup is not.
    **attributes : str, bool or None
        ``class_`` stands for class, and ``data_series`` for data-series. True gives an attribute
        without a value; False and None leave it out.

    Returns
    -------
    Markup
    """
    written = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in VOID:
        return Markup(f"<{tag}{written}>")
    return Markup(f"<{tag}{written}>{joined(children)}</{tag}>")


def joined(children: Child) -> Markup:
    """Write children one after the other."""
    if children is None:
        return Markup("")
    if isinstance(children, Markup):
        return children
    if isinstance(children, str):
        return Markup(html.escape(visible(children, kept=SPACES), quote=False))
    return Markup("".join(map(joined, children)))


def prose(text: str) -> Markup:
    """Write plain text as paragraphs, as docstrings have them.

    Blank lines part paragraphs, lines that begin with ``- `` are items of a list, and what stands
    between double backticks is code.
    """
    parts = []
    for block in text.strip().split("\n\n"):
        lines = block.strip().splitlines()
        if lines and lines[0].lstrip().startswith("- "):
            items = _items(lines)
            parts.append(element("ul", [element("li", _with_code(item)) for item in items]))
        elif lines:
            parts.append(element("p", _with_code(" ".join(line.strip() for line in lines))))
    return joined(parts)


def _items(lines: list[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        stripped = line.strip()
        if stripped.startswith("- "):
            items.append(stripped[2:])
        else:
            items[-1] += f" {stripped}"
    return items


def _with_code(text: str) -> list[Markup]:
    pieces = text.split("``")
    if len(pieces) % 2 == 0:  # an opening pair without a closing one is text
        return [joined(text)]
    return [
        element("code", piece) if odd % 2 else joined(piece) for odd, piece in enumerate(pieces)
    ]


def _attribute(name: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    written = name.rstrip("_").replace("_", "-")
    if value is True:
        return f" {written}"
    return f' {written}="{html.escape(visible(value, kept=SPACES))}"'
