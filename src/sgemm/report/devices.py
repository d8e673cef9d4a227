"""How fast a GPU could be at most, from what its maker publishes.

Newer results tell the peak of the GPU that was measured; no driver tells the bandwidth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sgemm.bench.environment import Environment
from sgemm.report.tables import significant


class GpuModel(NamedTuple):
    """Published numbers of a GPU."""

    multiprocessors: int
    lanes: int  # FP32 units of a multiprocessor, each a fused multiply-add a clock
    boost_mhz: float
    memory_gbytes: float  # bandwidth of its memory in GB/s


DEVICES = {
    "NVIDIA H200": GpuModel(132, 128, 1980, 4800),
    "NVIDIA H100 80GB HBM3": GpuModel(132, 128, 1980, 3350),
    "NVIDIA H100 PCIe": GpuModel(114, 128, 1755, 2039),
    "NVIDIA A100-SXM4-40GB": GpuModel(108, 64, 1410, 1555),
    "NVIDIA A100-SXM4-80GB": GpuModel(108, 64, 1410, 2039),
    "NVIDIA A100-PCIE-40GB": GpuModel(108, 64, 1410, 1555),
    "NVIDIA A10": GpuModel(72, 128, 1695, 600),
    "NVIDIA L4": GpuModel(58, 128, 2040, 300),
    "NVIDIA L40S": GpuModel(142, 128, 2520, 864),
    "Tesla T4": GpuModel(40, 64, 1590, 320),
    "NVIDIA GeForce RTX 2080 SUPER": GpuModel(48, 64, 1815, 496),
    "NVIDIA GeForce RTX 3090": GpuModel(82, 128, 1695, 936),
    "NVIDIA GeForce RTX 4090": GpuModel(128, 128, 2520, 1008),
}
"""By the name that the driver reports."""


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
    published = DEVICES.get(hardware)
    if bandwidth is None and published is not None:
        bandwidth = published.memory_gbytes
    if peak_tflops is not None:
        return Limits(1e3 * peak_tflops, f"{significant(peak_tflops)} TFLOP/s as given", bandwidth)
    clock = 0.0
    if published is not None:
        clock = published.boost_mhz
        peak_tflops = 2e-6 * published.multiprocessors * published.lanes * clock
    for device in reversed([environment.device for environment in environments]):
        if device is not None and device.peak_tflops is not None and device.name == hardware:
            peak_tflops, clock = device.peak_tflops, device.clock_mhz
    if peak_tflops is None:
        return Limits(None, "", bandwidth)
    words = f"{significant(peak_tflops)} TFLOP/s at {clock:.0f} MHz"
    return Limits(1e3 * peak_tflops, words, bandwidth)
