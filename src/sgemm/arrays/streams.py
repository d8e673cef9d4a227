"""A CUDA stream, however a caller names it."""

from __future__ import annotations

from typing import Any

from sgemm.arrays.checks import short, type_name
from sgemm.arrays.library import LEGACY_STREAM
from sgemm.errors import ArgumentError

HANDLE_ATTRIBUTES = ("cuda_stream", "ptr", "handle")
"""Where PyTorch, CuPy and others keep a stream's handle, if it has no __cuda_stream__."""

MOST_HANDLE = 2**64 - 1


def stream_handle(name: str, value: Any) -> int | None:
    """Return the handle of a stream, 0 for the legacy default stream; None for None.

    It is given as a handle (0 and 1 for the legacy default stream, 2 for the one of each thread),
    an object with ``__cuda_stream__``, or a stream of PyTorch or CuPy.

    Raises
    ------
    ArgumentError
        If it is anything else.
    """
    if value is None:
        return None
    handle = value
    try:
        protocol = getattr(value, "__cuda_stream__", None)
        found = protocol() if callable(protocol) else protocol
    except Exception as error:
        raise ArgumentError(
            f"{name}: its __cuda_stream__ fails, {error!r}; (0, handle) is needed"
        ) from error
    if protocol is not None:
        if not isinstance(found, tuple) or len(found) != 2 or found[0] != 0:
            raise ArgumentError(
                f"{name}: its __cuda_stream__ says {short(found)}; (0, handle) is needed"
            )
        handle = found[1]
    elif not isinstance(value, int):
        handles = (getattr(value, attribute, None) for attribute in HANDLE_ATTRIBUTES)
        handle = next((each for each in handles if each is not None), None)
    try:
        number = None if isinstance(handle, bool) or handle is None else int(handle)
    except (TypeError, ValueError):
        number = None
    if number is None or not 0 <= number <= MOST_HANDLE:
        raise ArgumentError(
            f"{name} = {short(value)} is of type {type_name(value)}: a stream's handle (a whole "
            "number), a stream of PyTorch or CuPy, or an object with __cuda_stream__ is needed"
        )
    return 0 if number == LEGACY_STREAM else number
