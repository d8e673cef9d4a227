"""Kernels of persistent blocks on the GPU: many tiles each, and the bits of the cpu machine."""

from collections.abc import Iterator

import numpy as np
import pytest
from products_on_gpu import product

from sgemm.cli.specialisations import title
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import slender, tiny_batched, tiny_batched_tma
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.select import select_machine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import make_operands

# The long size, the other one of C, k, elements between the rows of each matrix, beta.
SLENDER = (
    *((200_003, 32, 32, 0, 0.0), (50_000, 16, 16, 4, 0.5), (99_999, 3, 7, 0, 0.0)),
    *((30_001, 33, 65, 1, -1.0), (1, 1, 1, 0, 0.0), (100_000, 4, 0, 0, 2.0)),
)

# m, n, k, how many, elements between the rows of each matrix, beta.
TINY = (
    *((4, 4, 4, 20_000, 0, 0.0), (5, 5, 5, 10_001, 0, 0.5), (8, 8, 8, 4_097, 4, 0.0)),
    *((16, 16, 16, 3_000, 0, -1.0), (17, 33, 31, 500, 0, 0.0), (33, 17, 12, 500, 1, 1.0)),
    *((64, 64, 64, 200, 0, 0.0), (3, 64, 13, 2_000, 0, 0.0), (70, 130, 65, 9, 2, 0.5)),
)
DENSE = (
    *((4, 4, 4, 20_000, 0, 0.0), (5, 5, 5, 10_001, 0, 0.5), (1, 1, 1, 3, 0, 0.0)),
    *((17, 33, 31, 500, 0, 0.0), (54, 55, 53, 300, 0, -1.0), (3, 64, 13, 2_003, 0, 0.0)),
    *((2, 900, 7, 50, 0, 0.0), (7, 7, 0, 999, 0, 0.0)),
)


def problems_of(kernel: Kernel) -> Iterator[Problem]:
    trans_a, trans_b = (letter == "t" for letter in kernel.layout)
    is_tall = kernel.tile.bm > kernel.tile.bn
    if kernel.name == "slender":
        cases = [(*((a, b) if is_tall else (b, a)), k, 1, *rest) for a, b, k, *rest in SLENDER]
    else:
        cases = list(TINY if kernel.name == "tiny_batched" else DENSE)
    for number, (m, n, k, batch, gap, beta) in enumerate(cases):
        lda, ldb = (m if trans_a else k) + gap, (k if trans_b else n) + gap
        yield Problem(
            *(m, n, k, 0.7, beta, max(1, lda), max(1, ldb), n + gap, trans_a, trans_b, batch),
            stride_b=0 if batch > 1 and number % 4 == 3 else None,  # type: ignore[arg-type]
        )


MODULES = (slender, tiny_batched, tiny_batched_tma)
KERNELS = [kernel for module in MODULES for kernel in module.KERNEL.specialisations()]


@pytest.mark.parametrize("kernel", KERNELS, ids=title)
def test_every_bit_is_that_of_the_cpu_machine(gpu: CudaMachine, kernel: Kernel) -> None:
    cpu = select_machine("cpu", architecture=gpu.architecture)
    made = build(kernel, gpu.architecture)
    on_gpu, on_cpu = gpu.load(made), cpu.load(made)
    for number, problem in enumerate(problems_of(kernel)):
        given = make_operands(problem, "uniform_signed", number)
        expected = product(cpu, on_cpu, given)
        own = kernel.schedule(problem, gpu.multiprocessors)
        few = Schedule(blocks=7 if kernel.name == "slender" else gpu.multiprocessors)
        for schedule in (own, Schedule(), few):
            np.testing.assert_array_equal(product(gpu, on_gpu, given, schedule), expected)
