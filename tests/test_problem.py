"""Problem: what it accepts, what it derives, and column-major storage."""

import dataclasses
import fractions
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.errors import ArgumentError
from sgemm.problem import INT32_MAX, LAYOUTS, Problem

sizes = st.integers(0, 6)


WHOLE = (-1, INT32_MAX + 1, 2.0, True, None, "3", 10**5000)
NUMBERS = ("0.5", None, 1j, True, np.True_, [1.0], np.ones(1))
TOO_LARGE = (1e39, -1e300, 10**400, 10**5000, np.longdouble("1e4000"))


@pytest.mark.parametrize(
    ("names", "values", "words"),
    [
        (("m", "n", "k", "batch"), WHOLE, " = |"),
        (("stride_a", "stride_b", "stride_c"), (-1, 2.0, True, "3", 2**63), " = "),
        (("trans_a", "trans_b"), (1, None, "t", np.True_), " = "),
        (("alpha", "beta"), NUMBERS, " = .*not a real number"),
        (("alpha", "beta"), TOO_LARGE, ".* is finite, but larger than the largest|"),
    ],
)
def test_what_cannot_be_is_refused(names, values, words):
    for name in names:
        for value in values:
            with pytest.raises(ArgumentError, match=rf"^{name}(?:{words})"):
                Problem(**({"m": 1, "n": 1, "k": 1, "batch": 2} | {name: value}))


@pytest.mark.parametrize(("sizes", "tightest"), [((3, 4, 5), (5, 4, 4)), ((0, 0, 0), (1, 1, 1))])
def test_leading_dimensions_default_to_the_tightest(sizes, tightest):
    problem = Problem(*sizes)
    assert (problem.lda, problem.ldb, problem.ldc) == tightest


@pytest.mark.parametrize(("name", "row"), [("lda", 5), ("ldb", 4), ("ldc", 4)])
def test_leading_dimensions_shorter_than_a_row_are_refused(name, row):
    assert getattr(Problem(3, 4, 5, **{name: row}), name) == row
    for wrong in (row - 1, -1, INT32_MAX + 1, 8.0, True, 10**5000):
        with pytest.raises(ArgumentError, match=rf"^{name} = "):
            Problem(3, 4, 5, **{name: wrong})


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_say_how_matrices_are_stored(layout):
    trans_a, trans_b = layout[0] == "t", layout[1] == "t"
    problem = Problem(3, 4, 5, trans_a=trans_a, trans_b=trans_b)
    assert problem.layout == layout
    assert (problem.a_rows, problem.a_columns) == ((5, 3) if trans_a else (3, 5))
    assert (problem.b_rows, problem.b_columns) == ((4, 5) if trans_b else (5, 4))
    assert (problem.lda, problem.ldb) == (problem.a_columns, problem.b_columns)
    with pytest.raises(ArgumentError, match=rf"^lda = {problem.a_columns - 1}: a row has"):
        Problem(3, 4, 5, lda=problem.a_columns - 1, trans_a=trans_a, trans_b=trans_b)


def test_strides_default_to_the_tightest_as_stored():
    problem = Problem(3, 4, 5, ldc=6, trans_a=True, lda=8, batch=2)
    assert (problem.stride_a, problem.stride_b, problem.stride_c) == (40, 20, 18)
    assert problem.elements == (40 + 35, 40, 18 + 16)
    assert problem.flops == 2 * 2 * 3 * 4 * 5


def test_strides_mean_nothing_without_a_second_product():
    assert Problem(3, 4, 5, stride_a=7, stride_c=1) == Problem(3, 4, 5)
    one = dataclasses.replace(Problem(3, 4, 5, batch=2, stride_a=90), batch=1)
    assert one == Problem(3, 4, 5)
    assert dataclasses.replace(Problem(3, 4, 5), lda=9) == Problem(3, 4, 5, lda=9)


def test_operands_may_be_shared_and_results_may_not():
    problem = Problem(3, 4, 5, batch=4, stride_a=0, stride_b=1, stride_c=12)
    assert problem.elements == (15, 23, 48)
    with pytest.raises(ArgumentError, match=r"^stride_c = 11: each C spans 12 elements"):
        Problem(3, 4, 5, batch=4, stride_c=11)
    assert Problem(3, 4, 5, ldc=9, batch=4, stride_c=22).stride_c == 22


def test_column_major_exchanges_all_that_belongs_to_an_operand():
    given = {"trans_a": True, "batch": 3, "stride_a": 100, "stride_b": 0, "stride_c": 50}
    problem = Problem.column_major(3, 4, 5, 2.0, 0.5, lda=6, ldb=7, ldc=8, **given)
    expected = {"trans_b": True, "batch": 3, "stride_a": 0, "stride_b": 100, "stride_c": 50}
    assert problem == Problem(4, 3, 5, 2.0, 0.5, lda=7, ldb=6, ldc=8, **expected)


def test_scalars_are_rounded_to_single_precision():
    problem = Problem(1, 1, 1, alpha=0.1, beta=-math.inf)
    assert problem.alpha == float(np.float32(0.1))
    assert problem.beta == -math.inf
    assert Problem(1, 1, 1, alpha=np.finfo(np.float32).max).alpha == np.finfo(np.float32).max
    assert math.isnan(Problem(1, 1, 1, beta=math.nan).beta)


def test_numbers_of_every_kind_are_scalars():
    for value in (2, np.float64(2), np.float16(2), np.int8(2), fractions.Fraction(2)):
        assert Problem(1, 1, 1, alpha=value).alpha == 2.0


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int64])
def test_whole_numbers_of_every_kind_are_sizes(kind):
    given = {"m": 3, "n": 4, "k": 5, "lda": 6, "ldb": 7, "ldc": 8, "batch": 2, "stride_a": 20}
    problem = Problem(**{name: kind(value) for name, value in given.items()})
    assert problem == Problem(**given)
    assert all(type(getattr(problem, name)) is int for name in given)


def test_problem_is_frozen_and_hashable():
    problem = Problem(1, 2, 3)
    assert {problem, Problem(1, 2, 3, lda=3)} == {problem}
    with pytest.raises(dataclasses.FrozenInstanceError):
        problem.m = 4


def test_what_is_read_and_computed():
    assert Problem(2, 3, 4).flops == 48
    assert Problem(2, 3, 4).reads_operands
    assert not Problem(2, 3, 0).reads_operands
    assert not Problem(2, 3, 4, alpha=0.0).reads_operands
    assert not Problem(2, 3, 0).is_empty
    for nothing in (Problem(0, 3, 4), Problem(2, 0, 4), Problem(2, 3, 4, batch=0)):
        assert nothing.is_empty
        assert (nothing.elements[2], nothing.flops) == (0, 0)
    assert Problem(2, 3, 4, batch=0).elements == (0, 0, 0)


@given(m=sizes, n=sizes, k=sizes, gap=st.integers(0, 3))
def test_elements_are_what_a_view_of_that_shape_spans(m, n, k, gap):
    problem = Problem(m, n, k, lda=max(1, k) + gap, ldb=max(1, n) + gap, ldc=max(1, n) + gap)
    shapes = ((m, k, problem.lda), (k, n, problem.ldb), (m, n, problem.ldc))
    for elements, (rows, columns, stride) in zip(problem.elements, shapes, strict=True):
        indices = np.arange(rows * stride).reshape(rows, stride)[:, :columns]
        assert elements == (indices.max() + 1 if indices.size else 0)


def test_text_names_only_what_is_unusual():
    assert str(Problem(2, 3, 4)) == "2x3x4"
    assert str(Problem(2, 3, 4, beta=1.0)) == "2x3x4, alpha 1, beta 1"
    assert str(Problem(2, 3, 4, lda=8)) == "2x3x4, lda 8, ldb 3, ldc 3"
    assert str(Problem(2, 3, 4, trans_b=True)) == "2x3x4 nt"
    assert str(Problem(2, 3, 4, batch=5)) == "2x3x4, batch 5"
    assert str(Problem(2, 3, 4, batch=5, stride_a=0)).endswith(", batch 5, strides 0, 12, 6")
