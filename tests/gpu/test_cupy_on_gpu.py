"""CuPy arrays on a GPU, and what only speaks DLPack or __cuda_array_interface__."""

import types

import numpy as np
import pytest

import in_place_samples
import sgemm
from sgemm import ArgumentError

cupy = pytest.importorskip("cupy")


def whole(*shape, seed=0):
    return cupy.asarray(in_place_samples.whole(*shape, seed=seed))


def exact(a, b):
    return in_place_samples.exact(cupy.asnumpy(a), cupy.asnumpy(b))


def same(found, expected):
    np.testing.assert_array_equal(cupy.asnumpy(found), cupy.asnumpy(expected))


VIEWS = {
    "rows": lambda: whole(70, 50),
    "columns": lambda: whole(50, 70).T,
    "gaps": lambda: whole(70, 60)[:, 5:55],
    "reversed": lambda: whole(70, 50)[::-1],
    "reversed columns": lambda: whole(70, 50)[:, ::-1],
    "steps": lambda: whole(140, 150)[::2, ::3],
    "repeated": lambda: cupy.broadcast_to(whole(50), (70, 50)),
}


@pytest.mark.parametrize("view", VIEWS)
def test_any_view(view):
    a, b = VIEWS[view](), whole(50, 90, seed=1)
    for _ in range(2):
        found = sgemm.matmul(a, b)
        assert type(found) is cupy.ndarray
        same(found, exact(a, b))
    if view != "repeated":
        out = VIEWS[view]()
        left, right = whole(70, 30, seed=2), whole(30, 50, seed=3)
        for _ in range(2):
            assert sgemm.matmul(left, right, out=out) is out
            same(out, exact(left, right))


def test_gemm_of_batches():
    a, b, c = whole(2, 1, 20, 30), whole(3, 30, 40, seed=1), whole(2, 3, 20, 40, seed=2)
    same(sgemm.gemm(a, b, c, alpha=2, beta=-1), 2 * exact(a, b) - cupy.asnumpy(c))


def test_current_streams_and_streams_of_the_callers():
    a, b = cupy.zeros((300, 200), np.float32), whole(200, 260, seed=1)
    new = whole(300, 200)
    side, other = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Stream(non_blocking=True)
    busy = whole(4000, 4000)
    cupy.cuda.Device().synchronize()
    with side:
        for _ in range(20):
            cupy.matmul(busy, busy)
        a[...] = new
        found = sgemm.matmul(a, b)
        doubled = found * 2
        elsewhere = sgemm.matmul(a, b, stream=other)
    other.synchronize()
    same(elsewhere, exact(new, b))
    side.synchronize()
    same(doubled, 2 * exact(new, b))


def test_a_plan_and_its_capture():
    a, b, out = whole(128, 512), whole(512, 64, seed=1), cupy.empty((128, 64), np.float32)
    prepared = sgemm.plan(a, b, plan="split_k:splits=4")
    side = cupy.cuda.Stream(non_blocking=True)
    with side:
        prepared.run(a, b, out=out)
        side.begin_capture()
        prepared.run(a, b, out=out)
        graph = side.end_capture()
        for seed in range(3):
            a[...] = whole(128, 512, seed=seed)
            graph.launch()
            side.synchronize()
            same(out, exact(a, b))


def test_scipys_form_stores_by_columns():
    a, b = whole(30, 20), whole(20, 40, seed=1)
    found = sgemm.sgemm(1.0, a, b)
    assert found.flags.f_contiguous
    same(found, exact(a, b))


def with_interface(array, stream=None, **changes):
    """Return what tells where it is by __cuda_array_interface__ alone."""
    own = {"version": 3, "stream": stream, **changes}
    interface = array.__cuda_array_interface__ | own
    return types.SimpleNamespace(array=array, __cuda_array_interface__=interface)


def with_dlpack(array):
    """Return what knows DLPack alone."""
    return types.SimpleNamespace(
        __dlpack__=array.__dlpack__, __dlpack_device__=array.__dlpack_device__
    )


@pytest.mark.parametrize("wrap", [with_interface, with_dlpack])
def test_protocols(wrap):
    a, b, out = whole(30, 20), whole(40, 20, seed=1).T, cupy.empty((30, 40), np.float32)
    target = wrap(out)
    side = cupy.cuda.Stream(non_blocking=True)
    for stream in (None, side):
        out[...] = 0
        cupy.cuda.Device().synchronize()
        assert sgemm.matmul(wrap(a), wrap(b), out=target, stream=stream) is target
        cupy.cuda.Device().synchronize()
        same(out, exact(a, b))
    with pytest.raises(ArgumentError, match=r"^out = None: how to make a new array"):
        sgemm.matmul(wrap(a), wrap(b))


def test_the_stream_that_an_interface_names_is_waited_for():
    a, b, out = cupy.zeros((300, 200), np.float32), whole(200, 260), cupy.empty((300, 260), "f4")
    new, busy = whole(300, 200), whole(4000, 4000)
    side = cupy.cuda.Stream(non_blocking=True)
    cupy.cuda.Device().synchronize()
    with side:
        for _ in range(20):
            cupy.matmul(busy, busy)
        a[...] = new
    sgemm.matmul(with_interface(a, side.ptr), with_interface(b), out=with_interface(out))
    cupy.cuda.Device().synchronize()
    same(out, exact(new, b))


def test_refusals():
    a, b = whole(8, 8), whole(8, 8, seed=1)
    with pytest.raises(ArgumentError, match=r"^b has dtype float64.*astype"):
        sgemm.matmul(a, b.astype(np.float64))
    with pytest.raises(ArgumentError, match=r"^b is of type numpy.ndarray"):
        sgemm.matmul(a, cupy.asnumpy(b))
    with pytest.raises(ArgumentError, match=r"^out shares memory with a"):
        sgemm.matmul(a, b, out=a[::-1])
    with pytest.raises(ArgumentError, match=r"^a starts at 0x1000, which is no memory of a GPU"):
        sgemm.matmul(with_interface(a, data=(4096, False)), with_interface(b))
    out = cupy.empty((8, 8), "f4")
    read_only = with_interface(out, data=(out.data.ptr, True))
    with pytest.raises(ArgumentError, match=r"^out is read-only"):
        sgemm.matmul(with_interface(a), with_interface(b), out=read_only)
