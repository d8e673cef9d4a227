"""How sets are measured, and how long that is said to take."""

from __future__ import annotations

import dataclasses

import pytest

from sgemm.bench.environment import Device
from sgemm.bench.set_runs import RULE, estimated_seconds, set_run
from sgemm.bench.sets import MEASURABLE
from sgemm.bench.stopping import Document000
from sgemm.errors import ArgumentError

H200 = Device("a GPU", 132, 1980.0, 2**26, 3201.0, 700.0, 66.9)
MOST = {"random": 40, "squares_nn": 120, "batched": 30, "irregular": 30, "sustained": 60}
"""Seconds of GPU time that a set may take with two contenders."""


def estimate(name: str, contenders: int = 2, device: Device | None = H200) -> float | None:
    run = set_run(name)
    return estimated_seconds(
        [(task, ("x",) * contenders) for task in run.tasks], run.settings, device
    )


@pytest.mark.parametrize("name", MEASURABLE)
def test_every_set_fits(name: str) -> None:
    if name == "accuracy":
        return
    seconds = estimate(name)
    assert 0.0 < seconds < MOST.get(name, 60)
    assert estimate(name, 4) > 1.5 * seconds


def test_large_problems_take_longer() -> None:
    run = set_run("squares_nn")
    each = [estimated_seconds([(task, "xy")], run.settings, H200) for task in run.tasks]
    assert each == sorted(each)
    # Two references, two checks, and at least six samples of each contender.
    assert each[-1] > 16 * run.tasks[-1].problem.flops / 66.9e12
    replays = dataclasses.replace(run.settings, rule=Document000())
    assert estimated_seconds([(run.tasks[0], "xy")], replays, H200) > 1.0


def test_without_a_known_peak_there_is_no_estimate() -> None:
    assert estimate("random", device=None) is None
    assert estimate("random", device=dataclasses.replace(H200, peak_tflops=None)) is None


def test_rules() -> None:
    assert set_run("random", 3).settings.seed == 3
    assert set_run("random").settings.rule == RULE
    assert RULE.samples >= 6 and RULE.rounds >= 6
    assert set_run("sustained").settings.sustain_seconds == 10.0
    assert set_run("squares_nn").settings.sustain_seconds is None
    with pytest.raises(ArgumentError, match="set = 'some': there are"):
        set_run("some")
