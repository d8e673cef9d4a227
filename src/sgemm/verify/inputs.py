"""Inputs to judge a matrix product by: named classes, each made from a seed.

Every class is there for a way in which a kernel, or a shortcut in its arithmetic, can go wrong.
:func:`make_operands` lays the matrices out as a kernel gets them, with their leading dimensions,
and puts NaNs wherever the BLAS rules say that nothing may be read.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.problem import Problem

Matrix = NDArray[np.float32]
Matrices = tuple[Matrix, Matrix, Matrix]
Generator = np.random.Generator

FLOAT32_MAX = np.float32(np.finfo(np.float32).max)
BAD_MANTISSA = np.float32(1 + 2.0**-12 + 2.0**-23)

PADDING_BITS = np.uint32(0x7FC5A5A5)
"""The NaN between the rows of a matrix. No arithmetic makes this one, so its loss shows."""

UNWRITTEN_BITS = np.uint32(0x7FC3C3C3)
"""The NaN in C before the call where beta is zero: an element that still has it was not written."""

UNREAD_BITS = np.uint32(0x7FC9C9C9)
"""The NaN in A and B where they must not be read."""

Generate = Callable[[Generator, int, int, int], Matrices]
"""(generator, m, n, k) -> A, B, C as dense matrices."""


@dataclasses.dataclass(frozen=True, slots=True)
class InputClass:
    """A class of inputs."""

    name: str
    description: str  # what the numbers are and what they find out, in one line
    # Root mean square of the products over their mean magnitude, where their signs are random: how
    # far partial sums wander. Infinite where all products have one sign, so that partial sums only
    # grow. The tolerance depends on it.
    spread: float
    generate: Generate
    repeated: bool = False  # whether all products are the same: rounding errors repeat and add up
    # Up to this k the tolerance rejects every product of inputs rounded to TF32, FP16 or BF16
    # (given some 64 elements, and beta*C no larger than the product). Beyond it, results that
    # are within the error of plain float32 sums may come from such inputs.
    separates_to: int = 65536


@dataclasses.dataclass(frozen=True, slots=True)
class Operands:
    """A, B and C as a kernel gets them: flat storage of ``problem.elements`` elements each.

    So is the addend, with ``problem.addend_elements``: none, where C itself is added.
    """

    problem: Problem
    a: Matrix
    b: Matrix
    c: Matrix
    addend: Matrix = dataclasses.field(default_factory=lambda: filled(0, PADDING_BITS))

    @property
    def A(self) -> Matrix:
        """View of op(A), m x k, of the first product."""
        stored = matrix_view(self.a, *self.problem.stored[0][:3])
        return stored.T if self.problem.trans_a else stored

    @property
    def B(self) -> Matrix:
        """View of op(B), k x n, of the first product."""
        stored = matrix_view(self.b, *self.problem.stored[1][:3])
        return stored.T if self.problem.trans_b else stored

    @property
    def C(self) -> Matrix:
        """View of C, m x n, of the first product."""
        return matrix_view(self.c, *self.problem.stored[2][:3])

    @property
    def added(self) -> Matrix:
        """View of what beta multiplies, of the first product: m x n, or one row of all."""
        problem = self.problem
        if problem.ld_addend is None:
            return self.C
        rows = 1 if problem.adds_row and problem.m else problem.m
        return matrix_view(self.addend, rows, problem.n, problem.ld_addend)

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
                self.addend[index * (problem.stride_addend or 0) :],
            )


def matrix_view(storage: Matrix, rows: int, columns: int, leading: int) -> Matrix:
    """View flat storage as a row-major matrix without its padding."""
    if rows == 0 or columns == 0:
        return np.empty((rows, columns), dtype=np.float32)
    item = storage.itemsize
    return np.lib.stride_tricks.as_strided(storage, (rows, columns), (leading * item, item))


def results_view(storage: Matrix, problem: Problem) -> Matrix:
    """View C without its padding, all products one below the other; a batch is copied."""
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
    """Look an input class up."""
    try:
        return INPUT_CLASSES[name]
    except KeyError:
        raise ArgumentError(
            f"input_class = {name!r}: there are {', '.join(INPUT_CLASSES)}"
        ) from None


def make_operands(problem: Problem, input_class_name: str, seed: int) -> Operands:
    """Make A, B and C for a problem; the same arguments always give the same bits."""
    chosen = input_class(input_class_name)
    if seed < 0:
        raise ArgumentError(f"seed = {seed}: a seed is 0 or more")
    generator = np.random.default_rng(seed)
    sizes = (*problem.elements, problem.addend_elements)
    operands = Operands(problem, *(filled(size, PADDING_BITS) for size in sizes))
    for alone, (A, B, C) in zip(
        operands.products(), _batch(chosen, generator, problem), strict=True
    ):
        if not problem.reads_operands:
            A, B = (filled(x.size, UNREAD_BITS).reshape(x.shape) for x in (A, B))
        added = C[: len(alone.added)]
        if problem.beta == 0.0 or problem.ld_addend is not None:
            C = filled(C.size, UNWRITTEN_BITS).reshape(C.shape)
        # Through bits: assigning floats could quieten or change a NaN.
        pairs = ((alone.added, added), (alone.A, A), (alone.B, B), (alone.C, C))
        for view, matrix in pairs:
            view.view(np.uint32)[...] = matrix.view(np.uint32)
    return operands


def _batch(chosen: InputClass, generator: Generator, problem: Problem) -> Iterator[Matrices]:
    """Draw the operands of each product."""
    shape = problem.m, problem.n, problem.k
    if problem.stride_a and problem.stride_b:
        for _ in range(problem.batch):
            yield chosen.generate(generator, *shape)
        return
    # Where all share A or B, what they do not share are the rows of one A, the columns of one B,
    # and C, moved on by one place each, so that A and B still belong together as their class says.
    A, B, C = chosen.generate(generator, *shape)
    for step in range(problem.batch):
        yield (
            np.roll(A, step if problem.stride_a else 0, axis=0),
            np.roll(B, step if problem.stride_b else 0, axis=1),
            np.roll(C, step, axis=0),
        )


UNIFORM_SPREAD = 4 / 3
"""Of products of two numbers that are uniform in (-1, 1): sqrt(1/9) / (1/4)."""

NORMAL_SPREAD = math.pi / 2
"""Of products of two N(0, 1) numbers: 1 / (2/pi)."""

INPUT_CLASSES: dict[str, InputClass] = {}
"""Every input class by its name."""


def _add(
    name: str, description: str, spread: float = UNIFORM_SPREAD, **more: Any
) -> Callable[[Generate], Generate]:
    """Make a class of inputs of what generates them; ``more`` is for other fields."""

    def add(generate: Generate) -> Generate:
        INPUT_CLASSES[name] = InputClass(name, description, spread, generate, **more)
        return generate

    return add


def uniform(generator: Generator, *shape: int) -> Matrix:
    """Draw from U[0, 1)."""
    return generator.random(shape, dtype=np.float32)


def signed(generator: Generator, *shape: int) -> Matrix:
    """Draw from U[-1, 1)."""
    return np.float32(2) * uniform(generator, *shape) - np.float32(1)


def signs(generator: Generator, *shape: int) -> Matrix:
    """Draw from -1 and 1."""
    return np.where(uniform(generator, *shape) < 0.5, np.float32(-1), np.float32(1))


def all_from(draw: Callable[..., Matrix]) -> Generate:
    """Make a generator of A, B and C whose elements are all drawn in the same way."""

    def generate(generator: Generator, m: int, n: int, k: int) -> Matrices:
        return draw(generator, m, k), draw(generator, k, n), draw(generator, m, n)

    return generate


def normal(generator: Generator, *shape: int) -> Matrix:
    """Draw from N(0, 1)."""
    return generator.standard_normal(shape, dtype=np.float32)


def wide(phi: float) -> Callable[..., Matrix]:
    """Make a drawing whose magnitudes spread as exp(phi * randn)."""

    def draw(generator: Generator, *shape: int) -> Matrix:
        centred = generator.random(shape) - 0.5
        return (centred * np.exp(phi * generator.standard_normal(shape))).astype(np.float32)

    return draw


_add("normal", "N(0, 1): what most published figures use", NORMAL_SPREAD)(all_from(normal))
_words = "U[0, 1): one sign, so that sums and their errors grow with k"
_add("uniform", _words, math.inf, separates_to=4096)(all_from(uniform))
_add("uniform_signed", "U[-1, 1): the default")(all_from(signed))
for _phi in range(5):
    _words = f"(rand - 1/2) * exp({_phi} * randn): magnitudes spread out"
    _add(f"wide_{_phi}", _words, UNIFORM_SPREAD * math.exp(_phi**2))(all_from(wide(_phi)))
_words = "all 1 + 2^-12 + 2^-23: every shorter format drops the same bits"
_add("bad_mantissa", _words, math.inf, repeated=True, separates_to=16384)(
    all_from(lambda generator, *shape: np.full(shape, BAD_MANTISSA))
)


@_add("cancelling_halves", "the second half of each sum cancels the first exactly")
def cancelling_halves(generator: Generator, m: int, n: int, k: int) -> Matrices:
    """Make sums that are exactly zero for even k, and one product for odd k."""
    # With x and y of 11 significant bits and s of 13, the first half multiplies (x*s) by y and the
    # second -x by (s*y). All are exact in float32 and cancel exactly; but x*s and s*y have 24 bits,
    # so that rounding the inputs to a shorter format spoils the cancellation.
    half = k // 2
    rest = k - half
    x = signs(generator, m, rest) * (1 + generator.integers(0, 2**10, (m, rest)) / 2.0**10)
    y = signs(generator, rest, n) * (1 + generator.integers(0, 2**10, (rest, n)) / 2.0**10)
    s = 1 + generator.integers(1, 2**12, rest) / 2.0**12
    A = np.concatenate([x * s, -x[:, :half]], axis=1)
    B = np.concatenate([y, s[:half, None] * y[:half]], axis=0)
    return A.astype(np.float32), B.astype(np.float32), signed(generator, m, n)


@_add("wide_rows", "rows of A span 2^-60 ... 2^60, columns of B the inverse", NORMAL_SPREAD)
def wide_rows(generator: Generator, m: int, n: int, k: int) -> Matrices:
    """Spread rows of A over 2**-60 ... 2**60 and columns of B inversely: all products count."""
    exponents = generator.integers(-60, 61, k)
    A = np.ldexp(normal(generator, m, k), exponents).astype(np.float32)
    B = np.ldexp(normal(generator, k, n), -exponents[:, None]).astype(np.float32)
    return A, B, normal(generator, m, n)


@_add(
    "subnormal",
    "A and C subnormal, half the results near them: nothing may be flushed to zero",
    UNIFORM_SPREAD,
)
def subnormal(generator: Generator, m: int, n: int, k: int) -> Matrices:
    """Make A and C subnormal; products are normal in even columns and subnormal in odd ones."""

    def draw(*shape: int) -> Matrix:
        integers = generator.integers(1, 2**23, shape, dtype=np.uint32)
        return integers.view(np.float32) * signs(generator, *shape)

    B = signed(generator, k, n)
    B[:, ::2] *= np.float32(2.0**60)
    return draw(m, k), B, draw(m, n)


def huge(generator: Generator, *shape: int) -> Matrix:
    """Draw magnitudes from FLT_MAX/2 to just below it, short of where BF16 rounds to inf."""
    largest = FLOAT32_MAX * np.float32(1 - 2.0**-8)
    return (1 + uniform(generator, *shape)) / np.float32(2) * largest


@_add(
    "near_overflow", "A near FLT_MAX, all sums just below it: nothing may overflow", UNIFORM_SPREAD
)
def near_overflow(generator: Generator, m: int, n: int, k: int) -> Matrices:
    """Make A near FLT_MAX, and B so small that |A||B| stays below FLT_MAX/4."""
    A = huge(generator, m, k) * signs(generator, m, k)
    B = signed(generator, k, n) / np.float32(4 * max(1, k))
    return A, B, signed(generator, m, n) * (FLOAT32_MAX / np.float32(8))


@_add(
    "overflow", "products beyond FLT_MAX in two columns of three: inf as IEEE says", UNIFORM_SPREAD
)
def overflow(generator: Generator, m: int, n: int, k: int) -> Matrices:
    """Make products beyond FLT_MAX in columns 0, 3, ... and beyond -FLT_MAX in 1, 4, ..."""
    A = huge(generator, m, k)
    B = 4 * (1 + uniform(generator, k, n))
    B[:, 1::3] *= np.float32(-1)
    B[:, 2::3] = signed(generator, k, B[:, 2::3].shape[1]) / np.float32(4 * max(1, k))
    return A, B, signed(generator, m, n)


def with_one(value: float, in_a: bool) -> Generate:
    """Make a generator of U(-1, 1) matrices with one element of A or of B replaced."""

    def generate(generator: Generator, m: int, n: int, k: int) -> Matrices:
        A, B, C = all_from(signed)(generator, m, n, k)
        chosen = A if in_a else B
        if chosen.size:
            sign = generator.choice((-1.0, 1.0))
            chosen.reshape(-1)[generator.integers(chosen.size)] = sign * value
        return A, B, C

    return generate


for _word, _value in (("infinity", math.inf), ("nan", math.nan)):
    for _operand, _line in (("a", "row"), ("b", "column")):
        _words = f"U[-1, 1) with one {_value} in {_operand.upper()}: one {_line} of C, and no more"
        _add(f"{_word}_in_{_operand}", _words)(with_one(_value, _operand == "a"))
