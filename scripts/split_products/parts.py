"""Matrices of float32 as sums of parts that a tensor core multiplies.

Values are held in float64, where all of them are exact. A part's exponents are those that a tensor
core aligns its products by.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tensor_cores.model import BF16, FP16, TF32, Format

Values = NDArray[np.float64]
Exponents = NDArray[np.int64]

TOP_OF_HALF = 14  # the exponent that the largest element of a row gets: rounded up it is finite
TOP_OF_BF16 = 50  # its products with another such row, 65536 of them, stay below 2**128
LOW_SHIFT = 12  # the low half is multiplied by 2 to this power, and is then no larger than 2**15
TIE = 2.0**-20  # less than what two float32 remainders differ by
ZERO = -5000  # the exponent of zero


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """One part of a matrix."""

    values: Values
    exponents: NDArray[np.int16]


def part(form: Format, values: Values) -> Part:
    """Make a part of values that a format has."""
    exponents = np.maximum(np.frexp(values)[1] - 1, form.least_exponent)
    return Part(values, np.where(values == 0, ZERO, exponents).astype(np.int16))


def top_exponents(x: NDArray[np.float32], axis: int) -> Exponents:
    """Return the exponent of the largest element of each row (axis 1) or column (axis 0)."""
    largest = np.abs(x).max(axis=axis, keepdims=True)
    return np.where(largest == 0, 0, np.frexp(largest.astype(np.float64))[1] - 1)


def scaled(x: NDArray[np.float32], axis: int, top: int) -> tuple[Values, Exponents]:
    """Scale rows (axis 1) or columns by powers of two; return the powers' exponents to undo it."""
    exponents = top_exponents(x, axis) - top
    return np.ldexp(x.astype(np.float64), -exponents), exponents


def to_half(x: Values) -> Values:
    """Round to FP16."""
    return x.astype(np.float16).astype(np.float64)


def to_fraction(x: Values, bits: int) -> Values:
    """Round to so many fractional bits of float32, ties to even; a carry beyond 2**128 is kept."""
    exponent = np.maximum(
        np.frexp(x)[1], -125
    )  # subnormals have the spacing of the smallest normals
    spacing = exponent - 1 - bits
    return np.ldexp(np.rint(np.ldexp(x, -spacing)), spacing)


def halves(x: Values, axis: int, shift: int = LOW_SHIFT, alternate: bool = True) -> list[Part]:
    """Split scaled values into FP16 parts, the low one times 2**shift.

    The remainder of 24 bits has up to 12, and a half 11: one bit may be lost. It is always a tie,
    which goes toward zero and away from it in turn along k (``axis``), so that equal elements do
    not err alike.
    """
    high = to_half(x)
    low = (x - high) * 2.0**shift
    if alternate:
        low *= along(1 + TIE * (1 - 2 * (np.arange(x.shape[axis]) % 2)), axis)
    return [part(FP16, high), part(FP16, to_half(low))]


def along(vector: NDArray[Any], axis: int) -> NDArray[Any]:
    """Lay a vector along k."""
    return vector[None, :] if axis == 1 else vector[:, None]


def thirds(x: Values) -> list[Part]:
    """Split into three BF16 parts, each rounded to nearest."""
    return successive(BF16, x, 3)


def of_tf32(x: Values) -> list[Part]:
    """Split into two TF32 parts."""
    return successive(TF32, x, 2)


def successive(form: Format, x: Values, count: int) -> list[Part]:
    """Split into parts of a format with float32's exponents."""
    found = []
    for _ in range(count):
        rounded = to_fraction(x, form.fraction_bits)
        found.append(part(form, rounded))
        x = x - rounded
    return found
