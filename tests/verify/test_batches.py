"""Verification of transposed operands and batches: inputs, reference, exact loop, verdicts."""

import dataclasses
import re

import numpy as np
import pytest

from sequential_loop import sequential_fma
from sgemm.problem import LAYOUTS, Problem
from sgemm.verify.awkward import as_stored, batched_problems
from sgemm.verify.check import judge, prepare
from sgemm.verify.inputs import make_operands
from sgemm.verify.reference import reference


def stored(problem, operands):
    """Read storage element by element, as a kernel's address arithmetic would."""
    p = problem
    for index in range(p.batch):

        def read(storage, stride, leading, shape, transposed, index=index):
            start, (rows, columns) = index * stride, shape
            places = ((j, i) if transposed else (i, j) for i in range(rows) for j in range(columns))
            values = [float(storage[start + row * leading + column]) for row, column in places]
            return np.reshape(values, shape)

        yield (
            read(operands.a, p.stride_a, p.lda, (p.m, p.k), p.trans_a),
            read(operands.b, p.stride_b, p.ldb, (p.k, p.n), p.trans_b),
            read(operands.c, p.stride_c, p.ldc, (p.m, p.n), False),
        )


PROBLEMS = [
    dataclasses.replace(
        as_stored(Problem(3, 4, 5, 1.5, -0.5, 9, 8, 7), layout),
        **{"batch": batch, "stride_a": stride_a, "stride_b": stride_b, "stride_c": 40},
    )
    for layout in LAYOUTS
    for batch, stride_a, stride_b in ((1, 60, 61), (3, 60, 61), (3, 0, 70), (3, 70, 0), (3, 0, 0))
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_reference_and_loop_are_those_of_the_stored_elements(problem):
    operands = make_operands(problem, "normal", 3)
    expected = np.concatenate([1.5 * A @ B - 0.5 * C for A, B, C in stored(problem, operands)])
    found = reference(problem, operands)
    np.testing.assert_allclose(found.result, expected, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(sequential_fma(problem, operands), expected, rtol=1e-5, atol=1e-5)
    assert found.possible is None


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_products_have_numbers_of_their_own(problem):
    operands = make_operands(problem, "normal", 3)
    strides = (problem.stride_a, problem.stride_b, problem.stride_c)
    for stride, *matrices in zip(strides, *stored(problem, operands), strict=True):
        different = {matrix.tobytes() for matrix in matrices}
        assert len(different) == (problem.batch if stride else 1)


@pytest.mark.parametrize("name", ["cancelling_halves", "wide_rows"])
def test_a_shared_operand_still_belongs_to_the_others(name):
    problem = Problem(6, 5, 8, batch=4, stride_a=0)
    found = reference(problem, make_operands(problem, name, 1))
    alone = reference(Problem(6, 5, 8), make_operands(Problem(6, 5, 8), name, 1))
    for part in np.split(found.magnitude, 4):
        assert sorted(part.ravel()) == pytest.approx(sorted(alone.magnitude.ravel()))


def verdict(problem, spoil=None):
    case = prepare(problem, seed=4)
    storage = case.result_storage()
    for alone in dataclasses.replace(case.operands, c=storage).products():
        alone.C[...] = sequential_fma(alone.problem, alone)
    if spoil is not None:
        spoil(storage)
    return judge(case, storage)


BATCH = Problem(6, 7, 9, batch=3, ldc=9, stride_c=80)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (None, None),
        (80 + 9 + 2, r"error of C\[7, 2\].*rows of C count on"),
        (80 + 7, "padding of C, at product 1, row 0, column 7 of 7"),
        (80 - 1, "padding of C, at product 0, row 8, column 7"),
        (160 + 5 * 9 + 7, "past the end of C, first 0 after it"),
    ],
    ids=["right", "an element", "between rows", "between matrices", "past the end"],
)
def test_every_place_of_a_batch_is_judged(place, words):
    def spoil(storage):
        storage[place] = 100.0

    found = verdict(BATCH, None if place is None else spoil)
    if words is None:
        assert found.passed, found
    else:
        assert not found.passed
        assert re.search(words, found.reason), found.reason


def test_a_product_that_is_left_out_is_found_and_an_empty_batch_stays_untouched():
    def spoil(storage):
        storage[160:] = prepare(BATCH, seed=4).result_storage()[160:]

    assert "42 of 126 elements of C still hold" in verdict(BATCH, spoil).reason
    case = prepare(Problem(6, 7, 9, batch=0))
    assert judge(case, case.result_storage()).passed
    spoiled = case.result_storage()
    spoiled[0] = 1
    assert "past the end of C" in judge(case, spoiled).reason


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_batches_are_sound(layout):
    problems = list(batched_problems(layout))
    assert len(set(problems)) == len(problems)
    assert {p.batch for p in problems} == {0, 1, 3}
    assert {p.layout for p in problems} == {layout}
    several = [p for p in problems if p.batch > 1]
    for name, rows, leading in (("stride_a", "a_rows", "lda"), ("stride_b", "b_rows", "ldb")):
        extents = [getattr(p, rows) * getattr(p, leading) for p in several]
        strides = [getattr(p, name) for p in several]
        assert 0 in strides
        assert any(s > e > 0 for s, e in zip(strides, extents, strict=True))
    assert any(p.stride_a == p.stride_b == 0 for p in several)
    assert any(p.lda > p.a_columns > 0 and p.ldb > p.b_columns > 0 for p in several)
    assert any(p.lda == p.a_columns > 0 for p in several)
