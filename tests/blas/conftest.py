"""A GPU that computes with NumPy in the host's memory, and the libraries whose arrays lie there."""

import sys

import pytest

from array_fakes import GPU, FakeCupy, FakeJax, FakeTorch
from numpy_machine import NumpyMachine
from sgemm.arrays import cuda_array_interface, libraries
from sgemm.blas import dispatch, run


@pytest.fixture
def gpu(monkeypatch):
    """Return the machine of GPU 0, which all calls find."""
    machine = NumpyMachine(device=GPU)
    monkeypatch.setattr(run, "resident_gpu", lambda number: machine)
    monkeypatch.setattr(cuda_array_interface, "gpu_of", lambda name, address: 0)
    monkeypatch.setattr(dispatch, "_launches", {})
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
