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
from sgemm.verify import DEFAULT_INPUT_CLASS
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

FRONT_ELEMENTS = 1024
"""Elements before a matrix that must keep their contents: 4096 bytes, so that it stays aligned."""

Memory = dict[str, NDArray[np.float32]]  # what is in it, by name: "A"


def front_elements(machine: Machine) -> int:
    """Return how many elements guard a matrix before its first.

    None do on a machine that checks every access: it says more of those outside, and of reads, too.
    """
    return 0 if getattr(machine, "checked", False) else FRONT_ELEMENTS


def back_elements(row: int) -> int:
    """Return how many elements after a matrix with rows of that length must keep their contents.

    Those are a tile's, of up to 256 rows, unless that is more than four megabytes.
    """
    return min(FRONT_ELEMENTS + 256 * row, 2**20)


def guarded(
    storage: NDArray[np.float32], row: int, front: int = FRONT_ELEMENTS
) -> NDArray[np.float32]:
    """Return storage of a matrix with guards before and after it; as it is for a front of 0."""
    if not front:
        return storage
    before, after = (filled(each, PADDING_BITS) for each in (front, back_elements(row)))
    return np.concatenate([before, storage, after])


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

    def memory(self, front: int) -> Memory:
        """Return A, B, C, and the addend if there is one, as before the call, with guards."""
        given, problem = self.operands, self.problem
        stored = {"A": (given.a, problem.lda), "B": (given.b, problem.ldb)}
        stored["C"] = given.c, problem.ldc
        if problem.ld_addend is not None:
            stored["the addend"] = given.addend, problem.ldc
        return {name: guarded(each, row, front) for name, (each, row) in stored.items()}

    def result_storage(self) -> NDArray[np.float32]:
        """Return C as it must be before the call (NaN if beta is zero), followed by a guard."""
        return guarded(self.operands.c, self.problem.ldc)[FRONT_ELEMENTS:]


@dataclasses.dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with what a kernel left in memory, whatever the error of its result."""

    unwritten: int = 0  # elements of C that hold what was there, although C is not read
    first_unwritten: int = 0  # place of the first of them in C without its padding
    outside: int | None = None  # where it wrote around C: elements from the first one of C
    input: str = ""  # which input it changed
    place: int = 0  # and where: elements from the first one of that

    def objection(self, problem: Problem) -> str | None:
        """Say the worst of it."""
        if self.unwritten:
            row, column = divmod(self.first_unwritten, problem.n)
            why = "beta is zero" if problem.beta == 0.0 else "another matrix is added"
            return (
                f"{self.unwritten} of {problem.batch * problem.m * problem.n} elements of C still "
                f"hold what was there, first C[{row}, {column}]: never written, or computed from C "
                f"although {why}"
            )
        if self.outside is not None:
            return _around(problem, self.outside)
        if self.input:
            return f"it changed its input {self.input}, first at element {self.place} of it"
        return None


def _around(problem: Problem, place: int) -> str:
    """Say where a write around the elements of C is."""
    if place < 0:
        return f"it wrote before C, {-place} elements before its first"
    if place >= problem.elements[2]:
        return f"it wrote past the end of C, first {place - problem.elements[2]} after it"
    product, inside_one = divmod(place, problem.stride_c)
    row, column = divmod(inside_one, problem.ldc)
    which = f"product {product}, " if problem.batch > 1 else ""
    return f"it wrote into the padding of C, at {which}row {row}, column {column} of {problem.n}"


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
    front = front_elements(machine)
    before = case.memory(front)
    after = {name: np.copy(each) for name, each in before.items()}
    a, b, c, *more = after.values()
    addend = more[0] if more else None
    multiply(machine, kernel, case.problem, a, b, c, schedule, addend, front=4 * front)
    return judge_memory(case, before, after, front)


def judge_memory(case: Case, before: Memory, after: Memory, front: int) -> Verdict:
    """Judge what a kernel left in ``case.memory(front)``."""
    written = first_difference(after["C"][:front], before["C"][:front])
    found = Findings(outside=None if written is None else written - front)
    for name in [each for each in before if each != "C"]:
        changed = first_difference(after[name], before[name])
        if changed is not None:
            found = dataclasses.replace(found, input=name, place=changed - front)
    return judge(case, after["C"][front:], found)


def judge(case: Case, storage: NDArray[np.float32], beside: Findings = Findings()) -> Verdict:
    """Judge a result in ``case.result_storage()``, of which the guard may be left out.

    What was found in other memory ``beside`` it counts, too.
    """
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
    outside = beside.outside if beside.outside is not None else _outside(case, storage)
    unwritten, first = _unwritten(case, C)
    found = dataclasses.replace(beside, unwritten=unwritten, first_unwritten=first, outside=outside)
    return verdict_of(problem, case.input_class, case.seed, error, bounds, found)


def verdict_of(
    problem: Problem,
    input_class_name: str,
    seed: int,
    error: Error,
    bounds: Tolerance,
    found: Findings,
) -> Verdict:
    """Judge by what was found and by the error; what was found comes first."""
    reason = found.objection(problem) or bounds.objection(error)
    passed = reason is None
    if reason is None:
        reason = f"{error} (allowed: rms {bounds.rms:.3g}, max {bounds.maximum:.3g})"
    elif problem.batch > 1:
        reason += f" (rows of C count on through the products, {problem.m} each)"
    return Verdict(passed, reason, error, bounds, problem, input_class_name, seed)


def _unwritten(case: Case, C: NDArray[np.float32]) -> tuple[int, int]:
    """Count elements that still hold what C was filled with where it is not read; the first."""
    if case.problem.beta != 0.0 and case.problem.ld_addend is None:
        return 0, 0
    untouched = np.ascontiguousarray(C).view(np.uint32) == UNWRITTEN_BITS
    return int(np.count_nonzero(untouched)), int(np.argmax(untouched)) if untouched.size else 0


def _outside(case: Case, storage: NDArray[np.float32]) -> int | None:
    """Return the place of a write between the rows of C or after its last element."""
    problem, before = case.problem, case.result_storage()[: storage.size]
    now = np.copy(storage)
    # What is inside C may differ, so it is made equal.
    for start in range(0, problem.batch * problem.stride_c, problem.stride_c or 1):
        inside, was = (
            matrix_view(storage[start:], problem.m, problem.n, problem.ldc).view(np.uint32)
            for storage in (now, before)
        )
        inside[...] = was
    return first_difference(now, before)


def first_difference(now: NDArray[np.float32], before: NDArray[np.float32]) -> int | None:
    """Return the index of the first element whose bits differ."""
    different = now.view(np.uint32) != before.view(np.uint32)
    return int(np.argmax(different)) if different.any() else None
