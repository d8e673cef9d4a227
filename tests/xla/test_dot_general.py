"""sgemm.jax.dot_general beside JAX's own, for any dimensions."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xla_samples import derivatives, same, whole

import sgemm

exact = functools.partial(jax.lax.dot_general, precision="highest")


@st.composite
def contractions(draw):
    """Draw two shapes, and the dimensions by which they are contracted."""
    batch, summed, left, right = (
        draw(st.lists(st.integers(0 if draw(st.booleans()) else 1, 3), max_size=2))
        for _ in range(4)
    )
    shapes, numbers = [], []
    for free in (left, right):
        named = [
            *(("batch", n, size) for n, size in enumerate(batch)),
            *(("summed", n, size) for n, size in enumerate(summed)),
            *(("free", n, size) for n, size in enumerate(free)),
        ]
        named = draw(st.permutations(named))
        shapes.append([size for *_, size in named])
        numbers.append(
            {
                kind: [named.index((kind, n, size)) for n, size in enumerate(sizes)]
                for kind, sizes in (("batch", batch), ("summed", summed))
            }
        )
    contracting, batches = (
        tuple(tuple(each[kind]) for each in numbers) for kind in ("summed", "batch")
    )
    return shapes, (contracting, batches)


@pytest.mark.parametrize(
    ("left", "right", "numbers"),
    [
        ((3, 4), (4, 5), lambda: None),
        ((4,), (4,), lambda: None),
        ((4, 3), (4, 5), lambda: ((0, 0), ((), ()))),
        ((2, 4), (2, 4, 5), lambda: [[np.int64(1), np.array([1])], [0, 0]]),
        ((3, 4), (4, 5), lambda: ((iter([1]), iter([0])), ((), ()))),
    ],
)
def test_dimensions_as_jax_takes_them(left, right, numbers):
    lhs, rhs = whole(*left), whole(*right, seed=1)
    same(sgemm.jax.dot_general(lhs, rhs, numbers()), exact(lhs, rhs, numbers()))


@settings(max_examples=25)
@given(contractions())
def test_any_contraction(drawn):
    shapes, numbers = drawn
    lhs, rhs = (whole(*shape, seed=n) for n, shape in enumerate(shapes))
    found = sgemm.jax.dot_general(lhs, rhs, numbers)
    same(found, exact(lhs, rhs, numbers))


@pytest.mark.parametrize(
    ("left", "right", "numbers", "transposes"),
    [
        ((3, 4), (4, 5), (((1,), (0,)), ((), ())), 0),
        ((4, 3), (5, 4), (((0,), (1,)), ((), ())), 0),
        ((2, 3, 4), (2, 5, 4), (((2,), (2,)), ((0,), (0,))), 0),
        ((2, 3, 4), (3, 4, 5), (((1, 2), (0, 1)), ((), ())), 0),
        ((2, 3, 4), (3, 4, 5), (((2, 1), (1, 0)), ((), ())), 0),
        ((3, 4, 2), (4, 5), (((1,), (0,)), ((), ())), 1),
        ((3, 2, 4), (2, 4, 5), (((2,), (1,)), ((1,), (0,))), 1),
    ],
)
def test_transposes_are_made_only_where_a_matrix_is_none(gpu, left, right, numbers, transposes):
    lhs, rhs = whole(*left), whole(*right)
    text = str(jax.make_jaxpr(lambda *values: sgemm.jax.dot_general(*values, numbers))(lhs, rhs))
    assert text.count("transpose[") == transposes
    same(
        derivatives(lambda *values: sgemm.jax.dot_general(*values, numbers), lhs, rhs),
        derivatives(lambda *values: exact(*values, numbers), lhs, rhs),
    )


def test_it_takes_the_place_of_jaxs_in_einsum():
    queries, keys, calls = whole(2, 7, 3, 4), whole(2, 6, 3, 4, seed=1), []

    def counted(*operands, **rest):
        calls.append(rest)
        return sgemm.jax.dot_general(*operands, **rest)

    how = "bqhd,bkhd->bhqk"
    found = jnp.einsum(how, queries, keys, _dot_general=counted)
    same(found, jnp.einsum(how, queries, keys, precision="highest"))
    assert len(calls) == 1


@pytest.mark.parametrize(
    "precision",
    [
        *(None, "highest", "default", jax.lax.Precision.HIGH, ("highest", "high"), "F32_F32_F32"),
        jax.lax.DotAlgorithm(jnp.float32, jnp.float32, jnp.float32),
    ],
)
def test_float32_is_exact_enough_for_each_precision(precision):
    a, b = whole(3, 4), whole(4, 5)
    numbers = (((1,), (0,)), ((), ()))
    found = sgemm.jax.dot_general(a, b, numbers, precision, np.float32)
    same(found, exact(a, b, numbers))
