"""PyTorch's streams: a product runs on the current one, or after it on one that is given."""

import pytest
from torch_samples import exact, same, torch, whole

import sgemm

LONG = 200_000_000
"""Cycles for which a stream is kept busy: 0.1 s."""


def test_the_current_stream_is_waited_for_and_used():
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


def test_a_stream_of_the_callers_waits_for_the_current_one():
    a, b = torch.zeros(300, 200, device="cuda"), whole(200, 260, seed=1)
    new = whole(300, 200)
    side = torch.cuda.Stream()
    torch.cuda.synchronize()
    torch.cuda._sleep(LONG)
    a.copy_(new)
    found = sgemm.matmul(a, b, stream=side)
    side.synchronize()
    same(found, exact(new, b))


def test_memory_is_not_used_again_before_the_callers_stream_is_done():
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


def test_streams_in_every_form():
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
