"""PyTorch's own samples of its products, on a GPU."""

import pytest

pytest.importorskip("torch")

from operator_samples import OPERATORS, check_samples
from sgemm.torch import disable


@pytest.fixture(autouse=True)
def small_products_are_not_left_to_pytorch(monkeypatch):
    monkeypatch.setattr("sgemm.torch.taking.slower", lambda *sizes: None)
    yield
    disable()


@pytest.mark.parametrize("name", OPERATORS)
def test_samples_of_pytorch_come_out_alike(name):
    check_samples(name, "cuda")
