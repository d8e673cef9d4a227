"""The plain scalar multiply-add loop, exactly rounded: what a kernel must equal bit for bit.

NumPy has no fused multiply-add, so each step is computed in float64 and rounded once. The product
of two float32 numbers is exact there (24 + 24 bits in 53, exponents far inside the range). Their
sum with the accumulator is not always, and rounding it twice, to float64 and then to float32,
can differ from rounding it once. The cure is known as rounding to odd: where the sum was inexact,
the last bit of the float64 result is made 1 on the side of the exact sum. That keeps it off every
tie of the second rounding, which is then as if it were the only one: it needs two bits more than
float32 has, and there are 29 (S. Boldo and G. Melquiond, Emulation of FMA and correctly rounded
sums, IEEE Transactions on Computers 57(4), 2008). Subnormal results have fewer bits, so the same
holds for them, and an overflow rounds as IEEE 754 says.
"""

import numpy as np
from numpy.typing import NDArray

from sgemm.problem import Problem
from sgemm.verify.inputs import Operands

BLOCK_ELEMENTS = 8192
"""Elements of C computed together: their float64 temporaries stay in a core's cache."""


def fused_multiply_add(
    x: NDArray[np.float32], y: NDArray[np.float32], z: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return x*y + z rounded once, to nearest even, elementwise.

    Subnormals, signed zeros, overflow, infinities and NaN come out as IEEE 754 says, except for
    the sign and payload of a NaN, which it leaves open.
    """
    with np.errstate(all="ignore"):
        product = np.multiply(x, y, dtype=np.float64)
        return _round_once(product, z.astype(np.float64)).astype(np.float32)


def _round_once(product: NDArray[np.float64], addend: NDArray[np.float64]) -> NDArray[np.float64]:
    """Add exactly and round to odd: converting the result to float32 then rounds the exact sum."""
    total = np.asarray(product + addend)
    # Knuth's two-sum: the exact error of that addition. NaN where an operand is not finite.
    above = total - product
    error = (product - (total - above)) + (addend - above)
    # A zero or NaN error compares false both ways, and those totals stay as they are.
    inexact = (error > 0) | (error < 0)
    if inexact.any():
        bits = total.view(np.int64)
        to_fix = inexact & ((bits & 1) == 0)
        # One step of the bits is one step of the magnitude, away from zero where signs agree.
        outwards = (error > 0) == (total > 0)
        bits += np.where(to_fix, np.where(outwards, 1, -1), 0)
    return total


def sequential_fma(
    problem: Problem, operands: Operands, padded_k: int | None = None
) -> NDArray[np.float32]:
    """Compute C as the plain loop does: one accumulator an element, ascending k, fused.

    The accumulator starts at +0; alpha then multiplies it, rounded, and beta*C is added by one
    more fused multiply-add, as the kernels' common.cuh does. C is not read where beta is zero.

    With ``padded_k``, 1 or more, the loop runs on with zeros to the next multiple of it. That adds
    fma(0, 0, accumulator), which changes nothing but the sign of an accumulator of -0.

    The result is m x n, dense; of a batch all of them, one below the other. It takes some 8 ns an
    element and step.
    """
    if problem.batch != 1:
        results = [sequential_fma(each.problem, each, padded_k) for each in operands.products()]
        return np.concatenate([np.empty((0, problem.n), dtype=np.float32), *results])
    A, B, C = operands.A, operands.B, operands.C
    result = np.empty((problem.m, problem.n), dtype=np.float32)
    width = min(max(1, problem.n), BLOCK_ELEMENTS)
    height = max(1, BLOCK_ELEMENTS // width)
    with np.errstate(all="ignore"):
        for top in range(0, problem.m, height):
            rows = slice(top, min(top + height, problem.m))
            for left in range(0, problem.n, width):
                columns = slice(left, min(left + width, problem.n))
                products = _dot_products(problem, A[rows], B[:, columns], padded_k)
                result[rows, columns] = _scale(problem, products, C[rows, columns])
    return result


def _dot_products(
    problem: Problem,
    A: NDArray[np.float32],
    B: NDArray[np.float32],
    padded_k: int | None,
) -> NDArray[np.float32]:
    accumulators = np.zeros((A.shape[0], B.shape[1]), dtype=np.float32)
    if not problem.reads_operands:
        return accumulators
    A64 = np.ascontiguousarray(A.T, dtype=np.float64)
    B64 = B.astype(np.float64)
    for step in range(problem.k):
        product = A64[step, :, None] * B64[step, None, :]
        accumulators = _round_once(product, accumulators.astype(np.float64)).astype(np.float32)
    if padded_k is not None and problem.k % padded_k:
        accumulators += np.float32(0)
    return accumulators


def _scale(
    problem: Problem, products: NDArray[np.float32], C: NDArray[np.float32]
) -> NDArray[np.float32]:
    # As the kernels: an alpha that multiplies nothing is zero, so that inf * 0 cannot appear.
    alpha = np.float32(problem.alpha if problem.reads_operands else 0.0)
    scaled = alpha * products
    if problem.beta == 0.0:
        return scaled
    return fused_multiply_add(np.full_like(C, problem.beta), C, scaled)
