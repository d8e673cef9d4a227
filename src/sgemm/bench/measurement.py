"""What a benchmark keeps of one measurement: samples, verification, baseline, clocks, power.

The records are frozen and go to a file and back by their types; see :mod:`sgemm.bench.results`.
"""

from __future__ import annotations

import dataclasses
import statistics
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from sgemm.errors import ArgumentError
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS, Problem
from sgemm.toolchain.build import Resources

if TYPE_CHECKING:
    from sgemm.verify.check import Verdict

CPU_REFERENCE = "float64 on the CPU"  # how results are judged unless a measurement says otherwise
LATEST_SECONDS = 1e11  # since 1970: some thousand years
LONGEST_SECONDS = 1e9  # thirty years: sums of times, and times in other units, are finite too


@dataclasses.dataclass(frozen=True, slots=True)
class Samples:
    """Repeated timings of the same work.

    The fastest run says what a machine can do once, not what it does. So results are the median,
    the quartiles and the number of samples, and nothing here returns the best alone.
    """

    seconds: tuple[float, ...]  # every sample in the order of measurement, at least one
    complete: bool = True  # whether the stopping rule was met; False if the time limit came first

    def __post_init__(self) -> None:
        if not self.seconds:
            raise ArgumentError("seconds is empty: a measurement has at least one sample")
        for value in self.seconds:
            if not 0.0 <= value <= LONGEST_SECONDS:
                raise ArgumentError(
                    f"seconds has {value!r}: a time is from 0 to {LONGEST_SECONDS:.0e} seconds"
                )

    @property
    def count(self) -> int:
        """How many samples there are."""
        return len(self.seconds)

    @property
    def median(self) -> float:
        """Median in seconds."""
        return statistics.median(self.seconds)

    @property
    def quartiles(self) -> tuple[float, float]:
        """Lower and upper quartile in seconds, interpolated; of one sample, twice itself."""
        if self.count == 1:
            return self.seconds[0], self.seconds[0]
        lower, _, upper = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return lower, upper


@dataclasses.dataclass(frozen=True, slots=True)
class Verification:
    """Whether the result was right, and how far from the reference it was."""

    LATER: ClassVar = "reference"  # as codec.later_fields has it
    passed: bool
    reason: str  # in words
    input_class: str
    seed: int
    rms: float  # error in units of 2**-24 * (|A||B|); the percentile is the 99.99th
    maximum: float
    mean: float
    percentile: float
    allowed_rms: float  # the tolerance
    allowed_maximum: float
    reference: str = CPU_REFERENCE  # what the result was compared with, in words

    def __post_init__(self) -> None:
        for name in ("rms", "maximum", "percentile", "allowed_rms", "allowed_maximum"):
            if getattr(self, name) < 0.0:
                raise ArgumentError(f"{name} = {getattr(self, name)}: an error is not negative")

    @classmethod
    def from_verdict(cls, verdict: Verdict, reference: str = CPU_REFERENCE) -> Verification:
        """Keep what matters of a verdict."""
        error, bounds = verdict.error, verdict.tolerance
        judged = verdict.passed, verdict.reason, verdict.input_class, verdict.seed
        errors = error.rms, error.maximum, error.mean, error.percentile
        return cls(*judged, *errors, bounds.rms, bounds.maximum, reference)


@dataclasses.dataclass(frozen=True, slots=True)
class Baseline:
    """What the kernel was compared with, in interleaved rounds."""

    name: str  # library and mode: "numpy", "cublas fp32"
    samples: Samples  # of the baseline, in the rounds in which the kernel ran
    ratio: float  # speed of the kernel over that of the baseline, from the medians
    round_ratios: tuple[float, ...]  # the same for each round

    def __post_init__(self) -> None:
        # Written so that a NaN fails. A time of 0 makes a ratio infinite.
        for name, value in (
            ("ratio", self.ratio),
            *(("round_ratios", x) for x in self.round_ratios),
        ):
            if not value >= 0.0:
                raise ArgumentError(f"{name} has {value!r}: a ratio of speeds is not negative")


@dataclasses.dataclass(frozen=True, slots=True)
class Conditions:
    """How the processor was running meanwhile, as far as it is known."""

    clock_mhz: float | None = None  # median clock of the cores that computed
    power_watts: float | None = None  # median power
    temperature_celsius: float | None = None
    throttling: tuple[str, ...] = ()  # reasons for a reduced clock that the device named


@dataclasses.dataclass(frozen=True, slots=True)
class SampleDetails:
    """What is known of each sample beside its time; one entry a sample, in the same order."""

    rounds: tuple[int, ...]  # round of the sample, from 0: contenders took turns in each
    started: tuple[float, ...]  # seconds since 1970 (UTC) by the host's clock: who ran between whom
    clocks_mhz: tuple[float, ...] = ()  # by the GPU, if any; NaN where the sample was too short
    power_watts: tuple[float, ...] = ()  # nearest in time, as the GPU reports it, where asked


@dataclasses.dataclass(frozen=True, slots=True)
class Trace:
    """Power, clocks and temperature over time, as the GPU's own monitor reports them."""

    name: str  # what ran meanwhile
    at: tuple[float, ...]  # seconds since 1970 (UTC), ascending; the others have one entry for each
    power_watts: tuple[float, ...]  # NaN where the GPU did not tell
    clock_mhz: tuple[float, ...]
    memory_clock_mhz: tuple[float, ...]
    temperature_celsius: tuple[float, ...]
    throttling: tuple[str, ...]  # reasons for a reduced clock, joined by +; empty for none

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self)[2:]:
            _check_length(field.name, getattr(self, field.name), len(self.at))
        for before, at in zip((0.0, *self.at), self.at, strict=False):
            if not before <= at <= LATEST_SECONDS:
                raise ArgumentError(f"at has {at!r} after {before!r}: times ascend from 1970 on")

    def during(self, begin: float, end: float) -> Trace:
        """Return the part between two times."""
        kept = [index for index, at in enumerate(self.at) if begin <= at <= end]
        columns = (
            tuple(getattr(self, field.name)[index] for index in kept)
            for field in dataclasses.fields(self)[1:]
        )
        return Trace(self.name, *columns)


def now() -> str:
    """Return the time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def time_of(text: str) -> datetime:
    """Read a time in ISO 8601; without a zone it is in UTC."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentError(
            f"measured_at = {text!r}: a time looks like 2026-11-21T08:25:16+00:00"
        ) from error
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


@dataclasses.dataclass(frozen=True, slots=True)
class Measurement:
    """One contender on one problem on one machine."""

    LATER: ClassVar = "layout"  # as codec.later_fields has it
    problem: Problem
    # The contender: a kernel of the catalogue, a plan ("two_kernel_rule"), or a library and its
    # mode: "numpy", "cublas fp32", "cublas fp32 pedantic", "cublas tf32". Only
    # contenders of equal meaning share a name, so it names a series in a plot.
    kernel: str
    machine: str  # "cuda" or "cpu"
    samples: Samples | None  # None where the result was wrong: a wrong kernel is not timed
    verification: Verification | None  # None where it was not checked
    number: int | None = None  # place on the ladder
    tile: Tile | None = None  # None for a library
    architecture: int | None = None  # compute capability times ten that the kernel was built for
    compiler: str | None = None
    resources: Resources | None = None  # registers, spills, stack and shared memory, where known
    baseline: Baseline | None = None
    conditions: Conditions | None = None
    protocol: str = "hot"  # how it was timed: "hot", "cold L2", "sustained"
    measured_at: str = dataclasses.field(default_factory=now)  # when, in UTC
    # Whether A and B are stored transposed: that of the problem. Files that were written before
    # problems had layouts say it here alone; the problem is then given it.
    layout: str = "nn"
    # In such files, the leading dimensions of A, B and C as they are stored, where A or B is stored
    # transposed. Otherwise, and once the problem has them, None.
    leading: tuple[int, int, int] | None = None
    chosen: str | None = None  # the kernel that a plan chose
    details: SampleDetails | None = None  # round, time, clock and power of each sample
    rule: str | None = None  # when sampling was to stop, in words
    seconds: float | None = None  # the protocol's figure, where that is not the samples' median
    verified_after: Verification | None = None  # the check by fresh inputs after timing
    failure: str | None = None  # why there are no samples although the first check passed
    warnings: tuple[str, ...] = ()  # what a reader should know: a time limit was met
    interrupted: bool = False  # whether a later line for the same measurement replaces this
    schedule: Schedule | None = None  # how the kernel's blocks shared the work; None for a library
    reason: str | None = None  # why the plan chose that kernel, in words

    def __post_init__(self) -> None:
        if not self.kernel:
            raise ArgumentError("kernel = '': what was measured has a name")
        time_of(self.measured_at)
        if self.seconds is not None and not 0.0 <= self.seconds <= LONGEST_SECONDS:
            raise ArgumentError(
                f"seconds = {self.seconds!r}: a time is from 0 to {LONGEST_SECONDS:.0e} seconds"
            )
        if self.layout not in LAYOUTS:
            raise ArgumentError(f"layout = {self.layout!r}: there are {', '.join(LAYOUTS)}")
        self._settle_layout()
        details = self.details
        if details is None:
            return
        if self.samples is None:
            raise ArgumentError("details of samples without samples")
        for name in ("rounds", "started", "clocks_mhz", "power_watts"):
            column = getattr(details, name)
            if column or name in ("rounds", "started"):
                _check_length(name, column, self.samples.count)

    def _settle_layout(self) -> None:
        """Give the problem the layout that older files keep beside it."""
        problem, layout, leading = self.problem, self.layout, self.leading
        if layout != "nn" and problem.layout == "nn":
            lda, ldb, ldc = leading or (0, 0, problem.ldc)
            problem = dataclasses.replace(
                problem,
                lda=lda,
                ldb=ldb,
                ldc=ldc,
                trans_a=layout[0] == "t",
                trans_b=layout[1] == "t",
            )
        elif layout not in ("nn", problem.layout):
            raise ArgumentError(f"layout = {layout!r}: that of the problem is {problem.layout}")
        elif leading not in (None, (problem.lda, problem.ldb, problem.ldc)):
            raise ArgumentError(f"leading = {leading}: the problem has others, {problem}")
        object.__setattr__(self, "problem", problem)
        object.__setattr__(self, "layout", problem.layout)
        object.__setattr__(self, "leading", None)

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """What was measured: of two lines with the same identity the later one counts."""
        return self.kernel, self.machine, str(self.problem), self.protocol

    @property
    def typical_seconds(self) -> float | None:
        """The median of the samples, or what the protocol makes of them; None if not timed."""
        if self.samples is None:
            return None
        return self.samples.median if self.seconds is None else self.seconds

    @property
    def gflops(self) -> float | None:
        """Billions of floating-point operations a second; None if not timed."""
        seconds = self.typical_seconds
        return self.problem.flops / seconds / 1e9 if seconds else None


def _check_length(name: str, values: tuple[Any, ...], expected: int) -> None:
    if len(values) != expected:
        raise ArgumentError(f"{name} has {len(values)} entries and should have {expected}")
