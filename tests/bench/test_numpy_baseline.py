"""The NumPy baseline is right, repeatable, and uses the threads that it is given."""

from __future__ import annotations

import math

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from sgemm.bench.numpy_baseline import NumpyProduct, blas_threads
from sgemm.errors import ArgumentError
from sgemm.problem import Problem
from sgemm.verify.check import judge, prepare
from sgemm.verify.inputs import matrix_view


@pytest.mark.parametrize(
    "problem",
    [
        Problem(33, 17, 65),
        Problem(33, 17, 65, -1.5, 2.0, lda=70, ldb=20, ldc=19),
        Problem(33, 17, 65, 0.0, 1.0),
        Problem(5, 6, 0, 1.0, 0.5),
        Problem(5, 6, 0),
        Problem(0, 6, 3),
    ],
    ids=str,
)
def test_is_right_each_time(problem: Problem) -> None:
    case = prepare(problem)
    product = NumpyProduct(case.operands)
    for _ in range(3):
        product.contender.run()
        storage = case.result_storage()
        matrix_view(storage, problem.m, problem.n, problem.ldc)[...] = product.result
        verdict = judge(case, storage)
        assert verdict.passed, str(verdict)


def blas_thread_counts() -> set[int]:
    return {info["num_threads"] for info in ThreadpoolController().select(user_api="blas").info()}


def test_threads_are_set_and_restored() -> None:
    if not blas_thread_counts():
        pytest.skip("NumPy's BLAS has no threads that can be set")
    with ThreadpoolController().limit(limits=2, user_api="blas"):
        before = blas_thread_counts()
        assert before == {2}
        with blas_threads(1) as used:
            assert used == 1
            assert blas_thread_counts() == {1}
            assert np.ones((4, 4), np.float32) @ np.ones((4, 4), np.float32) is not None
        assert blas_thread_counts() == before


def test_no_threads_is_an_error() -> None:
    with pytest.raises(ArgumentError, match="threads = 0"), blas_threads(0):
        pass


def test_infinities_and_nan_are_computed_without_a_warning(
    recwarn: pytest.WarningsRecorder,
) -> None:
    case = prepare(Problem(2, 3, 4, alpha=math.inf, beta=-math.inf), "uniform")
    product = NumpyProduct(case.operands)
    product.run()
    assert np.isnan(product.result).all()
    assert not recwarn.list
