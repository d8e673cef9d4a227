"""The ladder's measuring: nothing wrong is timed, and every outcome has its reason."""

import contextlib
import math

import numpy as np
import pytest
from scripted_contenders import matrices
from threadpoolctl import ThreadpoolController

from sgemm.bench.contenders import FixedContender, KernelContender, NumpyContender
from sgemm.bench.fixture import blas_threads, open_fixture
from sgemm.bench.ladder import LADDER_RULE, ladder_settings, measure_ladder
from sgemm.bench.rounds import Status
from sgemm.bench.sizes import make_problem
from sgemm.bench.testbed import host_testbed
from sgemm.errors import CompileError, ExecutionError, RequirementError
from sgemm.kernels.catalogue import find
from sgemm.machines.cpu import CpuMachine
from sgemm.planning.forcing import Forced, plan_forced
from sgemm.problem import Problem

PROBLEM = make_problem((33, 29, 17), beta=0.5, padding=(0, 0, 11))
QUICK = ladder_settings(seconds=0.0)


def measure(fixture, *names, problem=PROBLEM, **options):
    rungs = [KernelContender(fixture.kernel_pool, find(name)) for name in names]
    return measure_ladder(fixture, problem, rungs, QUICK, **options)


def test_baseline_and_rungs(fixture) -> None:
    steps: list[str] = []
    found = measure(fixture, "ptx_naive", "texture_loads", progress=steps.append)
    assert found.holds
    assert "NumPy's matmul, 1 thread; samples: hot" in found.heading
    numpy, (naive, texture) = found.baseline, found.rungs
    assert naive.samples >= LADDER_RULE.samples <= numpy.samples
    assert naive.scaling is None
    assert naive.shared_bytes in (0, None)
    assert (texture.verified, texture.seconds) == (None, None)
    assert "lda = 17 is not a multiple of 4" in texture.reason
    assert isinstance(found.series[1].error, RequirementError)
    assert {"numpy: round 3", "ptx_naive: round 3"} <= set(steps)
    assert [line.kernel for line in found.measurements] == ["numpy", "ptx_naive"]
    assert found.measurements[0].number == 0
    assert found.measurements[1].samples == found.series[0].kept
    assert found.measurements[1].baseline.name == "numpy"
    assert found.measurements[1].baseline.ratio == naive.baseline_ratio
    assert "standard error" not in found.measurements[1].rule


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
    found = measure(fixture, "ptx_naive")
    (rung,), (series,) = found.rungs, found.series
    assert (series.status, series.reason, series.error) == (status, "a", error)
    assert (rung.outcome, rung.reason) == (status.value, "a")
    assert rung.verified is (None if status is Status.REFUSED else False)
    assert rung.compiler is not None


def test_what_does_not_compile_is_tried_once(monkeypatch) -> None:
    from sgemm.bench import kernel_pool

    tried = []

    def broken(kernel, architecture, **what):
        tried.append(kernel.name)
        raise CompileError("broken")

    monkeypatch.setattr(kernel_pool, "build", broken)
    with open_fixture(CpuMachine(threads=1)) as fixture:
        rungs = [KernelContender(fixture.kernel_pool, find(n)) for n in ("naive", "texture_loads")]
        for _ in range(2):
            naive, texture = measure_ladder(fixture, PROBLEM, rungs, QUICK).rungs
    assert (naive.outcome, naive.reason, naive.compiler) == ("failed", "broken", None)
    # Requirements come before what else is wrong.
    assert texture.verified is None
    assert tried == ["naive", "texture_loads"]


def test_a_plan_is_a_contender(fixture) -> None:
    kernel = find("split_k").specialised("nt")
    problem = Problem(20, 24, 28, beta=1.0, trans_b=True, batch=2)
    plan = plan_forced(kernel, Forced(), problem, fixture.machine)
    contender = FixedContender(fixture.kernel_pool, plan)
    found = measure_ladder(fixture, problem, [contender], QUICK, input_class="subnormal")
    (rung,) = found.rungs
    assert rung.verified, rung.reason
    assert (rung.name, found.measurements[1].layout) == ("split_k", "nt")
    assert found.series[0].verdict.input_class == "subnormal"


def test_numpy_computes_infinities_without_a_warning(machine, recwarn) -> None:
    problem = Problem(2, 3, 4, alpha=math.inf, beta=-math.inf)
    with (
        host_testbed(machine, problem, 0, "uniform") as testbed,
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
