"""The classes of products that are left to PyTorch, held against the sets that were measured."""

from __future__ import annotations

import functools
import math
import statistics
from collections import defaultdict
from pathlib import Path

import pytest
import torch

from sgemm.bench.pairing import Pair, pairs
from sgemm.bench.parquet import read_lines
from sgemm.bench.result_set import load
from sgemm.torch import rule, taking
from sgemm.torch.rule import slower, slower_with_bias

RESULTS = Path(__file__).parents[2] / "results/h200"
SETS = ("irregular", "random", "random_16384", "batched", "tiny_batches", "slender", "layers")
LEAST = 0.97  # of cuBLAS's speed, below which it counts as faster


@functools.cache
def measured(name: str) -> tuple[Pair, ...]:
    """Return what was measured of auto in a set."""
    found = pairs(load(RESULTS / f"{name}.parquet"), "cublas fp32")
    return tuple(one for one in found if one.contender == "auto")


def class_of(one: Pair) -> str | None:
    problem = one.setting.problem
    return slower(problem.batch, problem.m, problem.n, problem.k)


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
    assert slower(batch, size, size, size) is None
    of_size = [one for one in measured("tiny_batches") if one.setting.problem.m == size]
    assert all(one.estimate.value >= 1.0 for one in of_size)


@functools.cache
def sums(adds: str) -> dict[tuple[int, int, int], float]:
    """Return the speed of sums over PyTorch's own, by their shapes."""
    times: dict[tuple[int, int, int], dict[str, float]] = defaultdict(dict)
    for line in read_lines(RESULTS.parent / "h100/torch_sums.parquet")[1:]:
        if line["adds"] == adds:
            times[line["m"], line["n"], line["k"]][line["contender"]] = line["median_us"]
    return {shape: found["torch"] / found["sgemm"] for shape, found in times.items()}


def test_each_part_of_the_class_of_a_bias_is_slower_and_few_others_are() -> None:
    """Few rows, many rows, and those between with many columns."""
    parts = defaultdict(list)
    for (m, n, k), speed in sums("bias").items():
        part = "taken" if not slower_with_bias(m, n, k) else (m <= rule.FEW_ROWS, m >= 1024)
        parts[part].append(speed)
    taken = parts.pop("taken")
    assert len(parts) == 3
    assert all(mean(speeds) < 0.9 for speeds in parts.values())
    assert mean(taken) > 1.4
    assert sum(value < LEAST for value in taken) < 0.12 * len(taken)
    assert min(taken) > 0.8


def test_no_k_beyond_the_limits_of_a_bias_is_much_slower() -> None:
    """In the mean; of many rows and k = 1024 one shape was measured, at 0.95 and 0.98."""
    by_k = defaultdict(list)
    for (m, n, k), speed in sums("bias").items():
        if not slower_with_bias(m, n, k):
            by_k[m >= rule.MANY_ROWS, k].append(speed)
    assert all(mean(speeds) > 0.96 for speeds in by_k.values())


def test_sums_with_a_matrix_are_no_class() -> None:
    octaves = defaultdict(list)
    for (_, _, k), speed in sums("matrix").items():
        octaves[int(math.log2(k))].append(speed)
    assert all(mean(speeds) > 1.1 for speeds in octaves.values())
    assert sum(speed < LEAST for speed in sums("matrix").values()) < 0.03 * 90
    in_place = [one.estimate.value for one in measured("accumulate")]
    assert mean(in_place) > 1.15
    assert min(in_place) > 0.89


@pytest.mark.parametrize(
    ("batch", "m", "n", "k", "expected"),
    [
        (1, 4096, 4096, 4096, None),
        (1, 1, 1, 4096, None),
        (1, 1, 1, 100_000, "a long scalar product"),
        (1, 1, 1, 1_000_000, None),
        (1, 1, 4096, 100_000, None),
        (1, 64, 1_000_000, 40, "long rows, and short k"),
        (1, 32, 1_000_000, 40, None),
        (1, 65, 1_000_000, 40, None),
        (1, 64, 1_000_000, 65, None),
        (1, 64, 100_000, 40, None),
        (1, 1_000_000, 64, 40, None),
        (1, 4096, 4096, 64, None),
    ],
)
def test_the_limits(batch, m, n, k, expected):
    assert slower(batch, m, n, k) == expected


@pytest.mark.parametrize(
    ("m", "n", "k", "is_left"),
    [
        *((32, 64, 383, True), (32, 64, 384, False), (33, 1024, 383, False)),
        *((128, 512, 383, True), (128, 511, 383, False), (127, 512, 383, False)),
        *((1023, 64, 383, False), (1024, 64, 767, True), (1024, 64, 768, False)),
    ],
)
def test_the_limits_of_a_bias(m, n, k, is_left):
    assert slower_with_bias(m, n, k) == ("a bias with short k" if is_left else None)


@pytest.mark.parametrize(
    ("shape", "beta", "batch", "plan", "is_left"),
    [
        ((64,), 1, (), "auto", True),
        ((64,), 1.0, (), "auto", True),
        ((64,), 0.5, (), "auto", False),  # PyTorch copies it
        ((1, 64), 1, (), "auto", False),
        ((24, 64), 1, (), "auto", False),
        ((64,), 1, (3,), "auto", False),
        ((64,), 1, (), "split", False),  # whose times are others
    ],
)
def test_what_counts_as_a_bias(shape, beta, batch, plan, is_left):
    added, a, b = (
        torch.empty(size, device="meta") for size in (shape, (*batch, 24, 32), (*batch, 32, 64))
    )
    reason = taking._reason_of_kind("meta", plan, a, b, added, None, 1.0, beta)
    assert reason == ("a bias with short k" if is_left else None)
