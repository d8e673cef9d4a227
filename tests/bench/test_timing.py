"""Samples: their median, quartiles and ratios."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.bench.timing import Samples, speed_ratio
from sgemm.errors import ArgumentError


@given(st.lists(st.floats(1e-9, 1e3), min_size=2, max_size=40))
def test_median_and_quartiles(seconds: list[float]) -> None:
    samples = Samples(tuple(seconds))
    lower, upper = samples.quartiles
    assert samples.median == statistics.median(seconds)
    assert min(seconds) <= lower <= samples.median <= upper <= max(seconds)
    assert samples.count == len(seconds)


def test_quartiles_of_five_and_of_one() -> None:
    assert Samples((5.0, 1.0, 4.0, 2.0, 3.0)).quartiles == (2.0, 4.0)
    assert Samples((60.0,)).quartiles == (60.0, 60.0)


@pytest.mark.parametrize("seconds", [(), (1.0, -1.0), (math.nan,), (math.inf,)])
def test_impossible_samples_are_errors(seconds: tuple[float, ...]) -> None:
    with pytest.raises(ArgumentError, match="seconds"):
        Samples(seconds)


def test_a_time_limit_is_said() -> None:
    assert "time limit" in str(Samples((1.0,), complete=False))


def test_one_slow_sample_does_not_move_the_ratio() -> None:
    steady, disturbed = Samples((2.0, 2.0, 2.0)), Samples((9.0, 1.0, 1.0))
    assert speed_ratio(disturbed, steady) == 2.0


def test_times_too_short_to_be_seen() -> None:
    nothing, something = Samples((0.0,)), Samples((1.0,))
    assert speed_ratio(nothing, something) == math.inf
    assert speed_ratio(something, nothing) == 0.0
    assert speed_ratio(nothing, nothing) == 1.0
