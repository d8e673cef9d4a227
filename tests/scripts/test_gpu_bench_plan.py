"""The plan of a round of measurements on a GPU, which is made without one."""

from __future__ import annotations

import contextlib
import itertools
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import gpu_bench  # noqa: E402

from sgemm.bench import set_runs  # noqa: E402
from sgemm.bench.contenders import LibraryContender  # noqa: E402
from sgemm.bench.cublas import MathMode  # noqa: E402
from sgemm.bench.fixture import Fixture, host_opener  # noqa: E402
from sgemm.bench.sets import MEASURABLE, tasks_of  # noqa: E402
from sgemm.bench.task import make_task  # noqa: E402
from sgemm.machines.cpu import CpuMachine  # noqa: E402


@given(st.integers(1, 300))
def test_coarse_to_fine_takes_each_once(count):
    assert sorted(gpu_bench.coarse_to_fine(range(count))) == list(range(count))


def test_every_beginning_covers_the_range():
    order = gpu_bench.coarse_to_fine(range(1024, 12801, 128))
    assert order[:2] == [1024, 12800]
    for taken in (9, 20, 50):
        found = sorted(order[:taken])
        widest = max(after - before for before, after in itertools.pairwise(found))
        assert widest <= 5 * (12800 - 1024) / taken


@pytest.fixture(scope="module")
def fixture():
    machine = CpuMachine(threads=1)
    names = ("cublas", "cublas-pedantic", "cublas-tf32")
    assert len(names) == len(MathMode)
    libraries = {
        name: lambda name=name: LibraryContender(
            name, lambda task, addresses: None, name == "cublas"
        )
        for name in names
    }
    return Fixture(machine, "cold L2", host_opener(machine), libraries)


@pytest.mark.parametrize("name", gpu_bench.PARTS)
def test_parts_are_what_was_asked_for(fixture, name):
    for batch in gpu_bench.PARTS[name].batches(128):
        contenders = fixture.contenders(batch.contenders)
        assert contenders[0].name == "cublas"
        assert len(contenders) > 1
        assert batch.tasks


def test_the_sweep_is_the_whole_range():
    tasks = [task for batch in gpu_bench.sweep(128) for task in batch.tasks]
    assert sorted(task.problem.m for task in tasks) == list(range(1024, 12801, 128))


def test_every_set_is_a_part():
    assert set(MEASURABLE) < set(gpu_bench.PARTS)
    # What the sets are given is enough for two contenders; the last part gets the rest.
    assert all(part.seconds > 0 for part in list(gpu_bench.PARTS.values())[:-1])
    assert list(gpu_bench.PARTS)[-1] == "sweep"
    for name in MEASURABLE:
        (batch,) = gpu_bench.PARTS[name].batches(128)
        assert (batch.set_name, batch.tasks) == (name, tasks_of(name))


def test_files_in_the_folder_of_results_go_on(fixture, tmp_path, monkeypatch):
    monkeypatch.setattr(gpu_bench, "CudaMachine", lambda: fixture.machine)
    monkeypatch.setattr(gpu_bench, "open_fixture", lambda machine: contextlib.nullcontext(fixture))
    tasks = (make_task((8, 9, 10)), make_task((16, 16, 16)))
    monkeypatch.setattr(set_runs, "tasks_of", lambda name: tasks)
    monkeypatch.setattr(gpu_bench, "default_rule", lambda: "double_buffer")
    file = tmp_path / "irregular.jsonl"
    # The stand-in for cuBLAS does nothing, so that it must fail.
    assert gpu_bench.work("irregular", file, 600.0, 128, "0123456789ab") == 1
    before = file.read_bytes()
    assert b"0123456789ab" in before.splitlines()[0]
    assert len(before.splitlines()) == 5
    assert gpu_bench.work("irregular", file, 600.0, 128, "0123456789ab") == 1
    assert file.read_bytes() == before
