"""Sizes, problems, rules and peak check: small parts of the benchmark that need no machine."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.bench.peak import FP32_LANES, TF32_MULTIPLY_ADDS, Peak, peak_of
from sgemm.bench.sizes import make_problem, parse_sizes, read_shapes, stacked
from sgemm.bench.stopping import Precision, ReplaysBySize, Settings
from sgemm.errors import ArgumentError
from sgemm.problem import Problem


def cubes(*sizes):
    return tuple((size, size, size) for size in sizes)


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("512", cubes(512)),
        ("1:10:4", cubes(1, 5, 9)),
        ("3:5", cubes(3, 4, 5)),
        ("7:7:128", cubes(7)),
        ("8, 16\t3x4X5 8", (*cubes(8, 16), (3, 4, 5))),
        ("0", cubes(0)),
    ],
)
def test_sizes(text, shapes):
    assert parse_sizes(text) == shapes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is needed"),
        ("8,,9", "is needed"),
        ("-5", "'-5' is no size"),
        ("3x4", "'3x4' is no size"),
        ("8.5", "is no size"),
        ("10:5", "low to high"),
        ("5:10:0", "at least 1"),
        ("1:2:3:4", "is no size"),
        ("2147483648", "at most 2"),
        ("0:100000", "more than 100000"),
    ],
)
def test_no_sizes(text, words):
    with pytest.raises(ArgumentError, match=words):
        parse_sizes(text)


def test_a_file_of_shapes(tmp_path):
    path = tmp_path / "shapes.txt"
    path.write_text("# mine\n8192x16x64  # skinny\n\n64 128\n64\n")
    assert read_shapes(path) == ((8192, 16, 64), *cubes(64, 128))


def test_a_file_of_shapes_that_is_none(tmp_path):
    path = tmp_path / "shapes.txt"
    with pytest.raises(ArgumentError, match="cannot be read: No such file"):
        read_shapes(path)
    path.write_text("64\nsmall\n")
    with pytest.raises(ArgumentError, match=r"shapes.txt:2 = 'small' is no size"):
        read_shapes(path)
    path.write_text("# none\n")
    with pytest.raises(ArgumentError, match="holds no shape"):
        read_shapes(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ArgumentError, match="UTF-8"):
        read_shapes(path)


@given(st.sampled_from(["nn", "nt", "tn", "tt"]), st.integers(0, 3), *(st.integers(0, 9),) * 6)
def test_problems(layout, batch, m, n, k, pad_a, pad_b, pad_c):
    problem = make_problem((m, n, k), layout, padding=(pad_a, pad_b, pad_c), batch=batch)
    rows_a, columns_a, _ = stacked(problem)[0]
    assert (rows_a, columns_a) == ((batch * k, m) if layout[0] == "t" else (batch * m, k))
    assert problem.lda == max(1, columns_a) + pad_a
    assert problem.ldc == max(1, n) + pad_c
    assert (problem.layout, problem.batch) == (layout, batch)
    # All matrices of a batch together span what one matrix with so many rows does.
    for (rows, columns, row), extent in zip(stacked(problem), problem.elements, strict=True):
        assert extent == ((rows - 1) * row + columns if rows and columns else 0)
    assert layout in str(problem) or layout == "nn"


def test_problems_have_no_gaps_between_matrices():
    with pytest.raises(ArgumentError, match=r"more than 2\*\*31-1 rows"):
        make_problem((2**20, 1, 1), batch=2**12)


PROBLEM = Problem(8, 8, 8)


@pytest.mark.parametrize(
    ("samples", "elapsed", "is_enough"),
    [
        ([1.0, 1.01, 0.99, 1.0], 1.0, True),
        ([1.0, 1.01, 0.99], 1.0, False),
        ([1.0, 1.01, 0.99, 1.0], 0.9, False),
        ([1.0, 2.0, 1.0, 2.0], 1.0, False),
        ([0.0] * 4, 1.0, False),
        # As many as are taken at most need no more time.
        ([1.0, 1.01, 0.99, 1.0, 1.0], 0.0, True),
        ([1.0, 2.0, 1.0, 2.0, 1.0], 0.0, False),
    ],
)
def test_precision_asks_for_all_four(samples, elapsed, is_enough):
    rule = Precision(samples=4, seconds=1.0, relative_error=0.1, rounds=2, most_samples=5)
    assert rule.satisfied(samples, elapsed, 2) is is_enough
    assert not rule.satisfied(samples, elapsed, 1)
    assert Settings(rule).figure(samples) is None


@pytest.mark.parametrize(("size", "replays"), [(1024, 1000), (4096, 371), (12800, 22), (2048, 718)])
def test_replays_by_size(size, replays):
    replaying = ReplaysBySize()
    rule = replaying.of(Problem(size, size, size))
    assert rule.burst().samples == rule.burst().most == replays
    assert not rule.satisfied([1.0] * (replays - 1), 99.0, 1)
    assert rule.satisfied([1.0] * replays, 0.0, 1)
    assert Settings(replaying).figure([9.0, 9.0, 1.0, 3.0]) == 2.0
    assert Settings(replaying).figure([9.0, 1.0, 3.0]) == 2.0


def test_peaks():
    peak = peak_of(FP32_LANES, 90, 132, 1980.0)
    assert peak.flops() == pytest.approx(66.9e12, rel=1e-3)
    assert peak.flops(990.0) == pytest.approx(33.45e12, rel=1e-3)
    assert peak.flops(math.nan) == peak.flops()
    assert peak_of(TF32_MULTIPLY_ADDS, 90, 132, 1830.0).flops() == pytest.approx(494.7e12, rel=1e-2)
    assert peak_of(FP32_LANES, 30, 1, 1.0) is None
    assert peak_of(TF32_MULTIPLY_ADDS, 75, 1, 1.0) is None


def test_objections():
    peak = Peak(2, 5, 100.0)
    assert peak.violation(2000, 1e-6) is None
    assert "above the 0.002 TFLOP/s" in peak.violation(2100, 1e-6)
    assert "at 50 MHz" in peak.violation(2000, 1e-6, 50.0)
    assert "infinitely fast" in peak.violation(2000, 0.0)
    assert peak.violation(0, 0.0) is None
