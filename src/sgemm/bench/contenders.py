"""Who takes part: rungs, plans and libraries, each made ready to run in a testbed.

Points 7 and 8 of docs/benchmarking.md: libraries compute the same problem in the same process,
memory and stream; kernels are compiled and loaded before anything is timed.
"""

from __future__ import annotations

import abc
import contextlib
import ctypes
import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.peak import Peak, fp32_peak, tf32_peak
from sgemm.bench.task import Task
from sgemm.bench.testbed import Testbed
from sgemm.bench.timing import Run
from sgemm.errors import RequirementError
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import bound_call
from sgemm.machines.interface import LoadedKernel
from sgemm.planning import plan
from sgemm.planning.forcing import Forced, plan_forced
from sgemm.planning.plan import Plan
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.verify.inputs import Matrix
from sgemm.verify.tolerance import Tolerance, gamma

if TYPE_CHECKING:
    from sgemm.machines.cpu import CpuMachine

SPINNING_SECONDS = 0.04
"""How long idle threads of a BLAS keep their processors: OpenBLAS spins for 2**26 clock cycles."""

TF32_UNITS = 2.0**15
"""Largest error of a product whose factors lost up to 2**-10 of themselves, in units of 2**-24."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ready:
    """A contender bound to the operands of a testbed.

    Parameters
    ----------
    run : callable
        Starts the work once.
    loaded : LoadedKernel or None
        What runs; None for a library.
    schedule : Schedule or None
        How its blocks share the work.
    reason : str or None
        Why a rule chose it.
    """

    run: Run
    loaded: LoadedKernel | None = None
    schedule: Schedule | None = None
    reason: str | None = None

    @property
    def build(self) -> Build | None:
        """What was compiled; None for a library."""
        return None if self.loaded is None else self.loaded.build


class Contender(abc.ABC):
    """What takes part, in single precision unless it says otherwise.

    Attributes
    ----------
    name : str
        Of its series in the results.
    is_plan : bool
        Whether it chooses a kernel for each problem.
    is_baseline : bool
        Whether others may be compared with it: a library in single precision.
    rest_seconds : float
        Pause after its runs, until nothing of it runs any more.
    """

    name: str
    is_plan = False
    is_baseline = False
    rest_seconds = 0.0

    @abc.abstractmethod
    def bind(self, testbed: Testbed) -> contextlib.AbstractContextManager[Ready]:
        """Make it ready on the operands of a testbed."""

    def unsupported_layout(self, task: Task) -> str | None:
        """Say why it cannot compute the layout of a task; None where it can, as libraries do."""
        return None

    def unsupported(self, task: Task) -> str | None:
        """Say why it does not apply to a task; None where it does, as libraries do."""
        return None

    def tolerance(self, problem: Problem) -> Tolerance | None:
        """Return how wrong it may be, where that is not the tolerance of single precision."""
        return None

    def peak(self, architecture: int, multiprocessors: int, clock_mhz: float) -> Peak | None:
        """Return the most that the GPU could do for it; None where that is not known."""
        return fp32_peak(architecture, multiprocessors, clock_mhz)


class PlanContender(Contender):
    """One of our kernels, with the tile and schedule of a plan.

    Parameters
    ----------
    planned : callable
        Problem -> plan; raises RequirementError where there is none.
    """

    def __init__(self, pool: KernelPool, name: str, planned: Callable[[Problem], Plan]) -> None:
        self.name = name
        self._pool = pool
        self._planned = planned

    def unsupported_layout(self, task: Task) -> str | None:
        """Say why it has no plan for such a layout."""
        reason = self.unsupported(task)
        return reason and f"{self.name} does not compute layout {task.layout}: {reason}"

    def unsupported(self, task: Task) -> str | None:
        """Say which requirement does not hold."""
        try:
            self._planned(task.problem)
        except RequirementError as error:
            return str(error)
        return None

    def kernel_of(self, task: Task) -> Kernel | None:
        """Return what would run."""
        return None if self.unsupported(task) else self._planned(task.problem).kernel

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Make the planned kernel ready."""
        problem, machine = testbed.task.problem, self._pool.machine
        chosen = self._planned(problem)
        loaded = self._pool.loaded(chosen.kernel)
        bound = bound_call(machine, chosen.kernel, problem, *testbed.addresses, chosen.schedule)
        with bound as (launch, arguments):
            yield Ready(
                self._launcher(lambda: machine.launch(loaded, launch, arguments)),
                loaded,
                chosen.schedule,
                chosen.reason if self.is_plan else None,
            )

    def _launcher(self, run: Run) -> Run:
        return run


class KernelContender(PlanContender):
    """A kernel of the catalogue, with the numbers of its tile and schedule that are forced.

    Raises
    ------
    ArgumentError
        If it does not ship in the tile that is forced, or has no schedule to force.
    """

    def __init__(self, pool: KernelPool, kernel: Kernel, forced: Forced | None = None) -> None:
        numbers = Forced() if forced is None else forced
        numbers.check_schedule(kernel)
        self.kernel = kernel.specialised(tile=numbers.tile_of(kernel))
        super().__init__(
            pool,
            f"{kernel.name}{numbers}",
            lambda problem: plan_forced(self.kernel, numbers, problem, pool.machine),
        )

    def unsupported_layout(self, task: Task) -> str | None:
        """Say which layouts there are."""
        if task.layout in self.kernel.layouts:
            return None
        known = " and ".join(self.kernel.layouts)
        return f"{self.kernel.name} computes layout {known} only, not {task.layout}"

    def unsupported(self, task: Task) -> str | None:
        """Say which requirement does not hold."""
        return self.unsupported_layout(task) or super().unsupported(task)


class FixedContender(PlanContender):
    """One plan, for the problem that it was made for."""

    def __init__(self, pool: KernelPool, plan: Plan) -> None:
        super().__init__(pool, plan.kernel.name, lambda _: plan)
        self.kernel = plan.kernel


class ScaledContender(KernelContender):
    """A kernel on another number of threads of the cpu machine than the others have."""

    def __init__(self, pool: KernelPool, kernel: Kernel, threads: int) -> None:
        super().__init__(pool, kernel)
        self.name = f"{kernel.name} on {threads} threads"
        self._threads = threads

    def _launcher(self, run: Run) -> Run:
        machine = cast("CpuMachine", self._pool.machine)

        def scaled() -> None:
            with machine.sharing(self._threads):
                run()

        return scaled


class RuleContender(PlanContender):
    """A rule that chooses a kernel for each problem."""

    is_plan = True

    def __init__(self, pool: KernelPool, name: str) -> None:
        super().__init__(pool, name, lambda problem: plan(problem, pool.machine, name))


def kernels_of(contenders: Iterable[Contender], task: Task) -> Iterator[Kernel]:
    """Yield the kernels that would run for a task: libraries have none."""
    for contender in contenders:
        if isinstance(contender, PlanContender):
            kernel = contender.kernel_of(task)
            if kernel is not None:
                yield kernel


class LibraryContender(Contender):
    """A library on the GPU, in single precision, called with addresses.

    Parameters
    ----------
    name : str
        Library and mode: ``"cublas fp32"``.
    multiply : callable
        (problem, a, b, c) -> None; starts the product.
    is_baseline : bool
        Whether others may be compared with it.
    description : str
        For people: the library and its version.
    """

    threads: int | None = None

    def __init__(
        self,
        name: str,
        multiply: Callable[[Problem, int, int, int], None],
        is_baseline: bool = False,
        description: str = "",
    ) -> None:
        self.name = name
        self.is_baseline = is_baseline
        self.description = description
        self._multiply = multiply

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Make it ready."""
        problem, addresses = testbed.task.problem, testbed.addresses
        yield Ready(lambda: self._multiply(problem, *addresses))


class Tf32Contender(LibraryContender):
    """A library that rounds its operands to TF32: a series of its own, with bounds of its own."""

    def tolerance(self, problem: Problem) -> Tolerance | None:
        """Return what rounding both operands to 10 bits of mantissa, either way, can do."""
        bound = TF32_UNITS + gamma(problem.k)
        return Tolerance(bound, bound)

    def peak(self, architecture: int, multiprocessors: int, clock_mhz: float) -> Peak | None:
        """Return the peak of the tensor cores."""
        return tf32_peak(architecture, multiprocessors, clock_mhz)


class NumpyContender(Contender):
    """NumPy's matrix product, in the memory of the cpu machine.

    Parameters
    ----------
    threads : int
        Of NumPy's BLAS.
    """

    name = "numpy"
    is_baseline = True

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.rest_seconds = SPINNING_SECONDS if threads > 1 else 0.0
        self.description = f"NumPy's matmul, {threads} thread{'s' * (threads != 1)}"

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Make it ready, on views of the testbed's own memory."""
        task, problem = testbed.task, testbed.task.problem
        a, b, c = testbed.addresses
        A = _host_view(a, problem.batch, (problem.a_rows, problem.a_columns), problem.lda)
        B = _host_view(b, problem.batch, (problem.b_rows, problem.b_columns), problem.ldb)
        C = _host_view(c, problem.batch, (problem.m, problem.n), problem.ldc)
        left = A.swapaxes(1, 2) if task.transposed[0] else A
        right = B.swapaxes(1, 2) if task.transposed[1] else B

        def run() -> None:
            # Inputs may be meant to overflow: what that gives is judged, not warned of.
            with np.errstate(all="ignore"):
                _numpy_product(problem, left, right, C)

        yield Ready(run)


Library = LibraryContender | NumpyContender


def _numpy_product(problem: Problem, left: Matrix, right: Matrix, C: Matrix) -> None:
    """Compute C := alpha*A*B + beta*C, reading neither A and B nor C where BLAS does not."""
    plain = problem.reads_operands and problem.beta == 0.0
    if plain:
        np.matmul(left, right, out=C)
        if problem.alpha != 1.0:
            np.multiply(C, np.float32(problem.alpha), out=C)
        return
    if problem.beta == 0.0:
        C.fill(0.0)
        return
    np.multiply(C, np.float32(problem.beta), out=C)
    if problem.reads_operands:
        C += np.float32(problem.alpha) * np.matmul(left, right)


def _host_view(address: int, batch: int, shape: tuple[int, int], leading: int) -> Matrix:
    """View memory of this process as the matrices of a batch."""
    rows, columns = shape
    if rows == 0 or columns == 0 or batch == 0:
        return np.empty((batch, rows, columns), dtype=np.float32)
    count = (batch * rows - 1) * leading + columns
    memory: Any = (ctypes.c_float * count).from_address(address)
    storage: Matrix = np.frombuffer(memory, dtype=np.float32)
    strides = (4 * leading * rows, 4 * leading, 4)
    return np.lib.stride_tricks.as_strided(storage, (batch, rows, columns), strides)
