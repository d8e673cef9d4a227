"""The ladder's measuring: nothing wrong is timed, and every outcome has its reason."""

from __future__ import annotations

import contextlib
import dataclasses
import math

import numpy as np
import pytest
from scripted_contenders import Scripted, matrices, nothing
from threadpoolctl import ThreadpoolController

from sgemm.bench.contenders import FixedContender, KernelContender, NumpyContender
from sgemm.bench.fixture import Fixture, blas_threads, host_opener, open_fixture
from sgemm.bench.ladder import LADDER_RULE, ladder_settings, measure_ladder
from sgemm.bench.rounds import Status
from sgemm.bench.settings import Settings
from sgemm.bench.task import Task, make_task
from sgemm.bench.testbed import host_testbed
from sgemm.errors import ArgumentError, CompileError, ExecutionError, RequirementError
from sgemm.kernels.catalogue import find
from sgemm.machines.cpu import CpuMachine
from sgemm.planning.plan import plan_of
from sgemm.problem import Problem
from sgemm.toolchain import compiler

TASK = make_task((33, 29, 17), beta=0.5, padding=(0, 0, 11))


@pytest.fixture(scope="module")
def fixture():
    with open_fixture(CpuMachine(threads=1)) as opened:
        yield opened


def quick() -> Settings:
    return ladder_settings(seconds=0.0)


def measure(fixture, *names, task=TASK, **options):
    rungs = [KernelContender(fixture.kernel_pool, find(name)) for name in names]
    return measure_ladder(fixture, task, rungs, quick(), **options)


def test_baseline_and_rungs(fixture) -> None:
    steps: list[str] = []
    found = measure(fixture, "ptx_naive", "texture_loads", progress=steps.append)
    assert found.holds
    assert found.title == "m = 33, n = 29, k = 17"
    assert "NumPy's matmul, 1 thread; samples: hot" in found.heading
    assert (found.row0.name, found.row0.threads) == ("numpy", 1)
    assert found.row0.verdict.passed
    naive, texture = found.rungs
    assert (naive.status, naive.verified, naive.reason) == (Status.MEASURED, True, "")
    assert naive.samples.count >= LADDER_RULE.samples <= found.baseline_samples.count
    assert naive.gflops == pytest.approx(2 * 33 * 29 * 17 / naive.samples.median / 1e9)
    assert len(naive.baseline.round_ratios) == LADDER_RULE.rounds
    assert naive.ratio == naive.baseline.ratio
    assert naive.scaled is naive.scaling is None
    assert naive.lanes >= 1
    assert naive.shared_bytes in (0, None)
    assert (texture.status, texture.verified, texture.samples) == (Status.REFUSED, None, None)
    assert "lda = 17 is not a multiple of 4" in texture.reason
    assert isinstance(texture.error, RequirementError)
    assert {"numpy: round 3", "ptx_naive: round 3"} <= set(steps)
    assert [line.kernel for line in found.measurements] == ["numpy", "ptx_naive"]
    assert found.measurements[0].number == 0
    assert found.measurements[1].samples == naive.samples
    assert found.measurements[1].baseline.name == "numpy"
    assert "standard error" not in found.measurements[1].rule


def test_all_threads_are_a_contender_of_their_own(fixture, monkeypatch) -> None:
    seen = []
    real = CpuMachine.launch

    def launch(self, *arguments):
        seen.append(self.threads)
        return real(self, *arguments)

    monkeypatch.setattr(CpuMachine, "launch", launch)
    found = measure(fixture, "ptx_naive", scaling_threads=2)
    assert found.rungs[0].scaling > 0.0
    assert set(seen) == {1, 2} and fixture.machine.threads == 1
    assert [line.kernel for line in found.measurements] == ["numpy", "ptx_naive"]


def test_empty_problems_are_checked_and_not_timed(fixture) -> None:
    found = measure(fixture, "ptx_naive", task=make_task((0, 5, 3)))
    assert found.holds and found.rungs[0].verdict.passed
    assert found.rungs[0].samples is found.baseline_samples is None
    assert found.rungs[0].gflops is None


def test_a_wrong_baseline_is_not_compared_with(fixture, monkeypatch) -> None:
    from sgemm.bench import contenders

    monkeypatch.setattr(contenders, "_numpy_product", lambda problem, left, right, C: None)
    found = measure(fixture, "ptx_naive", task=make_task((16, 16, 16)))
    assert not found.holds
    assert not found.row0.verdict.passed
    assert found.baseline_samples is None
    assert found.rungs[0].status is Status.MEASURED
    assert found.rungs[0].ratio is None


def test_no_baseline_at_all(fixture) -> None:
    bare = Fixture(fixture.machine, "hot", host_opener(fixture.machine), {}, "no cuBLAS")
    found = measure(bare, "ptx_naive")
    assert found.holds
    assert found.row0 is found.rungs[0].ratio is None
    assert "baseline: none (no cuBLAS)" in found.heading
    assert found.rungs[0].gflops > 0


def test_a_rung_that_is_wrong_has_no_time(fixture, monkeypatch) -> None:
    monkeypatch.setattr(KernelContender, "_launcher", lambda self, run: lambda: None)
    found = measure(fixture, "ptx_naive", task=make_task((16, 16, 16)))
    (rung,) = found.rungs
    assert (rung.status, rung.verified, rung.samples) == (Status.WRONG, False, None)
    assert "still hold what was there" in rung.reason
    assert not rung.verdict.passed and not found.holds


def test_a_rung_that_goes_wrong_while_it_is_timed_has_no_time(fixture, monkeypatch) -> None:
    def only_at_first(self, run):
        left = [1] * 3
        return lambda: run() if left and left.pop() else None

    monkeypatch.setattr(KernelContender, "_launcher", only_at_first)
    (rung,) = measure(fixture, "ptx_naive", task=make_task((16, 16, 16))).rungs
    assert rung.status is Status.WRONG
    assert rung.reason.startswith("right before it was timed, and wrong after that: ")
    assert rung.samples is rung.gflops is None
    assert not rung.verdict.passed


@pytest.mark.parametrize(
    ("error", "status"),
    [(ExecutionError("a\nb"), Status.FAILED), (RequirementError("a"), Status.REFUSED)],
)
def test_a_rung_that_cannot_run_has_a_reason(fixture, monkeypatch, error, status) -> None:
    @contextlib.contextmanager
    def broken(self, testbed):
        raise error
        yield

    monkeypatch.setattr(KernelContender, "bind", broken)
    (rung,) = measure(fixture, "ptx_naive").rungs
    assert (rung.status, rung.reason, rung.error) == (status, "a", error)
    assert rung.verified is (None if status is Status.REFUSED else False)
    assert rung.build is not None


def test_what_does_not_compile_is_tried_once(monkeypatch) -> None:
    from sgemm.bench import kernel_pool

    tried = []

    def broken(kernel, architecture):
        tried.append(kernel.name)
        raise CompileError("broken")

    monkeypatch.setattr(kernel_pool, "build", broken)
    with open_fixture(CpuMachine(threads=1)) as fixture:
        rungs = [KernelContender(fixture.kernel_pool, find(n)) for n in ("naive", "texture_loads")]
        for _ in range(2):
            naive, texture = measure_ladder(fixture, TASK, rungs, quick()).rungs
    assert (naive.status, naive.reason, naive.build) == (Status.FAILED, "broken", None)
    # Requirements come before what else is wrong.
    assert texture.status is Status.REFUSED
    assert tried == ["naive", "texture_loads"]


def test_a_kernel_for_a_later_architecture_is_refused() -> None:
    compiler._build.cache_clear()
    with open_fixture(CpuMachine(threads=1, architecture=75)) as fixture:
        (rung,) = measure(fixture, "async_copy", task=make_task((16, 16, 16))).rungs
    assert rung.status is Status.REFUSED
    assert rung.build is None


def test_an_interrupt_leaves_no_ladder(fixture, monkeypatch) -> None:
    def interrupted(self, run):
        runs = iter(range(5))

        def stopping():
            if next(runs, None) is None:
                raise KeyboardInterrupt
            run()

        return stopping

    monkeypatch.setattr(KernelContender, "_launcher", interrupted)
    with pytest.raises(KeyboardInterrupt):
        measure(fixture, "ptx_naive")


def test_a_plan_is_a_contender(fixture) -> None:
    kernel = find("split_k").specialised("nt")
    problem = Problem(20, 24, 28, beta=1.0, trans_b=True, batch=2)
    plan = plan_of(kernel, problem, fixture.machine)
    contender = FixedContender(fixture.kernel_pool, plan)
    found = measure_ladder(fixture, Task(problem), [contender], quick(), input_class="subnormal")
    (rung,) = found.rungs
    assert (rung.status, rung.kernel.layout) == (Status.MEASURED, "nt"), rung.reason
    assert rung.verdict.input_class == "subnormal"


@pytest.mark.parametrize(
    "problem",
    [
        Problem(33, 17, 65),
        Problem(33, 17, 65, -1.5, 2.0, lda=70, ldb=20, ldc=19, batch=2),
        Problem(33, 17, 65, 0.0, 1.0),
        Problem(5, 6, 0, 1.0, 0.5),
        Problem(5, 6, 0),
        Problem(0, 6, 3),
    ],
    ids=str,
)
def test_numpy_is_right_each_time(problem) -> None:
    with (
        host_testbed(CpuMachine(threads=1), Task(problem), 0) as testbed,
        NumpyContender(1).bind(testbed) as ready,
    ):
        for _ in range(3):
            testbed.restore()
            ready.run()
            testbed.snapshot()
            assert testbed.judged().passed


def test_numpy_computes_infinities_without_a_warning(recwarn: pytest.WarningsRecorder) -> None:
    problem = Problem(2, 3, 4, alpha=math.inf, beta=-math.inf)
    with (
        host_testbed(CpuMachine(threads=1), Task(problem), 0, "uniform") as testbed,
        NumpyContender(1).bind(testbed) as ready,
    ):
        testbed.restore()
        ready.run()
        assert np.isnan(matrices(testbed)[2]).all()
    assert not recwarn.list


def blas_thread_counts() -> set[int]:
    return {info["num_threads"] for info in ThreadpoolController().select(user_api="blas").info()}


def test_threads_of_blas_are_set_and_restored() -> None:
    if not blas_thread_counts():
        pytest.skip("NumPy's BLAS has no threads that can be set")
    with ThreadpoolController().limit(limits=2, user_api="blas"):
        assert blas_thread_counts() == {2}
        with blas_threads(1) as used:
            assert used == 1
            assert blas_thread_counts() == {1}
        assert blas_thread_counts() == {2}
    with pytest.raises(ArgumentError, match="threads = 0"), blas_threads(0):
        pass


def test_a_copy_on_the_device_takes_the_hosts_place() -> None:
    """What a GPU does where inputs come from the host: C is restored and kept in its own order."""
    machine, copied = CpuMachine(threads=1), []

    def copy(target, source, nbytes):
        found = np.empty(nbytes // 4, np.float32)
        machine.copy_out(found, source)
        machine.copy_in(target, found)
        copied.append(nbytes)

    with host_testbed(machine, make_task((5, 6, 7)), 0, "uniform", copy) as testbed:
        cheat = Scripted("nothing", nothing)
        testbed.restore()
        with cheat.bind(testbed) as ready:
            ready.run()
        testbed.snapshot()
        assert "still hold what was there" in testbed.judged().reason
        testbed.renew(1)
        testbed.restore()
        A, B, C = matrices(testbed)
        C[...] = A @ B
        testbed.snapshot()
        C[...] = 0.0
        assert testbed.judged().passed
    assert len(copied) == 4 and dataclasses.astuple(testbed.task.problem)
