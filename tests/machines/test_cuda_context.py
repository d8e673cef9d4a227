"""What a GPU's context does with memory that kernels still use; the driver is scripted."""

import contextlib
import types

import pytest

from sgemm.errors import MachineError
from sgemm.machines import cuda_context
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.cuda_context import CudaContext

NOT_READY = 600
CAPTURE_UNSAFE = 906
RELAXED = 2


class Driver:
    """Events are handed out in turn; what asking for one answers is the test's to say."""

    def __init__(self):
        self.made = 0
        self.answers = {}
        self.destroyed = []
        self.mode = 0
        self.asked_in_mode = []
        self.refuses_to_record = False

    def explain(self, code):
        return f"error {code}"

    def current_context(self, at):
        return 0

    def set_context(self, context):
        return 0

    def capture(self, stream, status, graph):
        return 0

    def stream_number(self, stream, at):
        return 0

    def exchange_capture_mode(self, at):
        mode = cuda_context.ctypes.c_int.from_address(at)
        self.mode, mode.value = mode.value, self.mode
        return 0

    def create_event(self, at, flags):
        self.made += 1
        cuda_context.ctypes.c_void_p.from_address(at).value = self.made
        return 0

    def record_event(self, event, stream):
        return 999 if self.refuses_to_record else 0

    def query_event(self, event):
        self.asked_in_mode.append(self.mode)
        return self.answers.get(event.value, NOT_READY)

    def destroy_event(self, event):
        self.destroyed.append(event.value)
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
    first, second = object(), object()
    context.hold(first, 77)
    context.hold(second, 77)
    assert [owner for _, owner in context._held] == [first, second]
    driver.answers = {1: 0}
    context.hold("third", 77)
    assert [owner for _, owner in context._held] == [second, "third"]
    assert driver.destroyed == [1]


def test_an_answer_that_is_an_error_does_not_mean_that_all_is_done(driver, context):
    context.hold("first", 77)
    driver.answers = {1: CAPTURE_UNSAFE}
    context.hold("second", 77)
    assert [owner for _, owner in context._held] == ["first", "second"]
    assert driver.destroyed == []


def test_asking_is_no_part_of_what_another_thread_captures(driver, context):
    context.hold("first", 77)
    assert driver.asked_in_mode == [RELAXED]
    assert driver.mode == 0


def test_an_event_that_cannot_be_recorded_is_given_back(driver, context):
    driver.refuses_to_record = True
    with pytest.raises(MachineError, match="keeping operands"):
        context.hold("first", 77)
    assert context._held == []
    assert driver.destroyed == [1]


class Memory:
    """What the machine calls of the driver's own package to allocate and to free."""

    CUresult = types.SimpleNamespace(CUDA_SUCCESS=0)

    def __init__(self, driver):
        self.driver = driver
        self.modes = []

    def cuMemAlloc(self, nbytes):  # noqa: N802 - the driver's own name
        self.modes.append(self.driver.mode)
        return 0, 256

    def cuMemFree(self, pointer):  # noqa: N802
        self.modes.append(self.driver.mode)
        return (0,)


@pytest.mark.parametrize("goes_wrong", [False, True])
def test_memory_is_no_part_of_what_a_thread_captures(driver, goes_wrong):
    machine = object.__new__(CudaMachine)
    CudaContext.__init__(machine, types.SimpleNamespace(ordinal=0, name="a GPU"))
    machine._driver = Memory(driver)
    outcome = pytest.raises(KeyError) if goes_wrong else contextlib.nullcontext()
    with outcome, machine.allocate(100) as buffer:
        assert (buffer.address, buffer.nbytes) == (256, 100)
        assert driver.mode == 0
        if goes_wrong:
            raise KeyError
    assert machine._driver.modes == [RELAXED, RELAXED]
    assert driver.mode == 0
