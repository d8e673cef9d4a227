"""Problem: what it accepts, what it derives, and column-major storage."""

import dataclasses
import fractions
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.errors import ArgumentError
from sgemm.problem import INT32_MAX, Problem

sizes = st.integers(0, 6)


def test_leading_dimensions_default_to_the_tightest():
    problem = Problem(3, 4, 5)
    assert (problem.lda, problem.ldb, problem.ldc) == (5, 4, 4)


def test_leading_dimensions_of_nothing_are_one():
    problem = Problem(0, 0, 0)
    assert (problem.lda, problem.ldb, problem.ldc) == (1, 1, 1)


@pytest.mark.parametrize("name", ["m", "n", "k"])
@pytest.mark.parametrize("size", [-1, INT32_MAX + 1, 2.0, True, None, "3"])
def test_sizes_that_cannot_be_are_refused(name, size):
    arguments = {"m": 1, "n": 1, "k": 1, name: size}
    with pytest.raises(ArgumentError, match=rf"^{name} = "):
        Problem(**arguments)


@pytest.mark.parametrize(("name", "row"), [("lda", 5), ("ldb", 4), ("ldc", 4)])
def test_leading_dimensions_shorter_than_a_row_are_refused(name, row):
    assert getattr(Problem(3, 4, 5, **{name: row}), name) == row
    for wrong in (row - 1, -1, INT32_MAX + 1, 8.0, True):
        with pytest.raises(ArgumentError, match=rf"^{name} = "):
            Problem(3, 4, 5, **{name: wrong})


def test_scalars_are_rounded_to_single_precision():
    problem = Problem(1, 1, 1, alpha=0.1, beta=1e300)
    assert problem.alpha == float(np.float32(0.1))
    assert problem.beta == math.inf
    assert math.isnan(Problem(1, 1, 1, beta=math.nan).beta)
    assert Problem(1, 1, 1, alpha=-1e300).alpha == -math.inf


@pytest.mark.parametrize("name", ["alpha", "beta"])
@pytest.mark.parametrize("value", ["0.5", None, 1j, True, [1.0]], ids=repr)
def test_scalars_that_are_no_numbers_are_refused(name, value):
    with pytest.raises(ArgumentError, match=f"{name} = .*: a scalar is a real number"):
        Problem(1, 1, 1, **{name: value})


def test_numbers_of_every_kind_are_scalars():
    for value in (2, np.float64(2), np.int8(2), fractions.Fraction(2)):
        assert Problem(1, 1, 1, alpha=value).alpha == 2.0
    assert Problem(1, 1, 1, alpha=-(10**400)).alpha == -math.inf


def test_problem_is_frozen_and_hashable():
    problem = Problem(1, 2, 3)
    assert problem == Problem(1, 2, 3, lda=3)
    assert hash(problem) == hash(Problem(1, 2, 3, lda=3))
    with pytest.raises(dataclasses.FrozenInstanceError):
        problem.m = 4


def test_what_is_read_and_computed():
    assert Problem(2, 3, 4).flops == 48
    assert Problem(2, 3, 4).reads_operands
    assert not Problem(2, 3, 0).reads_operands
    assert not Problem(2, 3, 4, alpha=0.0).reads_operands
    assert Problem(0, 3, 4).is_empty
    assert Problem(2, 0, 4).is_empty
    assert not Problem(2, 3, 0).is_empty


@given(m=sizes, n=sizes, k=sizes, gap=st.integers(0, 3))
def test_elements_are_what_a_view_of_that_shape_spans(m, n, k, gap):
    problem = Problem(m, n, k, lda=max(1, k) + gap, ldb=max(1, n) + gap, ldc=max(1, n) + gap)
    shapes = ((m, k, problem.lda), (k, n, problem.ldb), (m, n, problem.ldc))
    for elements, (rows, columns, stride) in zip(problem.elements, shapes, strict=True):
        indices = np.arange(rows * stride).reshape(rows, stride)[:, :columns]
        assert elements == (indices.max() + 1 if indices.size else 0)


@given(m=sizes, n=sizes, k=sizes, gap=st.integers(0, 3), seed=st.integers(0, 2**32 - 1))
def test_column_major_computes_the_same_product(m, n, k, gap, seed):
    """Read the column-major storage of A, B, C as the row-major problem says."""
    rng = np.random.default_rng(seed)
    a, b = rng.standard_normal((m, k)), rng.standard_normal((k, n))
    lda, ldb, ldc = max(1, m) + gap, max(1, k) + gap, max(1, m) + gap
    problem = Problem.column_major(m, n, k, 2.0, 0.5, lda, ldb, ldc)
    assert (problem.m, problem.n, problem.k) == (n, m, k)
    assert (problem.alpha, problem.beta) == (2.0, 0.5)

    first = _by_columns(b, ldb)[: problem.m, : problem.k]
    second = _by_columns(a, lda)[: problem.k, : problem.n]
    assert (problem.lda, problem.ldb, problem.ldc) == (ldb, lda, ldc)
    np.testing.assert_allclose((first @ second).T, a @ b, atol=1e-12)


def _by_columns(matrix, leading):
    """Store a matrix by columns, ``leading`` elements apart; a row of the result is a column."""
    storage = np.full((matrix.shape[1], leading), np.nan)
    storage[:, : matrix.shape[0]] = matrix.T
    return storage


def test_text_names_only_what_is_unusual():
    assert str(Problem(2, 3, 4)) == "2x3x4"
    assert str(Problem(2, 3, 4, beta=1.0)) == "2x3x4, alpha 1, beta 1"
    assert str(Problem(2, 3, 4, lda=8)) == "2x3x4, lda 8, ldb 3, ldc 3"
