"""A GPU that computes with NumPy in the host's memory, and the libraries whose arrays lie there."""

import sys
import types

import pytest

from array_fakes import GPU, FakeCupy, FakeJax, FakeTorch
from in_place_samples import whole
from numpy_machine import NumpyMachine
from sgemm import matmul, plan
from sgemm.arrays import cuda_array_interface, libraries
from sgemm.blas import dispatch, run, tracing
from sgemm.machines.cpu import CpuMachine
from split_rates import fitted, of_smallest


@pytest.fixture(scope="module")
def machine():
    """A machine on which the smallest tile of fp16x3 is fastest. Some files have another.

    It is in checked mode, whose code is compiled in less than half the time.
    """
    with fitted(of_smallest("fp16x3"), for_small=True):
        yield CpuMachine(threads=1, checked=True)


@pytest.fixture
def gpu(monkeypatch):
    """Return the machine of GPU 0, which all calls find."""
    machine = NumpyMachine(device=GPU)
    monkeypatch.setattr(run, "resident_gpu", lambda number: machine)
    monkeypatch.setattr(cuda_array_interface, "gpu_of", lambda name, address: 0)
    monkeypatch.setattr(dispatch, "_launches", {})
    monkeypatch.setattr(dispatch, "_widened", {})
    monkeypatch.setattr(dispatch, "_libraries", {})
    monkeypatch.setattr(libraries, "_made", {})
    return machine


def imported(name, make):
    """Make a fixture that lets a library be imported, as a fake."""

    @pytest.fixture(name=name)
    def library(gpu, monkeypatch):
        module = make()
        monkeypatch.setitem(sys.modules, name, module)
        return module

    return library


torch, cupy, jax = (
    imported("torch", FakeTorch),
    imported("cupy", FakeCupy),
    imported("jax", FakeJax),
)


@pytest.fixture
def operators(monkeypatch):
    """Return the operands of calls that PyTorch or JAX was given to record, in place of those."""
    calls = []

    def call(*operands, **rest):
        calls.append(operands)

    functions = types.SimpleNamespace(matmul=call, gemm=call)
    monkeypatch.setattr(tracing, "functions_of", lambda a: functions)
    return calls


@pytest.fixture(params=["attributes", "guards"])
def warm(request, torch):
    """Return three tensors, and a call and a plan's run that have multiplied them before.

    PyTorch is one with or without what compares tensors in one call.
    """
    if request.param == "guards":
        torch.with_guards()
    tensors = {name: torch.tensor(whole(8, 8)) for name in ("a", "b", "out")}
    calls = matmul, plan(tensors["a"], tensors["b"]).run
    for call in calls * 2:
        call(**tensors)
    return tensors, calls
