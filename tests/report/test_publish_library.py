"""The plots that come first show what the library chooses, and nothing that it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from results_maker import ENVIRONMENT, measured
from sgemm.bench.results import write
from sgemm.bench.sets import random_shapes
from sgemm.problem import Problem
from sgemm.report.chart import Point
from sgemm.report.places import read_places
from sgemm.report.publish.pictures import pictures
from sgemm.report.svg import drawing_file

SIZES = (1024, 2048, 4096)


def square(size: int, layout: str) -> Problem:
    return Problem(size, size, size, trans_a=layout[0] == "t", trans_b=layout[1] == "t")


def pictures_of(folder: Path, rows):
    write(folder / "one.jsonl", ENVIRONMENT, rows)
    return pictures(read_places(folder))


@pytest.fixture
def rungs():
    """Two rungs, one of which is as fast as what the library chooses, at one size more."""
    return [
        measured(name, size, ratio)
        for name, ratio in (("naive", 0.1), ("async_copy", 1.5))
        for size in (512, *SIZES)
    ]


def test_squares_show_the_library_first_and_alone(tmp_path, rungs):
    own = [measured("auto", size, 1.25, seconds=size**3 * 1e-13) for size in SIZES]
    found = pictures_of(tmp_path, [*rungs, *own])
    (picture,) = found["plot-squares"]
    assert [line.name for line in picture.series] == ["cuBLAS FP32 (baseline)", "sgemm (auto)"]
    assert picture.series[1].points == tuple(Point(size, 20.0) for size in SIZES)
    assert picture.caption == "FP32, A*B, cold L2; measured 2026-01-02, commit 0123456789ab"
    (shares,) = found["plot-percent"]
    assert [line.name for line in shares.series] == ["sgemm (auto)", "async_copy", "naive"]


def test_squares_without_the_library_show_who_leads(tmp_path, rungs):
    few = measured("auto", 1024, 9.0)
    (picture,) = pictures_of(tmp_path, [*rungs, few])["plot-squares"]
    assert [line.name for line in picture.series] == [
        "cuBLAS FP32 (baseline)", "async_copy", "naive", "sgemm (auto)",
    ]  # fmt: skip


def test_libraries_alone_make_no_line_of_ours(tmp_path):
    rows = [measured("cublas tf32", size, 4.0) for size in SIZES]
    (picture,) = pictures_of(tmp_path, rows)["plot-squares"]
    assert [line.name for line in picture.series] == ["cuBLAS FP32 (baseline)"]
    assert picture.caption == "FP32, A*B, cold L2"


def test_layouts_are_lines_of_ratios(tmp_path):
    ratios = {"nn": 1.1, "nt": 0.86, "tn": 1.3, "tt": 1.0}
    rows = [
        measured("auto", square(size, layout), ratio)
        for layout, ratio in ratios.items()
        for size in SIZES
    ]
    rows += [measured("async_producer", square(1024, "tn"), 9.0)]
    (picture,) = pictures_of(tmp_path, rows)["plot-layouts"]
    assert {line.name: tuple((p.x, p.y) for p in line.points) for line in picture.series} == {
        "A*B": ((1024, 1.1), (2048, 1.1), (4096, 1.1)),
        "A*B^T": ((1024, 0.86), (2048, 0.86), (4096, 0.86)),
        "A^T*B": ((1024, 1.3), (2048, 1.3), (4096, 1.3)),
        "A^T*B^T": ((1024, 1.0), (2048, 1.0), (4096, 1.0)),
    }
    assert (picture.levels[0].value, picture.y.bottom) == (1.0, 0.8)
    assert picture.y.label == "speed / cuBLAS FP32"


def test_one_size_of_a_layout_is_no_line(tmp_path):
    rows = [measured("auto", square(1024, "tn"), 1.1), measured("auto", 1024, 1.1)]
    assert pictures_of(tmp_path, rows)["plot-layouts"] == ()


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


def test_no_shapes_no_dots(tmp_path, rungs):
    assert pictures_of(tmp_path, rungs)["plot-shapes"] == ()
