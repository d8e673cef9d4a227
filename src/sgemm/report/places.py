"""Results by the place where they were measured: what reports ask of them."""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sgemm.bench import sets
from sgemm.bench.measurement import Measurement, Trace
from sgemm.bench.pairing import Pair, pairs
from sgemm.bench.result_set import SEPARATE, ResultSet, baseline_names, is_library, load_sets
from sgemm.bench.results import Results
from sgemm.bench.stopping import SURVEY
from sgemm.bench.summary import Summary, leaders, summaries
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import present_name
from sgemm.kernels.gpus import H200
from sgemm.problem import Problem
from sgemm.report.devices import Limits, limits_of
from sgemm.report.speeds import Speed, regime_of, speeds_of

SPELLINGS = {"cublas": "cuBLAS", "numpy": "NumPy", "fp32": "FP32", "tf32": "TF32"}

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

    @property
    def is_gpu(self) -> bool:
        """Whether times are a GPU's."""
        return self.machine == "cuda"

    @property
    def title(self) -> str:
        """What headings call it."""
        return self.hardware if self.is_gpu else f"cpu machine on {self.hardware}"

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
    def summaries(self) -> tuple[Summary, ...]:
        """Each named set by each contender, by each protocol."""
        return summaries(self.pairs)

    @functools.cached_property
    def leaders(self) -> tuple[Summary, ...]:
        """Each named set by its leading contender."""
        return leaders(self.summaries)


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


def places_of(group: ResultSet) -> tuple[Place, ...]:
    """Divide a result set by place, GPUs first, and of these the H200.

    Surveys are left out: they are what rates are fitted to, and not what a user gets.
    """
    files = tuple((path, _without_surveys(found)) for path, found in group.files)
    by_hardware = dataclasses.replace(group, files=files).by_hardware()
    parts = sorted(by_hardware.items(), key=_place_order)
    return tuple(
        Place(f"{machine}-{n}", machine, name, part, limits_of(name, part.environments))
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
