"""The process as one meets it: its standard streams, interrupts, requests to end, and its end.

Standard streams may be closed, full, read by nobody, or unable to show a letter.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn, TextIO

REQUESTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
INTERRUPTED = 130  # the exit status after one of them


def make_streams_usable() -> None:
    """Replace standard streams that are closed, and let the others take any text.

    A file's name may have bytes in it that are no text; they are shown as escapes.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        elif getattr(stream, "errors", None) == "strict" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def finish_streams() -> None:
    """Write what the streams still hold, or raise OSError where standard output cannot be written.

    What is left is then dropped, because the interpreter would try again when it ends, and complain
    in words of its own.
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


@contextlib.contextmanager
def requests_as_interrupts() -> Iterator[None]:
    """Let requests to end raise KeyboardInterrupt while the context lasts.

    By default they would end the process on the spot, and what must be put right first (a GPU's
    locked clocks) would not be. One that is ignored already (``nohup``) stays so.
    """
    changed = {}
    if threading.current_thread() is threading.main_thread():
        for number in REQUESTS:
            if signal.getsignal(number) is signal.SIG_DFL:
                changed[number] = signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, before in changed.items():
            signal.signal(number, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def end(status: int) -> NoReturn:
    """End the process, all output being written.

    A kernel that is compiled in the background would hold that up, for nobody.
    """
    workers = sys.modules.get("sgemm.executor.workers")
    if workers is not None and workers.is_busy():
        os._exit(status)
    sys.exit(status)
