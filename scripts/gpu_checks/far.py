"""Offsets beyond 2^31 elements: rows at such distances that 32-bit index arithmetic would wrap.

The rows are real and few; between them lie gigabytes of GPU memory that are NaN, so that a read in
a wrong place shows. Host memory holds the dense matrices only.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpu_checks.subjects import kernel_of
from gpu_checks.workers import Record, record
from sgemm.errors import MachineError
from sgemm.kernels.kernel import Operands
from sgemm.machines.call import bound_call
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import Buffer
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.check import Case, judge, prepare
from sgemm.verify.inputs import Matrix, matrix_view

SIZE = 70
LEADING = 2**25 + 4
TEXTURE_LEADING = 2**22
"""A texture reaches 2**27 or 2**28 texels of 4 floats at most, so that only C can lie so far."""

ITEM_BYTES = 4
POISON = 0xFF


def check(subject: str, quick: bool) -> Iterator[Record]:
    """Run one kernel with leading dimensions of 2**25 and more, on one problem."""
    machine = CudaMachine()
    kernel = kernel_of(subject)
    loaded = machine.load(build(kernel, machine.architecture))
    dense = prepare(Problem(SIZE, SIZE, SIZE, alpha=1.5, beta=0.5))
    leading = TEXTURE_LEADING if kernel.operands is Operands.TEXTURES else LEADING
    far = Problem(SIZE, SIZE, SIZE, 1.5, 0.5, lda=leading, ldb=leading, ldc=LEADING)
    nbytes = [elements * ITEM_BYTES for elements in far.elements]
    if sum(nbytes) > machine.free_bytes:
        need, have = sum(nbytes) / 2**30, machine.free_bytes / 2**30
        reason = f"left out: it needs {need:.0f} GiB of GPU memory and {have:.0f} are free"
        yield record(subject, True, reason, problem=str(far))
        return
    with (
        machine.allocate(nbytes[0]) as a,
        machine.allocate(nbytes[1]) as b,
        machine.allocate(nbytes[2]) as c,
    ):
        given = dense.operands
        for memory, matrix, width in ((a, given.A, leading), (b, given.B, leading)):
            _scatter(machine, memory, matrix, width)
        _scatter(machine, c, given.C, LEADING)
        with bound_call(machine, kernel, far, a.address, b.address, c.address) as bound:
            machine.launch(loaded, *bound)
            machine.synchronize()
        verdict = judge(dense, _gather(machine, c, dense))
        yield record(subject, verdict.passed, verdict.reason, problem=str(far))
        if kernel.operands is Operands.TEXTURES:
            yield _refused(machine, subject, a.address)


def _scatter(machine: CudaMachine, memory: Buffer, matrix: Matrix, leading: int) -> None:
    machine.fill(memory, POISON)
    for index, row in enumerate(matrix):
        machine.copy_in(memory, np.ascontiguousarray(row), index * leading * ITEM_BYTES)


def _gather(machine: CudaMachine, memory: Buffer, dense: Case) -> Matrix:
    storage = dense.result_storage()
    problem = dense.problem
    for index, row in enumerate(matrix_view(storage, problem.m, problem.n, problem.ldc)):
        machine.copy_out(row, memory, index * LEADING * ITEM_BYTES)
    return storage


def _refused(machine: CudaMachine, subject: str, address: int) -> Record:
    """Check that a texture beyond what the GPU can address is refused in words."""
    nbytes = SIZE * LEADING * ITEM_BYTES
    try:
        with machine.texture(address, nbytes):
            return record(subject, False, f"a texture of {nbytes} bytes was made")
    except MachineError as error:
        return record(subject, True, f"refused: {error}")
