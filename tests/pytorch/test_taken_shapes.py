"""No class of shapes is left to PyTorch: held against the sets that were measured."""

from __future__ import annotations

import functools
import math
import statistics
from collections import defaultdict
from pathlib import Path

import pytest

from sgemm.bench.pairing import Pair, pairs
from sgemm.bench.parquet import read_lines
from sgemm.bench.result_set import load_part

ROOT = Path(__file__).parents[2]
RESULTS, PAGE = ROOT / "results/h200", ROOT / "docs/pytorch.md"
SETS = ("irregular", "random", "random_16384", "batched", "tiny_batches", "slender", "layers")
LEAST = 0.97  # of cuBLAS's speed, below which it counts as faster

CLASSES = {
    "scalar products": (lambda few, many, k: many == 1, "slender"),
    "long scalar products": (lambda few, many, k: many == 1 and 2**16 <= k < 2**19, "slender"),
    "long rows": (lambda few, many, k: few >= 17 and many >= 2**16, "slender"),
    "single rows": (lambda few, many, k: few == 1 and many > 1, "slender"),
    "little of all": (lambda few, many, k: many <= 48 and k >= 2**16, "slender"),
    "single rows of layers": (lambda few, many, k: few == 1, "layers"),
}
"""Which sizes belong to a class, the smaller one of m and n first, and the set that has them."""


@functools.cache
def measured(name: str) -> tuple[Pair, ...]:
    """Return what was measured of auto in a set."""
    found = pairs(load_part(RESULTS, name), "cublas fp32")
    return tuple(one for one in found if one.contender == "auto")


def mean(values) -> float:
    return statistics.geometric_mean(values)


def products() -> list[Pair]:
    return [one for name in SETS for one in measured(name)]


def test_of_what_is_taken_over_little_is_slower() -> None:
    taken = [one.estimate.value for one in products()]
    assert len(taken) > 900
    assert sum(value < LEAST for value in taken) < 0.03 * len(taken)
    assert sum(value < 1.0 for value in taken) < 0.05 * len(taken)
    assert mean(taken) > 1.3
    # The numbers of the page are those of the results.
    words = " ".join(PAGE.read_text().split())
    slower = sum(value < 1.0 for value in taken), sum(value < LEAST for value in taken)
    assert f"Of the {len(taken)} measured products without a sum {slower[0]} are slower" in words
    assert f"and {slower[1]} of these by more than 3%" in words
    assert f"the slowest runs at {min(taken):.2f} of cuBLAS's speed" in words


@pytest.mark.parametrize("batch", [1000, 10_000])
@pytest.mark.parametrize("size", [8, 16, 24, 31, 32, 33])
def test_tiny_matrices_are_no_class_of_their_own_any_more(batch: int, size: int) -> None:
    of_size = [one for one in measured("tiny_batches") if one.setting.problem.m == size]
    assert all(one.estimate.value >= 1.0 for one in of_size)


@functools.cache
def sums(gpu: str, adds: str) -> dict[tuple[int, int, int], float]:
    """Return the speed of sums over PyTorch's own, by their shapes: the newest of each."""
    times: dict[tuple[int, int, int], dict[str, float]] = defaultdict(dict)
    for line in read_lines(RESULTS.parent / gpu / "torch_sums.parquet"):
        if line.get("adds") == adds:  # an environment has none
            times[line["m"], line["n"], line["k"]][line["contender"]] = line["median_us"]
    return {shape: found["torch"] / found["sgemm"] for shape, found in times.items()}


@pytest.mark.parametrize(
    ("gpu", "adds", "slow", "least"),
    [
        ("h100", "bias", 2, 0.92),
        ("h100", "matrix", 0, 1.0),
        ("h200", "bias", 4, 0.87),
        ("h200", "matrix", 1, 0.88),
    ],
)
def test_sums_are_no_class(gpu, adds, slow, least) -> None:
    """In any octave of k, with any number of rows."""
    classes = defaultdict(list)
    speeds = sums(gpu, adds)
    for (m, _, k), speed in speeds.items():
        classes[int(math.log2(k))].append(speed)
        classes[f"{m} rows"].append(speed)
    assert all(mean(each) > 1.0 for each in classes.values())
    assert len(speeds) == 90
    assert sum(speed < LEAST for speed in speeds.values()) <= slow
    assert min(speeds.values()) > least
    assert mean(speeds.values()) > 1.3


def test_sums_in_place_are_no_class() -> None:
    in_place = [one.estimate.value for one in measured("accumulate")]
    assert mean(in_place) > 1.15
    assert min(in_place) > 0.88


@pytest.mark.parametrize(("fits", "name"), CLASSES.values(), ids=CLASSES)
def test_no_class_of_a_set_is_slower_in_any_layout(fits, name) -> None:
    """Those that were left to PyTorch once, and others that the sets are made of."""
    layouts = defaultdict(list)
    for one in measured(name):
        problem = one.setting.problem
        if fits(*sorted((problem.m, problem.n)), problem.k):
            layouts[problem.layout].append(one.estimate.value)
    assert layouts
    assert min(map(mean, layouts.values())) >= LEAST
