"""How fast a GPU could be at most, from what its maker publishes.

Newer results tell the peak of the GPU that was measured; no driver tells the bandwidth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sgemm.bench.environment import Environment
from sgemm.kernels.gpus import MODELS
from sgemm.report.tables import significant


class Limits(NamedTuple):
    """What bounds every kernel at a place."""

    peak_gflops: float | None  # operations a second, in 1e9
    peak_words: str  # the peak and where the number comes from
    memory_gbytes: float | None  # bytes a second from memory, in 1e9


def limits_of(
    hardware: str,
    environments: Sequence[Environment] = (),
    peak_tflops: float | None = None,
    bandwidth: float | None = None,
) -> Limits:
    """Return what is known of a place's limits.

    The user's peak in TFLOP/s and bandwidth in GB/s count first, then the peak that the
    environments of newer measurements record, then what the maker published.
    """
    published = MODELS.get(hardware)
    if bandwidth is None and published is not None:
        bandwidth = published.published_gbytes
    if peak_tflops is not None:
        return Limits(1e3 * peak_tflops, f"{significant(peak_tflops)} TFLOP/s as given", bandwidth)
    clock = 0.0
    if published is not None:
        clock = published.boost_mhz
        peak_tflops = 2e-6 * published.multiprocessors * published.fp32_lanes * clock
    for device in reversed([environment.device for environment in environments]):
        if device is not None and device.peak_tflops is not None and device.name == hardware:
            peak_tflops, clock = device.peak_tflops, device.clock_mhz
    if peak_tflops is None:
        return Limits(None, "", bandwidth)
    words = f"{significant(peak_tflops)} TFLOP/s at {clock:.0f} MHz"
    return Limits(1e3 * peak_tflops, words, bandwidth)
