"""Several GPUs, contexts and threads of a process that uses PyTorch."""

import ctypes
import threading

import pytest
from torch_samples import SPLIT, exact, same, torch, whole

import sgemm
from in_place_samples import in_threads
from sgemm import ArgumentError


@pytest.mark.skipif(torch.cuda.device_count() < 2, reason="one GPU")
@pytest.mark.parametrize("plan", ["auto", SPLIT, "stream_k_tma", "texture_loads"])
def test_every_gpu_in_one_process(plan):
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
def test_arrays_and_streams_of_another_gpu():
    there = whole(4, 4).to("cuda:1")
    with pytest.raises(ArgumentError, match=r"^b is on GPU 0 and a is on GPU 1"):
        sgemm.matmul(there, whole(4, 4))
    with pytest.raises(ArgumentError, match=r"^stream = .*belongs to another device"):
        sgemm.matmul(there, there, stream=torch.cuda.Stream("cuda:0"))


@pytest.mark.parametrize(("has_context", "side"), [(False, False), (True, False), (True, True)])
def test_a_thread_that_is_bound_to_another_context_or_none(has_context, side):
    a, b = whole(64, 48), whole(48, 80, seed=1)
    expected, out = exact(a, b), torch.zeros(64, 80, device="cuda")
    prepared = sgemm.plan(a, b)
    stream = torch.cuda.Stream().cuda_stream if side else None
    driver, other, found = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p(), ctypes.c_void_p()

    def work():
        if has_context:
            assert driver.cuCtxCreate_v2(ctypes.byref(other), 0, 0) == 0
        prepared.run(a, b, out=out, stream=stream)
        if has_context:
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


@pytest.mark.parametrize("plan", ["auto", SPLIT, "stream_k_tma"])
def test_threads_on_streams_of_their_own(plan):
    prepared = sgemm.plan((128, 1024), (1024, 192), plan=plan, machine="cuda")

    def work(seed):
        with torch.cuda.stream(torch.cuda.Stream()):
            a, b = whole(128, 1024, seed=seed), whole(1024, 192, seed=seed + 100)
            expected = exact(a, b)
            out = torch.empty(128, 192, device="cuda")
            for i in range(50):
                found = sgemm.matmul(a, b, plan=plan)
                prepared.run(a, b, out=out)
                if i % 10 == 0 or i == 49:
                    same(found, expected)
                    same(out, expected)

    in_threads(work, 6)
