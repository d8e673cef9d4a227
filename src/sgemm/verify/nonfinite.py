"""Where a product must, may or must not be infinite or NaN.

Float32 sums overflow, and whether they do can depend on the order of summation, which a kernel may
choose. So the answer for each element of C is a set: the kinds of number that some order, fused
or not, gives under IEEE 754. Where the set has one member, the result must be of that kind.

The bounds rest on two facts. Every partial sum, in any order, lies between minus the sum of the
negative products and the sum of the positive ones, up to rounding; and a result that never
overflowed on its way lies within the rounding bound of the exact one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatMatrix = NDArray[np.float64]
Mask = NDArray[np.bool_]
Kinds = NDArray[np.uint8]

FLOAT32_OVERFLOW = 2.0**128 - 2.0**103
"""The smallest magnitude that rounds to infinity in float32: halfway beyond FLT_MAX."""

UNDERFLOW_ERROR = 2.0**-150
"""The largest rounding error of a float32 operation with a subnormal result."""

FINITE, POSITIVE_INFINITY, NEGATIVE_INFINITY, NAN = 1, 2, 4, 8
"""Kinds of number; a set of them is their sum."""

WORDS = {FINITE: "a finite number", POSITIVE_INFINITY: "inf", NEGATIVE_INFINITY: "-inf", NAN: "NaN"}


def words(kinds: int) -> str:
    """Name a set of kinds, for people."""
    return " or ".join(name for kind, name in WORDS.items() if kinds & kind)


def kinds_of(values: NDArray[np.float32]) -> Kinds:
    """Return the kind of each number."""
    kinds = np.full(values.shape, FINITE, dtype=np.uint8)
    kinds[np.isnan(values)] = NAN
    kinds[np.isposinf(values)] = POSITIVE_INFINITY
    kinds[np.isneginf(values)] = NEGATIVE_INFINITY
    return kinds


def relative_slack(k: int) -> float:
    """Bound the error of a float32 result of k products, relative to its magnitude."""
    # Twice the first-order bound of k + 2 roundings, so that higher orders are covered.
    return 2.0 * (k + 2) * 2.0**-24


def sum_kinds(product: FloatMatrix, size: FloatMatrix, k: int) -> Kinds:
    """Return what the float32 sum of k finite products can be, from exact A*B and |A||B|."""
    slack = relative_slack(k)
    # What float64 lost: the products of one sign can be far smaller than those of the other.
    lost = (k + 2) * 2.0**-52 * size
    positive = (size + product) / 2 * (1 + slack) + lost >= FLOAT32_OVERFLOW
    negative = (size - product) / 2 * (1 + slack) + lost >= FLOAT32_OVERFLOW
    finite = np.abs(product) - slack * size < FLOAT32_OVERFLOW
    return _kinds(finite, positive, negative, positive & negative)


def with_infinite_products(kinds: Kinds, A: FloatMatrix, B: FloatMatrix) -> Kinds:
    """Add the products with an infinite or NaN factor to what a sum of finite ones can be."""
    steps = ~np.isfinite(A).all(axis=0) | ~np.isfinite(B).all(axis=1)
    A, B = A[:, steps], B[steps]
    nan = (
        _meet(np.isnan(A), np.ones_like(B, dtype=np.bool_))
        | _meet(np.ones_like(A, dtype=np.bool_), np.isnan(B))
        | _meet(np.isinf(A), B == 0)
        | _meet(A == 0, np.isinf(B))
    )
    positive, negative = (
        _meet(np.isposinf(A), sign * B > 0)
        | _meet(np.isneginf(A), sign * B < 0)
        | _meet(sign * A > 0, np.isposinf(B))
        | _meet(sign * A < 0, np.isneginf(B))
        for sign in (1.0, -1.0)
    )
    # An infinite product swallows every finite sum, but not one that overflowed the other way.
    against = np.where(positive, kinds & NEGATIVE_INFINITY != 0, kinds & POSITIVE_INFINITY != 0)
    infinite = _kinds(np.False_, positive, negative, against)
    return np.where(
        nan | (positive & negative), NAN, np.where(positive | negative, infinite, kinds)
    ).astype(np.uint8)


def scaled_kinds(
    kinds: Kinds, alpha: float, product: FloatMatrix, size: FloatMatrix, k: int
) -> Kinds:
    """Multiply what sums can be by alpha; product and size are of finite elements."""
    if np.isnan(alpha):
        return np.full_like(kinds, NAN)
    slack = relative_slack(k)
    finite_sum = kinds & FINITE != 0
    other = _negated(kinds & ~np.uint8(FINITE)) if alpha < 0 else kinds & ~np.uint8(1)
    if np.isinf(alpha):
        # Only the sign of the sum counts, and rounding may lose it, or the whole sum.
        error = np.where(size > 0, slack * size + (k + 2) * UNDERFLOW_ERROR, 0.0)
        signed = product if alpha > 0 else -product
        from_finite = _kinds(
            np.False_, signed + error > 0, signed - error < 0, abs(signed) <= error
        )
    else:
        from_finite = _overflowing(alpha * product, slack * abs(alpha) * size)
    return np.where(finite_sum, from_finite | other, other)


def total_kinds(
    kinds: Kinds, term: FloatMatrix, total: FloatMatrix, magnitude: FloatMatrix, k: int
) -> Kinds:
    """Add beta*C, the term, to what alpha*A*B can be; the rest is of finite numbers."""
    # A kernel need not fuse: beta*C may overflow although the sum would not.
    can_be_positive = term >= FLOAT32_OVERFLOW
    can_be_negative = term <= -FLOAT32_OVERFLOW
    nan = (
        np.isnan(term)
        | (kinds & NAN != 0)
        | (can_be_positive & (kinds & NEGATIVE_INFINITY != 0))
        | (can_be_negative & (kinds & POSITIVE_INFINITY != 0))
    )
    finite = _overflowing(total, relative_slack(k) * magnitude)
    finite = np.where(kinds & FINITE != 0, finite, np.uint8(0))
    infinite = kinds & np.uint8(POSITIVE_INFINITY | NEGATIVE_INFINITY)
    kept = np.where(np.isfinite(term), finite | infinite, np.uint8(0))
    added = _kinds(np.False_, can_be_positive, can_be_negative, nan)
    # An infinite beta*C leaves inf; or NaN, where it meets nothing but the other infinity or NaN.
    same = np.where(term > 0, POSITIVE_INFINITY, NEGATIVE_INFINITY)
    only_nan = np.isnan(term) | (np.isinf(term) & (kinds & (same | FINITE) == 0))
    return np.where(only_nan, NAN, kept | added).astype(np.uint8)


def _overflowing(value: FloatMatrix, error: FloatMatrix) -> Kinds:
    """Return what a float32 number within ``error`` of a value can be."""
    return _kinds(
        np.abs(value) - error < FLOAT32_OVERFLOW,
        value + error >= FLOAT32_OVERFLOW,
        value - error <= -FLOAT32_OVERFLOW,
        np.False_,
    )


def _negated(kinds: Kinds) -> Kinds:
    positive = kinds & NEGATIVE_INFINITY != 0
    negative = kinds & POSITIVE_INFINITY != 0
    return _kinds(kinds & FINITE != 0, positive, negative, kinds & NAN != 0)


def _kinds(finite: Mask | np.bool_, positive: Mask, negative: Mask, nan: Mask | np.bool_) -> Kinds:
    infinite = positive * POSITIVE_INFINITY + negative * NEGATIVE_INFINITY
    return np.asarray(finite * FINITE + infinite + nan * NAN).astype(np.uint8)


def _meet(left: Mask, right: Mask) -> Mask:
    """Tell for which i, j some l has both left[i, l] and right[l, j]."""
    met = left.astype(np.float32) @ right.astype(np.float32)
    return np.asarray(met > 0)
