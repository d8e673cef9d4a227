"""Sizes, tasks, rules and peak check: small parts of the benchmark that need no machine."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.bench.peak import Peak, fp32_peak, tf32_peak
from sgemm.bench.sizes import parse_sizes, read_shapes
from sgemm.bench.stopping import Document000, Precision, relative_standard_error
from sgemm.bench.task import Task, make_task
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


def test_the_range_of_the_first_document():
    shapes = parse_sizes("1024:12800:128")
    assert len(shapes) == 93
    assert (shapes[0], shapes[1], shapes[-1]) == cubes(1024, 1152, 12800)


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
def test_tasks(layout, batch, m, n, k, pad_a, pad_b, pad_c):
    task = make_task((m, n, k), layout, padding=(pad_a, pad_b, pad_c), batch=batch)
    rows_a, columns_a = task.stored_a
    assert (rows_a, columns_a) == ((batch * k, m) if layout[0] == "t" else (batch * m, k))
    assert task.leading[0] == max(1, columns_a) + pad_a
    assert task.problem.ldc == task.leading[2] == max(1, n) + pad_c
    assert (task.problem.layout, task.problem.batch) == (layout, batch)
    shapes = task.stored_a, task.stored_b, task.stored_c
    # All matrices of a batch together span what one matrix with so many rows does.
    for (rows, columns), leading, extent in zip(shapes, task.leading, task.elements, strict=True):
        assert extent == ((rows - 1) * leading + columns if rows and columns else 0)
    assert layout in str(task) or layout == "nn"


def test_tasks_have_no_gaps_between_matrices():
    with pytest.raises(ArgumentError, match="has the tightest, "):
        Task(Problem(8, 8, 8, batch=2, stride_c=100))
    with pytest.raises(ArgumentError, match=r"more than 2\*\*31-1 rows"):
        make_task((2**20, 1, 1), batch=2**12)


def test_no_such_layout():
    with pytest.raises(ArgumentError, match="layout = 'nx'"):
        make_task((1, 1, 1), "nx")


PROBLEM = Problem(8, 8, 8)


def test_precision_asks_for_all_three():
    rule = Precision(samples=4, seconds=1.0, relative_error=0.1)
    steady = [1.0, 1.01, 0.99, 1.0]
    assert rule.satisfied(PROBLEM, steady, 1.0)
    assert not rule.satisfied(PROBLEM, steady[:3], 1.0)
    assert not rule.satisfied(PROBLEM, steady, 0.9)
    assert not rule.satisfied(PROBLEM, [1.0, 2.0, 1.0, 2.0], 1.0)
    assert rule.figure(steady) is None


def test_the_most_samples_need_no_more_time():
    rule = Precision(samples=2, seconds=1.0, relative_error=0.1, most_samples=4)
    assert rule.satisfied(PROBLEM, [1.0, 1.01, 0.99, 1.0], 0.0)
    assert not rule.satisfied(PROBLEM, [1.0, 1.01, 0.99], 0.0)
    assert not rule.satisfied(PROBLEM, [1.0, 2.0, 1.0, 2.0], 0.0)


def test_the_default_is_the_rule_that_is_promised():
    rule = Precision()
    assert (rule.samples, rule.seconds, rule.relative_error) == (10, 0.5, 0.005)


@given(st.lists(st.floats(1e-6, 1e3), min_size=2, max_size=50))
def test_relative_standard_error(samples):
    expected = statistics.stdev(samples) / math.sqrt(len(samples)) / statistics.fmean(samples)
    assert relative_standard_error(samples) == pytest.approx(expected)


def test_relative_standard_error_of_too_little():
    assert relative_standard_error([]) == math.inf
    assert relative_standard_error([1.0]) == math.inf
    assert relative_standard_error([0.0, 0.0]) == math.inf


@pytest.mark.parametrize("name", ["samples", "rounds", "most_samples"])
def test_rules_need_something_to_count(name):
    with pytest.raises(ArgumentError, match=f"{name} = 0"):
        Precision(**{name: 0})


@pytest.mark.parametrize(("size", "replays"), [(1024, 1000), (4096, 371), (12800, 22), (2048, 718)])
def test_document_000(size, replays):
    rule = Document000()
    problem = Problem(size, size, size)
    assert rule.replays(problem) == replays
    assert rule.burst(problem).samples == rule.burst(problem).most == replays
    assert not rule.satisfied(problem, [1.0] * (replays - 1), 99.0)
    assert rule.satisfied(problem, [1.0] * replays, 0.0)
    assert rule.figure([9.0, 9.0, 1.0, 3.0]) == 2.0
    assert rule.figure([9.0, 1.0, 3.0]) == 2.0


def test_peaks():
    peak = fp32_peak(90, 132, 1980.0)
    assert peak.flops() == pytest.approx(66.9e12, rel=1e-3)
    assert peak.flops(990.0) == pytest.approx(33.45e12, rel=1e-3)
    assert peak.flops(math.nan) == peak.flops()
    assert tf32_peak(90, 132, 1830.0).flops() == pytest.approx(494.7e12, rel=1e-2)
    assert fp32_peak(30, 1, 1.0) is None
    assert tf32_peak(75, 1, 1.0) is None


def test_objections():
    peak = Peak(1, 1, 1000.0)
    assert peak.violation(2000, 1e-6) is None
    assert "above the 0.002 TFLOP/s" in peak.violation(2100, 1e-6)
    assert "at 500 MHz" in peak.violation(2000, 1e-6, 500.0)
    assert "infinitely fast" in peak.violation(2000, 0.0)
    assert peak.violation(0, 0.0) is None
