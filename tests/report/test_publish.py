"""Tables and plots of the documentation are those of the results."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from results_maker import ENVIRONMENT, judged, measured, write
from sgemm.bench.measurement import Conditions
from sgemm.bench.sets import random_shapes
from sgemm.errors import ArgumentError
from sgemm.problem import Problem
from sgemm.report.chart import Point
from sgemm.report.places import displayed, read_places
from sgemm.report.publish.__main__ import MARKER, PLOTS, main, publish, render, stale
from sgemm.report.publish.blocks import NOTHING, TABLES
from sgemm.report.publish.documents import GFLOPS_001, SECONDS_004, TFLOPS_003
from sgemm.report.publish.pictures import pictures
from sgemm.report.svg import drawing_file

ROOT = Path(__file__).parents[2]

CPU = dataclasses.replace(ENVIRONMENT, gpus=())
SIZES = (512, 2048, 4096, 6144, 8192)
RUNGS = ("naive", "shared_tile", "double_buffer", "ptx_naive", "ptx_coalesced")


def block(name):
    return f"<!-- results:{name} -->\n<!-- /results -->\n"


@pytest.fixture
def empty(tmp_path):
    """A source tree whose page has every block, without results."""
    names = [*TABLES, *pictures(())]
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    (tmp_path / "README.md").write_text("# Title\n\n" + block("plot-ladder") + "\nThe end.\n")
    (tmp_path / "docs" / "deep" / "all.md").write_text("\n".join(map(block, names)))
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
    exact = dataclasses.replace(judged(True), rms=0.2)
    on_gpu.append(measured("cublas fp32", 4096, 1.0, baseline=None, verification=exact))
    write(empty / "results/h200/ladder.jsonl", ENVIRONMENT, on_gpu)
    on_cpu = [
        measured(name, 512, ratio, machine="cpu", baseline="numpy", protocol="hot", number=number)
        for number, (name, ratio) in enumerate({"naive": 0.003, "shared_tile": 0.04}.items())
    ]
    write(empty / "results/cpu/ladder.jsonl", CPU, on_cpu)
    return empty


def test_the_documentation_is_up_to_date():
    found = stale(ROOT)
    assert not found, f"{found}: run python -m sgemm.report.publish"


def test_the_documentation_has_every_block():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    used = {name for page in pages for name in MARKER.findall(page.read_text()) if name}
    assert used == {*TABLES, *pictures(())}


def test_without_results_every_block_says_so(empty):
    assert publish(empty) == ("README.md", "docs/deep/all.md")
    text = (empty / "docs/deep/all.md").read_text()
    assert text.count(NOTHING) == len(TABLES) + len(pictures(()))
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
    assert NOTHING not in page
    # TFLOP/s and per cent of the baseline: 2 n^3 operations in n^3 * 1e-12 s.
    assert "| 3 | `double_buffer` | 2.00 (30.0%) | 2.00 (30.0%) |" in page
    assert "| 1 | `shared_tile` | 0.268 (4.0%) |" not in page
    assert "| 1 | `shared_tile` | 268 (4.0%) |" in page
    target = next(line for line in page.splitlines() if line.startswith("| squares_nn | H200 | m"))
    assert "| 53 TFLOP/s" not in target and "53 TFLOP/s at 2560, " in target
    assert "| 4096: 2.0, 8192: 2.0 | no: mean 0." in target
    errors = "| squares_nn | H200 | `ptx_coalesced` | 1 | 0.400 | 0.200 | 2.00 | 2.00 | 4096x"
    assert errors in page
    assert "| squares_nn | H200, cold L2 | `ptx_coalesced` | 4 | 0.5000 |" in page


def test_a_rule_has_no_number_whatever_kernel_it_chose(tree):
    rule = measured("two_kernel_rule", 4096, 0.5, number=15)
    write(tree / "results/h200/more.jsonl", ENVIRONMENT, [rule])
    publish(tree)
    assert "\n| - | `two_kernel_rule` | " in (tree / "docs/deep/all.md").read_text()


def test_rows_of_the_documents_and_ours(tree):
    publish(tree)
    page = (tree / "docs/deep/all.md").read_text()
    expected = (
        "| Naive | A10 | document 001 | 1676 (16.4%) | 1815 (13.2%) | 1566 (8.1%) | 1506 (8.1%) "
        "| 1454 (10.8%) |",
        "| `shared_tile` | H200 | measured | 2000 (20.0%) | - | - | 2000 (20.0%) | 2000 (20.0%) |",
        "| cuBLAS | RTX 2080 Super | document 003 | 10.72 | 11.15 | 96.1% |",
        "| Kernel 11 | RTX 2080 Super | document 003 | 10.38 | 11.15 | 93.1% |",
        "| `double_buffer` | H200 | measured | 2.000 | 66.91 | 3.0% |",
        "| Kernel 2, coalesced | `ptx_coalesced` | 8.62 | 1.81 | 550 | 1.00 | 50.0% |",
        "| Kernel 3, shared memory | `ptx_shared_tile` | 2.44 | 6.40 | - | - | - |",
        "| 128x128x8 | `ptx_pipeline` | 103 to 104% on average | - | - | - | - | - |",
    )
    for line in expected:
        assert line in page, line


def test_figures_of_the_documents_agree_with_themselves():
    # Documents 001, 003 and 004 state shares and speed-ups beside the figures.
    shares = {name: [a / b for a, b in zip(x, GFLOPS_001[0][2], strict=True)]
              for name, _, x in GFLOPS_001}  # fmt: skip
    assert [round(100 * share, 1) for share in shares["Naive"]] == [16.4, 13.2, 8.1, 8.1, 10.8]
    assert round(100 * shares["Shared Memory"][-1], 1) == 15.1
    assert round(100 * shares["Register Tiled"][-1], 1) == 46.8
    assert [round(100 * speed / 11.15136, 1) for _, _, speed in TFLOPS_003] == [96.1, 93.1]
    for _, _, seconds, gained in SECONDS_004:
        assert SECONDS_004[0][2] / seconds == pytest.approx(gained, rel=0.003)


def test_two_rungs_make_the_rule_of_document_000(tree):
    more = [
        *(measured("ptx_pipeline", size, 1.1) for size in (1024, 2432, 2560)),
        *(measured("async_copy", size, 0.9) for size in (1024, 2432, 2560)),
    ]
    write(tree / "results/h200/more.jsonl", ENVIRONMENT, more)
    publish(tree)
    page = (tree / "docs/deep/all.md").read_text()
    line = next(line for line in page.splitlines() if "128x256x8 from there" in line)
    mean = 100 * (1.1 * 1.1 * 0.9) ** (1 / 3)
    assert f"| 3 | {mean:.1f}% |" in line
    assert line.endswith("| 90.0% | 110.0% |")


def test_tables_that_were_typed_are_stale(tree):
    publish(tree)
    page = tree / "README.md"
    page.write_text(page.read_text().replace("](docs/plots", "](docs/other"))
    assert stale(tree) == ("README.md has tables that are not those of results/",)
    assert main(["--root", str(tree), "--check"]) == 1
    assert main(["--root", str(tree)]) == 0
    assert main(["--root", str(tree), "--check"]) == 0


def test_new_results_make_tables_and_plots_stale(tree):
    assert publish(tree)
    write(tree / "results/cpu/ladder.jsonl", CPU, [
        measured("naive", 512, 0.5, machine="cpu", baseline="numpy", protocol="hot",
                 measured_at="2027-01-01T00:00:00+00:00"),
    ])  # fmt: skip
    found = stale(tree)
    assert "docs/plots/cpu-ladder.svg was drawn from other results" in found
    assert any(line.startswith("docs/deep/all.md") for line in found)
    assert not any("h200" in line for line in found)
    changed = publish(tree)
    assert f"{PLOTS}/cpu-ladder.svg" in changed
    assert not any("h200" in line for line in changed)


def test_plots_that_are_missing_or_of_nothing(tree):
    publish(tree)
    (tree / PLOTS / "h200-ladder.svg").unlink()
    (tree / PLOTS / "old.svg").write_text("<svg/>")
    (tree / PLOTS / "notes.txt").write_text("kept")
    assert stale(tree) == (
        "docs/plots/h200-ladder.svg is missing",
        "docs/plots/old.svg is of no plot",
    )
    publish(tree)
    assert stale(tree) == ()
    assert (tree / PLOTS / "notes.txt").exists()
    for path in (tree / "results").rglob("*.jsonl"):
        path.unlink()
    publish(tree)
    assert {path.name for path in (tree / PLOTS).iterdir()} == {"notes.txt"}
    assert stale(tree) == ()


def test_pictures_name_baseline_and_peak(tree):
    found = pictures(read_places(tree / "results"))
    (speeds,), (bars,) = found["plot-squares"], found["plot-ladder"]
    assert speeds.levels[0].value == pytest.approx(66.908, rel=1e-4)
    assert [line.name for line in speeds.series if line.dashed] == ["cuBLAS FP32 (baseline)"]
    assert speeds.series[0].points[0] == Point(512, 6.6667)
    assert [level.name for level in bars.levels] == [
        "FP32 peak at boost clock: 66.9", "cuBLAS FP32: 6.67",
    ]  # fmt: skip
    assert [(each.name, len(each.points)) for each in bars.series] == [
        ("CUDA C++", 3), ("hand-written PTX", 2),
    ]  # fmt: skip
    assert [bar.x for bar in bars.series[0].points][:2] == ["1  naive", "2  shared_tile"]
    (cpu,) = found["plot-ladder-cpu"]
    assert [level.name for level in cpu.levels] == ["NumPy"]
    assert [bar.y for each in cpu.series for bar in each.points] == [0.3, 4.0]


def test_measured_clocks_are_named(empty):
    rows = [
        measured("naive", size, 0.5, conditions=Conditions(clock_mhz=clock))
        for size, clock in ((512, 1980.4), (1024, 1710.0), (2048, None))
    ]
    write(empty / "results/h200/one.jsonl", ENVIRONMENT, rows)
    places = read_places(empty / "results")
    (picture,) = pictures(places)["plot-squares"]
    assert (
        picture.caption
        == "FP32, A*B, cold L2; measured 2026-01-02, commit 0123456789ab; clock 1710 ... 1980 MHz"
    )
    assert "H200: measured clock 1710 ... 1980 MHz." in TABLES["document-000"](places)


def test_a_rung_is_compared_with_the_one_before(empty):
    rows = [
        measured("naive", 1024, 0.5, seconds=2e-3),
        measured("coalesced", 1024, 1.0, seconds=1e-3),
    ]
    write(empty / "results/h200/one.jsonl", ENVIRONMENT, rows)
    text = TABLES["rungs"](read_places(empty / "results"))
    assert "\n| `naive` | 1.07 |\n| `coalesced` | 2.15 (+100.0%) |\n" in text
    assert "\n| `shared_tile` | - |\n" in text


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
    write(empty / "results/h200/one.jsonl", ENVIRONMENT, rows)
    (place,) = read_places(empty / "results")
    assert place.leading(5) == (
        "best_of_large", "best_of_small", "second_best", "worst", "once",
    )  # fmt: skip


def test_an_unknown_gpu_has_no_peak(empty):
    gpu = dataclasses.replace(ENVIRONMENT.gpus[0], name="NVIDIA Unheard Of")
    environment = dataclasses.replace(ENVIRONMENT, gpus=(gpu,))
    rows = [measured("naive", size, 0.5) for size in (512, 1024)]
    write(empty / "results/other/one.jsonl", environment, rows)
    publish(empty)
    (place,) = read_places(empty / "results")
    assert (place.short_name, place.slug, place.peak_tflops) == (
        "Unheard Of", "unheard-of", None,
    )  # fmt: skip
    assert (empty / PLOTS / "unheard-of-squares.svg").exists()


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


def test_names_as_their_makers_write_them():
    assert displayed("cublas fp32 pedantic") == "cuBLAS FP32 pedantic"
    assert displayed("numpy") == "NumPy"
    assert displayed("ptx_naive") == "ptx_naive"
    assert displayed(None) == ""


LARGE = (1024, 2048, 4096)


def square(size, layout):
    return Problem(size, size, size, trans_a=layout[0] == "t", trans_b=layout[1] == "t")


def pictures_of(folder, rows):
    write(folder / "one.jsonl", ENVIRONMENT, rows)
    return pictures(read_places(folder))


@pytest.fixture
def rungs():
    """Two rungs, one of which is as fast as what the library chooses, at one size more."""
    return [
        measured(name, size, ratio)
        for name, ratio in (("naive", 0.1), ("async_copy", 1.5))
        for size in (512, *LARGE)
    ]


def test_squares_show_the_library_first_and_alone(tmp_path, rungs):
    own = [measured("auto", size, 1.25, seconds=size**3 * 1e-13) for size in LARGE]
    found = pictures_of(tmp_path, [*rungs, *own])
    (picture,) = found["plot-squares"]
    assert [line.name for line in picture.series] == ["cuBLAS FP32 (baseline)", "sgemm (auto)"]
    assert picture.series[1].points == tuple(Point(size, 20.0) for size in LARGE)
    assert picture.caption == "FP32, A*B, cold L2; measured 2026-01-02, commit 0123456789ab"
    (shares,) = found["plot-percent"]
    assert [line.name for line in shares.series] == ["sgemm (auto)", "async_copy", "naive"]


def test_squares_without_the_library_show_who_leads(tmp_path, rungs):
    few = measured("auto", 1024, 9.0)
    found = pictures_of(tmp_path, [*rungs, few])
    assert found["plot-shapes"] == ()
    (picture,) = found["plot-squares"]
    assert [line.name for line in picture.series] == [
        "cuBLAS FP32 (baseline)", "async_copy", "naive", "sgemm (auto)",
    ]  # fmt: skip


def test_libraries_alone_make_no_line_of_ours(tmp_path):
    rows = [measured("cublas tf32", size, 4.0) for size in LARGE]
    (picture,) = pictures_of(tmp_path, rows)["plot-squares"]
    assert [line.name for line in picture.series] == ["cuBLAS FP32 (baseline)"]
    assert picture.caption == "FP32, A*B, cold L2"


def test_layouts_are_lines_of_ratios(tmp_path):
    ratios = {"nn": 1.1, "nt": 0.86, "tn": 1.3, "tt": 1.0}
    rows = [
        measured("auto", square(size, layout), ratio)
        for layout, ratio in ratios.items()
        for size in LARGE
    ]
    rows += [measured("async_producer", square(1024, "tn"), 9.0)]
    (picture,) = pictures_of(tmp_path, rows)["plot-layouts"]
    assert {line.name: line.points for line in picture.series} == {
        name: tuple(Point(size, ratio) for size in LARGE)
        for name, ratio in zip(("A*B", "A*B^T", "A^T*B", "A^T*B^T"), ratios.values(), strict=True)
    }
    assert (picture.levels[0].value, picture.y.bottom) == (1.0, 0.8)
    assert picture.y.label == "speed / cuBLAS FP32"


def test_one_size_alone_is_no_line(tmp_path):
    rows = [measured("auto", square(1024, "tn"), 1.1), measured("auto", 1024, 1.1)]
    found = pictures_of(tmp_path, rows)
    assert [len(charts) for charts in found.values()] == [0, 0, 0, 0, 1, 0], found


def test_shapes_are_dots_over_work(tmp_path):
    first, second = random_shapes()[:2]
    cubes = Problem(64, 64, 64, batch=8)
    rows = [
        measured("auto", Problem(*first), 1.5),
        measured("auto", Problem(*second), 0.5),
        measured("auto", cubes, 2.0),
        measured("split_k", Problem(*random_shapes()[2]), 9.0),
        measured("auto", 1024, 9.0),
    ]
    (picture,) = pictures_of(tmp_path, rows)["plot-shapes"]
    random, batches = picture.series
    assert (random.name, batches.name) == ("random shapes (1 of 2)", "batches (1 of 1)")
    assert {(point.x, point.y) for point in random.points} == {
        (2.0 * first[0] * first[1] * first[2], 1.5),
        (2.0 * second[0] * second[1] * second[2], 0.5),
    }
    assert batches.points == (Point(2.0 * 64**3 * 8, 2.0),)
    assert [level.value for level in picture.levels] == [1.0]
    drawn = drawing_file(picture).decode()
    for words in ("random shapes (1 of 2)", "cuBLAS FP32 = 1.0", "0.75", "1.5"):
        assert f">{words}<" in drawn
    assert "floating-point operations of a call" in drawn
