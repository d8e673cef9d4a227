"""Arrays on a GPU: the order of streams, and the workspaces of calls that may overlap."""

import numpy as np
import pytest

from array_fakes import FakeCapsule, FakeInterface
from in_place_samples import exact, stored, whole
from sgemm import ArgumentError, gemm, matmul


class TestStreams:
    def test_the_current_stream(self, torch, gpu):
        torch.current = 77
        a, b = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8))
        for _ in range(2):
            matmul(a, b)
        assert gpu.launched_on == [77, 77]
        assert gpu.orders == []

    def test_a_callers_stream_waits_and_memory_is_kept(self, torch, gpu):
        torch.current = 77
        a, b = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8))
        found = matmul(a, b, stream=88)
        assert gpu.launched_on == [88]
        assert gpu.orders == [(77, 88)]
        assert a.used_by == b.used_by == found.used_by == [88]

    def test_a_default_stream_is_waited_for_in_turn(self, torch, gpu):
        torch.current = 77
        a = torch.tensor(whole(8, 8))
        matmul(a, a, stream=1)
        assert gpu.launched_on == [0]
        assert gpu.orders == [(77, 0), (0, 77)]
        assert a.used_by == []

    def test_a_copy_that_goes_back_is_ordered_on_both_sides(self, torch, gpu):
        torch.current = 77
        a, out = torch.tensor(whole(8, 8)), torch.tensor(stored(8, 8, "steps"))
        matmul(a, a, out=out, stream=88)
        assert gpu.orders == [(77, 88), (88, 77), (77, 88)]
        np.testing.assert_array_equal(out.array, exact(a.array, a.array))

    def test_cupys_stream_waits_since_its_pool_knows_no_other(self, cupy, gpu):
        cupy.current = 77
        a = cupy.array(whole(8, 8))
        matmul(a, a, stream=88)
        assert gpu.launched_on == [88]
        assert gpu.orders == [(77, 88), (88, 77)]

    def test_what_is_captured_does_not_wait_for_what_is_not(self, torch, gpu):
        torch.current = 77
        gpu.graphs = {88: 5}
        a = torch.tensor(whole(8, 8))
        matmul(a, a, stream=88)
        assert gpu.orders == []
        gpu.graphs[77] = 5
        matmul(a, a, stream=88)
        assert gpu.orders == [(77, 88)]

    def test_a_stream_of_another_device(self, torch, gpu):
        gpu.foreign_streams = {99}
        a = torch.tensor(whole(8, 8))
        with pytest.raises(ArgumentError, match=r"^stream = 99"):
            matmul(a, a, stream=99)
        assert gpu.launches == []

    @pytest.mark.parametrize("stream", [0, 1, 99])
    def test_a_stream_for_arrays_of_the_host_is_named_as_given(self, gpu, stream):
        with pytest.raises(ArgumentError, match=rf"^stream = {stream}: .*host memory"):
            matmul(whole(8, 8), whole(8, 8), stream=stream)

    def test_dlpack_producers_get_the_stream(self, gpu):
        a, out = FakeCapsule(whole(8, 8)), FakeCapsule(np.empty((8, 8), np.float32))
        assert matmul(a, a, out=out) is out
        assert a.streams == [None, None]
        assert gpu.launched_on == [0]
        np.testing.assert_array_equal(out.array, exact(a.array, a.array))
        matmul(a, a, out=out, stream=88)
        assert a.streams[2:] == [88, 88]
        assert out.streams == [None, 88]
        assert gpu.launched_on == [0, 88]
        assert [stream for _, stream in gpu.held] == [0] * 3 + [88] * 3

    def test_dlpack_copies_are_waited_for(self, gpu):
        a, c = Standard(whole(8, 8)), Standard(whole(8, 8, seed=1))
        out = Standard(np.empty((8, 8), np.float32))
        gemm(a, a, c, beta=1.0, out=out, stream=88)
        np.testing.assert_array_equal(out.array, exact(a.array, a.array) + c.array)
        assert out.streams == c.streams == [88]  # c is read where it is
        assert [stream for _, stream in gpu.held] == [88] * 4  # and held as A, B and out are
        steps = Standard(np.empty((16, 16), np.float32)[::2, ::2])
        matmul(a, a, out=steps, stream=88)
        np.testing.assert_array_equal(steps.array, exact(a.array, a.array))
        assert gpu.waits == [88]
        assert steps.streams == [88, "written", 88]
        found = matmul(Standard(whole(16, 16)[::2, ::2]), a)
        np.testing.assert_array_equal(found.array, exact(whole(16, 16)[::2, ::2], a.array))
        half = Standard(whole(8, 8, seed=5).astype(np.float16))
        np.testing.assert_array_equal(matmul(half, a).array, exact(half.array, a.array))

    def test_interfaces_name_theirs(self, gpu):
        a, b = FakeInterface(whole(8, 8), stream=77), FakeInterface(whole(8, 8), stream=78)
        out = FakeInterface(np.empty((8, 8), np.float32))
        assert matmul(a, b, out=out) is out
        assert gpu.launched_on == [77]
        assert set(gpu.orders) == {(78, 77), (0, 77), (77, 78), (77, 0)}
        np.testing.assert_array_equal(out.array, exact(a.array, b.array))


class Standard(FakeCapsule):
    """An array of some library that follows the array standard."""

    float32 = np.float32

    def __array_namespace__(self):
        return self

    @property
    def shape(self):
        return self.array.shape

    def empty(self, shape, dtype, device):
        return Standard(np.empty(shape, dtype), device)

    def __setitem__(self, index, other):
        self.array[index] = other.array
        self.streams.append("written")


def test_streams_and_graphs_share_no_workspace(torch, gpu):
    a, b = torch.tensor(whole(32, 512)), torch.tensor(whole(512, 32, seed=1))
    for stream, graph in ((77, 0), (88, 0), (77, 0), (77, 5), (77, 6), (88, 0)):
        torch.current, gpu.graphs = stream, {77: graph}
        found = matmul(a, b, plan="split_k:splits=4")
        np.testing.assert_array_equal(found.array, exact(a.array, b.array))
    seen = [frozenset(gpu.workspaces[at : at + 2]) for at in range(0, 12, 2)]
    assert len(set(seen)) == 4 and len(frozenset.union(*seen)) == 8
    assert seen[2] == seen[0] and seen[5] == seen[1]
