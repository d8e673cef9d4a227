"""matmul() of PyTorch's tensors by the array API standard, where it is recorded, too."""

import pytest
import torch
from hypothesis import given
from samples import whole

import sgemm
from matmul_samples import check, shapes


def recorded(a, b):
    """Multiply by operators of PyTorch, which a gradient needs."""
    return sgemm.matmul(a.requires_grad_(), b).detach()


both_ways = pytest.mark.parametrize("multiply", [sgemm.matmul, recorded])


@both_ways
@given(pair=shapes())
def test_shapes_and_errors_are_those_of_pytorch(multiply, pair):
    check(torch.matmul, *(whole(*shape) for shape in pair), multiply=multiply)


@both_ways
@pytest.mark.parametrize("kind", [torch.float64, torch.complex64, torch.int32, torch.bool])
def test_a_product_in_another_type_is_refused(multiply, kind):
    advice = "only real float32" if kind.is_complex else r"float32 is needed: b\.float"
    with pytest.raises(sgemm.ArgumentTypeError, match=rf"^b has dtype .*; {advice}"):
        multiply(whole(2, 3), whole(3, 4).to(kind))
