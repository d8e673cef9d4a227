"""Half precision by float32 in JAX: read where it lies, or widened where JAX traces the call."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import sgemm


@pytest.mark.parametrize("dtype", [jnp.float16, jnp.bfloat16])
def test_values_and_gradients(dtype):
    a = jnp.arange(12, dtype=jnp.float32).reshape(3, 4).astype(dtype)
    b = jnp.arange(8, dtype=jnp.float32).reshape(4, 2)
    expected = np.asarray(a, np.float64) @ np.asarray(b, np.float64)
    np.testing.assert_array_equal(sgemm.matmul(a, b), expected)
    np.testing.assert_array_equal(jax.jit(sgemm.matmul)(a, b), expected)
    np.testing.assert_array_equal(sgemm.jax.gemm(b, a, trans_a=True, trans_b=True), expected.T)
    numbers = (((1,), (0,)), ((), ()))
    np.testing.assert_array_equal(sgemm.jax.dot_general(a, b, numbers), expected)
    gradient = jax.grad(lambda a: sgemm.jax.matmul(a, b).sum())(a)
    assert gradient.dtype == dtype
    np.testing.assert_array_equal(gradient.astype(np.float32), np.tile(b.sum(1), (3, 1)))


def test_a_prepared_operand_stands_for_its_matrix():
    a, b = jnp.ones((3, 4), jnp.float32), jnp.arange(8, dtype=jnp.float32).reshape(4, 2)
    prepared = sgemm.prepare(b)
    expected = np.tile(np.asarray(b).sum(0), (3, 1))
    np.testing.assert_array_equal(sgemm.matmul(a, prepared), expected)
    np.testing.assert_array_equal(jax.jit(lambda a: sgemm.matmul(a, prepared))(a), expected)
    np.testing.assert_array_equal(sgemm.jax.matmul(a, prepared), expected)
