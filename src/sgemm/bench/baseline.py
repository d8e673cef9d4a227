"""The baseline of a machine: cuBLAS in single precision on a GPU, NumPy's BLAS on a CPU."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

from sgemm.bench.arena import Arena
from sgemm.bench.comparison import Contender
from sgemm.bench.cublas import CublasBaseline
from sgemm.bench.numpy_baseline import NumpyProduct, blas_threads
from sgemm.machines.cuda import CudaMachine
from sgemm.verify.check import Verdict, judge
from sgemm.verify.inputs import matrix_view

if TYPE_CHECKING:
    from sgemm.machines.cpu import CpuMachine

SPINNING_SECONDS = 0.04
"""How long idle threads of a BLAS keep their processors: OpenBLAS spins for 2**26 clock cycles."""


@dataclasses.dataclass(frozen=True, slots=True)
class BaselineLibrary:
    """A library's product, ready to run in an arena.

    Parameters
    ----------
    contender : Contender
        Its name is what results call it: ``"numpy"``, ``"cublas fp32"``.
    description : str
        For people: the library and its version.
    threads : int or None
        Threads of the host that compute; None on a GPU.
    judged : callable
        Judges the result of the last run.
    rest_seconds : float
        Pause after which nothing of it runs any more.
    """

    contender: Contender
    description: str
    threads: int | None
    judged: Callable[[], Verdict]
    rest_seconds: float


@contextlib.contextmanager
def open_baseline(arena: Arena) -> Iterator[BaselineLibrary]:
    """Make the baseline of an arena's machine ready.

    Parameters
    ----------
    arena : Arena

    Yields
    ------
    BaselineLibrary

    Raises
    ------
    MissingToolError
        If the library is not installed.
    """
    with _LIBRARIES[arena.machine.name](arena) as library:
        yield library


@contextlib.contextmanager
def _cublas(arena: Arena) -> Iterator[BaselineLibrary]:
    problem = arena.case.problem
    with (
        CublasBaseline(cast(CudaMachine, arena.machine)) as cublas,
        arena.destination() as destination,
    ):
        addresses = destination.addresses
        yield BaselineLibrary(
            contender=Contender(
                "cublas fp32", lambda: cublas.multiply(problem, *addresses), destination.timer
            ),
            description=f"cuBLAS {cublas.version}, FP32 without TF32",
            threads=None,
            judged=destination.judged,
            rest_seconds=0.0,
        )


@contextlib.contextmanager
def _numpy(arena: Arena) -> Iterator[BaselineLibrary]:
    case = arena.case
    problem = case.problem
    product = NumpyProduct(case.operands)

    def judged() -> Verdict:
        storage = case.result_storage()
        for index in range(problem.batch):
            rows = product.result[index * problem.m : (index + 1) * problem.m]
            one = storage[index * problem.stride_c :]
            matrix_view(one, problem.m, problem.n, problem.ldc)[...] = rows
        return judge(case, storage)

    wanted = cast("CpuMachine", arena.machine).threads
    with blas_threads(wanted) as threads:
        yield BaselineLibrary(
            contender=product.contender,
            description=f"NumPy's matmul, {threads} thread{'s' * (threads != 1)}",
            threads=threads,
            judged=judged,
            rest_seconds=SPINNING_SECONDS if threads > 1 else 0.0,
        )


_LIBRARIES = {"cuda": _cublas, "cpu": _numpy}
