"""The arithmetic of tensor cores: by what an H200 gave, of every class of inputs."""

import numpy as np
import pytest
from measured_tensor_cores import FINDINGS, measured
from tensor_cores.model import BF16, FP16, TF32, multiply_add

from sgemm.errors import ArgumentError

FORMATS = (FP16, BF16, TF32)


def bits_of(form, values):
    """Return exactly representable numbers in a format."""
    values = np.asarray(values, np.float64)
    if form is FP16:
        bits = values.astype(np.float16).view(np.uint16)
    else:
        words = values.astype(np.float32).view(np.uint32)
        bits = (words >> 16).astype(np.uint16) if form is BF16 else words
    np.testing.assert_array_equal(form.values(bits), values)
    return bits


@pytest.mark.parametrize("instruction", FINDINGS["instructions"])
def test_it_is_what_an_h200_gives(instruction):
    form = next(each for each in FORMATS if each.name in instruction.split("_"))
    seen = 0
    for name, (a, b, c, d) in measured(instruction):
        np.testing.assert_array_equal(multiply_add(form, a, b, c), d, name)
        seen += d.size
    assert seen > 3000


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_whole_tiles_are_exact_where_numbers_are_small(form):
    rng = np.random.default_rng(2)
    # More tiles than are computed at once, and a k of several groups and a rest.
    a, b = rng.integers(-8, 9, (700, 16, 35)), rng.integers(-8, 9, (700, 35, 8))
    c = rng.integers(-8, 9, (700, 16, 8))
    start = c.astype(np.float32).view(np.uint32)
    d = multiply_add(form, bits_of(form, a), bits_of(form, b), start)
    np.testing.assert_array_equal(d.view(np.float32), a @ b + c)


def test_bad_input_is_named():
    a, b, c = (
        np.zeros((1, 2, 3), np.uint16),
        np.zeros((1, 3, 4), np.uint16),
        np.zeros((1, 2, 4), "u4"),
    )
    with pytest.raises(ArgumentError, match=r"shapes .*\(1, 4, 3\)"):
        multiply_add(FP16, a, b.swapaxes(1, 2), c)
    with pytest.raises(ArgumentError, match="tf32 is in uint32"):
        multiply_add(TF32, a, b, c)
