"""The arithmetic of tensor cores: by fractions, by what an H200 gave, and at the ends of ranges."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from measured_tensor_cores import FINDINGS, measured
from tensor_cores.model import BF16, FP16, FRACTION_BITS, LEAST_EXPONENT, TF32, multiply_add

from sgemm.errors import ArgumentError

FORMATS = (FP16, BF16, TF32)
NAN = 0x7FFFFFFF


def bits_of(form, values):
    """Return exactly representable numbers in a format."""
    values = np.asarray(values, np.float64)
    if form is FP16:
        bits = values.astype(np.float16).view(np.uint16)
    else:
        words = values.astype(np.float32).view(np.uint32)
        bits = (words >> 16).astype(np.uint16) if form is BF16 else words
    np.testing.assert_array_equal(form.values(bits), values)
    return bits


def dot(form, a, b, c):
    """Return the bits of one dot product with an accumulator."""
    row, column = bits_of(form, a), bits_of(form, b)
    start = np.array([[[c]]], np.float32).view(np.uint32)
    return int(multiply_add(form, row[None, None], column[None, :, None], start)[0, 0, 0])


def number(form, a, b, c):
    return float(np.uint32(dot(form, a, b, c)).view(np.float32))


def test_sums_at_the_ends_of_the_range():
    most = [2.0**64], [2.0**63]
    for form in (BF16, TF32):
        assert number(form, *most, 2.0**127) == np.inf
        assert number(form, [2.0**64] * 2, [2.0**63, -(2.0**63)], 1) == 0  # 1 is lost beside them
        # What lies below 2^-158 is lost, even where all terms are small.
        assert number(form, [2.0**-76] * 8, [2.0**-76] * 8, 0) == 2.0**-149
        assert number(form, [2.0**-75, -(2.0**-79)], [2.0**-74, 2.0**-79], 0) == 0
        assert number(form, [2.0**-75, -(2.0**-79)], [2.0**-74, 2.0**-80], 0) == 2.0**-149
        assert dot(form, [-(2.0**-76)], [2.0**-75], 0) == 0


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_infinities_nan_and_zeros(form):
    inf, nan = np.inf, np.nan
    for a, b, c, bits in (
        ([inf], [2], 1, 0x7F800000),
        ([inf], [-2], 1, 0xFF800000),
        ([1], [1], -inf, 0xFF800000),
        ([inf], [1], -inf, NAN),
        ([inf, inf], [1, -1], 0, NAN),
        ([inf], [0], 0, NAN),
        ([0], [-inf], inf, NAN),
        ([1], [1], nan, NAN),
        ([0.0, -0.0], [1, 1], 0.0, 0),
        ([0.0, -0.0], [1, 1], -0.0, 0),
        ([-0.0, 0.0], [1, -1], -0.0, 0),
        ([1, -1], [1, 1], -0.0, 0),
    ):
        assert dot(form, a, b, c) == bits
    # A zero has no exponent, whatever it is multiplied by.
    assert number(form, [0, 2.0**-12], [2.0**form.largest_exponent, 2.0**-13], 0) == 2.0**-25
    quiet = np.array([[[0xFFC12345 >> (0 if form is TF32 else 16)]]], form.word)
    if form is not FP16:
        one = bits_of(form, [[[1]]])
        assert multiply_add(form, quiet, one, np.zeros((1, 1, 1), np.uint32)) == NAN


def test_low_bits_of_tf32_are_not_seen():
    words = np.array([[[0x3F801FFF]]], np.uint32)
    one, zero = np.array([[[0x3F800000]]], np.uint32), np.zeros((1, 1, 1), np.uint32)
    assert multiply_add(TF32, words, one, zero) == 0x3F800000


@pytest.mark.parametrize("instruction", FINDINGS["instructions"])
def test_it_is_what_an_h200_gives(instruction):
    form = next(each for each in FORMATS if each.name in instruction.split("_"))
    seen = 0
    for name, (a, b, c, d) in measured(instruction):
        np.testing.assert_array_equal(multiply_add(form, a, b, c), d, name)
        seen += d.size
    assert seen > 3000


def by_fractions(form, a, b, c):
    """Return a finite dot product as the docstring of the module says it, in exact fractions."""
    sums = Fraction(float(c))
    for start in range(0, len(a), form.group):
        group = range(start, min(len(a), start + form.group))
        terms = [(sums, max(exponent_of(sums), -126))] if sums else []
        for i in group:
            factors = [Fraction(float(x)) for x in (a[i], b[i])]
            if all(factors):
                exponent = sum(max(exponent_of(x), form.least_exponent) for x in factors)
                terms.append((factors[0] * factors[1], exponent))
        last = Fraction(2) ** (max([e for _, e in terms] + [LEAST_EXPONENT]) - FRACTION_BITS)
        sums = sum((int(term / last) * last for term, _ in terms), Fraction(0))
        if sums:
            ulp = Fraction(2) ** (max(exponent_of(sums), -126) - 23)
            sums = int(sums / ulp) * ulp
    return float(sums)


def exponent_of(x):
    """Return floor(log2(abs(x)))."""
    x = abs(x)
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    return exponent if x >= Fraction(2) ** exponent else exponent - 1


@given(
    st.sampled_from(FORMATS), st.integers(0, 2**32), st.integers(1, 33), st.sampled_from([0, 5, 30])
)
def test_it_is_what_fractions_say(form, seed, k, binades):
    rng = np.random.default_rng(seed)
    binades = min(binades, 12) if form is FP16 else binades
    a, b = (
        rng.integers(-(2**form.fraction_bits), 2**form.fraction_bits, k)
        * 2.0
        ** (rng.integers(-binades, binades + 1, k) - form.fraction_bits - (form is not FP16) * 70)
        for _ in "ab"
    )
    a = form.values(bits_of(form, a)) if form is not FP16 else np.float16(a).astype(np.float64)
    b = np.float16(b).astype(np.float64) if form is FP16 else b
    c = np.float32(rng.normal() * 2.0 ** (rng.integers(-30, 20) - (form is not FP16) * 120))
    c *= rng.integers(0, 2)
    right = by_fractions(form, a, b, c)
    assert number(form, a, b, c) == right


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_whole_tiles_are_exact_where_numbers_are_small(form):
    rng = np.random.default_rng(2)
    # More tiles than are computed at once, and a k of several groups and a rest.
    a, b = rng.integers(-8, 9, (700, 16, 35)), rng.integers(-8, 9, (700, 35, 8))
    c = rng.integers(-8, 9, (700, 16, 8))
    start = c.astype(np.float32).view(np.uint32)
    d = multiply_add(form, bits_of(form, a), bits_of(form, b), start)
    np.testing.assert_array_equal(d.view(np.float32), a @ b + c)


def test_bad_input_is_named():
    a, b, c = (
        np.zeros((1, 2, 3), np.uint16),
        np.zeros((1, 3, 4), np.uint16),
        np.zeros((1, 2, 4), "u4"),
    )
    with pytest.raises(ArgumentError, match=r"shapes .*\(1, 4, 3\)"):
        multiply_add(FP16, a, b.swapaxes(1, 2), c)
    with pytest.raises(ArgumentError, match="tf32 is in uint32"):
        multiply_add(TF32, a, b, c)
