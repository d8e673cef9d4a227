"""Environment variables that turn something on or off: ``on`` or ``1``, ``off`` or ``0``."""

from __future__ import annotations

import os

from sgemm.errors import ArgumentError


def is_on(variable: str, default: bool = True) -> bool:
    """Whether a switch is on; ArgumentError where it has another value."""
    value = os.environ.get(variable, "")
    if value == "":
        return default
    if value in ("on", "1", "off", "0"):
        return value in ("on", "1")
    raise ArgumentError(f"{variable} = {value!r}: it is 'on' (or 1) or 'off' (or 0)")
