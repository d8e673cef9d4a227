"""PyTorch tensors on a GPU, used where they lie: views, outputs and batches."""

import pytest
from torch_samples import exact, same, stored, torch, whole

import sgemm

WAYS = ["rows", "columns", "gaps", "column gaps", "steps", "repeated"]


@pytest.mark.parametrize("way_b", WAYS)
@pytest.mark.parametrize("way_a", WAYS)
def test_any_view(way_a, way_b):
    a, b = stored(130, 68, way_a), stored(68, 90, way_b, seed=1)
    for _ in range(2):
        found = sgemm.matmul(a, b)
        same(found, exact(a, b))
    assert type(found) is torch.Tensor
    assert found.is_contiguous()
    assert found.device == a.device


@pytest.mark.parametrize("way", WAYS[:-1])
def test_any_output(way):
    a, b, out = whole(130, 68), whole(68, 90, seed=1), stored(130, 90, way)
    for _ in range(2):
        assert sgemm.matmul(a, b, out=out, alpha=2.0) is out
        same(out, 2 * exact(a, b))
        out.zero_()
    c = whole(130, 90, seed=2)
    sgemm.gemm(a, b, c, alpha=2.0, beta=3.0, out=out)
    same(out, 2 * exact(a, b) + 3 * c)
    sgemm.gemm(a, b, out, beta=1.0, out=out)
    same(out, 3 * exact(a, b) + 3 * c)


@pytest.mark.parametrize("trans_a", [False, True])
@pytest.mark.parametrize("trans_b", [False, True])
def test_gemm_with_a_new_result(trans_a, trans_b):
    a, b, c = whole(60, 50), whole(50, 70, seed=1), whole(60, 70, seed=2)
    left = a.T.contiguous() if trans_a else a
    right = b.T.contiguous() if trans_b else b
    found = sgemm.gemm(left, right, c, alpha=-1, beta=2, trans_a=trans_a, trans_b=trans_b)
    same(found, 2 * c - exact(a, b))


def test_batches_with_permuted_axes():
    a, b = whole(20, 5, 30).permute(1, 0, 2), whole(40, 30, 5, seed=1).permute(2, 1, 0)
    same(sgemm.matmul(a, b), exact(a, b))
    out = torch.empty(20, 5, 40, device="cuda").permute(1, 0, 2)
    sgemm.matmul(a, b, out=out)
    same(out, exact(a, b))
