"""Who takes part: rungs, plans and libraries, each made ready to run in a testbed.

Points 7 and 8 of docs/benchmarking.md: libraries compute the same problem in the same process,
memory and stream; kernels are compiled and loaded before anything is timed.
"""

from __future__ import annotations

import abc
import contextlib
import ctypes
import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.peak import FP32_LANES, TF32_MULTIPLY_ADDS, rates_of
from sgemm.bench.sizes import stacked
from sgemm.bench.testbed import Run, Testbed
from sgemm.errors import RequirementError
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import bound_call
from sgemm.planning.forcing import Forced, plan_forced
from sgemm.planning.plan import Plan
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.verify.inputs import Matrix, matrix_view
from sgemm.verify.tolerance import Tolerance, gamma

if TYPE_CHECKING:
    from sgemm.machines.cpu import CpuMachine

SPINNING_SECONDS = 0.04  # how long idle threads of OpenBLAS keep their processors: 2**26 cycles
TF32_UNITS = 2.0**15  # largest error where factors lost up to 2**-10 of themselves, in 2**-24


@dataclasses.dataclass(frozen=True, slots=True)
class Ready:
    """A contender bound to the operands of a testbed."""

    run: Run  # starts the work once
    build: Build | None = None  # what was compiled; None for a library
    schedule: Schedule | None = None  # how its blocks share the work
    reason: str | None = None  # why a rule chose it


class Contender(abc.ABC):
    """What takes part, in single precision unless it says otherwise."""

    name: str  # of its series in the results
    description = ""  # for people: a library and its version
    threads: int | None = None  # of a library on the host
    rates: Mapping[int, int] = FP32_LANES  # most multiply-adds, as peak_of takes them
    is_plan = False  # whether it chooses a kernel for each problem
    is_baseline = False  # a library in single precision, which others may be compared with
    rest_seconds = 0.0  # pause after its runs, until nothing of it runs any more

    @abc.abstractmethod
    def bind(self, testbed: Testbed) -> contextlib.AbstractContextManager[Ready]:
        """Make it ready on the operands of a testbed."""

    def unsupported_layout(self, problem: Problem) -> str | None:
        """Say why it cannot compute the layout of a problem; None where it can, as libraries do."""
        return None

    def unsupported(self, problem: Problem) -> str | None:
        """Say why it does not apply to a problem; None where it does, as libraries do."""
        return None

    def tolerance(self, problem: Problem) -> Tolerance | None:
        """Return how wrong it may be, where that is not the tolerance of single precision."""
        return None


@dataclasses.dataclass(eq=False)
class PlanContender(Contender):
    """One of our kernels, by a plan for each problem; RequirementError where there is none."""

    pool: KernelPool
    name: str
    planned: Callable[[Problem], Plan]
    is_plan: bool = False

    def unsupported_layout(self, problem: Problem) -> str | None:
        """Say why it has no plan for such a layout."""
        reason = self.unsupported(problem)
        return reason and f"{self.name} does not compute layout {problem.layout}: {reason}"

    def unsupported(self, problem: Problem) -> str | None:
        """Say which requirement does not hold."""
        try:
            self.planned(problem)
        except RequirementError as error:
            return str(error)
        return None

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Make the planned kernel ready."""
        problem, machine = testbed.problem, self.pool.machine
        chosen = self.planned(problem)
        loaded = self.pool.loaded(chosen.kernel)
        bound = bound_call(machine, chosen.kernel, problem, *testbed.addresses, chosen.schedule)
        with bound as (launch, arguments):
            yield Ready(
                lambda: machine.launch(loaded, launch, arguments),
                loaded.build,
                chosen.schedule,
                f"{chosen.reason}; rates {chosen.rates or 'none'}" if self.is_plan else None,
            )


class KernelContender(PlanContender):
    """A kernel of the catalogue, with the numbers of its tile and schedule that are forced."""

    def __init__(self, pool: KernelPool, kernel: Kernel, forced: Forced | None = None) -> None:
        numbers = Forced() if forced is None else forced
        numbers.check_schedule(kernel)
        self.kernel = kernel.specialised(tile=numbers.tile_of(kernel))
        self.rates = rates_of(kernel)
        super().__init__(
            pool,
            f"{kernel.name}{numbers}",
            lambda problem: plan_forced(self.kernel, numbers, problem, pool.machine),
        )

    def unsupported_layout(self, problem: Problem) -> str | None:
        """Say which layouts there are."""
        if problem.layout in self.kernel.layouts:
            return None
        known = " and ".join(self.kernel.layouts)
        return f"{self.kernel.name} computes layout {known} only, not {problem.layout}"

    def unsupported(self, problem: Problem) -> str | None:
        """Say which requirement does not hold."""
        return self.unsupported_layout(problem) or super().unsupported(problem)


class FixedContender(PlanContender):
    """One plan, for the problem that it was made for."""

    def __init__(self, pool: KernelPool, plan: Plan) -> None:
        super().__init__(pool, plan.kernel.name, lambda _: plan)
        self.kernel = plan.kernel
        self.rates = rates_of(plan.kernel)


class ScaledContender(KernelContender):
    """A kernel on another number of threads of the cpu machine than the others have."""

    def __init__(self, pool: KernelPool, kernel: Kernel, threads: int) -> None:
        super().__init__(pool, kernel)
        self.name = f"{kernel.name} on {threads} threads"
        self._threads = threads

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Make it ready to run on that number of threads."""
        machine = cast("CpuMachine", self.pool.machine)
        with super().bind(testbed) as ready:

            def scaled() -> None:
                with machine.sharing(self._threads):
                    ready.run()

            yield dataclasses.replace(ready, run=scaled)


@dataclasses.dataclass(eq=False)
class LibraryContender(Contender):
    """A library on the GPU, in single precision, whose product is started by addresses."""

    name: str
    multiply: Callable[[Problem, int, int, int], None]
    is_baseline: bool = False
    description: str = ""

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Make it ready."""
        problem, addresses = testbed.problem, testbed.addresses
        yield Ready(lambda: self.multiply(problem, *addresses))


class Tf32Contender(LibraryContender):
    """A library that rounds its operands to TF32: a series of its own, with bounds of its own."""

    rates = TF32_MULTIPLY_ADDS

    def tolerance(self, problem: Problem) -> Tolerance | None:
        """Return what rounding both operands to 10 bits of mantissa, either way, can do."""
        bound = TF32_UNITS + gamma(problem.k)
        return Tolerance(bound, bound)


class NumpyContender(Contender):
    """NumPy's matrix product, in the memory of the cpu machine."""

    name = "numpy"
    is_baseline = True

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.rest_seconds = SPINNING_SECONDS if threads > 1 else 0.0
        self.description = f"NumPy's matmul, {threads} thread{'s' * (threads != 1)}"

    @contextlib.contextmanager
    def bind(self, testbed: Testbed) -> Iterator[Ready]:
        """Make it ready, on views of the testbed's own memory."""
        problem = testbed.problem
        parts = zip(testbed.addresses, problem.elements, stacked(problem), strict=True)
        A, B, C = (_host_view(problem.batch, *each) for each in parts)
        left = A.swapaxes(1, 2) if problem.trans_a else A
        right = B.swapaxes(1, 2) if problem.trans_b else B

        def run() -> None:
            # Inputs may be meant to overflow: what that gives is judged, not warned of.
            with np.errstate(all="ignore"):
                _numpy_product(problem, left, right, C)

        yield Ready(run)


def _numpy_product(problem: Problem, left: Matrix, right: Matrix, C: Matrix) -> None:
    """Compute C := alpha*A*B + beta*C, reading neither A and B nor C where BLAS does not."""
    alpha, beta = np.float32(problem.alpha), np.float32(problem.beta)
    if problem.beta != 0.0:
        np.multiply(C, beta, out=C)
        if problem.reads_operands:
            C += alpha * np.matmul(left, right)
    elif problem.reads_operands:
        np.matmul(left, right, out=C)
        if problem.alpha != 1.0:
            np.multiply(C, alpha, out=C)
    else:
        C.fill(0.0)


def _host_view(batch: int, address: int, elements: int, shape: tuple[int, int, int]) -> Matrix:
    """View memory of this process as the matrices of a batch."""
    memory: Any = (ctypes.c_float * elements).from_address(address)
    stored = matrix_view(np.frombuffer(memory, dtype=np.float32), *shape)
    return stored.reshape(batch, shape[0] // max(batch, 1), shape[1])
