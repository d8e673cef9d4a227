"""Half precision by float32, and prepared operands, with PyTorch itself."""

import weakref

import numpy as np
import pytest
import torch

import sgemm
from array_fakes import GPU
from numpy_machine import NumpyMachine
from sgemm import ArgumentError
from sgemm.arrays.libraries import library_of
from sgemm.arrays.torch_library import TorchLibrary
from sgemm.blas import functions

HALF = [torch.float16, torch.bfloat16]


def normal(*shape, dtype=torch.float32, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


@pytest.mark.parametrize("dtype", HALF)
def test_values_and_gradients(dtype):
    """Gradients have the types of their operands, as PyTorch's own would."""
    a, b = normal(9, 8, dtype=dtype), normal(8, 7, seed=1)
    expected = a.double() @ b.double()
    torch.testing.assert_close(sgemm.matmul(a, b).double(), expected, rtol=1e-5, atol=1e-5)
    found = sgemm.gemm(b, a, trans_a=True, trans_b=True)
    torch.testing.assert_close(found.double(), expected.T, rtol=1e-5, atol=1e-5)
    a.requires_grad = b.requires_grad = True
    sgemm.matmul(a, b).sum().backward()
    assert (a.grad.dtype, b.grad.dtype) == (dtype, torch.float32)
    wide, same = a.detach().float().requires_grad_(), b.detach().clone().requires_grad_()
    sgemm.matmul(wide, same).sum().backward()
    torch.testing.assert_close(a.grad, wide.grad.to(dtype))
    torch.testing.assert_close(b.grad, same.grad)


VIEWS = {
    "by rows": lambda x: x[0],
    "by columns": lambda x: x.mT.contiguous().mT[0],
    "every other column": lambda x: x.repeat_interleave(2, -1)[0, :, ::2],
    "one row for all": lambda x: x[0, :1].expand(x.shape[1:]),
    "one row": lambda x: x[0, :: x.shape[1]],
    "a batch": lambda x: x,
    "one matrix for all": lambda x: x[:1].expand(x.shape),
    "rows of a batch": lambda x: x.transpose(0, 1).contiguous().transpose(0, 1),
    "a parameter": lambda x: torch.nn.Parameter(x[0], requires_grad=False),
}


COPIED = ("every other column", "one row for all")  # as it is, which no later call can rely on


@pytest.mark.parametrize("dtype", HALF)
@pytest.mark.parametrize(
    ("view", "rows", "columns"),
    [
        *((view, 45, 36) for view in VIEWS),
        *((view, 9, 7) for view in VIEWS if view not in COPIED),
    ],
)
def test_calls_alike_are_not_validated_again(gpu, monkeypatch, dtype, view, rows, columns):
    """Half precision is widened, or read as it is with few rows.

    If a gradient is to be recorded PyTorch sees that the operand is widened.
    """
    found = TorchLibrary.view_of_memory
    monkeypatch.setattr(
        TorchLibrary, "view_of_memory", lambda *given: found(*given)._replace(device=GPU)
    )
    monkeypatch.setattr(TorchLibrary, "allocator", lambda *_: lambda: torch.empty(shape))
    monkeypatch.setattr(library_of("a", torch.empty(0)), "current_stream", lambda number: 0)
    for seed in (1, 2):
        a = VIEWS[view](normal(3, rows, 8, seed=seed).to(dtype))
        b = normal(8, columns, seed=seed + 2)
        shape = (*a.shape[:-1], columns)
        out, expected = torch.empty(shape), a.double() @ b.double()
        version = out._version
        assert sgemm.matmul(a, b, out=out) is out
        assert out._version == version + 1
        for result in (out, sgemm.matmul(a, b)):
            torch.testing.assert_close(result.double(), expected, rtol=1e-5, atol=1e-5)
        monkeypatch.setattr(functions, "validated", None)
    a = a.detach().clone().requires_grad_()
    sgemm.matmul(a, b).sum().backward()
    assert a.grad.dtype == dtype


@pytest.mark.parametrize("dtype", HALF)
def test_compiled(dtype):
    a, b = normal(9, 8, dtype=dtype), normal(8, 7, seed=1)
    compiled = torch.compile(lambda a, b: sgemm.matmul(a, b), backend="aot_eager", fullgraph=True)
    torch.testing.assert_close(compiled(a, b), sgemm.matmul(a, b))


def test_two_of_half_precision_are_refused():
    a = normal(4, 4, dtype=torch.float16)
    with pytest.raises(ArgumentError, match="one of both has to be float32"):
        sgemm.matmul(a, a)
    with pytest.raises(ArgumentError, match="float16"):
        sgemm.matmul(a.clone().requires_grad_(), a)


@pytest.mark.parametrize("ends", ["update", "close"])
def test_memory_that_was_split_lives_as_long_as_its_address_tells_of_changes(ends):
    """An allocator could hand it out again once ``tensor.data`` is assigned."""
    array = np.ones((32, 32), np.float32)
    weight, memory = torch.nn.Parameter(torch.from_numpy(array), False), weakref.ref(array)
    del array
    machine, x = NumpyMachine(), torch.ones(2, 32)
    prepared = sgemm.prepare(weight, machine=machine)
    weight.data = weight.data * 2
    with pytest.raises(ArgumentError, match="b was changed since it was prepared"):
        sgemm.matmul(x, prepared, machine=machine)
    assert memory() is not None
    getattr(prepared, ends)()
    assert memory() is None


def test_a_prepared_weight():
    """Where a gradient is recorded the matrix itself is multiplied; a change is noticed."""
    weight, x = torch.nn.Parameter(normal(7, 8)), normal(9, 8, seed=1)
    prepared = sgemm.prepare(weight, trans=True)
    expected = (x.double() @ weight.double().T).detach()
    with torch.no_grad():
        found = sgemm.gemm(x, prepared, trans_b=True, precision="split_or_ieee")
        torch.testing.assert_close(found.double(), expected, rtol=1e-5, atol=1e-5)
    recorded = sgemm.gemm(x, prepared, trans_b=True)
    torch.testing.assert_close(recorded.double(), expected, rtol=1e-5, atol=1e-5)
    recorded.sum().backward()
    torch.testing.assert_close(weight.grad, x.sum(0).expand(7, 8))
    compiled = torch.compile(
        lambda x: sgemm.gemm(x, prepared, trans_b=True), backend="aot_eager", fullgraph=True
    )
    torch.testing.assert_close(compiled(x), recorded)
    with torch.no_grad():
        weight.mul_(2)
    recorded = sgemm.gemm(x, prepared, trans_b=True)  # as compiled code does
    torch.testing.assert_close(recorded.double(), 2 * expected, rtol=1e-5, atol=1e-5)
    with torch.no_grad():
        with pytest.raises(ArgumentError, match="b was changed since it was prepared"):
            sgemm.gemm(x, prepared, trans_b=True)
        prepared.update()
        found = sgemm.gemm(x, prepared, trans_b=True)
        torch.testing.assert_close(found.double(), 2 * expected, rtol=1e-5, atol=1e-5)
        weight.data = 3 * weight.data
        with pytest.raises(ArgumentError, match="b was changed since it was prepared"):
            sgemm.gemm(x, prepared, trans_b=True)
        for other in (weight.data.as_strided((8, 7), (7, 1)), weight.data.half()):
            weight.data = other
            with pytest.raises(ArgumentError, match="b was changed since it was prepared"):
                sgemm.gemm(x, prepared, trans_b=True)
            with pytest.raises(ArgumentError, match="now"):
                prepared.update()
