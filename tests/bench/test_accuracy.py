"""Errors on every class of inputs, without times."""

from __future__ import annotations

import pytest
from scripted_contenders import Scripted, honest, one_nan, tf32

from sgemm.bench import campaign
from sgemm.bench.accuracy import label, measure_errors
from sgemm.bench.fixture import open_fixture
from sgemm.bench.results import open_to_add
from sgemm.bench.set_runs import SetRun, set_run
from sgemm.bench.sets import set_of
from sgemm.bench.setting import Setting
from sgemm.bench.task import make_task
from sgemm.machines.cpu import CpuMachine
from sgemm.verify.inputs import INPUT_CLASSES

TASK = make_task((40, 36, 24))


@pytest.fixture(scope="module")
def fixture():
    with open_fixture(CpuMachine(threads=1)) as fixture:
        yield fixture


def test_right_and_wrong(fixture):
    contenders = [*fixture.contenders(["numpy", "split_k:splits=2"]), Scripted("shorter", tf32)]
    contenders.append(Scripted("nan", one_nan))
    found = {one.kernel: one for one in measure_errors(fixture, TASK, "normal", contenders, 5)}
    assert list(found) == ["numpy", "split_k:splits=2", "shorter", "nan"]
    for name in ("numpy", "split_k:splits=2"):
        one = found[name]
        assert one.failure is None and one.samples is None
        assert one.verification.input_class == "normal" and one.verification.seed == 5
        assert 0.0 < one.verification.rms < one.verification.maximum
        assert set_of(Setting.of(one)) == "accuracy"
    assert found["split_k:splits=2"].schedule.splits == 2
    assert "units of 2^-24" in found["shorter"].failure
    assert "not finite" in found["nan"].failure


def test_every_contender_gets_its_own_c(fixture):
    contenders = [Scripted("honest", honest), Scripted("idle", lambda A, B, C: lambda: None)]
    honest_one, idle = measure_errors(fixture, TASK, "uniform", contenders, 0)
    assert honest_one.failure is None
    assert "still hold what was there" in idle.failure


def test_what_does_not_apply_is_left_out(fixture):
    contenders = fixture.contenders(["texture_loads"])
    assert list(measure_errors(fixture, make_task((5, 5, 5)), "normal", contenders, 0)) == []


def test_a_set_of_it_goes_on_where_it_stopped(fixture, tmp_path):
    path = tmp_path / "x.jsonl"
    run = SetRun("accuracy", (TASK,), set_run("accuracy").settings)
    contenders = fixture.contenders(["numpy", "any_layout"])
    jobs = campaign.jobs_of(run, contenders, (), fixture)
    assert [job.input_class for job in jobs] == list(INPUT_CLASSES)
    environment = fixture.environment()
    with open_to_add(path, environment) as file:
        list(campaign.run(fixture, jobs[:2], run.settings, file))
        done = file.measured()
    assert [one.protocol for one in done] == [label(kind) for kind in INPUT_CLASSES for _ in "ab"][
        :4
    ]
    assert campaign.measured_of(run, contenders, done, fixture) == done
    rest = campaign.jobs_of(run, contenders, done, fixture)
    assert [job.input_class for job in rest] == list(INPUT_CLASSES)[2:]
