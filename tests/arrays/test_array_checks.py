"""Scalars and flags: what is one, and the words for what is not."""

import fractions

import numpy as np
import pytest

from sgemm.arrays.checks import flag, scalar, short, type_name
from sgemm.errors import ArgumentError


class TestScalar:
    @pytest.mark.parametrize(
        "value",
        [2, 2.5, -0.0, np.float64(2), np.float16(2), np.int8(2), fractions.Fraction(1, 4)],
    )
    def test_real_numbers_are_accepted(self, value):
        assert scalar("alpha", value) == float(value)

    def test_infinity_and_nan_are_values(self):
        assert scalar("alpha", np.inf) == np.inf
        assert np.isnan(scalar("alpha", np.nan))
        assert scalar("alpha", np.finfo(np.float32).max) == np.finfo(np.float32).max

    @pytest.mark.parametrize(
        "value", [True, np.True_, 1j, np.complex64(1), "1", None, np.ones(1), np.array(1.0)]
    )
    def test_anything_else_is_refused(self, value):
        with pytest.raises(ArgumentError, match=r"^alpha = .*not a real number"):
            scalar("alpha", value)

    @pytest.mark.parametrize("value", [1e39, -1e300, 10**400, np.longdouble("1e4000")])
    def test_what_would_become_infinite_is_refused(self, value):
        with pytest.raises(ArgumentError, match=r"^alpha = .*larger than the largest float32"):
            scalar("alpha", value)


@pytest.mark.parametrize("value", ["N", "T", 1, 0, None, [True]])
def test_flags_are_true_or_false(value):
    assert flag("trans_a", True) is True
    assert flag("trans_a", np.False_) is False
    with pytest.raises(ArgumentError, match=r"^trans_a = .*True or False"):
        flag("trans_a", value)


def test_words():
    assert type_name(1) == "int"
    assert type_name(np.zeros(1)) == "numpy.ndarray"
    assert short(10**5000) == "a number of thousands of digits"
    assert short("x" * 50) == "'" + "x" * 36 + "..."
