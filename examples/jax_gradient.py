"""JAX under jit and grad: fit a linear model by gradient descent, all products by sgemm.

python examples/jax_gradient.py

It needs JAX. sgemm.jax.matmul is traced, differentiated and compiled like JAX's own. So are
dot_general and gemm: trans_b=True reads a transposed matrix where it lies.
"""

import jax
import jax.numpy as jnp

import sgemm

on_gpu = jax.default_backend() == "gpu"
samples, features, outputs = (65536, 1024, 256) if on_gpu else (256, 32, 8)

keys = jax.random.split(jax.random.key(0), 2)
x = jax.random.normal(keys[0], (samples, features))
truth = jax.random.normal(keys[1], (features, outputs))
y = sgemm.jax.matmul(x, truth)


def loss(w):
    """Return the mean square of what the model misses."""
    return jnp.mean((sgemm.jax.matmul(x, w) - y) ** 2)


@jax.jit
def step(w):
    """Return weights one step further down, and the loss before."""
    value, gradient = jax.value_and_grad(loss)(w)
    return w - 0.3 * outputs * gradient, value


w = jnp.zeros((features, outputs))
for number in range(30):
    w, value = step(w)
    if number % 10 == 0:
        print(f"step {number}: loss {value:.5f}")
print(f"largest error of a weight: {jnp.abs(w - truth).max():.1e} on {jax.default_backend()}")
