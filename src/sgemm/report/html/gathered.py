"""Results sorted for a report: by the place where they were measured, then by regime.

This is the only part of the report that knows how results are written.
"""

from __future__ import annotations

import dataclasses
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from sgemm.bench import results
from sgemm.bench.environment import Environment
from sgemm.bench.measurement import Measurement, Trace
from sgemm.bench.pairing import files_of
from sgemm.bench.setting import Setting
from sgemm.bench.timing import Samples
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import NAMES, RUNGS
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
    problem : Problem
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
    clock_mhz : float or None
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


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Everything measured by one machine on one piece of hardware.

    Parameters
    ----------
    identifier : str
        For anchors: ``"cuda-1"``.
    machine : str
        ``"cuda"`` or ``"cpu"``.
    hardware : str
        The GPU, or the processor.
    environments : tuple of Environment
        Those that differ, in the order of the files.
    measurements : tuple of Measurement
    speeds : tuple of Speed
        Of kernels and baselines; what several measurements tell of a baseline is one.
    traces : tuple of Trace
        Power, clocks and temperature over time.
    """

    identifier: str
    machine: str
    hardware: str
    environments: tuple[Environment, ...]
    measurements: tuple[Measurement, ...]
    speeds: tuple[Speed, ...]
    traces: tuple[Trace, ...] = ()

    @property
    def is_gpu(self) -> bool:
        """Whether times are a GPU's."""
        return self.machine == "cuda"

    @property
    def title(self) -> str:
        """What headings call it."""
        return self.hardware if self.is_gpu else f"cpu machine on {self.hardware}"

    @property
    def regime(self) -> str:
        """The regime that most was measured in."""
        counts = Counter(speed.regime for speed in self.speeds if not speed.library)
        counts = counts or Counter(speed.regime for speed in self.speeds)
        return max(counts, key=lambda regime: counts[regime]) if counts else ""

    @property
    def unit(self) -> tuple[str, float]:
        """The unit of speed that reads best, and the GFLOP/s it stands for."""
        fastest = max((speed.gflops for speed in self.speeds), default=0.0)
        return ("TFLOP/s", 1e3) if fastest >= 1e3 else ("GFLOP/s", 1.0)

    def usual(self) -> tuple[Speed, ...]:
        """Return the speeds of the usual regime."""
        return tuple(speed for speed in self.speeds if speed.regime == self.regime)

    def main_size(self) -> Problem | None:
        """Return the problem on which most kernels were timed, the largest of several."""
        counts = Counter(speed.problem for speed in self.usual() if not speed.library)
        if not counts:
            return None
        return max(counts, key=lambda problem: (counts[problem], problem.flops))


def order(name: str) -> tuple[int, str]:
    """Return the key that sorts libraries first, then the ladder, then plans."""
    if name in NAMES:
        return NAMES.index(name) + 1, ""
    return (len(NAMES) + 1 if name in RULES else 0), name


def is_rung(name: str) -> bool:
    """Whether a name is that of a kernel of the catalogue."""
    return name in NAMES


def label(name: str) -> str:
    """Return number and name of a rung, or the name of a library."""
    numbers = {rung: number for number, rung in RUNGS.items()}
    return f"{numbers[name]} {name}" if name in numbers else name


def gather(paths: Iterable[Path], skipped: list[str] | None = None) -> tuple[Place, ...]:
    """Read files of results and sort what is in them.

    Parameters
    ----------
    paths : iterable of Path
        Files, or folders, which stand for the results in them and below them.
    skipped : list of str, optional
        Where it is given, damaged lines are left out, and told here, instead of being errors.

    Returns
    -------
    tuple of Place
        GPUs first.

    Raises
    ------
    ArgumentError
        If a file cannot be read, or is of another schema, or there is no measurement at all.
    """
    found: dict[tuple[str, str], _Pile] = {}
    files = dict.fromkeys(file for path in paths for file in files_of(path))
    for _, content in (each for path in files for each in results.read_all(path, skipped)):
        for measurement in content.current:
            key = (measurement.machine, _hardware(measurement, content.environment))
            pile = found.setdefault(key, _Pile([], [], []))
            if content.environment not in pile.environments:
                pile.environments.append(content.environment)
            pile.measurements.append(measurement)
        # Only GPUs are traced, and a file is of one.
        for (machine, _), pile in found.items():
            if machine == "cuda" and content.environment in pile.environments:
                pile.traces.extend(content.traces)
    if not found:
        names = ", ".join(str(path) for path in files)
        raise ArgumentError(f"{names}: there is no measurement to report")
    ordered = sorted(found.items(), key=lambda item: item[0][0] != "cuda")
    return tuple(
        Place(
            f"{machine}-{number}",
            machine,
            hardware,
            tuple(pile.environments),
            tuple(pile.measurements),
            _speeds(pile.measurements),
            tuple(pile.traces),
        )
        for number, ((machine, hardware), pile) in enumerate(ordered, 1)
    )


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


@dataclasses.dataclass(frozen=True, slots=True)
class _Pile:
    """What is gathered of one place while files are read."""

    environments: list[Environment]
    measurements: list[Measurement]
    traces: list[Trace]


def _hardware(measurement: Measurement, environment: Environment) -> str:
    if measurement.machine != "cuda":
        return environment.processor
    if environment.device is not None:
        return environment.device.name
    fitting = [
        gpu.name for gpu in environment.gpus if gpu.architecture == measurement.architecture
    ] or [gpu.name for gpu in environment.gpus]
    return fitting[0] if fitting else "an unnamed GPU"


Key = tuple[str, Problem, str]
"""Name, problem and regime: what one value of a chart is of."""


def _speeds(measurements: Sequence[Measurement]) -> tuple[Speed, ...]:
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


def median_clock(place: Place) -> float | None:
    """Return the median of the clocks measured at a place, in MHz; None if there are none."""
    clocks = [speed.clock_mhz for speed in place.speeds if speed.clock_mhz is not None]
    return statistics.median(clocks) if clocks else None
