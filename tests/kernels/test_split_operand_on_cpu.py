"""Operands that were split beforehand: products have the bits that they have without."""

import contextlib
import dataclasses

import numpy as np
import pytest
from products_on_cpu import assert_same_bits, computed, loaded_on, problem_of
from test_split_on_cpu import smallest

from machine_memory import in_memory
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library.tensor_cores import split_operand
from sgemm.machines.call import address_of, bound_arguments, workspace_buffers
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import Addresses
from sgemm.problem import Problem
from sgemm.verify.inputs import Operands, make_operands


def prepared(machine: CpuMachine, stack: contextlib.ExitStack, problem: Problem, b: int) -> int:
    """Split B of a problem; return where that lies, which was full of NaN before."""
    nbytes = split_operand.prepared_bytes(problem)
    nans = np.full(-(-nbytes // 4), np.nan, np.float32)
    (target,) = (each.address for each in stack.enter_context(in_memory(machine, nans)))
    loaded = loaded_on(machine, split_operand.KERNEL.specialised(problem.layout))
    where = Addresses(0, b, 0, parts=(0, target))
    with bound_arguments(machine, loaded.build.kernel, problem, where) as bound:
        machine.launch(loaded, *bound)
    return target


def rows_of_a(problem: Problem) -> Problem:
    """The problem whose B is A of another one."""
    return Problem(
        *(1, problem.m, problem.k),
        ldb=problem.lda,
        trans_b=not problem.trans_a,
        batch=problem.batch,
        stride_a=0,
        stride_b=problem.stride_a,
    )


def columns_of_b(problem: Problem) -> Problem:
    """The same of its own B."""
    return dataclasses.replace(problem, m=1, lda=0, ldc=0, trans_a=False, stride_a=0, stride_c=None)


def with_prepared(machine: CpuMachine, kernel: Kernel, given: Operands, which: str):
    """The product with A, B or both prepared; what was prepared is not changed."""
    problem = dataclasses.replace(given.problem, **{f"prepared_{name}": True for name in which})
    loaded, found = loaded_on(machine, kernel), dataclasses.replace(given, c=np.empty_like(given.c))
    with contextlib.ExitStack() as stack:
        operands = stack.enter_context(in_memory(machine, given.a, given.b, found.c))
        a, b, c = (each.address for each in operands)
        of_a = prepared(machine, stack, rows_of_a(problem), a) if "a" in which else 0
        of_b = prepared(machine, stack, columns_of_b(problem), b) if "b" in which else 0
        schedule = kernel.schedule(problem, machine.multiprocessors)
        buffers = stack.enter_context(
            workspace_buffers(machine, kernel.workspace(problem, schedule))
        )
        where = Addresses(a, b, c, *map(address_of, buffers), parts=(of_a, of_b))
        bound = bound_arguments(machine, kernel, problem, where, schedule)
        launch, arguments = stack.enter_context(bound)
        for _ in range(2):
            machine.launch(loaded, launch, arguments)
        machine.copy_out(found.c, operands[2])
    return found.C


CASES = {
    "plain": lambda A, B: None,
    "b is uncommon": lambda A, B: B.__setitem__((3, 5), np.float32(2.0**-60)),
    "a is uncommon": lambda A, B: A.__setitem__((5, 3), np.float32(2.0**-60)),
    "b has infinity": lambda A, B: B.__setitem__((9, 70), np.float32(np.inf)),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("which", ["a", "b", "ab"])
@pytest.mark.sampled(2)
def test_the_bits_are_those_without(checked: CpuMachine, which: str, case: str) -> None:
    kernel = smallest("fp16x3").specialised("nt" if which == "a" else "nn")
    given = make_operands(problem_of(kernel, m=70, n=131, k=330), "normal", 4)
    given.B[200] = 0
    CASES[case](given.A, given.B)
    expected = computed(checked, kernel, given).C
    assert_same_bits(with_prepared(checked, kernel, given, which), expected)
