"""The ladder's measuring: nothing wrong is timed, and every outcome has its reason."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest

from sgemm.bench import baseline, ladder, rung
from sgemm.bench.arena import HOT, Arena, Destination, open_arena
from sgemm.bench.baseline import open_baseline
from sgemm.bench.comparison import Contender
from sgemm.bench.ladder import baseline_measurement, climb, measure_baseline, rung_measurement
from sgemm.bench.rung import Effort, Outcome, Ready, make_ready, measure_rung
from sgemm.bench.timing import host_timer
from sgemm.errors import ExecutionError, MissingToolError, RequirementError
from sgemm.kernels.catalogue import find
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.check import prepare

SHORT = Effort(seconds=0.0, rounds=2, samples=4)


@pytest.fixture(scope="module")
def machine() -> CpuMachine:
    return CpuMachine(threads=1)


@pytest.fixture(scope="module")
def naive(machine: CpuMachine) -> Ready:
    (ready,) = make_ready(machine, [find("ptx_naive")])
    return ready


@pytest.fixture
def arena(machine: CpuMachine) -> Iterator[Arena]:
    with open_arena(machine, prepare(Problem(33, 29, 17, beta=0.5, ldc=40))) as opened:
        yield opened


@pytest.mark.parametrize("beta", [0.0, 0.5])
def test_every_timed_run_starts_from_the_same_c(
    machine: CpuMachine, naive: Ready, beta: float
) -> None:
    with (
        open_arena(machine, prepare(Problem(33, 29, 17, beta=beta))) as arena,
        arena.destination() as destination,
        destination.run_of(naive.loaded) as run,
    ):
        assert arena.protocol == HOT
        assert not destination.judged().passed  # nothing has been written yet
        for _ in range(3):
            assert destination.timer(run) > 0.0
            assert destination.judged().passed


def test_contenders_do_not_share_their_results(arena: Arena, naive: Ready) -> None:
    with arena.destination() as first, arena.destination() as second:
        with first.run_of(naive.loaded) as run:
            first.timer(run)
        assert first.judged().passed
        assert not second.judged().passed


def test_the_baseline_is_judged_like_a_kernel(arena: Arena, monkeypatch) -> None:
    with open_baseline(arena) as library:
        row = measure_baseline(library, SHORT)
        assert (row.name, row.threads, row.verdict.passed) == ("numpy", 1, True)
        assert row.samples.count >= 4
        multiply = np.matmul
        monkeypatch.setattr(np, "matmul", lambda *a, **kw: multiply(*a, **kw).__iadd__(1))
        wrong = measure_baseline(library, SHORT)
    assert not wrong.verdict.passed
    assert wrong.samples is None


def test_a_right_rung_is_timed_beside_the_baseline(arena: Arena, naive: Ready) -> None:
    with open_baseline(arena) as library:
        found = measure_rung(arena, naive, library, SHORT)
    assert (found.outcome, found.verified, found.reason) == (Outcome.MEASURED, True, "")
    assert len(found.comparison.round_ratios) == 2
    assert found.samples.count >= 4
    assert found.gflops == pytest.approx(2 * 33 * 29 * 17 / found.samples.median / 1e9)
    assert found.ratio == found.comparison.ratio
    assert found.shared_bytes in (0, None)


def test_without_a_baseline_a_rung_is_timed_alone(arena: Arena, naive: Ready) -> None:
    found = measure_rung(arena, naive, None, SHORT)
    assert found.outcome is Outcome.MEASURED
    assert found.comparison is found.ratio is None
    assert found.samples.count >= 4


def no_timing(*_: object, **__: object) -> None:
    pytest.fail("it was timed")


def test_a_wrong_rung_is_not_timed(arena: Arena, naive: Ready, monkeypatch) -> None:
    honest = rung.verify_case

    def wrong(*arguments):
        verdict = honest(*arguments)
        return dataclasses.replace(verdict, passed=False, reason="off by one")

    monkeypatch.setattr(rung, "verify_case", wrong)
    monkeypatch.setattr(rung, "sample", no_timing)
    monkeypatch.setattr(rung, "compare", no_timing)
    found = measure_rung(arena, naive, None, SHORT)
    assert (found.outcome, found.verified, found.reason) == (Outcome.WRONG, False, "off by one")
    assert found.samples is found.gflops is found.comparison is None


def test_a_rung_that_goes_wrong_while_it_is_timed_has_no_time(
    arena: Arena, naive: Ready, monkeypatch
) -> None:
    @contextlib.contextmanager
    def idle(self, kernel, schedule):
        yield lambda: None

    monkeypatch.setattr(Destination, "run_of", idle)
    found = measure_rung(arena, naive, None, SHORT)
    assert found.outcome is Outcome.WRONG
    assert found.reason.startswith("right when it first ran, and wrong when it was timed: ")
    assert found.samples is None


@pytest.mark.parametrize(
    ("error", "outcome"),
    [(ExecutionError("a\nb"), Outcome.FAILED), (RequirementError("a"), Outcome.REFUSED)],
)
def test_a_rung_that_cannot_run_has_a_reason(arena: Arena, naive: Ready, error, outcome) -> None:
    found = measure_rung(arena, Ready(naive.kernel, error=error), None, SHORT)
    assert (found.outcome, found.reason, found.error) == (outcome, "a", error)
    assert found.verified is (None if outcome is Outcome.REFUSED else False)


def test_requirements_come_before_what_else_is_wrong(arena: Arena) -> None:
    broken = Ready(find("texture_loads"), error=ExecutionError("broken"))
    assert measure_rung(arena, broken, None, SHORT).outcome is Outcome.REFUSED


def test_slow_work_has_one_round() -> None:
    times = iter([10.0] * 100)
    slow = Contender("slow", lambda: None, lambda run: next(times))
    library = baseline.BaselineLibrary(
        Contender("quick", lambda: None, host_timer), "quick", 1, lambda: None, 0.0
    )
    comparison, samples = rung._timed(slow, library, SHORT)
    assert len(comparison.contender) == 1
    assert samples.count == SHORT.samples


def test_a_kernel_for_a_later_architecture_is_refused(machine: CpuMachine) -> None:
    (ready,) = make_ready(CpuMachine(threads=1, architecture=75), [find("async_copy")])
    assert isinstance(ready.error, RequirementError)
    assert ready.loaded is None


def test_the_whole_ladder_at_a_size(machine: CpuMachine, naive: Ready) -> None:
    refused = Ready(find("texture_loads"), error=RequirementError("not here"))
    told: list[str] = []
    found = climb(machine, [naive, refused], prepare(Problem(16, 16, 16)), SHORT, told.append)
    assert found.holds
    assert found.title == "m = n = k = 16"
    assert "NumPy's matmul, 1 thread; samples: hot" in found.heading
    assert [each.outcome for each in found.rungs] == [Outcome.MEASURED, Outcome.REFUSED]
    assert len(told) == 3
    beside = found.rungs[0].comparison.baseline_samples
    assert found.baseline_samples.count == found.row0.samples.count + beside.count
    line = rung_measurement(found.rungs[0], machine, found.protocol, "numpy")
    assert (line.kernel, line.baseline.name, line.protocol) == ("ptx_naive", "numpy", "hot")
    assert line.samples == found.rungs[0].samples
    first = baseline_measurement(
        found.row0, found.baseline_samples, found.problem, machine, found.protocol
    )
    assert (first.kernel, first.number) == ("numpy", 0)
    assert first.samples == found.baseline_samples


def test_a_wrong_baseline_is_not_compared_with(machine: CpuMachine, naive: Ready, monkeypatch):
    monkeypatch.setattr(np, "matmul", lambda a, b, out: out.fill(7))
    found = climb(machine, [naive], prepare(Problem(16, 16, 16)), SHORT)
    assert not found.holds
    assert found.row0.samples is found.baseline_samples is None
    assert found.rungs[0].outcome is Outcome.MEASURED
    assert found.rungs[0].ratio is None


def test_no_baseline_at_all(machine: CpuMachine, naive: Ready, monkeypatch) -> None:
    def missing(arena):
        raise MissingToolError("cuBLAS cannot be loaded")

    monkeypatch.setattr(ladder, "open_baseline", missing)
    found = climb(machine, [naive], prepare(Problem(16, 16, 16)), SHORT)
    assert found.holds
    assert found.row0 is None
    assert "baseline: none (cuBLAS cannot be loaded)" in found.heading
    assert found.rungs[0].gflops > 0
