"""Committed results, grouped by the place where they were measured."""

from __future__ import annotations

import dataclasses
import functools
import re
import statistics
from collections.abc import Iterable
from pathlib import Path

from sgemm.bench.environment import Environment
from sgemm.bench.measurement import Measurement
from sgemm.bench.pairing import (
    Pair,
    ResultSet,
    baseline_names,
    candidates,
    is_library,
    load,
    pairs,
)
from sgemm.bench.setting import Setting
from sgemm.bench.statistics import geometric_mean
from sgemm.bench.summary import OWN_CHOICE, protocol_order
from sgemm.kernels.catalogue import kernels
from sgemm.report.html.devices import limits_of
from sgemm.report.publish.changes import Change, read_changes

SPELLINGS = {"cublas": "cuBLAS", "numpy": "NumPy", "fp32": "FP32", "tf32": "TF32"}
VENDOR_WORDS = re.compile(r"\b(NVIDIA|GeForce|Tesla|Intel|AMD|CPU|Processor)\b|\([RTMC]+\)")


@dataclasses.dataclass(frozen=True)
class Place:
    """A processor, and all that was measured on it.

    Parameters
    ----------
    name : str
        The GPU, or the CPU where that ran the kernels.
    machine : str
        ``"cuda"`` or ``"cpu"``.
    results : ResultSet
    changes : tuple of Change
        Of the code, in the order of time.
    """

    name: str
    machine: str
    results: ResultSet
    changes: tuple[Change, ...] = ()

    @property
    def short_name(self) -> str:
        """The name without its maker."""
        return " ".join(VENDOR_WORDS.sub(" ", self.name).split()) or self.name

    @property
    def slug(self) -> str:
        """The name as a part of file names; the cpu machine is known by that alone."""
        words = self.short_name if self.machine == "cuda" else "cpu"
        return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")

    @property
    def environments(self) -> tuple[Environment, ...]:
        """The environments of all files, each once."""
        return tuple(dict.fromkeys(results.environment for _, results in self.results.files))

    @property
    def peak_tflops(self) -> float | None:
        """FP32 peak at the boost clock in TFLOP/s, where the GPU is known."""
        peak = limits_of(self.name).peak_gflops if self.machine == "cuda" else None
        return None if peak is None else peak / 1e3

    @functools.cached_property
    def latest(self) -> dict[tuple[Setting, str], Measurement]:
        """The measurement that counts for each setting and contender."""
        return self.results.latest

    @functools.cached_property
    def commits(self) -> dict[tuple[Setting, str], str | None]:
        """The commit that was measured, for each entry of :attr:`latest`, where it is known."""
        of_file = {
            id(each): results.environment.commit
            for _, results in self.results.files
            for each in results.measurements
        }
        return {key: of_file[id(each)] for key, each in self.latest.items()}

    @functools.cached_property
    def baseline(self) -> str | None:
        """What most contenders were measured beside."""
        return next(iter(baseline_names([self.results])), None)

    @functools.cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every contender against the baseline."""
        return pairs(self.results, self.baseline) if self.baseline is not None else ()

    @functools.cached_property
    def protocol(self) -> str:
        """The protocol that speaks for the place: with a cold L2 cache, if there is any."""
        return min((setting.protocol for setting, _ in self.latest), key=protocol_order)

    @functools.cached_property
    def squares(self) -> dict[int, dict[str, Pair]]:
        """Comparisons at m = n = k without transposes, by size and contender."""
        found: dict[int, dict[str, Pair]] = {}
        for pair in self.pairs:
            if self.is_square(pair.setting):
                found.setdefault(pair.setting.problem.m, {})[pair.contender] = pair
        return dict(sorted(found.items()))

    @functools.cached_property
    def clock_words(self) -> str:
        """The clocks measured during the plain squares, in words; empty where none were."""
        clocks = [
            measurement.conditions.clock_mhz
            for (setting, _), measurement in self.latest.items()
            if self.is_square(setting)
            and measurement.conditions is not None
            and measurement.conditions.clock_mhz is not None
        ]
        return f"measured clock {min(clocks):.0f} ... {max(clocks):.0f} MHz" if clocks else ""

    def is_square(self, setting: Setting) -> bool:
        """Tell whether a setting belongs to the plain squares."""
        return (
            setting.is_square
            and setting.is_plain
            and setting.layout == "nn"
            and setting.batch == 1
            and setting.protocol == self.protocol
        )

    def baseline_tflops(self, size: int) -> float | None:
        """Return the baseline's speed at a square size, the median over all who ran beside it."""
        seconds = [pair.baseline_seconds for pair in self.squares.get(size, {}).values()]
        return _tflops(size, statistics.median(seconds)) if seconds else None

    def tflops(self, contender: str, size: int) -> float | None:
        """Return a contender's speed at a square size."""
        pair = self.squares.get(size, {}).get(contender)
        return None if pair is None else _tflops(size, pair.contender_seconds)

    def ratio(self, contender: str, size: int) -> float | None:
        """Return a contender's speed as a multiple of the baseline's at a square size."""
        pair = self.squares.get(size, {}).get(contender)
        return None if pair is None else pair.estimate.value

    def contenders(self) -> tuple[str, ...]:
        """Return the contenders on squares: rungs in the order of the ladder, then the others."""
        rungs = [kernel.name for kernel in kernels()]
        names = {name for found in self.squares.values() for name in found}

        def place(name: str) -> tuple[bool, int, str]:
            return is_library(name), rungs.index(name) if name in rungs else len(rungs), name

        return tuple(sorted(names, key=place))

    def number(self, contender: str) -> int | None:
        """Return the place on the ladder that the results give a contender."""
        for (_, name), measurement in self.latest.items():
            if name == contender:
                return measurement.number
        return None

    def leading(self, count: int) -> tuple[str, ...]:
        """Return who leads on squares; no libraries.

        First what the library itself chooses, where it was measured at more than half the sizes:
        that is what users get. Then who was measured at most sizes, then who is the fastest at
        most of them: so the few that are shown differ. Then the greater mean.
        """
        found: dict[str, list[Pair]] = {}
        for contenders in self.squares.values():
            for name, pair in contenders.items():
                if not is_library(name) and 0.0 < pair.estimate.value < float("inf"):
                    found.setdefault(name, []).append(pair)
        most = max(map(len, found.values()), default=0)
        everywhere = [name for name, each in found.items() if len(each) == most]
        wins = dict.fromkeys(found, 0)
        for contenders in self.squares.values():
            seconds = {x: contenders[x].contender_seconds for x in everywhere if x in contenders}
            if seconds:
                wins[min(seconds, key=lambda name: (seconds[name], name))] += 1
        means = {
            name: geometric_mean([pair.estimate for pair in each]).value
            for name, each in found.items()
        }

        def place(name: str) -> tuple[bool, int, int, float, str]:
            is_own = name == OWN_CHOICE and 2 * len(found[name]) > len(self.squares)
            return not is_own, -len(found[name]), -wins[name], -means[name], name

        return tuple(sorted(found, key=place)[:count])

    def ladder_sizes(self) -> tuple[int, ...]:
        """Return the square sizes at which the ladder was measured: most contenders of all."""
        most = max((len(found) for found in self.squares.values()), default=0)
        return tuple(size for size, found in self.squares.items() if 2 * len(found) > most)


def read_places(folder: Path) -> tuple[Place, ...]:
    """Read all results of a folder.

    Parameters
    ----------
    folder : Path
        It may be missing or empty.

    Returns
    -------
    tuple of Place
        GPUs first, then by name.

    Raises
    ------
    ArgumentError
        If a file is damaged or of another schema, or the file of changes is not in order.
    """
    if not candidates(folder):
        return ()
    every = load(folder)
    found: dict[tuple[str, str], list[ResultSet]] = {}
    for path, results in every.files:
        for machine in ("cuda", "cpu"):
            part = ResultSet(str(path), ((path, results),)).on(machine)
            if part.files[0][1].measurements:
                found.setdefault((machine, _hardware(results.environment, machine)), []).append(
                    part
                )
    changes = read_changes(folder)
    places = [
        Place(name, machine, _joined(parts), changes) for (machine, name), parts in found.items()
    ]
    return tuple(sorted(places, key=lambda place: (place.machine != "cuda", place.name)))


def displayed(name: str | None) -> str:
    """Write a contender's name as its maker does; kernels keep theirs."""
    if name is None or not is_library(name):
        return name or ""
    return " ".join(SPELLINGS.get(word, word) for word in name.split())


def _hardware(environment: Environment, machine: str) -> str:
    if machine == "cuda" and environment.gpus:
        return environment.gpus[0].name
    return environment.processor


def _joined(parts: Iterable[ResultSet]) -> ResultSet:
    return ResultSet("results", tuple(file for part in parts for file in part.files))


def _tflops(size: int, seconds: float) -> float | None:
    return 2.0 * size**3 / seconds / 1e12 if seconds else None
