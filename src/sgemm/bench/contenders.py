"""Who takes part: rungs, plans and libraries, each made ready to run in a testbed.

Points 7 and 8 of docs/benchmarking.md: libraries compute the same problem in the same process,
memory and stream; kernels are compiled and loaded before anything is timed.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

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
from sgemm.planning import plan
from sgemm.planning.forcing import Forced, plan_forced
from sgemm.planning.plan import Plan
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.verify.inputs import Matrix
from sgemm.verify.tolerance import Tolerance, gamma

TF32_UNITS = 2.0**15
"""Largest error of a product whose factors lost up to 2**-10 of themselves, in units of 2**-24."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ready:
    """A contender bound to the operands of a testbed.

    Parameters
    ----------
    run : callable
        Starts the work once.
    build : Build or None
        What runs; None for a library.
    schedule : Schedule or None
        How its blocks share the work.
    reason : str or None
        Why a plan chose it.
    """

    run: Run
    build: Build | None = None
    schedule: Schedule | None = None
    reason: str | None = None


class Contender(Protocol):
    """A contender."""

    @property
    def name(self) -> str:
        """Name of its series in the results."""
        ...

    @property
    def is_plan(self) -> bool:
        """Whether it chooses a kernel for each problem."""
        ...

    @property
    def is_baseline(self) -> bool:
        """Whether others may be compared with it: a library in single precision."""
        ...

    @property
    def rest_seconds(self) -> float:
        """Pause after its runs, until nothing of it runs any more."""
        ...

    def layout_objection(self, task: Task) -> str | None:
        """Say why it cannot compute the layout of a task; None where it can."""
        ...

    def objection(self, task: Task) -> str | None:
        """Say why it does not apply to a task; None where it does."""
        ...

    def bind(self, testbed: Testbed) -> contextlib.AbstractContextManager[Ready]:
        """Make it ready in a testbed."""
        ...

    def tolerance(self, problem: Problem) -> Tolerance | None:
        """Return how wrong it may be, where that is not the tolerance of single precision."""
        ...

    def peak(self, architecture: int, multiprocessors: int, clock_mhz: float) -> Peak | None:
        """Return the most that the GPU could do for it; None where that is not known."""
        ...


class _SinglePrecision:
    """What contenders in single precision have in common."""

    is_plan = False
    is_baseline = False
    rest_seconds = 0.0

    def layout_objection(self, task: Task) -> str | None:
        """Return None: libraries compute all layouts."""
        return None

    def objection(self, task: Task) -> str | None:
        """Return None: libraries compute everything."""
        return None

    def tolerance(self, problem: Problem) -> Tolerance | None:
        """Return None: single precision."""
        return None

    def peak(self, architecture: int, multiprocessors: int, clock_mhz: float) -> Peak | None:
        """Return the peak in single precision."""
        return fp32_peak(architecture, multiprocessors, clock_mhz)


class KernelContender(_SinglePrecision):
    """A rung of the ladder.

    Parameters
    ----------
    kernel_pool : KernelPool
    kernel : Kernel
    forced : Forced
        Numbers of its tile and its schedule that are not its own choice.

    Raises
    ------
    ArgumentError
        If it does not ship in the tile that is forced, or has no schedule to force.
    """

    def __init__(
        self, kernel_pool: KernelPool, kernel: Kernel, forced: Forced | None = None
    ) -> None:
        self._kernel_pool = kernel_pool
        self._forced = Forced() if forced is None else forced
        self._forced.check_schedule(kernel)
        self.kernel = kernel.specialised(tile=self._forced.tile_of(kernel))
        self.name = f"{kernel.name}{self._forced}"

    def layout_objection(self, task: Task) -> str | None:
        """Say which layouts there are."""
        return _layout_objection(self.kernel, task)

    def objection(self, task: Task) -> str | None:
        """Say which requirement does not hold."""
        objection = self.layout_objection(task)
        if objection is not None:
            return objection
        try:
            self._plan(task.problem)
        except RequirementError as error:
            return str(error)
        return None

    def kernel_of(self, task: Task) -> Kernel | None:
        """Return what would run."""
        return None if self.objection(task) else self._plan(task.problem).kernel

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Make it ready."""
        chosen = self._plan(testbed.task.problem)
        bound = _bound_kernel(self._kernel_pool, chosen.kernel, chosen.schedule, testbed)
        with bound as ready:
            yield ready

    def _plan(self, problem: Problem) -> Plan:
        return plan_forced(self.kernel, self._forced, problem, self._kernel_pool.machine)


class RuleContender(_SinglePrecision):
    """A rule that chooses a kernel for each problem.

    Parameters
    ----------
    kernel_pool : KernelPool
    name : str
        Of the rule.
    """

    is_plan = True

    def __init__(self, kernel_pool: KernelPool, name: str) -> None:
        self._kernel_pool = kernel_pool
        self.name = name

    def layout_objection(self, task: Task) -> str | None:
        """Say why no kernel of the rule computes such a layout."""
        objection = self.objection(task)
        return objection and f"{self.name} does not compute layout {task.layout}: {objection}"

    def objection(self, task: Task) -> str | None:
        """Say why no kernel of the rule applies."""
        try:
            plan(task.problem, self._kernel_pool.machine, self.name)
        except RequirementError as error:
            return str(error)
        return None

    def kernel_of(self, task: Task) -> Kernel | None:
        """Return what would run."""
        try:
            return plan(task.problem, self._kernel_pool.machine, self.name).kernel
        except RequirementError:
            return None

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Choose, and make the chosen kernel ready."""
        chosen = plan(testbed.task.problem, self._kernel_pool.machine, self.name)
        bound = _bound_kernel(self._kernel_pool, chosen.kernel, chosen.schedule, testbed)
        with bound as ready:
            yield dataclasses.replace(ready, reason=chosen.reason)


def kernels_of(contenders: Iterable[Contender], task: Task) -> Iterator[Kernel]:
    """Yield the kernels that would run for a task: libraries have none."""
    for contender in contenders:
        if isinstance(contender, KernelContender | RuleContender):
            kernel = contender.kernel_of(task)
            if kernel is not None:
                yield kernel


class LibraryContender(_SinglePrecision):
    """A library on the GPU, in single precision, called with addresses.

    Parameters
    ----------
    name : str
        Library and mode: ``"cublas fp32"``.
    multiply : callable
        (task, (a, b, c)) -> None; starts the product.
    is_baseline : bool
        Whether others may be compared with it.
    """

    def __init__(
        self,
        name: str,
        multiply: Callable[[Task, tuple[int, int, int]], None],
        is_baseline: bool = False,
    ) -> None:
        self.name = name
        self.is_baseline = is_baseline
        self._multiply = multiply

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Make it ready."""
        task, addresses = testbed.task, testbed.addresses
        yield Ready(lambda: self._multiply(task, addresses))


class Tf32Contender(LibraryContender):
    """A library that rounds its operands to TF32: a series of its own, with bounds of its own."""

    def tolerance(self, problem: Problem) -> Tolerance | None:
        """Return what rounding both operands to 10 bits of mantissa, either way, can do."""
        bound = TF32_UNITS + gamma(problem.k)
        return Tolerance(bound, bound)

    def peak(self, architecture: int, multiprocessors: int, clock_mhz: float) -> Peak | None:
        """Return the peak of the tensor cores."""
        return tf32_peak(architecture, multiprocessors, clock_mhz)


class NumpyContender(_SinglePrecision):
    """NumPy's matrix product, in the memory of the cpu machine.

    Parameters
    ----------
    rest_seconds : float
        How long the threads of NumPy's BLAS go on spinning after a call.
    """

    name = "numpy"
    is_baseline = True

    def __init__(self, rest_seconds: float) -> None:
        self.rest_seconds = rest_seconds

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


def _layout_objection(kernel: Kernel, task: Task) -> str | None:
    if task.layout in kernel.layouts:
        return None
    known = " and ".join(kernel.layouts)
    return f"{kernel.name} computes layout {known} only, not {task.layout}"


@contextlib.contextmanager
def _bound_kernel(
    kernel_pool: KernelPool, kernel: Kernel, schedule: Schedule, testbed: Testbed
) -> Iterator[Ready]:
    machine = kernel_pool.machine
    problem = testbed.task.problem
    loaded = kernel_pool.loaded(kernel)
    bound_to = bound_call(machine, kernel, problem, *testbed.addresses, schedule)
    with bound_to as (launch, arguments):
        yield Ready(
            lambda: machine.launch(loaded, launch, arguments), loaded.build, schedule=schedule
        )
