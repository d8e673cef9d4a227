"""Views: spans, overlaps, and the differences of addresses at which arrays overlap."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from in_place_samples import numbered, slices
from sgemm.arrays import view as views
from sgemm.arrays.libraries import NUMPY
from sgemm.arrays.view import (
    View,
    are_same_view,
    numpy_view,
    overlap_ranges,
    overlaps_itself,
    share_memory,
)


def seen(array):
    return NUMPY.view("x", array, None)


@given(st.data())
def test_sharing_is_what_numpy_says_and_overlap_ranges_never_miss_it(data):
    base = numbered(7, 9)
    first, second, third = (seen(data.draw(slices(base))) for _ in range(3))
    expected = np.shares_memory(numpy_view(first), numpy_view(third))
    assert share_memory(first, third) == expected
    (low_a, high_a), (low_b, high_b) = overlap_ranges(first, second, third)
    if expected:
        assert low_a < third.address - first.address < high_a
    if np.shares_memory(numpy_view(second), numpy_view(third)):
        assert low_b < third.address - second.address < high_b


def test_neighbours_do_not_overlap():
    base = numbered(6, 8)
    upper, lower = seen(base[:3]), seen(base[3:])
    (low, high), _ = overlap_ranges(upper, upper, lower)
    assert not low < lower.address - upper.address < high
    (low, high), _ = overlap_ranges(lower, lower, upper)
    assert not low < upper.address - lower.address < high


@given(st.data())
def test_every_slice_is_the_same_memory_with_a_place_for_each_element(data):
    array = data.draw(slices(numbered(9, 9)))
    assert not overlaps_itself(seen(array))
    np.testing.assert_array_equal(numpy_view(seen(array)), array)


@pytest.mark.parametrize("strides", [(0, 4), (4, 4), (8, 4), (12, 2), (4, 0), (-8, 4)])
def test_elements_over_one_another(strides):
    assert overlaps_itself(View(4096, (3, 4), strides))
    assert not overlaps_itself(View(4096, (1, 4), (0, 4))), "an axis of one element"


def test_interleaved_columns_share_nothing():
    array = numbered(4, 6)
    assert not share_memory(seen(array[:, ::2]), seen(array[:, 1::2]))
    assert share_memory(seen(array[:, :3]), seen(array[:, 2:]))


def test_other_devices_share_nothing():
    here = seen(numbered(3, 3))
    there = here._replace(device=(2, 0))
    assert not share_memory(here, there)
    assert not are_same_view(here, there)


def test_what_cannot_be_decided_counts_as_sharing(monkeypatch):
    monkeypatch.setattr(views, "OVERLAP_WORK", 0)
    array = numbered(40, 60)
    assert share_memory(seen(array[::3, ::7]), seen(array[1::2, 1::5]))


def test_same_view():
    array = numbered(3, 3)
    assert are_same_view(seen(array), seen(array[:]))
    assert not are_same_view(seen(array), seen(array.T))
    assert not are_same_view(seen(array), seen(array[:, :2]))
    assert not are_same_view(seen(array), seen(array.copy()))
