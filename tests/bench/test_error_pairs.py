"""Errors beside the baseline's: only of what both computed rightly, on the same inputs."""

import dataclasses

import numpy as np
import pytest

from results_maker import ENVIRONMENT, judged, measured, write
from sgemm.bench.error_pairs import ErrorPair, error_pairs, error_summaries
from sgemm.bench.lines import label
from sgemm.bench.result_set import load
from sgemm.bench.sets import Setting
from sgemm.problem import Problem

BASE = "cublas fp32"


def result(kernel, size, rms, maximum, inputs="uniform_signed", passed=True, **more):
    checked = dataclasses.replace(judged(passed, inputs), rms=rms, maximum=maximum, **more)
    protocol = label(inputs)
    return measured(kernel, size, None, baseline=None, protocol=protocol, verification=checked)


def compared(tmp_path, *measurements):
    path = tmp_path / "x.jsonl"
    write(path, ENVIRONMENT, measurements)
    return error_pairs(load(path), BASE)


def test_ratios(tmp_path):
    found = compared(
        tmp_path,
        result(BASE, 512, 0.5, 4.0),
        result("auto", 512, 0.25, 6.0),
        result(BASE, 512, 1.0, 4.0, "normal"),
        result("auto", 512, 2.0, 4.0, "normal"),
        result(BASE, 1024, 2.0, 4.0),
        result("auto", 1024, 8.0, 4.0),
    )
    assert [(one.setting.inputs, one.rms_ratio, one.maximum_ratio) for one in found] == [
        ("normal", 2.0, 1.0),
        ("uniform_signed", 0.5, 1.5),
        ("uniform_signed", 4.0, 1.0),
    ]
    first, second = error_summaries(found)
    assert (first.name, second.name) == ("accuracy, normal", "accuracy, uniform_signed")
    assert second.mean_rms_ratio == pytest.approx(2.0**0.5)
    assert second.mean_maximum_ratio == pytest.approx(1.5**0.5)
    assert second.worst.setting.problem.m == 1024
    assert (second.not_worse, first.not_worse) == (1, 0)


def pair_of(own, other, problem):
    """A pair of errors, as root mean squares of C's elements."""
    setting = Setting(problem, "cuda", "accuracy", "uniform_signed")
    return ErrorPair(setting, "auto", BASE, float(own), float(other), 1.0, 1.0)


@pytest.mark.parametrize(
    ("size", "own", "beyond"),
    [(1, 31, False), (1, 33, True), (4, 2.3, False), (4, 2.45, True), (100, 1.03, False),
     (100, 1.04, True), (1, 0.01, False), (100, 1.0, False)],
)  # fmt: skip
def test_few_elements_leave_doubt(size, own, beyond):
    """Two standard errors of the ratio's logarithm, sqrt(3 / elements) each."""
    assert pair_of(own, 1.0, Problem(size, size, 8)).worse_beyond_doubt == beyond
    # Nothing excuses an error where the baseline has none.
    assert pair_of(own, 0.0, Problem(size, size, 8)).worse_beyond_doubt
    # Of no elements there is no error.
    assert not pair_of(0.0, 0.0, Problem(0, size, 8)).worse_beyond_doubt


@pytest.mark.parametrize(("elements", "k"), [(1, 30), (2, 3), (4, 8), (16, 40), (99, 90)])
def test_orders_that_are_as_good_are_rarely_worse_beyond_doubt(elements, k):
    """The sums of the same kind of products, in two orders of the same kind, 1000 times."""
    rms = np.sqrt((rounding_errors(2000, elements, k, 1) ** 2).mean(axis=1))
    problem = Problem(1, elements, k)
    pairs = [pair_of(own, other, problem) for own, other in zip(rms[::2], rms[1::2], strict=True)]
    share = error_summaries(pairs)[0].worse_beyond_doubt / len(pairs)
    assert share < 0.04


def test_a_worse_order_is_beyond_doubt_with_some_hundred_elements():
    """One chain of 40 steps beside four of ten."""
    rms = [np.sqrt((rounding_errors(1, 200, 40, chains) ** 2).mean()) for chains in (1, 4)]
    assert pair_of(*rms, Problem(10, 20, 40)).worse_beyond_doubt


def rounding_errors(draws, elements, k, chains):
    """Errors of sums of products of U[-1, 1) in float32, in units of 2**-24 * sum of magnitudes."""
    generator = np.random.default_rng(11)
    a, b = (2 * generator.random((2, draws, elements, k), dtype=np.float32) - 1).astype(np.float64)
    products = a * b
    total = np.float32(0)
    for part in np.array_split(products, chains, axis=-1):
        one = np.zeros((draws, elements), dtype=np.float32)
        for step in np.moveaxis(part, -1, 0):
            one = (one + step).astype(np.float32)
        total = total + one
    return (total - products.sum(axis=-1)) / (2.0**-24 * np.abs(products).sum(axis=-1))


def test_exact_results(tmp_path):
    found = compared(
        tmp_path,
        result(BASE, 512, 0.0, 0.0),
        result("exact", 512, 0.0, 0.0),
        result("rounded", 512, 0.1, 1.0),
    )
    ratios = {one.contender: (one.rms_ratio, one.maximum_ratio) for one in found}
    assert ratios == {"exact": (1.0, 1.0), "rounded": (None, None)}
    rounded = next(one for one in error_summaries(found) if one.contender == "rounded")
    assert (rounded.mean_rms_ratio, rounded.not_worse) == (None, 0)


@pytest.mark.parametrize(
    "other",
    [
        result("auto", 512, 1.0, 1.0, passed=False),
        result("auto", 512, 1.0, 1.0, seed=7),
        result("auto", 512, 1.0, 1.0, reference="something else"),
        result("auto", 512, float("nan"), 1.0),
        result("auto", 1024, 1.0, 1.0),
        result("auto", 512, 1.0, 1.0, "normal"),
    ],
    ids=["wrong", "seed", "reference", "nan", "problem", "inputs"],
)
def test_what_cannot_be_compared(tmp_path, other):
    assert compared(tmp_path, result(BASE, 512, 1.0, 1.0), other) == ()
