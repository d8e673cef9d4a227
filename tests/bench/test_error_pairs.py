"""Errors beside the baseline's: only of what both computed rightly, on the same inputs."""

from __future__ import annotations

import dataclasses

import pytest

from results_maker import ENVIRONMENT, judged, measured
from sgemm.bench.accuracy import label
from sgemm.bench.error_pairs import error_pairs, error_summaries
from sgemm.bench.pairing import load
from sgemm.bench.results import write

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
