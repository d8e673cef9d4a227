"""Templates of pages: text is escaped by itself, and what cannot be seen in it is made visible."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sgemm.errors import MissingToolError
from sgemm.report.svg import NARROW, WIDE, drawing, sample
from sgemm.visible import visible

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

SPACES = "\n\t"  # control characters that HTML has; the others are shown as escapes

CODE = re.compile(r"``(.+?)``", re.DOTALL)


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table that is more than text."""

    text: str
    href: str = ""
    title: str = ""
    share: float | None = None  # part of the cell that is coloured, in per cent
    style: str = ""  # a class of the style sheet
    more: str = ""  # after the text, and less conspicuous


@dataclasses.dataclass(frozen=True, slots=True)
class PageTable:
    """A table of a page; the first cell of each row is its header."""

    headers: Sequence[str]
    rows: Sequence[Sequence[str | Cell]]
    label: str  # what it shows, for those who hear the page
    style: str = ""
    note: str = ""
    folded: str = ""
    """What stands for the table until it is opened; empty for one that is always seen."""


def require_templates() -> None:
    """Raise MissingToolError if what pages are made with is not installed."""
    for module, name in (("jinja2", "Jinja2"), ("pygments", "Pygments")):
        try:
            __import__(module)
        except ImportError as error:
            raise MissingToolError(
                f"the report needs {name} ({error}); install it with: pip install 'sgemm[report]'"
            ) from error


def render(name: str, **values: Any) -> str:
    """Fill a template of ``report/templates``.

    Every control character is made visible here, in whatever way it got into the page.
    """
    return visible(_environment().get_template(name).render(values), kept=SPACES)


def prose(text: str) -> Markup:
    """Write plain text as paragraphs, as docstrings have them.

    Blank lines separate paragraphs, lines that begin with ``- `` are items of a list, and what
    stands between double backticks is code.
    """
    from markupsafe import Markup, escape

    def element(name: str, words: str) -> str:
        code = CODE.sub(r"<code>\1</code>", str(escape(words.replace("\n", " "))))
        return f"<{name}>{code}</{name}>"

    parts = []
    for block in text.strip().split("\n\n"):
        lines = "\n".join(line.strip() for line in block.strip().splitlines())
        if lines.startswith("- "):
            items = (element("li", item) for item in lines[2:].split("\n- "))
            parts.append(f"<ul>{''.join(items)}</ul>")
        elif lines:
            parts.append(element("p", lines))
    return Markup("".join(parts))


@functools.cache
def _environment() -> Environment:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("sgemm.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals |= {"drawing": drawing, "sample": sample, "WIDE": WIDE, "NARROW": NARROW}
    return environment
