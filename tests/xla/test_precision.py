"""The argument precision where JAX traces, differentiates and compiles."""

import jax
import jax.numpy as jnp
import pytest
from xla_samples import same, whole

import sgemm
from sgemm import ArgumentError
from split_rates import fitted, launched, of_smallest

NUMBERS = (((1,), (0,)), ((), ()))
A, B = whole(70, 80), whole(80, 90, seed=1)

FUNCTIONS = {
    "matmul": sgemm.jax.matmul,
    "gemm": sgemm.jax.gemm,
    "dot_general": lambda a, b, **more: sgemm.jax.dot_general(a, b, NUMBERS, **more),
    "public matmul": jax.jit(sgemm.matmul, static_argnames="precision"),
    "public gemm": jax.jit(sgemm.gemm, static_argnames="precision"),
}
functions = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)


@pytest.fixture
def split(gpu):
    """The machine, on which fp16x3 is the fastest kernel where a split is asked for."""
    with fitted(of_smallest("fp16x3"), for_small=True):
        yield gpu


@functions
def test_products_and_gradients_of_any_order(split, function):
    for precision in ("split", "split_or_ieee"):

        def loss(a, b, precision=precision):
            return (function(a, b, precision=precision) ** 2).sum()

        same(function(A, B, precision=precision), A @ B)
        assert launched(split) == {"fp16x3"}
        jax.block_until_ready(jax.jit(jax.grad(loss, (0, 1)))(A, B))
        assert launched(split) == {"fp16x3"}
        jax.block_until_ready(jax.grad(lambda a: (jax.grad(loss)(a, B) ** 2).sum())(A))
        assert launched(split) == {"fp16x3"}
    jax.block_until_ready(function(A, B))
    assert not launched(split) & {"fp16x3"}


@functions
def test_another_precision_is_refused(function):
    with pytest.raises((ArgumentError, ValueError), match="fast"):
        function(A, B, precision="fast")


def test_dot_general_takes_the_names_of_jax_too(split):
    for precision in (None, "highest", jax.lax.Precision.HIGH, ("default", "high")):
        sgemm.jax.dot_general(A, B, NUMBERS, precision).block_until_ready()
        assert not launched(split) & {"fp16x3"}


def test_a_gpu_without_kernels_for_it(gpu):
    gpu.architecture = 80
    with pytest.raises(Exception, match=r"precision = 'split': .*sm_80.*'split_or_ieee'"):
        sgemm.jax.matmul(A, B, precision="split")
    same(sgemm.jax.matmul(A, B, precision="split_or_ieee"), jnp.matmul(A, B))
