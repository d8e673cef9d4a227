"""Where results of concrete arrays are: as JAX's own, by what is committed to a device."""

import jax
import jax.numpy as jnp
import pytest
from xla_samples import same, whole

import sgemm

CPUS = jax.devices("cpu")


def test_a_result_of_uncommitted_arrays_is_none_either(gpu):
    x, w = jnp.asarray(whole(3, 4)), jnp.asarray(whole(4, 5))
    elsewhere = jax.device_put(jnp.ones((3, 5)), CPUS[1])
    same(sgemm.matmul(x, w) + elsewhere, jnp.matmul(x, w) + elsewhere)
    with jax.default_device(CPUS[2]):
        assert sgemm.matmul(x, w).devices() == {CPUS[2]}


def test_what_is_committed_says_where_the_result_is(gpu):
    a, b, c = jnp.ones((3, 4)), jnp.ones((4, 5)), jnp.ones((3, 5))
    operands = [a, b, c]
    for n, each in enumerate(operands):
        placed = operands.copy()
        placed[n] = jax.device_put(each, CPUS[1])
        result = sgemm.gemm(*placed, beta=1.0)
        assert result.committed and result.devices() == {CPUS[1]}


def test_arrays_that_are_committed_to_several_devices_are_refused(gpu):
    a, b = jnp.ones((3, 4)), jax.device_put(jnp.ones((4, 5)), CPUS[1])
    c = jax.device_put(jnp.ones((3, 5)), CPUS[2])
    with pytest.raises(sgemm.ArgumentError, match=r"^c is committed to .*2.* and b to .*1"):
        sgemm.gemm(a, b, c, beta=1.0)
