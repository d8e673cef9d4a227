"""Surveys: every kernel gets its problems, each prepared once; one that fails stops no other."""

import dataclasses

import pytest

from sgemm.errors import ExecutionError, RequirementError
from sgemm.kernels.catalogue import find, kernels
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify import survey as surveys
from sgemm.verify.awkward import as_stored, awkward_problems
from sgemm.verify.survey import (
    Check,
    Run,
    Tally,
    check_all,
    legal_variant,
    standard_checks,
    survey,
)

NAMES = ("ptx_naive", "ptx_coalesced")


@pytest.fixture(scope="module")
def machine():
    return CpuMachine(threads=1)


@pytest.fixture(scope="module")
def loaded(machine):
    return {find(name): machine.load(build(find(name), 90, cubin=False)) for name in NAMES}


def test_problems_are_shared_and_prepared_once(machine, loaded, monkeypatch):
    prepared = []
    honest = surveys.prepare
    monkeypatch.setattr(surveys, "prepare", lambda *a: prepared.append(a) or honest(*a))
    first, second = loaded
    check, other = Check(Problem(5, 6, 7)), Check(Problem(8, 9, 10), "normal")
    advanced = []
    found = survey(machine, loaded, {first: [check, other], second: [check]}, 3, advanced.append)
    assert (found[first].passed, found[second].passed) == (2, 1)
    assert prepared == [(check.problem, "uniform_signed", 3), (other.problem, "normal", 3)]
    assert advanced == ["5x6x7", "8x9x10"]
    assert found[first].worst_maximum >= found[first].worst_rms > 0


def test_a_kernel_that_fails_or_is_wrong_does_not_stop_the_others(machine, loaded, monkeypatch):
    honest = surveys.verify_case
    first, second = loaded
    checks = [Check(Problem(5, 6, 7), "normal"), Check(Problem(8, 9, 10), "normal")]

    def verify(where, kernel, case, schedule=None):
        if kernel is loaded[first] and case.problem.m == 5:
            raise ExecutionError("stopped\nat length")
        if kernel is loaded[first]:
            wrong = dataclasses.replace(case.reference, result=case.reference.result + 1)
            case = dataclasses.replace(case, reference=wrong)
        return honest(where, kernel, case, schedule)

    monkeypatch.setattr(surveys, "verify_case", verify)
    found = survey(machine, loaded, {first: checks, second: checks})
    stopped, wrong = found[first].failures
    assert stopped == "5x6x7: stopped"
    assert wrong.startswith("8x9x10 on normal inputs: the error of C[")
    assert (found[first].passed, found[second].passed, found[second].failures) == (0, 2, [])


def test_rows_are_widened_only_where_that_is_required():
    problem = Problem(9, 10, 11, ldc=13)
    assert legal_variant(find("naive"), problem) is problem
    wider = legal_variant(find("texture_loads"), problem)
    assert (wider.lda, wider.ldb, wider.ldc) == (12, 12, 13)
    kernel = find("stream_k_tma")
    found = legal_variant(kernel, Problem(5, 7, 9, batch=3, stride_a=0, stride_b=65))
    assert kernel.violations(found) == []
    assert (found.ldb, found.stride_b, found.stride_a) == (8, 72, 0), "one A for all stays one"
    assert legal_variant(kernel, Problem(5, 8, 9, batch=3, stride_b=101)).stride_b == 104


def test_gaps_are_left_out_only_where_that_is_required():
    kernel = find("tiny_batched_tma")
    problem = Problem(5, 7, 9, lda=10, ldb=11, ldc=13, batch=3, stride_a=0, stride_b=100)
    assert legal_variant(kernel, problem) == Problem(5, 7, 9, batch=3, stride_a=0)
    with pytest.raises(RequirementError, match="is more than 9000"):
        legal_variant(kernel, Problem(5, 7, 900, batch=3))


def test_what_a_kernel_cannot_compute_is_skipped(machine):
    kernel, too_large = find("texture_loads"), Problem(2**31 - 1, 1, 2**31 - 4)
    with pytest.raises(RequirementError):
        legal_variant(kernel, too_large)
    found = survey(machine, {kernel: None}, {kernel: [Check(too_large)]})
    assert (found[kernel].skipped, found[kernel].passed, found[kernel].failures) == (1, 0, [])


@pytest.mark.parametrize("kernel", kernels(), ids=lambda kernel: kernel.name)
def test_the_standard_set_is_sound(kernel):
    checks = list(standard_checks(kernel))
    assert len(set(checks)) == len(checks)
    awkward = {as_stored(problem, kernel.layout) for problem in awkward_problems(kernel.tile)}
    assert awkward <= {check.problem for check in checks}
    assert len({check.input_class for check in checks}) > 4


@pytest.mark.parametrize("kernel", kernels(), ids=lambda kernel: kernel.name)
def test_the_quick_set_has_long_sums_of_one_sign_infinities_and_many_products(kernel):
    checks = list(standard_checks(kernel, quick=True))
    assert len(checks) < len(list(standard_checks(kernel))) / 3
    assert {"uniform", "infinity_in_b", "near_overflow"} <= {each.input_class for each in checks}
    assert max(check.problem.k for check in checks) > 2**14
    most = max(check.problem.batch for check in checks)
    assert most == (300 if kernel.parameters.has_batches else 1)


EDGE = "row >= m || column >= n"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("step < k;", "step < min(k, 4096u);"),
        (EDGE, EDGE + " || row >= 320"),
        (EDGE, EDGE + " || column >= 320"),
    ],
)
def test_a_kernel_that_is_right_up_to_some_size_only_is_found(machine, tmp_path, right, wrong):
    text = find("naive").source.read_text()
    assert right in text
    source = tmp_path / "naive.cu"
    source.write_text(text.replace(right, wrong))
    kernel = dataclasses.replace(find("naive"), source=source)
    ready = machine.load(build(kernel, 90, cubin=False))
    checks = list(standard_checks(kernel, quick=True))
    assert survey(machine, {kernel: ready}, {kernel: checks})[kernel].failures


def test_persistent_blocks_get_whole_tiles_with_long_sums():
    """Only a part of at least two chunks shows what adding chunks does."""
    for name in ("stream_k_tma", "stream_k_cp_async"):
        for kernel in find(name).specialisations():
            schedules = [check.schedule for check in standard_checks(kernel) if check.schedule]
            # Each without an addend, and with one.
            assert [schedule.stream_k_tiles for schedule in schedules] == [0, 0, 1, 1]
    assert not any(check.schedule for check in standard_checks(find("split_k")))


def test_schedules_are_what_runs_and_impossible_ones_are_skipped(machine):
    kernel = find("split_k").specialised("nn", find("split_k").tiles[5])
    ready = machine.load(build(kernel, 90, cubin=False))
    asked = []

    def run_of(_, check):
        asked.append(check.problem)
        if check.problem.k < 100:
            raise RequirementError("splits = 3: too short")
        return Run(ready, check.problem, Schedule(splits=3))

    checks = [Check(Problem(33, 20, 300)), Check(Problem(33, 20, 30))]
    found = Tally()
    check_all(machine, {kernel: checks}, run_of, {kernel: found}, 0, lambda _: None)
    assert (found.passed, found.skipped, found.failures) == (1, 1, [])
    assert found.objection == "splits = 3: too short"
    assert asked == [check.problem for check in checks]
    whole = survey(machine, {kernel: ready}, {kernel: checks[:1]})[kernel]
    assert whole.worst_rms != found.worst_rms, "another order of summation has other errors"
