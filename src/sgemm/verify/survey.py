"""A survey: many kernels on many problems, each problem prepared once for all kernels.

What is wrong with one kernel does not keep the others from being checked.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence

from sgemm.errors import SgemmError
from sgemm.kernels.kernel import Kernel, Tile
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.problem import Problem
from sgemm.verify.awkward import SMALL_SHAPES, Shape, awkward_problems, with_scalars_and_padding
from sgemm.verify.check import DEFAULT_INPUT_CLASS, Case, Verdict, prepare, verify_case
from sgemm.verify.inputs import INPUT_CLASSES

ROW_MULTIPLE = 4
"""What a rung that requires anything of its rows requires them to be a multiple of."""

HARD_CLASSES = ("normal", "bad_mantissa", "subnormal", "overflow", "nan_in_a")
"""Classes that each survey has a problem of: shortcuts in arithmetic show on them."""

CLASS_SHAPES: tuple[Shape, ...] = (
    (130, 140, 100),
    (65, 33, 200),
    (31, 37, 41),
    (1, 67, 129),
    (5, 3, 0),
)
"""Shapes on which all classes are tried: ragged for every tile, and with short and long sums."""


@dataclasses.dataclass(frozen=True, slots=True)
class Check:
    """A problem with a kind of input.

    Parameters
    ----------
    problem : Problem
    input_class : str
    """

    problem: Problem
    input_class: str = DEFAULT_INPUT_CLASS


@dataclasses.dataclass(slots=True)
class Tally:
    """What became of a kernel's checks.

    Attributes
    ----------
    passed, skipped : int
        Checks that it passed, and those whose problem its requirements forbid.
    failures : list of str
        What was wrong, one text for each check that failed.
    worst_rms, worst_maximum : float
        Largest errors of the results that passed, in units of 2**-24 * (|A||B|).
    """

    passed: int = 0
    skipped: int = 0
    failures: list[str] = dataclasses.field(default_factory=list)
    worst_rms: float = 0.0
    worst_maximum: float = 0.0

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


def standard_checks(tile: Tile, quick: bool = False) -> Iterator[Check]:
    """Make a sound set for a kernel: awkward problems, those around its tile, hard inputs.

    Parameters
    ----------
    tile : Tile
    quick : bool
        Fewer, and the same ones for every kernel.

    Yields
    ------
    Check
    """
    problems = with_scalars_and_padding(SMALL_SHAPES) if quick else awkward_problems(tile)
    for problem in problems:
        yield Check(problem)
    yield from class_checks(HARD_CLASSES, CLASS_SHAPES[:1] if quick else CLASS_SHAPES[:2])


def class_checks(
    classes: Sequence[str] = tuple(INPUT_CLASSES), shapes: Sequence[Shape] = CLASS_SHAPES
) -> Iterator[Check]:
    """Try classes of inputs on shapes, each with beta zero and with beta not zero.

    Parameters
    ----------
    classes : sequence of str
    shapes : sequence of (m, n, k)

    Yields
    ------
    Check
    """
    for name in classes:
        for m, n, k in shapes:
            yield Check(Problem(m, n, k), name)
            yield Check(Problem(m, n, k, alpha=0.5, beta=-1.0), name)


def survey(
    machine: Machine,
    loaded: Mapping[Kernel, LoadedKernel],
    asked: Mapping[Kernel, Sequence[Check]],
    seed: int = 0,
    advance: Callable[[str], None] = lambda _: None,
) -> dict[Kernel, Tally]:
    """Run kernels on the problems that each is asked to solve.

    Where a kernel requires wider rows than a problem has, it gets the same problem with such.

    Parameters
    ----------
    machine : Machine
    loaded : mapping of Kernel to LoadedKernel
        Loaded on that machine.
    asked : mapping of Kernel to sequence of Check
    seed : int
        Of all inputs.
    advance : callable
        Told after each problem what was done.

    Returns
    -------
    dict of Kernel to Tally
    """
    tallies = {kernel: Tally() for kernel in loaded}
    users: dict[Check, list[Kernel]] = {}
    for kernel in loaded:
        for check in asked[kernel]:
            users.setdefault(check, []).append(kernel)
    for check, kernels in users.items():
        cases: dict[Problem, Case] = {}
        for kernel in kernels:
            problem = legal_variant(kernel, check.problem)
            if problem is None:
                tallies[kernel].skipped += 1
                continue
            if problem not in cases:
                cases[problem] = prepare(problem, check.input_class, seed)
            try:
                tallies[kernel].count(verify_case(machine, loaded[kernel], cases[problem]))
            except SgemmError as error:
                words = str(error).partition("\n")[0]
                tallies[kernel].failures.append(f"{problem}: {words}")
        advance(str(check.problem))
    return tallies


def legal_variant(kernel: Kernel, problem: Problem) -> Problem | None:
    """Return a problem, or the same one with wider rows if that is what a kernel requires.

    Parameters
    ----------
    kernel : Kernel
    problem : Problem

    Returns
    -------
    Problem or None
        None where the kernel cannot compute it with any rows.
    """
    if not kernel.violations(problem):
        return problem
    lda, ldb = (
        -(-leading // ROW_MULTIPLE) * ROW_MULTIPLE for leading in (problem.lda, problem.ldb)
    )
    wider = dataclasses.replace(problem, lda=lda, ldb=ldb)
    return None if kernel.violations(wider) else wider
