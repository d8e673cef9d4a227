"""A survey: many kernels on many problems, each problem prepared once for all kernels.

What is wrong with one kernel does not keep the others from being checked.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

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

ScheduleOf = Callable[[Kernel, Problem], Schedule]
"""(kernel, problem) -> how its blocks are to share the work, or an ArgumentError."""


@dataclasses.dataclass(frozen=True, slots=True)
class Check:
    """A problem with a class of inputs."""

    problem: Problem
    input_class: str = DEFAULT_INPUT_CLASS
    schedule: Schedule | None = None  # how blocks share the work; by default in the kernel's way


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

    def count(self, verdict: Verdict) -> None:
        """Take a verdict up."""
        if not verdict.passed:
            self.failures.append(
                f"{verdict.problem} on {verdict.input_class} inputs: {verdict.reason}"
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
    schedule_of: ScheduleOf | None = None,
    tallies: dict[Kernel, Tally] | None = None,
) -> dict[Kernel, Tally]:
    """Run loaded kernels on the problems that each is asked to solve; ``advance`` follows them.

    Whoever gives ``tallies`` to count in has what was checked before an interrupt, too.
    """
    if tallies is None:
        tallies = {kernel: Tally() for kernel in loaded}
    users: dict[Check, list[Kernel]] = {}
    for kernel in loaded:
        for check in asked[kernel]:
            users.setdefault(check, []).append(kernel)
    for check, kernels in users.items():
        cases: dict[Problem, Case] = {}
        for kernel in kernels:
            problem = legal_variant(kernel, check.problem)
            schedule = check.schedule
            if problem is None:
                tallies[kernel].skip("; ".join(_violations(kernel, check.problem)))
                continue
            if schedule_of is not None:
                try:
                    schedule = schedule_of(kernel, problem)
                    kernel.launch(problem, schedule=schedule)
                except (ArgumentError, RequirementError) as error:
                    tallies[kernel].skip(str(error))
                    continue
            if problem not in cases:
                cases[problem] = prepare(problem, check.input_class, seed)
            try:
                verdict = verify_case(machine, loaded[kernel], cases[problem], schedule)
                tallies[kernel].count(verdict)
            except SgemmError as error:
                words = str(error).partition("\n")[0]
                tallies[kernel].failures.append(f"{problem}: {words}")
        advance(str(check.problem))
    return tallies


def legal_variant(kernel: Kernel, problem: Problem) -> Problem | None:
    """Return a problem, with wider rows or without gaps if a kernel requires that.

    None where a kernel computes neither.
    """
    if not _violations(kernel, problem):
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
    return next((each for each in (wider, tight) if not _violations(kernel, each)), None)


def _violations(kernel: Kernel, problem: Problem) -> list[str]:
    """List what forbids a kernel for a problem, in a schedule of its own."""
    return kernel.violations(problem, schedule=kernel.schedule(problem, 1))


def _widened(elements: int) -> int:
    return -(-elements // ROW_MULTIPLE) * ROW_MULTIPLE
