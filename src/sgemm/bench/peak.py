"""What hardware cannot do: point 15 of docs/benchmarking.md.

A multiprocessor starts so many fused multiply-adds a cycle and no more. A time that implies more of
them at the clock that was measured is not a fast kernel but a broken measurement: work that was
skipped, that ran before the timer or on another stream.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping

from sgemm.kernels.gpus import ARCHITECTURES
from sgemm.kernels.kernel import Kernel

# Single-precision multiply-adds that a multiprocessor starts in a cycle.
FP32_LANES = {at: has.fp32_lanes for at, has in ARCHITECTURES.items()}

# On tensor cores, dense, where NVIDIA's figures give it.
TF32_MULTIPLY_ADDS = {80: 512, 90: 1024}
HALF_MULTIPLY_ADDS = {80: 1024, 90: 2048}
SLACK = 1.02  # clocks and times are measured to about a per cent


@dataclasses.dataclass(frozen=True, slots=True)
class Peak:
    """The most that a GPU can do."""

    multiprocessors: int
    multiply_adds: int  # of a multiprocessor in a cycle
    clock_mhz: float  # the highest clock, for samples whose clock was not measured

    def flops(self, clock_mhz: float | None = None) -> float:
        """Return operations a second at a clock in MHz; by default at the highest."""
        clock = self.clock_mhz if clock_mhz is None or math.isnan(clock_mhz) else clock_mhz
        return 2.0 * self.multiprocessors * self.multiply_adds * clock * 1e6

    def violation(self, flops: int, seconds: float, clock_mhz: float | None = None) -> str | None:
        """Say why a time cannot be; None where it can. A clock of None or NaN was not measured."""
        if flops == 0:
            return None
        most = self.flops(clock_mhz)
        if seconds > 0.0 and flops / seconds <= most * SLACK:
            return None
        rate = "infinitely fast" if seconds <= 0.0 else f"{flops / seconds / 1e12:.4g} TFLOP/s"
        clock = most / (2e6 * self.multiprocessors * self.multiply_adds)
        return (
            f"peak check: {rate}, above the {most / 1e12:.4g} TFLOP/s that "
            f"{self.multiprocessors} multiprocessors can do at {clock:.0f} MHz"
        )


def rates_of(kernel: Kernel) -> Mapping[int, int]:
    """Return how many of its multiply-adds a multiprocessor starts in a cycle, by architecture."""
    if not kernel.products:
        return FP32_LANES
    return {at: -(-rate // kernel.products) for at, rate in HALF_MULTIPLY_ADDS.items()}


def peak_of(
    rates: Mapping[int, int], architecture: int, multiprocessors: int, clock_mhz: float
) -> Peak | None:
    """Return the peak at a table's rates; None where it has none for the architecture."""
    rate = rates.get(architecture)
    return None if rate is None else Peak(multiprocessors, rate, clock_mhz)
