"""Environment variables that turn something off: ``off`` or ``0``; by default it is on."""

from __future__ import annotations

import os

from sgemm.errors import ArgumentError


def is_on(variable: str) -> bool:
    """Whether a switch is on; ArgumentError where it has another value."""
    value = os.environ.get(variable, "")
    if value in ("", "on", "1"):
        return True
    if value in ("off", "0"):
        return False
    raise ArgumentError(f"{variable} = {value!r}: it is 'on' (or 1) or 'off' (or 0)")
