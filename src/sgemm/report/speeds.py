"""Measurements as speeds, sorted as a report shows them: by name, problem and regime."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from sgemm.bench.measurement import Measurement
from sgemm.bench.setting import Setting
from sgemm.bench.timing import Samples
from sgemm.kernels.catalogue import NAMES, RUNGS, present_name
from sgemm.planning import RULES
from sgemm.problem import Problem


@dataclasses.dataclass(frozen=True, slots=True)
class Speed:
    """How fast something was on one problem.

    Parameters
    ----------
    name : str
        Of the kernel, plan or library.
    library : bool
        Whether it is a library's and not ours.
    regime : str
        How it was timed and what is unusual about the problem.
    gflops, low, high : float
        From the time that stands for the samples, mostly their median, and from the quartiles.
    samples : int
        How many there are.
    ratio : float or None
        Speed as a multiple of the baseline's, from interleaved rounds; None without one.
    ratio_low, ratio_high : float or None
        The slowest and the fastest round.
    baseline : str
        Name of the baseline; empty without one, or where this is a baseline itself.
    """

    name: str
    library: bool
    problem: Problem
    regime: str
    gflops: float
    low: float
    high: float
    samples: int
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    baseline: str = ""
    clock_mhz: float | None = None


def order(name: str) -> tuple[int, str]:
    """Return the key that sorts libraries first, then the ladder, then plans."""
    if is_rung(name):
        return NAMES.index(present_name(name)) + 1, name
    return (len(NAMES) + 1 if name in RULES else 0), name


def is_rung(name: str) -> bool:
    """Whether a name is that of a kernel of the catalogue, or was."""
    return present_name(name) in NAMES


def label(name: str) -> str:
    """Return number and name of a rung, or the name of a library."""
    numbers = {rung: number for number, rung in RUNGS.items()}
    return f"{numbers[name]} {name}" if name in numbers else name


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
    """Whether a result passed every check, before and after timing; None if there was none."""
    checks = [each for each in (measurement.verification, measurement.verified_after) if each]
    if measurement.failure is not None:
        return False
    return all(each.passed for each in checks) if checks else None


def remarks(measurement: Measurement) -> str:
    """Return in words what checks, failures and warnings say of a measurement."""
    checks = (measurement.verification, measurement.verified_after)
    told = [each.reason for each in checks if each is not None]
    # A check that only repeats itself after timing says nothing new.
    parts = [*dict.fromkeys(told), measurement.failure, *measurement.warnings]
    if measurement.interrupted:
        parts.append("interrupted")
    return "; ".join(part for part in parts if part)


Key = tuple[str, Problem, str]
"""Name, problem and regime: what one value of a chart is of."""


def speeds_of(measurements: Sequence[Measurement]) -> tuple[Speed, ...]:
    """Return the speed of each kernel and baseline in each regime, in the order of the ladder."""
    found: dict[Key, Speed] = {}
    beside: dict[Key, list[Samples]] = {}
    for measurement in measurements:
        key = (measurement.kernel, measurement.problem, regime_of(measurement))
        baseline, samples = measurement.baseline, measurement.samples
        if baseline is not None:
            beside.setdefault((baseline.name, *key[1:]), []).append(baseline.samples)
        if samples is None or measurement.typical_seconds is None:
            continue
        library = measurement.tile is None and measurement.chosen is None
        speed = _speed(key, library, samples, measurement.typical_seconds)
        if speed is not None:
            found[key] = _with_conditions(speed, measurement)
    for key, several in beside.items():
        if key not in found:
            joined = Samples(tuple(second for samples in several for second in samples.seconds))
            speed = _speed(key, True, joined, joined.median)
            if speed is not None:
                found[key] = speed
    return tuple(sorted(found.values(), key=lambda speed: (order(speed.name), speed.problem.flops)))


def _speed(key: Key, library: bool, samples: Samples, seconds: float) -> Speed | None:
    """Turn times into speeds; None where nothing is computed, or too fast for the clock to see."""
    name, problem, regime = key
    lower, upper = samples.quartiles
    if min(lower, seconds) <= 0.0 or not problem.flops:
        return None
    low, middle, high = (problem.flops / time / 1e9 for time in (upper, seconds, lower))
    return Speed(name, library, problem, regime, middle, low, high, samples.count)


def _with_conditions(speed: Speed, measurement: Measurement) -> Speed:
    """Add what a measurement says besides the time of its kernel."""
    baseline, conditions = measurement.baseline, measurement.conditions
    if conditions is not None:
        speed = dataclasses.replace(speed, clock_mhz=conditions.clock_mhz)
    if baseline is None:
        return speed
    rounds = baseline.round_ratios or (baseline.ratio,)
    return dataclasses.replace(
        speed,
        ratio=baseline.ratio,
        ratio_low=min(rounds),
        ratio_high=max(rounds),
        baseline=baseline.name,
    )
