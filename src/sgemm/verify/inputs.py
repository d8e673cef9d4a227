"""Inputs to judge a matrix product by: named classes, each made from a seed.

Every class is there for a way in which a kernel, or a shortcut in its arithmetic, can go wrong.
:func:`make_operands` lays the matrices out as a kernel gets them, with their leading dimensions,
and puts NaNs wherever the BLAS rules say that nothing may be read.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.problem import Problem
from sgemm.verify.draws import (
    Matrices,
    all_from,
    bad_mantissa,
    cancelling_halves,
    near_overflow,
    normal,
    overflow,
    signed,
    subnormal,
    uniform,
    wide,
    wide_rows,
    with_one,
)

Matrix = NDArray[np.float32]

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
    a, b, c : ndarray of float32
        Flat storage from the first to the last element of all products, of ``problem.elements``
        elements each.
    """

    problem: Problem
    a: Matrix
    b: Matrix
    c: Matrix

    @property
    def A(self) -> Matrix:
        """View of op(A), m x k, of the first product."""
        problem = self.problem
        stored = matrix_view(self.a, problem.a_rows, problem.a_columns, problem.lda)
        return stored.T if problem.trans_a else stored

    @property
    def B(self) -> Matrix:
        """View of op(B), k x n, of the first product."""
        problem = self.problem
        stored = matrix_view(self.b, problem.b_rows, problem.b_columns, problem.ldb)
        return stored.T if problem.trans_b else stored

    @property
    def C(self) -> Matrix:
        """View of C, m x n, of the first product."""
        return matrix_view(self.c, self.problem.m, self.problem.n, self.problem.ldc)

    def products(self) -> Iterator[Operands]:
        """Iterate over the products of the batch, each as operands by themselves."""
        problem = self.problem
        alone = dataclasses.replace(problem, batch=1)
        for index in range(problem.batch):
            yield Operands(
                alone,
                self.a[index * problem.stride_a :],
                self.b[index * problem.stride_b :],
                self.c[index * problem.stride_c :],
            )


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


def results_view(storage: Matrix, problem: Problem) -> Matrix:
    """View the storage of C without its padding: the rows of all products, one below the other.

    Parameters
    ----------
    storage : ndarray of float32
        At least ``problem.elements[2]`` elements.

    Returns
    -------
    ndarray of float32
        batch*m x n; a view into the storage where there is one product, else a copy.
    """
    views = [
        matrix_view(storage[index * problem.stride_c :], problem.m, problem.n, problem.ldc)
        for index in range(problem.batch)
    ]
    if len(views) == 1:
        return views[0]
    # Through bits: copying floats could quieten or change a NaN.
    bits = [np.ascontiguousarray(view).view(np.uint32) for view in views]
    empty = np.empty((0, problem.n), dtype=np.uint32)
    return np.concatenate([empty, *bits]).view(np.float32)


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

    Padding between rows and between matrices is NaN. So is C where beta is zero, and so are A and
    B where alpha is zero, because BLAS does not read them there.

    Each product of a batch has numbers of its own. Where all share A or B, what they do not share
    are the rows of one A, the columns of one B, and C, turned by one place from product to
    product, so that A and B still belong together as their class says.

    Parameters
    ----------
    input_class_name : str
        A name in ``INPUT_CLASSES``.
    seed : int
        0 or more.

    Raises
    ------
    ArgumentError
        If there is no such class or the seed is negative.
    """
    chosen = input_class(input_class_name)
    if seed < 0:
        raise ArgumentError(f"seed = {seed}: a seed is 0 or more")
    generator = np.random.default_rng(seed)
    operands = Operands(problem, *(filled(size, PADDING_BITS) for size in problem.elements))
    for alone, (A, B, C) in zip(
        operands.products(), _batch(chosen, generator, problem), strict=True
    ):
        if not problem.reads_operands:
            A, B = (filled(x.size, UNREAD_BITS).reshape(x.shape) for x in (A, B))
        if problem.beta == 0.0:
            C = filled(C.size, UNWRITTEN_BITS).reshape(C.shape)
        # Through bits: assigning floats could quieten or change a NaN.
        for view, matrix in ((alone.A, A), (alone.B, B), (alone.C, C)):
            view.view(np.uint32)[...] = matrix.view(np.uint32)
    return operands


def _batch(
    chosen: InputClass, generator: np.random.Generator, problem: Problem
) -> Iterator[Matrices]:
    """Draw the operands of each product."""
    shape = problem.m, problem.n, problem.k
    if problem.stride_a and problem.stride_b:
        for _ in range(problem.batch):
            yield chosen.generate(generator, *shape)
        return
    A, B, C = chosen.generate(generator, *shape)
    for turn in range(problem.batch):
        yield (
            np.roll(A, turn if problem.stride_a else 0, axis=0),
            np.roll(B, turn if problem.stride_b else 0, axis=1),
            np.roll(C, turn, axis=0),
        )


UNIFORM_SPREAD = 4 / 3
"""Of products of two numbers that are uniform in (-1, 1): sqrt(1/9) / (1/4)."""

NORMAL_SPREAD = math.pi / 2
"""Of products of two N(0, 1) numbers: 1 / (2/pi)."""

_CLASSES = (
    InputClass(
        "normal", "N(0, 1): what most published figures use", NORMAL_SPREAD, all_from(normal)
    ),
    InputClass(
        "uniform",
        "U[0, 1): one sign, so that sums and their errors grow with k",
        math.inf,
        all_from(uniform),
        separates_to=4096,
    ),
    InputClass("uniform_signed", "U[-1, 1): the default", UNIFORM_SPREAD, all_from(signed)),
    *(
        InputClass(
            f"wide_{phi}",
            f"(rand - 1/2) * exp({phi} * randn): magnitudes spread out",
            UNIFORM_SPREAD * math.exp(phi**2),
            all_from(wide(phi)),
        )
        for phi in range(5)
    ),
    InputClass(
        "bad_mantissa",
        "all 1 + 2^-12 + 2^-23: every shorter format drops the same bits",
        math.inf,
        all_from(bad_mantissa),
        repeated=True,
        separates_to=16384,
    ),
    InputClass(
        "cancelling_halves",
        "the second half of each sum cancels the first exactly",
        UNIFORM_SPREAD,
        cancelling_halves,
    ),
    InputClass(
        "wide_rows",
        "rows of A span 2^-60 ... 2^60, columns of B the inverse",
        NORMAL_SPREAD,
        wide_rows,
    ),
    InputClass(
        "subnormal",
        "A and C subnormal, half the results near them: nothing may be flushed to zero",
        UNIFORM_SPREAD,
        subnormal,
    ),
    InputClass(
        "near_overflow",
        "A near FLT_MAX, all sums just below it: nothing may overflow",
        UNIFORM_SPREAD,
        near_overflow,
    ),
    InputClass(
        "overflow",
        "products beyond FLT_MAX in two columns of three: inf as IEEE says",
        UNIFORM_SPREAD,
        overflow,
    ),
    *(
        InputClass(
            f"{word}_in_{operand}",
            f"U[-1, 1) with one {value} in {operand.upper()}: one {line} of C, and no more",
            UNIFORM_SPREAD,
            with_one(value, in_a=operand == "a"),
        )
        for word, value in (("infinity", math.inf), ("nan", math.nan))
        for operand, line in (("a", "row"), ("b", "column"))
    ),
)

INPUT_CLASSES: dict[str, InputClass] = {entry.name: entry for entry in _CLASSES}
"""Every input class by its name."""
