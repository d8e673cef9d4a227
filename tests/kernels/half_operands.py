"""Operands of which one is of half precision: what their numbers are, and how they are stored."""

import dataclasses

import numpy as np
from products_on_cpu import computed, problem_of

from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.verify.inputs import Operands, make_operands


def rounded(values, type_: str):
    """The nearest numbers toward zero that a type has."""
    if type_ == "float32":
        return values
    if type_ == "bfloat16":
        return (values.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)
    return values.astype(np.float16).astype(np.float32)


def stored(values, type_: str):
    """Numbers of a type as its bits."""
    if type_ == "float16":
        return values.astype(np.float16).view(np.uint16)
    return (values.view(np.uint32) >> 16).astype(np.uint16) if type_ == "bfloat16" else values


def operands(kernel: Kernel, input_class: str = "normal", **numbers: object) -> Operands:
    """Return numbers that the kernel's types have, as float32."""
    type_a, type_b = kernel.types
    problem = problem_of(kernel, type_a=type_a, type_b=type_b, **numbers)
    given = make_operands(problem, input_class, 1)
    return dataclasses.replace(given, a=rounded(given.a, type_a), b=rounded(given.b, type_b))


def found_by(
    machine: CpuMachine, kernel: Kernel, given: Operands, schedule: Schedule | None = None
) -> Operands:
    """Return the operands with what a kernel makes of C, by A and B as they are stored."""
    type_a, type_b = kernel.types
    as_stored = dataclasses.replace(given, a=stored(given.a, type_a), b=stored(given.b, type_b))
    return computed(machine, kernel, as_stored, schedule)
