"""From problem to problem: what is written, what is left to do, and what is kept."""

import dataclasses
import math

import pytest
from scripted_contenders import Scripted, honest, nothing, one_nan, tf32

from results_maker import ENVIRONMENT
from sgemm.bench import campaign, lines, results
from sgemm.bench.campaign import RULE, Job, SetRun, estimated_seconds, set_run
from sgemm.bench.environment import Device
from sgemm.bench.lines import label, measure_errors, measurements_of
from sgemm.bench.measurement import Trace
from sgemm.bench.results import open_to_add
from sgemm.bench.rounds import ProblemResult, Series
from sgemm.bench.sets import MEASURABLE, Setting, set_of
from sgemm.bench.sizes import make_problem
from sgemm.bench.stopping import Precision, ReplaysBySize, Settings
from sgemm.bench.testbed import Sample
from sgemm.verify.inputs import INPUT_CLASSES

QUICK = Precision(samples=4, seconds=0.0, relative_error=1e9, rounds=2)
SETTINGS = Settings(QUICK, warm_up_seconds=0.0)
PROBLEMS = [make_problem((8, 8, 8)), make_problem((9, 7, 5), "tn")]


def contenders():
    return [Scripted("base", honest, is_baseline=True), Scripted("other", honest)]


def jobs_of(problems, contenders, done, fixture, settings):
    return campaign.jobs_of(SetRun("", problems, settings), contenders, done, fixture)


@pytest.fixture
def run(fixture, tmp_path):
    """What measures contenders on some problems into one file."""
    path = tmp_path / "bench.jsonl"

    def measured(contenders, problems=PROBLEMS[:1], settings=SETTINGS, recorded=None):
        here = dataclasses.replace(fixture, recorded=recorded)
        with open_to_add(path, ENVIRONMENT, "add") as file:
            jobs = jobs_of(problems, contenders, file.measured(), here, settings)
            return list(campaign.run(here, jobs, settings, file))

    measured.path = path
    return measured


def series_of(contender, seconds, rounds):
    found = Series(contender, samples=[Sample(each, 0.0) for each in seconds], rounds=[*rounds])
    found.satisfied = True
    return found


def test_a_ratio_of_medians_has_the_baselines_samples_of_the_contenders_own_rounds(fixture):
    """The first goes on for the sake of others, and clocks may fall meanwhile."""
    base, other = contenders()
    first = series_of(base, [1e-3] * 6 + [1.1e-3] * 34, range(40))
    result = ProblemResult((first, series_of(other, [2e-3] * 5 + [9e-3], range(6))), False)
    _, found = measurements_of(fixture, PROBLEMS[0], result, SETTINGS, "", None)
    assert found.baseline.ratio == 0.5
    assert found.baseline.samples.seconds == (1e-3,) * 6


def test_what_is_written(run):
    outcomes = run(contenders(), PROBLEMS)
    found = results.read(run.path).measurements
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
    assert second.rule == str(QUICK)
    assert (third.layout, third.problem.trans_a, third.problem.lda) == ("tn", True, 9)
    assert (first.layout, first.leading) == ("nn", None)


def test_what_is_wrong_leaves_a_line_without_times_and_is_nobodys_baseline(run):
    run([Scripted("cheat", nothing, is_baseline=True), Scripted("other", honest)])
    cheat, other = results.read(run.path).measurements
    assert (cheat.samples, cheat.details, cheat.baseline) == (None, None, None)
    assert "still hold" in cheat.failure
    assert other.samples is not None and other.failure is other.baseline is None
    # Nor is who comes first where no library takes part.
    (outcome,) = run([Scripted("one", honest), Scripted("two", honest)], PROBLEMS[1:])
    assert [one.baseline for one in outcome.measurements] == [None, None]


def test_a_run_goes_on_where_it_stopped(run):
    run(contenders())
    before = run.path.read_bytes()
    again = run(contenders())
    assert again == [] and run.path.read_bytes() == before
    outcomes = run(contenders(), PROBLEMS)
    assert [str(outcome.problem) for outcome in outcomes] == [str(PROBLEMS[1])]
    more = [*contenders(), Scripted("third", honest)]
    outcomes = run(more, PROBLEMS)
    # The baseline takes part again, for the ratio of the new one.
    names = [[one.kernel for one in outcome.measurements] for outcome in outcomes]
    assert names == [["base", "third"]] * 2
    assert len(results.read(run.path).current) == 6


@pytest.mark.parametrize(
    ("change", "protocol"),
    [
        ({"rule": ReplaysBySize(time_limit=0.0)}, "replays-by-size, hot"),
        ({"sustain_seconds": 0.05}, "sustained"),
        ({"rule": dataclasses.replace(QUICK, samples=6)}, "hot"),
        ({"seed": 7}, "hot"),
    ],
)
def test_another_protocol_rule_or_seed_is_measured_again(run, change, protocol):
    run(contenders())
    settings = dataclasses.replace(SETTINGS, **change)
    (outcome,) = run(contenders(), settings=settings)
    assert len(outcome.measurements) == 2
    for one in outcome.measurements:
        assert (one.protocol, one.rule) == (protocol, settings.words)
        assert one.verification.seed == settings.seed
        assert one.seconds == settings.figure(one.samples.seconds)
    assert run(contenders(), settings=settings) == []


def test_an_interrupted_task_is_kept_and_measured_again(run):
    def interrupting(A, B, C, runs):
        runs.append(1)
        if len(runs) == 6:  # in the second round
            raise KeyboardInterrupt
        honest(A, B, C, runs)

    chosen = [contenders()[0], Scripted("other", interrupting)]
    outcomes = run(chosen, PROBLEMS)
    assert len(outcomes) == 1 and outcomes[0].interrupted
    kept = results.read(run.path).measurements
    assert [one.interrupted for one in kept] == [True, True]
    assert all(one.samples is not None and not one.samples.complete for one in kept)
    assert "interrupted" in kept[0].warnings[0]
    run(contenders(), PROBLEMS)
    current = results.read(run.path).current
    assert len(current) == 4
    assert not any(one.interrupted for one in current)


def test_no_problem_is_begun_after_the_deadline(fixture, tmp_path):
    jobs = jobs_of(PROBLEMS, contenders(), (), fixture, SETTINGS)
    with open_to_add(tmp_path / "x.jsonl", ENVIRONMENT) as file:
        assert list(campaign.run(fixture, jobs, SETTINGS, file, until=-math.inf)) == []


def test_power_is_recorded_for_each_sample(run):
    def recorded(name, begin, end):
        middle = (begin + end) / 2
        return Trace(
            name, (begin, middle, end), (400.0, math.nan, 600.0), (1.0,) * 3, (2.0,) * 3,
            (50.0, 60.0, 70.0), ("", "power limit", "power limit+power brake"),
        )  # fmt: skip

    run(contenders(), recorded=recorded)
    found = results.read(run.path)
    (trace,) = found.traces
    assert trace.name == str(PROBLEMS[0])
    one = found.measurements[0]
    assert len(one.details.power_watts) == one.samples.count
    assert one.conditions.throttling == ("power brake", "power limit")
    assert one.conditions.temperature_celsius == 60.0


def test_what_does_not_apply_is_not_measured(run):
    class Picky(Scripted):
        def unsupported(self, problem):
            return "not for me"

    outcomes = run([*contenders(), Picky("picky", honest)])
    assert all(outcome.refused == (("picky", "not for me"),) for outcome in outcomes)
    assert all(len(outcome.measurements) == 2 for outcome in outcomes)


def test_a_sustained_run_has_the_clock_of_the_monitor():
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


H200 = Device("a GPU", 132, 1980.0, 2**26, 3201.0, 700.0, 66.9)
MOST = {"random": 40, "squares_nn": 120, "batched": 30, "irregular": 30, "sustained": 60}
"""Seconds of GPU time that a set may take with two contenders."""


def estimate(name: str, contenders: int = 2, device: Device | None = H200) -> float | None:
    run = set_run(name)
    jobs = [Job(problem, ("x",) * contenders, ()) for problem in run.problems]
    return estimated_seconds(jobs, run.settings, device)


@pytest.mark.parametrize("name", [name for name in MEASURABLE if name != "accuracy"])
def test_every_set_fits(name: str) -> None:
    seconds = estimate(name)
    assert 0.0 < seconds < MOST.get(name, 60)
    assert estimate(name, 4) > 1.5 * seconds
    assert estimate(name, device=None) is None
    assert estimate(name, device=dataclasses.replace(H200, peak_tflops=None)) is None


def test_large_problems_take_longer() -> None:
    run = set_run("squares_nn")
    jobs = [Job(problem, ("x", "y"), ()) for problem in run.problems]
    each = [estimated_seconds([job], run.settings, H200) for job in jobs]
    assert each == sorted(each)
    # Two references, two checks, and at least six samples of each contender.
    assert each[-1] > 16 * run.problems[-1].flops / 66.9e12
    replays = dataclasses.replace(run.settings, rule=ReplaysBySize())
    assert estimated_seconds(jobs[:1], replays, H200) > 1.0


def test_rules() -> None:
    assert set_run("random", 3).settings.seed == 3
    assert set_run("random").settings.rule == RULE
    assert RULE.samples >= 6 and RULE.rounds >= 6
    assert set_run("sustained").settings.sustain_seconds == 10.0
    assert set_run("squares_nn").settings.sustain_seconds is None


PROBLEM = make_problem((40, 36, 24))


def test_right_and_wrong(fixture):
    contenders = [*fixture.contenders(["numpy", "split_k:splits=2"]), Scripted("shorter", tf32)]
    contenders += [Scripted("nan", one_nan), Scripted("idle", nothing)]
    found = {one.kernel: one for one in measure_errors(fixture, PROBLEM, "normal", contenders, 5)}
    assert list(found) == ["numpy", "split_k:splits=2", "shorter", "nan", "idle"]
    for name in ("numpy", "split_k:splits=2"):
        one = found[name]
        assert one.failure is None and one.samples is None
        assert one.verification.input_class == "normal" and one.verification.seed == 5
        assert 0.0 < one.verification.rms < one.verification.maximum
        assert set_of(Setting.of(one)) == "accuracy"
    assert found["split_k:splits=2"].schedule.splits == 2
    assert "units of 2^-24" in found["shorter"].failure
    assert "not finite" in found["nan"].failure
    assert "still hold what was there" in found["idle"].failure  # each has a C of its own


def test_what_does_not_apply_is_left_out(fixture):
    contenders = fixture.contenders(["texture_loads"])
    assert list(measure_errors(fixture, make_problem((5, 5, 5)), "normal", contenders, 0)) == []


def test_a_set_of_it_goes_on_where_it_stopped(fixture, tmp_path):
    path = tmp_path / "x.jsonl"
    run = SetRun("accuracy", (PROBLEM,), set_run("accuracy").settings)
    contenders = fixture.contenders(["numpy", "any_layout"])
    jobs = campaign.jobs_of(run, contenders, (), fixture)
    assert [job.input_class for job in jobs] == list(INPUT_CLASSES)
    with open_to_add(path, ENVIRONMENT) as file:
        list(campaign.run(fixture, jobs[:2], run.settings, file))
        done = file.measured()
    assert [one.protocol for one in done[::2]] == [label(kind) for kind in list(INPUT_CLASSES)[:2]]
    assert campaign.measured_of(run, ["numpy", "any_layout"], done, fixture) == done
    assert campaign.measured_of(run, None, done, fixture) == done
    assert campaign.measured_of(run, ["numpy"], done, fixture) == done[::2]
    rest = campaign.jobs_of(run, contenders, done, fixture)
    assert [job.input_class for job in rest] == list(INPUT_CLASSES)[2:]
