"""The kernels on tensor cores with PyTorch: in CUDA graphs, on streams, from any address."""

import pytest
from torch_samples import captured, same, torch

import sgemm
from sgemm.machines.cuda import CudaMachine
from split_rates import fitted

PLANS = ("fp16x3", "fp16x3:bm=64:bn=64:bk=32", "bf16x6:bm=64")
plans = pytest.mark.parametrize("plan", PLANS)

M, N, K = 300, 260, 520


@pytest.fixture(autouse=True)
def only_on(hopper: CudaMachine):
    """Run these tests where the kernels run."""


def inputs(kind, seed=0):
    """Return operands whose tiles have one arithmetic, or several."""
    random = torch.Generator("cuda").manual_seed(seed)
    a = torch.randn(M, K, device="cuda", generator=random)
    b = torch.randn(K, N, device="cuda", generator=random)
    if kind == "wide":
        a[7, 1::2] *= 2.0**-60
        b[::2, 5] *= 2.0**-60
    elif kind == "infinite":
        a[200, 3] = float("inf")
    return a, b


KINDS = ("plain", "wide", "infinite", "plain", "wide")


@plans
def test_each_replay_of_a_graph_chooses_by_its_operands(plan):
    a, b = inputs("plain")
    out, other = torch.empty(M, N, device="cuda"), torch.empty(M, N, device="cuda")
    prepared, beside = (sgemm.plan(a, b, plan=plan) for _ in range(2))
    graph = captured(lambda: prepared.run(a, b, out=out))
    for seed, kind in enumerate(KINDS):
        new_a, new_b = inputs(kind, seed)
        a.copy_(new_a)
        b.copy_(new_b)
        out.fill_(float("nan"))
        graph.replay()
        beside.run(new_a, new_b, out=other)
        assert torch.equal(out.view(torch.int32), other.view(torch.int32))
        tiles = prepared.tiles()  # of the last replay
        assert tiles == beside.tiles()
        assert (tiles["ffma"] > 0) == (kind == "infinite")
        assert (tiles["bf16x6"] > 0) == (kind == "wide" or plan.startswith("bf16x6"))


@plans
def test_streams_do_not_meet(plan):
    pairs = [inputs(kind, seed) for seed, kind in enumerate(KINDS)]
    prepared = sgemm.plan(*pairs[0], plan=plan)
    expected = [sgemm.matmul(*pair, plan=plan) for pair in pairs]
    streams = [torch.cuda.Stream() for _ in pairs]
    torch.cuda.synchronize()
    outs = [torch.empty(M, N, device="cuda") for _ in pairs]
    for _ in range(20):
        for stream, pair, out in zip(streams, pairs, outs, strict=True):
            with torch.cuda.stream(stream):
                prepared.run(*pair, out=out)
    for stream, kind in zip(streams, KINDS, strict=True):
        tiles = prepared.tiles(stream)
        assert (tiles["ffma"] > 0) == (kind == "infinite")
    for found, each in zip(outs, expected, strict=True):
        assert torch.equal(found.view(torch.int32), each.view(torch.int32))


@plans
def test_operands_may_begin_anywhere_and_lie_in_any_way(plan):
    a, b = inputs("wide")
    expected = sgemm.matmul(a, b, plan=plan)
    memory = torch.empty(M * K + N * K + 5, device="cuda")
    left = memory[1 : 1 + M * K].view(M, K).copy_(a)
    right = memory[2 + M * K : 2 + M * K + N * K].view(K, N).copy_(b)
    same(sgemm.matmul(left, right, plan=plan), expected)
    gaps = torch.full((M, K + 3), float("nan"), device="cuda")
    gaps[:, 2 : 2 + K] = a
    same(sgemm.matmul(gaps[:, 2 : 2 + K], right.mT.contiguous().mT, plan=plan), expected)
    out = torch.full((M, N + 3), float("nan"), device="cuda")[:, 1 : 1 + N]
    same(sgemm.matmul(a.mT.contiguous().mT, b, out=out, plan=plan), expected)


def test_gradients_of_a_split_are_split():
    a, b = (each.requires_grad_() for each in inputs("plain"))
    with fitted(for_small=True):
        sgemm.matmul(a, b, precision="split").square().sum().backward()
    expected = a.detach().double(), b.detach().double()
    for each in expected:
        each.requires_grad_()
    (expected[0] @ expected[1]).square().sum().backward()
    for found, exact in zip((a, b), expected, strict=True):
        torch.testing.assert_close(found.grad.double(), exact.grad, rtol=1e-5, atol=1e-3)
