"""Where a product must, may or must not be infinite or NaN.

Float32 sums overflow, and whether they do can depend on the order of summation, which a kernel may
choose. So the answer for each element of C is a set: the kinds of number that some order, fused
or not, gives under IEEE 754. Where the set has one member, the result must be of that kind.

The bounds rest on two facts. Every partial sum, in any order, lies between minus the sum of the
negative products and the sum of the positive ones, up to rounding; and a result that never
overflowed on its way lies within the rounding bound of the exact one.
"""

from __future__ import annotations

import enum

import numpy as np
from numpy.typing import NDArray

FloatMatrix = NDArray[np.float64]
Mask = NDArray[np.bool_]
Kinds = NDArray[np.uint8]

FLOAT32_OVERFLOW = 2.0**128 - 2.0**103
"""The smallest magnitude that rounds to infinity in float32: halfway beyond FLT_MAX."""

UNDERFLOW_ERROR = 2.0**-150
"""The largest rounding error of a float32 operation with a subnormal result."""


class Kind(enum.IntFlag):
    """Kinds of number; a set of them is their sum."""

    FINITE = 1
    POSITIVE_INFINITY = 2
    NEGATIVE_INFINITY = 4
    NAN = 8

    def words(self) -> str:
        """Name the kinds in the set, for people."""
        names = {1: "a finite number", 2: "inf", 4: "-inf", 8: "NaN"}
        return " or ".join(name for bit, name in names.items() if self & bit)


def kinds_of(values: NDArray[np.float32]) -> Kinds:
    """Return the kind of each number."""
    kinds = np.full(values.shape, Kind.FINITE, dtype=np.uint8)
    kinds[np.isnan(values)] = Kind.NAN
    kinds[np.isposinf(values)] = Kind.POSITIVE_INFINITY
    kinds[np.isneginf(values)] = Kind.NEGATIVE_INFINITY
    return kinds


def relative_slack(k: int) -> float:
    """Bound the relative error of a float32 result of k products, relative to its magnitude.

    Twice the first-order bound of k + 2 roundings, so that higher orders are covered.
    """
    return 2.0 * (k + 2) * 2.0**-24


def sum_kinds(product: FloatMatrix, size: FloatMatrix, k: int) -> Kinds:
    """Return what the float32 sum of finite products can be.

    Parameters
    ----------
    product, size : ndarray of float64
        Exact A*B and |A||B|.
    k : int
        Number of products in each.
    """
    slack = relative_slack(k)
    # What float64 lost: the products of one sign can be far smaller than those of the other.
    lost = (k + 2) * 2.0**-52 * size
    positive = (size + product) / 2 * (1 + slack) + lost >= FLOAT32_OVERFLOW
    negative = (size - product) / 2 * (1 + slack) + lost >= FLOAT32_OVERFLOW
    finite = np.abs(product) - slack * size < FLOAT32_OVERFLOW
    return _kinds(finite, positive, negative, positive & negative)


def with_infinite_products(kinds: Kinds, A: FloatMatrix, B: FloatMatrix) -> Kinds:
    """Add to a sum of finite products those that have an infinite or NaN factor.

    Parameters
    ----------
    kinds : ndarray of uint8
        What the sum of the finite products can be, m x n.
    A, B : ndarray of float64
        All operands, with their infinities and NaNs.
    """
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
    against = np.where(
        positive, kinds & Kind.NEGATIVE_INFINITY != 0, kinds & Kind.POSITIVE_INFINITY != 0
    )
    infinite = _kinds(np.False_, positive, negative, against)
    return np.where(
        nan | (positive & negative), Kind.NAN, np.where(positive | negative, infinite, kinds)
    ).astype(np.uint8)


def scaled_kinds(
    kinds: Kinds, alpha: float, product: FloatMatrix, size: FloatMatrix, k: int
) -> Kinds:
    """Multiply sums by alpha.

    Parameters
    ----------
    kinds : ndarray of uint8
        What the sums can be.
    alpha : float
        Not zero, unless all sums are finite.
    product, size : ndarray of float64
        Exact A*B and |A||B| of the finite elements.
    """
    if np.isnan(alpha):
        return np.full_like(kinds, Kind.NAN)
    slack = relative_slack(k)
    finite_sum = kinds & Kind.FINITE != 0
    other = _negated(kinds & ~np.uint8(Kind.FINITE)) if alpha < 0 else kinds & ~np.uint8(1)
    if np.isinf(alpha):
        # Only the sign of the sum counts, and rounding may lose it, or the whole sum.
        error = np.where(size > 0, slack * size + (k + 2) * UNDERFLOW_ERROR, 0.0)
        signed = product if alpha > 0 else -product
        from_finite = _kinds(
            np.False_, signed + error > 0, signed - error < 0, abs(signed) <= error
        )
    else:
        scaled = alpha * product
        error = slack * abs(alpha) * size
        from_finite = _overflowing(scaled, error)
    return np.where(finite_sum, from_finite | other, other)


def total_kinds(
    kinds: Kinds, term: FloatMatrix, total: FloatMatrix, magnitude: FloatMatrix, k: int
) -> Kinds:
    """Add beta*C.

    Parameters
    ----------
    kinds : ndarray of uint8
        What alpha*A*B can be.
    term : ndarray of float64
        beta*C, infinities and NaNs included.
    total, magnitude : ndarray of float64
        Exact result and its magnitude, from finite numbers.
    """
    # A kernel need not fuse: beta*C may overflow although the sum would not.
    can_be_positive = term >= FLOAT32_OVERFLOW
    can_be_negative = term <= -FLOAT32_OVERFLOW
    nan = (
        np.isnan(term)
        | (kinds & Kind.NAN != 0)
        | (can_be_positive & (kinds & Kind.NEGATIVE_INFINITY != 0))
        | (can_be_negative & (kinds & Kind.POSITIVE_INFINITY != 0))
    )
    finite = _overflowing(total, relative_slack(k) * magnitude)
    finite = np.where(kinds & Kind.FINITE != 0, finite, np.uint8(0))
    infinite = kinds & np.uint8(Kind.POSITIVE_INFINITY | Kind.NEGATIVE_INFINITY)
    kept = np.where(np.isfinite(term), finite | infinite, np.uint8(0))
    added = _kinds(np.False_, can_be_positive, can_be_negative, nan)
    # An infinite beta*C leaves inf, or NaN where the product can be the other infinity.
    only_nan = np.isnan(term) | (np.isinf(term) & _always_opposite(kinds, term))
    return np.where(only_nan, Kind.NAN, kept | added).astype(np.uint8)


def _always_opposite(kinds: Kinds, term: FloatMatrix) -> Mask:
    """Tell where an infinite term meets nothing but NaN or the opposite infinity."""
    same = np.where(term > 0, Kind.POSITIVE_INFINITY, Kind.NEGATIVE_INFINITY)
    return np.asarray(kinds & (same | Kind.FINITE) == 0)


def _overflowing(value: FloatMatrix, error: FloatMatrix) -> Kinds:
    """Return what a float32 number within ``error`` of a value can be."""
    return _kinds(
        np.abs(value) - error < FLOAT32_OVERFLOW,
        value + error >= FLOAT32_OVERFLOW,
        value - error <= -FLOAT32_OVERFLOW,
        np.False_,
    )


def _negated(kinds: Kinds) -> Kinds:
    positive = kinds & Kind.NEGATIVE_INFINITY != 0
    negative = kinds & Kind.POSITIVE_INFINITY != 0
    return _kinds(kinds & Kind.FINITE != 0, positive, negative, kinds & Kind.NAN != 0)


def _kinds(finite: Mask | np.bool_, positive: Mask, negative: Mask, nan: Mask | np.bool_) -> Kinds:
    kinds = positive * np.uint8(Kind.POSITIVE_INFINITY) + negative * np.uint8(
        Kind.NEGATIVE_INFINITY
    )
    return (kinds + finite * np.uint8(Kind.FINITE) + nan * np.uint8(Kind.NAN)).astype(np.uint8)


def _meet(left: Mask, right: Mask) -> Mask:
    """Tell for which i, j some l has both left[i, l] and right[l, j]."""
    met = left.astype(np.float32) @ right.astype(np.float32)
    return np.asarray(met > 0)
