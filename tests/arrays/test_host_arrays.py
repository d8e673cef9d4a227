"""How matrices in host memory are copied to a machine and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from in_place_samples import numbered, slices
from numpy_machine import NumpyMachine
from sgemm.arrays import host

whole = st.integers(0, 9)
views = st.builds(numbered, whole, whole).flatmap(slices)


class TestCopies:
    @given(view=views, staging=st.sampled_from([4, 16, 40, 4 << 20]))
    def test_there_and_back_for_any_view_and_staging_size(self, view, staging):
        machine = NumpyMachine()
        with pytest.MonkeyPatch.context() as patch, machine.allocate(view.nbytes) as buffer:
            patch.setattr(host, "STAGING_BYTES", staging)
            host.copy_in(machine, buffer, view)
            np.testing.assert_array_equal(buffer.storage[: view.size], view.ravel())
            base = np.full((30, 40), -1, dtype=np.float32)
            target = base[::-3, ::4][: view.shape[0], : view.shape[1]]
            host.copy_out(machine, target, buffer)
            np.testing.assert_array_equal(target, view)
            assert np.count_nonzero(base == -1) == base.size - view.size

    @pytest.mark.parametrize(
        ("view", "staging", "sizes"),
        [(numbered(3, 4), 8, [48]), (numbered(4, 3).T, 40, [32, 16])],
        ids=["contiguous, in one piece", "others, in pieces of the staging size"],
    )
    def test_how_much_is_copied_at_a_time(self, monkeypatch, view, staging, sizes):
        monkeypatch.setattr(host, "STAGING_BYTES", staging)
        machine = NumpyMachine()
        with machine.allocate(view.nbytes) as buffer:
            host.copy_in(machine, buffer, view)
            host.copy_out(machine, np.empty_like(view), buffer)
        assert machine.copy_sizes == sizes * 2

    @pytest.mark.parametrize("shape", [(3, 4, 5), (2, 3, 4, 5), (0, 4, 5), (2, 0, 5)])
    def test_batches_of_any_strides(self, monkeypatch, shape):
        monkeypatch.setattr(host, "STAGING_BYTES", 40)
        machine = NumpyMachine()
        base = numbered(1, 2 * int(np.prod(shape))).reshape(*shape[:-1], 2 * shape[-1])
        batch = base[..., ::-2].swapaxes(0, -2)
        with machine.allocate(batch.nbytes) as buffer:
            host.copy_in(machine, buffer, batch)
            np.testing.assert_array_equal(buffer.storage[: batch.size], batch.ravel())
            target = np.zeros((*batch.shape[:-1], batch.shape[-1] + 1), np.float32)[::-1, ..., 1:]
            host.copy_out(machine, target, buffer)
            np.testing.assert_array_equal(target, batch)
