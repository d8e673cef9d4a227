"""What the site's reference does with docstrings and signatures.

- Roles and signs of docstrings, which are written for a terminal, become plain Markdown.
- ``a, b : T`` becomes an entry for each name. Of a group, mkdocstrings would give all names the
  default of the first one, and its type where the docstring has none.
  ``site_templates`` prints what they share once.
- A default that is a constant of the package is shown as its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import griffe

ROLE = re.compile(r":(?:func|class|mod|data|attr|meth):`~?([^`]+)`")
SIGN = re.compile(r"(?<=[\w)])\*(?=[\w(|])")  # a product, which Markdown takes for emphasis
PARAMETERS = re.compile(r"(?<=^Parameters\n----------\n).*?(?=^\w[^\n]*\n-+\n|\Z)", re.M | re.S)
GROUP = re.compile(r"^(\w+(?:, \w+)+)((?: : [^\n]*)?\n(?:(?:[ ][^\n]*)?\n?)*)", re.M)

Default = str | griffe.Expr | None


class PlainDocstrings(griffe.Extension):
    """Lets docstrings be read as Markdown, and shows each parameter's own type and default."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object that was read from a source."""
        if obj.docstring is not None:
            text = PARAMETERS.sub(lambda found: split(found[0]), obj.docstring.value)
            text = ROLE.sub(r"`\1`", text)
            obj.docstring.value = SIGN.sub(r"\\*", text)

    def on_package(self, *, pkg: griffe.Module, loader: griffe.GriffeLoader, **_: Any) -> None:
        """Put values for the constants that are defaults, once all constants are known."""
        for each in members(pkg):
            if isinstance(each, griffe.Function):
                for parameter in each.parameters:
                    parameter.default = shown(parameter.default, each, loader)
            elif each.parent is not None and each.parent.is_class:  # of a dataclass
                each.value = shown(each.value, each, loader)


def split(parameters: str) -> str:
    """Return parameters of a docstring with an entry for each name."""
    return GROUP.sub(
        lambda group: "".join(f"{name}{group[2].rstrip()}\n" for name in group[1].split(", ")),
        parameters,
    )


def members(within: griffe.Object) -> Iterator[griffe.Function | griffe.Attribute]:
    """Yield the functions and attributes of a module or a class, and of all that is in it."""
    for member in within.members.values():
        if isinstance(member, griffe.Function | griffe.Attribute):
            yield member
        elif isinstance(member, griffe.Module | griffe.Class):
            yield from members(member)


def shown(value: Default, owner: griffe.Object, loader: griffe.GriffeLoader) -> Default:
    """Return a default as it is shown: a constant's value, and what is cast without its type."""
    if isinstance(value, griffe.ExprCall) and str(value.function) == "cast":
        return value.arguments[-1]
    if not isinstance(value, griffe.ExprName):
        return value
    try:
        found = loader.modules_collection[owner.parent.resolve(value.name)]
        return found.value if found.is_attribute else value
    except (KeyError, AttributeError, griffe.NameResolutionError, griffe.AliasResolutionError):
        return value
