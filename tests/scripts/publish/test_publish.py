"""Tables and plots of the documentation are those of the results."""

import dataclasses
from pathlib import Path

import pytest
from publish.__main__ import MARKER, PLOTS, blocks_of, main, publish, render, stale
from publish.ages import CHANGES
from publish.blocks import NOTHING
from publish.bounds import memory_bound
from publish.pictures import pictures
from publish.places import read_places
from publish.published import read_speeds
from publish.split_parts import part_tables
from publish.split_speeds import split_places, split_speed_tables

from results_maker import ENVIRONMENT, measured, write
from sgemm.bench.measurement import Conditions
from sgemm.bench.sets import problems_of
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find
from sgemm.problem import Problem

ROOT = Path(__file__).parents[3]

CPU = dataclasses.replace(ENVIRONMENT, gpus=())
SIZES = (512, 2048, 4096, 6144, 8192)
RUNGS = ("naive", "shared_tile", "double_buffer", "ptx_naive", "ptx_coalesced")

PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
USED = {name for page in PAGES for name in MARKER.findall(page.read_text()) if name}
NAMES = sorted(name for name in USED if not name.startswith("rung-"))


def block(name):
    return f"<!-- results:{name} -->\n<!-- /results -->\n"


@pytest.fixture
def empty(tmp_path):
    """A source tree whose page has every block but those of rungs, without results."""
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    (tmp_path / "README.md").write_text("# Title\n\n" + block("plot-ladder") + "\nThe end.\n")
    (tmp_path / "docs" / "deep" / "all.md").write_text("\n".join(map(block, NAMES)))
    return tmp_path


@pytest.fixture
def tree(empty):
    """The same with results of a GPU and of the cpu machine."""
    on_gpu = [
        measured(name, size, 0.1 * (place + 1), seconds=size**3 * 1e-12, number=place + 1)
        for size in SIZES
        for place, name in enumerate(RUNGS)
    ]
    on_gpu.append(measured("double_buffer", Problem(1, 8192, 8192), 1.5))
    on_gpu.append(measured("auto", Problem(64, 8192, 8192), 1.25))
    on_gpu += [
        measured("auto", Problem(size, size, size, trans_a=True), ratio)
        for size, ratio in ((1024, 0.85), (2048, 1.5))
    ]
    write(empty / "results/h200/ladder.jsonl", ENVIRONMENT, on_gpu)
    on_cpu = measured("naive", 512, 0.003, machine="cpu", baseline="numpy", protocol="hot")
    write(empty / "results/cpu/ladder.jsonl", CPU, [on_cpu])
    return empty


@pytest.fixture(scope="module")
def blocks():
    """Those of the documentation, which take long to make."""
    return blocks_of(ROOT)


def test_the_documentation_is_up_to_date(blocks, monkeypatch):
    monkeypatch.setattr("publish.__main__.blocks_of", {ROOT: blocks}.__getitem__)
    found = stale(ROOT)
    assert not found, f"{found}: run make publish"


def test_the_documentation_has_every_block(blocks):
    everywhere, short, _ = blocks
    assert everywhere.keys() == short.keys() == USED


def test_without_results_every_block_says_so(empty):
    assert publish(empty) == ("README.md", "docs/deep/all.md")
    text = (empty / "docs/deep/all.md").read_text()
    assert text.count(NOTHING) == len(NAMES) > 50
    assert stale(empty) == ()
    assert publish(empty) == ()
    assert not (empty / PLOTS).exists()
    assert (empty / "README.md").read_text() == (
        "# Title\n\n<!-- results:plot-ladder -->\n\n" + NOTHING
        + "\n<!-- /results -->\n\nThe end.\n"
    )  # fmt: skip


def test_results_appear_and_then_nothing_is_stale(tree):
    assert stale(tree)
    changed = publish(tree)
    assert {"README.md", "docs/deep/all.md", f"{PLOTS}/cpu-ladder.svg"} < set(changed)
    assert stale(tree) == ()
    assert publish(tree) == ()
    names = {path.name for path in (tree / PLOTS).iterdir()}
    shapes = ("squares", "layouts", "shapes", "percent", "ladder")
    plots = (*(f"h200-{shape}" for shape in shapes), "cpu-ladder")
    assert names == {f"{name}.svg" for name in plots}
    readme = (tree / "README.md").read_text()
    assert "](docs/plots/h200-ladder.svg)" in readme
    page = (tree / "docs/deep/all.md").read_text()
    assert "](../plots/cpu-ladder.svg)" in page
    # TFLOP/s and per cent of the baseline: 2 n^3 operations in n^3 * 1e-12 s.
    assert "| 3 | `double_buffer` | 2.00 (30.0%) | 2.00 (30.0%) |" in page


def test_figures_of_the_documents_agree_with_themselves():
    # Documents 001, 003 and 004 state shares and speed-ups beside the figures.
    speeds = read_speeds(ROOT / "results")
    found = {(each.document, each.kernel, each.size): each.gflops for each in speeds}

    def shares(kernel, *sizes):
        of_cublas = (found["001", kernel, size] / found["001", "cuBLAS", size] for size in sizes)
        return [round(100 * share, 1) for share in of_cublas]

    assert shares("Naive", 512, 1024, 1536, 2048, 4096) == [16.4, 13.2, 8.1, 8.1, 10.8]
    assert shares("Shared Memory", 4096) + shares("Register Tiled", 4096) == [15.1, 46.8]
    of_peak = [found["003", kernel, 6144] / 11151.36 for kernel in ("cuBLAS", "Kernel 11")]
    assert [round(100 * share, 1) for share in of_peak] == [96.1, 93.1]
    times = [float(each.value) for each in speeds if each.document == "004"]
    assert [times[0] / time for time in times] == pytest.approx([1.0, 1.81, 6.40, 12.62], rel=0.003)


def test_a_set_in_which_nothing_was_tuned_counts_for_no_mean(tree):
    start = "G,2026-11-25T20:42:41+00:00,8319640,scaled"
    rows = ("random,sm_80,3,0,3,0,0.5", "slender,sm_80,2,0,0,0,")
    lines = ["gpu,measured_at,commit,rates,set,seen,problems,same,measured,failed,of_auto"]
    lines += [f"{start},{row}" for row in rows]
    (tree / "results" / "h200" / "tuning-proof.csv").write_text("\n".join(lines))
    publish(tree)
    page = (tree / "docs/deep/all.md").read_text()
    assert "| `random` | 0.500 (3 of 3) |\n| `slender` | - |" in page


def test_what_is_stale_is_named_and_brought_up_to_date(tree):
    publish(tree)
    page, plot = tree / "README.md", tree / PLOTS / "h200-ladder.svg"
    page.write_text(page.read_text().replace("](docs/plots", "](docs/other"))
    plot.unlink()
    (tree / PLOTS / "h200-squares.svg").write_text("<svg/>")
    (tree / PLOTS / "old.svg").write_text("<svg/>")
    (tree / PLOTS / "notes.txt").write_text("kept")
    assert stale(tree) == (
        "README.md has tables that are not those of results/",
        "docs/plots/h200-squares.svg was drawn from other results",
        "docs/plots/h200-ladder.svg is missing",
        "docs/plots/old.svg is of no plot",
    )
    assert main(["--root", str(tree), "--check"]) == 1
    assert main(["--root", str(tree)]) == 0
    assert main(["--root", str(tree), "--check"]) == 0
    assert (tree / PLOTS / "notes.txt").exists()


def test_new_results_and_none_at_all(tree):
    publish(tree)
    write(tree / "results/cpu/ladder.jsonl", CPU, [
        measured("naive", 512, 0.5, machine="cpu", baseline="numpy", protocol="hot",
                 measured_at="2027-01-01T00:00:00+00:00"),
    ])  # fmt: skip
    assert publish(tree) == ("docs/deep/all.md", f"{PLOTS}/cpu-ladder.svg")
    for path in (tree / "results").rglob("*.jsonl"):
        path.unlink()
    publish(tree)
    assert list((tree / PLOTS).iterdir()) == []
    assert stale(tree) == ()


def test_contenders_that_are_shown_were_the_fastest_somewhere(empty):
    speeds = {  # seconds at 512, 1024, 2048
        "second_best": (2.0, 2.0, 2.0),
        "best_of_small": (1.0, 9.0, 9.0),
        "best_of_large": (9.0, 1.0, 1.0),
        "worst": (9.5, 9.5, 9.5),
    }
    rows = [
        measured(name, size, 1.0 / seconds, seconds=seconds)
        for name, each in speeds.items()
        for size, seconds in zip((512, 1024, 2048), each, strict=True)
    ]
    rows += [measured("once", 512, 9.0, seconds=0.1), measured("cublas tf32", 512, 9.0)]
    # The library's own choice leads only where it was measured at more than half the sizes.
    rows.append(measured("auto", 512, 8.0, seconds=0.2))
    write(empty / "results/h200/one.jsonl", ENVIRONMENT, rows)
    (place,) = places = read_places(empty / "results")
    leading = ("best_of_large", "best_of_small", "second_best", "worst", "once", "auto")
    assert place.leading(6) == leading
    (picture,) = pictures(places)["plot-squares"]
    assert [line.name for line in picture.series] == ["cuBLAS FP32 (baseline)", *leading[:3]]


def test_an_unknown_gpu_has_no_peak(empty):
    gpu = dataclasses.replace(ENVIRONMENT.gpus[0], name="NVIDIA Unheard Of")
    environment = dataclasses.replace(ENVIRONMENT, gpus=(gpu,))
    problems = 512, 1024, problems_of("tiny_batches")[0]
    rows = [measured("naive", problem, 0.5) for problem in problems]
    write(empty / "results/other/one.jsonl", environment, rows)
    publish(empty)
    (place,) = read_places(empty / "results")
    assert (place.short_name, place.slug, place.peak_tflops) == (
        "Unheard Of", "unheard-of", None,
    )  # fmt: skip
    assert (empty / PLOTS / "unheard-of-squares.svg").exists()
    assert memory_bound(place) == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<!-- results:ladder -->\nx\n", r"page.md: the block results:ladder is not closed"),
        (
            "<!-- results:ladder -->\n<!-- results:sets -->\n<!-- /results -->\n",
            r"page.md:2: the block results:ladder is not closed",
        ),
        ("a\n<!-- /results -->\n", r"page.md:2: /results closes no block"),
        ("\n\n" + block("nothing"), r"page.md:3: there is no block 'nothing'; there are ladder"),
    ],
)
def test_bad_markers(text, words):
    with pytest.raises(ArgumentError, match=words):
        render(text, "page.md", {"ladder": "x\n", "sets": "y\n"})


def test_what_is_outside_of_markers_is_kept():
    text = "a <!-- results:x --> b\n" + block("ladder") + "tail without an end"
    expected = (
        "a <!-- results:x --> b\n<!-- results:ladder -->\n\nnew\n\n<!-- /results -->\n"
        "tail without an end"
    )
    assert render(text, "page.md", {"ladder": "new\n"}) == expected
    assert render(expected, "page.md", {"ladder": "new\n"}) == expected


def test_errors_of_the_program(tree, capsys):
    (tree / "results/cpu/ladder.jsonl").write_text("{\n")
    assert main(["--root", str(tree)]) == 2
    assert "ladder.jsonl:1: the line is not JSON" in capsys.readouterr().err
    assert main(["--root", str(tree / "results")]) == 2
    assert "has no README.md" in capsys.readouterr().err


def test_tensor_cores_have_their_own_tables_whatever_else_there_is(tmp_path):
    """Which say so where a kernel has changed since."""
    rows = [measured("cublas fp32", 1024, 1.0, baseline=None)]
    rows.append(measured("fp16x3:bm=128", 1024, 2.0, tile=find("fp16x3").tile))
    write(tmp_path / "h200/tensor_cores.jsonl", ENVIRONMENT, rows)
    assert read_places(tmp_path) == ()
    assert "these commits" not in "".join(split_speed_tables(split_places(tmp_path)).values())
    (tmp_path / CHANGES).write_text("2027-01-01T00:00:00+00:00 0123abc fp16x3 faster\n")
    for text in split_speed_tables(split_places(tmp_path)).values():
        assert "before these commits changed some of the kernels: 0123abc." in text


def test_sustained_products_on_tensor_cores_have_a_line_each(tmp_path):
    problem, how = Problem(2000, 1000, 500), {"protocol": "sustained"}
    rows = [
        measured("cublas fp32", problem, 1.0, baseline=None, **how),
        measured(
            "split", problem, 4.0, chosen="fp16x3", conditions=Conditions(1350.4, 695.6), **how
        ),
    ]
    write(tmp_path / "h200/sustained_split.jsonl", ENVIRONMENT, rows)
    assert read_places(tmp_path) == ()
    *_, first, second = part_tables(tmp_path)["split-sustained"].strip().splitlines()
    assert first.startswith("| 2000 x 1000 x 500 | cuBLAS FP32 | 0.5000 | 1 |")
    assert second == "| 2000 x 1000 x 500 | `fp16x3` | 2.000 | 4.00 | 1350 | 696 |"


def test_what_has_no_line_of_ours_or_no_line_at_all(tmp_path):
    rows = [measured("cublas tf32", size, 4.0) for size in (1024, 2048)]
    write(tmp_path / "libraries/one.jsonl", ENVIRONMENT, rows)
    (picture,) = pictures(read_places(tmp_path / "libraries"))["plot-squares"]
    assert [line.name for line in picture.series] == ["cuBLAS FP32 (baseline)"]
    assert picture.caption == "FP32, A*B, cold L2"
    squares = Problem(1024, 1024, 1024), Problem(1024, 1024, 1024, trans_a=True)
    rows = [measured("auto", square, 1.1) for square in squares]
    write(tmp_path / "single/one.jsonl", ENVIRONMENT, rows)
    found = pictures(read_places(tmp_path / "single"))
    assert [len(charts) for charts in found.values()] == [0, 0, 0, 0, 1, 0], found
