"""Results by the place where they were measured: what reports and the documentation ask of them."""

from __future__ import annotations

import dataclasses
import functools
import math
import re
import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sgemm.bench.environment import Environment
from sgemm.bench.error_pairs import ErrorSummary, error_pairs, error_summaries
from sgemm.bench.measurement import Measurement, Trace
from sgemm.bench.pairing import Pair, pairs
from sgemm.bench.result_set import ResultSet, baseline_names, candidates, is_library, load
from sgemm.bench.setting import Setting
from sgemm.bench.statistics import geometric_mean
from sgemm.bench.summary import OWN_CHOICE, Summary, leaders, protocol_order, summaries
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import NAMES, present_name
from sgemm.problem import Problem
from sgemm.report.html.devices import limits_of
from sgemm.report.publish.changes import Change, read_changes
from sgemm.report.speeds import Speed, speeds_of

SPELLINGS = {"cublas": "cuBLAS", "numpy": "NumPy", "fp32": "FP32", "tf32": "TF32"}
VENDOR_WORDS = re.compile(r"\b(NVIDIA|GeForce|Tesla|Intel|AMD|CPU|Processor)\b|\([RTMC]+\)")


@dataclasses.dataclass(frozen=True)
class Place:
    """A GPU or a processor, and all that was measured on it.

    Parameters
    ----------
    identifier : str
        For anchors: ``"cuda-1"``.
    machine : str
        ``"cuda"`` or ``"cpu"``.
    hardware : str
        The GPU, or the processor where that ran the kernels.
    changes : tuple of Change
        Of the code, in the order of time.
    """

    identifier: str
    machine: str
    hardware: str
    results: ResultSet
    changes: tuple[Change, ...] = ()

    @property
    def is_gpu(self) -> bool:
        """Whether times are a GPU's."""
        return self.machine == "cuda"

    @property
    def title(self) -> str:
        """What headings call it."""
        return self.hardware if self.is_gpu else f"cpu machine on {self.hardware}"

    @property
    def short_name(self) -> str:
        """The hardware without its maker."""
        return " ".join(VENDOR_WORDS.sub(" ", self.hardware).split()) or self.hardware

    @property
    def slug(self) -> str:
        """The name as a part of file names; the cpu machine is known by that alone."""
        words = self.short_name if self.is_gpu else "cpu"
        return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")

    @property
    def environments(self) -> tuple[Environment, ...]:
        """The environments of all files, each once."""
        return self.results.environments

    @property
    def latest(self) -> dict[tuple[Setting, str], Measurement]:
        """The measurement that counts for each setting and contender."""
        return self.results.latest

    @functools.cached_property
    def measurements(self) -> tuple[Measurement, ...]:
        """The measurements that count."""
        return tuple(self.latest.values())

    @functools.cached_property
    def traces(self) -> tuple[Trace, ...]:
        """Power, clocks and temperature over time; only GPUs are traced."""
        files = self.results.files if self.is_gpu else ()
        return tuple(trace for _, results in files for trace in results.traces)

    @functools.cached_property
    def speeds(self) -> tuple[Speed, ...]:
        """Speeds of kernels and baselines; what several measurements tell of a baseline is one."""
        return speeds_of(self.measurements)

    @functools.cached_property
    def regime(self) -> str:
        """The regime that most was measured in."""
        counts = Counter(speed.regime for speed in self.speeds if not speed.library)
        counts = counts or Counter(speed.regime for speed in self.speeds)
        return max(counts, key=lambda regime: counts[regime]) if counts else ""

    @functools.cached_property
    def unit(self) -> tuple[str, float]:
        """The unit of speed that reads best, and the GFLOP/s it stands for."""
        fastest = max((speed.gflops for speed in self.speeds), default=0.0)
        return ("TFLOP/s", 1e3) if fastest >= 1e3 else ("GFLOP/s", 1.0)

    @functools.cached_property
    def usual_speeds(self) -> tuple[Speed, ...]:
        """The speeds of the usual regime."""
        return tuple(speed for speed in self.speeds if speed.regime == self.regime)

    def usual(self) -> tuple[Speed, ...]:
        """Return the speeds of the usual regime."""
        return self.usual_speeds

    def main_size(self) -> Problem | None:
        """Return the problem on which most kernels were timed, the largest of several."""
        counts = Counter(speed.problem for speed in self.usual() if not speed.library)
        if not counts:
            return None
        return max(counts, key=lambda problem: (counts[problem], problem.flops))

    @property
    def peak_tflops(self) -> float | None:
        """FP32 peak at the boost clock in TFLOP/s, where the GPU is known."""
        peak = limits_of(self.hardware).peak_gflops if self.is_gpu else None
        return None if peak is None else peak / 1e3

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
            if self.is_plain_square(pair.setting):
                found.setdefault(pair.setting.problem.m, {})[pair.contender] = pair
        return dict(sorted(found.items()))

    @functools.cached_property
    def clock_words(self) -> str:
        """The clocks measured during the plain squares, in words; empty where none were."""
        clocks = [
            measurement.conditions.clock_mhz
            for (setting, _), measurement in self.latest.items()
            if self.is_plain_square(setting)
            and measurement.conditions is not None
            and measurement.conditions.clock_mhz is not None
        ]
        return f"measured clock {min(clocks):.0f} ... {max(clocks):.0f} MHz" if clocks else ""

    def is_plain_square(self, setting: Setting) -> bool:
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
        """Return the contenders on squares: rungs by the results' numbers, kernels, the others."""
        names = {name for found in self.squares.values() for name in found}

        def place(name: str) -> tuple[bool, bool, float, int, str]:
            kernel, number = present_name(name), self.number(name)
            is_kernel = kernel in NAMES
            return (
                is_library(name),
                not is_kernel,
                math.inf if number is None or not is_kernel else number,
                NAMES.index(kernel) if is_kernel else 0,
                name,
            )

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

    @functools.cached_property
    def leaders(self) -> tuple[Summary, ...]:
        """Each named set by its leading contender."""
        return leaders(summaries(self.pairs))

    @functools.cached_property
    def errors(self) -> tuple[ErrorSummary, ...]:
        """Errors beside the baseline's, by set and contender."""
        if self.baseline is None:
            return ()
        return error_summaries(error_pairs(self.results, self.baseline))


def gather(paths: Iterable[Path], skipped: list[str] | None = None) -> tuple[Place, ...]:
    """Read files of results, and divide them by place.

    Parameters
    ----------
    paths : iterable of Path
        Files, or folders, which stand for the results in them and below them.
    skipped : list of str, optional
        Where it is given, damaged lines are left out, and named here, instead of being errors.

    Returns
    -------
    tuple of Place
        GPUs first.

    Raises
    ------
    ArgumentError
        If a file cannot be read, or is of another schema, or there is no measurement at all.
    """
    groups = [load(path, skipped is not None) for path in paths]
    if skipped is not None:
        skipped += (words for group in groups for words in group.skipped)
    files = {str(path): (path, results) for group in groups for path, results in group.files}
    found = places_of(ResultSet("results", tuple(files.values())))
    if not found:
        raise ArgumentError(f"{', '.join(files)}: there is no measurement to report")
    return found


def read_places(folder: Path) -> tuple[Place, ...]:
    """Read all results of a folder, and the changes of the code.

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
    found = places_of(load(folder), read_changes(folder)) if candidates(folder) else ()
    return tuple(sorted(found, key=lambda place: (not place.is_gpu, place.hardware)))


def places_of(group: ResultSet, changes: tuple[Change, ...] = ()) -> tuple[Place, ...]:
    """Divide a result set by place, GPUs first."""
    parts = sorted(group.by_hardware().items(), key=lambda item: item[0][0] != "cuda")
    return tuple(
        Place(f"{machine}-{number}", machine, hardware, part, changes)
        for number, ((machine, hardware), part) in enumerate(parts, 1)
    )


def displayed(name: str | None) -> str:
    """Write a contender's name as its maker does; kernels keep theirs."""
    if name is None or not is_library(name):
        return name or ""
    return " ".join(SPELLINGS.get(word, word) for word in name.split())


def median_clock(place: Place) -> float | None:
    """Return the median of the clocks measured at a place, in MHz; None if there are none."""
    clocks = [speed.clock_mhz for speed in place.speeds if speed.clock_mhz is not None]
    return statistics.median(clocks) if clocks else None


def _tflops(size: int, seconds: float) -> float | None:
    return 2.0 * size**3 / seconds / 1e12 if seconds else None
