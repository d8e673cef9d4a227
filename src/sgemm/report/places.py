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

from sgemm.bench import sets
from sgemm.bench.error_pairs import ErrorSummary, error_pairs, error_summaries
from sgemm.bench.measurement import Measurement, Trace
from sgemm.bench.pairing import Pair, pairs
from sgemm.bench.result_set import (
    SEPARATE,
    ResultSet,
    baseline_names,
    candidates,
    is_library,
    load_part,
    load_sets,
)
from sgemm.bench.results import Results
from sgemm.bench.sets import Setting
from sgemm.bench.statistics import geometric_mean
from sgemm.bench.stopping import SURVEY
from sgemm.bench.summary import OWN_CHOICE, Summary, leaders, protocol_order, summaries
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import NAMES, present_name
from sgemm.kernels.gpus import H200
from sgemm.problem import Problem
from sgemm.report.ages import Change, read_changes
from sgemm.report.devices import Limits, limits_of
from sgemm.report.speeds import Speed, regime_of, speeds_of

SPELLINGS = {"cublas": "cuBLAS", "numpy": "NumPy", "fp32": "FP32", "tf32": "TF32"}
VENDOR_WORDS = re.compile(r"\b(NVIDIA|GeForce|Tesla|Intel|AMD|CPU|Processor)\b|\([RTMC]+\)")

_RANGE = f"{sets.SQUARES[0]} ... {sets.SQUARES[-1]}"

SET_WORDS = {
    "squares_nn": f"squares {_RANGE}, A*B",
    "squares_nt": f"squares {_RANGE}, A*B^T",
    "squares_tn": f"squares {_RANGE}, A^T*B",
    "squares_tt": f"squares {_RANGE}, A^T*B^T",
    "irregular": "irregular shapes: skinny, long k, odd",
    "random": f"random shapes, m, n, k in 1 ... {sets.RANDOM_LARGEST}",
    "random_16384": f"random shapes, m, n, k in 1 ... {sets.LARGER_RANDOM}, all layouts",
    "batched": f"batches of {sets.BATCHES[0]} ... {sets.BATCHES[-1]}, "
    f"{sets.BATCHED_SIZES[0]} ... {sets.BATCHED_SIZES[-1]} cubed",
    "tiny_batches": "batches of 1000 ... 1000000 tiny products, 4 ... 64 cubed and odd ones",
    "slender": "slender: one size 100000 or 999999, the others tens; single rows; scalar products",
    "layers": "layers of language models, 1 ... 4096 rows, A*B^T",
    "accumulate": "beta = 1: short k, and some of the other sets",
    "sustained": f"{sets.SUSTAINED_SIZE} cubed for ten seconds",
}
"""The sets whose speed is reported, in their order, for those who do not know their names."""


@dataclasses.dataclass(frozen=True)
class Place:
    """A GPU or a processor, and all that was measured on it."""

    identifier: str  # for anchors: "cuda-1"
    machine: str  # "cuda" or "cpu"
    hardware: str  # the GPU, or the processor where that ran the kernels
    results: ResultSet
    limits: Limits  # of the hardware, as far as it is known
    changes: tuple[Change, ...] = ()  # of the code, in the order of time

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

    @functools.cached_property
    def measurements(self) -> tuple[Measurement, ...]:
        """The measurements that count: of kernels with two names, those by the present one."""
        latest = tuple(self.results.latest.values())
        names = {each.kernel for each in latest}
        return tuple(m for m in latest if present_name(m.kernel) not in names - {m.kernel})

    @functools.cached_property
    def traces(self) -> tuple[Trace, ...]:
        """Power, clocks and temperature over time, the latest of each name; of GPUs alone."""
        files = self.results.files if self.is_gpu else ()
        traces = (trace for _, results in files for trace in results.traces)
        return tuple({t.name: t for t in sorted(traces, key=lambda t: t.at[:1])}.values())

    @functools.cached_property
    def speeds(self) -> tuple[Speed, ...]:
        """Speeds of kernels and baselines; all that was measured of a baseline is one."""
        return speeds_of(self.measurements)

    @functools.cached_property
    def _speed_by_key(self) -> dict[tuple[str, Problem, str], Speed]:
        return {(speed.name, speed.problem, speed.regime): speed for speed in self.speeds}

    def speed_of(self, measurement: Measurement) -> Speed | None:
        """Return the speed of a kernel, if it was timed."""
        key = measurement.kernel, measurement.problem, regime_of(measurement)
        return self._speed_by_key.get(key)

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
    def usual(self) -> tuple[Speed, ...]:
        """The speeds of the usual regime."""
        return tuple(speed for speed in self.speeds if speed.regime == self.regime)

    @functools.cached_property
    def compared(self) -> tuple[Speed, ...]:
        """The speeds of ours in the usual regime that were measured beside a baseline."""
        return tuple(s for s in self.usual if s.beside is not None and not s.library)

    @functools.cached_property
    def main_size(self) -> Problem | None:
        """The problem on which most kernels were timed, the largest of several."""
        counts = Counter(speed.problem for speed in self.usual if not speed.library)
        return max(counts, key=lambda each: (counts[each], each.flops), default=None)

    @property
    def peak_tflops(self) -> float | None:
        """FP32 peak at the boost clock in TFLOP/s, where the GPU is known."""
        peak = self.limits.peak_gflops if self.is_gpu else None
        return None if peak is None else peak / 1e3

    @functools.cached_property
    def baseline(self) -> str | None:
        """What most contenders were measured beside."""
        return next(iter(baseline_names([self.results])), None)

    @functools.cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every contender against the baseline."""
        return pairs(self.results, self.baseline) if self.baseline is not None else ()

    def measurement_of(self, pair: Pair) -> Measurement:
        """Return what was measured of a contender."""
        return self.results.latest[pair.setting, pair.contender]

    @functools.cached_property
    def protocol(self) -> str:
        """The protocol that speaks for the place: with a cold L2 cache, if there is any."""
        return min((setting.protocol for setting, _ in self.results.latest), key=protocol_order)

    @functools.cached_property
    def squares(self) -> dict[int, dict[str, Pair]]:
        """Comparisons at m = n = k without transposes, by size and contender."""
        found: dict[int, dict[str, Pair]] = {}
        for pair in self.pairs:
            if self._is_plain_square(pair.setting):
                found.setdefault(pair.setting.problem.m, {})[pair.contender] = pair
        return dict(sorted(found.items()))

    @functools.cached_property
    def clock_words(self) -> str:
        """The clocks measured during the plain squares, in words; empty where none were."""
        clocks = [
            measurement.conditions.clock_mhz
            for (setting, _), measurement in self.results.latest.items()
            if self._is_plain_square(setting)
            and measurement.conditions is not None
            and measurement.conditions.clock_mhz is not None
        ]
        return f"measured clock {min(clocks):.0f} ... {max(clocks):.0f} MHz" if clocks else ""

    def _is_plain_square(self, setting: Setting) -> bool:
        usual = (setting.problem.layout, setting.problem.batch) == ("nn", 1)
        return (
            usual and setting.protocol == self.protocol and setting.is_square and setting.is_plain
        )

    def tflops(self, contender: str | None, size: int) -> float | None:
        """Return a contender's speed at a square size; of None the baseline's, its median."""
        pairs = self.squares.get(size, {})
        if contender is None:
            seconds = [pair.baseline_seconds for pair in pairs.values()]
        else:
            seconds = [pairs[contender].contender_seconds] if contender in pairs else []
        typical = statistics.median(seconds) if seconds else 0.0
        return 2.0 * size**3 / typical / 1e12 if typical else None

    def ratio(self, contender: str | None, size: int) -> float | None:
        """Return a contender's speed as a multiple of the baseline's at a square size."""
        pair = self.squares.get(size, {}).get(contender or "")
        return None if pair is None else pair.estimate.value

    def contenders(self) -> tuple[str, ...]:
        """Return the contenders on squares: rungs by the results' numbers, kernels, the others.

        A kernel's former name is left out where results have its present one.
        """

        def place(name: str) -> tuple[bool, bool, float, int, str]:
            kernel, number = present_name(name), self.number(name)
            if kernel not in NAMES:
                return is_library(name), True, math.inf, 0, name
            by_number = math.inf if number is None else number
            return is_library(name), False, by_number, NAMES.index(kernel), name

        found = {name for each in self.squares.values() for name in each}
        return tuple(sorted((n for n in found if present_name(n) not in found - {n}), key=place))

    def number(self, contender: str) -> int | None:
        """Return the place on the ladder that the results give a kernel; no rule has one."""
        if present_name(contender) not in NAMES:
            return None
        found = (
            each.number for (_, name), each in self.results.latest.items() if name == contender
        )
        return next(found, None)

    def leading(self, count: int) -> tuple[str, ...]:
        """Return who leads on squares; no libraries.

        First what the library itself chooses, where it was measured at more than half the sizes:
        that is what users get. Then who was measured at most sizes, then who is the fastest at
        most of them: so the few that are shown differ. Then the greater mean.
        """
        found: dict[str, list[Pair]] = {}
        for contenders in self.squares.values():
            for name, pair in contenders.items():
                if not is_library(name) and 0.0 < pair.estimate.value < math.inf:
                    found.setdefault(name, []).append(pair)
        most = max(map(len, found.values()), default=0)
        everywhere = [name for name, each in found.items() if len(each) == most]
        wins: Counter[str] = Counter()
        for contenders in self.squares.values():
            seconds = [(contenders[x].contender_seconds, x) for x in everywhere if x in contenders]
            if seconds:
                wins[min(seconds)[1]] += 1

        def place(name: str) -> tuple[bool, int, int, float, str]:
            each = found[name]
            is_own = name == OWN_CHOICE and 2 * len(each) > len(self.squares)
            mean = geometric_mean([pair.estimate for pair in each]).value
            return not is_own, -len(each), -wins[name], -mean, name

        return tuple(sorted(found, key=place)[:count])

    def ladder_sizes(self) -> tuple[int, ...]:
        """Return the square sizes at which the ladder was measured: most contenders of all."""
        most = max((len(found) for found in self.squares.values()), default=0)
        return tuple(size for size, found in self.squares.items() if 2 * len(found) > most)

    @functools.cached_property
    def summaries(self) -> tuple[Summary, ...]:
        """Each named set by each contender, by each protocol."""
        return summaries(self.pairs)

    @functools.cached_property
    def leaders(self) -> tuple[Summary, ...]:
        """Each named set by its leading contender."""
        return leaders(self.summaries)

    @functools.cached_property
    def errors(self) -> tuple[ErrorSummary, ...]:
        """Errors beside the baseline's, by set and contender."""
        if self.baseline is None:
            return ()
        return error_summaries(error_pairs(self.results, self.baseline))


def gather(paths: Iterable[Path], skip_damaged: bool = False) -> tuple[Place, ...]:
    """Read files of results, or folders of them, and divide them by place, GPUs first.

    Damaged lines are errors; or they are left out, and each place's results name all of them.
    """
    sources = tuple(paths)
    groups = [load_sets(path, skip_damaged, latest_only=True) for path in sources]
    skipped = tuple(words for group in groups for words in group.skipped)
    files = {str(path): (path, results) for group in groups for path, results in group.files}
    found = places_of(ResultSet("results", tuple(files.values()), skipped))
    if not found:
        raise ArgumentError(
            f"{', '.join(map(str, files or sources))}: there is no measurement to report, surveys "
            f"aside; of a folder, or a Parquet of several files, {', '.join(SEPARATE)} are left out"
        )
    return found


def read_places(folder: Path) -> tuple[Place, ...]:
    """Read the results of a folder, if any, and the changes of the code; GPUs come first."""
    return places_of(load_sets(folder), read_changes(folder)) if candidates(folder) else ()


def places_of_part(folder: Path, name: str) -> tuple[Place, ...]:
    """Read one of the separate parts, place by place; there is none where it is missing."""
    return places_of(load_part(folder, name), read_changes(folder))


def places_of(group: ResultSet, changes: tuple[Change, ...] = ()) -> tuple[Place, ...]:
    """Divide a result set by place, GPUs first, and of these the H200.

    Surveys are left out: they are what rates are fitted to, and not what a user gets.
    """
    files = tuple((path, _without_surveys(found)) for path, found in group.files)
    by_hardware = dataclasses.replace(group, files=files).by_hardware()
    parts = sorted(by_hardware.items(), key=_place_order)
    return tuple(
        Place(f"{machine}-{n}", machine, name, part, limits_of(name, part.environments), changes)
        for n, ((machine, name), part) in enumerate(parts, 1)
    )


def _place_order(item: tuple[tuple[str, str], ResultSet]) -> tuple[bool, bool, str]:
    machine, hardware = item[0]
    return machine != "cuda", hardware != H200.name, hardware


def _without_surveys(found: Results) -> Results:
    kept = [one for one in found.measurements if not one.protocol.startswith(SURVEY)]
    return dataclasses.replace(found, measurements=tuple(kept))


def displayed(name: str | None) -> str:
    """Write a contender's name as its maker does; kernels keep theirs."""
    if name is None or not is_library(name):
        return name or ""
    return " ".join(SPELLINGS.get(word, word) for word in name.split())
