"""Honest contenders are measured in turns; every cheat is caught, in both kinds of testbed."""

import re
import threading

import pytest
from scripted_contenders import (
    CHEATS,
    Scripted,
    TimedByName,
    changes_its_input,
    honest,
    nothing,
)
from stand_in_gpu import double_product

from sgemm.bench.gpu.testbed import gpu_testbed
from sgemm.bench.peak import Peak
from sgemm.bench.rounds import Status, measure_problem
from sgemm.bench.sizes import make_problem
from sgemm.bench.stopping import Precision, Settings
from sgemm.bench.testbed import HostSampler, host_testbed
from sgemm.problem import LAYOUTS

QUICK = Precision(samples=6, seconds=0.0, relative_error=1e9, rounds=3)
SHAPE = (40, 36, 48)
PROBLEM = make_problem(SHAPE)


@pytest.fixture(params=["host", "gpu"])
def open_testbed(request, machine, tools):
    """Testbeds of both kinds; that of a GPU runs its kernels on the cpu machine here."""
    if request.param == "host":
        return lambda problem, seed=0: host_testbed(machine, problem, seed)
    return lambda problem, seed=0: gpu_testbed(tools, problem, seed, double_product)


def measure(testbed, contenders, rule=QUICK, **options):
    sampler = options.pop("sampler", None) or HostSampler(testbed)
    settings = Settings(rule, 8, 0.0, options.pop("sustain_seconds", None))
    return measure_problem(testbed, sampler, contenders, settings, **options)


@pytest.fixture
def measure_one(open_testbed):
    """What measures one scripted contender, in a testbed of either kind."""

    def measured(run, problem=PROBLEM):
        with open_testbed(problem) as testbed:
            (series,) = measure(testbed, [Scripted("one", run)]).series
        return series

    return measured


@pytest.mark.parametrize(
    "problem",
    [
        *(make_problem((7, 9, 40), layout, batch=3) for layout in LAYOUTS),
        make_problem((33, 17, 65), "nn", -1.5, 2.0, (5, 3, 2), batch=2),
        make_problem((33, 17, 65), alpha=0.0, beta=1.0),
        make_problem((5, 6, 0), beta=0.5),
        *(make_problem(shape) for shape in ((5, 6, 0), (0, 6, 3), (5, 0, 3))),
    ],
    ids=str,
)
def test_libraries_and_kernels_are_right_each_time(open_testbed, fixture, problem):
    names = ["numpy", "any_layout", *(["split_k:splits=2"] if problem.k > 0 else [])]
    with open_testbed(problem) as testbed:
        for series in measure(testbed, fixture.contenders(names)).series:
            assert series.status is Status.MEASURED, (series.contender.name, series.reason)


@pytest.mark.parametrize("name", CHEATS)
def test_every_cheat_is_caught(measure_one, name):
    run, words = CHEATS[name]
    series = measure_one(run, make_problem(SHAPE, padding=(0, 0, 4)))
    assert series.status is Status.WRONG
    assert re.search(words, series.reason), series.reason


def test_others_are_not_blamed_for_inputs_that_a_contender_changed(open_testbed):
    with open_testbed(make_problem(SHAPE)) as testbed:
        names = "first", "spoils", "innocent"
        runs = honest, changes_its_input, honest
        found = measure(testbed, list(map(Scripted, names, runs))).series
    statuses = [series.status for series in found]
    assert statuses == [Status.MEASURED, Status.WRONG, Status.MEASURED], found[2].reason


def test_a_cheat_caught_at_once_is_not_timed(measure_one):
    series = measure_one(nothing)
    assert (series.contender.runs, series.samples) == (1, [])


def test_work_on_another_stream_is_caught(open_testbed):
    """Its work is done some time after the timer stopped, and right by then."""
    stopped = threading.Event()
    threads = []

    def elsewhere(*given):
        threads.append(threading.Thread(target=lambda: stopped.wait() and honest(*given)))
        threads[-1].start()

    with open_testbed(make_problem(SHAPE)) as testbed:
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


def test_contenders_take_turns_and_starts_rotate(machine):
    with host_testbed(machine, make_problem((4, 4, 4)), 0) as testbed:
        result = measure(testbed, [Scripted(name, honest) for name in "abc"])
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
        def satisfied(self, samples, elapsed, rounds):
            return len(samples) >= (2 if samples[0] < 1e3 else 8)

    rule = Never(samples=2, seconds=0.0, rounds=1, relative_error=1.0, time_limit=60.0)
    with host_testbed(machine, make_problem((4, 4, 4)), 0) as testbed:
        first, second = Scripted("first", honest), Scripted("second", honest)
        sampler = TimedByName(testbed, {first: 1.0, second: 1e4})
        result = measure(testbed, [first, second], rule, sampler=sampler)
    one, other = result.series
    assert set(one.rounds) == set(other.rounds) == {0, 1, 2, 3}


def test_no_contender_has_fewer_rounds_or_more_samples_than_the_rule(machine):
    rule = Precision(samples=1, seconds=0.0, relative_error=1e9, rounds=4)
    most = Precision(samples=3, seconds=1e9, relative_error=1e9, rounds=3, most_samples=10)
    with host_testbed(machine, make_problem((4, 4, 4)), 0) as testbed:
        names = [Scripted(name, honest) for name in "ab"]
        rounds = [set(series.rounds) for series in measure(testbed, names, rule).series]
        assert rounds == [{0, 1, 2, 3}] * 2
        (series,) = measure(testbed, [Scripted("one", honest)], most).series
        assert (len(series.samples), series.satisfied) == (10, True)


def test_the_time_limit_ends_it(machine):
    rule = Precision(samples=10, seconds=0.0, relative_error=0.0, time_limit=0.0, rounds=1)
    with host_testbed(machine, make_problem((4, 4, 4)), 0) as testbed:
        (series,) = measure(testbed, [Scripted("honest", honest)], rule).series
    assert series.status is Status.MEASURED
    assert not series.satisfied
    assert len(series.samples) == 1


def test_faster_than_the_hardware_is_wrong(machine):
    peak = Peak(multiprocessors=1, multiply_adds=1, clock_mhz=1000.0)
    flops = 2 * 4 * 4 * 4
    with host_testbed(machine, make_problem((4, 4, 4)), 0) as testbed:
        for seconds, clock, status in (
            (flops / 2.1e9, 1000.0, Status.WRONG),
            (flops / 1.9e9, 1000.0, Status.MEASURED),
            (flops / 1.9e9, 500.0, Status.WRONG),
            (0.0, 1000.0, Status.WRONG),
        ):
            one = Scripted("honest", honest)
            sampler = TimedByName(testbed, {one: (seconds, clock)})
            (series,) = measure(testbed, [one], sampler=sampler, peak_of=lambda _: peak).series
            assert series.status is status, (seconds, clock)
            assert ("peak check" in series.reason) == (status is Status.WRONG)


def interrupt(times):
    """Return a progress that interrupts so many checks of ``two`` after it was timed."""
    left = [KeyboardInterrupt] * times

    def progress(step):
        if step.startswith("two") and "checking again" in step and left:
            raise left.pop()

    return progress


def test_an_interrupt_while_results_are_checked_again_loses_no_samples(open_testbed):
    pair = [Scripted("one", honest), Scripted("two", honest)]
    with open_testbed(PROBLEM) as testbed:
        result = measure(testbed, pair, progress=interrupt(1))
        assert result.interrupted
        for series in result.series:
            assert series.status is Status.MEASURED and series.after.passed
            assert series.kept.complete
        with pytest.raises(KeyboardInterrupt):
            measure(testbed, pair, progress=interrupt(2))
