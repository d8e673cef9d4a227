"""The ladder at one size: the baseline and all rungs, measured in turns."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Callable, Sequence

from sgemm.bench import campaign
from sgemm.bench.contenders import Contender, FixedContender, KernelContender, ScaledContender
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Baseline, Measurement, Samples, Trace
from sgemm.bench.rounds import Series, Status
from sgemm.bench.stopping import Precision, Settings
from sgemm.errors import SgemmError
from sgemm.kernels.kernel import Kernel
from sgemm.machines.interface import LoadedKernel
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.verify.check import DEFAULT_INPUT_CLASS

LADDER_SECONDS = 0.12
LADDER_RULE = Precision(
    samples=6, seconds=LADDER_SECONDS, relative_error=math.inf, time_limit=4.0, rounds=3
)


def ladder_settings(seed: int = 0, seconds: float = LADDER_SECONDS) -> Settings:
    """Return how a ladder is measured: for so many seconds of samples, of each contender."""
    rule = dataclasses.replace(LADDER_RULE, seconds=seconds)
    return Settings(rule, seed, warm_up_seconds=seconds / rule.rounds)


@dataclasses.dataclass(frozen=True, slots=True)
class Rung:
    """What was found out about a rung."""

    kernel: Kernel
    problem: Problem
    series: Series  # its checks and its times
    baseline: Baseline | None = None  # what it was compared with
    scaled: Samples | None = None  # with all threads of the cpu machine, where asked for
    build: Build | None = None  # None where it did not compile
    lanes: int | None = None  # threads of a block that the cpu machine computes together

    @property
    def verified(self) -> bool | None:
        """Whether it was right; None where it is not to be asked for."""
        status = self.series.status
        return None if status is Status.REFUSED else status is Status.MEASURED

    @property
    def samples(self) -> Samples | None:
        """Its times; what is wrong or computes nothing has none."""
        return self.series.kept

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
    """The whole ladder at one size."""

    problem: Problem
    protocol: str  # how samples were taken: "hot" or "cold L2"
    row0: Series | None  # the baseline; None where there is none, or it did not run
    no_baseline: str  # why there is none
    rungs: tuple[Rung, ...]
    scaling_threads: int | None = None  # of the cpu machine, with which rungs were timed once more
    measurements: tuple[Measurement, ...] = ()  # the same as lines of results
    traces: tuple[Trace, ...] = ()  # power and clocks meanwhile
    interrupted: bool = False  # by the user: some rungs were not measured

    @property
    def baseline_samples(self) -> Samples | None:
        """All samples of the baseline."""
        return self.row0.kept if self.row0 is not None else None

    @property
    def title(self) -> str:
        """The sizes in words."""
        m, n, k = self.problem.m, self.problem.n, self.problem.k
        return f"m = n = k = {m}" if m == n == k else f"m = {m}, n = {n}, k = {k}"

    @property
    def heading(self) -> str:
        """Title, baseline and protocol in one line."""
        name = self.baseline_description or f"none ({self.no_baseline})"
        return f"{self.title}; baseline: {name}; samples: {self.protocol}"

    @property
    def baseline_description(self) -> str:
        """The baseline for people: a library, its version; empty where there is none."""
        return self.row0.contender.description if self.row0 is not None else ""

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked was right."""
        verdict = self.row0.verdict if self.row0 is not None else None
        right = verdict is None or verdict.passed
        return right and all(rung.verified is not False for rung in self.rungs)


def measure_ladder(
    fixture: Fixture,
    problem: Problem,
    rungs: Sequence[KernelContender | FixedContender],
    settings: Settings,
    *,
    input_class: str = DEFAULT_INPUT_CLASS,
    scaling_threads: int | None = None,  # of the cpu machine, with which rungs take part once more
    progress: Callable[[str], None] = lambda _: None,
) -> LadderAtSize:
    """Measure the baseline and rungs at one size, in turns."""
    baseline, pool = fixture.baseline, fixture.kernel_pool
    libraries = () if baseline is None else (fixture.libraries[baseline],)
    again: dict[Contender, Contender] = {}
    if scaling_threads is not None:
        again = {rung: ScaledContender(pool, rung.kernel, scaling_threads) for rung in rungs}
    contenders = (*libraries, *rungs, *again.values())
    found = campaign.measure(fixture, problem, contenders, settings, input_class, progress)
    series = {one.contender: one for one in found.series}
    lines = {line.kernel: line for line in found.measurements}
    row0 = series[libraries[0]] if libraries else None
    names = {one.name for one in again.values()}
    # Only the cpu machine has lanes: it vectorises over the threads of a block.
    lanes: Callable[[LoadedKernel], int] | None = getattr(fixture.machine, "lanes", None)
    made = []
    for rung in rungs:
        loaded, line = None, lines.get(rung.name)
        with contextlib.suppress(SgemmError):  # also where it is not legal for the problem
            loaded = pool.loaded(rung.kernel)
        made.append(
            Rung(
                kernel=loaded.build.kernel if loaded is not None else rung.kernel,
                problem=problem,
                series=series[rung],
                baseline=line.baseline if line is not None else None,
                scaled=series[again[rung]].kept if rung in again else None,
                build=loaded.build if loaded is not None else None,
                lanes=lanes(loaded) if lanes is not None and loaded is not None else None,
            )
        )
    return LadderAtSize(
        problem,
        fixture.protocol,
        row0 if row0 is not None and row0.verdict is not None else None,
        fixture.no_libraries if row0 is None else row0.reason,
        tuple(made),
        scaling_threads,
        tuple(line for name, line in lines.items() if name not in names),
        found.traces,
        found.interrupted,
    )


def speed(problem: Problem, samples: Samples | None) -> float | None:
    """Return billions of operations a second from the median; None if there is none."""
    if samples is None or samples.median == 0.0:
        return None
    return problem.flops / samples.median / 1e9
