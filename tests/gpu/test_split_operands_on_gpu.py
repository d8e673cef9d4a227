"""On a GPU: half precision by float32, and prepared operands, have the bits of plain products."""

import itertools

import numpy as np
import pytest

import sgemm
from sgemm.kernels.catalogue import FUSED, find
from sgemm.kernels.kernel import HALF_TYPES

torch = pytest.importorskip("torch")

TILES = [f"fp16x3:bm={t.bm}:bn={t.bn}:bk={t.bk}" for t in find("fp16x3").tiles]
FUSED_TILES = [f"{name}:bm={t.bm}:bn={t.bn}" for name in FUSED for t in find(name).tiles]
SHAPES = [(1, 1, 320), (200, 131, 330), (1030, 777, 4100)]


def normal(*shape, dtype=torch.float32, seed=0):
    generator = torch.Generator("cuda").manual_seed(seed)
    return torch.randn(*shape, generator=generator, device="cuda").to(dtype)


def assert_same(found, expected, what=""):
    torch.testing.assert_close(
        found.view(torch.int32), expected.view(torch.int32), rtol=0, atol=0, msg=str(what)
    )


@pytest.mark.parametrize("types", HALF_TYPES)
@pytest.mark.parametrize("plan", TILES + FUSED_TILES)
def test_half_precision_has_the_bits_of_what_it_is_widened_to(hopper, plan, types) -> None:
    """The low halves of such an operand are all zero, and their products add nothing."""
    dtypes = [getattr(torch, type_) for type_ in types]
    for (m, n, k), (trans_a, trans_b), beta in itertools.product(
        SHAPES, [(False, False), (True, True)], (0.0, 0.5)
    ):
        a = normal(*((k, m) if trans_a else (m, k)), dtype=dtypes[0])
        b = normal(*((n, k) if trans_b else (k, n)), dtype=dtypes[1], seed=1)
        flags = {"trans_a": trans_a, "trans_b": trans_b, "beta": beta, "plan": plan}
        c = normal(m, n, seed=2)
        expected = sgemm.gemm(a.float(), b.float(), c.clone(), **flags)
        assert_same(sgemm.gemm(a, b, c.clone(), **flags), expected, (m, n, k, flags))


@pytest.mark.parametrize("types", HALF_TYPES)
def test_what_one_half_cannot_hold(hopper, types) -> None:
    """FP16 from its smallest number to its largest; BF16 over float32's range; infinities."""
    dtypes = [getattr(torch, type_) for type_ in types]
    a, b = normal(300, 500, dtype=dtypes[0]), normal(500, 200, dtype=dtypes[1], seed=1)
    half = a if "16" in types[0] else b.T
    half[70, :2] = torch.tensor([2.0**-24, 65504.0])
    if "bfloat16" in types:
        half[140, :2] = torch.tensor([2.0**-60, 2.0**60])
    wide_a, wide_b = a.double(), b.double()
    found = sgemm.matmul(a, b, plan="fp16x3:bn=64:bk=32")
    unit = 2.0**-24 * (wide_a.abs() @ wide_b.abs())
    # One element is most of its sums: each of 16 promotions may round to half a unit in its place.
    assert ((found.double() - wide_a @ wide_b).abs() / unit).max() < 17
    half[199, 7] = float("inf")
    found, expected = sgemm.matmul(a, b, plan="fp16x3:bn=64:bk=32"), a.float() @ b.float()
    assert torch.equal(found.isfinite(), expected.isfinite())


@pytest.mark.parametrize("plan", [*TILES, "fp16x3_mma", "auto"])
def test_prepared_operands_give_the_same_bits(hopper, plan) -> None:
    for m, n, k in SHAPES:
        for change in (None, "wide", "infinity"):
            a, w = normal(m, k), normal(n, k, seed=1)
            if change == "wide":
                w[0, 3], a[:, 5] = 2.0**-60, 0
            elif change == "infinity":
                w[-1, 2] = float("inf")
            expected = sgemm.gemm(a, w, trans_b=True, plan=plan)
            prepared = sgemm.prepare(w, trans=True)
            left = sgemm.prepare(a, side="left")
            for both in ((a, prepared), (left, prepared), (left, w)):
                found = sgemm.gemm(*both, trans_b=True, plan=plan)
                torch.testing.assert_close(found, expected, rtol=0, atol=0, equal_nan=True)


def test_in_a_graph_on_other_streams_and_after_changes(hopper) -> None:
    x, w = normal(256, 2048), normal(4096, 2048, seed=1)
    prepared = sgemm.prepare(w, trans=True)
    plan = sgemm.plan(x, prepared, trans_b=True, precision="split")
    assert plan.plan.kernel.name == "fp16x3"
    out = torch.empty(256, 4096, device="cuda")
    plan.run(x, prepared, out=out)
    expected = sgemm.gemm(x, w, trans_b=True, plan="fp16x3")
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        plan.run(x, prepared, out=out)
        other = sgemm.gemm(x, prepared, trans_b=True, precision="split")
    stream.synchronize()
    assert_same(other, out)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        plan.run(x, prepared, out=out)
    out.zero_()
    graph.replay()
    assert_same(out, other)
    assert (out - expected).abs().max() < 1e-3
    w.mul_(2)
    with pytest.raises(sgemm.ArgumentError, match="was changed since it was prepared"):
        plan.run(x, prepared, out=out)
    prepared.update()
    graph.replay()  # the graph reads the same memory
    assert_same(out, 2 * other)


def test_numpy_arrays_are_copied_once(hopper) -> None:
    a, b = (np.random.default_rng(i).standard_normal((600, 600), np.float32) for i in (0, 1))
    prepared = sgemm.prepare(b, machine="cuda")
    expected = sgemm.matmul(a, b, plan="fp16x3:bn=64:bk=32", machine="cuda")
    for plan in ("fp16x3:bn=64:bk=32", "auto"):
        found = sgemm.matmul(a, prepared, plan=plan, machine="cuda")
        if plan != "auto":
            np.testing.assert_array_equal(found.view(np.uint32), expected.view(np.uint32))
        np.testing.assert_allclose(found, a.astype(np.float64) @ b, rtol=1e-3, atol=1e-3)
