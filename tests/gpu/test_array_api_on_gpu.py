"""matmul() by the array API standard on a GPU, for the array libraries that are installed."""

import os

import pytest

import in_place_samples
from matmul_samples import check, of_any_shapes

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")


@of_any_shapes
def test_shapes_and_errors_are_those_of_cupy(pair):
    cupy = pytest.importorskip("cupy")
    check(cupy.matmul, *(cupy.asarray(in_place_samples.whole(*shape)) for shape in pair))


@of_any_shapes
def test_shapes_and_errors_are_those_of_pytorch(pair):
    torch = pytest.importorskip("torch")
    operands = (torch.tensor(in_place_samples.whole(*shape), device="cuda") for shape in pair)
    check(torch.matmul, *operands)


@of_any_shapes
def test_shapes_and_errors_are_those_of_jax(pair):
    jax = pytest.importorskip("jax")
    try:
        gpu = jax.devices("gpu")[0]
    except RuntimeError as error:
        pytest.skip(f"JAX sees no GPU: {error}")
    operands = (jax.device_put(in_place_samples.whole(*shape), gpu) for shape in pair)
    check(jax.numpy.matmul, *operands)
