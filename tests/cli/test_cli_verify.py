"""``sgemm verify``: rungs over many problems."""

import re

import pytest

from sgemm.bench.kernel_pool import KernelPool
from sgemm.errors import RequirementError
from sgemm.kernels.catalogue import find, kernels
from sgemm.machines.cpu import CpuMachine

CPU = ("--machine", "cpu", "--threads", 1)


def test_quick(call):
    result = call("verify", "ptx_naive", "1", "--quick", *CPU)
    assert result.exit_code == 0
    rows = re.findall(r"^ *(?:1|-) +(\w+) +yes +(\d+) +0 +0 +\S+ +\S+$", result.stdout, re.M)
    assert rows == [("naive", "42"), ("ptx_naive", "42")]
    assert "64 results: all right" in result.stdout


def test_the_default_set_goes_around_the_tile(document):
    found = document("verify", "ptx_naive", *CPU)
    assert found["holds"] is True
    (rung,) = found["rungs"]
    assert (rung["verified"], rung["failed"]) == (True, 0)
    assert rung["passed"] > 100
    assert 0 < rung["error_rms"] <= rung["error_max"]


def test_sizes_and_classes(document):
    found = document("verify", "ptx_naive", "--sizes", "5,6x7x8", *CPU)
    assert found["rungs"][0]["passed"] == 4
    options = ("--input-class", "normal", "--input-class", "overflow", "--size", "9", "--checked")
    assert document("verify", "ptx_naive", *options, *CPU)["rungs"][0]["passed"] == 4
    found = document("verify", "ptx_naive", "--all-classes", "--size", "9", *CPU)
    assert found["rungs"][0]["passed"] > 30


def test_a_wrong_rung_is_named_with_what_it_got_wrong(wrong_ptx_naive, call, document):
    result = call("verify", "ptx_naive", "naive", "--quick", *CPU)
    assert result.exit_code == 1
    assert re.search(r"^ *- +ptx_naive +NO +\d+ +\d+ +0", result.stdout, re.M)
    assert re.search(r"^ *1 +naive +yes +42 +0 +0", result.stdout, re.M)
    assert "ptx_naive is wrong at " in result.stdout
    assert re.search(r"ptx_naive: and \d+ more", result.stdout)
    assert "NOT all right" in result.stdout
    naive, wrong = document("verify", "ptx_naive", "naive", "--quick", *CPU, status=1)["rungs"]
    assert (naive["verified"], wrong["verified"]) == (True, False)
    # Empty problems, and sums that are scaled by zero, are right all the same.
    assert wrong["passed"] > 0
    assert len(wrong["failures"]) == wrong["failed"] > 5


def test_a_rung_that_does_not_compile_fails(change_rung, document):
    change_rung("naive", "float sum", "floating sum")
    (rung,) = document("verify", "naive", "--quick", *CPU, status=1)["rungs"]
    assert rung["verified"] is False
    assert "rung_01_naive.cu:14: error" in rung["failures"][0]


def test_all_rungs_by_default(call, monkeypatch):
    asked = []

    def note(pool, kernel):
        asked.append(kernel)
        raise RequirementError("noted")

    monkeypatch.setattr(KernelPool, "loaded", note)
    assert call("verify", "--size", 8, *CPU).exit_code == 2
    assert asked == [each for kernel in kernels() for each in kernel.specialisations()]


def test_layouts_tiles_and_batches(call, document):
    options = ("--size", "9x10x11", "--layouts", "tn", "--batch", 3, "--tile", 1)
    (rung,) = document("verify", "any_layout", *options, *CPU)["rungs"]
    assert (rung["layout"], rung["passed"], rung["skipped"]) == ("tn", 2, 0)
    options = ("--size", 9, "--layout", "tt", "--tile", 2)
    (rung,) = document("verify", "split_k", *options, *CPU)["rungs"]
    assert rung["tile"]["bm"] == find("split_k").tiles[1].bm
    text = call("verify", "any_layout", "--size", 9, "--layout", "nt", "--tile", 1, *CPU).stdout
    assert re.search(r"^ *-? +any_layout nt 64x128x16 +yes +2 +0 +0", text, re.M)


def test_forced_tiles_and_schedules(call, document):
    names = ("split_k:bm=48:splits=3", "ptx_naive", "split_k:bm=48")
    options = ("--size", "40x30x500", "--layout", "nn")
    plain, *rungs = document("verify", *names, *options, *CPU)["rungs"]
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


def test_a_rung_for_one_product_skips_batches(call, document):
    names = ("naive", "any_layout")
    naive, other = document("verify", *names, *BATCH, *CPU)["rungs"]
    assert (naive["verified"], naive["skipped"]) == (None, 2)
    assert (other["verified"], other["passed"]) == (True, 2)
    text = " ".join(call("verify", *names, *BATCH, *CPU).stdout.split())
    assert "nothing was checked of naive: batch = 2: it computes one product" in text
    assert text.endswith("2 results: all right")


@pytest.mark.usefixtures("no_gpu")
def test_what_the_machine_has_not_is_reported(refused, monkeypatch):
    def refuse(self, build):
        raise RequirementError("naive needs sm_99")

    monkeypatch.setattr(CpuMachine, "load", refuse)
    words = refused("verify", "naive", "--size", 8, *CPU)
    assert words == "sgemm: nothing was checked: naive: naive needs sm_99\n"
