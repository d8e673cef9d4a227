"""The ladder as a table: what a row says, and what stands below it."""

import dataclasses

import pytest

from sgemm.bench.contenders import NumpyContender
from sgemm.bench.ladder import LadderAtSize, Rung
from sgemm.bench.measurement import Baseline, Samples
from sgemm.bench.rounds import Series, Status
from sgemm.bench.testbed import Sample
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Geometry
from sgemm.problem import Problem
from sgemm.report.ladder import baseline_record, ladder_table, notes, rung_record
from sgemm.toolchain.build import Build, Resources
from sgemm.verify.check import judge, prepare

PROBLEM = Problem(100, 100, 100)


@pytest.fixture(scope="module")
def verdict():
    case = prepare(PROBLEM)
    result = (case.operands.A @ case.operands.B).reshape(-1)
    return judge(case, result)


def measured(verdict, *seconds, complete=True):
    samples = [Sample(each, 0.0) for each in seconds]
    return Series(NumpyContender(2), before=verdict, samples=samples, satisfied=complete)


def rung(name, verdict, resources, seconds):
    kernel = find(name)
    made = Build(kernel, 90, name, "", None, resources, "a compiler")
    series = measured(verdict, seconds, seconds, seconds * 1.2)
    baseline = Baseline("numpy", Samples((1e-4,)), 0.25, (0.25,))
    return Rung(kernel, PROBLEM, series, baseline, build=made, lanes=8)


def unmeasured(name, status, reason, verdict=None):
    return Rung(find(name), PROBLEM, Series(None, None, status, reason, before=verdict))


@pytest.fixture
def ladder(verdict):
    row0 = measured(verdict, 1e-4, 1e-4, 1e-4)
    dynamic = rung("conflict_free", verdict, Resources(40, 0, 0, 0, 8320), 4e-4)
    kernel = dataclasses.replace(dynamic.kernel, geometry=Geometry(shared_bytes=lambda *_: 1000))
    dynamic = dataclasses.replace(dynamic, kernel=kernel)
    spilling = rung("naive", verdict, Resources(32, 8, 4, 16, 0), 4e-4)
    bare = rung("ptx_naive", verdict, None, 4e-4)
    wrong = unmeasured("3", Status.WRONG, "off by one", verdict)
    failed = unmeasured("5", Status.FAILED, "no such instruction")
    refused = unmeasured("14", Status.REFUSED, "texture_loads cannot")
    rungs = (spilling, dynamic, bare, wrong, failed, refused)
    return LadderAtSize(PROBLEM, "hot", row0, "", rungs)


def test_rows(ladder):
    table = ladder_table(ladder)
    assert table.columns[5].header == "us"
    rows = {row[1]: row for row in table.rows}
    assert next(iter(rows)) == "numpy"
    assert rows["numpy"][:3] == ("0", "numpy", "yes")
    assert rows["numpy"][7] == "1.000"
    # 2e6 operations in 400 us, at a quarter of the baseline's speed; quartiles 400 and 440 us.
    assert rows["naive"][5:] == ("400", "5.00", "0.250", "5.0", "32!", "0", "0.250")
    assert rows["conflict_free"][9:] == ("40", "9320", "8.00")
    assert rows["ptx_naive"][9:11] == ("-", "-")
    assert rows["shared_tile"][2] == "NO"
    assert rows["shared_tile"][3] != "-"
    assert set(rows["shared_tile"][5:9]) == {"-"}
    assert rows["thread_column"][2] == "FAILED"
    assert rows["texture_loads"][2] == "-"


def test_notes(ladder):
    assert notes(ladder) == (
        "shared_tile is wrong, and was not timed: off by one",
        "thread_column could not be run: no such instruction",
        "texture_loads cannot",
        "registers and shared memory of the PTX rungs need ptxas, which is not installed",
    )
    assert not ladder.holds


def test_what_cannot_be_believed_is_said(ladder, verdict):
    shaken = measured(verdict, 1e-4, 1e-4, 3e-4, 9e-4)
    late = dataclasses.replace(ladder.rungs[1], series=measured(verdict, 1.0, complete=False))
    words = notes(dataclasses.replace(ladder, row0=shaken, rungs=(late,)))
    assert len(words) == 2
    assert "other work on this machine disturbs all times here" in words[0]
    assert "time limit" in words[1]
    wrong = measured(dataclasses.replace(verdict, passed=False))
    below = dataclasses.replace(ladder, row0=wrong, rungs=())
    assert notes(below)[0].startswith("numpy is wrong, and was not timed: ")
    assert not below.holds


def test_what_is_not_known_is_none(ladder):
    refused = rung_record(ladder.rungs[-1])
    assert refused["verified"] is refused["registers"] is refused["error_rms"] is None
    assert refused["reason"] == "texture_loads cannot"
    assert baseline_record(dataclasses.replace(ladder, row0=None)) is None
