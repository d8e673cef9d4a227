"""What ``sgemm tune`` measures, and what becomes of it: the rates of this GPU.

Of each problem the tiles are measured that are predicted to be among the fastest, each in the
schedule that the planner would take. Problems come in rounds, each a sample of all groups of the
survey, and after each round what is predicted is corrected by what was measured: so the tiles of
the next are those that matter on this GPU. scripts/tuning_study.py tells how many problems and
tiles it takes.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from sgemm.bench import fitting, results
from sgemm.bench.campaign import Compiling, Job, SetRun, prepare_kernels, silent
from sgemm.bench.codec import encode
from sgemm.bench.contenders import KernelContender
from sgemm.bench.environment import Environment
from sgemm.bench.files import find_output, write_outputs
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Measurement, Trace
from sgemm.bench.refitting import by_name, library, refitted
from sgemm.bench.survey_problems import surveyed
from sgemm.bench.tile_survey import forced_of, survey_settings
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import LIBRARY, find
from sgemm.kernels.gpus import Figures, Target
from sgemm.kernels.kernel import Kernel
from sgemm.planning import tuned
from sgemm.planning.automatic import fastest
from sgemm.planning.candidates import Candidate, candidates
from sgemm.planning.model import predict
from sgemm.planning.rates import Rates, RateTable, rates_key
from sgemm.problem import Problem
from sgemm.version import __version__

SECONDS = 300.0  # for everything
LEAST_SECONDS = 30.0  # with fewer nothing would be measured
FITTING_SECONDS = 20.0  # of them, for what comes after the last measurement, or more:
FITS = 2.0  # times what the last fit took: the next one has more to fit to

# How many problems of each group of the survey: more of those that differ more.
PROBLEMS = {
    "general": 130, "tiny_batches": 42, "slender": 72, "long_k": 22, "few_rows": 80,
    "tens_of_rows": 64, "transposed": 90, "sums": 20, "split": 43, "batches": 24, "small": 100,
    "other_layouts": 76,
}  # fmt: skip
ROUNDS = 8
TILES = 8  # of a problem, the fastest by prediction
SLOWER = 1.6  # times the fastest of them: what is predicted to take longer is left out
SAMPLES = 5  # of each
LEAST_PROBLEMS = 40  # with fewer nothing is fitted
LONGEST_MICROSECONDS = 5e3  # of a problem: some GPUs are ten times slower than others
MOST_OPERAND_BYTES = 2**30  # a test bed takes several times as much
NOTABLE = 0.02  # share of the readings in which a GPU throttled that is said

Tried = TypeVar("Tried")  # a kernel in a schedule, or what has both


def rounds_of(target: Target, known: RateTable, seed: int = 0) -> list[SetRun]:
    """Return the problems in their rounds: all that a GPU computes soon enough."""
    # What is slower than it was predicted to be is measured all the same: that is what is learnt.
    settings = survey_settings(seed, SAMPLES, hopeless=math.inf)
    drawn: list[list[Problem]] = [[] for _ in range(ROUNDS)]
    for name, count in PROBLEMS.items():
        for number, problem in enumerate(surveyed([name])[:count]):
            drawn[number % ROUNDS].append(problem)
    return [
        SetRun(
            f"round {number} of {ROUNDS}",
            tuple(each for each in dict.fromkeys(problems) if is_small(each, target, known)),
            settings,
        )
        for number, problems in enumerate(drawn, 1)
    ]


def is_small(problem: Problem, target: Target, known: RateTable) -> bool:
    """Whether a GPU is predicted to compute a problem soon, and has the memory to check it."""
    if 4 * sum(problem.elements) > MOST_OPERAND_BYTES:
        return False
    best = fastest(problem, target, None, table=known)
    return bool(best) and best[0].time <= LONGEST_MICROSECONDS


def worth_measuring(
    problem: Problem, target: Target, table: RateTable
) -> list[tuple[float, Candidate]]:
    """Return the tiles of which the fastest is expected, in microseconds, each in one schedule."""
    found, _ = candidates(problem, target, names=LIBRARY, table=table)
    times = [
        (predict(problem, *each, target.multiprocessors, table=table).total, each) for each in found
    ]
    return fastest_tiles(times, lambda each: each.kernel)


def fastest_tiles(
    times: Iterable[tuple[float, Tried]], kernel_of: Callable[[Tried], Kernel]
) -> list[tuple[float, Tried]]:
    """Return the fastest of each tile, with its microseconds: of the tiles that may be the best."""
    best: dict[str, tuple[float, Tried]] = {}
    for microseconds, each in sorted(times, key=lambda one: one[0]):
        best.setdefault(rates_key(kernel_of(each)), (microseconds, each))
    chosen = list(best.values())[:TILES]
    return [one for one in chosen if one[0] <= SLOWER * chosen[0][0]]


@dataclasses.dataclass(eq=False)
class Tuning:
    """One run of ``sgemm tune``: what is left to measure, and what all of it says.

    ``known`` are the rates to begin with. ``until`` is when measuring and compiling end, by
    :func:`time.monotonic`, ``FITTING_SECONDS`` before all ends. It comes earlier if fitting takes
    so long that rates would not be fitted by then. ``compiling`` shows how far that is. Where it
    ``replaces`` what was measured before, a new file takes the place of the old one as soon as
    something is measured, and nothing of the old one counts.
    """

    target: Target
    known: RateTable
    path: Path  # of the file of results
    until: float = math.inf
    seed: int = 0
    compiling: Compiling = silent
    replaces: bool = False

    def __post_init__(self) -> None:
        self._replaced = _identity(self.path) if self.replaces else None
        self.runs = rounds_of(self.target, self.known, self.seed)
        self.kernels = library(self.target.architecture)
        self._asked = {problem for run in self.runs for problem in run.problems}
        self._end = self.until + FITTING_SECONDS
        self._fit_seconds = 0.0  # of the last round, if any was fitted in this process

    def has_time(self) -> bool:
        """Whether a round can begin: it is fitted before it is measured."""
        return time.monotonic() + FITS * self._fit_seconds < self.until

    def jobs_of(self, fixture: Fixture, run: SetRun) -> list[Job]:
        """Return what is left of a round, for :func:`sgemm.cli.measuring.measure_runs`."""
        if not self.has_time():
            return []
        begin, rows = time.monotonic(), self.rows()
        done = {row.problem for row in rows}
        left = [problem for problem in run.problems if problem not in done]
        if not left:
            return []
        # By the rounds before this one alone: so an interruption changes nothing.
        earlier = self.runs[: self.runs.index(run)]
        before = {problem for each in earlier for problem in each.problems}
        rows = [row for row in rows if row.problem in before]
        table = by_name(self.fitted(rows), self.known) if rows else self.known
        jobs = []
        for problem in left:
            contenders = tuple(
                KernelContender(fixture.kernel_pool, each.kernel, forced_of(*each))
                for _, each in worth_measuring(problem, self.target, table)
            )
            jobs.append(Job(problem, contenders, ()))
        if rows:
            self._fit_seconds = time.monotonic() - begin
            self.until = min(self.until, self._end - FITS * self._fit_seconds)
        prepare_kernels(fixture, jobs, self.until, self.compiling)
        return jobs

    @property
    def is_begun(self) -> bool:
        """Whether there is a file of results, and not one that is to be replaced."""
        found = _identity(self.path)
        return found is not None and found != self._replaced

    def rows(self) -> list[fitting.Row]:
        """Return what was measured so far: by this run or by those before it."""
        if not self.is_begun:
            return []
        rows = fitting.measurements(self.path, self.target.name)
        return [row for row in rows if row.problem in self._asked]

    def left(self) -> int:
        """Return how many problems have not been measured."""
        return len(self._asked) - len({row.problem for row in self.rows()})

    def fitted(self, rows: Sequence[fitting.Row]) -> dict[str, Rates]:
        """Return rates by what was known and what was measured."""
        return refitted(rows, self.kernels, self.known, self.target.multiprocessors)

    def tuned(self, figures: Figures, date: str) -> tuned.Tuned | None:
        """Return what is kept of all this; None where too little was measured."""
        rows = self.rows()
        problems = {row.problem for row in rows}
        if len(problems) < min(LEAST_PROBLEMS, len(self._asked)) or not rows:
            return None
        return tuned.Tuned(
            figures=figures,
            version=__version__,
            date=date,
            problems=len(problems),
            times=len(rows),
            marks=tuple(marks_of(results.read(self.path))),
            speeds=self.known.speeds,
            rates=rounded(self.fitted(rows)),
        )


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from the one that takes its place; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def rounded(rates: Mapping[str, Rates]) -> dict[str, Rates]:
    """Return rates with the four digits that those which ship have."""
    return {
        name: Rates._make([*(float(f"{number:.4g}") for number in each[:-1]), each.resident])
        for name, each in rates.items()
    }


def noticed(others: int | None, busy: float | None, when: str) -> Trace | None:
    """Return what to keep in the results of others who use the GPU; None where nobody does.

    ``others`` is how many processes do, and ``busy`` the share of the time in which the GPU works
    while nothing is measured; None where the GPU does not tell. ``when`` says which time that is.
    """
    words = []
    if others:
        words.append(f"{others} other process{'es' * (others != 1)} on the GPU")
    if busy is not None and busy > NOTABLE:
        words.append(f"busy for {busy:.0%} of the time {when}")
    return Trace(", ".join(words), (), (), (), (), (), ()) if words else None


def marks_of(found: results.Results) -> Iterator[str]:
    """Say what disturbed measurements: others who used the GPU, and clocks that were lowered."""
    shared = dict.fromkeys(trace.name for trace in found.traces if not trace.at)
    yield from (f"shared: {name}" for name in shared)
    readings = [entry for trace in found.traces for entry in trace.throttling]
    counts = Counter(reason for entry in readings if entry for reason in entry.split("+"))
    for reason, count in sorted(counts.items()):
        if count > NOTABLE * len(readings):
            yield f"throttled in {count / len(readings):.0%} of the readings: {reason}"


def failures_of(measured: Collection[Measurement]) -> list[str]:
    """Say which kernels were wrong or failed."""
    return [
        f"{one.problem}, {one.kernel}: FAILED: {one.failure}"
        for one in measured
        if one.failure is not None
    ]


def tiles_shown(rates: Mapping[str, Rates], known: RateTable) -> Iterator[tuple[str, Rates, Rates]]:
    """Yield each kernel and tile in its first layout: its name, its rates, and those before."""
    for kernel in map(find, LIBRARY):
        for tile in kernel.all_tiles:
            one = kernel.specialised(tile=tile)
            found, before = rates.get(rates_key(one)), known.find(one)
            if found is not None and before is not None:
                yield f"{kernel.name} {one.tile_in_short}", found, before


def problems_in(path: Path) -> int:
    """Return how many problems were measured so far, by results of which all or some may be bad."""
    try:
        found = results.read(path, []).current
    except ArgumentError:
        return 0
    return len({one.problem for one in found if one.samples is not None and not one.interrupted})


def usable(path: Path, environment: Environment, say: Callable[[str], None]) -> bool:
    """Whether results of an earlier run can be added to; what is damaged of them is left out.

    Where they cannot, because they were made with other software or nothing can be read, the file
    is to be replaced. ``say`` is called with what is wrong.
    """
    if not path.exists() or not path.stat().st_size:
        return True
    skipped: list[str] = []
    try:
        found = results.read(path, skipped)
    except ArgumentError as error:
        say(f"what was measured before cannot be read, and is measured again: {error}")
        return False
    if encode(found.environment) != encode(environment):
        say("what was measured before was measured with other software, and is measured again")
        return False
    if skipped or not path.read_bytes().endswith(b"\n"):
        write_outputs({find_output(path): results.to_json_lines(found)})
        say(f"damaged lines of what was measured before are left out: {len(skipped)}")
    return True
