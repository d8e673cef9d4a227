"""JAX arrays on a GPU: new results through DLPack, on the device, in the right order."""

import os

import numpy as np
import pytest

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import in_place_samples
import sgemm
from in_place_samples import exact
from sgemm import ArgumentError

jax = pytest.importorskip("jax")


@pytest.fixture(autouse=True)
def needs_jax_on_the_gpu():
    try:
        jax.devices("gpu")
    except RuntimeError as error:
        pytest.skip(f"JAX sees no GPU: {error}")


def whole(*shape, seed=0):
    return jax.device_put(in_place_samples.whole(*shape, seed=seed), jax.devices("gpu")[0])


def test_products_are_jax_arrays_on_the_gpu():
    a, b = whole(130, 70), whole(70, 90, seed=1)
    for _ in range(3):
        found = sgemm.matmul(a * 2, b)
        assert isinstance(found, jax.Array)
        assert found.devices() == a.devices()
        np.testing.assert_array_equal(np.asarray(found + 1), 2 * exact(a, b) + 1)


def test_gemm_adds_and_leaves_its_operands():
    a, b, c = whole(20, 30), whole(40, 30, seed=1), whole(20, 40, seed=2)
    before = np.asarray(c).copy()
    found = sgemm.gemm(a, b, c, alpha=2, beta=-1, trans_b=True)
    np.testing.assert_array_equal(np.asarray(found), 2 * exact(a, np.asarray(b).T) - before)
    np.testing.assert_array_equal(np.asarray(c), before)


def test_what_is_added_to_is_awaited():
    """JAX has made the copy of C, and does not know that a busy stream has still to add to it."""
    large = whole(4096, 4096)
    a, b, c = whole(20, 30), whole(30, 40, seed=1), whole(20, 40, seed=2)
    expected = exact(a, b) + np.asarray(c)
    sgemm.gemm(a, b, c, beta=1)
    busy = [sgemm.matmul(large, large) for _ in range(20)]
    found = sgemm.gemm(a, b, c, beta=1)
    np.testing.assert_array_equal(np.asarray(found), expected)
    busy += [sgemm.matmul(large, large) for _ in range(20)]
    found = sgemm.sgemm(1.0, a, b, 1.0, c)
    np.testing.assert_array_equal(np.asarray(found), expected)


def test_batches_and_scipys_form():
    a, b = whole(3, 20, 30), whole(30, 40, seed=1)
    np.testing.assert_array_equal(np.asarray(sgemm.matmul(a, b)), exact(a, b))
    np.testing.assert_array_equal(np.asarray(sgemm.sgemm(1.0, a[0], b)), exact(a[0], b))


def test_arrays_never_change():
    a, b = whole(20, 30), whole(30, 40, seed=1)
    with pytest.raises(ArgumentError, match=r"^out is read-only"):
        sgemm.matmul(a, b, out=whole(20, 40))


def test_memory_comes_back():
    a, b = whole(1024, 1024), whole(1024, 1024, seed=1)
    for _ in range(200):  # 800 MiB, if nothing were freed
        found = sgemm.matmul(a, b)
    np.testing.assert_array_equal(np.asarray(found), exact(a, b))
