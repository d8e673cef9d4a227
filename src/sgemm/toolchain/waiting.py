"""One line on a terminal for whoever waits for a compiler: some kernels take it seconds."""

from __future__ import annotations

import contextlib
import contextvars
import sys
from collections.abc import Iterator

_to_say: contextvars.ContextVar[list[str]] = contextvars.ContextVar("to_say")
"""The line, taken out by the first to compile, be it another thread that does it for the caller."""


@contextlib.contextmanager
def while_compiling(text: str) -> Iterator[None]:
    """Say a line on standard error, if that is a terminal and something is compiled meanwhile."""
    token = _to_say.set([text])
    try:
        yield
    finally:
        _to_say.reset(token)


def begin_compiling() -> None:
    """Say the line of whoever waits, once."""
    lines = _to_say.get([])
    if not lines:
        return
    text = lines.pop()
    # Standard error may be missing, closed or full.
    with contextlib.suppress(AttributeError, OSError, ValueError):
        if sys.stderr.isatty():
            print(f"sgemm: {text}", file=sys.stderr, flush=True)
