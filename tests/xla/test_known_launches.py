"""Products that XLA calls again: machine code launches them, and does not enter Python.

XLA's frames are made here, and the driver records what it is given.
"""

import ctypes
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recording_driver import BASIC, LIBRARY, MAP, made
from sgemm.jax import call_frame, entry_point
from sgemm.jax.call_frame import CallFrame
from sgemm.jax.entry_point import EntryPoints
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.problem import Problem

FLOAT32, UINT32 = call_frame.FLOAT32, 8
STREAM, OTHER_STREAM = 5, 6


class Xla:
    """The functions of XLA that a handler calls."""

    def __init__(self):
        self.stream, self.gpu, self.errors, self.refuses = STREAM, 0, [], False
        self._functions = {
            "stream": self.tell(lambda: self.stream),
            "device_ordinal": self.tell(lambda: self.gpu),
            "create_error": call_frame._Function(self.note),
        }
        self.interface = call_frame._Interface()
        for name, function in self._functions.items():
            setattr(self.interface, name, ctypes.cast(function, ctypes.c_void_p).value)

    def tell(self, value):
        def answer(at):
            assert call_frame._StreamArguments.from_address(at).context == 4321
            call_frame._StreamArguments.from_address(at).stream = value()
            return 1 if self.refuses else None

        return call_frame._Function(answer)

    def note(self, at):
        error = call_frame._ErrorArguments.from_address(at)
        self.errors.append((error.code, error.message.decode()))
        return 99


def buffers(*described):
    """Return buffers, given as address, shape and type of elements."""
    made = []
    for address, shape, dtype in described:
        dims = (ctypes.c_int64 * len(shape))(*shape)
        buffer = call_frame.Buffer(data=address, dtype=dtype, rank=len(shape), dims=dims)
        made.append(ctypes.pointer(buffer))
    values = (ctypes.POINTER(call_frame.Buffer) * len(made))(*made)
    return call_frame._Buffers(size=len(made), values=values)


def frame_of(
    xla, a=256, b=512, c=768, shapes=((33, 17), (17, 65)), form="nn 1.0 auto", floats=0, counters=0
):
    """Return a call; its result has any shape, since those of the operands say it."""
    results = [(c, (1, 1), FLOAT32)]
    operands = [(a, shapes[0], FLOAT32), (b, shapes[1], FLOAT32)]
    if floats:
        results.append((floats, (100,), FLOAT32))
    if counters:
        results.append((counters, (50,), UINT32))
        operands.append(results[-1])
    text = ctypes.create_string_buffer(form.encode())
    attribute = call_frame.Text(ctypes.addressof(text), len(form))
    values = (ctypes.c_void_p * 1)(ctypes.addressof(attribute))
    frame = CallFrame(
        interface=ctypes.pointer(xla.interface),
        context=4321,
        stage=call_frame.EXECUTE,
        operands=buffers(*operands),
        results=buffers(*results),
        attributes=call_frame._Attributes(size=1, values=values),
    )
    frame.kept = (text, attribute, values)
    return frame


class Calls:
    """Calls handlers as XLA does; what Python computes is noted, and what it does is given."""

    def __init__(self, does=lambda frame: None):
        self.threads = []  # that Python computed for
        self.xla = Xla()

        def handle(frame):
            self.threads.append(threading.get_ident())
            return does(frame)

        handlers = {name: call_frame.handler(handle) for name in ("cpu", "CUDA")}
        self.points = EntryPoints(handlers)
        self.entry = self.points["CUDA"]

    def __call__(self, **described):
        """Call, and return whether that took no Python."""
        return self.run(frame_of(self.xla, **described))

    def run(self, frame):
        before = self.by_python
        self.result = self.entry(ctypes.addressof(frame))
        return self.by_python == before

    @property
    def by_python(self):
        return self.threads.count(threading.get_ident())

    def remember(self, native, **described):
        self.points.remember(frame_of(self.xla, **described), native)


def naive(monkeypatch):
    run, _, driver = made(monkeypatch, "naive", Problem(33, 65, 17), BASIC)
    return run.native(256, 512, 768, 0, 0), driver


def test_known_products_are_launched_without_python(monkeypatch):
    calls = Calls()
    native, driver = naive(monkeypatch)
    assert not calls()
    calls.remember(native)
    for a, b, c, stream in ((256, 512, 768, STREAM), (1024, 2048, 4096, OTHER_STREAM)):
        calls.xla.stream = stream
        assert calls(a=a, b=b, c=c)
        assert calls.result is None
        values, on, _, function = driver.seen[-1]
        assert values == [33, 65, 17, 1.0, a, 17, b, 65, 0.0, c, 65]
        assert (on, function) == (stream, 777)
    assert not Calls()(), "other entry points know other products"


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 1),  # the GPU
            st.sampled_from([0, 4, 8]),  # where A and C lie beyond a multiple of 16
            st.sampled_from([0, 4]),
            st.sampled_from([((3, 4), (4, 5)), ((3, 5), (4, 5)), ((1, 3, 4), (1, 4, 5))]),
            st.sampled_from(["nn 1.0 auto", "nt 1.0 auto", "nn 1.0 auto:bm=64"]),
        ),
        min_size=2,
        max_size=6,
    )
)
def test_only_calls_alike_are_launched(described):
    with pytest.MonkeyPatch.context() as monkeypatch:
        native, driver = naive(monkeypatch)
        calls, known = Calls(), set()
        for gpu, rest_a, rest_c, shapes, form in described:
            calls.xla.gpu = gpu
            call = {"a": 256 + rest_a, "c": 768 + rest_c, "shapes": shapes, "form": form}
            key = (gpu, rest_a, rest_c, shapes, form)
            assert calls(**call) == (key in known)
            if key not in known:
                calls.remember(native, **call)
                known.add(key)
            assert calls(**call)
        assert len(driver.seen) == 2 * len(described) - len(known)


def test_a_workspace_has_to_be_as_large(monkeypatch):
    problem, schedule = Problem(4, 2, 170, batch=1), Schedule(0, 2, 0)
    run, _, driver = made(monkeypatch, "split_k", problem, LIBRARY, schedule)
    native = run.native(256, 512, 768, 4096, 8192)
    assert native.workspace.floats and native.workspace.counters
    calls, given_ = Calls(), {"floats": 4096, "counters": 8192}
    for floats, counters, suffices in ((100, 50, True), (101, 50, False), (100, 51, False)):
        size = Workspace(floats, counters)
        calls.remember(native._replace(workspace=size), form=f"{floats} {counters} ", **given_)
        assert calls(form=f"{floats} {counters} ", **given_) == suffices
        assert not calls(form=f"{floats} {counters} ")
    assert driver.seen[-1][0][18:20] == [4096, 8192]
    assert calls(form="100 50 ", floats=1 << 40, counters=1 << 41)
    assert driver.seen[-1][0][18:20] == [1 << 40, 1 << 41]


def test_tensor_maps_follow_the_addresses(monkeypatch):
    problem, schedule = Problem(64, 64, 64), Schedule(4)
    run, _, driver = made(monkeypatch, "stream_k_tma", problem, LIBRARY + "MM", schedule)
    calls = Calls()
    calls.remember(run.native(256, 512, 768, 0, 0))
    for a, b in [(256, 512), (1024, 512), (1024, 768), (256, 512), (256, 512)]:
        assert calls(a=a, b=b)
        first, second = driver.seen[-1][0][-2:]
        assert not any(first)  # nobody reads A by a map
        assert second == b.to_bytes(8, "little") + MAP[8:]
    assert driver.replaced == 3  # where B stays, nothing is replaced
    driver.refuses_addresses = True
    assert not calls(b=1024)  # Python says what is wrong
    driver.refuses_addresses = False
    assert calls(b=1024)
    assert driver.seen[-1][0][-1][:2] == b"\x00\x04"


@pytest.mark.parametrize("floats", [4096, 8192])
def test_what_is_packed_lies_in_the_workspace(monkeypatch, floats):
    """As the launch from Python has it, for the same addresses."""
    problem, schedule = Problem(65, 129, 3000, ldb=130), Schedule(blocks=40, stream_k_tiles=1)
    where = (monkeypatch, "stream_k_packed", problem, LIBRARY + "MM", schedule)
    run, _, driver = made(*where)
    native = run.native(256, 512, 768, 4096, 64)
    calls = Calls()
    calls.remember(native._replace(workspace=Workspace(1, 1)), floats=4096, counters=64)
    assert calls(a=1024, b=2048, c=4096, floats=floats, counters=128)
    by_machine_code, driver.seen = driver.seen, []
    again, _, other = made(*where)
    again.direct(1024, 2048, 4096, STREAM, floats, 128)
    assert by_machine_code == other.seen
    assert len(by_machine_code) == 3


def test_errors_of_the_driver(monkeypatch):
    problem, schedule = Problem(65, 129, 3000, ldb=130), Schedule(blocks=40, stream_k_tiles=1)
    run, _, driver = made(monkeypatch, "stream_k_packed", problem, LIBRARY + "MM", schedule)
    native = run.native(256, 512, 768, 4096, 64)
    calls, workspace = Calls(), {"floats": 4096, "counters": 64}
    calls.remember(native._replace(workspace=Workspace(1, 1)), **workspace)
    driver.codes = [700]
    assert not calls(**workspace), "Python launches what was not begun"
    driver.codes = [0, 700]
    assert calls(**workspace)
    message = "sgemm: the driver refuses a launch after the first of a call"
    assert (calls.result, calls.xla.errors) == (99, [(call_frame.INTERNAL, message)])
    assert calls(**workspace) and calls.result is None


def test_what_is_no_plain_call_is_pythons(monkeypatch):
    native, driver = naive(monkeypatch)
    calls = Calls()
    calls.remember(native)
    for stage in range(call_frame.EXECUTE):
        frame = frame_of(calls.xla)
        frame.stage = stage
        assert not calls.run(frame)
    extension = call_frame._Extension()
    frame = frame_of(calls.xla)
    frame.extension = ctypes.addressof(extension)
    assert not calls.run(frame)
    calls.xla.refuses = True
    assert not calls()
    on_host = calls.points["cpu"]
    before = calls.by_python
    on_host(ctypes.addressof(frame_of(calls.xla)))
    assert calls.by_python == before + 1
    assert driver.seen == []


def test_threads_that_call_at_once_have_a_launch_each(monkeypatch):
    calls, nested = Calls(), []

    def add():
        native, driver = naive(monkeypatch)
        first = driver.launch

        def launch(*given):  # while this launch is under way, another thread calls
            if len(nested) < 1:
                nested.append(None)
                other = threading.Thread(target=lambda: nested.append(calls(a=1024)))
                other.start()
                other.join()
            return first(*given)

        driver.launch = launch
        calls.remember(native)
        return driver

    drivers = [add()]
    assert calls(a=2048)
    assert nested == [None, False]
    drivers.append(add())
    nested.clear()
    assert calls(a=2048)
    assert nested == [None, True]
    assert [driver.seen[-1][0][4] for driver in drivers] == [1024, 2048]
    assert len(drivers[0].seen) == 2


def test_operands_of_different_ranks_are_pythons(monkeypatch):
    native, _ = naive(monkeypatch)
    calls = Calls()
    calls.remember(native)
    assert not calls(shapes=((33, 17), (17, 65, 1)))


def list_of(a, b):
    """Return the number of the list that operands of some shapes belong to."""
    found = 0xCBF29CE484222325
    for sizes in zip(a, b, strict=True):
        for size in sizes:
            found = (found ^ size) * 1099511628211 % 2**64
    return found >> 54


def test_more_axes_are_another_product_though_the_first_are_alike(monkeypatch):
    native, _ = naive(monkeypatch)
    calls, known = Calls(), ((3, 4), (4, 5))
    calls.remember(native, shapes=known)
    last = next(n for n in range(1, 10**5) if list_of((3, 4, n), (4, 5, n)) == list_of(*known))
    assert calls(shapes=known)
    assert not calls(shapes=((3, 4, last), (4, 5, last)))


def test_so_many_are_known_and_no_more(monkeypatch):
    monkeypatch.setattr(entry_point, "KEPT", 2)
    native, _ = naive(monkeypatch)
    calls = Calls()
    for n in range(3):
        calls.remember(native, form=f"nn {n}.0 auto")
    assert [calls(form=f"nn {n}.0 auto") for n in range(3)] == [True, True, False]


def test_a_forked_child_knows_no_launches(monkeypatch):
    native, _ = naive(monkeypatch)
    calls = Calls()
    calls.remember(native)
    calls.points._forget()
    assert not calls()
