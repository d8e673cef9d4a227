"""The cuBLAS baseline: row-major, any leading dimension, any alpha and beta, closed properly."""

import re

import numpy as np
import pytest

from machine_memory import in_memory, read_back
from sgemm.bench.cublas import CublasBaseline, MathMode
from sgemm.errors import MachineError
from sgemm.machines.cuda import CudaMachine
from sgemm.problem import Problem

PROBLEMS = [
    Problem(1, 1, 1),
    Problem(7, 5, 3),
    Problem(129, 65, 33, alpha=-1.5, beta=0.5),
    Problem(64, 100, 17, alpha=2.0, beta=1.0, lda=20, ldb=103, ldc=117),
    Problem(33, 31, 0, beta=2.0),
    Problem(33, 31, 8, alpha=0.0, beta=0.0),
    Problem(256, 384, 512),
]


def relative_error(gpu: CudaMachine, problem: Problem, math_mode: MathMode) -> float:
    """Return the largest error against float64, in units of 2^-24*(|A||B|)."""
    random = np.random.default_rng(problem.m)
    a, b, c = (
        random.uniform(-1, 1, shape).astype(np.float32)
        for shape in (
            (problem.m, problem.lda),
            (max(problem.k, 1), problem.ldb),
            (problem.m, problem.ldc),
        )
    )
    left, right = a[:, : problem.k], b[: problem.k, : problem.n]
    before = c.copy()
    if problem.beta == 0:
        c[:, : problem.n] = np.nan
    with in_memory(gpu, a, b, c) as buffers, CublasBaseline(gpu, math_mode) as baseline:
        baseline.multiply(problem, *(each.address for each in buffers))
        c = read_back(gpu, buffers[2], c)
    np.testing.assert_array_equal(c[:, problem.n :], before[:, problem.n :])
    product = left.astype(np.float64) @ right.astype(np.float64)
    size = np.abs(left).astype(np.float64) @ np.abs(right).astype(np.float64)
    expected = problem.alpha * product
    bound = abs(problem.alpha) * size + 1e-30
    if problem.beta != 0:
        expected += problem.beta * before[:, : problem.n]
        bound += abs(problem.beta * before[:, : problem.n])
    return float(np.max(np.abs(c[:, : problem.n] - expected) / (2.0**-24 * bound)))


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
@pytest.mark.parametrize("math_mode", [MathMode.DEFAULT, MathMode.PEDANTIC])
def test_baseline_is_single_precision(gpu, problem, math_mode):
    assert relative_error(gpu, problem, math_mode) < 20


def test_baseline_names_its_version(gpu):
    with CublasBaseline(gpu) as baseline:
        assert re.fullmatch(r"\d+\.\d+\.\d+", baseline.version)


def test_empty_problem_and_closed_baseline(gpu):
    with gpu.allocate(4) as memory:
        baseline = CublasBaseline(gpu)
        baseline.multiply(Problem(0, 3, 2), memory.address, memory.address, memory.address)
        baseline.close()
        baseline.close()
        with pytest.raises(MachineError, match="closed"):
            baseline.multiply(Problem(1, 1, 1), 0, 0, 0)
    gpu.synchronize()


def test_workspace_is_returned(gpu, own_bytes):
    for _ in range(4):
        baseline = CublasBaseline(gpu)
        assert own_bytes() > 0
        baseline.close()
        assert own_bytes() == 0
