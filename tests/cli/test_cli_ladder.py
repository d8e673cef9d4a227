"""``sgemm ladder``: the main job."""

import dataclasses
import re
import sys

import pytest

from sgemm.bench import results
from sgemm.bench.kernel_pool import KernelPool
from sgemm.kernels.catalogue import kernels

TINY = ("--machine", "cpu", "--threads", 1, "--seconds", 0, "--size", 48, "--rungs", "1,ptx_naive")
SMALL = (*TINY, "--no-report")

HEADER = [
    "#", "rung", "verified", "rms", "max", "us", "GFLOP/s", "ratio", "+-%", "regs", "shared",
    "flop/B",
]  # fmt: skip


def test_table_and_files(call, empty_folder):
    result = call("ladder", *TINY)
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)
    header = next(line for line in lines if "GFLOP/s" in line).split()
    # On a busy computer a launch may take milliseconds.
    assert [*header[:5], "us", *header[6:]] == HEADER and header[5] in ("us", "ms")
    rows = [line.split() for line in lines if re.match(r" *(\d+|-) +\w+ +yes ", line)]
    assert [row[:3] for row in rows] == [
        ["0", "numpy", "yes"], ["1", "naive", "yes"], ["-", "ptx_naive", "yes"],
    ]  # fmt: skip
    assert rows[0][7] == "1.000"
    assert re.search(r"whole ladder: \d+\.\d s; in output/: results.jsonl, ladder.md", lines[-2])
    assert lines[-1] == "report, for a browser: output/report.html"
    written = {path.name for path in (empty_folder / "output").iterdir()}
    assert written == {"results.jsonl", "ladder.md", "ladder-48.svg", "report.html"}
    assert b"<svg" in (empty_folder / "output/ladder-48.svg").read_bytes()
    report = (empty_folder / "output/report.html").read_text()
    assert report.startswith("<!doctype html>") and 'id="kernel-ptx_naive"' in report
    page = (empty_folder / "output/ladder.md").read_text()
    assert "![Speed of each rung](ladder-48.svg)" in page
    assert re.search(r"^\| 1 \| naive \| yes \| 0\.\d", page, re.MULTILINE)
    kept = results.read(empty_folder / "output/results.jsonl").measurements
    assert [(x.number, x.kernel) for x in kept] == [(0, "numpy"), (1, "naive"), (None, "ptx_naive")]
    assert all(x.verification.passed and x.samples.count >= 6 for x in kept)
    assert kept[1].baseline.name == "numpy"


@pytest.mark.usefixtures("no_gpu")
def test_a_machine_without_a_gpu_says_once_what_times_mean(said):
    words = said("ladder", *SMALL, "--no-plot")
    notice = "results and counts are exact, and times are this CPU's"
    assert words.count(notice) == 1
    assert "(no libcuda.so.1: no NVIDIA driver is installed)" in words


def test_document(document):
    found = document("ladder", *TINY, "--no-plot")
    assert found["holds"] is True
    assert found["sizes"] == [{"m": 48, "n": 48, "k": 48}]
    (baseline,) = found["baselines"]
    assert (baseline["name"], baseline["threads"], baseline["verified"]) == ("numpy", 1, True)
    assert baseline["gflops"] > 0
    assert "times are this CPU's" in found["notice"]
    assert found["environment"]["processor"]
    assert found["output"]["folder"] == "output"
    assert found["output"]["files"] == ["results.jsonl", "ladder.md", "report.html"]
    assert found["total_seconds"] > 0
    naive, ptx_naive = found["rungs"]
    assert (naive["number"], naive["name"]) == (1, "naive")
    assert (ptx_naive["number"], ptx_naive["name"]) == (None, "ptx_naive")
    for rung in (naive, ptx_naive):
        assert (rung["verified"], rung["outcome"]) == (True, "measured")
        assert rung["gflops"] == pytest.approx(2 * 48**3 / rung["seconds"] / 1e9)
        assert rung["baseline_ratio"] > 0
        assert len(rung["baseline_round_ratios"]) == 3
        assert rung["seconds_lower_quartile"] <= rung["seconds"] <= rung["seconds_upper_quartile"]
        assert rung["samples"] >= 5
        assert 0 < rung["error_rms"] <= rung["error_max"]
        assert rung["intensity"] == 0.25 and rung["lanes"] >= 1


def test_several_sizes(document, call, empty_folder):
    sizes = ("--sizes", "16, 8x12X4,16")
    options = (*TINY[:6], "--no-report", *sizes, "--rungs", "ptx_naive, 2,1-2 ,naive")
    found = document("ladder", *options)
    assert found["sizes"] == [{"m": 16, "n": 16, "k": 16}, {"m": 8, "n": 12, "k": 4}]
    rungs = [(rung["size"]["m"], rung["name"]) for rung in found["rungs"]]
    names = ("naive", "coalesced", "ptx_naive")
    assert rungs == [(size, name) for size in (16, 8) for name in names], "in order, each once"
    assert len(found["baselines"]) == 2
    assert (empty_folder / "output/ladder-8x12x4.svg").exists()
    assert call("ladder", *options, "--no-plot", "--force").stdout.count("GFLOP/s  ratio") == 2


def test_a_rung_that_does_not_apply_is_no_failure_and_no_success(call, document, empty_folder):
    asked = ("--size", "30x20x10", "--rungs", "14,ptx_naive")
    options = (*TINY[:6], "--no-report", "--no-plot", *asked)
    result = call("ladder", *options)
    assert re.search(r"^ *14 +texture_loads +- +- +- +- +- +- +- ", result.stdout, re.MULTILINE)
    words = "texture_loads cannot compute 30x20x10 on cpu: lda = 10 is not a multiple of 4"
    assert words in " ".join(result.stdout.split())
    texture, naive = document("ladder", *options, "--force")["rungs"]
    assert (texture["outcome"], texture["verified"], texture["gflops"]) == ("refused", None, None)
    assert "lda = 10" in texture["reason"]
    assert naive["verified"] is True
    alone = (*options[:-1], "14", "--force", "--output", "alone")
    words = "sgemm: nothing was checked: texture_loads cannot compute 30x20x10"
    result = call("ladder", *alone, status=2)
    assert words in result.stderr
    assert not (empty_folder / "alone").exists()


@pytest.fixture
def before_measuring(monkeypatch):
    """Fail where a machine is made: a refusal comes before."""
    monkeypatch.setattr("sgemm.cli.ladder.make_machine", lambda *_: pytest.fail("too late"))


def test_nothing_to_do_takes_no_time(refused, before_measuring):
    for sizes in ("0", "64,3x0x4", "0:2"):
        words = refused("ladder", "--machine", "cpu", "--size", sizes)
        assert "C has no elements, so that there is nothing to compute" in words


def test_a_wrong_rung_is_reported_and_not_timed(wrong_ptx_naive, call, document, empty_folder):
    result = call("ladder", *SMALL, status=1)
    assert re.search(r"^ *- +ptx_naive +NO +\S+ +\S+ +- +- +- +- ", result.stdout, re.MULTILINE)
    words = "ptx_naive is wrong, and was not timed: the error of C["
    assert words in " ".join(result.stdout.split())
    kept = results.read(empty_folder / "output/results.jsonl").measurements
    assert kept[1].samples is not None
    assert kept[2].samples is None
    assert kept[2].verification.passed is False
    naive, wrong = document("ladder", *SMALL, "--no-plot", "--force", status=1)["rungs"]
    assert (naive["verified"], wrong["verified"]) == (True, False)
    assert naive["gflops"] > 0
    assert wrong["gflops"] is wrong["seconds"] is wrong["baseline_ratio"] is None
    assert wrong["samples"] == 0


def test_a_rung_that_does_not_compile_does_not_stop_the_others(change_rung, said, document):
    change_rung("naive", "float sum", "floating sum")
    words = said("ladder", *SMALL, "--no-plot", status=1)
    assert "naive could not be run: rung_01_naive.cu:14: error" in words
    naive, other = document("ladder", *SMALL, "--no-plot", "--force", status=1)["rungs"]
    assert (naive["outcome"], naive["verified"], naive["gflops"]) == ("failed", False, None)
    assert other["verified"] is True


def test_without_pygments_there_is_all_but_the_report(call, monkeypatch, empty_folder):
    monkeypatch.setitem(sys.modules, "pygments", None)
    result = call("ladder", *TINY, "--no-plot")
    assert result.stdout.count("no report: the report needs Pygments") == 1
    written = {path.name for path in (empty_folder / "output").iterdir()}
    assert written == {"results.jsonl", "ladder.md"}


def test_a_size_at_which_nothing_was_timed_has_no_plot(call, wrong_ptx_naive, empty_folder):
    sizes = ("--sizes", "48,30x20x10", "--rungs", "14,ptx_naive")
    call("ladder", *TINY[:6], "--no-report", *sizes, status=1)
    written = {path.name for path in (empty_folder / "output").iterdir()}
    assert written == {"results.jsonl", "ladder.md", "ladder-48.svg"}
    page = (empty_folder / "output/ladder.md").read_text()
    assert page.count("![Speed of each rung]") == 1


def test_a_second_run_replaces_the_first_where_that_is_asked_for(call, monkeypatch, empty_folder):
    asked = ("ladder", *SMALL, "--no-plot", "--output", "a/b")
    call(*asked)
    file = empty_folder / "a/b/results.jsonl"
    first = file.read_bytes()
    call(*asked, "--force")
    second = file.read_bytes()
    assert second != first and len(results.read(file).measurements) == 3
    monkeypatch.setattr("sgemm.cli.ladder.make_machine", lambda *_: pytest.fail("too late"))
    refusal = call(*asked, status=2)
    assert "results.jsonl' holds measurements" in refusal.stderr and "--force" in refusal.stderr
    assert file.read_bytes() == second


@pytest.mark.parametrize("name", ["results.jsonl", "ladder.md", "ladder-48.svg", "report.html"])
@pytest.mark.usefixtures("before_measuring")
def test_what_cannot_be_replaced_is_found_before_measuring(call, empty_folder, name):
    (empty_folder / "output" / name).mkdir(parents=True)
    refusal = call("ladder", *TINY, status=2)
    assert f"output = 'output/{name}' is a folder" in refusal.stderr


@pytest.mark.usefixtures("before_measuring")
def test_an_output_folder_that_cannot_be_written_is_refused_at_once(refused, tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    for folder in (file, file / "below"):
        words = refused("ladder", *SMALL, "--output", folder)
        assert f"output = '{folder}/results.jsonl' cannot be written: Not a directory" in words
    assert file.read_text() == "mine"
    assert "output = '-': the ladder writes several files" in refused("ladder", "--output", "-")


def test_measurements_are_kept_where_a_picture_of_them_cannot_be_written(call, empty_folder):
    (empty_folder / "output").mkdir()
    (empty_folder / "output" / "ladder.md").symlink_to("/dev/full")
    result = call("ladder", *SMALL, "--no-plot", status=2)
    assert result.stderr == (
        "sgemm: output = 'output/ladder.md' cannot be written: No space left on device\n"
    )
    assert len(results.read(empty_folder / "output/results.jsonl").measurements) == 3


def test_an_interrupt_keeps_what_is_done(call, monkeypatch, empty_folder):
    """Whole sizes, and of the one that was interrupted what had been timed."""
    from sgemm.cli import ladder

    real, sizes = ladder.measure_ladder, []

    def interrupted(fixture, problem, *arguments, **options):
        sizes.append(problem.m)
        found = real(fixture, problem, *arguments, **options)
        return dataclasses.replace(found, interrupted=len(sizes) == 2)

    monkeypatch.setattr(ladder, "measure_ladder", interrupted)
    arguments = ("ladder", "--sizes", "16,24,32", "--rungs", "1", "--seconds", "0.01")
    call(*arguments, "--machine", "cpu", status=130)
    kept = results.read(empty_folder / "output/results.jsonl").measurements
    assert {line.problem.m for line in kept} == {16, 24}


def test_all_rungs_by_default(monkeypatch, call):
    asked = []

    def note(pool, chosen, advance):
        asked.extend(chosen)
        raise ZeroDivisionError

    monkeypatch.setattr(KernelPool, "prepare", note)
    call("ladder", "--machine", "cpu", status=2)
    assert tuple(asked) == kernels()


@pytest.mark.usefixtures("no_gpu")
def test_one_thread_each_and_how_far_all_carry(document, call, monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {0, 1, 2})
    options = ("--seconds", 0, "--size", 48, "--rungs", "1", "--no-plot")
    found = document("ladder", *options)
    assert found["machine"]["threads"] == found["baselines"][0]["threads"] == 1
    (naive,) = found["rungs"]
    assert naive["scaling"] > 0
    assert " x3 " in call("ladder", *options, "--force").stdout
    (alone,) = document("ladder", *options, "--force", "--threads", 2)["rungs"]
    assert alone["scaling"] is None
