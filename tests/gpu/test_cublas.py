"""The cuBLAS baseline: row-major, any leading dimension, any alpha and beta, closed properly."""

import re

import numpy as np
import pytest

from machine_memory import in_memory, read_back
from sgemm.bench.cublas import CublasBaseline, MathMode
from sgemm.errors import MachineError
from sgemm.problem import Problem
from sgemm.verify.check import judge, prepare

PROBLEMS = [
    Problem(1, 1, 1),
    Problem(7, 5, 3),
    Problem(129, 65, 33, alpha=-1.5, beta=0.5),
    Problem(64, 100, 17, alpha=2.0, beta=1.0, lda=20, ldb=103, ldc=117),
    Problem(33, 31, 0, beta=2.0),
    Problem(33, 31, 8, alpha=0.0, beta=0.0),
    Problem(256, 384, 512),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
@pytest.mark.parametrize("math_mode", [MathMode.DEFAULT, MathMode.PEDANTIC])
def test_baseline_is_single_precision(gpu, problem, math_mode):
    case = prepare(problem, seed=problem.m)
    given = case.operands
    # cuBLAS may read what alpha = 0 leaves out, which is NaN.
    a, b = np.nan_to_num(given.a), np.nan_to_num(given.b)
    with in_memory(gpu, a, b, given.c) as buffers, CublasBaseline(gpu, math_mode) as baseline:
        baseline.multiply(problem, *(each.address for each in buffers))
        verdict = judge(case, read_back(gpu, buffers[2], given.c))
    assert verdict.passed, verdict
    assert verdict.error.maximum < 20


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
