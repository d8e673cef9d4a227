"""The page: sections where there is data, a line where there is none, nothing from outside."""

import dataclasses
import re
from pathlib import Path

import pytest
from test_html_templates import Reader

import synthetic_results as synthetic
from results_maker import place_of
from sgemm.bench.measurement import SampleDetails, Verification
from sgemm.problem import Problem
from sgemm.report.chart import Level
from sgemm.report.html.figures import ladder_bars
from sgemm.report.html.overview import finding
from sgemm.report.html.page import make_page, report_of, sections_of
from sgemm.toolchain.build import Resources

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 2_000_000


def page_of(place):
    return make_page([place], "A <title> & more").decode()


def charts_of(place):
    sections = sections_of(place, several=False)
    return {chart.identifier: chart for section in sections for chart in section.charts}


@pytest.fixture(scope="module")
def gpu_page():
    return page_of(synthetic.gpu_place())


@pytest.fixture(scope="module")
def gpu_charts():
    return charts_of(synthetic.gpu_place())


@pytest.fixture(scope="module")
def cpu_page():
    return page_of(synthetic.cpu_place())


def test_elements_nest_identifiers_are_unique_and_links_lead_somewhere(gpu_page):
    found = Reader(gpu_page)
    identifiers, links = found.values("id"), found.values("href")
    assert len(set(identifiers)) == len(identifiers)
    assert set(links) <= {f"#{each}" for each in identifiers}
    others = found.values("src", "srcset", "action", "poster", "data")
    assert others == [], "nothing may come from outside the file"


def test_the_page_is_small_enough_and_its_title_is_text(gpu_page, cpu_page):
    assert len(gpu_page.encode()) < LARGEST and len(cpu_page.encode()) < LARGEST
    assert "<title>A &lt;title&gt; &amp; more</title>" in gpu_page


def test_so_is_that_of_the_committed_results(monkeypatch):
    """No kernel is compiled for it: that may take longer than all the rest."""
    monkeypatch.setattr("sgemm.toolchain.compiler._build", None)
    page, _ = report_of([ROOT / "results/h200"])
    assert len(page) < LARGEST


def test_every_chart_is_there_where_there_is_data(gpu_page, gpu_charts):
    assert set(gpu_charts) == {
        "cuda-1-ladder",
        "cuda-1-size",
        "cuda-1-roofline",
        "cuda-1-power",
        "cuda-1-clock",
        "cuda-1-temperature",
        f"cuda-1-map-{synthetic.MAP_K}",
        "cuda-1-error",
    }
    assert all(f'<figure class="chart" id="{name}"' in gpu_page for name in gpu_charts)
    size = gpu_charts["cuda-1-size"]
    assert [level.value for level in size.levels] == [synthetic.PEAK_TFLOPS]
    series = {each.name: each for each in size.series}
    assert series["cublas fp32"].dashed and series["cublas fp32"].on
    assert not series["cublas tf32"].on, "TF32 is no rival in single precision"
    points = series["12 double_buffer"].points
    assert [point.x for point in points] == list(synthetic.SIZES)
    assert [point.y for point in points] == pytest.approx([45] * 4)
    assert sum(each.on for each in size.series if not each.dashed) == 5


def test_the_ladder_may_be_drawn_at_any_size():
    place = synthetic.gpu_place()
    chart = ladder_bars(place, Problem(512, 512, 512))
    assert chart.title == "The ladder at m = n = k = 512"
    bars = {bar.x: (bar.y, bar.label, each.name) for each in chart.series for bar in each.points}
    assert bars["1 naive"] == (pytest.approx(0.5), "0.500 (1.0 %)", "CUDA C++")
    assert bars["ptx_naive"] == (pytest.approx(0.5), "0.500 (1.0 %)", "PTX by hand")
    assert [level.name for level in chart.levels] == ["cuBLAS FP32: 50.0"]
    assert ladder_bars(place, Problem(5, 6, 7)) is None


def test_charts_are_on_the_page_with_all_their_numbers(gpu_page, gpu_charts):
    for name, chart in gpu_charts.items():
        figure = gpu_page.split(f'id="{name}"')[1].split("</figure>")[0]
        assert figure.count("<svg class=") == 2 + figure.count('<svg class="sample"')
        rows = figure.split("<tbody>")[1:]
        counts = [part.count("<tr>") - 1 for part in rows]
        expected = [len(series.points) for series in chart.series] + [1] * len(chart.levels)
        assert counts == expected, name
    assert gpu_page.count("NaN") == gpu_page.count("nan,") == 0


def test_the_trace_is_drawn_without_what_was_not_recorded(gpu_charts):
    (clock,) = gpu_charts["cuda-1-clock"].series
    assert len(clock.points) == 100
    assert clock.points[0].x == pytest.approx(0.1)
    assert clock.points[-1].note == "slowed by: power cap, thermal"


def test_of_many_traces_the_sustained_run_and_the_longest_are_drawn():
    cube = Problem(512, 512, 512)
    long = synthetic.trace()
    several = [
        dataclasses.replace(long.during(long.at[0], long.at[10 + index]), name=f"short {index}")
        for index in range(20)
    ]
    started = tuple(long.at[40] + 0.1 * index for index in range(12))
    details = SampleDetails((0,) * 12, started)
    run = synthetic.measurement("naive", cube, 0.01, protocol="sustained", details=details)
    place = place_of([run], synthetic.gpu_environment(), [*several, long])
    power = charts_of(place)["cuda-1-power"].series
    assert [each.name for each in power if each.on] == ["1 naive, 512x512x512, sustained"]
    assert [each.name for each in power[1:3]] == ["sustained", "short 19"]
    assert len(power) == 6
    seconds = [point.x for point in power[0].points]
    assert (seconds[0], seconds[-1]) == (0.0, pytest.approx(2.1))


def test_many_sizes_lie_on_a_linear_axis_and_few_on_a_logarithmic_one(gpu_charts):
    cubes = [Problem(size, size, size) for size in range(128, 128 * 31, 128)]
    lines = [synthetic.measurement("naive", cube, 0.01) for cube in cubes]
    place = place_of(lines, synthetic.gpu_environment())
    page, size = page_of(place), charts_of(place)["cuda-1-size"]
    assert (size.x.logarithmic, gpu_charts["cuda-1-size"].x.logarithmic) == (False, True)
    assert "<summary>30 measurements</summary>" in page
    assert "20 more sizes are in the chart" in page
    assert [point.x for point in size.series[0].points] == [cube.m for cube in cubes]


def test_the_map_is_of_the_ratio(gpu_charts):
    (cells,) = gpu_charts[f"cuda-1-map-{synthetic.MAP_K}"].series
    assert {(p.x, p.y): p.z for p in cells.points}[(1024, 1024)] == 1.5
    assert len(cells.points) == len(synthetic.MAP_SIZES) ** 2


def test_the_error_is_drawn_with_its_bound(gpu_charts):
    bound, *others = gpu_charts["cuda-1-error"].series
    assert "cublas tf32" not in {each.name for each in others}, "its bound is another"
    assert bound.name == "bound" and {point.y for point in bound.points} == {12.0}
    naive = next(each for each in others if each.name == "1 naive")
    assert {p.x: p.y for p in naive.points}[16] == pytest.approx(3.0)


def test_the_bound_is_that_of_the_inputs_that_most_were_checked_with():
    def checked(size, inputs, allowed):
        return synthetic.measurement(
            "naive", Problem(size, size, size), 0.1,
            verification=Verification(True, "", inputs, 0, 1.0, 3.0, 0.0, 2.0, 1.0, allowed),
        )  # fmt: skip

    lines = [checked(size, "uniform_signed", 12.0) for size in (64, 128, 256)]
    place = place_of([*lines, checked(65, "uniform", 900.0)], synthetic.gpu_environment())
    bound, *_ = charts_of(place)["cuda-1-error"].series
    assert {(point.x, point.y) for point in bound.points} == {(64, 12), (128, 12), (256, 12)}


def test_results_of_the_cpu_machine_make_a_report_and_say_what_times_mean(cpu_page):
    charts = charts_of(synthetic.cpu_place())
    assert set(charts) == {"cpu-1-ladder", "cpu-1-roofline", "cpu-1-error"}
    error = charts["cpu-1-error"]
    assert error.form == "bars", "one k gives bars, and no line"
    assert error.levels == (Level("bound: 12.0", 12.0),)
    assert {point.y for point in error.series[0].points} == {3.0}
    assert "the executor runs rung 13 ptx_pipeline at 105.0 % of the speed of numpy" in cpu_page
    assert "This is not a GPU" in cpu_page
    assert "Speed over size: needs square problems of two sizes or more" in cpu_page
    assert "Power and clock: neither power nor clock was recorded" in cpu_page


def test_the_finding_is_one_sentence_with_the_best_rung_and_what_was_wrong():
    words = finding(synthetic.gpu_place())
    assert "rung 13 ptx_pipeline runs at 105.0 % of the speed of cublas fp32" in words
    assert "Over 4 squares, 512 ... 4096" in words and "geometric mean" in words
    assert "1 WRONG" in words
    assert words.replace(" ... ", " to ").count(". ") == 0 and words.endswith(".")


def test_tiles_and_resources_are_in_one_table():
    cube = Problem(64, 64, 64)
    resources = Resources(111, 4, 8, 0, 8320)
    known = synthetic.measurement("thread_tile_8x8", cube, 0.5, resources=resources)
    unknown = synthetic.measurement("naive", cube, 0.1)
    page = page_of(place_of([known, unknown], synthetic.gpu_environment()))
    rows = re.findall(r'<table class="numbers">(.*?)</table>', page, re.S)[0]
    cells = [re.findall(r"<td>(.*?)</td>", row, re.S) for row in rows.split("<tr>")[2:]]
    assert cells == [
        ["32x32x1", "1x1", "1024", "0", "0.25", *["not known"] * 3],
        ["128x128x8", "8x8", "256", "1", "32.00", "111", "8320", "12"],
    ]


def test_each_measured_kernel_has_its_section(gpu_page):
    for name in [*synthetic.SHARES, "warp_tile"]:
        assert f'id="kernel-{name}"' in gpu_page
    assert 'id="kernel-coalesced"' not in gpu_page
    section = gpu_page.split('id="kernel-thread_tile_8x8"')[1].split('id="kernel-')[0]
    assert "Rung 8: an 8x8 outer product" in section
    assert "128 x 128 x 8" in section
    assert "thread_tile_8x8.cu" in section and "<b>" in section
    wrong = gpu_page.split('id="kernel-warp_tile"')[1].split('id="kernel-')[0]
    assert '<span class="wrong">NO</span>' in wrong and "not timed" in wrong


def test_nothing_in_results_can_break_out_of_its_place():
    evil = "</script><img src=x onerror=alert(1)>"
    lines = [
        synthetic.measurement("naive", Problem(size, size, size), 0.01, protocol=protocol)
        for size, protocol in ((64, "hot"), (128, "hot"), (256, "hot"), (64, evil), (128, evil))
    ]
    place = place_of(lines, synthetic.gpu_environment())
    page = page_of(place)
    assert "<img" not in page
    assert "&lt;img src=x" in page, "it is there, as text"
    # What is not of the usual regime has the regime in its name.
    names = {each.name for each in charts_of(place)["cuda-1-size"].series}
    assert names == {"1 naive", "cublas fp32", f"1 naive ({evil})", f"cublas fp32 ({evil})"}
