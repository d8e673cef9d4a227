"""fp16x3_skinny on the GPU: the cpu machine's bits, and errors beside cuBLAS's.

With ``SGEMM_ERRORS=FILE`` errors are added to a file, as in test_split_on_gpu.py.
"""

import numpy as np
import pytest
from products_on_gpu import product, with_one_nan
from test_split_on_gpu import CLASSES, check_errors, each_class, problems_of

from sgemm.cli.specialisations import title
from sgemm.kernels.catalogue import find
from sgemm.kernels.schedule import Schedule
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.awkward import as_stored
from sgemm.verify.inputs import make_operands

KERNELS = find("fp16x3_skinny").specialisations()


@pytest.mark.parametrize("kernel", KERNELS, ids=title)
def test_every_bit_is_that_of_the_cpu_machine(hopper, cpu, kernel):
    made = build(kernel, hopper.architecture)
    on_gpu, on_cpu = hopper.load(made), cpu.load(made)
    for number, problem in enumerate(problems_of(kernel)):
        name = CLASSES[number % len(CLASSES)]
        given = make_operands(problem, name, number)
        for schedule in (Schedule(), Schedule(splits=2), Schedule(splits=7)):
            expected = with_one_nan(product(cpu, on_cpu, given, schedule))
            found = with_one_nan(product(hopper, on_gpu, given, schedule))
            np.testing.assert_array_equal(found, expected, f"{problem}, {name}, {schedule}")


@pytest.mark.parametrize("kernel", KERNELS, ids=title)
def test_runs_have_the_same_bits(hopper, kernel):
    loaded = hopper.load(build(kernel, hopper.architecture))
    for name in ("normal", "wide_3", "infinity_in_b"):
        given = make_operands(as_stored(Problem(60, 4001, 3000), "nt"), name, 1)
        first = product(hopper, loaded, given)
        for _ in range(20):
            np.testing.assert_array_equal(product(hopper, loaded, given), first)


SHAPES = (
    *((1, 4096, 4096), (8, 4096, 4096), (16, 4096, 4096), (64, 4096, 4096), (64, 8192, 14336)),
    *((17, 1024, 64), (33, 2304, 768), (64, 768, 3072), (100, 3072, 768), (128, 4096, 1000)),
    *((48, 300, 16384), (32, 14336, 100), (5, 17, 2000), (64, 64, 65536), (200, 50257, 256)),
    *((256, 1024, 4096), (512, 512, 4096), (512, 1024, 2048)),
)


@each_class
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_errors_are_no_larger_than_those_of_cublas(hopper, baseline, name, shape):
    """In the parts of k that the kernel's own schedule has."""
    problem = as_stored(Problem(*shape), "nt")
    assert not check_errors(hopper, baseline, problem, name, list(KERNELS))
