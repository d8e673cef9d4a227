"""What the program knows about the command that is running, for when it fails."""

from __future__ import annotations

import dataclasses
from typing import Any

import click


@dataclasses.dataclass(slots=True)
class Invocation:
    """State of one call of the program.

    Attributes
    ----------
    traceback : bool
        Whether a traceback was asked for.
    """

    traceback: bool = False


def ask_for_traceback(context: click.Context, _: click.Parameter, value: Any) -> None:
    """Note that the option ``--traceback`` was given."""
    invocation = context.find_object(Invocation)
    if invocation is not None and value:
        invocation.traceback = True
