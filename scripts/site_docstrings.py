"""What the site's reference does with docstrings: roles and signs become plain Markdown."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:func|class|mod|data|attr|meth):`~?([^`]+)`")
SIGN = re.compile(r"(?<=[\w)])\*(?=[\w(|])")  # a product, which Markdown takes for emphasis


class PlainDocstrings(griffe.Extension):
    """Lets docstrings, which are written for a terminal, be read as Markdown."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object that was read from a source."""
        if obj.docstring is not None:
            text = ROLE.sub(r"`\1`", obj.docstring.value)
            obj.docstring.value = SIGN.sub(r"\\*", text)
