"""The reference against rational arithmetic, and its sets of possible kinds against many orders."""

import dataclasses
import itertools
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kernels.summation import added, chain, finished, finished_apart, unfused
from sgemm.problem import Problem
from sgemm.verify import nonfinite as kinds
from sgemm.verify import reference as module
from sgemm.verify.inputs import INPUT_CLASSES, Operands, make_operands
from sgemm.verify.reference import reference

F, P, N, Q = kinds.WORDS


@pytest.mark.parametrize(
    "name", ["normal", "uniform", "wide_4", "cancelling_halves", "wide_rows", "subnormal"]
)
@pytest.mark.parametrize("scalars", [(1.0, 0.0), (-1.5, 1.0), (1e-3, -2.5), (0.0, 1.0)])
def test_against_rational_arithmetic(name: str, scalars: tuple[float, float]) -> None:
    problem = Problem(4, 5, 30, *scalars, lda=33, ldb=6, ldc=9)
    operands = make_operands(problem, name, 11)
    found = reference(problem, operands)
    assert found.possible is None
    alpha, beta = Fraction(problem.alpha), Fraction(problem.beta)
    for i in range(4):
        for j in range(5):
            terms = []
            if problem.reads_operands:
                pairs = zip(operands.A[i], operands.B[:, j], strict=True)
                terms = [alpha * Fraction(float(a)) * Fraction(float(b)) for a, b in pairs]
            if beta:
                terms.append(beta * Fraction(float(operands.C[i, j])))
            size = sum(map(abs, terms), Fraction(0))
            assert found.magnitude[i, j] == pytest.approx(float(size), rel=1e-14)
            allowed = size * (problem.k + 3) * Fraction(2) ** -53
            assert abs(Fraction(float(found.result[i, j])) - sum(terms, Fraction(0))) <= allowed


@pytest.mark.parametrize("name", sorted(INPUT_CLASSES))
def test_blocks_do_not_matter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(7, 9, 12, -1.5, 2.0, lda=15)
    operands = make_operands(problem, name, 2)
    whole = reference(problem, operands)
    monkeypatch.setattr(module, "BLOCK", 4)
    parts = reference(problem, operands)
    scale = np.maximum(whole.magnitude, np.finfo(float).tiny)
    assert (np.abs(whole.result - parts.result) <= 1e-14 * scale).all()
    assert np.allclose(whole.magnitude, parts.magnitude, rtol=1e-14, atol=0)
    assert (whole.possible is None) == (parts.possible is None)
    if whole.possible is not None:
        assert np.array_equal(whole.possible, parts.possible)


@pytest.mark.parametrize("shape", [(0, 3, 3), (3, 0, 3), (3, 3, 0), (0, 0, 0)])
def test_empty(shape: tuple[int, int, int]) -> None:
    problem = Problem(*shape, 2.0, 0.5)
    found = reference(problem, make_operands(problem, "normal", 0))
    assert found.result.shape == found.magnitude.shape == shape[:2]


def test_what_is_not_read_does_not_count() -> None:
    no_product = Problem(3, 4, 5, alpha=0.0, beta=2.0)
    operands = make_operands(no_product, "normal", 0)
    assert np.isnan(operands.A).all()
    found = reference(no_product, operands)
    assert found.possible is None
    assert np.array_equal(found.result, 2.0 * operands.C.astype(float))
    no_c = Problem(3, 4, 5)
    assert reference(no_c, make_operands(no_c, "normal", 0)).possible is None
    # An infinite alpha has nothing to multiply where k is zero.
    no_steps = Problem(3, 4, 0, alpha=np.inf)
    assert (reference(no_steps, make_operands(no_steps, "normal", 0)).result == 0).all()


LARGE = 1.5e38
element = st.sampled_from(
    (0.0, 0.0, 1.0, -1.0, 0.75, LARGE, -LARGE, 3e38, -3e38, 2.0**64, -(2.0**64), 2.0**-100,
     -(2.0**-149), np.inf, -np.inf, np.nan)
)  # fmt: skip
finite_element = st.sampled_from((0.0, 1.0, -1.0, LARGE, -LARGE, 2.0**64, -(2.0**64), 2.0**-149))
scalar = st.sampled_from((0.0, 1.0, 1.0, -1.0, -1.5, 3e38, 2.0**-140, np.inf, -np.inf, np.nan))


def kinds_at(problem: Problem, operands: Operands) -> int:
    """Return the possible kinds of the only element."""
    found = reference(problem, operands).possible
    return F if found is None else int(found[0, 0])


def every_way(given: Operands) -> Iterator[np.float32]:
    """Compute one element in many orders, fused and not."""
    problem = given.problem
    steps = list(range(problem.k)) if problem.reads_operands else []
    if not steps:
        given = dataclasses.replace(given, problem=dataclasses.replace(problem, alpha=0.0))
    for order in (steps, steps[::-1], steps[::2] + steps[1::2]):
        for sum_of, halves in itertools.product((chain, unfused), (1, 2)):
            parts = [sum_of(given.A, given.B, order[start::halves]) for start in range(halves)]
            for finish in (finished, finished_apart):
                yield finish(given, added(parts))[0, 0]


@settings(max_examples=600, deadline=None)
@given(
    st.lists(st.tuples(element, element), max_size=4)
    | st.lists(st.tuples(finite_element, finite_element), max_size=5),
    element,
    scalar,
    scalar,
)
@example([(LARGE, 2.0), (LARGE, -2.0)], 0.0, 1.0, 0.0)
@example([(3e38, 1.0), (3e38, 1.0)], -3e38, 1.0, 1.0)
@example([(np.inf, 0.0)], 0.0, 1.0, 0.0)
@example([(3e38, 1.0)], np.inf, -1.5, -1.0)
@example([(3e38, -1.0)], -3e38, 1.0, -1.5)
@example([(2.0**-149, 2.0**-149)], 0.0, np.inf, 0.0)
def test_no_order_gives_an_impossible_kind(pairs, c, alpha, beta) -> None:
    a, b = ([pair[side] for pair in pairs] for side in (0, 1))
    problem = Problem(1, 1, len(pairs), alpha, beta)
    operands = Operands(problem, *(np.array(x, np.float32) for x in (a, b, [c])))
    possible = kinds_at(problem, operands)
    assert possible
    with np.errstate(all="ignore"):
        values = np.array(list(every_way(operands)))
    impossible = values[kinds.kinds_of(values) & possible == 0]
    assert not impossible.size, f"{impossible}, not {kinds.words(possible)}"


@pytest.mark.parametrize(
    ("pairs", "c", "scalars", "expected"),
    [
        ([(1, 1)], 0, (1, 0), F),
        ([(np.inf, 1), (2, 2)], 0, (1, 0), P),
        ([(np.inf, -1), (2, 2)], 0, (1, 0), N),
        ([(np.inf, -1), (2, 2)], 0, (-2, 0), P),
        ([(np.inf, 1), (2, 2)], 1, (1, 1), P),
        ([(np.inf, 0), (2, 2)], 0, (1, 0), Q),
        ([(0, -np.inf)], 0, (1, 0), Q),
        ([(np.inf, 1), (-np.inf, 1)], 0, (1, 0), Q),
        ([(np.nan, 1), (2, 2)], 0, (1, 0), Q),
        ([(1, np.nan)], 0, (1, 0), Q),
        ([(3e38, 2), (1, 1)], 0, (1, 0), P),
        ([(3e38, -2), (1, 1)], 0, (1, 0), N),
        ([(3e38, 2), (1, 1)], 0, (2.0**-20, 0), P),
        ([(3e38, 1), (1, 1)], 0, (2, 0), P),
        ([(3e38, 1), (1, 1)], 0, (-2, 0), N),
        ([(3e38, 1)], 3e38, (1, 1), P),
        ([(1, 1)], np.inf, (1, 1), P),
        ([(1, 1)], np.inf, (1, -1), N),
        ([(np.inf, 1)], np.inf, (1, -1), Q),
        ([(1, 1)], np.nan, (1, 1), Q),
        ([(1, 1)], np.nan, (1, 0), F),
        ([(1, 1)], 0, (np.inf, 0), P),
        ([(1, -1)], 0, (np.inf, 0), N),
        ([(1, 0)], 0, (np.inf, 0), Q),
        ([(1, 1)], 0, (np.nan, 0), Q),
        ([(1, 1)], 1, (1, np.nan), Q),
        ([(1, 1)], 0, (1, np.inf), Q),
        ([(np.inf, 1)], 0, (0, 1), F),
        ([(3e38, 2), (3e38, -2)], 0, (1, 0), F | P | N | Q),
        ([(3e38, 1), (3e38, 1), (-3e38, 1)], 0, (1, 0), F | P),
        ([(np.inf, 1), (3e38, -2)], 0, (1, 0), P | Q),
    ],
)
def test_the_kind_is_known_where_it_can_be(pairs, c, scalars, expected) -> None:
    a, b = (np.array([pair[side] for pair in pairs], np.float32) for side in (0, 1))
    problem = Problem(1, 1, len(pairs), *map(float, scalars))
    assert kinds_at(problem, Operands(problem, a, b, np.array([c], np.float32))) == expected


def test_one_infinity_touches_one_row_or_column() -> None:
    problem = Problem(6, 7, 8)
    for name, kind in (("infinity_in_a", P | N), ("nan_in_a", Q)):
        operands = make_operands(problem, name, 0)
        possible = reference(problem, operands).possible
        rows = ~np.isfinite(operands.A).all(axis=1)
        assert rows.sum() == 1
        assert (possible[~rows] == F).all()
        assert (possible[rows] & kind != 0).all() and (possible[rows] & ~np.uint8(kind) == 0).all()


def test_words() -> None:
    assert kinds.words(F | Q) == "a finite number or NaN"
