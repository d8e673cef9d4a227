"""The baseline on a CPU: NumPy's matrix product, which is its BLAS."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sgemm.bench.comparison import Contender
from sgemm.bench.timing import host_timer
from sgemm.errors import ArgumentError
from sgemm.verify.inputs import Operands


class NumpyProduct:
    """C := alpha*A*B + beta*C by NumPy, into a matrix of its own.

    Parameters
    ----------
    operands : Operands
        Read, never written, so that repeated runs all do the same.

    Attributes
    ----------
    result : ndarray of float32
        The result of the last run, m x n; of a batch all of them, one below the other.
    """

    def __init__(self, operands: Operands) -> None:
        self._operands = operands
        problem = operands.problem
        shape = (problem.batch * problem.m, problem.n)
        self.result: NDArray[np.float32] = np.zeros(shape, dtype=np.float32)

    def run(self) -> None:
        """Compute once; infinities and NaN among the operands deserve no warning here."""
        with np.errstate(all="ignore"):
            self._compute()

    def _compute(self) -> None:
        rows = self._operands.problem.m
        for index, operands in enumerate(self._operands.products()):
            self._product(operands, self.result[index * rows : (index + 1) * rows])

    @staticmethod
    def _product(operands: Operands, result: NDArray[np.float32]) -> None:
        problem = operands.problem
        if problem.reads_operands:
            np.matmul(operands.A, operands.B, out=result)
            if problem.alpha != 1.0:
                np.multiply(result, np.float32(problem.alpha), out=result)
        else:
            result.fill(0)
        if problem.beta != 0.0:
            result += np.float32(problem.beta) * operands.C

    @property
    def contender(self) -> Contender:
        """The product as a contender or baseline."""
        return Contender("numpy", self.run, host_timer)


@contextlib.contextmanager
def blas_threads(threads: int) -> Iterator[int]:
    """Let NumPy's BLAS use so many threads while the context lasts.

    Parameters
    ----------
    threads : int
        1 or more.

    Yields
    ------
    int
        How many it uses: 1 where NumPy's BLAS has no threads to be set.

    Raises
    ------
    ArgumentError
        If ``threads`` is not positive.
    """
    if threads < 1:
        raise ArgumentError(f"threads = {threads}: at least 1 is needed")
    # Imported here because it searches all libraries that are loaded.
    from threadpoolctl import ThreadpoolController

    controller = ThreadpoolController()
    with controller.limit(limits=threads, user_api="blas"):
        libraries = ThreadpoolController().select(user_api="blas").info()
        yield max((int(library["num_threads"]) for library in libraries), default=1)
