"""PyTorch's own samples of its products, computed with the library's kernels and without.

Whoever imports this has PyTorch. Of expecttest, which PyTorch's tests import, nothing here is used.
"""

import sys
import types
import unittest

import torch

from sgemm.torch import enabled, stats

if "expecttest" not in sys.modules:
    try:
        import expecttest  # noqa: F401
    except ImportError:
        sys.modules["expecttest"] = types.SimpleNamespace(TestCase=unittest.TestCase, ACCEPT=False)

from torch.testing._internal.common_methods_invocations import op_db

OPERATORS = {
    op.name: op
    for op in op_db
    if op.name in ("mm", "addmm", "bmm", "baddbmm", "matmul", "einsum", "nn.functional.linear")
    and not op.variant_test_name
}


def check_samples(name, device):
    """Compare results, gradients of two orders, out= and in-place forms, and results' strides."""
    op = OPERATORS[name]
    samples = list(op.sample_inputs(device, torch.float32, requires_grad=True))
    expected = [_everything(op, sample) for sample in samples]
    stats(reset=True)
    with enabled(devices=(device,)):
        found = [_everything(op, sample) for sample in samples]
    for one, other in zip(found, expected, strict=True):
        _check_close(one, other)
    assert sum(calls.get("sgemm", 0) for calls in stats().values()) > len(samples) // 2
    assert not any("refused by sgemm" in calls for calls in stats().values())


def _everything(op, sample):
    values = torch.utils._pytree.tree_leaves((sample.input, sample.args))
    leaves = [each for each in values if isinstance(each, torch.Tensor) and each.requires_grad]
    result = op(sample.input, *sample.args, **sample.kwargs)
    gradient = torch.linspace(-1, 1, result.numel(), device=result.device).reshape(result.shape)
    first = torch.autograd.grad(result, leaves, gradient, allow_unused=True, create_graph=True)
    loss = sum(each.square().sum() for each in first if each is not None and each.requires_grad)
    second = ()
    if isinstance(loss, torch.Tensor) and loss.requires_grad:
        second = torch.autograd.grad(loss, leaves, allow_unused=True)
    found = [result.stride(), result, *first, *second]
    with torch.no_grad():
        if op.supports_out:
            out = torch.full_like(result, float("nan"))
            assert op(sample.input, *sample.args, **sample.kwargs, out=out) is out
            found.append(out)
        if op.inplace_variant is not None and sample.input.shape == result.shape:
            place = sample.input.detach().clone()
            found.append(op.inplace_variant(place, *sample.args, **sample.kwargs))
    return found


def _check_close(found, expected):
    for one, other in zip(found, expected, strict=True):
        if not isinstance(other, torch.Tensor):
            assert one == other
            continue
        one, other = one.detach(), other.detach()
        finite = other[other.isfinite()].abs()
        largest = float(finite.max()) if finite.numel() else 0.0
        torch.testing.assert_close(one, other, rtol=1e-5, atol=max(1e-4, 1e-5 * largest))
