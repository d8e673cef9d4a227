"""What GPUs have: by compute capability, what one model tells of itself, and what a plan asks for.

Sources: the CUDA programming guide, "Compute Capabilities", for what an architecture has; the
driver for a model.
"""

from __future__ import annotations

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


H200 = Figures("NVIDIA H200", 90, 132, 1980.0, 4917.0, 60 * 2**20, "")
"""The GPU that other GPUs' rates are scaled from; as its driver tells, any version of it."""

H100 = Figures("NVIDIA H100 80GB HBM3", 90, 132, 1980.0, 3352.3, 50 * 2**20, "")
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
