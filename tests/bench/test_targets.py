"""Targets: met only by the whole set, and every condition of theirs can fail alone."""

import dataclasses

import pytest

from results_maker import ENVIRONMENT, measured, write
from sgemm.bench.measurement import Baseline, Conditions, Samples
from sgemm.bench.pairing import pairs
from sgemm.bench.result_set import load
from sgemm.bench.sets import SQUARES, problems_of
from sgemm.bench.summary import summaries
from sgemm.bench.targets import TARGETS, attainment

SPEEDS = {1024: 46.0, 1536: 49.0, 2560: 54.0, 4096: 57.0, 8192: 57.0}
"""Just above what is asked for."""


def reached(tmp_path, measurements):
    path = tmp_path / "x.jsonl"
    write(path, ENVIRONMENT, measurements)
    (summary,) = summaries(pairs(load(path), "cublas fp32"))
    return attainment(summary)


def square(size, ratio=1.1, tflops=None, **more):
    speed = tflops or SPEEDS.get(size, 50.0)
    return measured("auto", size, ratio, seconds=2 * size**3 / speed / 1e12, **more)


def test_a_whole_set_of_squares(tmp_path):
    found = reached(tmp_path, [square(size) for size in SQUARES])
    assert (found.met, found.misses, found.missing) == (True, (), 0)
    assert found.words == "yes"
    assert found.not_below == found.not_surely_below == 1.0
    assert found.tflops == pytest.approx(SPEEDS)


def test_a_part_of_a_set_is_open(tmp_path):
    found = reached(tmp_path, [square(size) for size in SQUARES[1:]])
    assert (found.met, found.missing) == (None, 1)
    assert found.words == "open: 1 problems not measured"


@pytest.mark.parametrize(
    ("size", "change", "words"),
    [
        (2048, {"ratio": 0.9}, "1 below 1.00, lowest 0.900 at 2048x2048x2048"),
        (4096, {"tflops": 55.9}, "55.9 TFLOP/s at 4096"),
        (2048, {"ratio": 1e-6}, "mean 0."),
    ],
)
def test_what_misses(tmp_path, size, change, words):
    made = [square(each, **(change if each == size else {})) for each in SQUARES]
    found = reached(tmp_path, made)
    assert found.met is False
    assert any(each.startswith(words) for each in found.misses), found.misses


def test_a_ratio_below_one_within_its_doubt_is_no_miss_of_squares(tmp_path):
    doubtful = square(2048, 0.999, rounds=(0.97, 1.0, 1.03))
    found = reached(tmp_path, [square(each) for each in SQUARES if each != 2048] + [doubtful])
    assert found.met is True
    assert found.not_below < 1.0 == found.not_surely_below


def test_too_few_samples_for_an_interval_are_no_doubt_to_hide_in(tmp_path):
    once = square(2048, 0.8, rounds=(1.0,), samples=Samples((1e-3,)))
    once = dataclasses.replace(
        once, baseline=Baseline("cublas fp32", Samples((8e-4,)), 0.8, (0.8,))
    )
    found = reached(tmp_path, [square(each) for each in SQUARES if each != 2048] + [once])
    assert found.met is False
    assert found.misses == ("1 below 1.00, lowest 0.800 at 2048x2048x2048",)
    assert found.not_surely_below < 1.0


def test_irregular_shapes_have_no_doubt_to_hide_in(tmp_path):
    first, *others = problems_of("irregular")
    made = [measured("auto", problem, 1.5) for problem in others]
    made.append(measured("auto", first, 0.999, rounds=(0.9, 1.0, 1.1)))
    assert reached(tmp_path, made).misses == ("1 below 1.00, lowest 0.999 at 8192x8192x64",)


def test_a_share_of_random_shapes(tmp_path):
    problems = problems_of("random")
    ratios = [0.95] * 13 + [1.3] * (len(problems) - 13)
    made = [
        measured("auto", problem, ratio) for problem, ratio in zip(problems, ratios, strict=True)
    ]
    found = reached(tmp_path, made)
    assert found.misses == ("94.9% not below 1.00",)
    made[0] = measured("auto", problems[0], 1.3, measured_at="2027-01-01T00:00:00+00:00")
    assert reached(tmp_path, [made[0]]).met is True


def test_a_sustained_run_needs_power_and_clock(tmp_path):
    plain = square(12800, protocol="sustained")
    assert reached(tmp_path / "a", [plain]).misses == ("power or clock not recorded",)
    recorded = square(12800, protocol="sustained", conditions=Conditions(1700.0, 690.0))
    assert reached(tmp_path / "b", [recorded]).met is True


def test_every_target_has_a_set_and_says_what_it_is():
    for name, target in TARGETS.items():
        assert problems_of(name)
        assert f"mean >= {target.mean:g}" in str(target)
    assert "none below 1.00 beyond its uncertainty" in str(TARGETS["squares_nn"])
    assert "56 TFLOP/s at 8192" in str(TARGETS["squares_nn"])
    assert "95% not below 1.00" in str(TARGETS["random"])
