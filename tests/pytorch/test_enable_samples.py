"""PyTorch's own samples of its products, with the library's kernels and without."""

import pytest
import torch

pytest.importorskip("expecttest", reason="PyTorch's samples need it")

from torch.testing._internal.common_methods_invocations import op_db

from sgemm.torch import disable, enabled, stats

DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]


@pytest.fixture(autouse=True)
def as_it_was():
    stats(reset=True)
    yield
    disable()


@pytest.fixture(params=DEVICES)
def device(request, monkeypatch):
    """Return a device: a GPU if there is one, and a CPU that stands for one."""
    if request.param == "cpu":
        request.getfixturevalue("gpu")
    else:  # small samples are not left to PyTorch here
        monkeypatch.setattr("sgemm.torch.taking.slower", lambda *sizes: None)
    return request.param


OPERATORS = {
    op.name: op
    for op in op_db
    if op.name in ("mm", "addmm", "bmm", "baddbmm", "matmul", "einsum", "nn.functional.linear")
    and not op.variant_test_name
}


def close(found, expected):
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("name", OPERATORS)
def test_samples_of_pytorch_come_out_alike(device, name):
    """Results, gradients, out= and in-place forms, and the strides of results."""
    op = OPERATORS[name]

    def everything(sample):
        values = torch.utils._pytree.tree_leaves((sample.input, sample.args))
        leaves = [each for each in values if isinstance(each, torch.Tensor) and each.requires_grad]
        result = op(sample.input, *sample.args, **sample.kwargs)
        gradient = torch.linspace(-1, 1, result.numel(), device=device).reshape(result.shape)
        gradients = torch.autograd.grad(result, leaves, gradient, allow_unused=True)
        found = [result.stride(), result.detach(), gradients]
        with torch.no_grad():
            if op.supports_out:
                out = torch.full_like(result, float("nan"))
                assert op(sample.input, *sample.args, **sample.kwargs, out=out) is out
                found.append(out)
            if op.inplace_variant is not None and sample.input.shape == result.shape:
                place = sample.input.detach().clone()
                found.append(op.inplace_variant(place, *sample.args, **sample.kwargs))
        return found

    samples = list(op.sample_inputs(device, torch.float32, requires_grad=True))
    expected = [everything(sample) for sample in samples]
    with enabled(devices=(device,)):
        found = [everything(sample) for sample in samples]
    close(found, expected)
    assert sum(calls.get("sgemm", 0) for calls in stats().values()) > len(samples) // 2
    assert not any("refused by sgemm" in calls for calls in stats().values())
