"""A survey: many kernels on many problems, each problem prepared once for all kernels.

What is wrong with one kernel does not keep the others from being checked.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from sgemm.errors import ArgumentError, RequirementError, SgemmError
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.problem import Problem
from sgemm.verify import DEFAULT_INPUT_CLASS
from sgemm.verify.awkward import (
    FAR_SHAPES,
    SMALL_SHAPES,
    Shape,
    addend_problems,
    as_stored,
    awkward_problems,
    batched_problems,
    many_products,
    with_scalars_and_padding,
)
from sgemm.verify.check import Case, Verdict, prepare, verify_case
from sgemm.verify.inputs import INPUT_CLASSES

ROW_MULTIPLE = 4
"""What a rung that requires anything of its rows requires them to be a multiple of."""

QUICK_BATCHES = 11
"""How many batches a quick survey has."""

HARD_CLASSES = (
    *("normal", "uniform", "bad_mantissa", "subnormal", "near_overflow", "overflow"),
    *("nan_in_a", "infinity_in_b"),
)
"""Classes that each survey has a problem of: shortcuts in arithmetic show on them."""

CLASS_SHAPES: tuple[Shape, ...] = (
    *((130, 140, 100), (65, 33, 200), (31, 37, 41), (1, 67, 129), (5, 3, 0)),
)
"""Shapes on which all classes are tried: ragged for every tile, and with short and long sums."""

LONG_SHAPE: Shape = (130, 260, 1000)
"""Some tiles of any kernel, with k long enough for each level on which sums may be added."""

SCHEDULES = (Schedule(blocks=2), Schedule(blocks=3, stream_k_tiles=1))
"""Ways to share that among persistent blocks: tiles whole, one after the other; one spread by k."""

Subject = TypeVar("Subject", bound=Hashable)


@dataclasses.dataclass(frozen=True, slots=True)
class Check:
    """A problem with a class of inputs."""

    problem: Problem
    input_class: str = DEFAULT_INPUT_CLASS
    schedule: Schedule | None = None  # how blocks share the work; by default in the kernel's way


class Run(NamedTuple):
    """What is run for a check."""

    kernel: LoadedKernel
    problem: Problem  # that of the check, or with wider rows
    schedule: Schedule | None
    by: str = ""  # what computes it, where that is not plain


@dataclasses.dataclass(slots=True)
class Tally:
    """What became of a kernel's checks."""

    passed: int = 0
    skipped: int = 0  # their problem is forbidden by the kernel's requirements
    objection: str = ""  # why the last of those was skipped
    failures: list[str] = dataclasses.field(default_factory=list)  # what was wrong
    worst_rms: float = 0.0  # of the results that passed, in units of 2**-24 * (|A||B|)
    worst_maximum: float = 0.0

    @property
    def checked(self) -> int:
        """How many checks there were results of."""
        return self.passed + len(self.failures)

    def skip(self, objection: str) -> None:
        """Leave a check out, and say why."""
        self.skipped += 1
        self.objection = objection

    def fail(self, problem: Problem, error: SgemmError) -> None:
        """Note that there was no result."""
        words = str(error).partition("\n")[0]
        self.failures.append(f"{problem}: {words}")

    def count(self, verdict: Verdict, by: str = "") -> None:
        """Take a verdict up."""
        if not verdict.passed:
            computed = f" (computed by {by})" if by else ""
            self.failures.append(
                f"{verdict.problem} on {verdict.input_class} inputs: {verdict.reason}{computed}"
            )
            return
        self.passed += 1
        self.worst_rms = max(self.worst_rms, verdict.error.rms)
        self.worst_maximum = max(self.worst_maximum, verdict.error.maximum)


def standard_checks(kernel: Kernel, quick: bool = False) -> Iterator[Check]:
    """Make a sound set for a kernel: awkward problems, batches, schedules, hard inputs."""
    # What is awkward for a tile may be one of the shapes for hard inputs, too.
    yield from dict.fromkeys(_standard_checks(kernel, quick))


def _standard_checks(kernel: Kernel, quick: bool) -> Iterator[Check]:
    problems = with_scalars_and_padding(SMALL_SHAPES) if quick else awkward_problems(kernel.tile)
    for problem in itertools.chain(problems, itertools.starmap(Problem, FAR_SHAPES)):
        yield Check(as_stored(problem, kernel.layout))
    if kernel.parameters.has_batches:
        batches = batched_problems(kernel.layout)
        for problem in itertools.islice(batches, QUICK_BATCHES if quick else None):
            yield Check(problem)
        yield Check(many_products(kernel.layout))
        if not quick:
            yield from schedule_checks(kernel)
    if kernel.parameters.has_addend:
        problems = addend_problems(kernel.layout)
        for problem in itertools.islice(problems, QUICK_BATCHES if quick else None):
            yield Check(problem)
    shapes = CLASS_SHAPES[:1] if quick else CLASS_SHAPES[:2]
    yield from class_checks(HARD_CLASSES, shapes, kernel.layout)


def schedule_checks(kernel: Kernel) -> Iterator[Check]:
    """Share the work of a problem in each way that a kernel of persistent blocks knows."""
    # Left alone, it shares small problems by k among all multiprocessors: no sum is long.
    problem = as_stored(Problem(*LONG_SHAPE), kernel.layout)
    for schedule in SCHEDULES:
        try:
            kernel.geometry.grid(problem, kernel.tile, schedule)
        except ArgumentError:
            continue
        yield Check(problem, schedule=schedule)
        if kernel.parameters.has_addend:
            adding = dataclasses.replace(problem, beta=-0.5, ld_addend=0)
            yield Check(adding, schedule=schedule)


def class_checks(
    classes: Sequence[str] = tuple(INPUT_CLASSES),
    shapes: Sequence[Shape] = CLASS_SHAPES,
    layout: str = "nn",
    batch: int = 1,
) -> Iterator[Check]:
    """Try classes of inputs on shapes, each with beta zero and with beta not zero."""
    for name in classes:
        for m, n, k in shapes:
            for alpha, beta in ((1.0, 0.0), (0.5, -1.0)):
                problem = as_stored(Problem(m, n, k, alpha, beta), layout)
                yield Check(dataclasses.replace(problem, batch=batch), name)


def survey(
    machine: Machine,
    loaded: Mapping[Kernel, LoadedKernel],
    asked: Mapping[Kernel, Sequence[Check]],
    seed: int = 0,
    advance: Callable[[str], None] = lambda _: None,
) -> dict[Kernel, Tally]:
    """Run loaded kernels on the problems that each is asked to solve; ``advance`` follows them."""

    def run_of(kernel: Kernel, check: Check) -> Run:
        return Run(loaded[kernel], legal_variant(kernel, check.problem), check.schedule)

    tallies = {kernel: Tally() for kernel in loaded}
    check_all(machine, {kernel: asked[kernel] for kernel in loaded}, run_of, tallies, seed, advance)
    return tallies


def check_all(
    machine: Machine,
    asked: Mapping[Subject, Sequence[Check]],
    run_of: Callable[[Subject, Check], Run],  # RequirementError where there is none
    tallies: Mapping[Subject, Tally],  # whoever gives them has them after an interrupt, too
    seed: int,
    advance: Callable[[str], None],  # called after each problem
) -> None:
    """Count what becomes of the checks of each subject: a kernel, or what chooses one."""
    users: dict[Check, list[Subject]] = {}
    for subject, checks in asked.items():
        for check in checks:
            users.setdefault(check, []).append(subject)
    for check, subjects in users.items():
        cases: dict[Problem, Case] = {}
        for subject in subjects:
            tally, problem = tallies[subject], check.problem
            try:
                run = run_of(subject, check)
            except RequirementError as error:
                tally.skip(str(error))
                continue
            except SgemmError as error:
                tally.fail(problem, error)
                continue
            problem = run.problem
            try:
                if problem not in cases:
                    cases[problem] = prepare(problem, check.input_class, seed)
                verdict = verify_case(machine, run.kernel, cases[problem], run.schedule)
                tally.count(verdict, run.by)
            except SgemmError as error:
                tally.fail(problem, error)
        advance(str(check.problem))


def legal_variant(kernel: Kernel, problem: Problem) -> Problem:
    """Return a problem, with wider rows or without gaps if a kernel requires that.

    Raises RequirementError where it can never be legal.
    """
    violations = _violations(kernel, problem)
    if not violations:
        return problem
    lda, ldb = (_widened(leading) for leading in (problem.lda, problem.ldb))
    # One matrix for all stays one; others move on as their rows become wider.
    stride_a = problem.stride_a and _widened(max(problem.stride_a, problem.a_rows * lda))
    stride_b = problem.stride_b and _widened(max(problem.stride_b, problem.b_rows * ldb))
    wider = dataclasses.replace(problem, lda=lda, ldb=ldb, stride_a=stride_a, stride_b=stride_b)
    tightest: dict[str, Any] = dict.fromkeys(("lda", "ldb", "ldc"), 0)
    for name in ("stride_a", "stride_b", "stride_c"):
        tightest[name] = getattr(problem, name) and None  # one matrix for all stays one
    tight = dataclasses.replace(problem, **tightest)
    for variant in (wider, tight):
        if not _violations(kernel, variant):
            return variant
    raise RequirementError("; ".join(violations))


def _violations(kernel: Kernel, problem: Problem) -> list[str]:
    """List what forbids a kernel for a problem, in a schedule of its own."""
    return kernel.violations(problem, schedule=kernel.schedule(problem, 1))


def _widened(elements: int) -> int:
    return -(-elements // ROW_MULTIPLE) * ROW_MULTIPLE
