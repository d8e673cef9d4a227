"""Rates of a GPU that nobody has measured a tile on: a law, with the same numbers for many tiles.

What ships was fitted on an H200, so that on an H200 scaled rates are those that ship, and show
nothing. To see what a planner does that knows no tile, and what sgemm tune makes of that, rates
come from here. The law says what a block does in cycles of its multiprocessor:

- A step takes those of its multiply-adds, as many times more as its threads read of shared memory;
  those of the bytes that come from the L2 cache, in sectors of 32; and those of the instructions of
  copies of 4 bytes, where a kernel has no others.
- A block by itself waits in each step, and for each step of k that one thread computes.
- The end of a tile takes as long as a thread has stores, and as its slices have sums to add.

Memory is as fast as scaled to the GPU. The numbers were fitted, by least squares, to the times that
the rates of an H200 which ship predict for every other problem of sgemm tune. Of an
H100 no number comes; which terms there are was found on both (docs/log/planning.md).
"""

from __future__ import annotations

import dataclasses
import math
from typing import NamedTuple

from sgemm.kernels.gpus import H200, RESERVED_SHARED, Figures
from sgemm.kernels.kernel import Kernel
from sgemm.planning.rates import SPEEDS, Rates, RateTable
from sgemm.planning.scaling import scaled_speeds

REGISTERS = 65536  # of a multiprocessor


@dataclasses.dataclass(frozen=True)
class Target:
    """A GPU that plans are made for."""

    figures: Figures = H200
    name: str = "cuda"

    @property
    def architecture(self) -> int:
        """Compute capability times ten."""
        return self.figures.architecture

    @property
    def multiprocessors(self) -> int:
        """How many there are."""
        return self.figures.multiprocessors


class Family(NamedTuple):
    """What kernels of a family have in common."""

    launch: float  # microseconds
    cycles: float  # that a step takes, of those that its multiply-adds need
    reads: float  # what each element that a thread reads for a multiply-add adds to them
    fetched: float  # of the time in which the L2 cache could bring a step, what it takes
    alone: float  # of the time of a full step, for a block by itself,
    wait: float  # and microseconds besides
    tile: float  # microseconds
    store: float  # microseconds of each store of a thread
    moved: float


PRODUCERS = Family(6.4, 0.96, 0.43, 0.42, 0.26, 0.25, 0.79, 0.042, 0.83)
SLENDER = Family(5.4, 0.97, 2.0, 0.52, 0.32, 0.36, 0.46, 0.028, 0.77)
TINY_BATCHED = Family(6.1, 1.0, 1.8, 0.49, 0.31, 0.3, 0.36, 0.029, 1.1)
VECTORS = Family(4.0, 0.91, 1.9, 0.5, 0.31, 0.22, 0.45, 0.03, 0.93)
PLAIN_LOADS = Family(4.2, 0.92, 2.2, 0.51, 0.32, 0.35, 0.21, 0.024, 0.87)
RING = Family(4.5, 1.0, 0.45, 1.7, 0.63, 0.12, 0.66, 0.072, 0.96)
WARPS = Family(3.6, 1.1, 2.1, 0.51, 0.3, 0.34, 0.47, 0.03, 3.0)

L2_BYTES_A_CYCLE = 64.0  # that the L2 cache brings a multiprocessor in a cycle, at most
SECTOR_BYTES = 32  # of the L2 cache, which it brings as a whole
COPY_SLOTS = 8.2  # multiply-adds that a copy of 4 bytes takes the place of
CYCLES_OF_A_STEP = 4.4  # that a thread waits for each step of k it computes
SLICE = 0.065  # microseconds to add the sums of half of the slices to those of the others
PACKING = 1.1  # microseconds of a launch that packs operands before the main one


def blind(figures: Figures) -> RateTable:
    """Return the rates of every kernel on multiply-adds by the law."""
    speeds = scaled_speeds(SPEEDS, H200, figures)
    return RateTable(lambda kernel: law(kernel, figures), speeds, "of no tile")


def law(kernel: Kernel, figures: Figures) -> Rates | None:
    """Return the rates of a kernel in its tile; None on tensor cores."""
    if kernel.products:
        return None
    tile, family, copies_only = kernel.tile, family_of(kernel), kernel.tile.producers > 0
    cycles = family.cycles * tile.bm * tile.bn * tile.bk / figures.has.fp32_lanes
    cycles *= 1.0 + family.reads * (1.0 / tile.tm + 1.0 / tile.tn)
    cycles += family.fetched * _fetched_bytes(kernel) / L2_BYTES_A_CYCLE
    cycles += COPY_SLOTS * _small_copies(kernel) / figures.has.fp32_lanes
    waiting = CYCLES_OF_A_STEP * tile.bk / tile.slices
    return Rates(
        launch=family.launch + (PACKING if kernel.geometry.packing is not None else 0.0),
        step=(family.alone * cycles + waiting) / figures.clock_mhz + family.wait,
        busy=cycles / figures.clock_mhz,
        tile=family.tile + family.store * _stores(kernel) + SLICE * math.log2(tile.slices),
        overlap=0.6,
        join=5.3 if copies_only else 2.0,
        part=0.032,
        moved=family.moved,
        exchanged=1.6,
        copy=0.0082,
        elementwise=1.2 if copies_only else 0.097,
        scattered=0.86 if copies_only else 0.34,
        skew=0.01 if copies_only else 0.0,
        reread=0.2 if family is VECTORS else 0.0,
        resident=tile.blocks or _fitting(kernel, figures),
    )


def _fetched_bytes(kernel: Kernel) -> int:
    """Return the bytes that a step brings, in whole sectors of the rows that it reads."""
    tile = kernel.tile
    a, b = (tile.bm, tile.bk), (tile.bn, tile.bk)
    pieces = (a if kernel.layout[0] == "n" else a[::-1], b if kernel.layout[1] == "t" else b[::-1])
    return sum(rows * -(-4 * length // SECTOR_BYTES) * SECTOR_BYTES for rows, length in pieces)


def _small_copies(kernel: Kernel) -> int:
    """Return the copies of 4 bytes in a step of a kernel that brings an operand by nothing else."""
    a, b = (kernel.tile.bk * size for size in (kernel.tile.bm, kernel.tile.bn))
    if kernel.name.startswith("stream_k_cp_async"):
        return a + b
    k_major_b = b * (kernel.layout[1] == "t")
    if kernel.name == "stream_k_tma":
        return a * (kernel.layout[0] == "n") + k_major_b
    return k_major_b if kernel.name == "stream_k_tma_k_major" else 0


def _stores(kernel: Kernel) -> float:
    """Return the stores of a thread for a tile: of 16 bytes, or of what divides its columns."""
    tile = kernel.tile
    vector = math.gcd(tile.tn, 4) if family_of(kernel) is PLAIN_LOADS else 4
    return max(1.0, tile.bm * tile.bn / (tile.consumers * vector))


def family_of(kernel: Kernel) -> Family:
    """Return the family of a kernel in its tile."""
    if kernel.tile.producers:
        return PRODUCERS
    if kernel.tile.is_of_vectors:
        return VECTORS
    named = {"slender": SLENDER, "tiny_batched": TINY_BATCHED, "warp_sliced_k": WARPS}
    return named.get(kernel.name, PLAIN_LOADS if kernel.architecture < 80 else RING)


def _fitting(kernel: Kernel, figures: Figures) -> int:
    """Guess how many blocks fit a multiprocessor, for a kernel that leaves it to the compiler."""
    tile, has = kernel.tile, figures.has
    shared = kernel.shared_bytes or 4 * (tile.bm + tile.bn) * tile.bk * max(1, tile.stages)
    registers = min(255, 32 + tile.tm * tile.tn + 2 * (tile.tm + tile.tn))
    limits = (
        has.shared_bytes // (shared + RESERVED_SHARED),
        has.threads // tile.threads,
        REGISTERS // (tile.threads * registers),
    )
    return max(1, min(16, *limits))
