"""The ladder at one size: the baseline and all rungs, measured in turns."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import Any

from sgemm.bench import campaign
from sgemm.bench.contenders import Contender, FixedContender, KernelContender, ScaledContender
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Measurement, Trace
from sgemm.bench.rounds import Series, Status
from sgemm.bench.statistics import finite
from sgemm.bench.stopping import Precision, Settings
from sgemm.errors import SgemmError
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem
from sgemm.verify import DEFAULT_INPUT_CLASS

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
    """What was found out about a rung or the baseline, as ``--json`` has it; None: not known."""

    number: int | None
    name: str
    description: str  # for people: of a library its version
    size: dict[str, int]
    outcome: str  # the value of a Status
    verified: bool | None  # whether it was right; None where that is not to be asked for
    reason: str | None  # why it was not measured
    error_rms: float | None = None
    error_max: float | None = None
    error_mean: float | None = None
    seconds: float | None = None  # the median; what is wrong or computes nothing has none
    seconds_lower_quartile: float | None = None
    seconds_upper_quartile: float | None = None
    samples: int = 0
    complete: bool = True  # whether the time limit did not end the sampling early
    gflops: float | None = None  # billions of operations a second, from the median
    baseline_ratio: float | None = None  # speed as a multiple, from interleaved rounds
    baseline_round_ratios: tuple[float | None, ...] | None = None
    scaling: float | None = None  # how many times faster all threads of the cpu machine are
    registers: int | None = None  # these four where an assembler reported them
    spill_stores: int | None = None
    spill_loads: int | None = None
    shared_bytes: int | None = None  # of a block, static and dynamic
    intensity: float | None = None
    tile: Tile | None = None
    threads: int | None = None  # of a block, or of a library
    lanes: int | None = None  # threads of a block that the cpu machine computes together
    compiler: str | None = None  # None where it did not compile


@dataclasses.dataclass(frozen=True, slots=True)
class LadderAtSize:
    """The whole ladder at one size."""

    problem: Problem
    protocol: str  # how samples were taken: "hot" or "cold L2"
    baseline: Rung | None  # None where there is none, or it did not run
    no_baseline: str  # why there is none
    rungs: tuple[Rung, ...]
    series: tuple[Series, ...] = ()  # checks and samples of the rungs
    scaling_threads: int | None = None  # of the cpu machine, with which rungs were timed once more
    measurements: tuple[Measurement, ...] = ()  # the same as lines of results
    traces: tuple[Trace, ...] = ()  # power and clocks meanwhile
    interrupted: bool = False  # by the user: some rungs were not measured

    @property
    def heading(self) -> str:
        """Baseline and protocol in one line."""
        name = f"none ({self.no_baseline})" if self.baseline is None else self.baseline.description
        return f"baseline: {name}; samples: {self.protocol}"

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked was right."""
        found = (self.baseline, *self.rungs)
        return all(rung is None or rung.verified is not False for rung in found)


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
    reason = fixture.no_libraries if row0 is None else row0.reason
    library = None
    if row0 is not None and row0.verdict is not None:
        about = row0.contender.description
        ratio = None if row0.kept is None else 1.0
        library = _rung(problem, row0, description=about, number=0, baseline_ratio=ratio)
    names = {one.name for one in again.values()}
    made = []
    for rung in rungs:
        known, line = _of_kernel(fixture, rung.kernel), lines.get(rung.name)
        if line is not None and (beside := line.baseline) is not None:
            known["baseline_ratio"] = finite(beside.ratio)
            known["baseline_round_ratios"] = tuple(map(finite, beside.round_ratios))
        alone, scaled = series[rung].kept, series[again[rung]].kept if rung in again else None
        if alone is not None and scaled is not None and scaled.median:
            known["scaling"] = alone.median / scaled.median
        made.append(_rung(problem, series[rung], **known))
    return LadderAtSize(
        problem,
        fixture.protocol,
        library,
        reason,
        tuple(made),
        tuple(series[rung] for rung in rungs),
        scaling_threads,
        tuple(line for name, line in lines.items() if name not in names),
        found.traces,
        found.interrupted,
    )


def size_of(problem: Problem) -> dict[str, int]:
    """Return the sizes of a problem by their names."""
    return {"m": problem.m, "n": problem.n, "k": problem.k}


def _rung(problem: Problem, series: Series, **known: Any) -> Rung:
    """Return what a contender's checks and samples say, and what is known besides."""
    samples, verdict, status = series.kept, series.verdict, series.status
    if samples is not None:
        known |= {
            "seconds": samples.median,
            "seconds_lower_quartile": samples.quartiles[0],
            "seconds_upper_quartile": samples.quartiles[1],
            "samples": samples.count,
            "complete": samples.complete,
            "gflops": problem.flops / samples.median / 1e9 if samples.median else None,
        }
    if verdict is not None:
        error = verdict.error
        known |= {"error_rms": error.rms, "error_max": error.maximum, "error_mean": error.mean}
    return Rung(
        size=size_of(problem),
        outcome=status.value,
        verified=None if status is Status.REFUSED else status is Status.MEASURED,
        reason=series.reason or None,
        **({"name": series.contender.name, "threads": series.contender.threads} | known),
    )


def _of_kernel(fixture: Fixture, kernel: Kernel) -> dict[str, Any]:
    """Return what is known of a kernel; it has no build where it did not compile."""
    loaded = None
    with contextlib.suppress(SgemmError):  # also where it is not legal for the problem
        loaded = fixture.kernel_pool.loaded(kernel)
        kernel = loaded.build.kernel
    known: dict[str, Any] = {
        "number": kernel.number,
        "name": kernel.name,
        "description": kernel.idea,
        "intensity": kernel.tile.intensity,
        "tile": kernel.tile,
        "threads": kernel.tile.threads,
    }
    if loaded is not None:
        known["compiler"] = loaded.build.compiler
        if (found := loaded.build.resources) is not None:
            known["registers"] = found.registers
            known["spill_stores"], known["spill_loads"] = found.spill_stores, found.spill_loads
            known["shared_bytes"] = found.shared_bytes + kernel.shared_bytes
        # Only the cpu machine has lanes: it vectorises over the threads of a block.
        if hasattr(fixture.machine, "lanes"):
            known["lanes"] = fixture.machine.lanes(loaded)
    return known
