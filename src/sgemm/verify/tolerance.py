"""How large the error of a single-precision product may be.

All bounds are in units of u * (|alpha||A||B| + |beta||C|) with u = 2**-24 (see
:mod:`sgemm.verify.error`), and there are two kinds of them.

**What no order of summation exceeds.** Each product passes through at most k roundings on its way
into the result, fused or not, in whatever order the sum is taken; alpha and beta add one each. So
the error is at most gamma(r) = r / (1 - r*u) for r roundings in a chain (N. J. Higham, Accuracy and
Stability of Numerical Algorithms, 2nd edition, SIAM 2002, sections 3.1 and 3.5). It is linear in k:
what J. Demmel's grading of BLAS implementations calls grade A.

**What rounding errors that behave as if random do not exceed.** Linear bounds are so loose for
long sums that a product of inputs rounded to TF32 passes them. Rounding errors of independent
signs grow as the square root of their number (N. J. Higham and T. Mary, A new approach to
probabilistic rounding error analysis, SIAM J. Sci. Comput. 41(5), 2019), and for inputs of random
sign the result even stays within a constant of u * |A||B| (the same authors, Sharper probabilistic
backward error analysis for basic linear algebra kernels with random data, SIAM J. Sci. Comput.
42(5), 2020). With constants: rounding a number x errs by 0.42*u*|x| in root mean square (uniform
within half a unit in the last place, averaged over binades). Adding k products one after another,
the largest error of the usual orders, the partial sums have mean squares

- i/k of the last for products of random sign, whose sum is ``spread * sqrt(k)`` in units of their
  mean magnitude: the errors sum to 0.42/sqrt(2) * spread, whatever k is;
- (i/k)**2 of the last for products of one sign: the errors sum to 0.42 * sqrt(k/3).

The smaller of the two is what to expect (the second holds for any signs). Results may exceed it by
factors that allow for the spread between elements: with random signs the error of an element
depends on how far its own sum wandered, so that large errors are exponentially rare; with one sign
they are normally distributed. Inputs whose products are all equal repeat their rounding error too,
so these grow as k in spite of that: at most half a unit in the last place of each partial sum,
which adds up to 0.375*k.
"""

from __future__ import annotations

import dataclasses
import math

from sgemm.problem import Problem
from sgemm.verify.error import UNIT_ROUNDOFF, Error
from sgemm.verify.inputs import InputClass

ROUNDING_RMS = 0.42
"""Root mean square of the error of one rounding, in units of u times the rounded number.

Uniform in half a unit in the last place, that is u * 2**e / sqrt(3) for numbers in
[2**e, 2**(e+1)), with mantissas distributed as 1/x: sqrt((3/8) / ln 2 / 3).
"""

REPEATED_GROWTH = 0.375
"""Half a unit in the last place of i*p, summed over i = 1 ... k, is at most this * u * k * (k*p).

That sum over whole binades is a third of (k*p)**2; within one it peaks at 3/8, a third of its way.
"""

# How far results may exceed the expectation. Tails are exponential for products of random sign,
# exp(-1.1 * x) at x times the root mean square, and normal for products of one sign.
WANDERING_TAIL = 20.0
NORMAL_TAIL = 8.0
WANDERING_RMS = 2.5
NORMAL_RMS = 1.5


@dataclasses.dataclass(frozen=True, slots=True)
class Tolerance:
    """Bounds on the error of a result, in its units."""

    rms: float  # of all elements
    maximum: float  # of every element

    def objection(self, error: Error) -> str | None:
        """Say what is wrong with a result; what no rounding explains comes first."""
        if error.first_wrong is not None:
            counts = (
                (error.unexpected, "not finite"),
                (error.missing, "finite where infinity or NaN is right"),
                (error.mistaken, "infinite or NaN of the wrong kind"),
                (error.inexact_zeros, "not exactly zero"),
            )
            found = ", ".join(f"{count} {what}" for count, what in counts if count)
            return f"{found}: {error.first_wrong}"
        # Written so that a NaN fails.
        if not error.maximum <= self.maximum:
            assert error.worst is not None
            row, column = error.worst
            return (
                f"the error of C[{row}, {column}] is {error.maximum:.4g} units of 2^-24*|A||B|, "
                f"and {self.maximum:.4g} are allowed"
            )
        if not error.rms <= self.rms:
            return (
                f"the root-mean-square error is {error.rms:.4g} units of 2^-24*|A||B|, "
                f"and {self.rms:.4g} are allowed"
            )
        return None


def tolerance(problem: Problem, input_class: InputClass, elements: int | None = None) -> Tolerance:
    """Return bounds that every order keeps, but for a chance below one in a million."""
    every = problem.m * problem.n * problem.batch
    count = max(1, every if elements is None else elements)
    k = problem.k if problem.reads_operands else 0
    scalings = int(k > 0 and abs(problem.alpha) != 1.0) + int(problem.beta != 0.0)
    worst = gamma(k + scalings)
    if input_class.repeated:
        # Two more: a sum starts with a rounded product, and ends within a unit of its bound.
        repeated = min(worst, REPEATED_GROWTH * k + 2 + scalings)
        return Tolerance(repeated, repeated)
    wandering = ROUNDING_RMS / math.sqrt(2) * input_class.spread
    growing = ROUNDING_RMS * math.sqrt(k / 3)
    expected = math.hypot(
        max(ROUNDING_RMS, min(wandering, growing)), ROUNDING_RMS * math.sqrt(scalings)
    )
    signed = math.isfinite(input_class.spread)
    tail = (WANDERING_TAIL if signed else NORMAL_TAIL) + math.log(count) * (1.0 if signed else 0.1)
    typical = WANDERING_RMS if signed else NORMAL_RMS
    # One element is judged by the tail alone, many by what is typical of them.
    factor = typical + (tail - typical) / math.sqrt(count)
    return Tolerance(min(worst, factor * expected), min(worst, tail * expected))


def gamma(roundings: int) -> float:
    """Bound the relative effect of a chain of roundings, in units of u; infinite beyond 2**23."""
    if roundings * UNIT_ROUNDOFF > 0.5:
        return math.inf
    return roundings / (1 - roundings * UNIT_ROUNDOFF)
