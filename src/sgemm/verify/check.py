"""Is a kernel right? Run it on a machine and compare the result with the reference.

A case is a problem with its operands and its reference; it is prepared once and serves any number
of kernels. Judging is separate from running: a library's result (cuBLAS, NumPy) is judged by the
same rules.
"""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import multiply
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.problem import Problem
from sgemm.verify.error import Error, measure
from sgemm.verify.inputs import (
    PADDING_BITS,
    UNWRITTEN_BITS,
    Operands,
    filled,
    input_class,
    make_operands,
    matrix_view,
    results_view,
)
from sgemm.verify.reference import Reference, reference
from sgemm.verify.tolerance import Tolerance, tolerance

DEFAULT_INPUT_CLASS = "uniform_signed"

GUARD_ELEMENTS = 1024
"""Elements after the last one of C that must keep their contents."""


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """A problem with its inputs and what must come out."""

    operands: Operands
    input_class: str
    seed: int
    reference: Reference

    @property
    def problem(self) -> Problem:
        """What is to be computed."""
        return self.operands.problem

    def result_storage(self) -> NDArray[np.float32]:
        """Return C as it must be before the call (NaN if beta is zero), followed by a guard."""
        return np.concatenate([self.operands.c, filled(GUARD_ELEMENTS, PADDING_BITS)])


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a result is right."""

    passed: bool
    reason: str  # what is wrong; or, where nothing is, the error beside its bounds
    error: Error  # of the result, whatever the reason
    tolerance: Tolerance  # what was allowed
    problem: Problem
    input_class: str
    seed: int

    def __str__(self) -> str:
        word = "passed" if self.passed else "FAILED"
        return f"{word}: {self.problem} on {self.input_class} inputs: {self.reason}"


def prepare(problem: Problem, input_class_name: str = DEFAULT_INPUT_CLASS, seed: int = 0) -> Case:
    """Make the operands and the reference of a problem."""
    operands = make_operands(problem, input_class_name, seed)
    return Case(operands, input_class_name, seed, reference(problem, operands))


def verify_case(
    machine: Machine, kernel: LoadedKernel, case: Case, schedule: Schedule | None = None
) -> Verdict:
    """Run a kernel once on a prepared case and judge what it wrote."""
    given = case.operands
    a, b, addend = np.copy(given.a), np.copy(given.b), np.copy(given.addend)
    c = case.result_storage()
    has_addend = case.problem.ld_addend is not None
    multiply(machine, kernel, case.problem, a, b, c, schedule, addend if has_addend else None)
    verdict = judge(case, c)
    inputs = ("A", a, given.a), ("B", b, given.b), ("the addend", addend, given.addend)
    for name, now, before in inputs:
        changed = _first_difference(now, before)
        if changed is not None:
            reason = f"the kernel changed its input {name}, first at element {changed} of it"
            return dataclasses.replace(verdict, passed=False, reason=reason)
    return verdict


def judge(case: Case, storage: NDArray[np.float32]) -> Verdict:
    """Judge a result in ``case.result_storage()``, of which the guard may be left out."""
    problem = case.problem
    elements = problem.elements[2]
    if storage.ndim != 1 or storage.dtype != np.float32 or storage.size < elements:
        raise ArgumentError(
            f"storage of {storage.dtype} and shape {storage.shape}: "
            f"C of {problem} is flat float32 of at least {elements} elements"
        )
    C = results_view(storage, problem)
    error = measure(C, case.reference)
    bounds = tolerance(problem, input_class(case.input_class), error.elements)
    reason = _unwritten(case, C) or _outside(case, storage) or bounds.objection(error)
    passed = reason is None
    if reason is None:
        reason = f"{error} (allowed: rms {bounds.rms:.3g}, max {bounds.maximum:.3g})"
    elif problem.batch > 1:
        reason += f" (rows of C count on through the products, {problem.m} each)"
    return Verdict(passed, reason, error, bounds, problem, case.input_class, case.seed)


def _unwritten(case: Case, C: NDArray[np.float32]) -> str | None:
    """Report elements that still hold what C was filled with where it is not read."""
    if case.problem.beta != 0.0 and case.problem.ld_addend is None:
        return None
    untouched = np.ascontiguousarray(C).view(np.uint32) == UNWRITTEN_BITS
    count = int(np.count_nonzero(untouched))
    if count == 0:
        return None
    row, column = divmod(int(np.argmax(untouched)), C.shape[1])
    why = "beta is zero" if case.problem.beta == 0.0 else "another matrix is added"
    return (
        f"{count} of {C.size} elements of C still hold what was there, first C[{row}, {column}]: "
        f"never written, or computed from C although {why}"
    )


def _outside(case: Case, storage: NDArray[np.float32]) -> str | None:
    """Report a write between the rows of C or after its last element."""
    problem, before = case.problem, case.result_storage()[: storage.size]
    now = np.copy(storage)
    # What is inside C may differ, so it is made equal.
    for start in range(0, problem.batch * problem.stride_c, problem.stride_c or 1):
        inside, was = (
            matrix_view(storage[start:], problem.m, problem.n, problem.ldc).view(np.uint32)
            for storage in (now, before)
        )
        inside[...] = was
    place = _first_difference(now, before)
    if place is None:
        return None
    if place >= problem.elements[2]:
        return f"the kernel wrote past the end of C, first {place - problem.elements[2]} after it"
    product, inside_one = divmod(place, problem.stride_c)
    row, column = divmod(inside_one, problem.ldc)
    which = f"product {product}, " if problem.batch > 1 else ""
    return (
        f"the kernel wrote into the padding of C, at {which}row {row}, "
        f"column {column} of {problem.n}"
    )


def _first_difference(now: NDArray[np.float32], before: NDArray[np.float32]) -> int | None:
    """Return the index of the first element whose bits differ."""
    different = now.view(np.uint32) != before.view(np.uint32)
    return int(np.argmax(different)) if different.any() else None
