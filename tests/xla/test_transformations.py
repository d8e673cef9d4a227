"""sgemm.jax and sgemm.matmul under the transformations of JAX, beside JAX's own products."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jax.experimental import checkify
from xla_samples import derivatives, same, whole

import sgemm
from matmul_samples import SHAPES


def exact(a, b):
    return jnp.matmul(a, b, precision="highest")


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_matmul_is_that_of_jax_with_its_derivatives(gpu, left, right):
    values = whole(*left), whole(*right, seed=1)
    expected = derivatives(exact, *values)
    same(derivatives(sgemm.jax.matmul, *values), expected)
    same(sgemm.jax.matmul(*values), expected[0])
    same(derivatives(sgemm.matmul, *values), expected)
    assert gpu.launches or 0 in left


@pytest.mark.parametrize("trans_a", [False, True])
@pytest.mark.parametrize("trans_b", [False, True])
def test_gemm_and_its_derivatives_on_the_cpu_machine(trans_a, trans_b):
    a, b = whole(*((37, 33) if trans_a else (33, 37))), whole(*((41, 37) if trans_b else (37, 41)))
    c = whole(33, 41, seed=2)

    def expected(a, b, c):
        return 2 * exact(a.T if trans_a else a, b.T if trans_b else b) - 3 * c

    def found(a, b, c):
        return sgemm.gemm(a, b, c, alpha=2.0, beta=-3.0, trans_a=trans_a, trans_b=trans_b)

    def gradients(function):
        return jax.jit(jax.grad(lambda *values: function(*values).sum(), (0, 1, 2)))(a, b, c)

    same(jax.jit(found)(a, b, c), expected(a, b, c))
    same(gradients(found), gradients(expected))


@pytest.mark.parametrize("trans_a", [False, True])
@pytest.mark.parametrize("trans_b", [False, True])
@pytest.mark.parametrize("batches", [((), ()), ((3,), ()), ((), (3,)), ((2, 1), (3,))])
def test_gradients_of_batches_that_are_broadcast(gpu, batches, trans_a, trans_b):
    a = whole(*batches[0], *((5, 4) if trans_a else (4, 5)))
    b = whole(*batches[1], *((2, 5) if trans_b else (5, 2)))

    def expected(a, b):
        return exact(a.mT if trans_a else a, b.mT if trans_b else b)

    def found(a, b):
        return sgemm.jax.gemm(a, b, trans_a=trans_a, trans_b=trans_b)

    same(derivatives(found, a, b), derivatives(expected, a, b))


def test_the_gradient_of_one_matrix_for_a_batch_is_one_product(gpu):
    a, b = whole(6, 3, 4), whole(4, 5)
    text = str(jax.make_jaxpr(jax.grad(lambda b: sgemm.jax.matmul(a, b).sum()))(b))
    assert "reduce_sum" not in text.split("sgemm[")[-1]
    assert "f32[1,4,5] = sgemm[" in text


AXES = st.sampled_from([None, 0, 1, 2])


@settings(max_examples=20)
@given(outer=st.tuples(AXES, AXES), inner=st.tuples(AXES, AXES))
def test_vmap_within_vmap(outer, inner):
    shapes = [[4, 5], [5, 3]]
    for axes, size in ((inner, 2), (outer, 6)):
        if axes == (None, None):
            return
        for shape, axis in zip(shapes, axes, strict=True):
            if axis is not None:
                shape.insert(axis, size)
    values = [whole(*shape, seed=n) for n, shape in enumerate(shapes)]

    def mapped(function):
        return jax.vmap(jax.vmap(function, inner), outer)

    same(jax.jit(mapped(sgemm.jax.matmul))(*values), jax.jit(mapped(exact))(*values))


def test_scan_keeps_the_gradients():
    weights, start = whole(3, 8, 8), whole(5, 8)

    def loss(product):
        def step(carry, weight):
            carry = jnp.clip(product(carry, weight), -4, 4)
            return carry, carry.sum()

        def summed(weights, start):
            last, sums = jax.lax.scan(step, start, weights)
            return last.sum() + sums.sum()

        return jax.jit(jax.value_and_grad(summed, (0, 1)))

    same(loss(sgemm.matmul)(weights, start), loss(exact)(weights, start))


def test_loops_and_branches_that_xla_runs():
    a = whole(6, 6)

    def chosen(product):
        def branch(n, x):
            return jax.lax.cond(n % 2 == 0, lambda x: product(x, a), lambda x: product(a, x), x)

        return jax.jit(lambda x: jax.lax.fori_loop(0, 3, branch, x))(a)

    same(chosen(sgemm.jax.matmul), chosen(exact))


def test_transposes_linearizations_and_recomputation():
    a, b = whole(7, 5), whole(5, 6)
    (back,) = jax.linear_transpose(lambda x: sgemm.jax.matmul(x, b), a)(exact(a, b))
    same(back, exact(exact(a, b), b.T))
    _, linear = jax.linearize(sgemm.jax.matmul, a, b)
    same(linear(a, b), 2 * exact(a, b))

    def loss(product, a, b):
        return jax.checkpoint(lambda a, b: product(product(a, b), b.T))(a, b).sum()

    same(
        jax.grad(lambda *values: loss(sgemm.jax.matmul, *values), (0, 1))(a, b),
        jax.grad(lambda *values: loss(exact, *values), (0, 1))(a, b),
    )


def test_a_plan_holds_for_gradients_if_it_is_a_rule(gpu):
    a, b = whole(3, 4), whole(4, 5)

    def loss(a, b, plan):
        return sgemm.jax.matmul(a, b, plan=plan).sum()

    for plan, of_gradients in (("naive", "auto"), ("auto:machine_code=off",) * 2):
        text = str(jax.make_jaxpr(jax.grad(loss, (0, 1)), static_argnums=2)(a, b, plan))
        assert len(re.findall(rf"plan={of_gradients}\s", text)) >= 2
    same(jax.grad(loss)(a, b, "naive"), jax.grad(loss)(a, b, "auto"))


def test_several_threads_share_a_compiled_function():
    a, b = whole(33, 35), whole(35, 39)
    multiply = jax.jit(sgemm.jax.matmul)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: multiply(a + n, b), range(20)))
    for n, each in enumerate(found):
        same(each, exact(a + n, b))


def test_what_was_exported_runs_for_other_sizes():
    export = pytest.importorskip("jax.export")
    (rows,) = export.symbolic_shape("rows")
    b = whole(4, 5)
    exported = export.export(
        jax.jit(sgemm.jax.matmul),
        platforms=["cpu"],
        disabled_checks=[export.DisabledSafetyCheck.custom_call("sgemm")],
    )(jax.ShapeDtypeStruct((rows, 4), np.float32), b)
    for rows in (1, 9):
        same(exported.call(whole(rows, 4), b), exact(whole(rows, 4), b))


def test_numpy_and_concrete_arrays_beside_traced_ones():
    a, b = whole(3, 4), whole(4, 5)
    same(jax.jit(lambda a: sgemm.matmul(a, b))(a), exact(a, b))
    same(sgemm.jax.matmul(np.asarray(a), b), exact(a, b))
    assert isinstance(sgemm.jax.matmul(np.asarray(a), np.asarray(b)), jax.Array)


def test_an_array_of_numpy_comes_first():
    a, b, c = (np.asarray(whole(*shape)) for shape in ((5, 7), (7, 3), (5, 3)))
    traced = jax.jit(lambda b: sgemm.matmul(a, b) + sgemm.gemm(a, b, c, beta=2))
    same(traced(b), 2 * (a @ b) + 2 * c)
    same(jax.jit(lambda c: sgemm.gemm(a, b, c, beta=2))(c), a @ b + 2 * c)
    same(jax.grad(lambda b: sgemm.matmul(a, b).sum())(b), a.T @ np.ones((5, 3), np.float32))


def test_the_example_of_the_page_runs():
    page = (Path(__file__).parents[2] / "docs" / "jax.md").read_text()
    (code,) = re.findall(r"^```py\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    names = {}
    exec(code, names)
    expected = names["of_each"].sum(0)
    assert expected.shape == names["w"].shape
    np.testing.assert_allclose(names["gradient"], expected, rtol=1e-4, atol=1e-4)


def test_c_is_not_read_where_beta_is_zero():
    a, b = whole(3, 4), whole(4, 5)
    nothing = jnp.full((3, 5), jnp.nan)
    found = jax.jit(lambda a, b, c: sgemm.gemm(a, b, c, beta=0.0))(a, b, nothing)
    same(found, exact(a, b))


def test_checkify_finds_a_product_that_is_not_a_number():
    checked = checkify.checkify(lambda a: sgemm.jax.matmul(a, a), errors=checkify.nan_checks)
    assert checked(jnp.ones((3, 3)))[0].get() is None
    assert "nan generated by primitive: sgemm" in checked(jnp.full((3, 3), jnp.nan))[0].get()
