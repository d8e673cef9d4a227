"""matmul() by the array API standard, on NumPy's arrays; tests/pytorch and tests/xla have others.

CONTRIBUTING.md says how the standard's own tests are run.
"""

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

import sgemm
from in_place_samples import whole
from matmul_samples import check, of_any_shapes

FITTING = ((2, 3), (3, 4))


@of_any_shapes
def test_shapes_and_errors_are_those_of_numpy(pair):
    check(np.matmul, *(whole(*shape) for shape in pair))


@pytest.mark.parametrize("library", ["torch", "cupy", "numpy"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@of_any_shapes
def test_shapes_and_errors_are_the_same_in_place_and_for_an_output(torch, cupy, gpu, library, pair):
    make = {"torch": torch.tensor, "cupy": cupy.array, "numpy": np.asarray}[library]
    where = {"machine": type(gpu)()} if library == "numpy" else {}

    def multiply(a, b):
        found = sgemm.matmul(make(a), make(b), **where)
        out = make(np.full(found.shape, np.nan, np.float32))
        assert sgemm.matmul(make(a), make(b), out=out, **where) is out
        found, out = (getattr(each, "array", each) for each in (found, out))
        np.testing.assert_array_equal(out, found)
        return found if found.ndim else found[()]

    check(np.matmul, *(whole(*shape) for shape in pair), multiply=multiply)


@pytest.mark.parametrize("side", [0, 1])
def test_half_precision_is_promoted_as_numpy_does(side):
    operands = [whole(*shape) for shape in FITTING]
    operands[side] = operands[side].astype(np.float16)
    assert check(np.matmul, *operands)
