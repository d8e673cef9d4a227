"""The report tells of named sets, does not mix batches with squares, and folds long tables away."""

import re

import pytest

from results_maker import ENVIRONMENT, measured, place_of, write
from sgemm.problem import Problem
from sgemm.report.html.figures import ratio_maps, speed_over_size
from sgemm.report.html.overview import (
    MOST_SHAPES,
    finding,
    percent_table,
    sets_table,
    shapes_table,
)
from sgemm.report.html.page import make_page, report_of


def auto(problem, ratio, **more):
    return measured("auto", problem, ratio, chosen="tma_pipeline", **more)


def texts(table):
    return [[getattr(cell, "text", cell) for cell in row] for row in table.rows]


def test_each_set_is_shown_by_its_leader():
    rows = [
        auto(1024, 1.2, measured_at="2026-05-04T03:02:01+00:00"),
        auto(2048, 0.3, measured_at="2026-05-04T03:59:01+00:00"),
        measured("naive", 1024, 9.0),
        measured("naive", Problem(64, 64, 64, batch=8), 0.5),
        auto(Problem(3, 1, 2), 9.0),
    ]
    written = sets_table(place_of(rows))
    assert "Ratios of speed to that of cublas fp32" in written.note
    assert texts(written) == [
        ["squares 1024 ... 12800, A*B", "2", "auto", "0.600", "0.300", "2048x2048x2048", "1", "1",
         "2026-05-04 03:59"],
        ["batches of 8 ... 1024, 64 ... 512 cubed", "1", "1 naive", "0.500", "0.500",
         "64x64x64, batch 8", "0", "1", "2026-01-02 03:04"],
    ]  # fmt: skip
    assert written.rows[1][2].href == "#kernel-naive"
    assert re.fullmatch(r"0\.\d+ \.\.\. 0\.\d+", written.rows[0][3].more)
    assert re.fullmatch(r"0\.\d+ \.\.\. 0\.\d+", written.rows[0][4].more)


@pytest.mark.parametrize(
    "row", [auto(Problem(3, 1, 2), 9.0), measured("naive", 1024, 1.0, baseline=None)]
)
def test_without_a_set_or_a_baseline_there_is_no_table(row):
    place = place_of([row])
    assert sets_table(place) is None
    page = make_page([place], "A title").decode()
    assert "No problem of a named set was timed beside a baseline" in page


def test_batches_of_cubes_are_no_squares():
    rows = [
        auto(Problem(size, size, size, batch=batch), 0.5)
        for size in (64, 128, 256, 512)
        for batch in (8, 64)
    ]
    place = place_of([*rows, auto(1024, 1.0), auto(2048, 1.0)])
    assert place.regime == "cold L2, batches"
    assert "squares" not in finding(place)
    assert finding(place).startswith("At m = n = k = 512, batch 64, auto runs at 50.0 %")
    assert percent_table(place) is None
    shapes = shapes_table(place)
    assert "64x64x64, batch 8" in [row[0] for row in texts(shapes)]
    chart = speed_over_size(place)
    assert {point.x for series in chart.series for point in series.points} == {1024, 2048}


@pytest.mark.parametrize("extra", [0, 1])
def test_many_shapes_are_folded_away(extra):
    rows = [auto(Problem(1, 3, k), 1.5) for k in range(2, MOST_SHAPES + extra + 2)]
    written = shapes_table(place_of(rows))
    assert len(written.rows) == MOST_SHAPES + extra
    assert written.folded == (f"{MOST_SHAPES + 1} shapes" if extra else "")


def test_a_map_is_mostly_full():
    grid = [(m, n) for m in (10, 20, 30) for n in (1, 2, 3)]
    few = [auto(Problem(m, n, 7), 1.5) for m, n in [*grid[:3], grid[3], grid[6]]]
    assert ratio_maps(place_of(few)) == {}
    most = [auto(Problem(m, n, 7), 1.5) for m, n in [*grid[4:6]]]
    assert list(ratio_maps(place_of([*few, *most]))) == [7]


def test_the_page_tells_what_was_left_out(tmp_path):
    write(tmp_path / "one.jsonl", ENVIRONMENT, [auto(1024, 1.0), auto(2048, 1.0)])
    whole, _ = report_of([tmp_path], skip_damaged=True)
    assert b"left out of this report" not in whole
    with (tmp_path / "one.jsonl").open("a") as file:
        file.write('{"schema": 1, "record": "a/b:1: c"}\n{oh\n')
    page, places = report_of([tmp_path], skip_damaged=True)
    text = page.decode()
    assert len(places[0].results.skipped) == 2
    assert "2 damaged lines were left out of this report" in text
    assert "<li>one.jsonl:4: " in text and "a/b:1: c" in text
    # A report is passed on; where its writer keeps files is nobody's business.
    assert str(tmp_path) not in text
