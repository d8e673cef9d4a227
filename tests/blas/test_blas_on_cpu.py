"""matmul() and gemm() on the real cpu machine: every array of small whole numbers is exact."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from in_place_samples import matrices
from sgemm import gemm, matmul
from sgemm.machines.cpu import CpuMachine

PLANS = ["two_kernel_rule", "shared_tile", "async_copy", "ptx_shared_tile"]

sizes = st.one_of(st.integers(0, 9), st.sampled_from([31, 32, 33, 127, 129, 160]))


@pytest.fixture(scope="module")
def machine():
    return CpuMachine(threads=2, checked=True)


def exact(a, b, c, alpha, beta):
    return alpha * (a.astype(np.float64) @ b) + beta * c.astype(np.float64)


@pytest.mark.parametrize("plan", PLANS)
@settings(max_examples=40)
@given(data=st.data())
def test_any_shape_order_stride_and_transpose(machine, plan, data):
    m, n, k = (data.draw(sizes) for _ in range(3))
    alpha, beta = (data.draw(st.sampled_from([0, 1, -1, 2])) for _ in range(2))
    trans_a, trans_b = data.draw(st.booleans()), data.draw(st.booleans())
    left, right, c = (data.draw(matrices(*shape)) for shape in ((m, k), (k, n), (m, n)))
    a, b = (left.T if trans_a else left), (right.T if trans_b else right)
    frame = np.full((m + 2, 2 * n + 3), np.nan, dtype=np.float32)
    inside = [frame[1:-1, 1 : n + 1], frame[1:-1, 1 : 2 * n + 1 : 2]]
    c = c.copy("K")
    out = data.draw(st.sampled_from([None, c, *inside, frame[:m, :n].copy("F")]))
    before = [array.copy() for array in (a, b, c)]
    expected = exact(left, right, c, alpha, beta)
    where = {"out": out, "machine": machine, "plan": plan}
    flags = {"trans_a": trans_a, "trans_b": trans_b}
    result = gemm(a, b, c, alpha=alpha, beta=beta, **flags, **where)
    np.testing.assert_array_equal(result, expected)
    assert result.dtype == np.float32
    for array, old in zip((a, b, c), before, strict=True):
        assert array is out or np.array_equal(array, old)
    if out is None:
        assert result.flags.c_contiguous
    else:
        assert result is out
        outside = frame.size - (m * n if np.shares_memory(frame, out) else 0)
        assert np.count_nonzero(np.isnan(frame)) == outside


def test_arrays_that_are_not_aligned(machine):
    storage = np.zeros(4 * 12 + 1, dtype=np.uint8)[1:]
    a = storage.view(np.float32).reshape(3, 4)
    a[...] = np.arange(12).reshape(3, 4)
    out = np.zeros(4 * 9 + 2, dtype=np.uint8)[2:].view(np.float32).reshape(3, 3)
    np.testing.assert_array_equal(matmul(a, a.T, out=out, machine=machine), a @ a.T)
