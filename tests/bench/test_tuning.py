"""Tuning by the benchmark's own engine: on the cpu machine, which tells the figures of a GPU."""

from sgemm.bench import campaign, tuning
from sgemm.bench.fixture import open_fixture
from sgemm.bench.results import open_to_add
from sgemm.bench.sets import MEASURABLE, problems_of
from sgemm.bench.survey_problems import GROUPS
from sgemm.kernels.gpus import Figures
from sgemm.machines.cpu import CpuMachine
from sgemm.planning.known import base_for
from sgemm.planning.rates import rates_key
from sgemm.problem import Problem
from tuned_rates import A10, HERE, target_with


class Telling(CpuMachine):
    """A machine that plans as a GPU of its figures would."""

    figures = HERE


def test_the_engine_measures_what_the_rates_are_fitted_to(monkeypatch, tmp_path):
    problems = [Problem(8, 8, 8), Problem(9, 8, 16)]
    monkeypatch.setitem(GROUPS, "few", problems)
    monkeypatch.setattr(tuning, "PROBLEMS", {"few": 2})
    monkeypatch.setattr(tuning, "ROUNDS", 2)
    monkeypatch.setattr(tuning, "TILES", 1)
    machine, path = Telling(threads=1), tmp_path / "tuned.jsonl"
    with open_fixture(machine) as fixture:
        work = tuning.Tuning(machine, base_for(HERE), path)
        for run in work.runs:
            jobs = work.jobs_of(fixture, run)
            assert [job.problem for job in jobs] == list(run.problems)
            with open_to_add(path, fixture.environment(), "add") as file:
                for outcome in campaign.run(fixture, jobs, run.settings, file):
                    assert not tuning.failures_of(outcome.measurements)
            assert work.jobs_of(fixture, run) == []
    assert {row.problem for row in work.rows()} == set(problems) and work.left() == 0
    made = work.tuned(HERE, "2026-11-24")
    assert (made.problems, made.times, made.marks) == (2, 2, ())
    # An executor takes far longer than a GPU, and so do the rates of what was never measured.
    slower = base_for(HERE).find
    kernel = tuning.library(90)[0]
    assert made.rates[rates_key(kernel)].launch > 2 * slower(kernel).launch


def test_problems_are_of_the_survey_and_in_reach_of_small_gpus():
    small = A10._replace(name="small", multiprocessors=14, memory_gbytes=112.0)
    for figures in (HERE, small):
        runs = tuning.rounds_of(target_with(figures), base_for(figures))
        problems = [problem for run in runs for problem in run.problems]
        assert len(runs) == tuning.ROUNDS and len(set(problems)) == len(problems)
        assert 300 < len(problems) <= sum(tuning.PROBLEMS.values())
        assert all(4 * sum(each.elements) <= tuning.MOST_OPERAND_BYTES for each in problems)
        # Each round has of every group, so that a tuning that ends early has a sample.
        for run in runs:
            for name, group in GROUPS.items():
                # A small GPU takes too long for most that was meant for tensor cores.
                is_there = set(run.problems) & set(group)
                assert is_there or (name == "split" and figures is small), name
    named = {each for name in MEASURABLE for each in problems_of(name)}
    assert not {each for each in problems if each in named} - set(GROUPS["general"])


def test_tiles_worth_measuring_are_different_legal_and_the_fastest_first():
    target, table = target_with(A10), base_for(A10)
    assert isinstance(target.figures, Figures)
    for problem in (Problem(700, 500, 300), Problem(1, 4000, 900), Problem(64, 64, 64, batch=9)):
        worth = tuning.worth_measuring(problem, target, table)
        times = [time for time, _ in worth]
        assert 1 <= len(worth) <= tuning.TILES and times == sorted(times)
        assert times[-1] <= tuning.SLOWER * times[0]
        assert len({rates_key(each.kernel) for _, each in worth}) == len(worth)
        assert all(each.kernel.runs_on(86) for _, each in worth)
