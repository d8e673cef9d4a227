"""Interrupts and requests to end: what must be put right first (a GPU's locked clocks) is."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

REQUESTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextlib.contextmanager
def as_interrupts() -> Iterator[None]:
    """Let requests to end raise KeyboardInterrupt while the context lasts.

    By default they would end the process on the spot. One that is ignored already (``nohup``)
    stays so.
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


def end_process(status: int) -> NoReturn:
    """End the process, all output being written.

    A kernel that is compiled in the background would hold that up, for nobody.
    """
    machine = sys.modules.get("sgemm.machines.cpu")
    if machine is not None and machine.is_compiling():
        os._exit(status)
    sys.exit(status)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
