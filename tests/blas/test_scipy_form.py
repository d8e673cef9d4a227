"""sgemm() in SciPy's form: its defaults, its order of storage, and when c is written to."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from in_place_samples import whole
from numpy_machine import NumpyMachine
from sgemm import ArgumentError, sgemm


def reference(alpha, a, b, beta=0.0, c=None, trans_a=0, trans_b=0):
    product = alpha * ((a.T if trans_a else a).astype(float) @ (b.T if trans_b else b))
    return product if c is None else product + beta * c


@given(
    sizes=st.tuples(*[st.integers(0, 5)] * 3),
    orders=st.tuples(*[st.sampled_from("CF")] * 3),
    transposes=st.tuples(*[st.sampled_from([0, 1, 2, np.int64(1)])] * 2),
    scalars=st.tuples(*[st.sampled_from([0.0, 1.0, -2.0])] * 2),
    has_c=st.booleans(),
    overwrite_c=st.sampled_from([0, 1]),
)
def test_any_arguments(sizes, orders, transposes, scalars, has_c, overwrite_c):
    m, n, k = sizes
    a = np.asarray(whole(*((k, m) if transposes[0] else (m, k))), order=orders[0])
    b = np.asarray(whole(*((n, k) if transposes[1] else (k, n)), seed=1), order=orders[1])
    c = np.asarray(whole(m, n, seed=2), order=orders[2]) if has_c else None
    before = None if c is None else c.copy()
    expected = reference(scalars[0], a, b, scalars[1], c, *transposes)
    found = sgemm(scalars[0], a, b, scalars[1], c, *transposes, overwrite_c, machine=NumpyMachine())
    np.testing.assert_array_equal(found, expected.astype(np.float32))
    assert found.flags.f_contiguous
    if c is not None:
        if overwrite_c and c.flags.f_contiguous:
            assert found is c
        else:
            np.testing.assert_array_equal(c, before)


def test_on_a_gpu(torch, gpu):
    a, b, c = whole(8, 12), whole(12, 6, seed=1), whole(6, 8, seed=2).T
    found = sgemm(2.0, torch.tensor(a), torch.tensor(b), -1.0, torch.tensor(c))
    np.testing.assert_array_equal(found.array, reference(2.0, a, b, -1.0, c))
    assert found.array.flags.f_contiguous
    assert sgemm(2.0, torch.tensor(a), torch.tensor(b)).array.flags.f_contiguous
    target, expected = torch.tensor(c), reference(2.0, a, b, -1.0, c)
    assert sgemm(2.0, torch.tensor(a), torch.tensor(b), -1.0, target, overwrite_c=1) is target
    np.testing.assert_array_equal(c, expected)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"trans_a": 3}, r"^trans_a = 3: one of 0, 1, 2"),
        ({"trans_b": "T"}, r"^trans_b = 'T'"),
        ({"overwrite_c": 2}, r"^overwrite_c = 2: one of 0, 1"),
        ({"alpha": "1"}, r"^alpha = '1'"),
        ({"beta": "x"}, r"^beta = 'x'"),  # without c, too
        ({"a": whole(8, 12).astype(np.float64)}, r"^a has dtype float64"),
        ({"a": whole(2, 8, 12)}, r"^a has 3 dimensions; sgemm multiplies two matrices"),
        ({"a": whole(12)}, r"^a has 1 dimension"),
        ({"c": whole(6, 8), "beta": 1.0}, r"^c has shape \(6, 8\); the result has shape \(8, 6\)"),
    ],
)
def test_refusals(changes, words):
    arguments = {"alpha": 1.0, "a": whole(8, 12), "b": whole(12, 6)} | changes
    with pytest.raises(ArgumentError, match=words):
        sgemm(**arguments, machine=NumpyMachine())


def test_c_is_named_where_it_is_the_output():
    a, b, c = whole(8, 12), whole(12, 6), whole(6, 8).T
    c.flags.writeable = False
    with pytest.raises(ArgumentError, match=r"^c is read-only"):
        sgemm(1.0, a, b, c=c, overwrite_c=1, machine=NumpyMachine())
    square = whole(8, 8).T
    with pytest.raises(ArgumentError, match=r"^c shares memory with a"):
        sgemm(1.0, square, square, c=square, overwrite_c=1, machine=NumpyMachine())
