"""What GPUs have: by compute capability, what one model tells of itself, and what a plan asks for.

Sources: the CUDA programming guide, "Compute Capabilities", for what an architecture has; for a
model its maker, and the driver where the model was at hand. CONTRIBUTING.md says how to add one.
"""

import functools
from typing import NamedTuple, Protocol

KIB = 1024

RESERVED_SHARED = 1024
"""Bytes of shared memory that each block takes besides its own, from sm_80 on."""


class Architecture(NamedTuple):
    """What multiprocessors of a compute capability have, as far as plans depend on it."""

    fp32_lanes: int  # single-precision multiply-adds that start in a cycle
    block_shared_bytes: int  # most shared memory of a block
    shared_bytes: int  # shared memory of a multiprocessor
    threads: int  # most threads at once


ARCHITECTURES = {
    75: Architecture(64, 64 * KIB, 64 * KIB, 1024),
    80: Architecture(64, 163 * KIB, 164 * KIB, 2048),
    86: Architecture(128, 99 * KIB, 100 * KIB, 1536),
    87: Architecture(128, 163 * KIB, 164 * KIB, 1536),
    89: Architecture(128, 99 * KIB, 100 * KIB, 1536),
    90: Architecture(128, 227 * KIB, 228 * KIB, 2048),
    100: Architecture(128, 227 * KIB, 228 * KIB, 2048),
    103: Architecture(128, 227 * KIB, 228 * KIB, 2048),
    110: Architecture(128, 227 * KIB, 228 * KIB, 1536),
    120: Architecture(128, 99 * KIB, 100 * KIB, 1536),
    121: Architecture(128, 99 * KIB, 100 * KIB, 1536),
}
"""Compute capability times ten -> what its multiprocessors have."""


@functools.cache
def architecture_of(number: int) -> Architecture:
    """Return what a compute capability, times ten, has; an unknown one what the one before has."""
    known = [each for each in ARCHITECTURES if each <= number]
    return ARCHITECTURES[max(known, default=min(ARCHITECTURES))]


class Figures(NamedTuple):
    """What a GPU tells of itself, as far as plans depend on it; two of one model tell the same.

    A number of 0 is one that the driver does not tell.
    """

    name: str  # of the product: ``"NVIDIA H200"``
    architecture: int  # compute capability times ten
    multiprocessors: int
    clock_mhz: float  # the highest of the multiprocessors
    memory_gbytes: float  # bandwidth of the memory at its highest clock, in 10^9 bytes a second
    l2_bytes: int  # size of the L2 cache
    driver: str  # version of the driver

    @property
    def has(self) -> Architecture:
        """What its multiprocessors have."""
        return architecture_of(self.architecture)


class GpuModel(NamedTuple):
    """What is known of a model of GPU; 0 where its driver was never asked."""

    architecture: int
    multiprocessors: int
    boost_mhz: float
    published_gbytes: float  # bandwidth of the memory in 10^9 bytes a second, as the maker says
    driver_gbytes: float = 0.0  # the same by the clock and width of the memory, as the driver says
    l2_bytes: int = 0  # as the driver says

    @property
    def fp32_lanes(self) -> int:
        """Multiply-adds that one of its multiprocessors starts in a cycle."""
        return architecture_of(self.architecture).fp32_lanes


MODELS = {
    "NVIDIA H200": GpuModel(90, 132, 1980.0, 4800.0, 4917.0, 60 * 2**20),
    "NVIDIA H100 80GB HBM3": GpuModel(90, 132, 1980.0, 3350.0, 3352.3, 50 * 2**20),
    "NVIDIA H100 PCIe": GpuModel(90, 114, 1755.0, 2039.0),
    "NVIDIA A100-SXM4-40GB": GpuModel(80, 108, 1410.0, 1555.0),
    "NVIDIA A100-SXM4-80GB": GpuModel(80, 108, 1410.0, 2039.0),
    "NVIDIA A100-PCIE-40GB": GpuModel(80, 108, 1410.0, 1555.0),
    "NVIDIA A10": GpuModel(86, 72, 1695.0, 600.0),
    "NVIDIA L4": GpuModel(89, 58, 2040.0, 300.0),
    "NVIDIA L40S": GpuModel(89, 142, 2520.0, 864.0),
    "Tesla T4": GpuModel(75, 40, 1590.0, 320.0),
    "NVIDIA GeForce RTX 2080 SUPER": GpuModel(75, 48, 1815.0, 496.0),
    "NVIDIA GeForce RTX 3090": GpuModel(86, 82, 1695.0, 936.0),
    "NVIDIA GeForce RTX 4090": GpuModel(89, 128, 2520.0, 1008.0),
}
"""By the name that the driver reports."""


def figures_of(name: str) -> Figures:
    """Return what a model whose driver was asked tells of itself, any version of the driver."""
    architecture, multiprocessors, boost_mhz, _, gbytes, l2_bytes = MODELS[name]
    return Figures(name, architecture, multiprocessors, boost_mhz, gbytes, l2_bytes, driver="")


H200 = figures_of("NVIDIA H200")
"""The GPU that other GPUs' rates are scaled from."""

H100 = figures_of("NVIDIA H100 80GB HBM3")
"""The form of the H100 that is soldered to a board with others (SXM5)."""


class Target(Protocol):
    """All that a plan has to know of a machine; every machine is one."""

    @property
    def name(self) -> str:
        """``"cuda"`` or ``"cpu"``."""

    @property
    def architecture(self) -> int:
        """Compute capability times ten that builds for it are made for."""

    @property
    def multiprocessors(self) -> int:
        """How many multiprocessors share the blocks of a launch; what schedules are made for."""

    @property
    def figures(self) -> Figures | None:
        """What a GPU tells of itself, which rates are scaled by; None for what is no GPU."""
