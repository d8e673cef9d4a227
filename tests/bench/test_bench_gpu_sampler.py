"""The sampler of a GPU: order of the work, latency kept out, clocks from the notes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scripted_contenders import view

from sgemm.bench.gpu import sampler as module
from sgemm.bench.gpu.sampler import GpuSampler, clock_of, notes_bytes
from sgemm.bench.gpu.tools import TOOLS, Tools
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.sizes import make_problem
from sgemm.bench.testbed import host_testbed
from sgemm.machines.cpu import CpuMachine

MULTIPROCESSORS = 4
CYCLES_A_NANOSECOND = 1.5


class FakeTools:
    """Stands for a GPU whose clock runs at 1500 MHz, and notes what is queued."""

    def __init__(self, machine, log):
        self.machine = machine
        self._log = log
        self.now = 10**9
        self.holds = []
        self.host = 0.0

    def launch(self, name, blocks, threads, *arguments):
        self._log.append(name)
        assert (blocks, threads) == (MULTIPROCESSORS, 1)
        address, multiprocessors, number = (int(value) for value in arguments[:3])
        notes = view(address, (multiprocessors, 3), 3, np.uint64)
        for index in range(multiprocessors):
            # Counters of different multiprocessors need not agree.
            notes[index] = (index * 12345 + self.now * CYCLES_A_NANOSECOND, self.now, number)
        self.now += 1000
        if name == "bench_hold":
            self.holds.append(int(arguments[3]))
            self.now += int(arguments[3])


@pytest.fixture
def made():
    machine = CpuMachine(threads=1)
    log = []
    with (
        host_testbed(machine, make_problem((4, 4, 4)), 0) as testbed,
        machine.allocate(notes_bytes(MULTIPROCESSORS)) as notes,
    ):
        testbed.restore = lambda: log.append("restore")
        testbed.snapshot = lambda: log.append("snapshot")
        tools = FakeTools(machine, log)

        def make(cold=True):
            empty = (lambda: log.append("flush")) if cold else None
            return GpuSampler(
                testbed, tools, notes, MULTIPROCESSORS, empty, clock=lambda: tools.host
            )

        yield make, tools, log


@pytest.mark.parametrize(
    ("cold", "before", "checked"),
    [(True, ["restore", "flush"], ["restore", "flush"]), (False, [], ["restore"])],
)
def test_the_order_of_a_sample(made, cold, before, checked):
    make, _, log = made
    sampler = make(cold)
    timed = ["bench_probe", "run", "bench_probe"]
    sampler.take(lambda: log.append("run"))
    assert log == ["bench_hold", *before, *timed]
    log.clear()
    sampler.take(lambda: log.append("run"), checked=True)
    assert log == ["bench_hold", *checked, *timed, "snapshot"]


def test_the_clock_of_long_and_short_runs(made):
    make, tools, _ = made
    sampler = make()

    def long():
        tools.now += 10**7

    for run in (long, lambda: None):
        sample = sampler.take(run)
        assert sample.clock_mhz == pytest.approx(1500.0, rel=1e-3)
        assert not sample.late


def test_a_host_that_is_late_holds_the_gpu_for_longer(made):
    make, tools, log = made
    delays = [5e-3]

    def run():
        log.append("run")
        if delays:
            tools.host += delays.pop()

    sample = make().take(run)
    assert not sample.late
    assert log.count("run") == 2
    assert tools.holds[0] == 300_000
    assert tools.holds[1] >= 5_000_000


def test_a_host_that_is_always_late_is_reported(made, monkeypatch):
    make, tools, log = made
    monkeypatch.setattr(module, "LONGEST_HOLD_SECONDS", 1e-4)
    monkeypatch.setattr(module, "FIRST_HOLD_SECONDS", 1e-4)

    def run():
        log.append("run")
        tools.host += 1e-3

    assert make().take(run).late
    assert log.count("run") == module.ATTEMPTS


def test_notes_of_other_samples_do_not_count():
    notes = np.zeros((3, 2, 3), dtype=np.uint64)
    notes[1, 0] = (1000, 1000, 7)
    notes[2, 0] = (1000 + 400_000, 1000 + 200_000, 7)
    notes[1, 1] = (0, 0, 6)
    notes[2, 1] = (9_000_000, 200_000, 7)
    assert clock_of(notes, 7) == 2000.0
    assert math.isnan(clock_of(notes, 8))


def test_all_tools_compile():
    loader = _Loader()
    Tools(KernelPool(loader)).prepare()
    assert sorted(loader.loaded) == sorted(TOOLS)


class _Loader:
    name = "cuda"
    architecture = 90

    def __init__(self):
        self.loaded = []

    def load(self, build):
        assert build.resources.spill_stores == build.resources.stack == 0
        self.loaded.append(build.kernel.name)
        return build
