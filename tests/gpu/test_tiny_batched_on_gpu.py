"""tiny_batched on the GPU: thousands of products, each bit that of the cpu machine."""

import numpy as np
import pytest
from products_on_gpu import product

from sgemm.cli.specialisations import title
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library.tiny_batched import KERNEL
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.select import select_machine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import make_operands

# m, n, k, how many, elements between the rows of each matrix, beta.
CASES = (
    *((4, 4, 4, 20_000, 0, 0.0), (5, 5, 5, 10_001, 0, 0.5), (8, 8, 8, 4_097, 4, 0.0)),
    *((16, 16, 16, 3_000, 0, -1.0), (17, 33, 31, 500, 0, 0.0), (33, 17, 12, 500, 1, 1.0)),
    *((64, 64, 64, 200, 0, 0.0), (3, 64, 13, 2_000, 0, 0.0), (70, 130, 65, 9, 2, 0.5)),
)


@pytest.mark.parametrize("kernel", KERNEL.specialisations(), ids=title)
def test_every_bit_is_that_of_the_cpu_machine(gpu: CudaMachine, kernel: Kernel) -> None:
    cpu = select_machine("cpu", architecture=gpu.architecture)
    made = build(kernel, gpu.architecture)
    on_gpu, on_cpu = gpu.load(made), cpu.load(made)
    trans_a, trans_b = (letter == "t" for letter in kernel.layout)
    for number, (m, n, k, batch, gap, beta) in enumerate(CASES):
        lda, ldb = (m if trans_a else k) + gap, (k if trans_b else n) + gap
        problem = Problem(
            *(m, n, k, 0.7, beta, lda, ldb, n + gap, trans_a, trans_b, batch),
            stride_b=0 if number % 4 == 3 else None,  # type: ignore[arg-type]
        )
        given = make_operands(problem, "uniform_signed", number)
        expected = product(cpu, on_cpu, given)
        for schedule in (None, Schedule(), Schedule(blocks=gpu.multiprocessors)):
            np.testing.assert_array_equal(product(gpu, on_gpu, given, schedule), expected)
