"""Shapes and strides -> one problem and its launches, replayed in NumPy on flat memory."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numpy_machine import view as floats_at
from sgemm.arrays.view import View, packed_view
from sgemm.blas.batching import addend_leading, is_usable, plan_key, result_shape, stored

ITEM = 4


def view_of(array):
    return View(0, array.shape, array.strides)


def replay(found, a, b, c, addend=None):
    """Compute what the launches compute, from flat memory alone."""
    problem = found.problem
    base_a, base_b, base_c, base_d = (
        array.__array_interface__["data"][0] for array in (a, b, c, c if addend is None else addend)
    )
    if found.exchanged:
        base_a, base_b = base_b, base_a
    for step_a, step_b, step_c, step_d in found.offsets:
        for i in range(problem.batch):
            p, way = problem, ITEM * i
            left = floats_at(base_a + step_a + way * p.stride_a, p.a_rows, p.a_columns, p.lda, 0)
            right = floats_at(base_b + step_b + way * p.stride_b, p.b_rows, p.b_columns, p.ldb, 0)
            result = floats_at(base_c + step_c + way * p.stride_c, p.m, p.n, p.ldc, 0)
            left = left.T if problem.trans_a else left
            right = right.T if problem.trans_b else right
            if addend is None:
                result += left @ right
                continue
            rows, stride = 1 if p.adds_row else p.m, way * p.stride_addend
            result[...] = floats_at(base_d + step_d + stride, rows, p.n, p.ld_addend or p.n, 0)
            result += left @ right


@st.composite
def strided(draw, batch, rows, columns, may_repeat=True):
    """Draw whole numbers of a shape that lie in memory in one of many usable ways."""
    gap, seed = draw(st.integers(0, 3)), draw(st.integers(0, 2**32 - 1))
    axes = list(draw(st.permutations(range(len(batch)))))
    shape = [batch[axis] for axis in axes]
    repeated = [may_repeat and draw(st.booleans()) for _ in shape]
    stored = [1 if once else size for size, once in zip(shape, repeated, strict=True)]
    values = np.random.default_rng(seed).integers(-4, 5, (*stored, rows, columns + gap))
    array = values.astype(np.float32)[..., :columns]
    array = np.broadcast_to(array, (*shape, rows, columns))
    if not may_repeat:
        array = values.astype(np.float32)[..., :columns]
    back = [axes.index(axis) for axis in range(len(batch))]
    array = array.transpose(*back, len(batch), len(batch) + 1)
    for axis in range(len(batch)):
        if draw(st.integers(0, 4)) == 0:
            array = np.flip(array, axis)
    return array


sizes = st.integers(0, 4)


@given(data=st.data())
def test_any_strides_of_a_batch_in_any_orientation(data):
    batch = data.draw(st.lists(st.integers(0, 3), max_size=3))
    m, n, k = (data.draw(sizes) for _ in range(3))
    flips = [data.draw(st.booleans()) for _ in range(3)]

    def drawn(rows, columns, flipped, batch, may_repeat=True):
        if flipped:
            return data.draw(strided(batch, columns, rows, may_repeat)).swapaxes(-1, -2)
        return data.draw(strided(batch, rows, columns, may_repeat))

    def thinned():
        """Leave out axes in front, and make others one long: NumPy broadcasts them."""
        kept = batch[data.draw(st.integers(0, len(batch))) :]
        return [1 if data.draw(st.integers(0, 3)) == 0 else size for size in kept]

    a, b = drawn(m, k, flips[0], thinned()), drawn(k, n, flips[1], thinned())
    shape = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    c = drawn(m, n, flips[2], list(shape), may_repeat=False)
    assert result_shape(a.shape, b.shape, (False, False)) == c.shape
    before, expected, addend = c.copy(), c + a @ b, None
    if data.draw(st.booleans()):
        one_row = (m, 1) if flips[2] else (1, n)
        stored_as = one_row if data.draw(st.booleans()) else (m, n)
        addend = np.broadcast_to(drawn(*stored_as, flips[2], list(shape)), c.shape)
        by_columns = stored(view_of(c))[0]
        if addend_leading(view_of(addend), by_columns) is None:
            assert by_columns != flips[2] or 0 in c.shape or 1 in c.shape
            addend = None
        else:
            expected = addend + a @ b
    views = (view_of(each) for each in (a, b, c))
    view = None if addend is None else view_of(addend)
    found = plan_key(*views, view, 1.0, 1.0, "auto")
    replay(found, a, b, c, addend)
    np.testing.assert_array_equal(c, expected if c.size else before)
    assert found.offsets == () or c.size


def zeros(*shape):
    return np.zeros(shape, np.float32)


COLUMNS = (0, 2, 1)


@pytest.mark.parametrize(
    ("a", "b", "c", "expected"),
    [
        # Where one stride describes a batch, there is one launch.
        (zeros(2, 3, 4, 5), zeros(2, 3, 5, 6), zeros(2, 3, 4, 6), {"batch": 6, "stride_a": 20}),
        # One B for all makes one tall product.
        (zeros(7, 4, 5), zeros(5, 6), zeros(7, 4, 6), {"m": 28, "batch": 1}),
        (zeros(4, 5), zeros(7, 5, 6), zeros(7, 4, 6), {"batch": 7, "stride_a": 0}),
        (
            *(zeros(7, 5, 4).transpose(COLUMNS), zeros(5, 6), zeros(7, 4, 6)),
            {"batch": 7, "stride_b": 0, "layout": "tn"},
        ),
        # Two axes that are broadcast crosswise are as many launches as the shorter one.
        (zeros(2, 1, 4, 5), zeros(1, 9, 5, 6), zeros(2, 9, 4, 6), {"launches": 2, "batch": 9}),
        # A result by columns exchanges the operands.
        (
            *(zeros(2, 4, 5), zeros(2, 6, 5).transpose(COLUMNS), zeros(2, 6, 4).transpose(COLUMNS)),
            {"m": 6, "n": 4, "layout": "nt", "batch": 2, "stride_a": 30, "stride_b": 20},
        ),
        # Results that go backwards are launched one by one.
        (zeros(3, 4, 5), zeros(3, 5, 6), zeros(3, 4, 6)[::-1], {"launches": 3, "batch": 1}),
    ],
)
def test_launches(a, b, c, expected):
    found = plan_key(view_of(a), view_of(b), view_of(c), None, 1.0, 0.0, "auto")
    assert len(found.offsets) == expected.pop("launches", 1)
    assert found.exchanged == (c.strides[-1] != ITEM)
    assert {name: getattr(found.problem, name) for name in expected} == expected


def test_launches_with_an_addend():
    """Which rows go on from product to product, and in which direction, decides on the launches."""
    a, b, c = zeros(7, 4, 5), zeros(5, 6), zeros(7, 4, 6)
    for addend, expected in (
        (zeros(6), {"m": 28, "batch": 1, "ld_addend": 0}),
        (zeros(7, 4, 6), {"m": 28, "batch": 1, "ld_addend": 6}),
        (zeros(7, 1, 6), {"m": 4, "batch": 7, "ld_addend": 0, "stride_addend": 6}),
        (zeros(7, 4, 9)[..., :6], {"m": 28, "batch": 1, "ld_addend": 9}),
        (zeros(7, 5, 6)[:, :4], {"m": 4, "batch": 7, "ld_addend": 6, "stride_addend": 30}),
        (zeros(7, 4, 6)[::-1], {"m": 4, "batch": 1, "launches": 7}),
    ):
        view = view_of(np.broadcast_to(addend, c.shape))
        found = plan_key(view_of(a), view_of(b), view_of(c), view, 1.0, 1.0, "auto")
        assert len(found.offsets) == expected.pop("launches", 1)
        assert {name: getattr(found.problem, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("shape", "strides", "by_columns", "expected"),
    [
        ((3, 4), (16, 4), False, 4),
        ((3, 4), (40, 4), False, 10),
        ((3, 4), (0, 4), False, 0),
        ((3, 4), (4, 0), True, 0),
        ((3, 4), (4, 12), True, 3),
        ((3, 4), (4, 0), False, None),  # one column for all
        ((3, 4), (0, 0), False, None),  # one element for all
        ((3, 4), (4, 12), False, None),
        ((3, 4), (8, 4), False, None),
        ((3, 4), (-16, 4), False, None),
        ((3, 4), (18, 4), False, None),
        ((3, 1), (8, 99), False, 2),
        ((1, 4), (99, 4), False, 4),
        ((2, 1, 4), (0, 16, 4), False, 0),
        ((2, 1, 4), (16, 16, 4), False, 4),
        ((2, 3, 4), (50, 16, 4), False, None),
        ((3, 0), (0, 4), False, None),
    ],
)
def test_how_an_addend_is_read(shape, strides, by_columns, expected):
    assert addend_leading(View(0, shape, strides), by_columns) == expected


@pytest.mark.parametrize(
    ("shape", "strides", "expected"),
    [
        ((3, 4), (16, 4), (False, 4)),
        ((3, 4), (40, 4), (False, 10)),
        ((3, 4), (4, 12), (True, 3)),
        ((3, 4), (4, 40), (True, 10)),
        ((3, 4), (12, 4), None),
        ((3, 4), (-16, 4), None),
        ((3, 4), (16, -4), None),
        ((3, 4), (0, 4), None),
        ((3, 4), (16, 0), None),
        ((3, 4), (16, 8), None),
        ((3, 4), (18, 4), None),
        ((1, 4), (0, 4), (False, 4)),
        ((1, 4), (7, 4), (False, 4)),
        ((1, 4), (0, 20), (True, 5)),
        ((1, 4), (0, -4), None),
        ((3, 1), (20, 0), (False, 5)),
        ((3, 1), (4, 99), (False, 1)),
        ((3, 1), (0, 4), None),
        ((1, 1), (0, 0), (False, 1)),
        ((0, 4), (1, 3), (False, 4)),
        ((3, 0), (0, 0), (False, 1)),
        ((3, 4), (4 * 2**31, 4), None),
    ],
)
def test_how_a_matrix_is_stored(shape, strides, expected):
    assert stored(View(0, shape, strides)) == expected


@given(data=st.data())
def test_what_is_packed_is_what_numpy_calls_contiguous(data):
    batch = data.draw(st.lists(sizes, max_size=2))
    array = data.draw(strided(batch, data.draw(sizes), data.draw(sizes)))
    for view in (array, array.swapaxes(-1, -2), np.ascontiguousarray(array)):
        assert view_of(view).is_packed == view.flags.c_contiguous


def test_what_can_be_used_where_it_lies():
    assert is_usable(View(256, (2, 3, 4), (48, 16, 4)))
    assert not is_usable(View(258, (2, 3, 4), (48, 16, 4)))
    assert not is_usable(View(0, (2, 3, 4), (50, 16, 4)))
    assert is_usable(View(0, (1, 3, 4), (50, 16, 4)))
    assert is_usable(packed_view((2, 3, 4)).mT)


def test_an_empty_product_has_no_launches_however_many_its_batch():
    count = 10**5
    a, b = packed_view((count, 1, 0, 3)), packed_view((1, count, 3, 4))
    tracemalloc.start()
    try:
        found = plan_key(a, b, packed_view((count, count, 0, 4)), None, 1.0, 0.0, "auto")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < count
    assert found.offsets == ()
    assert found.problem.is_empty
