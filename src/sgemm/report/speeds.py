"""Measurements as speeds, sorted as a report shows them: by name, problem and regime."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from sgemm.bench.measurement import Baseline, Measurement, Samples
from sgemm.bench.result_set import is_library
from sgemm.bench.sets import Setting
from sgemm.kernels.catalogue import NAMES, RUNGS, present_name
from sgemm.planning import RULES
from sgemm.problem import Problem


@dataclasses.dataclass(frozen=True, slots=True)
class Speed:
    """How fast something was on one problem."""

    name: str  # of the kernel, plan or library
    library: bool  # whether it is a library's and not ours
    problem: Problem
    regime: str  # how it was timed and what is unusual about the problem
    gflops: float  # from the time that stands for the samples, mostly their median
    low: float  # this and the next from the quartiles
    high: float
    samples: int
    beside: Baseline | None = None  # what it was compared with in interleaved rounds
    clock_mhz: float | None = None

    @property
    def ratio(self) -> float | None:
        """Speed as a multiple of the baseline's; None without one."""
        return None if self.beside is None else self.beside.ratio

    @property
    def baseline(self) -> str:
        """Name of the baseline; empty without one, or where this is a baseline itself."""
        return "" if self.beside is None else self.beside.name


def order(name: str) -> tuple[int, str]:
    """Return the key that sorts libraries first, then the ladder, then plans."""
    if is_kernel(name):
        return NAMES.index(present_name(name)) + 1, name
    return (len(NAMES) + 1 if name in RULES else 0), name


def is_kernel(name: str) -> bool:
    """Whether a name is that of a kernel of the catalogue, or was."""
    return present_name(name) in NAMES


def label(name: str) -> str:
    """Return number and name of a rung, or the name of a library."""
    return next((f"{number} {name}" for number, rung in RUNGS.items() if rung == name), name)


def title_of(problem: Problem) -> str:
    """Write the sizes of a problem in words."""
    m, n, k = problem.m, problem.n, problem.k
    words = f"m = n = k = {m}" if m == n == k else f"m = {m}, n = {n}, k = {k}"
    return words if problem.batch == 1 else f"{words}, batch {problem.batch}"


def regime_of(measurement: Measurement) -> str:
    """Say how a measurement was taken: protocol, and what is unusual about the problem."""
    problem = measurement.problem
    parts = [measurement.protocol]
    if measurement.layout != "nn":
        parts.append(f"layout {measurement.layout}")
    if problem.alpha != 1.0 or problem.beta != 0.0:
        parts.append(f"alpha {problem.alpha:g}, beta {problem.beta:g}")
    if problem.batch != 1:
        parts.append("batches")
    if not Setting.of(measurement).is_tight:
        parts.append("padded rows")
    return ", ".join(parts)


def is_right(measurement: Measurement) -> bool | None:
    """Whether a result passed every check and did not fail; None if there was no check."""
    return False if measurement.failure is not None else passes_checks(measurement)


def passes_checks(measurement: Measurement) -> bool | None:
    """Whether a result passed the checks before and after timing; None if there was none."""
    checks = [each for each in (measurement.verification, measurement.verified_after) if each]
    return all(each.passed for each in checks) if checks else None


def remarks(measurement: Measurement) -> str:
    """Return in words what checks, failures and warnings say of a measurement."""
    first, after = measurement.verification, measurement.verified_after
    # A second check that is passed as well says nothing new.
    checks = (first, after if after is not None and not after.passed else None)
    reasons = dict.fromkeys(each.reason for each in checks if each is not None)
    interrupted = "interrupted" if measurement.interrupted else ""
    parts = (*reasons, measurement.failure, *measurement.warnings, interrupted)
    return "; ".join(part for part in parts if part)


def speeds_of(measurements: Sequence[Measurement]) -> tuple[Speed, ...]:
    """Return the speed of each kernel and baseline in each regime, in the order of the ladder."""
    found: dict[tuple[str, Problem, str], Speed] = {}
    beside: dict[tuple[str, Problem, str], list[float]] = {}
    for measurement in measurements:
        problem, baseline = measurement.problem, measurement.baseline
        regime = regime_of(measurement)
        key = (measurement.kernel, problem, regime)
        if baseline is not None:
            seconds = beside.setdefault((baseline.name, problem, regime), [])
            seconds += baseline.samples.seconds
        if measurement.samples is None or measurement.typical_seconds is None:
            continue
        library = is_library(measurement.kernel)
        speed = _speed(*key, library, measurement.samples, measurement.typical_seconds)
        if speed is not None:
            conditions = measurement.conditions
            clock = None if conditions is None else conditions.clock_mhz
            found[key] = dataclasses.replace(speed, beside=baseline, clock_mhz=clock)
    for key, seconds in beside.items():
        if key not in found:
            joined = Samples(tuple(seconds))
            if (speed := _speed(*key, True, joined, joined.median)) is not None:
                found[key] = speed
    return tuple(sorted(found.values(), key=lambda speed: (order(speed.name), speed.problem.flops)))


def _speed(
    name: str, problem: Problem, regime: str, library: bool, samples: Samples, seconds: float
) -> Speed | None:
    """Turn times into speeds; None where nothing is computed, or too fast for the clock to see."""
    lower, upper = samples.quartiles
    if min(lower, seconds) <= 0.0 or not problem.flops:
        return None
    low, middle, high = (problem.flops / time / 1e9 for time in (upper, seconds, lower))
    return Speed(name, library, problem, regime, middle, low, high, samples.count)
