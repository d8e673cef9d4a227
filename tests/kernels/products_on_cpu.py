"""Products of one specialisation of a kernel on the cpu machine, as its tests ask for them."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import multiply
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import LoadedKernel
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import Operands
from sgemm.verify.sequential import fused_multiply_add


def loaded_on(machine: CpuMachine, kernel: Kernel) -> LoadedKernel:
    return machine.load(build(kernel, machine.architecture, cubin=False))


def with_instruction(
    kernel: Kernel, folder: Path, before: str, after: str, header: str = "async_instructions.cuh"
) -> Kernel:
    """Return the kernel with another instruction in place of one of a header."""
    text = (kernel.source.parents[1] / "include" / header).read_text()
    assert text.count(before) == 1
    (folder / header).write_text(text.replace(before, after))
    return dataclasses.replace(kernel, source=Path(shutil.copy(kernel.source, folder)))


def problem_of(kernel: Kernel, **numbers: object) -> Problem:
    """A problem in the kernel's layout."""
    flags = {"trans_a": kernel.layout[0] == "t", "trans_b": kernel.layout[1] == "t"}
    return Problem(**numbers, **flags)  # type: ignore[arg-type]


def computed(
    machine: CpuMachine, kernel: LoadedKernel, given: Operands, schedule: Schedule | None = None
) -> Operands:
    """Return the operands with C as the kernel leaves it, by default on its own schedule."""
    storage = np.copy(given.c)
    multiply(machine, kernel, given.problem, given.a, given.b, storage, schedule)
    return dataclasses.replace(given, c=storage)


def finished(given: Operands, total: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return alpha*total + beta*C of the first product, as rungs with shared k round it."""
    scaled = np.float32(given.problem.alpha) * total
    if given.problem.beta == 0.0:
        return scaled
    return fused_multiply_add(np.full_like(scaled, given.problem.beta), given.C, scaled)


def assert_only_c_is_written(given: Operands, found: Operands) -> None:
    """Check that what lies between rows of C and between its matrices is as it was."""
    problem = given.problem
    outside = np.ones(given.c.size, dtype=bool)
    rows = np.arange(problem.m)[:, None] * problem.ldc + np.arange(problem.n)
    for product in range(problem.batch):
        outside[rows + product * problem.stride_c] = False
    np.testing.assert_array_equal(
        found.c[outside].view(np.uint32), given.c[outside].view(np.uint32), f"{problem}"
    )
