"""Products captured in CUDA graphs by PyTorch: prepared plans, and calls."""

from __future__ import annotations

import pytest
from torch_samples import SPLIT, exact, same, torch, whole

import sgemm


def captured(work):
    """Return a graph of some work, which has run once before, on another stream."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        work()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph


@pytest.mark.parametrize("plan", ["auto", SPLIT, "stream_k_tma"])
def test_a_plan_is_captured(plan):
    a, b, out = whole(256, 512), whole(512, 128, seed=1), torch.empty(256, 128, device="cuda")
    prepared = sgemm.plan(a, b, plan=plan)
    graph = captured(lambda: prepared.run(a, b, out=out))
    for seed in range(3):
        a.copy_(whole(256, 512, seed=seed))
        out.zero_()
        graph.replay()
        same(out, exact(a, b))


@pytest.mark.parametrize("plan", ["auto", SPLIT])
def test_a_call_is_captured_and_beside_it_others_run(plan):
    a, b = whole(256, 2048), whole(2048, 128, seed=1)
    kept = []
    graph = captured(lambda: kept.append(sgemm.matmul(a, b, plan=plan)))
    others = [sgemm.matmul(a, b, plan=plan) for _ in range(50)]
    for _ in range(20):
        graph.replay()
        others.append(sgemm.matmul(a, b, plan=plan))
    for found in (kept[-1], *others):
        same(found, exact(a, b))


def test_a_plan_that_was_never_run_before_its_capture():
    a, b, out = whole(64, 2048), whole(2048, 64, seed=1), torch.empty(64, 64, device="cuda")
    prepared = sgemm.plan(a, b, plan=SPLIT)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        prepared.run(a, b, out=out)
    graph.replay()
    same(out, exact(a, b))


def test_a_call_of_a_kind_never_made_before():
    a, b = whole(37, 1031), whole(1031, 41, seed=1)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        found = sgemm.matmul(a, b, plan="split_k:splits=3")
    graph.replay()
    same(found, exact(a, b))
