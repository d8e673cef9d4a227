"""Products over several devices: by shard_map, and what becomes of sharded arrays without it."""

import jax
import jax.numpy as jnp
import pytest
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P
from xla_samples import CPUS, same, whole

import sgemm

ROWS, COLUMNS, SUMS = (P("x"), P()), (P(), P(None, "x")), (P(None, "x"), P("x"))


def exact(a, b):
    return jnp.matmul(a, b, precision="highest")


def mesh(kind=AxisType.Auto):
    return jax.make_mesh((4,), ("x",), axis_types=(kind,), devices=CPUS[:4])


def sharded(product, specs, check=True):
    def body(a, b):
        found = product(a, b)
        return jax.lax.psum(found, "x") if specs == SUMS else found

    results = {ROWS: P("x"), COLUMNS: P(None, "x"), SUMS: P()}[specs]
    return jax.shard_map(body, mesh=mesh(), in_specs=specs, out_specs=results, check_vma=check)


@pytest.mark.parametrize("specs", [ROWS, COLUMNS, SUMS], ids=["rows", "columns", "sums"])
def test_shard_map_with_gradients(specs):
    a, b = whole(8, 12), whole(12, 4)

    def derivatives(function):
        return jax.jit(jax.value_and_grad(lambda a, b: (function(a, b) ** 2).sum(), (0, 1)))(a, b)

    same(sharded(sgemm.matmul, specs)(a, b), exact(a, b))
    same(derivatives(sharded(sgemm.jax.matmul, specs)), derivatives(exact))
    same(jax.jit(sharded(sgemm.jax.matmul, specs, check=False))(a, b), exact(a, b))


def test_a_workspace_for_each_device():
    a, b = whole(64, 512), whole(512, 32)

    def product(a, b):
        return sgemm.jax.matmul(a, b, plan="split_k:splits=4")

    same(jax.jit(sharded(product, ROWS))(a, b), exact(a, b))


def test_pmap():
    a, b = whole(4, 3, 5), whole(4, 5, 2)
    same(jax.pmap(sgemm.jax.matmul, devices=CPUS[:4])(a, b), exact(a, b))


def test_axes_that_are_sharded_explicitly_are_refused():
    a = jax.device_put(whole(8, 12), NamedSharding(mesh(AxisType.Explicit), P("x")))
    with pytest.raises(sgemm.ArgumentError, match=r"^a is sharded over a mesh, .*shard_map"):
        sgemm.jax.matmul(a, whole(12, 4))


def test_what_the_compiler_would_share_is_refused():
    a, b = whole(8, 12), whole(12, 4)
    spread = jax.device_put(a, NamedSharding(mesh(), P("x")))
    for multiply in (sgemm.jax.matmul, jax.jit(sgemm.matmul), jax.grad(loss)):
        with pytest.raises(sgemm.ArgumentError, match=r"shares among 4 devices.*shard_map"):
            multiply(spread, b)
    wide = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2, devices=CPUS[:4])
    partly = jax.shard_map(
        sgemm.jax.matmul, mesh=wide, in_specs=ROWS, out_specs=P("x"), axis_names={"x"}
    )
    with pytest.raises(sgemm.ArgumentError, match="shares among 2 devices"):
        jax.jit(partly)(a, b)
    whole_mesh = jax.shard_map(
        sgemm.jax.matmul, mesh=wide, in_specs=(P("x"), P(None, "y")), out_specs=P("x", "y")
    )
    same(jax.jit(whole_mesh)(a, b), exact(a, b))


def loss(a, b):
    return sgemm.jax.matmul(a, b).sum()
