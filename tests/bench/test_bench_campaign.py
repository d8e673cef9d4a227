"""From task to task: what is written, what is left to do, and what is kept."""

from __future__ import annotations

import dataclasses
import math

import pytest
from scripted_contenders import Scripted, honest, nothing

from sgemm.bench import campaign, lines, results
from sgemm.bench.environment import describe_environment
from sgemm.bench.fixture import Fixture, host_opener
from sgemm.bench.measurement import Trace
from sgemm.bench.settings import Settings
from sgemm.bench.stopping import Document000, Precision
from sgemm.bench.task import make_task
from sgemm.errors import ArgumentError
from sgemm.machines.cpu import CpuMachine

RULE = Precision(samples=4, seconds=0.0, relative_error=1e9, rounds=2)
SETTINGS = Settings(RULE, warm_up_seconds=0.0)
TASKS = [make_task((8, 8, 8)), make_task((9, 7, 5), "tn")]


@pytest.fixture(scope="module")
def fixture():
    machine = CpuMachine(threads=1)
    return Fixture(machine, "hot", host_opener(machine), {})


@pytest.fixture(scope="module")
def environment():
    return describe_environment()


def contenders():
    return [Scripted("base", honest, is_baseline=True), Scripted("other", honest)]


def run(fixture, environment, path, contenders, settings=SETTINGS, tasks=TASKS):
    with results.open_to_add(path, environment, "add") as file:
        jobs = campaign.still_to_do(tasks, contenders, file.measured(), fixture, settings)
        return list(campaign.run(fixture, jobs, settings, file))


def test_what_is_written(fixture, environment, tmp_path):
    path = tmp_path / "bench.jsonl"
    outcomes = run(fixture, environment, path, contenders())
    found = results.read(path).measurements
    assert found == tuple(one for outcome in outcomes for one in outcome.measurements)
    assert [one.kernel for one in found] == ["base", "other"] * 2
    first, second, third, _ = found
    assert first.baseline is None
    assert second.baseline.name == "base"
    assert second.baseline.samples == first.samples
    assert len(second.baseline.round_ratios) == 2
    assert second.details.rounds == (0, 0, 1, 1)
    assert len(second.details.started) == second.samples.count == 4
    assert second.verification.passed and second.verified_after.passed
    assert second.verified_after.seed == second.verification.seed + 1
    assert second.rule == str(RULE)
    assert (third.layout, third.problem.trans_a, third.problem.lda) == ("tn", True, 9)
    assert (first.layout, first.leading) == ("nn", None)


def test_the_rounds_of_contenders_alternate_in_time(fixture, environment, tmp_path):
    (outcome,) = run(fixture, environment, tmp_path / "x.jsonl", contenders(), tasks=TASKS[:1])
    base, other = outcome.measurements
    for number in (0, 1):
        ends = [
            max(
                at
                for at, of in zip(one.details.started, one.details.rounds, strict=True)
                if of == number
            )
            for one in (base, other)
        ]
        if number == 0:
            first_round_end = max(ends)
    starts = [
        min(at for at, of in zip(one.details.started, one.details.rounds, strict=True) if of == 1)
        for one in (base, other)
    ]
    assert min(starts) >= first_round_end


def test_a_cheat_leaves_a_line_without_times(fixture, environment, tmp_path):
    path = tmp_path / "bench.jsonl"
    chosen = [*contenders(), Scripted("cheat", nothing)]
    (outcome,) = run(fixture, environment, path, chosen, tasks=TASKS[:1])
    assert [name for name, _ in outcome.failed] == ["cheat"]
    (cheat,) = (one for one in results.read(path).measurements if one.kernel == "cheat")
    assert cheat.samples is None and cheat.details is None and cheat.baseline is None
    assert "still hold" in cheat.failure


def test_a_wrong_baseline_is_nobodys_baseline(fixture, environment, tmp_path):
    contenders = [Scripted("base", nothing, is_baseline=True), Scripted("other", honest)]
    (outcome,) = run(fixture, environment, tmp_path / "x.jsonl", contenders, tasks=TASKS[:1])
    other = outcome.measurements[1]
    assert other.samples is not None and other.baseline is None


def test_a_run_goes_on_where_it_stopped(fixture, environment, tmp_path):
    path = tmp_path / "bench.jsonl"
    run(fixture, environment, path, contenders(), tasks=TASKS[:1])
    before = path.read_bytes()
    again = run(fixture, environment, path, contenders(), tasks=TASKS[:1])
    assert again == [] and path.read_bytes() == before
    outcomes = run(fixture, environment, path, contenders())
    assert [str(outcome.task) for outcome in outcomes] == [str(TASKS[1])]
    more = [*contenders(), Scripted("third", honest)]
    outcomes = run(fixture, environment, path, more)
    # The baseline takes part again, for the ratio of the new one.
    names = [[one.kernel for one in outcome.measurements] for outcome in outcomes]
    assert names == [["base", "third"]] * 2
    assert len(results.read(path).current) == 6


def test_another_protocol_is_measured_anew(fixture, environment, tmp_path):
    path = tmp_path / "bench.jsonl"
    run(fixture, environment, path, contenders(), tasks=TASKS[:1])
    replay = dataclasses.replace(SETTINGS, rule=Document000(time_limit=0.0))
    (outcome,) = run(fixture, environment, path, contenders(), replay, TASKS[:1])
    one = outcome.measurements[0]
    assert one.protocol == "document-000, hot"
    assert one.seconds == Document000().figure(one.samples.seconds)
    assert one.gflops == pytest.approx(one.problem.flops / one.seconds / 1e9)


def test_a_sustained_run_is_labelled(fixture, environment, tmp_path):
    settings = dataclasses.replace(SETTINGS, sustain_seconds=0.05)
    (outcome,) = run(fixture, environment, tmp_path / "x.jsonl", contenders(), settings, TASKS[:1])
    assert {one.protocol for one in outcome.measurements} == {"sustained"}


def test_an_interrupted_task_is_kept_and_measured_again(fixture, environment, tmp_path):
    path = tmp_path / "bench.jsonl"

    def interrupting(A, B, C):
        multiply = honest(A, B, C)
        runs = []

        def stop_in_the_second_round():
            runs.append(1)
            if len(runs) == 6:
                raise KeyboardInterrupt
            multiply()

        return stop_in_the_second_round

    chosen = [contenders()[0], Scripted("other", interrupting)]
    outcomes = run(fixture, environment, path, chosen)
    assert len(outcomes) == 1 and outcomes[0].interrupted
    kept = results.read(path).measurements
    assert [one.interrupted for one in kept] == [True, True]
    assert all(one.samples is not None and not one.samples.complete for one in kept)
    assert "interrupted" in kept[0].warnings[0]
    run(fixture, environment, path, contenders())
    current = results.read(path).current
    assert len(current) == 4
    assert not any(one.interrupted for one in current)


def test_another_environment_is_refused(fixture, environment, tmp_path):
    path = tmp_path / "bench.jsonl"
    run(fixture, environment, path, contenders(), tasks=TASKS[:1])
    other = dataclasses.replace(environment, commit="fedcba987654")
    with pytest.raises(ArgumentError, match="another environment"):
        run(fixture, other, path, contenders())


def test_no_task_is_begun_after_the_deadline(fixture, environment, tmp_path):
    jobs = campaign.still_to_do(TASKS, contenders(), (), fixture, SETTINGS)
    with results.open_to_add(tmp_path / "x.jsonl", environment) as file:
        assert list(campaign.run(fixture, jobs, SETTINGS, file, until=-math.inf)) == []


def test_power_is_recorded_for_each_sample(fixture, environment, tmp_path):
    def recorded(name, begin, end):
        middle = (begin + end) / 2
        return Trace(
            name, (begin, middle, end), (400.0, math.nan, 600.0), (1.0,) * 3, (2.0,) * 3,
            (50.0, 60.0, 70.0), ("", "power limit", "power limit+power brake"),
        )  # fmt: skip

    path = tmp_path / "bench.jsonl"
    watched = dataclasses.replace(fixture, recorded=recorded)
    run(watched, environment, path, contenders(), tasks=TASKS[:1])
    found = results.read(path)
    (trace,) = found.traces
    assert trace.name == str(TASKS[0])
    one = found.measurements[0]
    assert len(one.details.power_watts) == one.samples.count
    assert one.conditions.throttling == ("power brake", "power limit")
    assert one.conditions.temperature_celsius == 60.0


def test_what_does_not_apply_is_not_measured(fixture, environment, tmp_path):
    class Picky(Scripted):
        def unsupported(self, task):
            return "not for me"

    outcomes = run(
        fixture, environment, tmp_path / "x.jsonl", [*contenders(), Picky("picky", honest)]
    )
    assert all(outcome.refused == (("picky", "not for me"),) for outcome in outcomes)
    assert all(len(outcome.measurements) == 2 for outcome in outcomes)


def test_a_sustained_run_has_the_clock_of_the_monitor():
    from sgemm.bench.rounds import Series
    from sgemm.bench.sampler import Sample

    columns = ((600.0, 700.0), (1980.0, 1700.0), (3201.0,) * 2, (50.0, 60.0), ("", "power"))
    trace = Trace("work", (1.0, 2.0), *columns)
    series = Series(None, samples=[Sample(0.1, 1.9), Sample(0.1, 2.1)])
    found = lines._conditions(series, trace)
    assert (found.clock_mhz, found.power_watts) == (1700.0, 700.0)
    assert found.throttling == ("power",)
    series.samples.append(Sample(0.1, 2.2, 1650.0))
    assert lines._conditions(series, trace).clock_mhz == 1650.0


def test_the_power_of_a_sample_is_that_nearest_in_time():
    trace = Trace("x", (1.0, 2.0, 4.0), (100.0, 200.0, 400.0), *((0.0,) * 3,) * 3, ("",) * 3)
    times = (0.0, 1.4, 1.6, 2.9, 3.1, 4.0, 9.0)
    expected = (100.0, 100.0, 200.0, 200.0, 400.0, 400.0, 400.0)
    assert lines._nearest(trace, trace.power_watts, times) == expected
    assert lines._nearest(trace.during(5.0, 6.0), (), times) == ()


def test_kernels_are_loaded_once_for_all_tasks(fixture):
    first, second = (fixture.contenders(["naive", "two_kernel_rule"]) for _ in range(2))
    pools = {id(one._pool) for one in (*first, *second)}
    assert pools == {id(fixture.kernel_pool)}
