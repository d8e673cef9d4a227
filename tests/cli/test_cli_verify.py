"""``sgemm verify``: rungs over many problems."""

import importlib
import re

import pytest

from sgemm.bench.kernel_pool import KernelPool
from sgemm.errors import RequirementError
from sgemm.kernels.catalogue import find, kernels
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import LAYOUTS
from sgemm.verify import survey as verify_survey
from sgemm.verify.check import verify_case

verify = importlib.import_module("sgemm.cli.verify")
CPU = ("--machine", "cpu", "--threads", 1)
CHECKED = (*CPU, "--checked")
"""What is compiled in less than half the time, where a command compiles many kernels."""


def test_the_default_set_goes_around_the_tile(document):
    found = document("verify", "ptx_naive", *CPU)
    assert found["holds"] is True
    (rung,) = found["kernels"]
    assert (rung["verified"], rung["failed"]) == (True, 0)
    assert rung["passed"] > 100
    assert 0 < rung["error_rms"] <= rung["error_max"]


def test_sizes_and_classes(document):
    found = document("verify", "ptx_naive", "--sizes", "5,6x7x8", *CPU)
    assert found["kernels"][0]["passed"] == 4
    options = ("--input-class", "normal", "--input-class", "overflow", "--size", "9", "--checked")
    assert document("verify", "ptx_naive", *options, *CPU)["kernels"][0]["passed"] == 4
    found = document("verify", "ptx_naive", "--all-classes", "--size", "9", *CPU)
    assert found["kernels"][0]["passed"] > 30


def test_a_wrong_rung_is_named_with_what_it_got_wrong(wrong_ptx_naive, call, document):
    result = call("verify", "ptx_naive", "naive", "--quick", *CPU, status=1)
    assert re.search(r"^ *- +ptx_naive +NO +\d+ +\d+ +0", result.stdout, re.M)
    assert re.search(r"^ *1 +naive +yes +42 +0 +0", result.stdout, re.M)
    assert "ptx_naive is wrong at " in result.stdout
    assert re.search(r"ptx_naive: and \d+ more", result.stdout)
    assert "NOT all right" in result.stdout
    naive, wrong = document("verify", "ptx_naive", "naive", "--quick", *CPU, status=1)["kernels"]
    assert (naive["verified"], wrong["verified"]) == (True, False)
    # Empty problems, and sums that are scaled by zero, are right all the same.
    assert wrong["passed"] > 0
    assert len(wrong["failures"]) == wrong["failed"] > 5


def test_a_rung_that_does_not_compile_fails(change_rung, document):
    change_rung("naive", "float sum", "floating sum")
    (rung,) = document("verify", "naive", "--quick", *CPU, status=1)["kernels"]
    assert rung["verified"] is False
    assert "rung_01_naive.cu:14: error" in rung["failures"][0]


def test_all_rungs_by_default(call, monkeypatch):
    asked = []

    def note(pool, kernel):
        asked.append(kernel)
        raise RequirementError("noted")

    monkeypatch.setattr(KernelPool, "loaded", note)
    call("verify", "--size", 8, *CPU, status=2)
    assert asked == [each for kernel in kernels() for each in kernel.specialisations()]


def test_layouts_tiles_and_batches(call, document):
    options = ("--size", "9x10x11", "--layouts", "tn", "--batch", 3, "--tile", 1)
    (rung,) = document("verify", "any_layout", *options, *CPU)["kernels"]
    assert (rung["layout"], rung["passed"], rung["skipped"]) == ("tn", 2, 0)
    options = ("--size", 9, "--layout", "tt", "--tile", 2)
    (rung,) = document("verify", "split_k", *options, *CPU)["kernels"]
    assert rung["tile"]["bm"] == find("split_k").tiles[1].bm
    text = call("verify", "any_layout", "--size", 9, "--layout", "nt", "--tile", 1, *CPU).stdout
    assert re.search(r"^ *-? +any_layout nt 64x128x16 +yes +2 +0 +0", text, re.M)


def test_forced_tiles_and_schedules(call, document):
    names = ("split_k:bm=48:splits=3", "ptx_naive", "split_k:bm=48")
    options = ("--size", "40x30x500", "--layout", "nn")
    plain, *rungs = document("verify", *names, *options, *CPU)["kernels"]
    assert (plain["name"], plain["forced"]) == ("ptx_naive", {})
    assert [(rung["name"], rung["forced"]) for rung in rungs] == [
        ("split_k", {"splits": 3}),
        ("split_k", {}),
    ]
    assert all(rung["passed"] == 2 and rung["tile"]["bm"] == 48 for rung in rungs)
    text = call("verify", names[0], *options, *CPU).stdout
    assert re.search(r"^ *-? +split_k nn 48x48x32:splits=3 +yes +2 +0 +0", text, re.M)
    # Parts are added after they were summed, so the errors of 500 steps in 3 parts are smaller.
    assert rungs[0]["error_rms"] != rungs[1]["error_rms"]


BATCH = ("--size", 9, "--batch", 2, "--layout", "nn", "--tile", "1")


def test_a_rung_for_one_product_skips_batches(said, document):
    names = ("naive", "any_layout")
    naive, other = document("verify", *names, *BATCH, *CPU)["kernels"]
    assert (naive["verified"], naive["skipped"]) == (None, 2)
    assert (other["verified"], other["passed"]) == (True, 2)
    text = said("verify", *names, *BATCH, *CPU)
    assert "nothing was checked of naive: batch = 2: it computes one product" in text
    assert text.endswith("2 results: all right")


@pytest.mark.usefixtures("no_gpu")
def test_what_the_machine_has_not_is_reported(refused, monkeypatch):
    def refuse(self, build):
        raise RequirementError("naive needs sm_99")

    monkeypatch.setattr(CpuMachine, "load", refuse)
    words = refused("verify", "naive", "--size", 8, *CPU)
    assert words == "sgemm: nothing was checked: naive: naive needs sm_99\n"


PLANS = (
    *("auto", "auto:machine_code=off", "split", "split_or_ieee", "two_kernel_rule", "7"),
    *("split_k:splits=4:bm=48", "tiny_batched:machine_code=off", "any_layout:bm=8:machine_code=on"),
)


def test_every_plan_of_run_is_verified(document, call):
    options = ("--size", "20x24x28", "--layout", "nn", *CHECKED)
    found = {each["name"]: each for each in document("verify", *PLANS, *options)["kernels"]}
    assert all(each["verified"] for each in found.values())
    assert set(found) == {
        *("auto", "auto:machine_code=off", "split", "split_or_ieee", "two_kernel_rule"),
        *("thread_tile_4x4", "split_k", "tiny_batched", "any_layout"),
    }
    assert found["auto"]["passed"] == 2 and found["auto"]["tile"] is None
    text = call("verify", "auto", "split_k:bm=48:machine_code=off", *options).stdout
    assert re.search(r"^ *- +auto nn +yes +2 +0 +0", text, re.M)
    assert re.search(r"^ *- +split_k nn 48x48x32:machine_code=off +yes +2 +0 +0", text, re.M)


def test_a_rule_is_checked_in_all_layouts_and_on_problems_of_all_kinds(document):
    found = document("verify", "auto", "--size", 9, *CHECKED)["kernels"]
    assert [(each["layout"], each["passed"]) for each in found] == [(each, 2) for each in LAYOUTS]
    (quick,) = document("verify", "auto", "--quick", "--layout", "nt", *CHECKED)["kernels"]
    assert quick["passed"] > 40 and not quick["failed"]


def test_a_wrong_kernel_that_a_rule_chooses_is_named(wrong_rule, said, document):
    options = ("--size", "8,20", "--layout", "nn", *CPU)
    words = said("verify", "auto", *options, status=1)
    assert re.search(r"auto nn is wrong at .* \(computed by ptx_naive\)", words)
    (rung,) = document("verify", "auto", *options, status=1)["kernels"]
    assert (rung["verified"], rung["passed"], rung["failed"]) == (False, 2, 2)


@pytest.mark.parametrize(
    ("plan", "stops_at", "passed"), [("ptx_naive", 4, [2, 1]), ("auto", 6, [2, 3])]
)
def test_an_interrupt_shows_what_was_checked(call, document, monkeypatch, plan, stops_at, passed):
    arguments = ("verify", plan, "naive", "--sizes", "8,9", "--layout", "nn", *CPU)
    stopping(monkeypatch, stops_at)
    result = call(*arguments, status=130)
    words = f"{sum(passed)} results: all right\ninterrupted: not everything was checked\n"
    assert result.stdout.endswith(words)
    stopping(monkeypatch, stops_at)
    found = document(*arguments, status=130)
    assert (found["interrupted"], found["holds"]) == (True, True)
    assert sorted(each["passed"] for each in found["kernels"]) == sorted(passed)
    stopping(monkeypatch, 9)
    found = document(*arguments)
    assert found["interrupted"] is False
    assert [each["passed"] for each in found["kernels"]] == [4, 4]
    stopping(monkeypatch, 1)
    result = call(*arguments, status=130)
    assert result.stdout == ""
    assert result.stderr.strip() == "sgemm: interrupted"


def stopping(monkeypatch, at):
    """Let an interrupt come at one of the checks, by number."""
    checks = []

    def check(*arguments):
        checks.append(arguments)
        if len(checks) == at:
            raise KeyboardInterrupt
        return verify_case(*arguments)

    monkeypatch.setattr(verify_survey, "verify_case", check)


@pytest.fixture
def wrong_rule(wrong_ptx_naive, monkeypatch):
    """Let the automatic choice take a wrong kernel for all but small problems."""
    right = verify.make_plan

    def plan(problem, machine, name):
        return right(problem, machine, "naive" if problem.m < 10 else "ptx_naive")

    monkeypatch.setattr(verify, "make_plan", plan)
