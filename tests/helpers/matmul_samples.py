"""Operands for matmul by the array API standard, and a comparison with a library's own matmul."""

from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

import sgemm
from sgemm import ArgumentTypeError

SHAPES = [
    ((3, 4), (4, 5)),
    ((4,), (4, 5)),
    ((3, 4), (4,)),
    ((4,), (4,)),
    ((2, 3, 4), (4, 5)),
    ((3, 4), (2, 4, 5)),
    ((2, 3, 4), (2, 4, 5)),
    ((2, 1, 3, 4), (5, 4, 2)),
    ((2, 3, 4), (4,)),
    ((0, 3, 4), (4, 5)),
    ((3, 0), (0, 5)),
    ((0, 4), (4, 5)),
    ((4,), (2, 4, 5)),
    ((0,), (0,)),
    ((4, 2, 3, 2, 3), (2, 1, 3, 4)),
]
"""Shapes of operands that fit: of vectors, matrices and batches, with and without elements."""

SIZES = st.integers(0, 4)
BATCHES = mutually_broadcastable_shapes(
    num_shapes=2, min_dims=0, max_dims=2, min_side=0, max_side=4
)
ANY_SHAPE = st.lists(SIZES, max_size=4).map(tuple)


@st.composite
def shapes(draw):
    """Draw the shapes of two operands: vectors, matrices and batches, that mostly fit."""
    k = draw(SIZES)
    left, right = draw(BATCHES).input_shapes
    pair = [
        draw(st.sampled_from([(k,), (*left, draw(SIZES), k)])),
        draw(st.sampled_from([(k,), (*right, k, draw(SIZES))])),
    ]
    if draw(st.integers(0, 3)) == 0:
        pair[draw(st.integers(0, 1))] = draw(ANY_SHAPE)
    return tuple(pair)


def of_any_shapes(test):
    """Run a test on a ``pair`` of shapes: on each of SHAPES, and on any."""
    for pair in SHAPES:
        test = example(pair=pair)(test)
    return given(pair=shapes())(test)


def outcome(multiply, a, b):
    """Return a product, or the error that it raised."""
    try:
        return multiply(a, b)
    except Exception as error:
        return error


def check(own, a, b, *, multiply=sgemm.matmul):
    """Compare a product by the library with the array library's ``own``; return whether it fits.

    Type, shape and elements are the same, when it is repeated, too. Where one raises an error, so
    does the other, and the library's can be caught as theirs.
    """
    expected = outcome(own, a, b)
    for _ in range(2):  # the second time by the quick way
        found = outcome(multiply, a, b)
        if isinstance(expected, Exception):
            assert isinstance(found, ArgumentTypeError), (expected, found)
            assert isinstance(found, type(expected))
            continue
        if isinstance(found, Exception):
            raise found
        assert type(found) is type(expected)
        assert found.dtype == expected.dtype
        assert tuple(found.shape) == tuple(expected.shape)
        assert bool((found == expected).all())  # wherever they lie
    return not isinstance(expected, Exception)
