"""PyTorch's own samples of its products, on a CPU that stands for a GPU."""

import pytest

from operator_samples import OPERATORS, check_samples
from sgemm.torch import disable


@pytest.fixture(autouse=True)
def as_it_was(gpu):
    yield
    disable()


@pytest.mark.parametrize("name", OPERATORS)
def test_samples_of_pytorch_come_out_alike(name):
    check_samples(name, "cpu")
