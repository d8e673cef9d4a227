"""NumPy arrays as operands: what is accepted, and how it travels."""

import fractions

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numpy_machine import NumpyMachine
from sgemm import arrays
from sgemm.errors import ArgumentError


def numbered(rows, columns):
    return np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)


@st.composite
def views(draw):
    """Draw a two-dimensional view: sliced, stepped, reversed or transposed, possibly empty."""
    base = numbered(draw(st.integers(0, 9)), draw(st.integers(0, 9)))
    steps = st.sampled_from([-3, -2, -1, 1, 2, 3])
    rows, columns = (
        slice(*sorted((draw(st.integers(0, 9)), draw(st.integers(0, 9))))) for _ in range(2)
    )
    view = base[rows, columns][:: draw(steps), :: draw(steps)]
    return view.T if draw(st.booleans()) else view


class TestMatrix:
    @pytest.mark.parametrize(
        ("value", "words"),
        [
            ([[1.0]], "list"),
            (None, "NoneType"),
            (1.0, "float"),
            (np.float32(1), "numpy.float32"),
            (np.ma.masked_array(np.zeros((1, 1), np.float32)), "mask would be ignored"),
            (np.zeros((1, 1), np.float32).view(np.matrix), "matrix"),
            (np.zeros((1, 1)).view(np.recarray), "recarray"),
            (np.zeros((1, 1)), "float64.*x.astype"),
            (np.zeros((1, 1), np.float16), "float16"),
            (np.zeros((1, 1), int), "int64"),
            (np.zeros((1, 1), bool), "bool"),
            (np.zeros((1, 1), np.complex64), "complex64.*real"),
            (np.zeros((1, 1), object), "object"),
            (np.zeros((1, 1), "U3"), "numbers"),
            (np.zeros((1, 1), np.dtype(np.float32).newbyteorder("S")), "foreign byte order"),
            (np.zeros((1, 1), [("x", np.float32)]), "numbers"),
            (np.zeros((), np.float32), "0 dimensions"),
            (np.zeros(3, np.float32), r"1 dimension, shape \(3,\).*exactly 2"),
            (np.zeros((1, 2, 3), np.float32), "3 dimensions"),
        ],
    )
    def test_anything_else_is_refused_by_name(self, value, words):
        with pytest.raises(ArgumentError, match=f"^x .*{words}"):
            arrays.matrix("x", value)

    @given(views())
    def test_any_strides_are_accepted_without_a_copy(self, view):
        assert arrays.are_same_view(arrays.matrix("x", view), view)

    def test_memory_maps_are_accepted(self, tmp_path):
        mapped = np.memmap(tmp_path / "x", dtype=np.float32, mode="w+", shape=(2, 3))
        assert np.shares_memory(arrays.matrix("x", mapped), mapped)


class TestOutput:
    def test_shape_is_checked(self):
        with pytest.raises(ArgumentError, match=r"^out has shape \(2, 3\).*\(3, 2\)"):
            arrays.output("out", numbered(2, 3), (3, 2))

    def test_read_only_is_refused(self):
        array = numbered(2, 3)
        array.flags.writeable = False
        with pytest.raises(ArgumentError, match=r"^out is read-only"):
            arrays.output("out", array, (2, 3))

    @given(views())
    def test_every_slice_of_an_array_has_a_place_for_each_element(self, view):
        assert arrays.output("out", view, view.shape) is not None

    @pytest.mark.parametrize("strides", [(0, 4), (4, 4), (8, 4), (12, 2), (4, 0), (-8, 4)])
    def test_elements_over_one_another_are_refused(self, strides):
        storage = np.zeros(64, dtype=np.float32)[20:]
        view = np.lib.stride_tricks.as_strided(storage, (3, 4), strides)
        with pytest.raises(ArgumentError, match="over one another"):
            arrays.output("out", view, (3, 4))

    def test_axes_of_one_element_may_have_any_stride(self):
        view = np.lib.stride_tricks.as_strided(numbered(1, 4), (1, 4), (0, 4))
        assert arrays.output("out", view, (1, 4)) is not None


class TestScalar:
    @pytest.mark.parametrize(
        "value",
        [2, 2.5, -0.0, np.float64(2), np.float16(2), np.int8(2), fractions.Fraction(1, 4)],
    )
    def test_real_numbers_are_accepted(self, value):
        assert arrays.scalar("alpha", value) == float(value)

    def test_infinity_and_nan_are_values(self):
        assert arrays.scalar("alpha", np.inf) == np.inf
        assert np.isnan(arrays.scalar("alpha", np.nan))
        assert arrays.scalar("alpha", np.finfo(np.float32).max) == np.finfo(np.float32).max

    @pytest.mark.parametrize(
        "value", [True, np.True_, 1j, np.complex64(1), "1", None, np.ones(1), np.array(1.0)]
    )
    def test_anything_else_is_refused(self, value):
        with pytest.raises(ArgumentError, match=r"^alpha = .*not a real number"):
            arrays.scalar("alpha", value)

    @pytest.mark.parametrize("value", [1e39, -1e300, 10**400])
    def test_what_would_become_infinite_is_refused(self, value):
        with pytest.raises(ArgumentError, match=r"^alpha = .*larger than the largest float32"):
            arrays.scalar("alpha", value)


@pytest.mark.parametrize("value", ["N", "T", 1, 0, None, [True]])
def test_flags_are_true_or_false(value):
    assert arrays.flag("trans_a", True) is True
    assert arrays.flag("trans_a", np.False_) is False
    with pytest.raises(ArgumentError, match=r"^trans_a = .*True or False"):
        arrays.flag("trans_a", value)


class TestSharing:
    def test_interleaved_columns_share_nothing(self):
        array = numbered(4, 6)
        assert not arrays.share_memory(array[:, ::2], array[:, 1::2])
        assert arrays.share_memory(array[:, :3], array[:, 2:])

    def test_what_cannot_be_decided_counts_as_sharing(self, monkeypatch):
        monkeypatch.setattr(arrays, "OVERLAP_WORK", 0)
        array = numbered(40, 60)
        assert arrays.share_memory(array[::3, ::7], array[1::2, 1::5])

    def test_same_view(self):
        array = numbered(3, 3)
        assert arrays.are_same_view(array, array[:])
        assert not arrays.are_same_view(array, array.T)
        assert not arrays.are_same_view(array, array[:, :2])
        assert not arrays.are_same_view(array, array.copy())


def test_column_major():
    assert arrays.is_column_major(np.asfortranarray(numbered(3, 4)))
    assert arrays.is_column_major(np.asfortranarray(numbered(5, 4))[1:4])
    assert not arrays.is_column_major(numbered(3, 4))
    assert not arrays.is_column_major(numbered(3, 4)[:, :2])
    assert not arrays.is_column_major(numbered(4, 4)[::2, ::2])
    assert not arrays.is_column_major(np.asfortranarray(numbered(3, 4))[::-1])
    assert not arrays.is_column_major(np.broadcast_to(np.float32(1), (3, 4)))


class TestTravel:
    @given(view=views(), staging=st.sampled_from([4, 16, 40, 4 << 20]))
    def test_there_and_back_for_any_view_and_staging_size(self, view, staging):
        machine = NumpyMachine()
        with pytest.MonkeyPatch.context() as patch, machine.allocate(view.nbytes) as buffer:
            patch.setattr(arrays, "STAGING_BYTES", staging)
            arrays.copy_in(machine, buffer, view)
            np.testing.assert_array_equal(buffer.storage[: view.size], view.ravel())
            base = np.full((30, 40), -1, dtype=np.float32)
            target = base[::-3, ::4][: view.shape[0], : view.shape[1]]
            arrays.copy_out(machine, target, buffer)
            np.testing.assert_array_equal(target, view)
            assert np.count_nonzero(base == -1) == base.size - view.size

    def test_contiguous_arrays_travel_in_one_piece(self, monkeypatch):
        monkeypatch.setattr(arrays, "STAGING_BYTES", 8)
        machine = NumpyMachine()
        with machine.allocate(4 * 12) as buffer:
            arrays.copy_in(machine, buffer, numbered(3, 4))
            arrays.copy_out(machine, numbered(3, 4), buffer)
        assert machine.copy_sizes == [48, 48]

    def test_others_travel_in_pieces_of_the_staging_size(self, monkeypatch):
        monkeypatch.setattr(arrays, "STAGING_BYTES", 40)
        machine = NumpyMachine()
        with machine.allocate(4 * 12) as buffer:
            arrays.copy_in(machine, buffer, numbered(4, 3).T)
            np.testing.assert_array_equal(buffer.storage[:12], numbered(4, 3).T.ravel())
            target = np.empty((4, 3), np.float32).T
            arrays.copy_out(machine, target, buffer)
        assert machine.copy_sizes == [32, 16] * 2
        np.testing.assert_array_equal(target, numbered(4, 3).T)

    def test_arrays_need_not_be_aligned(self):
        storage = np.zeros(4 * 6 + 1, dtype=np.uint8)[1:]
        array = storage.view(np.float32).reshape(2, 3)
        array[...] = numbered(2, 3)
        machine = NumpyMachine()
        with machine.allocate(array.nbytes) as buffer:
            arrays.copy_in(machine, buffer, array)
            np.testing.assert_array_equal(buffer.storage[:6], np.arange(6))
            array[...] = 0
            arrays.copy_out(machine, array, buffer)
        np.testing.assert_array_equal(array, numbered(2, 3))
