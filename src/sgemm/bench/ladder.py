"""The ladder at one size: the baseline and all rungs, as contenders of one task of a benchmark."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence

from sgemm.bench import campaign
from sgemm.bench.contenders import (
    Contender,
    FixedContender,
    KernelContender,
    Library,
    ScaledContender,
)
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Baseline, Measurement, Trace
from sgemm.bench.rounds import Series, Status
from sgemm.bench.settings import Settings
from sgemm.bench.stopping import Precision
from sgemm.bench.task import Task
from sgemm.bench.timing import Samples
from sgemm.errors import SgemmError
from sgemm.kernels.kernel import Kernel
from sgemm.machines.interface import LoadedKernel
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.verify.check import DEFAULT_INPUT_CLASS, Verdict

LADDER_SECONDS = 0.12
LADDER_RULE = Precision(
    samples=6, seconds=LADDER_SECONDS, relative_error=math.inf, time_limit=4.0, rounds=3
)


def ladder_settings(seed: int = 0, seconds: float = LADDER_SECONDS) -> Settings:
    """Return how a ladder is measured: for so many seconds of samples, of each contender."""
    rule = dataclasses.replace(LADDER_RULE, seconds=seconds)
    return Settings(rule, seed, warm_up_seconds=seconds / rule.rounds)


@dataclasses.dataclass(frozen=True, slots=True)
class Row0:
    """What was found out about the baseline.

    Parameters
    ----------
    samples : Samples or None
        None where its result was wrong, or is empty.
    """

    name: str
    description: str
    threads: int | None
    verdict: Verdict
    samples: Samples | None


@dataclasses.dataclass(frozen=True, slots=True)
class Rung:
    """What was found out about a rung.

    Parameters
    ----------
    reason : str
        Why it was not measured; empty where it was.
    verdict : Verdict or None
        None where it did not run.
    samples : Samples or None
        Its times; what is wrong or computes nothing has none.
    baseline : Baseline or None
        What it was compared with.
    scaled : Samples or None
        Its times with all threads of the cpu machine, where they were asked for.
    build : Build or None
        None where it did not compile.
    lanes : int or None
        Threads of a block that the cpu machine computes together.
    error : SgemmError or None
        What forbade it to run.
    """

    kernel: Kernel
    problem: Problem
    status: Status
    reason: str = ""
    verdict: Verdict | None = None
    samples: Samples | None = None
    baseline: Baseline | None = None
    scaled: Samples | None = None
    build: Build | None = None
    lanes: int | None = None
    error: SgemmError | None = None

    @property
    def verified(self) -> bool | None:
        """Whether it was right; None where it is not to be asked for."""
        return None if self.status is Status.REFUSED else self.status is Status.MEASURED

    @property
    def gflops(self) -> float | None:
        """Billions of operations a second, from the median; None if not timed."""
        return speed(self.problem, self.samples)

    @property
    def ratio(self) -> float | None:
        """Speed as a multiple of the baseline's, from interleaved rounds."""
        if self.baseline is None or not math.isfinite(self.baseline.ratio):
            return None
        return self.baseline.ratio

    @property
    def scaling(self) -> float | None:
        """How many times faster all threads are; None where that was not measured."""
        if self.samples is None or self.scaled is None or self.scaled.median == 0.0:
            return None
        return self.samples.median / self.scaled.median

    @property
    def shared_bytes(self) -> int | None:
        """Static and dynamic shared memory of a block; None where no assembler reported it."""
        if self.build is None or self.build.resources is None:
            return None
        return self.build.resources.shared_bytes + self.kernel.shared_bytes


@dataclasses.dataclass(frozen=True, slots=True)
class LadderAtSize:
    """The whole ladder at one size.

    Parameters
    ----------
    protocol : str
        How samples were taken: ``"hot"`` or ``"cold L2"``.
    row0 : Row0 or None
        The baseline; None where there is none on this machine.
    no_baseline : str
        Why there is none.
    scaling_threads : int or None
        With how many threads of the cpu machine rungs were timed once more.
    measurements : tuple of Measurement
        The same as lines of results.
    traces : tuple of Trace
        Power and clocks meanwhile.
    """

    problem: Problem
    protocol: str
    row0: Row0 | None
    no_baseline: str
    rungs: tuple[Rung, ...]
    scaling_threads: int | None = None
    measurements: tuple[Measurement, ...] = ()
    traces: tuple[Trace, ...] = ()

    @property
    def baseline_samples(self) -> Samples | None:
        """All samples of the baseline."""
        return self.row0.samples if self.row0 is not None else None

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


def measure_ladder(
    fixture: Fixture,
    task: Task,
    rungs: Sequence[KernelContender | FixedContender],
    settings: Settings,
    *,
    input_class: str = DEFAULT_INPUT_CLASS,
    scaling_threads: int | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> LadderAtSize:
    """Measure the baseline and rungs at one size, in turns.

    Parameters
    ----------
    scaling_threads : int or None
        Threads of the cpu machine with which rungs take part once more.
    progress : callable
        Called before each step with what it is.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts: a ladder is whole or is not.
    """
    baseline = fixture.baseline
    library = fixture.libraries[baseline] if baseline is not None else None
    scaled: tuple[Contender, ...] = ()
    if scaling_threads is not None:
        pool = fixture.kernel_pool
        scaled = tuple(ScaledContender(pool, rung.kernel, scaling_threads) for rung in rungs)
    contenders = (*(() if library is None else (library,)), *rungs, *scaled)
    found = campaign.measure(
        fixture, task, contenders, settings, input_class=input_class, progress=progress
    )
    if found.interrupted:
        raise KeyboardInterrupt
    series = {one.contender: one for one in found.series}
    lines = {line.kernel: line for line in found.measurements}
    row0, no_baseline = None, fixture.no_libraries
    if library is not None:
        row0 = _row0(library, series[library], lines.get(library.name))
        no_baseline = series[library].reason
    again = dict(zip(rungs, scaled, strict=False))
    return LadderAtSize(
        task.problem,
        fixture.protocol,
        row0,
        no_baseline,
        tuple(
            _rung(
                fixture,
                task.problem,
                rung,
                series[rung],
                lines.get(rung.name),
                lines.get(again[rung].name) if rung in again else None,
            )
            for rung in rungs
        ),
        scaling_threads,
        tuple(line for name, line in lines.items() if name not in {one.name for one in scaled}),
        found.traces,
    )


def speed(problem: Problem, samples: Samples | None) -> float | None:
    """Return billions of operations a second from the median; None if there is none."""
    if samples is None or samples.median == 0.0:
        return None
    return problem.flops / samples.median / 1e9


def _row0(library: Library, series: Series, line: Measurement | None) -> Row0 | None:
    """Return the baseline's row; None where it did not run."""
    verdict = _verdict(series)
    if verdict is None:
        return None
    samples = line.samples if line is not None else None
    return Row0(library.name, library.description, library.threads, verdict, samples)


def _rung(
    fixture: Fixture,
    problem: Problem,
    rung: KernelContender | FixedContender,
    series: Series,
    line: Measurement | None,
    scaled: Measurement | None,
) -> Rung:
    loaded = _loaded(fixture, rung.kernel)
    # Only the cpu machine has lanes: it vectorises over the threads of a block.
    lanes: Callable[[LoadedKernel], int] | None = getattr(fixture.machine, "lanes", None)
    return Rung(
        kernel=loaded.build.kernel if loaded is not None else rung.kernel,
        problem=problem,
        status=series.status,
        reason=series.reason,
        verdict=_verdict(series),
        samples=line.samples if line is not None else None,
        baseline=line.baseline if line is not None else None,
        scaled=scaled.samples if scaled is not None else None,
        build=loaded.build if loaded is not None else None,
        lanes=lanes(loaded) if lanes is not None and loaded is not None else None,
        error=series.error,
    )


def _loaded(fixture: Fixture, kernel: Kernel) -> LoadedKernel | None:
    """Return what was loaded of a kernel, also where it is not legal for the problem."""
    try:
        return fixture.kernel_pool.loaded(kernel)
    except SgemmError:
        return None


def _verdict(series: Series) -> Verdict | None:
    """Return the check that says most: the failed one, or the first."""
    if series.after is not None and not series.after.passed:
        return series.after
    return series.before
