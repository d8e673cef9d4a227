"""What this project sets out to reach on each set, and whether results reach it.

A target counts only on the whole set: as long as problems of it were not measured, it is open.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from sgemm.bench.sets import problems_of
from sgemm.bench.summary import Summary
from sgemm.kernels.gpus import H200


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """What is to be reached on a set; all ratios are speeds over the baseline's."""

    mean: float  # geometric mean of the ratios
    least: float | None = None  # no problem's ratio is below this
    beyond_doubt: bool = False  # whether only a whole interval below least is a miss
    share: float = 0.0  # part of the problems whose ratio is not below 1
    # Speed at square sizes, in TFLOP/s
    tflops: Mapping[int, float] = dataclasses.field(default_factory=dict)
    recorded: bool = False  # whether power and clock must be on record

    def __str__(self) -> str:
        parts = [f"mean >= {self.mean:g}"]
        if self.least is not None:
            doubt = " beyond its uncertainty" if self.beyond_doubt else ""
            parts.append(f"none below {self.least:.2f}{doubt}")
        if self.share:
            parts.append(f"{100 * self.share:g}% not below 1.00")
        parts += [f"{least:g} TFLOP/s at {size}" for size, least in self.tflops.items()]
        if self.recorded:
            parts.append("power and clock recorded")
        return ", ".join(parts)


OF = H200
"""The GPU that they are for: clocks not locked, cold L2, against cuBLAS FP32 in the same run."""

TARGETS: Mapping[str, Target] = {
    "squares_nn": Target(
        1.08,
        least=1.0,
        beyond_doubt=True,
        tflops={1024: 45.0, 1536: 48.0, 2560: 53.0, 4096: 56.0, 8192: 56.0},
    ),
    "squares_nt": Target(1.05, least=0.98),
    "squares_tn": Target(1.05, least=0.98),
    "squares_tt": Target(1.05, least=0.98),
    "irregular": Target(1.3, least=1.0),
    "random": Target(1.2, least=0.9, share=0.95),
    "random_16384": Target(1.35, least=0.95),
    "batched": Target(1.1),
    "tiny_batches": Target(1.3, least=1.0),
    "slender": Target(1.2, least=1.0),
    "layers": Target(1.25, least=1.0, beyond_doubt=True),
    "accumulate": Target(1.15, least=0.98),
    "sustained": Target(1.05, recorded=True),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Attainment:
    """How far a summary reaches a target."""

    target: Target
    missing: int  # problems of the set that were not measured
    not_below: float  # part of the problems whose ratio is not below 1
    not_surely_below: float  # part of the problems whose interval does not lie below 1
    tflops: Mapping[int, float]  # speed at the square sizes of the target that were measured
    misses: tuple[str, ...]  # what does not hold, in words

    @property
    def met(self) -> bool | None:
        """Whether all of it holds; None while nothing is missed and not all of it was measured."""
        if self.misses:
            return False
        return None if self.missing else True

    @property
    def words(self) -> str:
        """In a word, or with what does not hold."""
        if self.misses:
            return "no: " + "; ".join(self.misses)
        return f"open: {self.missing} problems not measured" if self.missing else "yes"


def attainment(summary: Summary) -> Attainment | None:
    """Compare a summary with the target of its set; None where there is none."""
    target = TARGETS.get(summary.name)
    if target is None:
        return None
    measured = {pair.setting.problem for pair in summary.pairs}
    missing = sum(problem not in measured for problem in problems_of(summary.name))
    estimates = [pair.estimate for pair in summary.pairs]
    not_below = sum(each.value >= 1.0 for each in estimates) / len(estimates)
    # Without an interval the value counts, as few samples are no excuse.
    highest = [each.high if each.is_bounded else each.value for each in estimates]
    not_surely_below = sum(high >= 1.0 for high in highest) / len(estimates)
    speeds = {
        pair.setting.problem.m: pair.setting.problem.flops / pair.contender_seconds / 1e12
        for pair in summary.pairs
        if pair.setting.problem.m in target.tflops and pair.contender_seconds
    }
    found = []
    if summary.mean.value < target.mean:
        found.append(f"mean {summary.mean.value:.3f}")
    if target.least is not None:
        below = [
            pair
            for pair, high in zip(summary.pairs, highest, strict=True)
            if (high if target.beyond_doubt else pair.estimate.value) < target.least
        ]
        if below:
            worst = min(below, key=lambda pair: pair.estimate.value)
            found.append(
                f"{len(below)} below {target.least:.2f}, lowest {worst.estimate.value:.3f} at "
                f"{worst.setting}"
            )
    if not_below < target.share:
        found.append(f"{100 * not_below:.1f}% not below 1.00")
    found += [
        f"{speeds[size]:.1f} TFLOP/s at {size}"
        for size, least in target.tflops.items()
        if size in speeds and speeds[size] < least
    ]
    if target.recorded and any(
        pair.conditions is None
        or pair.conditions.power_watts is None
        or pair.conditions.clock_mhz is None
        for pair in summary.pairs
    ):
        found.append("power or clock not recorded")
    return Attainment(target, missing, not_below, not_surely_below, speeds, tuple(found))
