"""Products of one kernel on any machine, of problems that suit the kernel."""

import numpy as np
from gpu_checks import cases

from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import multiply
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.problem import Problem
from sgemm.verify.awkward import as_stored
from sgemm.verify.inputs import Matrix, Operands


def legal(kernel: Kernel, problem: Problem) -> Problem:
    """Store A and B as a kernel expects, with wider rows or smaller where it requires that."""
    return cases.legal(kernel, as_stored(problem, kernel.layout))


def with_one_nan(bits: np.typing.NDArray[np.uint32]) -> np.typing.NDArray[np.uint32]:
    """Return bits of floats with the same ones for every NaN."""
    return np.where(np.isnan(bits.view(np.float32)), np.uint32(0x7FFFFFFF), bits)


def product(
    machine: Machine, kernel: LoadedKernel, given: Operands, schedule: Schedule | None = None
) -> Matrix:
    """Return the bits of C."""
    c = np.copy(given.c)
    multiply(machine, kernel, given.problem, given.a, given.b, c, schedule)
    return c.view(np.uint32)
