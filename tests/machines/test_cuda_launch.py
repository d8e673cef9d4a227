"""Prepared launches of the cuda machine, against a driver that records what it was given."""

import concurrent.futures
import contextlib
import ctypes
import struct
import time
import types

import pytest

from sgemm.errors import MachineError, RequirementError
from sgemm.kernels.catalogue import find
from sgemm.kernels.schedule import Schedule
from sgemm.machines import cuda_launch
from sgemm.machines.cuda_driver import LaunchConfiguration
from sgemm.machines.cuda_launch import CudaLaunch
from sgemm.machines.cuda_objects import bytes_of
from sgemm.machines.interface import TensorMap
from sgemm.problem import Problem
from sgemm.toolchain.build import Build

BASIC = "iiifPiPifPi"
EXTENDED = BASIC + "qqqiPPii"
SIZES = {"i": 4, "f": 4, "P": 8, "q": 8, "M": 128}
ALIGNMENTS = SIZES | {"M": 64}
MAP = bytes(range(1, 129))


def offsets_of(letters):
    """Return where C puts parameters of these types."""
    found, end = [], 0
    for letter in letters:
        start = -(-end // ALIGNMENTS[letter]) * ALIGNMENTS[letter]
        found.append(start)
        end = start + SIZES[letter]
    return tuple(found)


class Driver:
    """Reads launches as the driver does."""

    def __init__(self, letters):
        self.letters = letters
        self.seen = []
        self.codes = []
        self.begins_early = []
        self.pause = 0.0
        self.replaced = 0
        self.refuses_addresses = False

    def launch(self, configuration_at, function, parameters, extra_at):
        assert parameters is None
        extra = (ctypes.c_void_p * 5).from_address(extra_at)
        assert (extra[0], extra[2], extra[4]) == (1, 2, None)
        size = ctypes.c_size_t.from_address(extra[3]).value
        before = ctypes.string_at(extra[1], size)
        time.sleep(self.pause)
        data = ctypes.string_at(extra[1], size)
        assert data == before, "another thread writes to this buffer"
        configuration = LaunchConfiguration.from_address(configuration_at)
        values = [
            data[offset : offset + 128]
            if letter == "M"
            else struct.unpack_from(letter, data, offset)[0]
            for letter, offset in zip(self.letters, offsets_of(self.letters), strict=True)
        ]
        geometry = tuple(configuration.grid), tuple(configuration.block), configuration.shared_bytes
        self.begins_early.append(configuration.attribute_count == 1)
        self.seen.append((values, configuration.stream or 0, geometry, function.value))
        return self.codes.pop(0) if self.codes else 0

    def replace_address(self, map_at, address):
        assert map_at % 64 == 0
        if self.refuses_addresses:
            return 1
        assert ctypes.string_at(map_at, 128)[8:] == MAP[8:], "this is no map"
        ctypes.memmove(map_at, address.to_bytes(8, "little"), 8)
        self.replaced += 1
        return 0

    def explain(self, code):
        return f"error {code}"


class Machine:
    multiprocessors = 4
    stream_handle = 555

    def __init__(self):
        self.maps = []
        self.binds = 0
        self.bound = True

    def function_of(self, kernel, entry=None):
        return {None: 777, "pack_operands": 778, "reduce_partial_sums": 779}[entry]

    def allow_shared(self, kernel, nbytes):
        self.shared_bytes = nbytes

    def calling(self, what):
        return contextlib.nullcontext()

    def is_current(self):
        return self.bound

    @contextlib.contextmanager
    def current(self):
        self.binds += 1
        yield

    def explained(self, what, error):
        return MachineError(f"{what}: {error}")

    def tensor_map(self, address, *rest):
        self.maps.append(address)
        return TensorMap(address.to_bytes(8, "little") + MAP[8:])


def made(monkeypatch, name, problem, letters, schedule=None, architecture=90):
    machine, driver = Machine(), Driver(letters)
    monkeypatch.setattr(cuda_launch, "raw_driver", lambda: driver)
    entry = find(name)
    kernel = types.SimpleNamespace(
        build=Build(entry, architecture, name, None, None, None, "none"),
        parameter_offsets=offsets_of(letters),
        check=lambda arguments: [bytes_of(argument) for argument in arguments],
    )
    return CudaLaunch(machine, kernel, problem, schedule or Schedule()), machine, driver


def test_parameters_lie_as_the_kernel_reads_them(monkeypatch):
    problem = Problem(33, 65, 17, 2.0, -1.0, 20, 70, 80)
    run, _, driver = made(monkeypatch, "naive", problem, BASIC)
    for a, b, c, stream in ((256, 512, 768, 5), (1024, 2048, 4096, None), (256, 512, 768, 0)):
        run.direct(a, b, c, stream)
        values, on, geometry, function = driver.seen[-1]
        assert values == [33, 65, 17, 2.0, a, 20, b, 70, -1.0, c, 80]
        assert on == (555 if stream is None else stream)
        assert function == 777
        launch = find("naive").launch(problem)
        assert geometry == (launch.grid, launch.block, launch.shared_bytes)


def test_extended_parameters_and_workspaces(monkeypatch):
    problem = Problem(33, 65, 170, batch=3, stride_b=0)
    run, _, driver = made(monkeypatch, "split_k", problem, EXTENDED, Schedule(0, 2, 0))
    for floats, counters in ((4096, 8192), (12288, 16384)):
        run.direct(256, 512, 768, 5, floats, counters)
        values = driver.seen[-1][0]
        assert values[11:] == [33 * 170, 0, 33 * 65, 3, floats, counters, 2, 0]


def test_tensor_maps_are_made_once_and_follow_the_addresses(monkeypatch):
    run, machine, driver = made(
        monkeypatch, "stream_k_tma", Problem(64, 64, 64), EXTENDED + "MM", Schedule(4)
    )
    for a, b in [(256, 512), (1024, 512), (1024, 768), (256, 512), (256, 512)]:
        run.direct(a, b, 768, 5)
        first, second = driver.seen[-1][0][-2:]
        assert not any(first)  # nobody reads A by a map
        assert second == b.to_bytes(8, "little") + bytes(MAP[8:])
    assert len(machine.maps) == 1
    assert driver.replaced == 3  # where B stays, nothing is replaced
    driver.refuses_addresses = True
    with pytest.raises(MachineError, match="launching stream_k_tma: error 1"):
        run.direct(256, 1024, 768, 5)
    driver.refuses_addresses = False
    run.direct(256, 1024, 768, 5)
    assert driver.seen[-1][0][-1][:2] == b"\x00\x04"


def test_launches_before_and_after(monkeypatch):
    problem = Problem(65, 129, 3000, ldb=130)
    schedule = Schedule(blocks=40, stream_k_tiles=1)
    run, machine, driver = made(monkeypatch, "stream_k_packed", problem, EXTENDED + "MM", schedule)
    launch = find("stream_k_packed").launch(problem, schedule=schedule)
    assert len(launch.in_order) == 3
    for stream, floats in ((5, 4096), (6, 4096), (6, 8192)):
        driver.seen.clear()
        driver.begins_early.clear()
        run.direct(256, 512, 768, stream, floats, 64)
        values, streams, geometry, functions = zip(*driver.seen, strict=True)
        assert functions == (778, 777, 779)
        assert driver.begins_early == [False, True, True]
        assert streams == (stream,) * 3
        assert [each[:2] for each in geometry] == [
            (each.grid, each.block) for each in launch.in_order
        ]
        assert [each[2] for each in geometry] == [0, launch.shared_bytes, 0]
        assert values[0] == values[1] == values[2]
        assert values[0][4] == 256
        assert values[0][15:18] == [floats, 64, 40]
        assert values[0][-2] == floats.to_bytes(8, "little") + MAP[8:]  # A is packed there
    assert len(machine.maps) == 2  # once, to lay out the parameters


@pytest.mark.parametrize(("architecture", "begins_early"), [(89, False), (90, True)])
def test_launches_begin_early_where_their_code_waits(monkeypatch, architecture, begins_early):
    problem, schedule = Problem(65, 129, 3000), Schedule(blocks=40)
    given = (monkeypatch, "stream_k_packed", problem, EXTENDED + "MM", schedule, architecture)
    run, _, driver = made(*given)
    run.direct(256, 512, 768, 5, 4096, 64)
    assert driver.begins_early == [False] + [begins_early] * (len(driver.seen) - 1)


@pytest.mark.parametrize("codes", [[700], [0, 700], [0, 0, 700]])
def test_what_one_of_several_launches_reports_is_an_error(monkeypatch, codes):
    problem, schedule = Problem(65, 129, 3000), Schedule(blocks=40, stream_k_tiles=1)
    run, machine, driver = made(monkeypatch, "stream_k_packed", problem, EXTENDED + "MM", schedule)
    driver.codes = list(codes)
    with pytest.raises(MachineError, match="launching stream_k_packed: error 700"):
        run.direct(256, 512, 768, 5, 4096, 64)
    assert (len(driver.seen), machine.binds) == (len(codes), 0)
    run.direct(256, 512, 768, 5, 4096, 64)  # it is still usable


def test_threads_have_buffers_of_their_own(monkeypatch):
    run, _, driver = made(monkeypatch, "naive", Problem(3, 4, 5), BASIC)
    driver.pause = 0.0005

    def work(number):
        for i in range(20):
            address = 4096 * (100 * number + i + 1)
            run.direct(address, address + 16, address + 32, number)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(1, 5)))
    assert len(driver.seen) == 80
    for values, stream, *_ in driver.seen:
        a, b, c = values[4], values[6], values[9]
        assert (b, c) == (a + 16, a + 32)
        assert (a // 4096 - 1) // 100 == stream
    assert 1 <= len(run._free) <= 4


def test_a_thread_bound_elsewhere_is_bound_for_the_launch(monkeypatch):
    run, machine, driver = made(monkeypatch, "naive", Problem(3, 4, 5), BASIC)
    machine.bound = False
    driver.codes = [400, 0]
    run.direct(256, 512, 768, 5)
    assert machine.binds == 1
    driver.codes = [400, 400]
    with pytest.raises(MachineError, match="error 400"):
        run.direct(256, 512, 768, 5)


def test_addresses_that_are_not_legal_are_refused(monkeypatch):
    problem, letters = Problem(64, 64, 64), EXTENDED + "MM"
    run, _, driver = made(monkeypatch, "stream_k_tma", problem, letters, Schedule(4))
    with pytest.raises(RequirementError, match="B starts at"):
        run.direct(256, 516, 768, 5)
    assert driver.seen == []
    run.direct(256, 512, 768, 5)
