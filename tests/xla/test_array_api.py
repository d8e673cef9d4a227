"""matmul() of JAX's arrays by the array API standard, where it is traced, too."""

import jax
import jax.numpy as jnp
import pytest
from hypothesis import given, settings
from xla_samples import whole

import sgemm
from matmul_samples import check, shapes
from programs import run_python


@given(pair=shapes())
@settings(max_examples=50)  # JAX compiles each
def test_shapes_and_errors_are_those_of_jax(pair):
    check(jnp.matmul, *(whole(*shape) for shape in pair))


@given(pair=shapes())
@settings(max_examples=20)  # each is compiled twice
def test_shapes_and_errors_are_those_of_jax_where_it_traces(pair):
    check(jnp.matmul, *(whole(*shape) for shape in pair), multiply=jax.jit(sgemm.matmul))


@pytest.mark.parametrize("multiply", [sgemm.matmul, jax.jit(sgemm.matmul)])
@pytest.mark.parametrize("kind", [jnp.complex64, jnp.int32, jnp.bool])
def test_a_product_in_another_type_is_refused(multiply, kind):
    with pytest.raises(sgemm.ArgumentTypeError, match=r"^b has dtype "):
        multiply(whole(2, 3), whole(3, 4).astype(kind))


def test_who_multiplies_arrays_of_numpy_does_not_import_it():
    program = (
        "import sys, numpy, sgemm\n"
        "sgemm.matmul(*[numpy.ones((2, 2), numpy.float32)] * 2)\n"
        "sys.exit('jax' in sys.modules)"
    )
    assert run_python(program).returncode == 0
