"""The reference: the product in float64, and how large its terms were.

Products of float32 numbers are exact in float64; their sums are rounded at 2**-53, so the error of
the reference itself is below k * 2**-53 * |A||B|. In the units in which results are judged
(2**-24 * |A||B|) that is k * 2**-29: a ten-thousandth at k = 65536.
"""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from sgemm.problem import Problem
from sgemm.verify.inputs import Operands
from sgemm.verify.nonfinite import (
    FINITE,
    FLOAT32_OVERFLOW,
    Kinds,
    relative_slack,
    scaled_kinds,
    sum_kinds,
    total_kinds,
    with_infinite_products,
)

BLOCK = 1024
"""Rows and columns of C computed together, so that float64 copies of A and B stay small."""

FloatMatrix = NDArray[np.float64]


@dataclasses.dataclass(frozen=True, slots=True)
class Reference:
    """What C should be; the products of a batch lie one below the other, batch*m x n."""

    problem: Problem
    # alpha*op(A)*op(B) + beta*C; only meaningful where a finite result is possible.
    result: FloatMatrix
    magnitude: FloatMatrix  # |alpha||A||B| + |beta||C|, from the finite elements of the operands
    # Which kinds of number IEEE arithmetic may give; None where every element must be finite.
    possible: Kinds | None


def reference(problem: Problem, operands: Operands) -> Reference:
    """Compute the reference of a problem from C as it is before the call."""
    m, n, reads_operands = problem.m, problem.n, problem.reads_operands
    result, magnitude = np.empty((problem.batch * m, n)), np.empty((problem.batch * m, n))
    possible = np.full((problem.batch * m, n), FINITE, dtype=np.uint8)
    all_finite = True
    for index, alone in enumerate(operands.products()):
        for left in range(0, n, BLOCK):
            columns = slice(left, min(left + BLOCK, n))
            B = alone.B[:, columns].astype(np.float64) if reads_operands else None
            for top in range(0, m, BLOCK):
                rows = slice(top, min(top + BLOCK, m))
                A = alone.A[rows].astype(np.float64) if reads_operands else None
                shape = (rows.stop - top, columns.stop - left)
                C = None
                if problem.beta != 0.0:
                    added = alone.added[slice(None) if problem.adds_row else rows, columns]
                    C = np.broadcast_to(added.astype(np.float64), shape)
                place = slice(index * m + top, index * m + rows.stop), columns
                result[place], magnitude[place], kinds = _block(problem, A, B, C, shape)
                if kinds is not None:
                    all_finite = False
                    possible[place] = kinds
    return Reference(problem, result, magnitude, None if all_finite else possible)


def _block(
    problem: Problem,
    A: FloatMatrix | None,
    B: FloatMatrix | None,
    C: FloatMatrix | None,
    shape: tuple[int, int],
) -> tuple[FloatMatrix, FloatMatrix, Kinds | None]:
    """Compute result, magnitude and possible kinds of a block of C; what is not read is None."""
    # What is infinite or NaN counts as zero in result and magnitude; the kinds say where it is, and
    # are None where all elements must be finite.
    k = problem.k
    alpha, beta = (x if np.isfinite(x) else 0.0 for x in (problem.alpha, problem.beta))
    product = size = np.zeros(shape)
    term = finite_term = np.zeros(shape)
    clean = bool(np.isfinite(problem.beta))
    if A is not None and B is not None:
        clean &= bool(np.isfinite(problem.alpha) and np.isfinite(A).all() and np.isfinite(B).all())
        finite_a, finite_b = (A, B) if clean else (_finite(A), _finite(B))
        product = finite_a @ finite_b
        size = np.abs(finite_a) @ np.abs(finite_b)
    if C is not None:
        with np.errstate(invalid="ignore"):
            term = problem.beta * C
        clean &= bool(np.isfinite(term).all())
        finite_term = beta * (C if clean else _finite(C))
    total = alpha * product + finite_term
    magnitude = abs(alpha) * size + np.abs(finite_term)
    largest = max(size.max(initial=0.0), magnitude.max(initial=0.0))
    if clean and largest * (1 + relative_slack(k)) < FLOAT32_OVERFLOW:
        return total, magnitude, None
    kinds = sum_kinds(product, size, k)
    if A is not None and B is not None:
        kinds = with_infinite_products(kinds, A, B)
        kinds = scaled_kinds(kinds, problem.alpha, product, size, k)
    if C is not None:
        kinds = total_kinds(kinds, term, total, magnitude, k)
    return total, magnitude, kinds


def _finite(matrix: FloatMatrix) -> FloatMatrix:
    """Return the matrix with zeros where it is infinite or NaN."""
    return np.where(np.isfinite(matrix), matrix, 0.0)
