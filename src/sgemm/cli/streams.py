"""Standard streams as one meets them: closed, full, read by nobody, or unable to show a letter."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO


def make_usable() -> None:
    """Replace standard streams that are closed, and let the others take any text.

    A file's name may have bytes in it that are no text; they are shown as escapes.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        elif getattr(stream, "errors", None) == "strict" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def finish() -> None:
    """Write what the streams still hold.

    Raises
    ------
    OSError
        If standard output cannot be written: a full disk, a pipe that nobody reads. What is left
        is then dropped, because the interpreter would try again when it ends, and complain in
        words of its own.
    """
    with contextlib.suppress(OSError):
        _flush(sys.stderr)
    _flush(sys.stdout)


def _flush(stream: TextIO) -> None:
    try:
        stream.flush()
    except OSError:
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
        raise
