"""slender on the GPU: persistent blocks with many tiles each, each bit that of the cpu machine."""

import numpy as np
import pytest
from products_on_gpu import product

from sgemm.cli.specialisations import title
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library.slender import KERNEL
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.select import select_machine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import make_operands

# The long size, the other one of C, k, elements between the rows of each matrix, beta.
CASES = (
    *((200_003, 32, 32, 0, 0.0), (50_000, 16, 16, 4, 0.5), (99_999, 3, 7, 0, 0.0)),
    *((30_001, 33, 65, 1, -1.0), (1, 1, 1, 0, 0.0), (100_000, 4, 0, 0, 2.0)),
)


@pytest.mark.parametrize("kernel", KERNEL.specialisations(), ids=title)
def test_every_bit_is_that_of_the_cpu_machine(gpu: CudaMachine, kernel: Kernel) -> None:
    cpu = select_machine("cpu", architecture=gpu.architecture)
    made = build(kernel, gpu.architecture)
    on_gpu, on_cpu = gpu.load(made), cpu.load(made)
    trans_a, trans_b = (letter == "t" for letter in kernel.layout)
    is_tall = kernel.tile.bm > kernel.tile.bn
    for number, (long, short, k, gap, beta) in enumerate(CASES):
        m, n = (long, short) if is_tall else (short, long)
        lda, ldb = (m if trans_a else k) + gap, (k if trans_b else n) + gap
        problem = Problem(m, n, k, 0.7, beta, max(1, lda), max(1, ldb), n + gap, trans_a, trans_b)
        given = make_operands(problem, "uniform_signed", number)
        expected = product(cpu, on_cpu, given)
        own = kernel.schedule(problem, gpu.multiprocessors)
        for schedule in (own, Schedule(), Schedule(blocks=7)):
            np.testing.assert_array_equal(product(gpu, on_gpu, given, schedule), expected)
