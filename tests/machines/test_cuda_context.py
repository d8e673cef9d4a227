"""What a GPU's context does with memory that kernels still use."""

import contextlib

import pytest

from sgemm.errors import MachineError

CAPTURE_UNSAFE = 906
RELAXED = 2


def test_owners_are_kept_until_their_stream_has_come_so_far(library, gpu):
    """An answer that is an error does not mean that it has, and asking is no part of a capture."""
    first, second = object(), object()
    gpu.hold(first, 77)
    gpu.hold(second, 77)
    event, _ = gpu._held[0]
    library.answers = {event: CAPTURE_UNSAFE}
    gpu.hold("third", 77)
    assert [owner for _, owner in gpu._held] == [first, second, "third"]
    events = {each for each, _ in gpu._held}
    assert events <= library.live
    library.answers = {event: 0}
    gpu.hold("fourth", 77)
    assert [owner for _, owner in gpu._held] == [second, "third", "fourth"]
    assert events - library.live == {event}
    assert library.modes["cuEventQuery"] == {RELAXED}
    assert library.mode == 0


def test_an_event_that_cannot_be_recorded_is_given_back(library, gpu):
    before = set(library.live)
    library.failing = {"cuEventRecord"}
    with pytest.raises(MachineError, match="keeping operands"):
        gpu.hold("first", 77)
    assert gpu._held == []
    assert "cuEventCreate" in library.calls and library.live == before


@pytest.mark.parametrize("goes_wrong", [False, True])
def test_memory_is_no_part_of_what_a_thread_captures(library, gpu, goes_wrong):
    outcome = pytest.raises(KeyError) if goes_wrong else contextlib.nullcontext()
    with outcome, gpu.allocate(100) as buffer:
        assert buffer.nbytes == 100 and buffer.address in library.memory
        assert library.mode == 0
        if goes_wrong:
            raise KeyError
    assert library.memory == {}
    assert library.modes["cuMemAlloc_v2"] == library.modes["cuMemFree_v2"] == {RELAXED}
    assert library.mode == 0


def test_the_legacy_stream_is_known_without_asking_the_driver(library, gpu):
    other = gpu.workspace_key(77)  # the driver says number 0
    library.calls.clear()
    assert gpu.workspace_key(0) == gpu.workspace_key(1) != other
    assert library.calls == []
    gpu.workspace_key(77)
    assert library.calls
