"""How far a result is from the reference, in the units of single precision.

One unit is 2**-24 * (|alpha||A||B| + |beta||C|), element by element: the largest rounding error of
one float32 operation on a number of that size. Below FLT_MIN rounding errors no longer shrink with
the numbers, so there the unit stays what it is at FLT_MIN.
"""

from __future__ import annotations

import dataclasses
import math

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.verify.nonfinite import FINITE, kinds_of, words
from sgemm.verify.reference import Reference

UNIT_ROUNDOFF = 2.0**-24
SMALLEST_NORMAL = 2.0**-126
PERCENTILE = 99.99
BLOCK_ELEMENTS = 2**20
"""Elements of C compared at a time, so that float64 temporaries stay small."""


@dataclasses.dataclass(frozen=True, slots=True)
class WrongElement:
    """One element that no rounding explains."""

    row: int
    column: int
    found: float  # what the result has there
    expected: str  # what would be right, in words

    def __str__(self) -> str:
        return f"C[{self.row}, {self.column}] is {self.found:g} and should be {self.expected}"


@dataclasses.dataclass(frozen=True, slots=True)
class Error:
    """The error of a result, over the elements that are finite and whose magnitude is not zero."""

    elements: int  # how many those are
    rms: float  # in units, like the other figures
    maximum: float
    mean: float  # with its sign
    percentile: float  # the 99.99th
    worst: tuple[int, int] | None  # row and column of the largest error
    # Elements that no rounding explains.
    unexpected: int = 0  # infinite or NaN, and must be finite
    missing: int = 0  # finite, and must be infinite or NaN
    mistaken: int = 0  # infinite or NaN, but not the one that they must be
    inexact_zeros: int = 0  # not zero although all their terms are
    first_wrong: WrongElement | None = None  # in row-major order, those of numbers not finite first

    def __str__(self) -> str:
        text = f"rms {self.rms:.3g}, max {self.maximum:.3g}, mean {self.mean:+.2g}"
        return f"{text}; {self.first_wrong}" if self.first_wrong else text


def unit(reference: Reference, rows: slice = slice(None)) -> NDArray[np.float64]:
    """Return the size of one unit of error for each element of these rows of C."""
    # A sum below FLT_MIN has the absolute error of FLT_MIN, which alpha may then enlarge.
    alpha = abs(reference.problem.alpha)
    floor = SMALLEST_NORMAL * (max(1.0, alpha) if math.isfinite(alpha) else 1.0)
    return UNIT_ROUNDOFF * np.maximum(reference.magnitude[rows], floor)


def measure(C: NDArray[np.float32], reference: Reference) -> Error:
    """Compare a result, m x n, with its reference."""
    shape = reference.result.shape
    if C.shape != shape:
        raise ArgumentError(f"C has shape {C.shape} and the reference {shape}")
    kinds = kinds_of(C)
    finite = kinds == FINITE
    possible = np.full_like(kinds, FINITE) if reference.possible is None else reference.possible
    can_be_finite = possible & FINITE != 0
    wrong_kind = kinds & possible == 0
    zero = reference.magnitude == 0.0
    inexact_zeros = finite & can_be_finite & zero & (C != 0.0)
    judged = finite & can_be_finite & ~zero
    first = None
    for found in (inexact_zeros, wrong_kind):
        if found.any():
            row, column = divmod(int(np.argmax(found)), shape[1])
            is_kind = found is wrong_kind
            expected = words(int(possible[row, column])) if is_kind else "exactly 0"
            first = WrongElement(row, column, float(C[row, column]), expected)
    must_be_finite = possible == FINITE
    return Error(
        *_figures(C, reference, judged),
        unexpected=int(np.count_nonzero(wrong_kind & must_be_finite)),
        missing=int(np.count_nonzero(wrong_kind & finite)),
        mistaken=int(np.count_nonzero(wrong_kind & ~finite & ~must_be_finite)),
        inexact_zeros=int(np.count_nonzero(inexact_zeros)),
        first_wrong=first,
    )


def _figures(
    C: NDArray[np.float32], reference: Reference, judged: NDArray[np.bool_]
) -> tuple[int, float, float, float, float, tuple[int, int] | None]:
    """Return count, rms, maximum, mean, percentile and place of the maximum of the error."""
    count = int(np.count_nonzero(judged))
    if count == 0:
        return 0, 0.0, 0.0, 0.0, 0.0, None
    m, n = C.shape
    # Magnitudes are kept for the percentile, in single precision: half the memory, ample accuracy.
    magnitudes = np.zeros((m, n), dtype=np.float32)
    squares = total = maximum = 0.0
    worst = None
    height = max(1, BLOCK_ELEMENTS // n)
    for top in range(0, m, height):
        rows = slice(top, top + height)
        difference = np.subtract(C[rows], reference.result[rows], dtype=np.float64)
        error = np.where(judged[rows], difference / unit(reference, rows), 0.0)
        squares += float(np.sum(error * error))
        total += float(np.sum(error))
        np.abs(error, out=error)
        largest = int(np.argmax(error))
        if worst is None or error.flat[largest] > maximum:
            maximum = float(error.flat[largest])
            worst = (top + largest // n, largest % n)
        # Interpolating between infinities would make NaN of the percentile.
        magnitudes[rows] = np.minimum(error, np.finfo(np.float32).max)
    percentile = float(np.percentile(magnitudes[judged], PERCENTILE))
    return count, math.sqrt(squares / count), maximum, total / count, percentile, worst
