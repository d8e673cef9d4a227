"""long_k on the GPU: hundreds of parts of k, each bit that of the cpu machine."""

from __future__ import annotations

import numpy as np
import pytest
from products_on_gpu import product

from sgemm.cli.specialisations import title
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library.long_k import KERNEL
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.select import select_machine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import make_operands


@pytest.mark.parametrize("kernel", KERNEL.specialisations(), ids=title)
def test_every_bit_is_that_of_the_cpu_machine(gpu: CudaMachine, kernel: Kernel) -> None:
    cpu = select_machine("cpu", architecture=gpu.architecture)
    made = build(kernel, gpu.architecture)
    on_gpu, on_cpu = gpu.load(made), cpu.load(made)
    trans_a, trans_b = (letter == "t" for letter in kernel.layout)
    for number, (m, n, k, beta) in enumerate(
        ((32, 32, 200_000, 0.0), (64, 64, 99_999, 0.5), (3, 50, 30_001, -1.0), (1, 1, 7, 0.0))
    ):
        problem = Problem(m, n, k, 0.7, beta, trans_a=trans_a, trans_b=trans_b)
        given = make_operands(problem, "uniform_signed", number)
        own = kernel.schedule(problem, gpu.multiprocessors)
        for schedule in (own, Schedule(), Schedule(splits=37)):
            expected = product(cpu, on_cpu, given, schedule)
            np.testing.assert_array_equal(product(gpu, on_gpu, given, schedule), expected)
