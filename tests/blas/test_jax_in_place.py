"""JAX's arrays on a GPU, which cannot be written to."""

import numpy as np
import pytest

from in_place_samples import exact, whole
from sgemm import ArgumentError, gemm, matmul, sgemm


class TestJax:
    def test_results_are_handed_over_in_order(self, jax, gpu):
        a, b, c = (jax.Array(whole(8, 8, seed=seed)) for seed in range(3))
        found = matmul(a, b, alpha=2.0)
        np.testing.assert_array_equal(found.array, 2 * exact(a.array, b.array))
        assert jax.taken == [(2, 0)]
        assert gpu.orders == [(0, 7)]
        assert gpu.waits == []
        found = gemm(a, b, c, beta=-1.0)
        assert gpu.waits == []  # nobody made a copy of C
        np.testing.assert_array_equal(found.array, exact(a.array, b.array) - c.array)
        found = gemm(a, b, c, beta=-1.0, plan="naive")
        assert gpu.waits == [0]  # JAX made the copy of C, and does not know who adds to it
        np.testing.assert_array_equal(found.array, exact(a.array, b.array) - c.array)
        np.testing.assert_array_equal(c.array, whole(8, 8, seed=2))
        np.testing.assert_array_equal(sgemm(1.0, a, b).array, exact(a.array, b.array))

    @pytest.mark.parametrize("is_a", [True, False])
    def test_half_precision_is_widened(self, jax, gpu, is_a):
        a, b = whole(8, 12), whole(12, 6, seed=1)
        left, right = map(jax.Array, (a.astype("half"), b) if is_a else (a, b.astype("half")))
        for _ in range(2):
            np.testing.assert_array_equal(matmul(left, right).array, exact(a, b))
            np.testing.assert_array_equal(gemm(left, right, alpha=2.0).array, 2 * exact(a, b))

    def test_deleted_arrays_are_refused(self, jax, gpu):
        a, b = jax.Array(whole(8, 8)), jax.Array(whole(8, 8))
        b.deleted = True
        with pytest.raises(ArgumentError, match=r"^b was deleted"):
            matmul(a, b)

    def test_memory_is_given_back(self, jax, gpu):
        a = jax.Array(whole(8, 8))
        found = matmul(a, a)
        assert len(gpu.live) == 1
        del found
        assert gpu.live == {}
        jax.refuses = True
        with pytest.raises(RuntimeError, match="unsupported device"):
            matmul(a, a)
        assert gpu.live == {}

    def test_on_the_host(self, jax, gpu):
        a = jax.Array(whole(8, 8), "cpu")
        found = matmul(a, a, machine=type(gpu)())
        assert type(found) is jax.Array
        np.testing.assert_array_equal(found.array, exact(a.array, a.array))

    def test_what_never_changes(self, jax):
        a = jax.Array(whole(8, 8))
        with pytest.raises(ArgumentError, match=r"^out is read-only"):
            matmul(a, a, out=a)

    def test_what_is_traced_is_recorded_or_refused(self, jax, operators):
        a, traced = jax.Array(whole(8, 8)), jax.core.Tracer(whole(8, 8))
        matmul(a, traced)
        gemm(traced, a)
        assert operators == [(a, traced), (traced, a, None)]
        with pytest.raises(ArgumentError, match=r"^b is traced"):
            sgemm(1.0, a, traced)
