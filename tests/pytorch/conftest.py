"""Tests with PyTorch itself, on its CPU tensors; skipped where it is not installed."""

import importlib.util

import pytest

collect_ignore_glob = [] if importlib.util.find_spec("torch") else ["*"]


@pytest.fixture
def gpu(monkeypatch):
    """Return a machine that computes with NumPy; tensors of the CPU count as lying on its GPU.

    So products that PyTorch's dispatcher hands over go the way of those on a GPU. Calls are counted
    from zero.
    """
    from array_fakes import GPU
    from numpy_machine import NumpyMachine
    from sgemm.blas import dispatch, run
    from sgemm.torch import stats, taking
    from sgemm.torch.backend import BACKEND, BackendLibrary

    stats(reset=True)
    machine = NumpyMachine(device=GPU)

    def view_of_memory(self, name, value):
        return super(BackendLibrary, self).view_of_memory(name, value)._replace(device=GPU)

    def allocator(self, number, shape):
        return lambda: self._torch.empty(shape)

    monkeypatch.setattr(run, "resident_gpu", lambda number: machine)
    monkeypatch.setattr(dispatch, "_launches", {})
    monkeypatch.setattr(dispatch, "_widened", {})
    monkeypatch.setattr(taking, "_known", {})
    monkeypatch.setattr(BACKEND, "current_stream", lambda number: 0)
    monkeypatch.setattr(BackendLibrary, "view_of_memory", view_of_memory, raising=False)
    monkeypatch.setattr(BackendLibrary, "allocator", allocator, raising=False)
    return machine
