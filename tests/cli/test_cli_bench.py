"""``sgemm bench``: what it prints and writes, and how it refuses."""

import contextlib
import os
import re
import types

import pytest

from sgemm.bench import campaign, contenders, results
from sgemm.bench.sizes import make_problem
from sgemm.cli import bench
from sgemm.cli.measuring import time_left, warn_of_others

QUICK = (
    "--machine", "cpu", "--threads", 1, "--samples", 3, "--seconds", 0, "--rounds", 1,
    "--warm-up", 0, "--relative-error", 1000,
)  # fmt: skip


def test_words(call, empty_folder):
    arguments = ("--sizes", "16:24:8,8x9x10", "--contenders", "numpy,3,two_kernel_rule")
    result = call("bench", *arguments, *QUICK)
    for words in ("3 tasks", "shared_tile", "two_kernel_rule (", "8x9x10", "of baseline", "n"):
        assert words in result.stdout, words
    found = results.read(empty_folder / "output" / "bench.jsonl")
    assert {one.number for one in found.measurements if one.kernel == "two_kernel_rule"} == {None}
    chosen = [one.chosen for one in found.measurements if one.kernel == "two_kernel_rule"]
    # Textures need leading dimensions that are multiples of 4.
    assert chosen == ["texture_loads", "texture_loads", "ptx_pipeline"]
    assert len(found.measurements) == 9
    assert {one.protocol for one in found.measurements} == {"hot"}


def test_other_work_is_warned_of(call, monkeypatch):
    arguments = ("bench", "--sizes", "8", "--contenders", "numpy", "--force", *QUICK)
    assert "other work" not in call(*arguments).stderr
    monkeypatch.setattr(os, "getloadavg", lambda: (3.0, 0.0, 0.0))
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    words = "warning: the load average of the last minute is 3.0 on 4 cores: other work may"
    assert words in call(*arguments).stderr
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert "other work" not in call(*arguments).stderr


@pytest.mark.parametrize("others", [None, 0, 1, 2])
def test_other_processes_on_the_gpu_are_warned_of(others, recwarn):
    nvml = types.SimpleNamespace(other_processes=lambda: others)
    warn_of_others(types.SimpleNamespace(nvml=nvml))
    expected = {1: ["1 other process on the GPU"], 2: ["2 other processes on the GPU"]}
    found = [str(one.message).partition(":")[0] for one in recwarn]
    assert found == expected.get(others, [])


def test_document(document, empty_folder):
    found = document(
        "bench", "--sizes", "12", "--contenders", "numpy", "--layouts", "nn,nt,tn,tt",
        "--alpha", -1.5, "--beta", 0.5, "--pad", "1,2,3", "--seed", 4, "--batch", 5,
        "--output", "x.jsonl", *QUICK,
    )  # fmt: skip
    assert found["command"] == "bench"
    assert found["holds"] is True and found["interrupted"] is False
    assert [one["layout"] for one in found["measurements"]] == ["nn", "nt", "tn", "tt"]
    assert all(one["seconds"] > 0 and one["samples"] == 3 for one in found["measurements"])
    kept = results.read("x.jsonl").measurements
    problem = kept[2].problem
    assert (problem.layout, problem.batch) == ("tn", 5)
    assert (problem.lda, problem.ldb, problem.ldc) == (13, 14, 15)
    assert kept[0].verification.seed == 4
    assert (kept[0].problem.alpha, kept[0].problem.beta) == (-1.5, 0.5)


@pytest.fixture
def small_sets(monkeypatch):
    """Sets of problems that the cpu machine computes in no time."""
    tasks = {
        "squares_nt": (make_problem((9, 9, 9), "nt"),),
        "batched": (make_problem((8, 8, 8), batch=3),),
        "accuracy": (make_problem((8, 8, 8)),),
    }
    monkeypatch.setattr(campaign, "problems_of", tasks.__getitem__)


def test_sets(call, said, document, small_sets, empty_folder):
    sets = ("--set", "squares_nt", "--set", "batched", "--set", "accuracy")
    arguments = ("--machine", "cpu", "--threads", 1, "--contenders", "numpy,any_layout", *sets)
    arguments += ("--samples", 3, "--seconds", 0)
    words = said("bench", *arguments, "--output", "x.jsonl")
    for name in ("squares_nt: 1 task,", "batched: 1 task,", "accuracy: 1 task,"):
        assert name in words
    kept = results.read("x.jsonl").measurements
    timed = [one for one in kept if one.samples is not None]
    assert [str(one.problem) for one in timed] == ["9x9x9 nt"] * 2 + ["8x8x8, batch 3"] * 2
    assert {one.protocol for one in kept if one.samples is None} >= {"accuracy, normal"}
    assert "at least 3 samples in 6 rounds over 0 s" in timed[0].rule
    again = document("bench", *arguments, "--output", "x.jsonl", "--resume")
    assert len(again["measurements"]) == len(kept)
    assert results.read("x.jsonl").measurements == kept
    compared = call("compare", "x.jsonl")
    assert "accuracy, normal" in compared.stdout


def test_a_set_is_measured_for_the_library(call, small_sets, monkeypatch, empty_folder):
    monkeypatch.setattr(bench, "OWN_CHOICE", "any_layout")
    call("bench", "--machine", "cpu", "--set", "batched", "--samples", 2, "--seconds", 0)
    kept = results.read("output/bench.jsonl").measurements
    assert [one.kernel for one in kept] == ["numpy", "any_layout"]


def test_a_file_of_shapes_and_replays_by_size(document, empty_folder):
    (empty_folder / "shapes").write_text("6x5x4 # small\n")
    found = document(
        "bench", "--shapes", "shapes", "--contenders", "numpy", "--protocol", "replays-by-size",
        *QUICK, "--time-limit", 0,
    )  # fmt: skip
    (one,) = found["measurements"]
    assert one["protocol"] == "replays-by-size, hot"
    assert one["samples"] > 1000


def test_a_failure_is_remembered(said, document, monkeypatch):
    monkeypatch.setattr(contenders, "_numpy_product", lambda *_: None)
    arguments = ("bench", "--sizes", "8", "--contenders", "numpy", *QUICK)
    assert "FAILED: 64 of 64 elements of C still hold" in said(*arguments, status=1)
    found = document(*arguments, "--resume", status=1)
    assert found["holds"] is False


def interrupted(monkeypatch, at):
    """Let an interrupt come at a product of NumPy, by number; return which were begun."""
    real, begun = contenders._numpy_product, []

    def product(*arguments):
        begun.append(arguments)
        if len(begun) == at:
            raise KeyboardInterrupt
        real(*arguments)

    monkeypatch.setattr(contenders, "_numpy_product", product)
    return begun


def test_an_interrupt(call, document, monkeypatch):
    interrupted(monkeypatch, 5)
    arguments = ("bench", "--sizes", "8,9", "--contenders", "numpy", *QUICK)
    result = call(*arguments, status=130)
    assert "--resume goes on" in result.stdout
    (kept,) = results.read("output/bench.jsonl").measurements
    assert kept.interrupted
    found = document(*arguments, "--resume")
    assert [one["samples"] for one in found["measurements"]] == [3, 3]


def test_an_interrupt_before_the_first_sample_ends_at_once(call, monkeypatch, empty_folder):
    begun = interrupted(monkeypatch, 2)  # the first is checked, the second warms up
    result = call("bench", "--sizes", "8,9", "--contenders", "numpy", *QUICK, status=130)
    assert len(begun) == 2
    assert "nothing was measured" in result.stdout
    assert "--resume" not in result.stdout
    assert list(empty_folder.rglob("*.jsonl")) == []


def test_the_time_that_is_left(call, monkeypatch):
    def planned(flops):
        problem = types.SimpleNamespace(flops=flops)
        return types.SimpleNamespace(contenders=[None] * 2, problem=problem)

    jobs = [planned(0), planned(0), planned(2e11)]
    assert time_left(jobs, 0, 5.0) == ""
    assert time_left(jobs, 1, 30.0) == ", about 2 min left"
    assert time_left(jobs, 2, 30.0) == ", about 45 s left"
    shown = []

    @contextlib.contextmanager
    def noted(total, first):
        yield lambda text, steps: shown.append((text, steps))

    monkeypatch.setattr("sgemm.cli.measuring.progress", noted)
    call("bench", "--sizes", "8,9", "--contenders", "numpy", *QUICK)
    assert [text for text, steps in shown if steps] == ["next task, about 0 s left"] * 2
    assert re.fullmatch(r"8x8x8: [^,]+", shown[0][0])
    assert re.fullmatch(r"9x9x9: .+, about \d+ s left", shown[-2][0])
