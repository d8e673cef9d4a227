"""Arguments that are no arrays (scalars, flags), and the words for those that are wrong."""

from __future__ import annotations

import math
import numbers

import numpy as np

from sgemm.errors import ArgumentError


def scalar(name: str, value: object) -> float:
    """Return a real number, infinities and NaN included, in single precision.

    Raises
    ------
    ArgumentError
        If it is no real number (booleans and arrays are none), or is finite and too large.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ArgumentError(
            f"{name} = {short(value)} is of type {type_name(value)}, not a real number"
        )
    try:
        with np.errstate(over="ignore"):
            single = float(np.float32(float(value)))
    except OverflowError:
        single = math.inf
    # A wider number that is finite may be none any more.
    if math.isinf(single) and value not in (math.inf, -math.inf):
        raise ArgumentError(
            f"{name} = {short(value)} is finite, but larger than the largest float32, 3.4028235e38"
        )
    return single


def flag(name: str, value: object) -> bool:
    """Check that an argument is True or False.

    Raises
    ------
    ArgumentError
        If it is anything else: the letters 'N' and 'T' of BLAS would both count as true.
    """
    if not isinstance(value, bool | np.bool_):
        raise ArgumentError(f"{name} = {short(value)}: True or False is needed")
    return bool(value)


def type_name(value: object) -> str:
    """Return the name of a value's type with its module."""
    kind = type(value)
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return f"{module}{kind.__qualname__}"


def short(value: object) -> str:
    """Return how a value prints, cut where it would fill the line."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print numbers that are too long
        return "a number of thousands of digits"
    return text if len(text) <= 40 else f"{text[:37]}..."
