"""The ladder at one size: the baseline as row 0, then every rung beside it."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Sequence

from sgemm.bench import results
from sgemm.bench.arena import open_arena
from sgemm.bench.baseline import BaselineLibrary, open_baseline
from sgemm.bench.rung import Effort, Ready, Rung, measure_rung
from sgemm.bench.timing import Samples, sample
from sgemm.errors import MissingToolError
from sgemm.machines.interface import Machine
from sgemm.problem import Problem
from sgemm.verify.check import Case, Verdict


@dataclasses.dataclass(frozen=True, slots=True)
class Row0:
    """What was found out about the baseline.

    Parameters
    ----------
    name, description : str
    threads : int or None
    verdict : Verdict
    samples : Samples or None
        None where its result was wrong, or is empty.
    """

    name: str
    description: str
    threads: int | None
    verdict: Verdict
    samples: Samples | None


@dataclasses.dataclass(frozen=True, slots=True)
class LadderAtSize:
    """The whole ladder at one size.

    Parameters
    ----------
    problem : Problem
    protocol : str
        How samples were taken: ``"hot"`` or ``"cold L2"``.
    row0 : Row0 or None
        The baseline; None where there is none on this machine.
    no_baseline : str
        Why there is none.
    rungs : tuple of Rung
    scaling_threads : int or None
        With how many threads of the cpu machine rungs were timed once more.
    """

    problem: Problem
    protocol: str
    row0: Row0 | None
    no_baseline: str
    rungs: tuple[Rung, ...]
    scaling_threads: int | None = None

    @property
    def baseline_samples(self) -> Samples | None:
        """All samples of the baseline: those taken by itself, and those beside each rung."""
        if self.row0 is None or self.row0.samples is None:
            return None
        beside = [rung.comparison.baseline for rung in self.rungs if rung.comparison is not None]
        every = [self.row0.samples, *(samples for rounds in beside for samples in rounds)]
        seconds = tuple(value for samples in every for value in samples.seconds)
        return Samples(seconds, all(samples.complete for samples in every))

    @property
    def title(self) -> str:
        """The sizes in words."""
        m, n, k = self.problem.m, self.problem.n, self.problem.k
        return f"m = n = k = {m}" if m == n == k else f"m = {m}, n = {n}, k = {k}"

    @property
    def heading(self) -> str:
        """Title, baseline and protocol in one line."""
        name = self.row0.description if self.row0 is not None else f"none ({self.no_baseline})"
        return f"{self.title}; baseline: {name}; samples: {self.protocol}"

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked was right."""
        right = self.row0 is None or self.row0.verdict.passed
        return right and all(rung.verified is not False for rung in self.rungs)


def climb(
    machine: Machine,
    ready: Sequence[Ready],
    case: Case,
    effort: Effort,
    advance: Callable[[str], None] = lambda _: None,
) -> LadderAtSize:
    """Measure the baseline, then each rung beside it.

    Parameters
    ----------
    machine : Machine
    ready : sequence of Ready
        Rungs loaded on that machine.
    case : Case
        The problem, with inputs and reference.
    effort : Effort
    advance : callable
        Told, after the baseline and after each rung, what was done.

    Returns
    -------
    LadderAtSize
    """
    problem = case.problem
    with contextlib.ExitStack() as stack:
        arena = stack.enter_context(open_arena(machine, case))
        library: BaselineLibrary | None = None
        row0, no_baseline = None, ""
        try:
            library = stack.enter_context(open_baseline(arena))
            row0 = measure_baseline(library, effort)
        except MissingToolError as error:
            no_baseline = str(error)
        advance(f"{problem}: baseline")
        beside = library if row0 is not None and row0.verdict.passed else None
        rungs = []
        for each in ready:
            rungs.append(measure_rung(arena, each, beside, effort))
            advance(f"{problem}: {each.kernel.name}")
        return LadderAtSize(
            problem, arena.protocol, row0, no_baseline, tuple(rungs), effort.scaling_threads
        )


def measure_baseline(library: BaselineLibrary, effort: Effort) -> Row0:
    """Run, judge and, if it is right and not empty, time the baseline by itself.

    Parameters
    ----------
    library : BaselineLibrary
    effort : Effort

    Returns
    -------
    Row0
    """
    contender = library.contender
    contender.timer(contender.run)
    verdict = library.judged()
    samples = None
    if verdict.passed and not verdict.problem.is_empty:
        samples = sample(
            contender.timer,
            contender.run,
            minimum_samples=effort.samples,
            minimum_seconds=effort.seconds,
            time_limit=effort.limit,
            warm_up_seconds=effort.seconds,
        )
    return Row0(contender.name, library.description, library.threads, verdict, samples)


def rung_measurement(
    rung: Rung, machine: Machine, protocol: str, baseline: str
) -> results.Measurement:
    """Return a rung as a line of results.

    Parameters
    ----------
    rung : Rung
    machine : Machine
    protocol : str
        Of the arena.
    baseline : str
        Name of the baseline.

    Returns
    -------
    Measurement
    """
    made, comparison, verdict = rung.ready.build, rung.comparison, rung.verdict
    return results.Measurement(
        problem=rung.problem,
        kernel=rung.kernel.name,
        machine=machine.name,
        samples=rung.samples,
        verification=results.Verification.from_verdict(verdict) if verdict else None,
        number=rung.kernel.number,
        tile=rung.kernel.tile,
        architecture=machine.architecture,
        compiler=made.compiler if made else None,
        resources=made.resources if made else None,
        baseline=results.Baseline.from_comparison(baseline, comparison) if comparison else None,
        protocol=protocol,
    )


def baseline_measurement(
    row: Row0, samples: Samples | None, problem: Problem, machine: Machine, protocol: str
) -> results.Measurement:
    """Return the baseline as a line of results; other parameters as in :func:`rung_measurement`.

    Parameters
    ----------
    row : Row0
    samples : Samples or None
        All that were taken, also those beside rungs.
    """
    return results.Measurement(
        problem=problem,
        kernel=row.name,
        machine=machine.name,
        samples=samples,
        verification=results.Verification.from_verdict(row.verdict),
        number=0,
        protocol=protocol,
    )
