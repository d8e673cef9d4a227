"""Honest contenders are measured in turns; every cheat is caught, in both kinds of testbed."""

from __future__ import annotations

import contextlib
import itertools
import re
import threading

import pytest
from scripted_contenders import CHEATS, Scripted, honest, view

from sgemm.bench.fixture import open_fixture
from sgemm.bench.gpu.testbed import gpu_testbed
from sgemm.bench.gpu.tools import Tools
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.peak import Peak
from sgemm.bench.rounds import Status, measure_task
from sgemm.bench.sampler import HostSampler, Sample
from sgemm.bench.stopping import Precision
from sgemm.bench.task import make_task
from sgemm.bench.testbed import host_testbed
from sgemm.errors import MachineError
from sgemm.machines.cpu import CpuMachine

QUICK = Precision(samples=6, seconds=0.0, relative_error=1e9, rounds=3)
SHAPE = (40, 36, 48)


@pytest.fixture(scope="module")
def machine():
    return CpuMachine(threads=1)


@pytest.fixture(scope="module")
def tools(machine):
    return Tools(KernelPool(machine))


def double_product(m, n, k, a, b, c):
    import numpy as np

    A, B = view(a, (m, k), k, np.float64), view(b, (k, n), n, np.float64)
    view(c, (m, n), n, np.float64)[...] = A @ B


@pytest.fixture(params=["host", "gpu"])
def open_testbed(request, machine, tools):
    """Workspaces of both kinds; that of a GPU runs its kernels on the cpu machine here."""
    if request.param == "host":
        return lambda task, seed=0: host_testbed(machine, task, seed)
    return lambda task, seed=0: gpu_testbed(tools, task, seed, double_product)


def measure(testbed, contenders, rule=QUICK, **options):
    sampler = options.pop("sampler", None) or HostSampler(testbed)
    return measure_task(
        testbed, sampler, contenders, rule, fresh_seed=9, warm_up_seconds=0.0, **options
    )


@pytest.mark.parametrize("layout", ["nn", "tn", "nt", "tt"])
def test_batches_of_every_layout(open_testbed, machine, layout):
    with (
        open_fixture(machine) as fixture,
        open_testbed(make_task((7, 9, 40), layout, batch=3)) as space,
    ):
        contenders = fixture.contenders(["numpy", "any_layout", "split_k:splits=2"])
        for series in measure(space, contenders).series:
            assert series.status is Status.MEASURED, (series.contender.name, series.reason)


@pytest.mark.parametrize("name", CHEATS)
def test_every_cheat_is_caught(open_testbed, name):
    make_run, words = CHEATS[name]
    with open_testbed(make_task(SHAPE)) as testbed:
        cheat = Scripted(name, make_run)
        (series,) = measure(testbed, [cheat]).series
    assert series.status is Status.WRONG
    assert re.search(words, series.reason), series.reason


def test_a_cheat_caught_at_once_is_not_timed(open_testbed):
    with open_testbed(make_task(SHAPE)) as testbed:
        cheat = Scripted("nothing", CHEATS["does nothing"][0])
        (series,) = measure(testbed, [cheat]).series
    assert (cheat.runs, series.samples) == (1, [])


def test_work_on_another_stream_is_caught(open_testbed):
    """Its work is done some time after the timer stopped, and right by then."""
    stopped = threading.Event()
    threads = []

    def elsewhere(A, B, C):
        def late():
            stopped.wait()
            C[...] = A @ B

        def run():
            threads.append(threading.Thread(target=late))
            threads[-1].start()

        return run

    with open_testbed(make_task(SHAPE)) as testbed:
        judged = testbed.judged

        def judged_late(tolerance=None):
            stopped.set()
            for thread in threads:
                thread.join()
            return judged(tolerance)

        testbed.judged = judged_late
        (series,) = measure(testbed, [Scripted("elsewhere", elsewhere)]).series
    assert series.status is Status.WRONG
    assert "still hold what was there" in series.reason


@pytest.mark.parametrize("layout", ["nn", "nt", "tn", "tt"])
@pytest.mark.parametrize("padding", [(0, 0, 0), (3, 1, 2)])
def test_the_honest_pass(open_testbed, layout, padding):
    with open_testbed(make_task(SHAPE, layout, padding=padding)) as testbed:
        (series,) = measure(testbed, [Scripted("honest", honest)]).series
    assert series.status is Status.MEASURED, series.reason
    assert len(series.samples) == 6
    assert series.before.passed and series.after.passed
    assert series.before.seed != series.after.seed


def test_beta_and_alpha(open_testbed):
    def blend(A, B, C):
        import numpy as np

        def run():
            C[...] = np.float32(-1.5) * (A @ B) + np.float32(0.5) * C

        return run

    with open_testbed(make_task(SHAPE, "nn", -1.5, 0.5, (1, 2, 3))) as testbed:
        (series,) = measure(testbed, [Scripted("blend", blend)]).series
    assert series.status is Status.MEASURED, series.reason


@pytest.mark.parametrize("shape", [(0, 5, 3), (5, 0, 3), (5, 4, 0)])
def test_empty_problems(open_testbed, shape):
    with open_testbed(make_task(shape)) as testbed:
        (series,) = measure(testbed, [Scripted("honest", honest)]).series
    assert series.status is Status.MEASURED, series.reason


def test_writing_outside_is_caught(open_testbed):
    def outside(A, B, C):
        import numpy as np

        wide = np.lib.stride_tricks.as_strided(C, (C.shape[0] - 1, C.shape[1] + 1), C.strides)

        def run():
            C[...] = A @ B
            wide[2, -1] = 0.0

        return run

    with open_testbed(make_task(SHAPE, padding=(0, 0, 4))) as testbed:
        (series,) = measure(testbed, [Scripted("outside", outside)]).series
    assert re.search(r"padding of C, at row 2, column 36", series.reason)


class FakeSampler:
    """Tells times from a script, in which contenders differ by name."""

    protocol = "hot"

    def __init__(self, testbed, seconds, clock_mhz=float("nan")):
        self._real = HostSampler(testbed)
        self._seconds = seconds
        self._clock = clock_mhz
        self._count = itertools.count()

    def take(self, run, checked=False):
        sample = self._real.take(run, checked)
        next(self._count)
        return Sample(self._seconds, sample.started, self._clock)


def test_contenders_take_turns_and_starts_rotate(machine):
    order = []

    def noting(name):
        def make(A, B, C):
            run = honest(A, B, C)

            def noted():
                order.append(name)
                run()

            return noted

        return Scripted(name, make)

    with host_testbed(machine, make_task((4, 4, 4)), 0) as testbed:
        result = measure(testbed, [noting("a"), noting("b"), noting("c")])
    sampled = sorted(
        (sample.started, series.contender.name, number)
        for series in result.series
        for sample, number in zip(series.samples, series.rounds, strict=True)
    )
    names = [name for _, name, _ in sampled]
    assert names == [*"aabbcc", *"bbccaa", *"ccaabb"]
    assert [number for *_, number in sampled] == [0] * 6 + [1] * 6 + [2] * 6


def test_the_first_goes_on_for_the_sake_of_the_others(machine):
    class Never(Precision):
        def satisfied(self, problem, samples, elapsed):
            return len(samples) >= (2 if samples[0] < 1e3 else 8)

    rule = Never(samples=2, seconds=0.0, rounds=1, relative_error=1.0, time_limit=60.0)
    with host_testbed(machine, make_task((4, 4, 4)), 0) as testbed:
        first, second = Scripted("first", honest), Scripted("second", honest)
        times = {first: 1.0, second: 1e4}

        class ByName(FakeSampler):
            def take(self, run, checked=False):
                before = {contender: contender.runs for contender in times}
                sample = super().take(run, checked)
                (who,) = (contender for contender in times if contender.runs != before[contender])
                return Sample(times[who], sample.started)

        result = measure(testbed, [first, second], rule, sampler=ByName(testbed, 0.0))
    one, other = result.series
    assert set(one.rounds) == set(other.rounds) == {0, 1, 2, 3}


def test_the_time_limit_ends_it(machine):
    rule = Precision(samples=10, seconds=0.0, relative_error=0.0, time_limit=0.0, rounds=1)
    with host_testbed(machine, make_task((4, 4, 4)), 0) as testbed:
        (series,) = measure(testbed, [Scripted("honest", honest)], rule).series
    assert series.status is Status.MEASURED
    assert not series.satisfied
    assert len(series.samples) == 1


def test_faster_than_the_hardware_is_wrong(machine):
    peak = Peak(multiprocessors=1, multiply_adds=1, clock_mhz=1000.0)
    flops = 2 * 4 * 4 * 4
    with host_testbed(machine, make_task((4, 4, 4)), 0) as testbed:
        for seconds, clock, status in (
            (flops / 2.1e9, 1000.0, Status.WRONG),
            (flops / 1.9e9, 1000.0, Status.MEASURED),
            (flops / 1.9e9, 500.0, Status.WRONG),
            (0.0, 1000.0, Status.WRONG),
        ):
            sampler = FakeSampler(testbed, seconds, clock)
            (series,) = measure(
                testbed, [Scripted("honest", honest)], sampler=sampler, peak_of=lambda _: peak
            ).series
            assert series.status is status, (seconds, clock)
            assert ("peak check" in series.reason) == (status is Status.WRONG)


def test_an_interrupt_keeps_the_samples(machine):
    def interrupted(A, B, C):
        run = honest(A, B, C)
        runs = itertools.count()

        def stopping():
            if next(runs) == 9:
                raise KeyboardInterrupt
            run()

        return stopping

    rule = Precision(samples=100, seconds=0.0, relative_error=1e9, rounds=20)
    with host_testbed(machine, make_task((4, 4, 4)), 0) as testbed:
        result = measure(testbed, [Scripted("honest", honest), Scripted("x", interrupted)], rule)
    assert result.interrupted
    assert all(series.samples and not series.satisfied for series in result.series)
    assert all(series.after.passed for series in result.series)


def test_what_goes_wrong_in_one_leaves_the_others(machine):
    class Broken(Scripted):
        @contextlib.contextmanager
        def bind(self, testbed):
            raise MachineError("no memory\nfor it")
            yield

    with host_testbed(machine, make_task((4, 4, 4)), 0) as testbed:
        broken, fine = measure(testbed, [Broken("broken", honest), Scripted("fine", honest)]).series
    assert (broken.status, broken.reason) == (Status.FAILED, "no memory")
    assert fine.status is Status.MEASURED and fine.samples


def test_a_sustained_run(machine):
    with host_testbed(machine, make_task(SHAPE), 0) as testbed:
        (series,) = measure(testbed, [Scripted("honest", honest)], sustain_seconds=0.2).series
    assert series.status is Status.MEASURED
    assert series.satisfied and series.samples
