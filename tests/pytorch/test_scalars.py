"""alpha and beta of the operators, and of sgemm.matmul and sgemm.gemm in code that is recorded."""

import numpy as np
import pytest
import torch
from samples import BACKENDS, are_equal, derivatives, operands, whole
from torch.fx.experimental.proxy_tensor import make_fx

import sgemm
import sgemm.torch

CASES = [("mm", "alpha"), ("addmm", "alpha"), ("addmm", "beta"), ("baddbmm", "beta")]


@pytest.fixture(autouse=True)
def fresh_compiler():
    torch._dynamo.reset()
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        yield


@pytest.mark.parametrize("requires_grad", [False, True])
@pytest.mark.parametrize(("name", "scalar"), CASES)
def test_a_tensor_is_no_scalar(name, scalar, requires_grad):
    operator, values = getattr(torch.ops.sgemm, name), operands(name)
    value = {scalar: torch.tensor(2.0, requires_grad=requires_grad)}
    with pytest.raises(RuntimeError, match=f"'number' for argument '{scalar}' but .* 'Tensor'"):
        operator(*values, **value)
    with pytest.raises(RuntimeError, match=f"'number' for argument '{scalar}' but .* 'Tensor'"):
        operator.out(*values, **value, out=operator(*values))


@pytest.mark.parametrize("scalar", ["alpha", "beta"])
def test_a_tensor_is_no_scalar_in_recorded_code(scalar):
    c, a, b = operands("addmm")

    def program(a, value):
        return sgemm.gemm(a, b, c, **{scalar: value})

    words = rf"{scalar} is a tensor, not a real number: pass {scalar}\.item\(\)"
    with pytest.raises(sgemm.ArgumentError, match=words):
        make_fx(program)(a, torch.tensor(2.0))
    with pytest.raises(torch._dynamo.exc.Unsupported, match=words):
        torch.compile(program, backend="eager", fullgraph=True)(a, torch.tensor(2.0))


@pytest.mark.parametrize("scalar", ["alpha", "beta"])
def test_a_bool_is_no_scalar_in_compiled_code(scalar):
    c, a, b = operands("addmm")
    with pytest.raises(torch._dynamo.exc.Unsupported, match=f"{scalar} = True is of type bool"):
        torch.compile(
            lambda *each: sgemm.gemm(*each, **{scalar: True}), backend="eager", fullgraph=True
        )(a, b, c)


@pytest.mark.parametrize("device", ["cpu", "meta"])
@pytest.mark.parametrize(("name", "scalar"), CASES)
def test_a_complex_number_is_refused(name, scalar, device):
    values = [value.to(device) for value in operands(name)]
    with pytest.raises(sgemm.ArgumentError, match=f"{scalar} = 2j is of type complex"):
        getattr(torch.ops.sgemm, name)(*values, **{scalar: 2j})


@pytest.mark.parametrize("name", ["addmm", "baddbmm"])
def test_other_numbers_are_those_of_pytorch(name):
    values = operands(name)
    for scalars in ({"alpha": 2, "beta": True}, {"alpha": False, "beta": 3}, {"beta": 0}):
        found, expected = (
            derivatives(lambda *each, f=f, given=scalars: f(*each, **given), values)
            for f in (getattr(torch.ops.sgemm, name), getattr(torch, name))
        )
        assert are_equal(found, expected)


def of_items(a, b, c, alpha, beta):
    return sgemm.gemm(a, b, c, alpha=alpha.item(), beta=beta.item())


def of_items_in_place(a, b, c, alpha, beta):
    out = torch.empty_like(c)
    return sgemm.gemm(a, b, c, alpha=alpha.item(), beta=beta.item(), out=out)


def of_sizes(a, b, c, *_):
    return sgemm.gemm(a, b, c, alpha=a.shape[0], beta=1 / a.shape[1])


def of_sizes_alone(a, b, *_):
    return sgemm.matmul(a, b, alpha=a.shape[0] / 2)


def of_numpy(a, b, c, *_):
    return sgemm.gemm(a, b, c, alpha=HALF, beta=1 / np.sqrt(16))


HALF = np.float32(0.5)
PROGRAMS = [of_items, of_items_in_place, of_sizes, of_sizes_alone, of_numpy]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_scalars_may_be_known_when_compiled_code_runs(program, backend):
    compiled = torch.compile(program, backend=backend, fullgraph=True, dynamic=True)
    for rows, scalars in ((4, (2.0, -3.0)), (8, (0.5, 0.0))):
        values = whole(rows, 4), whole(4, 8), whole(rows, 8), *map(torch.tensor, scalars)
        assert torch.equal(compiled(*values), program(*values))


@pytest.mark.parametrize("program", PROGRAMS)
def test_scalars_may_be_known_when_a_traced_graph_runs(program):
    values = whole(4, 4), whole(4, 8), whole(4, 8), torch.tensor(2.0), torch.tensor(-3.0)
    graph = make_fx(program, tracing_mode="symbolic")(*values)
    assert torch.equal(graph(*values), program(*values))


@pytest.mark.parametrize("strict", [False, True])
def test_scalars_may_be_known_when_an_exported_graph_runs(strict):
    class Module(torch.nn.Module):
        def forward(self, *values):
            return of_items(*values)

    values = whole(4, 4), whole(4, 8), whole(4, 8), torch.tensor(2.0), torch.tensor(-3.0)
    exported = torch.export.export(Module(), values, strict=strict).module()
    values = (*values[:3], torch.tensor(3.0), torch.tensor(0.0))
    assert torch.equal(exported(*values), of_items(*values))


def test_gradients_by_scalars_that_are_known_later():
    values, scalars = (whole(4, 4), whole(4, 8), whole(4, 8)), map(torch.tensor, (2.0, -3.0))
    scalars = tuple(scalars)
    compiled = torch.compile(of_items, backend="aot_eager", fullgraph=True)
    found, expected = (
        derivatives(lambda *each, f=function: f(*each, *scalars), values, order=1)
        for function in (compiled, of_items)
    )
    assert are_equal(found, expected)


def test_a_beta_that_is_known_later_needs_a_c():
    with pytest.raises(sgemm.ArgumentError, match="c is None: a c is needed"):
        make_fx(lambda a, beta: sgemm.gemm(a, a, beta=beta.item()), tracing_mode="symbolic")(
            whole(4, 4), torch.tensor(0.0)
        )
