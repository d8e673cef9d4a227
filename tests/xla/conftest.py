"""Tests with JAX itself, on four devices of its CPU; skipped where it is not installed."""

import importlib.util
import os

import pytest

collect_ignore_glob = [] if importlib.util.find_spec("jax") else ["*"]

# Read when JAX makes its devices, of which GPUs are for other tests.
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=4")
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
os.environ.setdefault("JAX_TRACEBACK_FILTERING", "off")  # which adds lines to messages


@pytest.fixture(autouse=True)
def on_the_cpu():
    """Compute on the CPU, also where JAX has a GPU."""
    import jax

    with jax.default_device(jax.devices("cpu")[0]):
        yield


@pytest.fixture
def gpu(monkeypatch):
    """Return a machine that computes with NumPy; JAX's CPU counts as its GPU.

    So what XLA calls goes the way of a call on a GPU.
    """
    import jax
    from xla_samples import STREAM

    from array_fakes import GPU
    from numpy_machine import NumpyMachine
    from sgemm.blas import run
    from sgemm.jax import backend, primitive
    from sgemm.jax.call_frame import CallFrame

    machine = NumpyMachine(device=GPU)
    monkeypatch.setattr(run, "resident_gpu", lambda number: machine)
    monkeypatch.setattr(backend, "_launches", {})
    monkeypatch.setattr(primitive, "_devices", lambda *_: {GPU})
    monkeypatch.setattr(backend, "_compute_on_host", backend._compute_on_gpu)
    monkeypatch.setattr(CallFrame, "stream", lambda self: STREAM)
    monkeypatch.setattr(CallFrame, "ordinal", lambda self: 0)
    jax.clear_caches()
    yield machine
    jax.clear_caches()
