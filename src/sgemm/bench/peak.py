"""What hardware cannot do: point 15 of docs/benchmarking.md.

A multiprocessor starts so many fused multiply-adds a cycle and no more. A time that implies more of
them at the clock that was measured is not a fast kernel but a broken measurement: work that was
skipped, that ran before the timer or on another stream.
"""

from __future__ import annotations

import dataclasses
import math

FP32_LANES = {
    75: 64,
    80: 64,
    86: 128,
    87: 128,
    89: 128,
    90: 128,
    100: 128,
    103: 128,
    110: 128,
    120: 128,
    121: 128,
}
"""Single-precision multiply-adds that a multiprocessor starts in a cycle."""

TF32_MULTIPLY_ADDS = {80: 512, 90: 1024}
"""The same in dense TF32, where NVIDIA's figures for the whole GPU tell."""

SLACK = 1.02
"""Clocks and times are measured to about a per cent."""


@dataclasses.dataclass(frozen=True, slots=True)
class Peak:
    """The most that a GPU can do.

    Parameters
    ----------
    multiply_adds : int
        Of a multiprocessor in a cycle.
    clock_mhz : float
        The highest clock, for samples whose clock was not measured.
    """

    multiprocessors: int
    multiply_adds: int
    clock_mhz: float

    def flops(self, clock_mhz: float | None = None) -> float:
        """Return operations a second at a clock in MHz; by default at the highest."""
        clock = self.clock_mhz if clock_mhz is None or math.isnan(clock_mhz) else clock_mhz
        return 2.0 * self.multiprocessors * self.multiply_adds * clock * 1e6

    def violation(self, flops: int, seconds: float, clock_mhz: float | None = None) -> str | None:
        """Say why a time cannot be, or None where it can.

        Parameters
        ----------
        flops : int
            Operations that were to be done.
        seconds : float
            In which they seem to have been done.
        clock_mhz : float or None
            The clock meanwhile, where it was measured; NaN counts as not measured.
        """
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


def fp32_peak(architecture: int, multiprocessors: int, clock_mhz: float) -> Peak | None:
    """Return the peak in single precision; None where the architecture is not known."""
    lanes = FP32_LANES.get(architecture)
    return None if lanes is None else Peak(multiprocessors, lanes, clock_mhz)


def tf32_peak(architecture: int, multiprocessors: int, clock_mhz: float) -> Peak | None:
    """Return the peak in TF32; None where the architecture's is not known."""
    rate = TF32_MULTIPLY_ADDS.get(architecture)
    return None if rate is None else Peak(multiprocessors, rate, clock_mhz)
