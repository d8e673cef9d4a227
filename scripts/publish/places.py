"""Results by the place where they were measured: what the documentation asks of them.

It asks more than a report does: of squares, of the ladder, of errors, and how old results are.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import re
import statistics
from collections import Counter
from pathlib import Path

from publish.ages import Change, read_changes
from sgemm.bench.error_pairs import ErrorSummary, error_pairs, error_summaries
from sgemm.bench.pairing import Pair
from sgemm.bench.result_set import ResultSet, candidates, is_library, load_part, load_sets
from sgemm.bench.sets import Setting
from sgemm.bench.statistics import geometric_mean
from sgemm.bench.summary import OWN_CHOICE, protocol_order
from sgemm.kernels.catalogue import NAMES, present_name
from sgemm.report import places as reported

VENDOR_WORDS = re.compile(r"\b(NVIDIA|GeForce|Tesla|Intel|AMD|CPU|Processor)\b|\([RTMC]+\)")


@dataclasses.dataclass(frozen=True)
class Place(reported.Place):
    """A GPU or a processor, and all that was measured on it."""

    changes: tuple[Change, ...] = ()  # of the code, in the order of time

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
    def peak_tflops(self) -> float | None:
        """FP32 peak at the boost clock in TFLOP/s, where the GPU is known."""
        peak = self.limits.peak_gflops if self.is_gpu else None
        return None if peak is None else peak / 1e3

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
    def errors(self) -> tuple[ErrorSummary, ...]:
        """Errors beside the baseline's, by set and contender."""
        if self.baseline is None:
            return ()
        return error_summaries(error_pairs(self.results, self.baseline))

    @functools.cached_property
    def commits(self) -> dict[tuple[Setting, str], str | None]:
        """The commit of each measurement that counts, in short, where it is known."""
        files = [self.results.files[file][1] for file in self.results.latest_rows["file"]]
        commits = (results.environment.short_commit for results in files)
        return dict(zip(self.results.latest, commits, strict=True))


def read_places(folder: Path) -> tuple[Place, ...]:
    """Read the results of a folder, if any, and the changes of the code; GPUs come first."""
    return places_of(load_sets(folder), read_changes(folder)) if candidates(folder) else ()


def places_of_part(folder: Path, name: str) -> tuple[Place, ...]:
    """Read one of the separate parts, place by place; there is none where it is missing."""
    return places_of(load_part(folder, name), read_changes(folder))


def places_of(group: ResultSet, changes: tuple[Change, ...] = ()) -> tuple[Place, ...]:
    """Divide a result set by place, as reports do."""
    return tuple(
        Place(
            **{field.name: getattr(each, field.name) for field in dataclasses.fields(each)},
            changes=changes,
        )
        for each in reported.places_of(group)
    )
