"""The sampler of a GPU: order of the work, latency kept out, clocks from the notes."""

import math

import numpy as np
import pytest
from stand_in_gpu import MULTIPROCESSORS, counted_tools

from sgemm.bench.gpu import sampler as module
from sgemm.bench.gpu.sampler import GpuSampler, clock_of, notes_bytes
from sgemm.bench.gpu.tools import TOOLS, Tools
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.sizes import make_problem
from sgemm.bench.testbed import host_testbed


@pytest.fixture
def made(monkeypatch):
    tools = counted_tools()
    tools.host = 0.0
    machine = tools.machine
    with (
        host_testbed(machine, make_problem((4, 4, 4)), 0) as testbed,
        machine.allocate(notes_bytes(MULTIPROCESSORS)) as notes,
    ):
        testbed.restore = lambda: tools.log.append("restore")
        testbed.snapshot = lambda: tools.log.append("snapshot")

        def make(cold=True):
            empty = (lambda: tools.log.append("flush")) if cold else None
            parts = testbed, tools, notes, MULTIPROCESSORS, empty
            return GpuSampler(*parts, clock=lambda: tools.host)

        yield make, tools


@pytest.mark.parametrize(
    ("cold", "before", "checked"),
    [(True, ["restore", "flush"], ["restore", "flush"]), (False, [], ["restore"])],
)
def test_the_order_of_a_sample(made, cold, before, checked):
    make, tools = made
    sampler, log = make(cold), tools.log
    timed = ["bench_probe", "run", "bench_probe"]
    sampler.take(lambda: log.append("run"))
    assert log == ["bench_hold", *before, *timed]
    log.clear()
    sampler.take(lambda: log.append("run"), checked=True)
    assert log == ["bench_hold", *checked, *timed, "snapshot"]


def test_the_clock_of_long_and_short_runs(made):
    make, tools = made
    sampler = make()

    def long():
        tools.now += 10**7

    for run in (long, lambda: None):
        sample = sampler.take(run)
        assert sample.clock_mhz == pytest.approx(1500.0, rel=1e-3)
        assert not sample.late


def test_a_host_that_is_late_holds_the_gpu_for_longer(made):
    make, tools = made
    delays = [5e-3]

    def run():
        if delays:
            tools.host += delays.pop()

    assert not make().take(run).late
    first, second = tools.holds
    assert first == 300_000 and second >= 5_000_000


def test_a_host_that_is_always_late_is_reported(made, monkeypatch):
    make, tools = made
    monkeypatch.setattr(module, "LONGEST_HOLD_SECONDS", 1e-4)
    monkeypatch.setattr(module, "FIRST_HOLD_SECONDS", 1e-4)

    def run():
        tools.host += 1e-3

    assert make().take(run).late
    assert len(tools.holds) == module.ATTEMPTS


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
