"""The example with JAX, on its CPU."""

from example_runs import CHECKS, output_of


def test_gradients_under_jit_fit_a_model():
    CHECKS["jax_gradient.py"](output_of("jax_gradient.py"))
