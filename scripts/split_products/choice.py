"""Which arithmetic a tile may have, by what a pre-pass sees of its rows of A and columns of B."""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

RANGE_OF_HALVES = 28
"""So far below the largest of its row an element is held by two halves as well as the largest."""

SUM_LIMIT = 23
"""Where elements lie lower: the range of what they meet, plus log2 of how many they are."""

RANGE_OF_BF16 = 160
"""So far below the largest of its row an element is the exact sum of three BF16 parts."""

PRODUCT_RANGE = 200
"""So far below the product of the largest ones a sum may lie in BF16."""

LEAST_K = 64
"""Below it the lost bits of halves do not average out."""

Integers = NDArray[np.int64]


@dataclasses.dataclass(frozen=True, slots=True)
class Seen:
    """What the pre-pass keeps of each row of A, or of each column of B."""

    top: Integers  # exponent of the largest element
    low: Integers  # exponent of the smallest that is not zero
    has_zeros: NDArray[np.bool_]
    is_finite: NDArray[np.bool_]
    far: Integers  # how many elements lie more than RANGE_OF_HALVES below the largest, zeros apart


def see(x: NDArray[np.float32], axis: int) -> Seen:
    """Look at rows (axis 1) or columns (axis 0)."""
    finite = np.where(np.isfinite(x), x, np.float32(0)).astype(np.float64)
    exponents = (np.frexp(finite)[1] - 1).astype(np.int64)
    is_zero = finite == 0
    top = np.where(is_zero, -(10**6), exponents).max(axis=axis)
    top = np.where(is_zero.all(axis=axis), 0, top)
    low = np.where(is_zero, 10**6, exponents).min(axis=axis)
    low = np.where(is_zero.all(axis=axis), 0, low)
    below = np.expand_dims(top, axis) - exponents
    far = np.count_nonzero((below > RANGE_OF_HALVES) & ~is_zero, axis=axis)
    finite_rows = np.isfinite(x).all(axis=axis)
    return Seen(top, low, (x == 0).any(axis=axis), finite_rows, far)


def paths(a: Seen, b: Seen, k: int) -> NDArray[np.str_]:
    """Choose for each element of C: ``fp16x3``, ``bf16x6`` or ``ffma``.

    A tile takes the last of these that one of its elements needs.
    """
    range_a, range_b = (a.top - a.low)[:, None], (b.top - b.low)[None, :]
    no_zeros = 10**6
    narrower = np.minimum(
        np.where(a.has_zeros[:, None], no_zeros, range_a),
        np.where(b.has_zeros[None, :], no_zeros, range_b),
    )
    far = a.far[:, None] + b.far
    is_plain = a.is_finite[:, None] & b.is_finite
    halves = (far == 0) | (narrower + np.ceil(np.log2(np.maximum(far, 1))) <= SUM_LIMIT)
    bf16 = (np.maximum(range_a, range_b) <= RANGE_OF_BF16) & (
        np.minimum(narrower, range_a + range_b) <= PRODUCT_RANGE
    )
    found = np.where(halves, "fp16x3", np.where(bf16, "bf16x6", "ffma"))
    return np.where(is_plain & (k >= LEAST_K), found, "ffma")
