"""Tensors and options that a product refuses by name, and what autograd knows."""

import pytest
from torch_samples import exact, same, torch, whole

import sgemm
from sgemm import ArgumentError


def refused(words, *arrays, **options):
    with pytest.raises(ArgumentError, match=words):
        sgemm.matmul(*arrays, **options)


def test_by_name():
    a, b = whole(8, 8), whole(8, 8, seed=1)
    for _ in range(2):  # the second time by the quick way
        sgemm.matmul(a, b)
        sgemm.matmul(a, b, out=torch.empty_like(a))
    refused(r"^b has dtype torch.float64.*b.float\(\)", a, b.double())
    refused(r"^b is in host memory and a is on GPU 0", a, b.cpu())
    refused(r"^b is of type numpy.ndarray", a, b.cpu().numpy())
    refused(r"^out shares memory with a", a, b, out=a)
    refused(r"^out shares memory with b", a, b, out=b.T)
    refused(r"^out has strides", a, b, out=a.new_empty(1, 8).expand(8, 8))
    refused(r"^out has shape \(8, 4\)", a, b, out=a.new_empty(8, 4))
    refused(r"^a has layout torch.sparse", a.to_sparse(), b)
    refused(r"^machine = 'cpu'.*on GPU 0", a, b, machine="cpu")
    refused(r"^stream = 'side'", a, b, stream="side")
    refused(r"^alpha = True", a, b, alpha=True)
    refused(r"^plan = \['auto'\]", a, b, plan=["auto"])
    flipped = torch.complex(a, b).conj().imag
    assert flipped.is_neg()
    refused(r"^a is a view whose sign.*resolve_neg", flipped, b)


def test_autograd_knows_that_out_was_written():
    a, b, out = whole(8, 8), whole(8, 8, seed=1), torch.ones(8, 8, device="cuda")
    weight = torch.ones(8, 8, device="cuda", requires_grad=True)
    for _ in range(2):
        product = weight * out
        sgemm.matmul(a, b, out=out)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            product.sum().backward()


def test_what_is_recorded_is_the_product():
    from torch.fx.experimental.proxy_tensor import make_fx
    from torch.utils.flop_counter import FlopCounterMode

    a, b, out = whole(8, 8), whole(8, 8, seed=1), torch.empty(8, 8, device="cuda")
    planned = sgemm.plan(a, b)

    def multiply(a, b):
        return sgemm.matmul(a, b)

    def multiply_to(a, b):
        return sgemm.matmul(a, b, out=out)

    def run(a, b):
        return planned.run(a, b, out=out)

    for _ in range(2):  # the second time by the quick way
        for compute in (multiply, multiply_to, run):
            same(compute(a, b), exact(a, b))

    def recorded(compute):
        yield lambda: make_fx(compute)(a, b)
        yield lambda: make_fx(compute, pre_dispatch=True)(a, b)
        yield lambda: torch.jit.trace(compute, (a, b), check_trace=False)

    words = r"^\w+ is multiplied while PyTorch records a graph"
    for record in recorded(multiply):
        graph = record()
        same(graph(a.T, b), exact(a.T, b))
    for record in recorded(run):
        with pytest.raises(ArgumentError, match=words):
            record()
    for compute in (multiply, multiply_to, run):
        with pytest.raises(ArgumentError, match=words):
            torch.fx.symbolic_trace(compute)
    with FlopCounterMode(display=False) as counter:
        counted = multiply(a, b)
    same(counted, exact(a, b))
    assert counter.get_total_flops() == 2 * 8**3
    wrapped = torch.func.grad(lambda x: (x * sgemm.matmul(a, b)).sum())
    same(wrapped(a), exact(a, b))
