"""Products in streams, in CUDA graphs, one after the other; several launches begin early."""

import pytest
from torch_samples import SPLIT, captured, exact, same, torch, whole

import sgemm

PLANS = {
    "auto": (256, 128, 512),
    SPLIT: (256, 128, 512),
    "stream_k_tma": (256, 128, 512),
    "stream_k_cp_async": (16, 256, 512),
    "any_layout": (16, 256, 512),
    "skinny": (16, 256, 512),
    "stream_k_packed:bm=64": (321, 131, 777),
    "stream_k_packed:bm=128": (130, 257, 1001),
    "stream_k_packed:bm=64:blocks=40:stream_k_tiles=1": (65, 129, 6001),  # of 40 parts
    "stream_k_tma:slices=4:bm=64:blocks=132:stream_k_tiles=2": (128, 128, 16384),
    "stream_k_tma:blocks=128:stream_k_tiles=1": (256, 128, 8192),
}
plans = pytest.mark.parametrize(("plan", "shape"), PLANS.items())


def operands(shape, seed=0):
    m, n, k = shape
    return whole(m, k, seed=seed), whole(k, n, seed=seed + 100)


@plans
def test_what_changes_between_calls_is_seen(plan, shape):
    a, b = operands(shape)
    news = [operands(shape, seed) for seed in range(1, 9)]
    found = []
    for new_a, new_b in news:
        a.copy_(new_a)
        b.copy_(new_b)
        found.append(sgemm.matmul(a, b, plan=plan))
        a.zero_()
        b.zero_()
    for each, (new_a, new_b) in zip(found, news, strict=True):
        same(each, exact(new_a, new_b))


@plans
def test_a_graph_of_several_products(plan, shape):
    a, b = operands(shape)
    out = torch.empty(*exact(a, b).shape, device="cuda")
    doubled = torch.empty_like(out)
    prepared = sgemm.plan(a, b, plan=plan)

    def work():
        prepared.run(a, b, out=out)
        doubled.copy_(out)
        prepared.run(a, b, out=out)
        doubled.add_(out)

    graph = captured(work)
    for seed in range(1, 5):
        new_a, new_b = operands(shape, seed)
        a.copy_(new_a)
        b.copy_(new_b)
        out.zero_()
        graph.replay()
        same(doubled, 2 * exact(new_a, new_b))


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


def test_a_plan_and_a_call_that_were_never_run_before_their_capture():
    a, b, out = whole(37, 1031), whole(1031, 41, seed=1), torch.zeros(37, 41, device="cuda")
    prepared, found = sgemm.plan(a, b, plan=SPLIT), []
    for work, results in (
        (lambda: prepared.run(a, b, out=out), [out]),
        (lambda: found.append(sgemm.matmul(a, b, plan="split_k:splits=3")), found),
    ):
        graph = captured(work, has_run=False)
        graph.replay()
        same(results[0], exact(a, b))


@plans
def test_streams_do_not_meet(plan, shape):
    pairs = [operands(shape, seed) for seed in range(4)]
    streams = [torch.cuda.Stream() for _ in pairs]
    torch.cuda.synchronize()
    found = []
    for _ in range(20):
        for stream, (a, b) in zip(streams, pairs, strict=True):
            with torch.cuda.stream(stream):
                found.append((a, b, sgemm.matmul(a, b, plan=plan)))
    torch.cuda.synchronize()
    for a, b, each in found:
        same(each, exact(a, b))
