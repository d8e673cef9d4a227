"""Tables and plots of the documentation are those of the results."""

import dataclasses
import shutil
from pathlib import Path

import pytest

from results_maker import ENVIRONMENT, judged, measured, write
from sgemm.bench.environment import Device, GpuIdentity
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import LADDER, PTX_LADDER
from sgemm.problem import Problem
from sgemm.report.places import read_places
from sgemm.report.publish.__main__ import MARKER, PLOTS, main, publish, render, stale
from sgemm.report.publish.blocks import NOTHING, TABLES
from sgemm.report.publish.documents import document_tables
from sgemm.report.publish.pictures import pictures
from sgemm.report.publish.predictions import prediction_blocks
from sgemm.report.publish.published import SPEEDS, read_speeds
from sgemm.report.publish.script_tables import script_tables
from sgemm.report.publish.split import split_tables
from sgemm.report.publish.split_speeds import SPEED_TABLES

ROOT = Path(__file__).parents[2]

CPU = dataclasses.replace(ENVIRONMENT, gpus=())
SIZES = (512, 2048, 4096, 6144, 8192)
RUNGS = ("naive", "shared_tile", "double_buffer", "ptx_naive", "ptx_coalesced")


def block(name):
    return f"<!-- results:{name} -->\n<!-- /results -->\n"


@pytest.fixture
def empty(tmp_path):
    """A source tree whose page has every block, without results."""
    names = [*TABLES, *document_tables((), ()), *pictures(())]
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
    shutil.copy(ROOT / "results" / SPEEDS, empty / "results")
    return empty


def test_the_documentation_is_up_to_date():
    found = stale(ROOT)
    assert not found, f"{found}: run python -m sgemm.report.publish"


def test_the_documentation_has_every_block():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    used = {name for page in pages for name in MARKER.findall(page.read_text()) if name}
    predicted, predicted_plots = prediction_blocks((), ROOT / "results")
    assert used == {
        *TABLES,
        *document_tables((), ()),
        *predicted,
        *predicted_plots,
        *pictures(()),
        "plot-split-errors",
        "plot-split-speeds",
        "jax-times",
        "models",
        "split-few-rows",
        "split-sets",
        *script_tables(ROOT / "results"),
        *split_tables(ROOT / "results"),
        *SPEED_TABLES,
        *(f"rung-{name}" for name in LADDER + PTX_LADDER),
    }


def test_without_results_every_block_says_so(empty):
    assert publish(empty) == ("README.md", "docs/deep/all.md")
    text = (empty / "docs/deep/all.md").read_text()
    assert text.count(NOTHING) == len(TABLES) + len(document_tables((), ())) + len(pictures(()))
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
    assert page.count(NOTHING) == 1, "the sets of memory-bound problems are not there"
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
        "| Kernel 4 | RTX 2080 Super | document 003 | 813 (16.4%) | 875 (10.4%) | 790 (9.0%) "
        "| 753 (8.2%) | - | - |",
        "| `double_buffer` | H200 | measured | 2000 (30.0%) | - | - | 2000 (30.0%) | 2000 (30.0%) "
        "| 2000 (30.0%) |",
        "| Kernel 2, coalesced | RTX 3050 Mobile | document 004 | 128 |",
        "| `ptx_coalesced` | H200 | measured | 2000 (50.0%) |",
        "| `ptx_shared_tile` | H200 | measured | - |",
        "| 128x128x8 | `ptx_pipeline` | 103 to 104% on average | - | - | - | - | - |",
    )
    for line in expected:
        assert line in page, line


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


def test_measured_errors_of_products_on_tensor_cores(tree):
    lines = ["m,n,k,layout,inputs,kernel,tile,rms,maximum,cublas_rms,cublas_maximum"]
    lines += [
        f"{sizes},nn,{inputs},{kernel},{figures}"
        for sizes, inputs, kernel, figures in (
            ("4096,4096,512", "normal", "fp16x3,128x192x64", "1,2,2,8"),
            ("4096,4096,512", "normal", "fp16x3,128x128x32", "1,3,2,2"),
            ("4096,4096,1024", "normal", "bf16x6,128x128x32", "0,1,0,2"),
            ("512,512,512", "normal", "fp16x3,128x128x32", "9,9,1,1"),  # left to FFMA
            ("4096,4096,512", "normal", "fp16x3_mma,128x128x64", "9,9,1,1"),  # by name alone
        )
    ]
    (tree / "results" / "h200").mkdir(exist_ok=True)
    (tree / "results" / "h200" / "split-errors.csv").write_text("\n".join(lines))
    (tree / "docs" / "split.md").write_text(block("split-measured"))
    publish(tree)
    line = "| `normal` | 2 | 3 | 0.500, 1.00 | 0.500, 1.50 | 1 |"
    assert line in (tree / "docs" / "split.md").read_text()


def test_errors_of_products_on_tensor_cores(tree):
    lines = ["method,sums,interval,inputs,m,n,k,rms,maximum,percentile,mean,fp16x3,bf16x6,ffma"]
    lines += [
        f"{name},8,8,{k},{figures},,,"
        for name, k, figures in (
            ("ffma,one chain,never,normal", 16, "0.5,4,3,0.0001"),
            ("fp16x3,scaled,never,normal", 16, "0.25,2,1,-0.05"),
            ("fp16x3,scaled,64,normal", 256, "0.125,1,1,0.75"),
            ("fp16x3,scaled,64,below_20", 256, "1,2,2,3"),
        )
    ]
    lines.append("choice,,never,wide_4,8,8,256,,,,,0.125,0.875,0")
    (tree / "results" / "split-errors.csv").write_text("\n".join(lines))
    names = ("split-lengths", "split-intervals", "split-distances", "split-choice")
    (tree / "docs" / "split.md").write_text("".join(map(block, names)))
    publish(tree)
    text = (tree / "docs" / "split.md").read_text()
    # An interval that is longer than k is all of k.
    assert "| N(0, 1) | 16 | 0.500 / 4.00 / 0 | 0.250 / 2.00 / -0.050 | 0.250 / 2" in text
    assert "| `fp16x3` | 64 | 0.125 / 1.00 / 0.750 | - | - | - | - | - |" in text
    assert "| 20 | - | 1.00 / 2.00 / 3.00 | - |" in text
    assert "| `wide_4` | 256 | 12.5% | 87.5% | 0% |" in text


def test_the_readme_has_the_h200_alone_and_targets_are_for_it(tree):
    device = Device("NVIDIA H100 80GB HBM3", 132, 1980.0, 50 * 2**20)
    gpus = (GpuIdentity(device.name, 90, 2**36),)
    other = dataclasses.replace(ENVIRONMENT, gpus=gpus, device=device)
    squares = [measured("auto", size, 1.2) for size in (1024, 2048)]
    write(tree / "results/h100/squares_nn.jsonl", other, squares)
    write(tree / "results/h200/squares_nn.jsonl", ENVIRONMENT, squares)
    for page in ("README.md", "docs/tables.md"):
        (tree / page).write_text(block("headline") + block("sets") + block("targets"))
    publish(tree)
    readme, tables = ((tree / page).read_text() for page in ("README.md", "docs/tables.md"))
    assert "H100" not in readme and "on one NVIDIA H200" in readme
    assert tables.index("on one NVIDIA H200") < tables.index("on one NVIDIA H100")
    assert "| squares_nn | H200, cold L2 |" in tables
    assert "| squares_nn | H100 80GB HBM3, cold L2 |" in tables
    assert "| squares_nn | H200 | mean" in tables
    assert "| squares_nn | H100 80GB HBM3 | mean" not in tables


def test_what_tuning_is_worth(tree):
    start = "G,2026-11-25T20:42:41+00:00,8319640,scaled"
    rows = (
        "random,sm_80,3,0,3,1,0.5",
        "slender,sm_80,2,0,0,0,",
        'random,"law, tuned",9,5,4,2,0.9876',
        'slender,"law, tuned",8,8,0,0,1.0000',
    )
    lines = ["gpu,measured_at,commit,rates,set,seen,problems,same,measured,failed,of_auto"]
    lines += [f"{start},{row}" for row in rows]
    (tree / "results" / "h200" / "tuning-proof.csv").write_text("\n".join(lines))
    (tree / "docs" / "tuning.md").write_text(block("tuning-proof"))
    publish(tree)
    text = (tree / "docs" / "tuning.md").read_text()
    assert "G, measured 2026-11-25 (UTC), commit 8319640." in text and "Wrong results: 3." in text
    assert "what `auto` takes with an H200's rates, scaled." in text
    assert "| set | law, tuned | sm_80 |" in text, "other rates come before other architectures"
    assert "| `random` | 0.988 (4 of 9) | 0.500 (3 of 3) |" in text
    assert "| `slender` | 1.000 (0 of 8) | - |" in text
    assert "| least of all sets | 0.988 | 0.500 |" in text


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
