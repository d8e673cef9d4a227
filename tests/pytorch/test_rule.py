"""The classes of products that are left to PyTorch, held against the sets that were measured."""

from __future__ import annotations

import functools
import math
import statistics
from collections import defaultdict
from pathlib import Path

import pytest

from sgemm.bench.pairing import Pair, pairs
from sgemm.bench.result_set import load
from sgemm.torch import rule
from sgemm.torch.rule import slower

RESULTS = Path(__file__).parents[2] / "results/h200"
SETS = ("irregular", "random", "random_16384", "batched", "tiny_batches", "slender", "layers")
LEAST = 0.97  # of cuBLAS's speed, below which it counts as faster


@functools.cache
def measured(name: str) -> tuple[Pair, ...]:
    """Return what was measured of auto in a set."""
    found = pairs(load(RESULTS / f"{name}.parquet"), "cublas fp32")
    return tuple(one for one in found if one.contender == "auto")


def class_of(one: Pair, adds: bool = False) -> str | None:
    problem = one.setting.problem
    return slower(problem.batch, problem.m, problem.n, problem.k, adds)


def mean(values) -> float:
    return statistics.geometric_mean(values)


def products() -> list[Pair]:
    return [one for name in SETS for one in measured(name)]


def test_what_is_left_to_pytorch_is_slower_in_one_layout_at_least() -> None:
    classes = defaultdict(lambda: defaultdict(list))
    for one in products():
        if (name := class_of(one)) is not None:
            classes[name][one.setting.problem.layout].append(one.estimate.value)
    assert set(classes) == {"a long scalar product", "long rows, and short k"}
    for name, layouts in classes.items():
        assert min(map(mean, layouts.values())) < LEAST, name


def test_of_what_is_taken_over_little_is_slower() -> None:
    taken = [one.estimate.value for one in products() if class_of(one) is None]
    assert len(taken) > 900
    assert sum(value < LEAST for value in taken) < 0.03 * len(taken)
    assert min(taken) > 0.87
    assert mean(taken) > 1.3


@pytest.mark.parametrize("batch", [1000, 10_000])
@pytest.mark.parametrize("size", [8, 16, 24, 31, 32, 33])
def test_tiny_matrices_are_no_class_of_their_own_any_more(batch: int, size: int) -> None:
    assert slower(batch, size, size, size, False) is None
    of_size = [one for one in measured("tiny_batches") if one.setting.problem.m == size]
    assert all(one.estimate.value >= 1.0 for one in of_size)


def with_a_copy(one: Pair) -> float:
    """Return the speed over cuBLAS's where what is added is copied before."""
    problem = one.setting.problem
    moved = 8.0 * problem.m * problem.n * problem.batch  # there and back
    copy = (rule.SUM_LAUNCH + moved / rule.COPIED_BYTES_A_MICROSECOND) * 1e-6
    return one.baseline_seconds / (one.contender_seconds + copy)


def test_sums_are_left_up_to_the_k_from_which_on_none_is_slower_in_the_mean() -> None:
    octaves = defaultdict(list)
    for one in measured("accumulate"):
        octaves[int(math.log2(one.setting.problem.k))].append(with_a_copy(one))
    slow = [octave for octave, speeds in octaves.items() if mean(speeds) < 1.0]
    assert 2 ** (max(slow) + 1) == rule.SHORT_SUM


@pytest.mark.parametrize(
    ("batch", "m", "n", "k", "adds", "expected"),
    [
        (1, 4096, 4096, 4096, True, None),
        (1, 1, 1, 4096, False, None),
        (1, 1, 1, 100_000, False, "a long scalar product"),
        (1, 1, 1, 1_000_000, False, None),
        (1, 1, 4096, 100_000, False, None),
        (1, 64, 1_000_000, 40, False, "long rows, and short k"),
        (1, 32, 1_000_000, 40, False, None),
        (1, 65, 1_000_000, 40, False, None),
        (1, 64, 1_000_000, 65, False, None),
        (1, 64, 100_000, 40, False, None),
        (1, 1_000_000, 64, 40, False, None),
        (1, 4096, 4096, 255, True, "a sum with short k"),
        (1, 4096, 4096, 256, True, None),
        (1, 4096, 4096, 64, False, None),
    ],
)
def test_the_limits(batch, m, n, k, adds, expected):
    assert slower(batch, m, n, k, adds) == expected
