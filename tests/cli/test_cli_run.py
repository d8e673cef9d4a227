"""``sgemm run``: one problem by one rung."""

import pytest

from sgemm.kernels.catalogue import find
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import plan
from sgemm.problem import Problem


def test_words(call):
    result = call("run", "naive", 33, 29, 17, "--machine", "cpu", "--alpha", -1.5, "--beta", 0.5)
    for words in (
        "1 naive: one thread an element",
        "33x29x17, alpha -1.5, beta 0.5",
        "grid 2x1x1, block",
        "yes: rms 0.",
        "samples)",
        "GFLOP/s (hot)",
        "NumPy's matmul",
        "running PTX for sm_",
    ):
        assert words in result.stdout, words


def test_document(document):
    found = document(
        "run", "3", 40, 30, 20, "--machine", "cpu", "--lda", 25, "--ldb", 31, "--ldc", 33,
        "--threads", 1, "--seed", 7, "--input-class", "normal", "--checked",
    )  # fmt: skip
    assert found["holds"] is True
    assert found["problem"] == {
        "m": 40, "n": 30, "k": 20, "alpha": 1.0, "beta": 0.0, "lda": 25, "ldb": 31, "ldc": 33,
        "trans_a": False, "trans_b": False, "batch": 1, "type_a": "float32", "type_b": "float32",
        "prepared_a": False, "prepared_b": False, "ld_addend": None, "stride_addend": None,
        "stride_a": 40 * 25, "stride_b": 20 * 31, "stride_c": 40 * 33,
    }  # fmt: skip
    assert (found["number"], found["name"], found["verified"]) == (3, "shared_tile", True)
    assert (found["seed"], found["input_class"], found["checked"]) == (7, "normal", True)
    assert found["gflops"] > 0 and found["baseline_ratio"] > 0 and found["samples"] >= 5
    assert (found["baseline"]["name"], found["baseline"]["threads"]) == ("numpy", 1)
    assert found["plan"]["reason"] == "asked for by name"


def test_a_kernel_of_the_library_is_called_by_its_name(call):
    text = call("run", "split_k:splits=2", 9, 10, 99, "--machine", "cpu").stdout
    assert text.startswith("kernel     split_k: small tiles")


def test_layout_batch_and_tile(document):
    options = ("--layout", "tt", "--batch", 3, "--tile", "2", "--machine", "cpu")
    found = document("run", "split_k", 20, 24, 28, "--beta", 0.5, *options)
    assert found["schema"] == 1
    assert (found["layout"], found["verified"]) == ("tt", True)
    assert (found["problem"]["batch"], found["problem"]["trans_b"]) == (3, True)
    assert found["tile"]["bm"] == find("split_k").tiles[1].bm
    assert set(found["plan"]["schedule"]) == {"blocks", "splits", "streamed"}
    assert found["baseline_ratio"] > 0


@pytest.fixture
def seen(monkeypatch):
    """Widths of tiles and grids of what was launched."""
    found, real = set(), CpuMachine.launch

    def launch(self, kernel, launch, arguments, *rest, **named):
        found.add((kernel.build.kernel.tile.bn, launch.grid))
        return real(self, kernel, launch, arguments, *rest, **named)

    monkeypatch.setattr(CpuMachine, "launch", launch)
    return found


def test_a_forced_plan_is_what_runs(document, seen):
    """The schedule too: what is verified and timed is what the plan says."""
    options = ("--layout", "tn", "--machine", "cpu")
    found = document("run", "split_k:bm=48:splits=3", 40, 30, 500, *options)
    assert found["verified"] is True
    assert found["plan"]["name"] == "split_k:bm=48:splits=3"
    assert found["plan"]["schedule"] == {"blocks": 0, "splits": 3, "streamed": 0}
    assert seen == {(48, (1 * 1 * 3, 1, 1))}


def test_what_a_rule_schedules_is_what_runs(document, seen):
    plans = (plan(Problem(n, 70, 6000), CpuMachine(threads=1)) for n in range(20, 300, 10))
    # A problem is needed in which it is not the kernel's own schedule.
    chosen = next(one for one in plans if one.schedule != one.kernel.schedule(one.problem, 132))
    shape = (chosen.problem.m, chosen.problem.n, chosen.problem.k)
    found = document("run", "auto", *shape, "--machine", "cpu")
    assert found["plan"]["schedule"]["splits"] == chosen.schedule.splits
    assert {grid for _, grid in seen} == {chosen.launch.grid}


@pytest.mark.parametrize("sizes", [(0, 5, 3), (5, 0, 3), (5, 3, 0), (0, 0, 0)])
def test_empty_problems(said, document, sizes):
    arguments = ("run", "ptx_naive", *sizes, "--machine", "cpu", "--beta", 2)
    found = document(*arguments)
    assert found["verified"] is True
    assert found["gflops"] in (0.0, None)
    if sizes[0] * sizes[1] == 0:
        assert (found["samples"], found["baseline_ratio"]) == (0, None)
        assert found["baseline"]["samples"] == 0
        assert "time none: C has no elements" in said(*arguments)


def test_a_wrong_rung_is_not_timed(wrong_ptx_naive, call, document):
    result = call("run", "ptx_naive", 33, 29, 17, "--machine", "cpu", status=1)
    assert "verified   NO" in result.stdout and "samples" not in result.stdout
    assert "is wrong, and was not timed: the error of C[" in result.stdout
    found = document("run", "ptx_naive", 33, 29, 17, "--machine", "cpu", status=1)
    assert (found["holds"], found["verified"], found["seconds"]) == (False, False, None)


def test_a_rung_that_does_not_compile(change_rung, refused):
    change_rung("naive", "float sum", "floating sum")
    words = refused("run", "naive", 33, 29, 17, "--machine", "cpu")
    assert words.startswith("sgemm: rung_01_naive.cu:14: error")
    assert "(--traceback shows the rest)" in words


def test_a_rung_that_the_executor_stops(change_rung, refused):
    change_rung("ptx_naive", "fma.rn.f32              %sum", "fma.rn.f32x9            %sum")
    words = refused("run", "ptx_naive", 33, 29, 17, "--machine", "cpu")
    assert "ptx_1_naive.ptx:100" in words
