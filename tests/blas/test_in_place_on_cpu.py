"""The real kernels on strided batches in place: a cpu machine whose memory counts as a GPU's.

In checked mode, so that a stride or a leading dimension that leads astray is an error.
"""

import contextlib
import ctypes

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sgemm
from array_fakes import GPU, FakeInterface
from in_place_samples import whole
from sgemm.arrays import cuda_array_interface
from sgemm.blas import run
from sgemm.machines.cpu import CpuMachine

PLANS = ["any_layout", "auto", "stream_k_cp_async", "split_k:splits=2"]


class CpuAsGpu(CpuMachine):
    """Kernels use its memory in place, on any stream: all work is done at once."""

    device = GPU

    def check_stream(self, stream):
        pass


@pytest.fixture(scope="module")
def machine():
    return CpuAsGpu(threads=2, checked=True, multiprocessors=4)


@pytest.fixture(autouse=True)
def found(machine, monkeypatch):
    monkeypatch.setattr(run, "resident_gpu", lambda number: machine)
    monkeypatch.setattr(cuda_array_interface, "gpu_of", lambda name, address: 0)


@contextlib.contextmanager
def memory_of(machine, count):
    """Yield so many floats of the machine's memory, all NaN."""
    with machine.allocate(4 * count) as buffer:
        floats = np.frombuffer((ctypes.c_float * count).from_address(buffer.address), np.float32)
        floats[...] = np.nan
        yield floats


@st.composite
def layouts(draw, shape, may_repeat):
    """Draw how an array of a shape lies in memory: its strides in elements, and the extent."""
    order = [*draw(st.permutations(range(len(shape) - 2)))]
    matrix = [len(shape) - 2, len(shape) - 1]
    if draw(st.booleans()):
        matrix.reverse()
    strides, step = [0] * len(shape), 1
    for axis in [*reversed(matrix), *order]:
        if axis < len(shape) - 2 and may_repeat and draw(st.booleans()):
            continue
        strides[axis] = step
        step = step * max(1, shape[axis]) + (draw(st.integers(0, 3)) if step > 1 else 0)
        step += draw(st.integers(0, 5)) if axis == matrix[1] else 0
    extent = 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
    return tuple(4 * stride for stride in strides), extent


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.sampled(2)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_strided_batches(machine, plan, data):
    m, n, k = (data.draw(st.sampled_from([1, 4, 7, 33])) for _ in range(3))
    batch = data.draw(st.sampled_from([(), (3,), (2, 2)]))
    beta = data.draw(st.sampled_from([0.0, 2.0]))
    offset = data.draw(st.integers(0, 5))
    with contextlib.ExitStack() as stack:
        arrays = []
        for shape in ((*batch, m, k), (*batch, k, n), (*batch, m, n)):
            strides, extent = data.draw(layouts(shape, may_repeat=len(arrays) < 2))
            floats = stack.enter_context(memory_of(machine, extent + offset))[offset:]
            array = np.lib.stride_tricks.as_strided(floats, shape, strides)
            array[...] = whole(*shape, seed=len(arrays))
            arrays.append((array, floats))
        (a, _), (b, _), (c, around) = arrays
        expected = 2 * (a.astype(np.float64) @ b) + beta * c
        outside = np.count_nonzero(np.isnan(around))
        if beta == 0:
            c[...] = np.nan
        a, b, out = map(FakeInterface, (a, b, c))
        assert sgemm.gemm(a, b, out, alpha=2.0, beta=beta, out=out, plan=plan) is out
        np.testing.assert_array_equal(c, expected)
        assert np.count_nonzero(np.isnan(around)) == outside


def test_tensor_maps_of_strided_batches(machine):
    shape = (3, 64, 32)
    with (
        memory_of(machine, 3 * 64 * 40) as at_a,
        memory_of(machine, 32 * 48) as at_b,
        memory_of(machine, 48 * 3 * 64) as at_c,
    ):
        a = np.lib.stride_tricks.as_strided(at_a, shape, (4 * 64 * 40, 4 * 40, 4))
        b, c = at_b.reshape(32, 48), at_c.reshape(3, 64, 48)
        a[...], b[...] = whole(*shape), whole(32, 48, seed=1)
        given = FakeInterface(a), FakeInterface(b)
        plan = sgemm.plan(*given, plan="stream_k_tma", machine=machine)
        for _ in range(2):
            at_c[...] = np.nan
            plan.run(*given, out=FakeInterface(c))
            np.testing.assert_array_equal(c, a.astype(np.float64) @ b)
