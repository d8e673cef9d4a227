"""PyTorch tensors on a GPU: views in place, batches, streams, graphs, threads, and what is refused.

Whole numbers are exact, so every product is compared to the last bit.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import sgemm
from sgemm import ArgumentError
from sgemm.blas import functions, recent
from sgemm.machines.resident import residency, resident_machine

torch = pytest.importorskip("torch")

LONG = 200_000_000
"""Cycles for which a stream is kept busy: 0.1 s."""

SPLIT = "split_k:splits=4"


def whole(*shape, seed=0):
    numbers = np.random.default_rng(seed).integers(-4, 5, shape).astype(np.float32)
    return torch.from_numpy(numbers).cuda()


def exact(a, b):
    return (a.double() @ b.double()).float()


def same(found, expected):
    assert found.shape == expected.shape
    assert torch.equal(found, expected)


def stored(rows, columns, way, seed=0):
    """Return a matrix that lies in memory in one of many ways."""
    match way:
        case "rows":
            return whole(rows, columns, seed=seed)
        case "columns":
            return whole(columns, rows, seed=seed).T
        case "gaps":
            return whole(rows, columns + 5, seed=seed)[:, 3 : 3 + columns]
        case "column gaps":
            return whole(columns, rows + 8, seed=seed)[:, 4 : 4 + rows].T
        case "steps":
            return whole(2 * rows, 3 * columns, seed=seed)[::2, ::3]
        case "repeated":
            return whole(1, columns, seed=seed).expand(rows, columns)


WAYS = ["rows", "columns", "gaps", "column gaps", "steps", "repeated"]


@pytest.mark.parametrize("way_b", WAYS)
@pytest.mark.parametrize("way_a", WAYS)
def test_any_view(way_a, way_b):
    a, b = stored(130, 68, way_a), stored(68, 90, way_b, seed=1)
    for _ in range(2):
        found = sgemm.matmul(a, b)
        same(found, exact(a, b))
    assert type(found) is torch.Tensor
    assert found.is_contiguous()
    assert found.device == a.device


@pytest.mark.parametrize("way", WAYS[:-1])
def test_any_output(way):
    a, b, out = whole(130, 68), whole(68, 90, seed=1), stored(130, 90, way)
    for _ in range(2):
        assert sgemm.matmul(a, b, out=out, alpha=2.0) is out
        same(out, 2 * exact(a, b))
        out.zero_()
    c = whole(130, 90, seed=2)
    sgemm.gemm(a, b, c, alpha=2.0, beta=3.0, out=out)
    same(out, 2 * exact(a, b) + 3 * c)
    sgemm.gemm(a, b, out, beta=1.0, out=out)
    same(out, 3 * exact(a, b) + 3 * c)


@pytest.mark.parametrize("trans_a", [False, True])
@pytest.mark.parametrize("trans_b", [False, True])
def test_gemm_with_a_new_result(trans_a, trans_b):
    a, b, c = whole(60, 50), whole(50, 70, seed=1), whole(60, 70, seed=2)
    left = a.T.contiguous() if trans_a else a
    right = b.T.contiguous() if trans_b else b
    found = sgemm.gemm(left, right, c, alpha=-1, beta=2, trans_a=trans_a, trans_b=trans_b)
    same(found, 2 * c - exact(a, b))


@pytest.mark.parametrize(
    ("shape_a", "shape_b"),
    [
        ((3, 20, 30), (3, 30, 40)),
        ((3, 20, 30), (30, 40)),
        ((20, 30), (3, 30, 40)),
        ((2, 1, 20, 30), (1, 3, 30, 40)),
        ((4, 2, 3, 20, 30), (2, 1, 30, 40)),
        ((0, 20, 30), (30, 40)),
        ((30,), (30, 40)),
        ((20, 30), (30,)),
        ((30,), (30,)),
        ((5, 20, 30), (30,)),
        ((30,), (5, 30, 40)),
        ((0, 30), (30, 40)),
        ((20, 0), (0, 40)),
    ],
)
def test_batches_and_vectors_are_broadcast_as_in_torch(shape_a, shape_b):
    a, b = whole(*shape_a), whole(*shape_b, seed=1)
    for _ in range(2):
        same(sgemm.matmul(a, b), exact(a, b))


def test_batches_with_permuted_axes():
    a, b = whole(20, 5, 30).permute(1, 0, 2), whole(40, 30, 5, seed=1).permute(2, 1, 0)
    same(sgemm.matmul(a, b), exact(a, b))
    out = torch.empty(20, 5, 40, device="cuda").permute(1, 0, 2)
    sgemm.matmul(a, b, out=out)
    same(out, exact(a, b))


@pytest.mark.parametrize("plan", ["tma_pipeline", "async_producer", SPLIT, "any_layout", "skinny"])
def test_plans_by_notation(plan):
    a, b = whole(16, 512), whole(512, 256, seed=1)
    for _ in range(3):
        same(sgemm.matmul(a, b, plan=plan), exact(a, b))


def test_a_rung_without_layouts_gets_copies():
    a, b = stored(64, 48, "columns"), stored(48, 80, "gaps", seed=1)
    same(sgemm.matmul(a, b, plan="shared_tile"), exact(a, b))
    out = torch.empty(80, 64, device="cuda").T
    sgemm.matmul(a, b, out=out, plan="texture_loads")
    same(out, exact(a, b))


def test_many_addresses_of_tensor_maps():
    memory = torch.empty(200, 128, 256, device="cuda")
    b = whole(256, 128, seed=1)
    for i in range(200):
        memory[i] = whole(128, 256, seed=i)
    found = [sgemm.matmul(memory[i], b, plan="tma_pipeline") for i in range(200)]
    for i in range(200):
        same(found[i], exact(memory[i], b))


class TestStreams:
    def test_the_current_stream_is_waited_for_and_used(self):
        a, b = torch.zeros(300, 200, device="cuda"), whole(200, 260, seed=1)
        new = whole(300, 200)
        sgemm.matmul(a, b)
        torch.cuda.synchronize()
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            torch.cuda._sleep(LONG)
            a.copy_(new)
            found = sgemm.matmul(a, b)
            doubled = found * 2
        side.synchronize()
        same(doubled, 2 * exact(new, b))

    def test_a_stream_of_the_callers_waits_for_the_current_one(self):
        a, b = torch.zeros(300, 200, device="cuda"), whole(200, 260, seed=1)
        new = whole(300, 200)
        side = torch.cuda.Stream()
        torch.cuda.synchronize()
        torch.cuda._sleep(LONG)
        a.copy_(new)
        found = sgemm.matmul(a, b, stream=side)
        side.synchronize()
        same(found, exact(new, b))

    def test_memory_is_not_used_anew_before_the_callers_stream_is_done(self):
        a, b = whole(512, 512), whole(512, 512, seed=1)
        expected = exact(a, b)
        side = torch.cuda.Stream()
        torch.cuda.synchronize()
        with torch.cuda.stream(side):
            torch.cuda._sleep(LONG)
        copy = a.clone()
        found = sgemm.matmul(copy, b, stream=side)
        del copy
        torch.full((512, 512), 7.0, device="cuda")  # would get the copy's memory
        torch.cuda.current_stream().synchronize()
        side.synchronize()
        same(found, expected)

    def test_streams_in_every_form(self):
        cuda_core = pytest.importorskip("cuda.core")
        a, b = whole(100, 60), whole(60, 80, seed=1)
        device = cuda_core.Device(0)
        device.set_current()
        own = device.create_stream()
        side = torch.cuda.Stream()
        for stream in (side, side.cuda_stream, own, int(own.handle), 0, 1, 2):
            found = sgemm.matmul(a, b, stream=stream)
            torch.cuda.synchronize()
            same(found, exact(a, b))

    def test_the_callers_device_is_left_as_it_was(self):
        before = torch.cuda.current_device()
        sgemm.matmul(whole(8, 8), whole(8, 8))
        assert torch.cuda.current_device() == before

    @pytest.mark.skipif(torch.cuda.device_count() < 2, reason="one GPU")
    @pytest.mark.parametrize("plan", ["auto", SPLIT, "tma_pipeline", "texture_loads"])
    def test_every_gpu_in_one_process(self, plan):
        torch.cuda.set_device(0)
        for number in range(torch.cuda.device_count()):
            device = f"cuda:{number}"
            a, b = whole(64, 512).to(device), whole(512, 80, seed=1).to(device)
            expected, out = exact(a, b), torch.empty(64, 80, device=device)
            prepared = sgemm.plan(a, b, plan=plan)
            for _ in range(3):
                found = sgemm.matmul(a, b, plan=plan)
                assert found.device == a.device
                same(found, expected)
                out.zero_()
                same(prepared.run(a, b, out=out), expected)
                same(sgemm.matmul(a, b, plan=plan, out=out), expected)
                with torch.cuda.stream(torch.cuda.Stream(device)):
                    torch.cuda.set_device(0)
                    sgemm.matmul(a, b, plan=plan)
            assert torch.cuda.current_device() == 0
            torch.cuda.synchronize(number)

    @pytest.mark.skipif(torch.cuda.device_count() < 2, reason="one GPU")
    def test_arrays_and_streams_of_another_gpu(self):
        there = whole(4, 4).to("cuda:1")
        with pytest.raises(ArgumentError, match=r"^b is on GPU 0 and a is on GPU 1"):
            sgemm.matmul(there, whole(4, 4))
        with pytest.raises(ArgumentError, match=r"^stream = .*belongs to another device"):
            sgemm.matmul(there, there, stream=torch.cuda.Stream("cuda:0"))

    @pytest.mark.parametrize("side", [False, True])
    def test_a_thread_that_is_bound_to_another_context(self, side):
        a, b = whole(64, 48), whole(48, 80, seed=1)
        expected, out = exact(a, b), torch.zeros(64, 80, device="cuda")
        prepared = sgemm.plan(a, b)
        stream = torch.cuda.Stream().cuda_stream if side else None
        driver, other, found = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p(), ctypes.c_void_p()

        def work():
            assert driver.cuCtxCreate_v2(ctypes.byref(other), 0, 0) == 0
            prepared.run(a, b, out=out, stream=stream)
            assert driver.cuCtxGetCurrent(ctypes.byref(found)) == 0
            assert driver.cuCtxDestroy_v2(other) == 0

        prepared.run(a, b, out=out)
        out.zero_()
        torch.cuda.synchronize()
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert found.value == other.value
        torch.cuda.synchronize()
        same(out, expected)

    def test_a_thread_that_has_used_no_gpu(self):
        a, b = whole(64, 48), whole(48, 80, seed=1)
        out = torch.empty(64, 80, device="cuda")
        prepared = sgemm.plan(a, b)
        prepared.run(a, b, out=out)
        expected = exact(a, b)
        out.zero_()
        torch.cuda.synchronize()
        thread = threading.Thread(target=lambda: prepared.run(a, b, out=out))
        thread.start()
        thread.join()
        torch.cuda.synchronize()
        same(out, expected)


class TestGraphs:
    def graph(self, work):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            work()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            work()
        return graph

    @pytest.mark.parametrize("plan", ["auto", SPLIT, "tma_pipeline"])
    def test_a_plan_is_captured(self, plan):
        a, b, out = whole(256, 512), whole(512, 128, seed=1), torch.empty(256, 128, device="cuda")
        prepared = sgemm.plan(a, b, plan=plan)
        graph = self.graph(lambda: prepared.run(a, b, out=out))
        for seed in range(3):
            a.copy_(whole(256, 512, seed=seed))
            out.zero_()
            graph.replay()
            same(out, exact(a, b))

    @pytest.mark.parametrize("plan", ["auto", SPLIT])
    def test_a_call_is_captured_and_beside_it_others_run(self, plan):
        a, b = whole(256, 2048), whole(2048, 128, seed=1)
        kept = []
        graph = self.graph(lambda: kept.append(sgemm.matmul(a, b, plan=plan)))
        others = [sgemm.matmul(a, b, plan=plan) for _ in range(50)]
        for _ in range(20):
            graph.replay()
            others.append(sgemm.matmul(a, b, plan=plan))
        for found in (kept[-1], *others):
            same(found, exact(a, b))

    def test_a_plan_that_was_never_run_before_its_capture(self):
        a, b, out = whole(64, 2048), whole(2048, 64, seed=1), torch.empty(64, 64, device="cuda")
        prepared = sgemm.plan(a, b, plan=SPLIT)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            prepared.run(a, b, out=out)
        graph.replay()
        same(out, exact(a, b))

    def test_a_call_of_a_kind_never_made_before(self):
        a, b = whole(37, 1031), whole(1031, 41, seed=1)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            found = sgemm.matmul(a, b, plan="split_k:splits=3")
        graph.replay()
        same(found, exact(a, b))


class TestPlans:
    def test_a_plan_from_shapes_runs_for_any_arrays(self):
        prepared = sgemm.plan((200, 96), (96, 120), alpha=2.0, beta=-1.0, machine="cuda")
        assert prepared.shape == (200, 120)
        assert "200x120x96" in str(prepared)
        for seed in range(4):
            a, b, c = whole(200, 96, seed=seed), whole(96, 120, seed=9), whole(200, 120, seed=8)
            same(prepared.run(a, b, c=c), 2 * exact(a, b) - c)
            out = c.clone()
            assert prepared.run(a, b, c=out, out=out) is out
            same(out, 2 * exact(a, b) - c)
            other = torch.empty_like(c)
            prepared.run(a, b, c=c, out=other)
            same(other, out)

    def test_other_arrays_than_planned_are_refused(self):
        a, b = whole(64, 32), whole(32, 48)
        prepared = sgemm.plan(a, b, plan="tma_pipeline")
        out = torch.empty(64, 48, device="cuda")
        prepared.run(a, b, out=out)
        with pytest.raises(ArgumentError, match=r"^a has shape \(32, 32\)"):
            prepared.run(a[:32], b)
        with pytest.raises(ArgumentError, match="strides"):
            prepared.run(stored(64, 32, "columns"), b, out=out)
        with pytest.raises(ArgumentError, match="aligned"):
            sgemm.plan(a, b, plan="texture_loads").run(
                whole(64 * 32 + 1)[1:].view(64, 32), b, out=out
            )
        square = whole(32, 32)
        with pytest.raises(ArgumentError, match="out shares memory with a"):
            sgemm.plan(square, square).run(square, whole(32, 32), out=square)
        with pytest.raises(ArgumentError, match="in host memory"):
            prepared.run(a.cpu(), b.cpu())
        prepared.close()
        with pytest.raises(ArgumentError, match="closed"):
            prepared.run(a, b, out=out)

    def test_workspaces_come_back(self):
        machine = resident_machine("cuda")
        a, b, out = whole(256, 4096), whole(4096, 256), torch.empty(256, 256, device="cuda")
        sgemm.plan(a, b, plan=SPLIT).run(a, b, out=out)
        torch.cuda.synchronize()
        residency(machine).workspaces.close(machine)
        free = machine.free_bytes
        for _ in range(5):
            with sgemm.plan(a, b, plan=SPLIT) as prepared:
                assert prepared.workspace.nbytes > 0
                prepared.run(a, b, out=out)
        assert machine.free_bytes == free


@pytest.mark.parametrize("plan", ["auto", SPLIT, "tma_pipeline"])
def test_threads_on_streams_of_their_own(plan):
    failures = []
    prepared = sgemm.plan((128, 1024), (1024, 192), plan=plan, machine="cuda")

    def work(seed):
        try:
            with torch.cuda.stream(torch.cuda.Stream()):
                a, b = whole(128, 1024, seed=seed), whole(1024, 192, seed=seed + 100)
                expected = exact(a, b)
                out = torch.empty(128, 192, device="cuda")
                for i in range(50):
                    found = sgemm.matmul(a, b, plan=plan)
                    prepared.run(a, b, out=out)
                    if i % 10 == 0:
                        same(found, expected)
                        same(out, expected)
                same(found, expected)
                same(out, expected)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_call_like_one_before_is_not_looked_at_again(monkeypatch):
    a, b, out = whole(50, 40), whole(40, 30, seed=1), torch.empty(50, 30, device="cuda")
    parameter = torch.nn.Parameter(b)
    with torch.no_grad():
        for _ in range(2):
            sgemm.matmul(a, b)
            sgemm.matmul(a, b, out=out)
            sgemm.matmul(a, parameter)
        monkeypatch.setattr(functions, "checked", None)
        same(sgemm.matmul(a, b), exact(a, b))
        same(sgemm.matmul(a + 1, parameter), exact(a + 1, b))
        out.zero_()
        assert sgemm.matmul(a, b, out=out) is out
        same(out, exact(a, b))
    for other in ((a.T.contiguous().T, b), (a.double(), b), (parameter, b)):
        with pytest.raises(TypeError):
            sgemm.matmul(*other)
    assert recent.multiplied(a, b, out, 1, "auto") is None


class TestRefusals:
    def refused(self, words, *arrays, **options):
        with pytest.raises(ArgumentError, match=words):
            sgemm.matmul(*arrays, **options)

    def test_by_name(self):
        a, b = whole(8, 8), whole(8, 8, seed=1)
        for _ in range(2):  # the second time by the quick way
            sgemm.matmul(a, b)
            sgemm.matmul(a, b, out=torch.empty_like(a))
        self.refused(r"^b has dtype torch.float64.*b.float\(\)", a, b.double())
        self.refused(r"^b is in host memory and a is on GPU 0", a, b.cpu())
        self.refused(r"^b is of type numpy.ndarray", a, b.cpu().numpy())
        self.refused(r"^out shares memory with a", a, b, out=a)
        self.refused(r"^out shares memory with b", a, b, out=b.T)
        self.refused(r"^out has strides", a, b, out=a.new_empty(1, 8).expand(8, 8))
        self.refused(r"^out has shape \(8, 4\)", a, b, out=a.new_empty(8, 4))
        self.refused(r"^a has layout torch.sparse", a.to_sparse(), b)
        self.refused(r"^machine = 'cpu'.*on GPU 0", a, b, machine="cpu")
        self.refused(r"^stream = 'side'", a, b, stream="side")
        self.refused(r"^alpha = True", a, b, alpha=True)
        self.refused(r"^plan = \['auto'\]", a, b, plan=["auto"])
        flipped = torch.complex(a, b).conj().imag
        assert flipped.is_neg()
        self.refused(r"^a is a view whose sign.*resolve_neg", flipped, b)

    def test_gradients(self):
        a, b = whole(8, 8), whole(8, 8, seed=1).requires_grad_()
        self.refused(r"^b requires a gradient.*b.detach\(\)", a, b)
        with torch.no_grad():
            same(sgemm.matmul(a, b), exact(a, b.detach()))
        same(sgemm.matmul(a, b.detach()), exact(a, b.detach()))

    def test_autograd_knows_that_out_was_written(self):
        a, b, out = whole(8, 8), whole(8, 8, seed=1), torch.ones(8, 8, device="cuda")
        weight = torch.ones(8, 8, device="cuda", requires_grad=True)
        for _ in range(2):
            product = weight * out
            sgemm.matmul(a, b, out=out)
            with pytest.raises(RuntimeError, match="modified by an inplace operation"):
                product.sum().backward()


def test_tensors_made_for_inference():
    b = torch.nn.Parameter(whole(48, 80, seed=1))
    with torch.inference_mode():
        a = whole(64, 48).clone()
        out = torch.empty(64, 80, device="cuda")
        prepared = sgemm.plan(a, b)
        for _ in range(3):
            same(sgemm.matmul(a, b), exact(a, b))
            out.zero_()
            same(sgemm.matmul(a, b, out=out), exact(a, b))
            out.zero_()
            same(prepared.run(a, b, out=out), exact(a, b))


def test_tensors_on_the_host_are_computed_on_the_gpu_and_come_back():
    a, b = whole(30, 20).cpu(), whole(20, 40, seed=1).cpu()
    found = sgemm.matmul(a, b)
    assert found.device.type == "cpu"
    same(found, exact(a, b))


def test_scipys_form():
    a, b, c = whole(30, 20), whole(20, 40, seed=1), whole(40, 30, seed=2).T
    found = sgemm.sgemm(2.0, a, b, -1.0, c)
    same(found, 2 * exact(a, b) - c)
    assert found.stride() == (1, 30)
    expected = 2 * exact(a, b) - c
    assert sgemm.sgemm(2.0, a.T, b, -1.0, c, trans_a=1, overwrite_c=1) is c
    same(c, expected)


def test_the_example_of_the_readme():
    text = (Path(__file__).parents[2] / "README.md").read_text()
    (example,) = re.findall(r"^```py\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    names = {}
    exec(example, names)
    assert names["y"].shape == (4096, 2048)
    torch.testing.assert_close(names["y"], names["a"] @ names["w"].T, rtol=1e-3, atol=1e-3)


def test_a_process_ends_without_complaint():
    program = (
        "import torch, sgemm\n"
        "a = torch.ones(64, 4096, device='cuda')\n"
        f"p = sgemm.plan(a, a.T, plan={SPLIT!r})\n"
        "out = torch.empty(64, 64, device='cuda')\n"
        "p.run(a, a.T, out=out)\n"
        f"assert (sgemm.matmul(a, a.T, plan={SPLIT!r}) == 4096).all()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
