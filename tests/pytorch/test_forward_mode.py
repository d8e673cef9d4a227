"""Tangents of sgemm.matmul and of the operators in code that PyTorch compiles or exports."""

import itertools

import pytest
import torch
from samples import BACKENDS, whole
from torch._dynamo.testing import AotEagerAndRecordGraphs
from torch.autograd import forward_ad
from torch.func import grad, hessian, jacfwd, jvp
from torch.utils._python_dispatch import TorchDispatchMode

import sgemm
import sgemm.torch

B = whole(4, 4, seed=1)
PROGRAMS = {
    "jvp": lambda f: lambda a: jvp(lambda a: f(a, B) + a, (a,), (a + 1,))[1],
    "jvp of the product alone": lambda f: lambda a: jvp(lambda a: f(a, B), (a,), (a + 1,))[1],
    "jacfwd": lambda f: jacfwd(lambda a: f(a, B) + a),
    "jacfwd of the product alone": lambda f: jacfwd(lambda a: f(a, B)),
    "hessian": lambda f: hessian(lambda a: (f(a, a) + a).square().sum()),
    "jvp of a gradient": lambda f: (
        lambda a: jvp(grad(lambda a: f(a, f(B, a)).sum()), (a,), (a,))[1]
    ),
    "gradient of a jvp": lambda f: grad(lambda a: jvp(lambda a: f(a, a) + a, (a,), (B,))[1].sum()),
    "jvp of a jvp": lambda f: lambda a: jvp(PROGRAMS["jvp"](f), (a,), (a,))[1],
    "vmap of a jvp": lambda f: (
        lambda a: torch.vmap(lambda t: jvp(lambda a: f(a, B) + a, (a,), (t,))[1])(
            torch.stack([a, B])
        )
    ),
}


@pytest.fixture(autouse=True)
def fresh_compiler():
    torch._dynamo.reset()


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("backend", BACKENDS)
def test_tangents_of_compiled_code_are_those_of_pytorch(backend, name):
    a, program = whole(4, 4), PROGRAMS[name]
    compiled = torch.compile(program(sgemm.matmul), backend=backend, fullgraph=True)
    assert torch.equal(compiled(a), program(torch.mm)(a))


@pytest.mark.parametrize("name", ["jvp", "jvp of the product alone"])
def test_tangents_of_exported_code_are_those_of_pytorch(name):
    class Module(torch.nn.Module):
        def forward(self, a):
            return PROGRAMS[name](sgemm.matmul)(a)

    exported = torch.export.export(Module(), (whole(4, 4),), strict=False)
    a = whole(4, 4) + 1
    assert torch.equal(exported.module()(a), PROGRAMS[name](torch.mm)(a))


def dual(function):
    """Return the tangent of a function, by the levels of forward mode themselves."""

    def program(a):
        with forward_ad.dual_level():
            return forward_ad.unpack_dual(function(forward_ad.make_dual(a, a + 1))).tangent

    return program


def dual_gradient(multiply):
    """Return what gives the tangent of a gradient."""

    def program(a):
        with forward_ad.dual_level():
            value = forward_ad.make_dual(a.clone().requires_grad_(), a)
            result = multiply(multiply(value, B), value).sum()
            (gradient,) = torch.autograd.grad(result, value, create_graph=True)
            return forward_ad.unpack_dual(gradient + value).tangent.detach()

    return program


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
@torch._dynamo.config.patch(trace_autograd_ops=True)
def test_tangents_without_transforms_are_those_of_pytorch(backend):
    a = whole(4, 4)
    for made in (lambda f: dual(lambda a: f(a, B) + a), dual_gradient):
        for multiply in (sgemm.matmul, torch.ops.sgemm.mm):
            found = torch.compile(made(multiply), backend=backend, fullgraph=True)(a)
            assert torch.equal(found, made(torch.mm)(a))


def test_an_out_takes_no_tangent_and_what_has_none_may_be_written():
    a, out = whole(4, 4), torch.empty(4, 4)
    with forward_ad.dual_level():
        torch.ops.sgemm.mm.out(a, B, out=out)
        assert torch.equal(out, a @ B)
        for values in ((forward_ad.make_dual(a, a), B, out), (a, B, forward_ad.make_dual(out, a))):
            with pytest.raises(sgemm.ArgumentError, match=r"out: .* carries a tangent"):
                torch.ops.sgemm.mm.out(*values[:2], out=values[2])


def without_gradients(function):
    return lambda *values: torch.no_grad()(function)(*values)


def without_tangents(function):
    def program(*values):
        with forward_ad._set_fwd_grad_enabled(False):
            return function(*values)

    return program


LAYERS = {
    "grad": lambda f: grad(lambda a: f(a).sum()),
    "jvp": lambda f: lambda a: jvp(f, (a,), (a,))[1],
}


@pytest.mark.parametrize("inner", LAYERS)
@pytest.mark.parametrize("outer", LAYERS)
def test_what_is_switched_off_stays_off_in_layers_further_out(outer, inner):
    a = whole(4, 4)
    switches = (lambda f: f, without_gradients, without_tangents)
    for around, within in itertools.product(switches, switches):
        found, expected = (
            LAYERS[outer](around(LAYERS[inner](within(lambda a, f=f: f(f(a, B), a) + a**3))))(a)
            for f in (sgemm.matmul, torch.mm)
        )
        assert torch.equal(found, expected)


def test_nobody_sees_that_tensors_are_asked_for_tangents():
    seen = []

    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, operator, types, args=(), kwargs=None):
            seen.append(str(operator))
            return operator(*args, **kwargs or {})

    a = whole(4, 4)
    sgemm.matmul(a, B.clone().requires_grad_())
    with Mode():
        sgemm.matmul(a, B)
        torch.ops.sgemm.mm.out(a, B, out=torch.empty_like(a))
    assert seen == ["sgemm.mm.default", "aten.empty_like.default", "sgemm.mm.out"]
    backend = AotEagerAndRecordGraphs()
    torch.compile(lambda a: sgemm.matmul(a, B), backend=backend, fullgraph=True)(a)
    (graph,) = backend.fw_graphs
    targets = [str(node.target) for node in graph.graph.nodes if node.op == "call_function"]
    assert targets == ["sgemm.mm.default"]
