"""The ladder as a table: what a row says, and what stands below it."""

import dataclasses

import pytest

from sgemm.bench.ladder import LadderAtSize, Rung, size_of
from sgemm.kernels.catalogue import find
from sgemm.problem import Problem
from sgemm.report.ladder import ladder_table, notes

PROBLEM = Problem(100, 100, 100)


def rung(name, outcome="measured", reason=None, **known):
    kernel = find(name)
    verified = {"measured": True, "refused": None}.get(outcome, False)
    about = kernel.number, kernel.name, kernel.idea, size_of(PROBLEM), outcome, verified, reason
    return Rung(*about, intensity=kernel.tile.intensity, **known)


def timed(seconds, upper=None):
    """Return what is known of a rung that took so long, with an upper quartile."""
    return {
        "error_rms": 0.4, "error_max": 3.0, "seconds": seconds, "samples": 6,
        "seconds_lower_quartile": seconds, "seconds_upper_quartile": upper or 1.1 * seconds,
        "gflops": PROBLEM.flops / seconds / 1e9,
    }  # fmt: skip


def library(outcome="measured", **known):
    about = 0, "numpy", "NumPy's matmul, 2 threads", size_of(PROBLEM), outcome
    return Rung(*about, outcome == "measured", None, baseline_ratio=1.0, **known)


@pytest.fixture
def ladder():
    beside = {"baseline_ratio": 0.25, "compiler": "a compiler"}
    ours = timed(4e-4) | beside
    spilling = {"registers": 32, "spill_stores": 8, "spill_loads": 4, "shared_bytes": 0}
    rungs = (
        rung("naive", **ours, **spilling),
        rung("conflict_free", **ours, registers=40, shared_bytes=9320),
        rung("ptx_naive", **ours),
        rung("3", "wrong", "off by one", error_rms=9.0),
        rung("5", "failed", "no such instruction"),
        rung("14", "refused", "texture_loads cannot"),
    )
    return LadderAtSize(PROBLEM, "hot", library(**timed(1e-4)), "", rungs)


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


def test_what_cannot_be_believed_is_said(ladder):
    shaken = library(**timed(1e-4, upper=9e-4))
    late = dataclasses.replace(ladder.rungs[1], complete=False)
    words = notes(dataclasses.replace(ladder, baseline=shaken, rungs=(late,)))
    assert len(words) == 2
    assert "other work on this machine disturbs all times here" in words[0]
    assert "time limit" in words[1]
    below = dataclasses.replace(ladder, baseline=library("wrong"), rungs=())
    assert notes(below)[0].startswith("numpy is wrong, and was not timed: ")
    assert not below.holds
    without = dataclasses.replace(ladder, baseline=None, no_baseline="none is here")
    assert without.heading == "baseline: none (none is here); samples: hot"
    assert ladder_table(without).rows[0][:2] == ("1", "naive")
