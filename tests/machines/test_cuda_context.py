"""What a GPU's context does with memory that kernels still use; the driver is scripted."""

import contextlib
import ctypes
import types

import pytest

from sgemm.errors import MachineError
from sgemm.machines import cuda_context
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.cuda_context import CudaContext
from sgemm.machines.cuda_driver import RawDriver

NOT_READY = 600
CAPTURE_UNSAFE = 906
RELAXED = 2


class Driver(RawDriver):
    """Events are handed out in turn; what asking for one answers is the test's to say."""

    def __init__(self):
        self.events = 0
        self.answers = {}
        self.destroyed = []
        self.mode = 0
        self.asked_in_mode = []
        self.refuses_to_record = False

    def explain(self, code):
        return f"error {code}"

    def __getattr__(self, name):
        """All other calls succeed and write nothing: zero is a context and a stream's number."""
        return lambda *arguments: 0

    def exchange_capture_mode(self, at):
        mode = ctypes.c_int.from_address(at)
        self.mode, mode.value = mode.value, self.mode
        return 0

    def create_event(self, at, flags):
        self.events += 1
        ctypes.c_void_p.from_address(at).value = self.events
        return 0

    def record_event(self, event, stream):
        return 999 if self.refuses_to_record else 0

    def query_event(self, event):
        self.asked_in_mode.append(self.mode)
        return self.answers.get(event, NOT_READY)

    def destroy_event(self, event):
        self.destroyed.append(event)
        return 0


@pytest.fixture
def driver(monkeypatch):
    made = Driver()
    monkeypatch.setattr(cuda_context, "raw_driver", lambda: made)
    return made


@pytest.fixture
def context(driver):
    return CudaContext(types.SimpleNamespace(ordinal=0, name="a GPU"))


def test_owners_are_kept_until_their_stream_has_come_so_far(driver, context):
    """An answer that is an error does not mean that it has, and asking is no part of a capture."""
    first, second = object(), object()
    context.hold(first, 77)
    context.hold(second, 77)
    driver.answers = {1: CAPTURE_UNSAFE}
    context.hold("third", 77)
    assert [owner for _, owner in context._held] == [first, second, "third"]
    assert driver.destroyed == []
    driver.answers = {1: 0}
    context.hold("fourth", 77)
    assert [owner for _, owner in context._held] == [second, "third", "fourth"]
    assert driver.destroyed == [1]
    assert set(driver.asked_in_mode) == {RELAXED}
    assert driver.mode == 0


def test_an_event_that_cannot_be_recorded_is_given_back(driver, context):
    driver.refuses_to_record = True
    with pytest.raises(MachineError, match="keeping operands"):
        context.hold("first", 77)
    assert context._held == []
    assert driver.destroyed == [1]


@pytest.mark.parametrize("goes_wrong", [False, True])
def test_memory_is_no_part_of_what_a_thread_captures(driver, goes_wrong):
    machine = object.__new__(CudaMachine)
    CudaContext.__init__(machine, types.SimpleNamespace(ordinal=0, name="a GPU"))
    modes = []

    def allocate(at, nbytes):
        modes.append(driver.mode)
        ctypes.c_uint64.from_address(at).value = 256
        return 0

    driver.allocate = allocate
    driver.free = lambda address: modes.append(driver.mode) or 0
    outcome = pytest.raises(KeyError) if goes_wrong else contextlib.nullcontext()
    with outcome, machine.allocate(100) as buffer:
        assert (buffer.address, buffer.nbytes) == (256, 100)
        assert driver.mode == 0
        if goes_wrong:
            raise KeyError
    assert modes == [RELAXED, RELAXED]
    assert driver.mode == 0


def test_the_legacy_stream_is_known_without_asking_the_driver(driver, context):
    other = context.workspace_key(77)  # the driver says number 0
    driver.capture = driver.stream_number = driver.current_context = None
    assert context.workspace_key(0) == context.workspace_key(1) != other
    with pytest.raises(TypeError, match="not callable"):
        context.workspace_key(77)
