"""The survey of tiles: what it would measure, and that what is hopeless leaves."""

import dataclasses
from collections import Counter

import pytest
from scripted_contenders import Scripted, TimedByName, honest

from sgemm.bench import campaign, fitting
from sgemm.bench.rounds import Status, measure_problem
from sgemm.bench.sets import MEASURABLE, problems_of
from sgemm.bench.sizes import make_problem
from sgemm.bench.survey_problems import GROUPS, surveyed
from sgemm.bench.testbed import host_testbed
from sgemm.bench.tile_survey import (
    HOPELESS,
    candidates,
    fastest,
    forced_of,
    survey_jobs,
    survey_kernels,
    survey_settings,
)
from sgemm.kernels.catalogue import find
from sgemm.planning.forcing import plan_forced
from sgemm.problem import LAYOUTS, Problem

NAMES = ("split_k", "skinny")
KERNELS = [each for name in NAMES for each in find(name).specialisations()]
ALL = survey_kernels()


def test_groups_are_different_and_the_same_every_time() -> None:
    problems = surveyed(GROUPS)
    assert len(set(problems)) == len(problems) == len({p for name in GROUPS for p in GROUPS[name]})
    assert {problem.layout for problem in problems} == set(LAYOUTS)
    assert any(problem.batch > 1 for problem in problems)
    assert any(problem.beta == 1.0 for problem in problems)
    assert surveyed(GROUPS) == problems
    general = surveyed(["general"])
    assert {problem.layout for problem in general[:60]} == set(LAYOUTS), "a beginning has of all"


@pytest.mark.parametrize("name", [each for each in GROUPS if each != "general"])
def test_no_problem_of_a_named_set_is_surveyed(name: str) -> None:
    of_sets = {problem for each in MEASURABLE for problem in problems_of(each)}
    assert not of_sets & set(GROUPS[name])


def test_every_shape_has_candidates_and_none_is_illegal() -> None:
    for problem in surveyed(GROUPS)[::4]:
        found = list(candidates(KERNELS, problem, 132))
        assert found, problem
        assert len(set(found)) == len(found)
        for kernel, schedule in found:
            assert kernel.layout == problem.layout
            kernel.launch(problem, schedule=schedule)
            assert schedule.splits <= max(1, -(-problem.k // kernel.tile.bk))


@pytest.mark.parametrize("name", ["fp16x3", "bf16x6"])
def test_kernels_on_tensor_cores_have_enough_for_numbers_of_each_layout(name: str) -> None:
    """Each tile, whole or with k in parts. No size is left out for its workspace."""
    specialisations, counts = find(name).specialisations(), Counter()
    for problem in GROUPS["split"]:
        found = list(candidates(specialisations, problem, 132))
        assert len({kernel for kernel, _ in found}) == len(find(name).tiles), problem
        counts.update({kernel for kernel, _ in found})
    assert set(counts) == set(specialisations)
    assert min(counts.values()) >= fitting.LEAST


def test_hopeless_tiles_are_left_out() -> None:
    tiles = {kernel.tile for kernel, _ in candidates(KERNELS, Problem(1, 65536, 64), 132)}
    assert all(tile.bm <= 16 for tile in tiles)
    assert not list(candidates([], Problem(4, 4, 4), 132))


def test_the_name_of_a_candidate_is_its_tile_and_schedule(machine) -> None:
    """Forcing these numbers gives the same tile and schedule again."""
    for problem in surveyed(GROUPS)[::40]:
        names = set()
        for kernel, schedule in candidates(ALL, problem, machine.multiprocessors):
            forced = forced_of(kernel, schedule)
            assert forced.tile_of(kernel) == kernel.tile
            plan = plan_forced(kernel, forced, problem, machine)
            assert (plan.kernel, plan.schedule) == (kernel, schedule)
            names.add(f"{kernel.name}{forced}")
        assert len(names) == len(list(candidates(ALL, problem, machine.multiprocessors)))


def test_what_is_hopeless_leaves_after_two_rounds(machine) -> None:
    seconds = {"baseline": 9.0, "fast": 1.0, "close": HOPELESS, "slow": HOPELESS + 0.1}
    with host_testbed(machine, make_problem((4, 4, 4)), 0) as testbed:
        contenders = [Scripted(name, honest, name == "baseline") for name in seconds]
        sampler = TimedByName(testbed, dict(zip(contenders, seconds.values(), strict=True)))
        found = measure_problem(testbed, sampler, contenders, survey_settings(rounds=5))
    counts = {one.contender.name: len(one.samples) for one in found.series}
    assert counts == {"baseline": 5, "fast": 5, "close": 5, "slow": 2}
    assert found.series[-1].status is Status.ELIMINATED
    assert "slower than 1.6 times the fastest" in found.series[-1].reason


def test_what_was_surveyed_is_not_surveyed_again(fixture) -> None:
    settings, kernel = survey_settings(rounds=3), find("any_layout").specialisations()[0]
    problems = [Problem(8, 8, 8), Problem(9, 9, 9, trans_a=True)]
    # The kernel is given in one layout.
    (job,) = survey_jobs(fixture, problems, [kernel], (), settings)
    found = campaign.measure(fixture, job.problem, job.contenders, settings).measurements
    assert survey_jobs(fixture, problems, [kernel], found, settings) == []
    assert [one.kernel.partition("=")[0] for one in found] == ["numpy", "any_layout:bm"]
    assert {(one.protocol, one.samples.count, one.failure) for one in found} == {
        ("survey, hot", 3, None)
    }
    slower = dataclasses.replace(found[1], seconds=1e3)
    assert fastest([found[0], slower, found[1], slower]) == (found[1],)
