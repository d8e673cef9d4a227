"""What a benchmark keeps of one measurement: samples, verification, baseline, clocks, power.

The records are frozen and go to a file and back by their types; see :mod:`sgemm.bench.results`.
"""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from typing import Any

from sgemm.bench.codec import LATER
from sgemm.bench.timing import Samples
from sgemm.errors import ArgumentError
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS, Problem
from sgemm.toolchain.build import Resources
from sgemm.verify.check import Verdict

CPU_REFERENCE = "float64 on the CPU"
"""How results are judged unless a measurement says otherwise."""


@dataclasses.dataclass(frozen=True, slots=True)
class Verification:
    """Whether the result was right, and how far from the reference it was.

    Parameters
    ----------
    reason : str
        In words.
    rms, maximum, mean, percentile : float
        Error in units of 2**-24 * (|A||B|); the percentile is the 99.99th.
    allowed_rms, allowed_maximum : float
        The tolerance.
    reference : str
        What the result was compared with, in words.

    Raises
    ------
    ArgumentError
        If an error is negative; the mean, which has a sign, may be.
    """

    passed: bool
    reason: str
    input_class: str
    seed: int
    rms: float
    maximum: float
    mean: float
    percentile: float
    allowed_rms: float
    allowed_maximum: float
    reference: str = dataclasses.field(default=CPU_REFERENCE, metadata=LATER)

    def __post_init__(self) -> None:
        for name in ("rms", "maximum", "percentile", "allowed_rms", "allowed_maximum"):
            if getattr(self, name) < 0.0:
                raise ArgumentError(f"{name} = {getattr(self, name)}: an error is not negative")

    @classmethod
    def from_verdict(cls, verdict: Verdict, reference: str = CPU_REFERENCE) -> Verification:
        """Keep what matters of a verdict."""
        error = verdict.error
        return cls(
            passed=verdict.passed,
            reason=verdict.reason,
            input_class=verdict.input_class,
            seed=verdict.seed,
            rms=error.rms,
            maximum=error.maximum,
            mean=error.mean,
            percentile=error.percentile,
            allowed_rms=verdict.tolerance.rms,
            allowed_maximum=verdict.tolerance.maximum,
            reference=reference,
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Baseline:
    """What the kernel was compared with, in interleaved rounds.

    Parameters
    ----------
    name : str
        Library and mode: ``"numpy"``, ``"cublas fp32"``.
    samples : Samples
        All samples of the baseline.
    ratio : float
        Speed of the kernel over that of the baseline, from the medians.
    round_ratios : tuple of float
        The same for each round.
    """

    name: str
    samples: Samples
    ratio: float
    round_ratios: tuple[float, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Conditions:
    """How the processor was running meanwhile, as far as it is known.

    Parameters
    ----------
    clock_mhz : float or None
        Median clock of the cores that computed.
    power_watts : float or None
        Median power.
    throttling : tuple of str
        Reasons for a reduced clock that the device named.
    """

    clock_mhz: float | None = None
    power_watts: float | None = None
    temperature_celsius: float | None = None
    throttling: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class SampleDetails:
    """What is known of each sample beside its time; one entry a sample, in the same order.

    Parameters
    ----------
    rounds : tuple of int
        Round in which the sample was taken, from 0: contenders took turns in each.
    started : tuple of float
        When, in seconds since 1970 (UTC) by the host's clock: shows who ran between whom.
    clocks_mhz : tuple of float
        Clock of the multiprocessors during the sample, measured on the GPU; NaN where the sample
        was too short to tell; empty where there is no GPU.
    power_watts : tuple of float
        Power that the GPU reported nearest in time; empty where it was not asked.
    """

    rounds: tuple[int, ...]
    started: tuple[float, ...]
    clocks_mhz: tuple[float, ...] = ()
    power_watts: tuple[float, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Trace:
    """Power, clocks and temperature over time, as the GPU's own monitor reports them.

    Parameters
    ----------
    name : str
        What ran meanwhile.
    at : tuple of float
        Times in seconds since 1970 (UTC), ascending; the others have one entry for each.
    power_watts, clock_mhz, memory_clock_mhz, temperature_celsius : tuple of float
        NaN where the GPU did not tell.
    throttling : tuple of str
        Reasons for a reduced clock, joined by ``+``; empty where there was none.
    """

    name: str
    at: tuple[float, ...]
    power_watts: tuple[float, ...]
    clock_mhz: tuple[float, ...]
    memory_clock_mhz: tuple[float, ...]
    temperature_celsius: tuple[float, ...]
    throttling: tuple[str, ...]

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self)[2:]:
            _check_length(field.name, getattr(self, field.name), len(self.at))

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
    """Read a time in ISO 8601; without a zone it is in UTC.

    Raises
    ------
    ArgumentError
        If it is none.
    """
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentError(
            f"measured_at = {text!r}: a time looks like 2026-11-21T08:25:16+00:00"
        ) from error
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


@dataclasses.dataclass(frozen=True, slots=True)
class Measurement:
    """One contender on one problem on one machine.

    Parameters
    ----------
    kernel : str
        The contender: a kernel of the catalogue, a plan (``"two_kernel_rule"``), or a library and
        its mode: ``"numpy"``, ``"cublas fp32"``, ``"cublas fp32 pedantic"``, ``"cublas tf32"``.
        Only contenders of equal meaning share a name, so it names a series in a plot.
    machine : str
        ``"cuda"`` or ``"cpu"``.
    samples : Samples or None
        None where the result was wrong: a wrong kernel is not timed.
    verification : Verification or None
        None where it was not checked.
    number : int or None
        Place on the ladder.
    tile : Tile or None
        None for a library.
    architecture : int or None
        Compute capability times ten that the kernel was built for.
    resources : Resources or None
        Registers, spills, stack and shared memory, where known.
    protocol : str
        How it was timed, as a label that no two protocols share: ``"hot"``, ``"cold L2"``,
        ``"document-000, cold L2"``, ``"sustained"``.
    measured_at : str
        When, in UTC.
    layout : str
        Whether A and B are stored transposed: that of the problem. Files that were written before
        problems had layouts say it here alone; the problem is then given it.
    leading : tuple of int or None
        In such files, the leading dimensions of A, B and C as they are stored, where A or B is
        stored transposed. Otherwise, and once the problem has them, None.
    chosen : str or None
        The kernel that a plan chose.
    schedule : Schedule or None
        How the kernel's blocks shared the work; None for a library, and in older files.
    reason : str or None
        Why the plan chose that kernel, in words.
    details : SampleDetails or None
        Round, time, clock and power of each sample.
    rule : str or None
        When sampling was to stop, in words.
    seconds : float or None
        The time that the protocol makes of the samples, where that is not their median.
    verified_after : Verification or None
        The check by fresh inputs after timing.
    failure : str or None
        Why there are no samples although the first check passed.
    warnings : tuple of str
        What a reader should know: a time limit was met, the measurement was interrupted.
    interrupted : bool
        Whether sampling was interrupted; a later line for the same measurement replaces this.
    """

    problem: Problem
    kernel: str
    machine: str
    samples: Samples | None
    verification: Verification | None
    number: int | None = None
    tile: Tile | None = None
    architecture: int | None = None
    compiler: str | None = None
    resources: Resources | None = None
    baseline: Baseline | None = None
    conditions: Conditions | None = None
    protocol: str = "hot"
    measured_at: str = dataclasses.field(default_factory=now)
    layout: str = dataclasses.field(default="nn", metadata=LATER)
    leading: tuple[int, int, int] | None = dataclasses.field(default=None, metadata=LATER)
    chosen: str | None = dataclasses.field(default=None, metadata=LATER)
    details: SampleDetails | None = dataclasses.field(default=None, metadata=LATER)
    rule: str | None = dataclasses.field(default=None, metadata=LATER)
    seconds: float | None = dataclasses.field(default=None, metadata=LATER)
    verified_after: Verification | None = dataclasses.field(default=None, metadata=LATER)
    failure: str | None = dataclasses.field(default=None, metadata=LATER)
    warnings: tuple[str, ...] = dataclasses.field(default=(), metadata=LATER)
    interrupted: bool = dataclasses.field(default=False, metadata=LATER)
    schedule: Schedule | None = dataclasses.field(default=None, metadata=LATER)
    reason: str | None = dataclasses.field(default=None, metadata=LATER)

    def __post_init__(self) -> None:
        if not self.kernel:
            raise ArgumentError("kernel = '': what was measured has a name")
        time_of(self.measured_at)
        if self.layout not in LAYOUTS:
            raise ArgumentError(f"layout = {self.layout!r}: there are {', '.join(LAYOUTS)}")
        self._settle_layout()
        details = self.details
        if details is None:
            return
        if self.samples is None:
            raise ArgumentError("details of samples without samples")
        for name in ("rounds", "started"):
            _check_length(name, getattr(details, name), self.samples.count)
        for name in ("clocks_mhz", "power_watts"):
            if getattr(details, name):
                _check_length(name, getattr(details, name), self.samples.count)

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
        """The time that stands for the samples: their median, or what the protocol makes of them.

        None if it was not timed.
        """
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
