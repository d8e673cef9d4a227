"""One rung: made ready, verified, and timed beside the baseline.

A rung that is wrong is not timed, and one that is right is judged once more by what its timed runs
left. Whatever happens to a rung is its outcome, so that others go on.
"""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager

from sgemm.bench.arena import Arena
from sgemm.bench.baseline import BaselineLibrary
from sgemm.bench.comparison import Comparison, Contender, compare
from sgemm.bench.timing import Samples, sample
from sgemm.errors import RequirementError, SgemmError
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.toolchain.compiler import build
from sgemm.verify.check import Verdict, verify_case

SLOW_SECONDS = 0.25
"""A run that takes longer is not repeated in several rounds."""


class Outcome(enum.Enum):
    """What became of a rung."""

    MEASURED = "measured"
    WRONG = "wrong"
    """It ran, and its result is not within the bound."""
    REFUSED = "refused"
    """Its requirements forbid this problem or machine."""
    FAILED = "failed"
    """It did not compile, load or run."""


@dataclasses.dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure.

    Parameters
    ----------
    seconds : float
        Of samples, of each contender, over all rounds.
    rounds : int
    samples : int
        At least so many of each contender, over all rounds.
    limit : float
        Seconds after which a round of a contender ends in any case, after one sample.
    scaling_threads : int or None
        With how many threads of the cpu machine a rung is timed once more, by itself.
    """

    seconds: float = 0.12
    rounds: int = 3
    samples: int = 6
    limit: float = 4.0
    scaling_threads: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Ready:
    """A rung made ready to run, or why it could not be.

    Parameters
    ----------
    kernel : Kernel
    build : Build or None
    loaded : LoadedKernel or None
    lanes : int or None
        Threads of a block that the cpu machine computes together.
    error : SgemmError or None
    schedule : Schedule or None
        How its blocks are to share the work; None for the kernel's own way.
    """

    kernel: Kernel
    build: Build | None = None
    loaded: LoadedKernel | None = None
    lanes: int | None = None
    error: SgemmError | None = None
    schedule: Schedule | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Rung:
    """What was found out about a rung.

    Parameters
    ----------
    ready : Ready
    problem : Problem
    outcome : Outcome
    reason : str
        Why it was not measured; empty where it was.
    verdict : Verdict or None
        None where it did not run.
    comparison : Comparison or None
        None where it was not timed, or there is no baseline.
    samples : Samples or None
        Its times, where it was timed; what computes nothing is not.
    scaled : Samples or None
        Its times with all threads of the cpu machine, where they were asked for.
    error : SgemmError or None
        What forbade it to run.
    """

    ready: Ready
    problem: Problem
    outcome: Outcome
    reason: str = ""
    verdict: Verdict | None = None
    comparison: Comparison | None = None
    samples: Samples | None = None
    scaled: Samples | None = None
    error: SgemmError | None = None

    @property
    def kernel(self) -> Kernel:
        """The kernel on this rung."""
        return self.ready.kernel

    @property
    def verified(self) -> bool | None:
        """Whether it was right; None where it is not to be asked for."""
        return None if self.outcome is Outcome.REFUSED else self.outcome is Outcome.MEASURED

    @property
    def gflops(self) -> float | None:
        """Billions of operations a second, from the median; None if not timed."""
        return speed(self.problem, self.samples)

    @property
    def ratio(self) -> float | None:
        """Speed as a multiple of the baseline's, from interleaved rounds."""
        if self.comparison is None or not math.isfinite(self.comparison.ratio):
            return None
        return self.comparison.ratio

    @property
    def scaling(self) -> float | None:
        """How many times faster all threads are; None where that was not measured."""
        if self.samples is None or self.scaled is None or self.scaled.median == 0.0:
            return None
        return self.samples.median / self.scaled.median

    @property
    def shared_bytes(self) -> int | None:
        """Static and dynamic shared memory of a block; None where no assembler has told."""
        made = self.ready.build
        if made is None or made.resources is None:
            return None
        return made.resources.shared_bytes + self.kernel.shared_bytes


def speed(problem: Problem, samples: Samples | None) -> float | None:
    """Return billions of operations a second from the median; None if there is none."""
    if samples is None or samples.median == 0.0:
        return None
    return problem.flops / samples.median / 1e9


def make_ready(machine: Machine, kernels: Sequence[Kernel]) -> Iterator[Ready]:
    """Build and load kernels, one after the other.

    Neither compiler runs in several threads at once, so there is nothing to gain by threads.

    Parameters
    ----------
    machine : Machine
    kernels : sequence of Kernel

    Yields
    ------
    Ready
    """
    for kernel in kernels:
        made: Build | None = None
        try:
            made = build(kernel, machine.architecture)
            loaded = machine.load(made)
            # Only the cpu machine has lanes: it vectorises over the threads of a block.
            lanes: Callable[[LoadedKernel], int] | None = getattr(machine, "lanes", None)
            yield Ready(kernel, made, loaded, lanes(loaded) if lanes is not None else None)
        except SgemmError as error:
            yield Ready(kernel, made, error=error)


def measure_rung(
    arena: Arena, ready: Ready, library: BaselineLibrary | None, effort: Effort
) -> Rung:
    """Verify a rung and, if it is right and there is something to compute, time it.

    Parameters
    ----------
    arena : Arena
    ready : Ready
        Loaded on the arena's machine.
    library : BaselineLibrary or None
        What to compare with, if there is anything.
    effort : Effort

    Returns
    -------
    Rung
    """
    problem = arena.case.problem
    try:
        # What forbids the problem is said even where the kernel could not be made ready.
        ready.kernel.launch(problem, schedule=ready.schedule)
        if ready.error is not None:
            raise ready.error
        assert ready.loaded is not None
        return _measured(arena, ready, ready.loaded, library, effort)
    except RequirementError as error:
        return Rung(ready, problem, Outcome.REFUSED, str(error), error=error)
    except SgemmError as error:
        reason = str(error).partition("\n")[0]
        return Rung(ready, problem, Outcome.FAILED, reason, error=error)


def _measured(
    arena: Arena,
    ready: Ready,
    loaded: LoadedKernel,
    library: BaselineLibrary | None,
    effort: Effort,
) -> Rung:
    case = arena.case
    verdict = verify_case(arena.machine, loaded, case, ready.schedule)
    if not verdict.passed:
        return Rung(ready, case.problem, Outcome.WRONG, verdict.reason, verdict)
    if case.problem.is_empty:
        return Rung(ready, case.problem, Outcome.MEASURED, "", verdict)
    with arena.destination() as destination, destination.run_of(loaded, ready.schedule) as run:
        contender = Contender(ready.kernel.name, run, destination.timer)
        comparison, samples = _timed(contender, library, effort)
        scaled = _scaled(arena.machine, contender, effort)
        after = destination.judged()
    if not after.passed:
        reason = f"right when it first ran, and wrong when it was timed: {after.reason}"
        return Rung(ready, case.problem, Outcome.WRONG, reason, after)
    return Rung(ready, case.problem, Outcome.MEASURED, "", verdict, comparison, samples, scaled)


def _scaled(machine: Machine, contender: Contender, effort: Effort) -> Samples | None:
    """Time a contender with more threads, where the machine has them and they are asked for."""
    # Only the cpu machine shares its work among a number of threads.
    sharing: Callable[[int], AbstractContextManager[None]] | None = getattr(
        machine, "sharing", None
    )
    if sharing is None or effort.scaling_threads is None:
        return None
    with sharing(effort.scaling_threads):
        return sample(
            contender.timer,
            contender.run,
            minimum_samples=effort.samples,
            minimum_seconds=effort.seconds / 2,
            time_limit=effort.limit,
            warm_up_seconds=effort.seconds / 10,
        )


def _timed(
    contender: Contender, library: BaselineLibrary | None, effort: Effort
) -> tuple[Comparison | None, Samples]:
    """Time a contender, in rounds with the baseline where there is one."""
    # Slow work needs no second round: what disturbs it disturbs it for a part of each run.
    rounds = 1 if contender.timer(contender.run) > SLOW_SECONDS else effort.rounds
    samples = math.ceil(effort.samples / rounds)
    seconds = effort.seconds / rounds
    if library is None:
        alone = sample(
            contender.timer,
            contender.run,
            minimum_samples=effort.samples,
            minimum_seconds=effort.seconds,
            time_limit=effort.limit,
            warm_up_seconds=seconds,
        )
        return None, alone
    comparison = compare(
        contender,
        library.contender,
        rounds=rounds,
        minimum_samples=samples,
        minimum_seconds=seconds,
        time_limit=effort.limit,
        warm_up_seconds=seconds,
        rest_seconds=library.rest_seconds,
    )
    return comparison, comparison.contender_samples
