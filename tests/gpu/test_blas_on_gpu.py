"""matmul() and gemm() on a GPU: whole numbers are exact, threads share it, memory comes back."""

import numpy as np
import pytest

import sgemm
from in_place_samples import in_threads, whole
from sgemm.machines.resident import resident_machine


def test_the_default_machine_is_the_gpu():
    assert resident_machine().name == "cuda"
    assert resident_machine() is resident_machine("cuda")


@pytest.mark.parametrize(
    ("m", "n", "k", "kernel"),
    [
        (33, 65, 17, "ptx_pipeline"),
        (200, 300, 100, "texture_loads"),
        (2500, 2500, 40, "async_copy"),
        (2501, 2503, 41, "async_copy"),
    ],
)
def test_every_kernel_of_the_rule(m, n, k, kernel):
    a, b, c = whole(m, k), whole(k, n, seed=1), whole(m, n, seed=2)
    expected = 2 * (a.astype(np.float64) @ b) - c
    rule = "two_kernel_rule"
    planned = sgemm.explain(sgemm.Problem(m, n, k), resident_machine(), rule)
    assert planned.kernel.name == kernel
    found = sgemm.gemm(a, b, c, alpha=2, beta=-1, plan=rule)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(sgemm.gemm(a, b, c, alpha=2, beta=-1), expected)
    by_columns = np.asfortranarray(c)
    result = sgemm.gemm(
        np.asfortranarray(a), b.T, by_columns, alpha=2, beta=-1, trans_b=True, out=by_columns
    )
    assert result is by_columns
    np.testing.assert_array_equal(by_columns, expected)


def test_strided_views_there_and_back():
    a, b = whole(120, 90)[::-2, ::3], whole(40, 60).T[::2, :]
    frame = np.full((130, 170), np.nan, np.float32)
    out = frame[5:65, 7:127:3]
    assert sgemm.matmul(a, b, out=out) is out
    np.testing.assert_array_equal(out, a.astype(np.float64) @ b)
    assert np.count_nonzero(np.isfinite(frame)) == out.size


def test_zeros_of_blas():
    a, b = np.full((64, 32), np.nan, np.float32), whole(32, 48)
    c = whole(64, 48)
    np.testing.assert_array_equal(sgemm.gemm(a, b, c, alpha=0, beta=2), 2 * c)
    np.testing.assert_array_equal(sgemm.gemm(a, b, c * np.nan, alpha=0), 0 * c)
    np.testing.assert_array_equal(sgemm.matmul(c[:, :0], b[:0]), 0 * c)
    assert sgemm.matmul(c[:0], c.T).shape == (0, 64)


def test_threads_share_the_gpu_and_memory_comes_back(own_bytes):
    def work(seed):
        a, b = whole(300, 200, seed=seed), whole(200, 260, seed=seed + 100)
        for _ in range(20):
            np.testing.assert_array_equal(sgemm.matmul(a, b), a @ b)

    sgemm.matmul(whole(300, 200), whole(200, 260))
    held = own_bytes()
    in_threads(work, 6)
    assert own_bytes() == held


def test_too_much_for_the_gpu_is_an_error_that_leaves_it_usable():
    column = np.broadcast_to(np.float32(1), (2**20, 2**20))
    with pytest.raises(sgemm.MachineError, match="allocating 4398046511104 bytes"):
        sgemm.matmul(column[:1], column, out=np.empty((1, 2**20), np.float32))
    np.testing.assert_array_equal(
        sgemm.matmul(whole(8, 8), np.eye(8, dtype=np.float32)), whole(8, 8)
    )
