"""JAX on a GPU: new results through DLPack; compiled functions, on XLA's stream and memory."""

import os

import numpy as np
import pytest

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import in_place_samples
import sgemm
from in_place_samples import exact
from sgemm import ArgumentError

jax = pytest.importorskip("jax")
jnp = pytest.importorskip("jax.numpy")

SPLIT = "split_k:splits=4"
"""A plan that needs a workspace, with counters."""


@pytest.fixture(autouse=True)
def needs_jax_on_the_gpu():
    try:
        jax.devices("gpu")
    except RuntimeError as error:
        pytest.skip(f"JAX sees no GPU: {error}")


def whole(*shape, seed=0):
    return jax.device_put(in_place_samples.whole(*shape, seed=seed), jax.devices("gpu")[0])


def same(found, expected):
    np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))


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


def test_arrays_never_change():
    a, b = whole(20, 30), whole(30, 40, seed=1)
    with pytest.raises(ArgumentError, match=r"^out is read-only"):
        sgemm.matmul(a, b, out=whole(20, 40))


def test_memory_comes_back():
    a, b = whole(1024, 1024), whole(1024, 1024, seed=1)
    for _ in range(200):  # 800 MiB, if nothing were freed
        found = sgemm.matmul(a, b)
    np.testing.assert_array_equal(np.asarray(found), exact(a, b))


@pytest.mark.parametrize("plan", ["auto", SPLIT, "stream_k_tma", "stream_k_cp_async", "skinny"])
@pytest.mark.parametrize("sizes", [(128, 256, 512), (1, 130, 70), (257, 64, 1000)])
def test_products_in_compiled_functions(plan, sizes):
    m, n, k = sizes
    a, b = whole(m, k), whole(k, n, seed=1)
    multiply = jax.jit(lambda a, b: sgemm.jax.matmul(a * 2, b, plan=plan) + 1)
    try:
        multiply.lower(a, b)
    except sgemm.RequirementError as error:
        pytest.skip(f"not legal here: {error}")
    for _ in range(3):
        found = multiply(a, b)
        assert found.devices() == a.devices()
        same(found, 2 * exact(a, b) + 1)


@pytest.mark.parametrize(
    "plan", ["auto", SPLIT, "stream_k_tma", "stream_k_packed", "skinny", "fp16x3", "fp16x3_mma"]
)
def test_known_products_are_launched_without_python(plan, monkeypatch):
    """On other memory each time, with the bits that the first call had."""
    from sgemm.jax import backend

    sizes = [(256, 512, 384), (64, 1000, 2048)]
    if plan == "skinny":
        sizes = [(8, 512, 384), (1, 4096, 1000)]
    by_python = []
    compute = backend._compute
    monkeypatch.setattr(backend, "_compute", lambda *args: by_python.append(1) or compute(*args))
    for m, n, k in sizes:
        multiply = jax.jit(lambda a, b: sgemm.jax.matmul(a, b, plan=plan))
        pairs = [
            (jax.random.normal(jax.random.key(i), (m, k)), whole(k, n, seed=i)) for i in range(6)
        ]
        expected = [np.asarray(sgemm.matmul(a, b, plan=plan)) for a, b in pairs]
        found = [multiply(a, b) for a, b in pairs * 3]
        for n_of, one in enumerate(found):
            same(one, expected[n_of % len(pairs)])
    assert len(by_python) <= 2 * len(sizes)


def test_gradients_of_gradients_and_batches():
    a, b = whole(5, 33, 40), whole(40, 50, seed=1)

    def loss(product, a, b):
        return (product(a, b) ** 2).sum()

    def gradients(product):
        first = jax.grad(loss, (1, 2))
        norm = lambda a, b: sum(each.sum() for each in first(product, a, b))  # noqa: E731
        return jax.jit(lambda a, b: (first(product, a, b), jax.grad(norm, (0, 1))(a, b)))(a, b)

    def jaxs(a, b):
        return jnp.matmul(a, b, precision="highest")

    found, expected = gradients(sgemm.jax.matmul), gradients(jaxs)
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-2)
    mapped = jax.vmap(sgemm.jax.matmul, in_axes=(0, None))
    same(jax.jit(mapped)(a, b), exact(a, b))


@pytest.mark.parametrize("plan", [SPLIT, "auto", "stream_k_tma", "stream_k_packed"])
def test_a_long_program_is_a_graph_with_its_own_workspaces(plan):
    """More operations than XLA needs to make a command buffer, run again on other memory."""
    a, b = whole(64, 512), whole(512, 64, seed=1)

    @jax.jit
    def program(a, b):
        total = jnp.zeros((64, 64))
        for n in range(12):
            total += sgemm.jax.matmul(a + n, b, plan=plan)
        return total

    expected = sum(exact(a + n, b) for n in range(12))
    kept = []
    for n in range(20):
        found = program(a, b)
        same(found, expected)
        kept.append((found, whole(64, 512, seed=n)))  # so that results lie elsewhere each time


def test_no_memory_is_taken_again_and_again(own_bytes):
    a, b = whole(64, 512), whole(512, 64, seed=1)
    program = jax.jit(lambda a, b: sgemm.jax.matmul(sgemm.jax.matmul(a, b, plan=SPLIT), a))
    program(a, b).block_until_ready()
    before = own_bytes()
    kept = [program(a + n, b) for n in range(100)]
    assert own_bytes() == before
    same(kept[3], exact(exact(a + 3, b), a + 3))


def test_loops_and_what_runs_at_once():
    weights, x = whole(6, 128, 128), whole(32, 128, seed=1)

    def step(x, w):
        return jnp.sign(sgemm.jax.matmul(x, w)), None

    expected = np.asarray(x)
    for w in np.asarray(weights):
        expected = np.sign(exact(expected, w))
    same(jax.jit(lambda x, w: jax.lax.scan(step, x, w)[0])(x, weights), expected)
    several = jax.jit(lambda x, w: [sgemm.jax.matmul(x, each, plan=SPLIT) for each in w])
    for found, w in zip(several(x, weights), np.asarray(weights), strict=True):
        same(found, exact(x, w))


def test_kernels_are_loaded_before_anything_runs():
    from sgemm.machines.resident import residency, resident_gpu

    a, b = whole(97, 89), whole(89, 83, seed=1)
    lowered = jax.jit(sgemm.jax.matmul).lower(a, b)
    before = len(residency(resident_gpu(0)).products)
    same(lowered.compile()(a, b), exact(a, b))
    assert len(residency(resident_gpu(0)).products) == before


def test_shard_map():
    mesh = jax.make_mesh((1,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    spec = jax.sharding.PartitionSpec
    f = jax.shard_map(
        sgemm.jax.matmul, mesh=mesh, in_specs=(spec("x"), spec()), out_specs=spec("x")
    )
    a, b = whole(64, 32), whole(32, 48, seed=1)
    same(jax.jit(f)(a, b), exact(a, b))


def test_public_functions_where_they_are_traced():
    a, b, c = whole(20, 30), whole(40, 30, seed=1), whole(20, 40, seed=2)
    found = jax.jit(lambda a, b, c: sgemm.gemm(a, b, c, alpha=2.0, beta=-1.0, trans_b=True))(
        a, b, c
    )
    same(found, 2 * exact(a, np.asarray(b).T) - np.asarray(c))
