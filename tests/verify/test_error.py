"""The error measure finds what was put there, and puts infinities and NaNs first."""

import math

import numpy as np
import pytest

from sequential_loop import sequential_fma
from sgemm.errors import ArgumentError
from sgemm.problem import Problem
from sgemm.verify import error as module
from sgemm.verify.error import measure, unit
from sgemm.verify.inputs import make_operands
from sgemm.verify.nonfinite import FINITE, NAN, NEGATIVE_INFINITY, POSITIVE_INFINITY
from sgemm.verify.reference import Reference, reference


def made(
    result: np.ndarray, magnitude: float = 1.0, possible: np.ndarray | None = None
) -> Reference:
    result = np.asarray(result, dtype=np.float64)
    problem = Problem(result.shape[0], result.shape[1], 1)
    return Reference(problem, result, np.full(result.shape, magnitude), possible)


def test_figures_are_those_of_the_errors() -> None:
    # With magnitude 1 the unit is 2^-24; multiples of it next to 0.5 are float32 numbers.
    errors = np.array([[3.0, -4.0, 0.0], [0.0, 0.0, 1.0]])
    wanted = made(np.full((2, 3), 0.5))
    found = measure((0.5 + errors * 2.0**-24).astype(np.float32), wanted)
    assert found.elements == 6
    assert found.rms == pytest.approx(math.sqrt(26 / 6))
    assert found.maximum == 4.0
    assert found.mean == 0.0
    assert found.worst == (0, 1)
    assert 3.99 < found.percentile <= 4.0
    assert found.first_wrong is None


def test_percentile_leaves_the_worst_out_and_the_mean_keeps_its_sign() -> None:
    result = np.full((200, 200), 0.5, np.float32)
    result[17, 3] -= 2.0**-10
    found = measure(result, made(np.full((200, 200), 0.5)))
    assert found.worst == (17, 3)
    assert (found.maximum, found.mean, found.percentile) == (2.0**14, -(2.0**14) / 40000, 0.0)


def test_blocks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(37, 29, 50)
    operands = make_operands(problem, "normal", 0)
    result, wanted = sequential_fma(problem, operands), reference(problem, operands)
    whole = measure(result, wanted)
    for size in (1, 29, 100):
        monkeypatch.setattr(module, "BLOCK_ELEMENTS", size)
        parts = measure(result, wanted)
        assert parts.worst == whole.worst and parts.maximum == whole.maximum
        assert parts.percentile == whole.percentile
        assert parts.rms == pytest.approx(whole.rms) and parts.mean == pytest.approx(whole.mean)


def test_below_flt_min_the_unit_stays() -> None:
    found = measure(np.full((1, 1), 0.5 + 2.0**-24, np.float32), made([[0.5]], magnitude=16.0))
    assert found.maximum == 1 / 16, "above, it grows with the magnitude"
    small = made([[0.0]], magnitude=2.0**-140)
    assert unit(small)[0, 0] == 2.0**-150
    assert measure(np.full((1, 1), 2.0**-149, np.float32), small).maximum == 2.0
    # A large alpha enlarges the rounding error of a subnormal sum.
    enlarged = Reference(Problem(1, 1, 1, alpha=2.0**10), *(np.zeros((1, 1)),) * 2, None)
    assert unit(enlarged)[0, 0] == 2.0**-140


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_unexpected_infinity_or_nan(value: float) -> None:
    result = np.full((4, 5), 0.5, np.float32)
    result[2, 1] = result[3, 0] = value
    found = measure(result, made(np.full((4, 5), 0.5)))
    assert (found.unexpected, found.missing, found.mistaken) == (2, 0, 0)
    assert (found.first_wrong.row, found.first_wrong.column) == (2, 1)
    assert "C[2, 1]" in str(found) and "a finite number" in str(found)
    # The rest is still measured, and no NaN leaks into the figures.
    assert found.elements == 18 and found.maximum == 0.0


def test_missing_and_mistaken() -> None:
    possible = np.full((2, 3), FINITE, np.uint8)
    possible[0, 0] = NAN
    possible[0, 1] = POSITIVE_INFINITY
    possible[1, 2] = FINITE | NEGATIVE_INFINITY
    wanted = made(np.full((2, 3), 0.5), possible=possible)
    right = np.full((2, 3), 0.5, np.float32)
    right[0, :2] = np.nan, np.inf
    assert measure(right, wanted).first_wrong is None
    right[1, 2] = -np.inf
    found = measure(right, wanted)
    assert found.first_wrong is None and found.elements == 3
    wrong = right.copy()
    wrong[0, 0], wrong[0, 1], wrong[1, 2] = 0.5, np.nan, np.nan
    found = measure(wrong, wanted)
    assert (found.missing, found.mistaken, found.unexpected) == (1, 2, 0)
    assert str(found.first_wrong) == "C[0, 0] is 0.5 and should be NaN"


def test_an_element_that_may_overflow_must_still_be_accurate() -> None:
    possible = np.full((1, 1), FINITE | POSITIVE_INFINITY, np.uint8)
    found = measure(np.full((1, 1), 0.25, np.float32), made([[0.5]], possible=possible))
    assert found.maximum == 2.0**22


def test_sums_of_zeros_are_zero() -> None:
    wanted = made(np.zeros((2, 2)), magnitude=0.0)
    found = measure(np.array([[0.0, -0.0], [0.0, 0.0]], np.float32), wanted)
    assert found.first_wrong is None
    found = measure(np.array([[0.0, 0.0], [1e-45, 0.0]], np.float32), wanted)
    assert found.inexact_zeros == 1 and found.elements == 0
    assert "C[1, 0]" in str(found) and "exactly 0" in str(found)


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0)])
def test_nothing_to_compare(shape: tuple[int, int]) -> None:
    found = measure(np.zeros(shape, np.float32), made(np.zeros(shape)))
    assert found.elements == 0 and found.first_wrong is None and found.rms == 0.0


def test_shapes_must_agree() -> None:
    with pytest.raises(ArgumentError, match=r"\(2, 3\) and the reference \(3, 2\)"):
        measure(np.zeros((2, 3), np.float32), made(np.zeros((3, 2))))
