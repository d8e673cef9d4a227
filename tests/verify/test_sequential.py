"""A step of the sequential loop against exact rational arithmetic."""

from fractions import Fraction

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sequential_loop import fused_multiply_add

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
