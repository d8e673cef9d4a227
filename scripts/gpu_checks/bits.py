"""The cpu machine against the GPU, bit for bit, for the same PTX.

The GPU runs it twice: as the machine code that NVRTC made of the same source, and as the PTX
itself, compiled by the driver. A NaN counts as equal to any other NaN: IEEE 754 leaves its sign
and payload open, and processors differ there.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpu_checks.cases import bit_checks, legal
from gpu_checks.subjects import kernel_of
from gpu_checks.workers import Record, record
from sgemm.errors import MachineError
from sgemm.machines.call import multiply
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.machines.select import select_machine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import Matrix, Operands, make_operands

CPU_THREADS = 4


def check(subject: str, quick: bool) -> Iterator[Record]:
    """Compare both machines on one kernel; a quick check leaves the larger problems out."""
    gpu = CudaMachine()
    # Where k is cut into parts, how many depends on the multiprocessors there are.
    cpu = select_machine(
        "cpu",
        threads=CPU_THREADS,
        architecture=gpu.architecture,
        multiprocessors=gpu.multiprocessors,
    )
    kernel = kernel_of(subject)
    made = build(kernel, gpu.architecture)
    on_cpu = cpu.load(made)
    on_gpu = {"machine code": gpu.load(made)}
    if made.cubin is not None:
        try:
            on_gpu["PTX"] = gpu.load(made._replace(cubin=None))
        except MachineError as error:
            # A compiler newer than the driver writes PTX that the driver cannot read.
            passed = "UNSUPPORTED_PTX_VERSION" in str(error)
            yield record(subject, passed, f"left out: {error}", code="PTX")
    for seed, case in enumerate(bit_checks(kernel, quick)):
        problem = legal(kernel, case.problem)
        operands = make_operands(problem, case.input_class, seed)
        expected = _run(cpu, on_cpu, problem, operands)
        for code, loaded in on_gpu.items():
            found = _run(gpu, loaded, problem, operands)
            yield _compare(subject, problem, expected, found) | {
                "problem": str(problem),
                "input_class": case.input_class,
                "code": code,
            }


def _run(machine: Machine, kernel: LoadedKernel, problem: Problem, operands: Operands) -> Matrix:
    c = np.copy(operands.c)
    multiply(machine, kernel, problem, operands.a, operands.b, c)
    return c


def _compare(subject: str, problem: Problem, expected: Matrix, found: Matrix) -> Record:
    equal = expected.view(np.uint32) == found.view(np.uint32)
    equal |= np.isnan(expected) & np.isnan(found)
    differing = int(np.count_nonzero(~equal))
    if not differing:
        return record(subject, True, "equal bit for bit", elements=expected.size)
    row, column = divmod(int(np.argmin(equal)), problem.ldc)
    cpu, gpu = (float(result[~equal][0]) for result in (expected, found))
    reason = (
        f"{differing} of {expected.size} elements differ, first C[{row}, {column}]: "
        f"{cpu.hex()} on the cpu machine, {gpu.hex()} on the GPU"
    )
    return record(subject, False, reason, elements=expected.size)
