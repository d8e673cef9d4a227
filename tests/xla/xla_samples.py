"""Arrays of small whole numbers, whose products are exact in any order."""

import functools

import jax
import jax.numpy as jnp
import numpy as np

import in_place_samples

CPUS = jax.devices("cpu")

STREAM = 7
"""The stream that XLA says it calls on, in tests without a GPU."""


def whole(*shape, seed=0):
    with jax.default_device(CPUS[0]):
        return jnp.asarray(in_place_samples.whole(*shape, seed=seed + sum(shape)))


def same(found, expected):
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert one.dtype == other.dtype == np.float32
        np.testing.assert_array_equal(np.asarray(one), np.asarray(other))


@functools.partial(jax.jit, static_argnums=0)
def derivatives(function, *values):
    """Return a result, the gradients of its square, their gradients, and a tangent."""
    places = tuple(range(len(values)))

    def loss(*values):
        return (function(*values) ** 2).sum() / 2

    def of_gradients(*values):
        return sum((each**2).sum() for each in jax.grad(loss, places)(*values)) / 2

    return (
        function(*values),
        jax.grad(loss, places)(*values),
        jax.grad(of_gradients, places)(*values),
        jax.jvp(function, values, values)[1],
    )
