"""The sequential loop against exact rational arithmetic."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sgemm.errors import ArgumentError
from sgemm.problem import Problem
from sgemm.verify import sequential
from sgemm.verify.inputs import Operands, make_operands
from sgemm.verify.sequential import fused_multiply_add, sequential_fma

FLT_MAX = Fraction(2**24 - 1) * 2**104
OVERFLOW = FLT_MAX + Fraction(2) ** 103


def round_to_float32(exact: Fraction) -> float:
    """Round a nonzero rational to float32, ties to even, by its definition."""
    magnitude = abs(exact)
    if magnitude >= OVERFLOW:
        return float("-inf") if exact < 0 else float("inf")
    exponent = max(-126, _floor_log2(magnitude))
    step = Fraction(2) ** (exponent - 23)
    steps = round(magnitude / step)  # Fraction rounds ties to even
    value = float(steps * step)
    return -value if exact < 0 else value


def _floor_log2(value: Fraction) -> int:
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    return exponent if Fraction(2) ** exponent <= value else exponent - 1


def exact_fma(x: float, y: float, z: float) -> float:
    """x*y + z as IEEE 754 defines it, by rational arithmetic."""
    if not all(map(np.isfinite, (x, y, z))):
        with np.errstate(all="ignore"):
            # No product of finite float32 numbers is infinite before it is rounded.
            return float(np.float64(x) * np.float64(y) + np.float64(z))
    total = Fraction(x) * Fraction(y) + Fraction(z)
    if total:
        return round_to_float32(total)
    product_sign = np.copysign(1.0, x) * np.copysign(1.0, y)
    both_zero = x * y == 0.0 and z == 0.0 and (x == 0.0 or y == 0.0)
    if both_zero and product_sign < 0 and np.copysign(1.0, z) < 0:
        return -0.0
    return 0.0


def same(found: np.ndarray, expected: np.ndarray) -> bool:
    """Equal bit for bit, any NaN being as good as another."""
    found, expected = np.asarray(found, np.float32), np.asarray(expected, np.float32)
    nan = np.isnan(expected)
    return bool(
        np.array_equal(np.isnan(found), nan)
        and np.array_equal(found[~nan].view(np.uint32), expected[~nan].view(np.uint32))
    )


any_bits = st.integers(0, 2**32 - 1)
SPECIAL = [
    *(0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, 0x80800000),
    *(0x3F800000, 0xBF800000, 0x3F7FFFFF, 0x3F800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F000000),
    *(0x7F800000, 0xFF800000, 0x7FC00000, 0x33800000, 0x4B800000, 0x20000000, 0x1F800000),
]
number = st.one_of(any_bits, st.sampled_from(SPECIAL)).map(
    lambda bits: float(np.uint32(bits).view(np.float32))
)


@st.composite
def near_tie(draw: st.DrawFn) -> tuple[float, float, float]:
    """A product and an addend whose exact sum is at, or a hair beside, a float32 tie."""
    x = float(draw(st.integers(1, 2**24 - 1)))
    y = float(draw(st.integers(1, 2**24 - 1)))
    scale = 2.0 ** draw(st.integers(-149, 40))
    sign = draw(st.sampled_from((1.0, -1.0)))
    # The product has up to 48 bits; an addend of far smaller or larger size shifts them.
    z = draw(st.sampled_from((1.0, -1.0))) * 2.0 ** draw(st.integers(-149, 100))
    with np.errstate(all="ignore"):
        return float(np.float32(sign * x * scale)), y, float(np.float32(z))


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(st.tuples(number, number, number), near_tie()), min_size=1, max_size=30))
@example([(24929.0, 673.0, 2.0**-40)])
@example([(24929.0, 673.0, -(2.0**-40))])
@example([(-24929.0, 673.0, 2.0**-40)])
@example([(24929.0, 673.0, 3 * 2.0**-30), (-24929.0, 673.0, -3 * 2.0**-30)])
@example([(2.0**-75, 2.0**-75, 2.0**-149), (2.0**-75, -(2.0**-75), 2.0**-149)])
@example([(2.0**-149, 2.0**-149, 0.0), (2.0**-149, -(2.0**-149), 0.0)])
@example([(2.0**64, 2.0**63, 2.0**103), (2.0**64, 2.0**63, float(FLT_MAX))])
@example([(0.0, -1.0, -0.0), (0.0, 1.0, -0.0), (3.0, 1.0, -3.0)])
def test_one_step_is_exactly_rounded(triples: list[tuple[float, float, float]]) -> None:
    x, y, z = (np.array(column, dtype=np.float32) for column in zip(*triples, strict=True))
    expected = np.array([exact_fma(*map(float, triple)) for triple in zip(x, y, z, strict=True)])
    with np.errstate(over="ignore"):
        assert same(fused_multiply_add(x, y, z), expected.astype(np.float32))


def test_rounding_twice_would_be_wrong() -> None:
    # 16777217 lies between two floats; the addend decides, and float64 loses it.
    x, y, z = np.float32([24929]), np.float32([673]), np.float32([2.0**-40])
    twice = (x.astype(np.float64) * y + z).astype(np.float32)
    assert twice[0] == 16777216
    assert fused_multiply_add(x, y, z)[0] == 16777218


def test_no_dimension_is_allowed() -> None:
    found = fused_multiply_add(np.array(24929, np.float32), np.array(673, np.float32),
                               np.array(2.0**-40, np.float32))  # fmt: skip
    assert found == 16777218


def plain_loop(problem: Problem, operands: Operands, steps: int) -> np.ndarray:
    """The loop in plain Python, over all steps, zeros where k has ended."""
    result = np.empty((problem.m, problem.n), dtype=np.float32)
    alpha = problem.alpha if problem.reads_operands else 0.0
    for i in range(problem.m):
        for j in range(problem.n):
            total = 0.0
            for step in range(steps if problem.reads_operands else 0):
                inside = step < problem.k
                a = float(operands.A[i, step]) if inside else 0.0
                b = float(operands.B[step, j]) if inside else 0.0
                total = exact_fma(a, b, total)
            # fma with -0 is the rounded product: x + -0 is x, zeros included.
            value = exact_fma(alpha, total, -0.0)
            if problem.beta != 0.0:
                value = exact_fma(problem.beta, float(operands.C[i, j]), value)
            result[i, j] = value
    return result


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 6)),
    st.sampled_from((1.0, 0.0, -1.5, 1e30, float("inf"))),
    st.sampled_from((0.0, 1.0, -1.5, 0.3)),
    st.sampled_from((None, 1, 4)),
    st.sampled_from(("normal", "subnormal", "overflow", "nan_in_a", "infinity_in_b")),
)
@example((5, 5, 6), -1.5, 0.3, None, "normal")
def test_the_loop_is_the_plain_loop(
    shape: tuple[int, int, int], alpha: float, beta: float, padded_k: int | None, inputs: str
) -> None:
    m, n, k = shape
    problem = Problem(m, n, k, alpha, beta, lda=k + 2, ldb=n + 1, ldc=n + 3)
    operands = make_operands(problem, inputs, 5)
    steps = -(-k // padded_k) * padded_k if padded_k else k
    found = sequential_fma(problem, operands, padded_k)
    assert same(found, plain_loop(problem, operands, steps))


def test_padding_turns_minus_zero_into_plus_zero_and_nothing_else() -> None:
    # An underflowing negative product leaves -0 in the accumulator.
    problem = Problem(1, 2, 1)
    tiny = np.float32(2.0**-149)
    operands = Operands(problem, np.array([tiny]), np.array([-tiny, 1], np.float32), np.zeros(2, np.float32))  # fmt: skip  # noqa: E501
    plain, exact_multiple, padded = (
        sequential_fma(problem, operands, padded_k) for padded_k in (None, 1, 8)
    )
    assert np.signbit(plain).tolist() == [[True, False]]
    assert same(exact_multiple, plain)
    assert np.signbit(padded).tolist() == [[False, False]]
    assert padded[0, 1] == tiny


def test_blocks_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(9, 11, 5, -1.5, 2.0)
    operands = make_operands(problem, "wide_2", 1)
    whole = sequential_fma(problem, operands)
    for size in (1, 7, 30):
        monkeypatch.setattr(sequential, "BLOCK_ELEMENTS", size)
        assert same(sequential_fma(problem, operands), whole)


def test_order_is_ascending() -> None:
    # 1 + 2^24 - 2^24 depends on the order: ascending loses the 1.
    problem = Problem(1, 1, 3)
    a = np.array([1, 2.0**24, -(2.0**24)], np.float32)
    operands = Operands(problem, a, np.ones(3, np.float32), np.zeros(1, np.float32))
    assert sequential_fma(problem, operands)[0, 0] == 0.0


def test_bad_padding_is_an_error() -> None:
    problem = Problem(1, 1, 1)
    with pytest.raises(ArgumentError, match="padded_k = 0"):
        sequential_fma(problem, make_operands(problem, "normal", 0), 0)
