"""The input classes are what they say, and lie in memory as a kernel gets them."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgemm.errors import ArgumentError
from sgemm.problem import LAYOUTS, Problem
from sgemm.verify.awkward import as_stored
from sgemm.verify.inputs import (
    INPUT_CLASSES,
    PADDING_BITS,
    UNREAD_BITS,
    UNWRITTEN_BITS,
    make_operands,
)

CLASSES = sorted(INPUT_CLASSES)


def bits(values: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(values).view(np.uint32)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(CLASSES),
    st.tuples(*(st.integers(0, 9) for _ in range(3))),
    st.tuples(*(st.integers(0, 3) for _ in range(3))),
    st.sampled_from(((1.0, 0.0), (2.0, 1.0), (0.0, 1.0), (0.0, 0.0))),
    st.sampled_from(LAYOUTS),
    st.tuples(st.integers(1, 3), st.booleans(), st.booleans(), st.integers(0, 3)),
)
def test_matrices_lie_in_padding(name, shape, wider, scalars, layout, batches) -> None:
    m, n, k = shape
    lda, ldb, ldc = (max(1, row) + more for row, more in zip((k, n, n), wider, strict=True))
    p = as_stored(Problem(m, n, k, *scalars, lda, ldb, ldc), layout)
    batch, one_a, one_b, apart = batches
    strides = {
        "stride_a": 0 if one_a else p.stride_a + apart,
        "stride_b": 0 if one_b else p.stride_b + apart,
        "stride_c": p.stride_c + apart,
    }
    p = dataclasses.replace(p, batch=batch, **strides)
    operands = make_operands(p, name, 3)
    assert [x.shape for x in (operands.A, operands.B, operands.C)] == [(m, k), (k, n), (m, n)]
    unread = None if p.reads_operands else UNREAD_BITS
    filled_with = (unread, unread, None if p.beta else UNWRITTEN_BITS)
    storages = (operands.a, operands.b, operands.c)
    assert tuple(storage.size for storage in storages) == p.elements
    for storage, (rows, columns, leading, stride), everywhere in zip(
        storages, p.stored, filled_with, strict=True
    ):
        inside = np.zeros(storage.size, bool)
        row, column = np.indices((rows, columns))
        for index in range(batch):
            inside[index * stride + row * leading + column] = True
        assert (bits(storage[~inside]) == PADDING_BITS).all()
        if everywhere is not None:
            assert (bits(storage[inside]) == everywhere).all()
        else:
            marks = (PADDING_BITS, UNREAD_BITS, UNWRITTEN_BITS)
            assert not np.isin(bits(storage[inside]), marks).any()


@pytest.mark.parametrize("name", CLASSES)
def test_same_seed_same_bits_and_other_seed_other_bits(name: str) -> None:
    problem = Problem(8, 9, 10, 1.0, 1.0)
    first, again, other = (make_operands(problem, name, seed) for seed in (7, 7, 8))
    for one, two in ((first.a, again.a), (first.b, again.b), (first.c, again.c)):
        assert np.array_equal(bits(one), bits(two))
    if name != "bad_mantissa":
        assert not np.array_equal(bits(first.a), bits(other.a))
        assert not np.array_equal(bits(first.b), bits(other.b))


def logical(name: str, m: int = 40, n: int = 41, k: int = 64) -> tuple[np.ndarray, ...]:
    operands = make_operands(Problem(m, n, k, 1.0, 1.0), name, 3)
    return tuple(np.array(x, dtype=np.float64) for x in (operands.A, operands.B, operands.C))


# The sample moments of wide_3 and wide_4 converge only for samples of astronomical size.
@pytest.mark.parametrize("name", sorted(set(CLASSES) - {"wide_3", "wide_4"}))
def test_spread_is_that_of_the_products(name: str) -> None:
    entry = INPUT_CLASSES[name]
    A, B, _ = logical(name, 200, 201, 200)
    finite_a, finite_b = (np.where(np.isfinite(x), x, 0) for x in (A, B))
    if name == "overflow":
        finite_b = finite_b[:, 2::3]
    # Independent factors: moments of the product are products of moments.
    rms = math.sqrt(np.mean(finite_a**2) * np.mean(finite_b**2))
    mean = np.mean(np.abs(finite_a)) * np.mean(np.abs(finite_b))
    if math.isinf(entry.spread):
        assert (A >= 0).all() and (B >= 0).all()
    elif name == "wide_rows":
        exponents = np.abs(A).max(axis=0)
        assert rms_of_products(A / exponents, B * exponents[:, None]) <= entry.spread * 1.1
    elif name == "subnormal":
        assert rms_of_products(A, B[:, ::2]) == pytest.approx(entry.spread, rel=0.05)
    else:
        slack = 0.5 if name == "wide_2" else 0.25
        assert (1 - slack) * entry.spread < rms / mean < 1.15 * entry.spread
    if math.isfinite(entry.spread):
        products = finite_a[:, :50] @ finite_b[:50]
        assert (products > 0).any() and (products < 0).any()


def rms_of_products(A: np.ndarray, B: np.ndarray) -> float:
    rms = math.sqrt(np.mean(A**2) * np.mean(B**2))
    return rms / (np.mean(np.abs(A)) * np.mean(np.abs(B)))


@pytest.mark.parametrize("phi", range(5))
def test_wide_magnitudes_spread_by_phi(phi: int) -> None:
    # log|rand - 1/2| has variance 1, and phi * randn has phi**2.
    for matrix in logical(f"wide_{phi}", 200, 201, 200):
        assert np.log(np.abs(matrix)).std() == pytest.approx(math.hypot(1, phi), rel=0.05)


def test_ranges() -> None:
    for name, low in (("uniform", 0), ("uniform_signed", -1)):
        for x in logical(name):
            assert low <= x.min() < x.max() < 1
            assert x.mean() == pytest.approx((low + 1) / 2, abs=0.05)
    assert all((x == 1 + 2.0**-12 + 2.0**-23).all() for x in logical("bad_mantissa"))


@pytest.mark.parametrize("k", [2, 8, 64, 1000])
def test_halves_cancel_exactly(k: int) -> None:
    A, B, _ = logical("cancelling_halves", 9, 10, k)
    half = k // 2
    # Exact: these products need 35 bits, and their partial sums few more.
    assert (A @ B == 0).all()
    assert (A[:, :half] @ B[:half] != 0).any()
    A, B, _ = logical("cancelling_halves", 9, 10, 7)
    assert np.array_equal(A @ B, np.outer(A[:, 3], B[3])), "an odd k leaves one product"


def test_wide_rows_span_120_binades_and_products_none() -> None:
    A, B, _ = logical("wide_rows", 16, 17, 400)
    for matrix, axis in ((A, 1), (B, 0)):
        exponents = np.log2(np.abs(matrix))
        assert (exponents.max(axis=axis) - exponents.min(axis=axis) > 110).all()
    products = np.abs(A[:, :, None] * B[None]).mean(axis=(0, 2))
    assert products.max() / products.min() < 10


def test_subnormals_are_subnormal_and_results_on_both_sides() -> None:
    A, B, C = logical("subnormal", k=4)
    tiny = 2.0**-126
    assert ((np.abs(A) < tiny) & (A != 0)).all()
    assert ((np.abs(C) < tiny) & (C != 0)).all()
    products = np.abs(A[:, :1] * B[:1])
    assert (products[:, ::2] > tiny).all()
    assert (products[:, 1::2] < tiny).all()


@pytest.mark.parametrize("k", [1, 7, 300])
def test_near_overflow_is_near_and_does_not(k: int) -> None:
    A, B, C = logical("near_overflow", k=k)
    largest = float(np.finfo(np.float32).max)
    assert (np.abs(A) >= largest / 2 * 0.99).all()
    assert np.abs(A).max() > largest * 0.9
    assert (np.abs(A) @ np.abs(B)).max() < largest / 4
    assert largest / 8.1 < np.abs(C).max() < largest / 8


def test_overflow_columns() -> None:
    A, B, _ = logical("overflow", k=5)
    products = A[:, :, None] * B[None]
    limit = 2.0**128
    assert (products[:, :, 0::3] > limit).all()
    assert (products[:, :, 1::3] < -limit).all()
    assert (np.abs(products[:, :, 2::3]).sum(axis=1) < limit / 4).all()


@pytest.mark.parametrize("name", ["infinity_in_a", "infinity_in_b", "nan_in_a", "nan_in_b"])
def test_exactly_one_odd_element(name: str) -> None:
    A, B, C = logical(name)
    where, other = (A, B) if name.endswith("a") else (B, A)
    test = np.isinf if name.startswith("inf") else np.isnan
    assert np.count_nonzero(~np.isfinite(where)) == np.count_nonzero(test(where)) == 1
    assert np.isfinite(other).all() and np.isfinite(C).all()


def test_unknown_class_and_bad_seed_are_errors() -> None:
    with pytest.raises(ArgumentError, match=r"^input_class = 'gauss': there are normal, uniform"):
        make_operands(Problem(1, 1, 1), "gauss", 0)
    with pytest.raises(ArgumentError, match="seed = -1"):
        make_operands(Problem(1, 1, 1), "normal", -1)
