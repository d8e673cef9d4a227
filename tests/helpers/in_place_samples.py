"""Matrices, most of small whole numbers, stored in many ways, for tests of the library."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import strategies as st


def whole(*shape, seed=0):
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(np.float32)


def normal(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)


def exact(a, b):
    return (np.asarray(a).astype(np.float64) @ np.asarray(b)).astype(np.float32)


def assert_same_bits(found, expected):
    found, expected = (np.ascontiguousarray(each).view(np.uint32) for each in (found, expected))
    np.testing.assert_array_equal(found, expected)


WAYS = ["rows", "columns", "gaps", "column gaps", "steps", "reversed"]


def stored(rows, columns, way, seed=0, whole=whole):
    """Return a matrix that lies in memory in one of many ways; ``whole`` makes whole numbers."""
    match way:
        case "rows":
            return whole(rows, columns, seed=seed)
        case "columns":
            return whole(columns, rows, seed=seed).T
        case "gaps":
            return whole(rows, columns + 5, seed=seed)[:, 3 : 3 + columns]
        case "column gaps":
            return whole(columns, rows + 8, seed=seed)[:, 4 : 4 + rows].T
        case "steps":
            return whole(2 * rows, 3 * columns, seed=seed)[::2, ::3]
        case "reversed":
            return whole(rows, columns, seed=seed)[::-1, ::-1]
        case "broadcast":
            return np.broadcast_to(whole(1, columns, seed=seed), (rows, columns))


@st.composite
def matrices(draw, rows, columns):
    """Draw a matrix, stored in one of many ways."""
    way = draw(st.sampled_from([*WAYS, "broadcast"]))
    return stored(rows, columns, way, draw(st.integers(0, 2**32 - 1)))


def numbered(rows, columns):
    return np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)


@st.composite
def slices(draw, base):
    """Draw a view of an array: sliced, stepped, reversed or transposed, possibly empty."""
    rows, columns = (
        slice(*sorted((draw(st.integers(0, size)), draw(st.integers(0, size)))))
        for size in base.shape
    )
    steps = st.sampled_from([-3, -2, -1, 1, 2, 3])
    found = base[rows, columns][:: draw(steps), :: draw(steps)]
    return found.T if draw(st.booleans()) else found


def in_threads(work, count):
    """Let threads work, each with its number; the first error of any is raised."""
    with ThreadPoolExecutor(count) as pool:
        for _ in pool.map(work, range(count)):
            pass
