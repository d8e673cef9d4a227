"""Inputs to judge a matrix product by: named classes, each made from a seed.

Every class is there for a way in which a kernel, or a shortcut in its arithmetic, can go wrong.
:func:`make_operands` lays the matrices out as a kernel gets them, with their leading dimensions,
and puts NaNs wherever the BLAS rules say that nothing may be read.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.problem import Problem

Matrix = NDArray[np.float32]
Matrices = tuple[Matrix, Matrix, Matrix]

FLOAT32_MAX = np.float32(np.finfo(np.float32).max)
BAD_MANTISSA = np.float32(1 + 2.0**-12 + 2.0**-23)

PADDING_BITS = np.uint32(0x7FC5A5A5)
"""The NaN between the rows of a matrix. No arithmetic makes this one, so its loss shows."""

UNWRITTEN_BITS = np.uint32(0x7FC3C3C3)
"""The NaN in C before the call where beta is zero: an element that still has it was not written."""

UNREAD_BITS = np.uint32(0x7FC9C9C9)
"""The NaN in A and B where they must not be read."""


@dataclasses.dataclass(frozen=True, slots=True)
class InputClass:
    """A kind of input.

    Parameters
    ----------
    name : str
        Its name on the command line and in results.
    description : str
        What the numbers are and what they find out, in one line.
    spread : float
        Root mean square of the products over their mean magnitude, where their signs are random:
        how far partial sums wander. Infinite where all products have one sign, so that partial
        sums only grow. The tolerance depends on it.
    generate : callable
        (generator, m, n, k) -> A, B, C as dense float32 matrices.
    repeated : bool
        Whether all products are the same, so that rounding errors repeat and add up.
    separates_to : int
        Up to this k the tolerance rejects every product of inputs rounded to TF32, FP16 or BF16
        (given some 64 elements, and beta*C no larger than the product). Beyond it, results that
        are within the error of plain float32 sums may come from such inputs.
    """

    name: str
    description: str
    spread: float
    generate: Callable[[np.random.Generator, int, int, int], Matrices]
    repeated: bool = False
    separates_to: int = 65536


@dataclasses.dataclass(frozen=True, slots=True)
class Operands:
    """A, B and C in host memory, as a kernel gets them.

    Parameters
    ----------
    problem : Problem
    a, b, c : ndarray of float32
        Flat storage from the first to the last element, of ``problem.elements`` elements each.
    """

    problem: Problem
    a: Matrix
    b: Matrix
    c: Matrix

    @property
    def A(self) -> Matrix:
        """View of A, m x k."""
        return matrix_view(self.a, self.problem.m, self.problem.k, self.problem.lda)

    @property
    def B(self) -> Matrix:
        """View of B, k x n."""
        return matrix_view(self.b, self.problem.k, self.problem.n, self.problem.ldb)

    @property
    def C(self) -> Matrix:
        """View of C, m x n."""
        return matrix_view(self.c, self.problem.m, self.problem.n, self.problem.ldc)


def matrix_view(storage: Matrix, rows: int, columns: int, leading: int) -> Matrix:
    """View flat storage as a row-major matrix, without its padding.

    Parameters
    ----------
    storage : ndarray of float32
        One-dimensional and contiguous; at least ``(rows - 1) * leading + columns`` elements.
    rows, columns, leading : int
        Shape, and elements from one row to the next.

    Returns
    -------
    ndarray of float32
        rows x columns view; writing to it writes to the storage.
    """
    if rows == 0 or columns == 0:
        return np.empty((rows, columns), dtype=np.float32)
    item = storage.itemsize
    return np.lib.stride_tricks.as_strided(storage, (rows, columns), (leading * item, item))


def filled(elements: int, bits: np.uint32) -> Matrix:
    """Return flat float32 storage whose every element has the given bits."""
    return np.full(elements, bits, dtype=np.uint32).view(np.float32)


def input_class(name: str) -> InputClass:
    """Look an input class up.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    """
    try:
        return INPUT_CLASSES[name]
    except KeyError:
        raise ArgumentError(
            f"input class {name!r} does not exist; there are {', '.join(INPUT_CLASSES)}"
        ) from None


def make_operands(problem: Problem, input_class_name: str, seed: int) -> Operands:
    """Make A, B and C for a problem; the same arguments always give the same bits.

    Padding between rows is NaN. So is C where beta is zero, and so are A and B where alpha is
    zero, because BLAS does not read them there.

    Parameters
    ----------
    problem : Problem
    input_class_name : str
        A name in ``INPUT_CLASSES``.
    seed : int
        0 or more.

    Returns
    -------
    Operands

    Raises
    ------
    ArgumentError
        If there is no such class or the seed is negative.
    """
    chosen = input_class(input_class_name)
    if seed < 0:
        raise ArgumentError(f"seed = {seed}: a seed is 0 or more")
    generator = np.random.default_rng(seed)
    A, B, C = chosen.generate(generator, problem.m, problem.n, problem.k)
    if not problem.reads_operands:
        A, B = (filled(x.size, UNREAD_BITS).reshape(x.shape) for x in (A, B))
    if problem.beta == 0.0:
        C = filled(C.size, UNWRITTEN_BITS).reshape(C.shape)
    a, b, c = (
        _store(matrix, elements, leading)
        for matrix, elements, leading in zip(
            (A, B, C), problem.elements, (problem.lda, problem.ldb, problem.ldc), strict=True
        )
    )
    return Operands(problem, a, b, c)


def _store(matrix: Matrix, elements: int, leading: int) -> Matrix:
    if matrix.size == elements:
        return np.ascontiguousarray(matrix).reshape(-1)
    storage = filled(elements, PADDING_BITS)
    # Through bits: assigning floats could quieten or change a NaN.
    rows, columns = matrix.shape
    view = matrix_view(storage, rows, columns, leading)
    view.view(np.uint32)[...] = np.ascontiguousarray(matrix).view(np.uint32)
    return storage


def _uniform(generator: np.random.Generator, *shape: int) -> Matrix:
    return generator.random(shape, dtype=np.float32)


def _signed(generator: np.random.Generator, *shape: int) -> Matrix:
    return np.float32(2) * _uniform(generator, *shape) - np.float32(1)


def _signs(generator: np.random.Generator, *shape: int) -> Matrix:
    return np.where(_uniform(generator, *shape) < 0.5, np.float32(-1), np.float32(1))


def _all_from(
    draw: Callable[..., Matrix],
) -> Callable[[np.random.Generator, int, int, int], Matrices]:
    """Make a generator of A, B and C whose elements are all drawn in the same way."""

    def generate(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
        return draw(generator, m, k), draw(generator, k, n), draw(generator, m, n)

    return generate


def _normal(generator: np.random.Generator, *shape: int) -> Matrix:
    return generator.standard_normal(shape, dtype=np.float32)


def _wide(phi: float) -> Callable[..., Matrix]:
    def draw(generator: np.random.Generator, *shape: int) -> Matrix:
        centred = generator.random(shape) - 0.5
        return (centred * np.exp(phi * generator.standard_normal(shape))).astype(np.float32)

    return draw


def _bad_mantissa(generator: np.random.Generator, *shape: int) -> Matrix:
    return np.full(shape, BAD_MANTISSA)


def _cancelling_halves(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Make sums that are exactly zero for even k, and one product for odd k.

    With x and y of 11 significant bits and s of 13, the first half multiplies (x*s) by y and the
    second -x by (s*y). All are exact in float32 and the products cancel exactly; but x*s and s*y
    have 24 bits, so that rounding the inputs to a shorter format spoils the cancellation.
    """
    half = k // 2
    rest = k - half
    x = _signs(generator, m, rest) * (1 + generator.integers(0, 2**10, (m, rest)) / 2.0**10)
    y = _signs(generator, rest, n) * (1 + generator.integers(0, 2**10, (rest, n)) / 2.0**10)
    s = 1 + generator.integers(1, 2**12, rest) / 2.0**12
    A = np.concatenate([x * s, -x[:, :half]], axis=1)
    B = np.concatenate([y, s[:half, None] * y[:half]], axis=0)
    return A.astype(np.float32), B.astype(np.float32), _signed(generator, m, n)


def _wide_rows(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Spread rows of A over 2**-60 ... 2**60 and columns of B inversely: all products count."""
    exponents = generator.integers(-60, 61, k)
    A = np.ldexp(_normal(generator, m, k), exponents).astype(np.float32)
    B = np.ldexp(_normal(generator, k, n), -exponents[:, None]).astype(np.float32)
    return A, B, _normal(generator, m, n)


def _subnormal(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Make A and C subnormal; products are normal in even columns and subnormal in odd ones."""

    def draw(*shape: int) -> Matrix:
        integers = generator.integers(1, 2**23, shape, dtype=np.uint32)
        return integers.view(np.float32) * _signs(generator, *shape)

    B = _signed(generator, k, n)
    B[:, ::2] *= np.float32(2.0**60)
    return draw(m, k), B, draw(m, n)


def _huge(generator: np.random.Generator, *shape: int) -> Matrix:
    """Draw magnitudes from FLT_MAX/2 to just below it, short of where BF16 rounds to inf."""
    largest = FLOAT32_MAX * np.float32(1 - 2.0**-8)
    return (1 + _uniform(generator, *shape)) / np.float32(2) * largest


def _near_overflow(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Make A near FLT_MAX, and B so small that |A||B| stays below FLT_MAX/4."""
    A = _huge(generator, m, k) * _signs(generator, m, k)
    B = _signed(generator, k, n) / np.float32(4 * max(1, k))
    return A, B, _signed(generator, m, n) * (FLOAT32_MAX / np.float32(8))


def _overflow(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Make products beyond FLT_MAX in columns 0, 3, ... and beyond -FLT_MAX in 1, 4, ..."""
    A = _huge(generator, m, k)
    B = 4 * (1 + _uniform(generator, k, n))
    B[:, 1::3] *= np.float32(-1)
    B[:, 2::3] = _signed(generator, k, B[:, 2::3].shape[1]) / np.float32(4 * max(1, k))
    return A, B, _signed(generator, m, n)


def _with_one(value: float, in_a: bool) -> Callable[[np.random.Generator, int, int, int], Matrices]:
    """Make a generator of U(-1, 1) matrices with one element of A or of B replaced."""

    def generate(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
        A, B, C = _all_from(_signed)(generator, m, n, k)
        chosen = A if in_a else B
        if chosen.size:
            sign = generator.choice((-1.0, 1.0))
            chosen.reshape(-1)[generator.integers(chosen.size)] = sign * value
        return A, B, C

    return generate


UNIFORM_SPREAD = 4 / 3
"""Of products of two numbers that are uniform in (-1, 1): sqrt(1/9) / (1/4)."""

NORMAL_SPREAD = math.pi / 2
"""Of products of two N(0, 1) numbers: 1 / (2/pi)."""

_CLASSES = (
    InputClass(
        "normal", "N(0, 1): what most published figures use", NORMAL_SPREAD, _all_from(_normal)
    ),
    InputClass(
        "uniform",
        "U[0, 1): one sign, so that sums and their errors grow with k",
        math.inf,
        _all_from(_uniform),
        separates_to=4096,
    ),
    InputClass("uniform_signed", "U[-1, 1): the default", UNIFORM_SPREAD, _all_from(_signed)),
    *(
        InputClass(
            f"wide_{phi}",
            f"(rand - 1/2) * exp({phi} * randn): magnitudes spread out",
            UNIFORM_SPREAD * math.exp(phi**2),
            _all_from(_wide(phi)),
        )
        for phi in range(5)
    ),
    InputClass(
        "bad_mantissa",
        "all 1 + 2^-12 + 2^-23: every shorter format drops the same bits",
        math.inf,
        _all_from(_bad_mantissa),
        repeated=True,
        separates_to=16384,
    ),
    InputClass(
        "cancelling_halves",
        "the second half of each sum cancels the first exactly",
        UNIFORM_SPREAD,
        _cancelling_halves,
    ),
    InputClass(
        "wide_rows",
        "rows of A span 2^-60 ... 2^60, columns of B the inverse",
        NORMAL_SPREAD,
        _wide_rows,
    ),
    InputClass(
        "subnormal",
        "A and C subnormal, half the results near them: nothing may be flushed to zero",
        UNIFORM_SPREAD,
        _subnormal,
    ),
    InputClass(
        "near_overflow",
        "A near FLT_MAX, all sums just below it: nothing may overflow",
        UNIFORM_SPREAD,
        _near_overflow,
    ),
    InputClass(
        "overflow",
        "products beyond FLT_MAX in two columns of three: inf as IEEE says",
        UNIFORM_SPREAD,
        _overflow,
    ),
    *(
        InputClass(
            f"{word}_in_{operand}",
            f"U[-1, 1) with one {value} in {operand.upper()}: one {line} of C, and no more",
            UNIFORM_SPREAD,
            _with_one(value, in_a=operand == "a"),
        )
        for word, value in (("infinity", math.inf), ("nan", math.nan))
        for operand, line in (("a", "row"), ("b", "column"))
    ),
)

INPUT_CLASSES: dict[str, InputClass] = {entry.name: entry for entry in _CLASSES}
"""Every input class by its name."""
