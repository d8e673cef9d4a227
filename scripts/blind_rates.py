"""Rates of a GPU that nobody has measured a tile on: a law, with the same numbers for many tiles.

What ships was fitted on an H200, so that on an H200 scaled rates are those that ship, and show
nothing. To see what a planner does that knows no tile, and what sgemm tune makes of that, rates
come from here: a step takes the cycles of its multiply-adds, as many times more as its threads read
of shared memory, and a wait. The numbers of the law are a few for each family of kernels, chosen so
that its choices on an H200 come near those by the rates that ship; those have 4600 numbers.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from sgemm.kernels.gpus import H200, RESERVED_SHARED, Figures
from sgemm.kernels.kernel import Kernel
from sgemm.planning.rates import SPEEDS, Rates, RateTable

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
    alone: float  # of the time of a full step, for a block by itself,
    wait: float  # and microseconds besides
    tile: float  # microseconds
    moved: float
    copy: float


PRODUCERS = Family(6.2, 0.57, 1.4, 0.17, 0.72, 0.57, 1.11, 0.0092)
PERSISTENT = Family(9.3, 1.0, 2.0, 0.30, 0.30, 0.70, 0.63, 0.013)
ONE_ROW = Family(4.6, 1.0, 4.0, 0.30, 0.24, 0.86, 0.90, 0.013)
PLAIN_LOADS = Family(4.6, 0.7, 2.0, 0.30, 0.30, 0.62, 0.90, 0.018)
OTHERS = Family(4.6, 1.0, 2.5, 0.35, 0.43, 0.70, 0.90, 0.013)


def blind(figures: Figures) -> RateTable:
    """Return the rates of every kernel on multiply-adds by the law."""
    return RateTable(lambda kernel: law(kernel, figures), SPEEDS, "of no tile")


def law(kernel: Kernel, figures: Figures) -> Rates | None:
    """Return the rates of a kernel in its tile; None on tensor cores."""
    if kernel.products:
        return None
    tile, family, copies_only = kernel.tile, family_of(kernel), kernel.tile.producers > 0
    cycles = family.cycles * tile.bm * tile.bn * tile.bk / figures.has.fp32_lanes
    full = cycles / figures.clock_mhz * (1.0 + family.reads * (1.0 / tile.tm + 1.0 / tile.tn))
    return Rates(
        launch=family.launch,
        step=family.alone * full + family.wait,
        busy=full,
        tile=family.tile,
        overlap=0.9,
        join=2.5,
        part=0.07,
        moved=family.moved,
        exchanged=0.6,
        copy=family.copy,
        elementwise=2.0 if copies_only else 0.12,
        scattered=1.0 if copies_only else 0.31,
        skew=0.01 if copies_only else 0.0,
        reread=0.3 if family is ONE_ROW else 0.0,
        resident=tile.blocks or _fitting(kernel, figures),
    )


def family_of(kernel: Kernel) -> Family:
    """Return the family of a kernel in its tile."""
    if kernel.tile.producers:
        return PRODUCERS
    if kernel.name in ("slender", "tiny_batched"):
        return PERSISTENT
    if 1 in (kernel.tile.bm, kernel.tile.bn):
        return ONE_ROW
    return PLAIN_LOADS if kernel.architecture < 80 else OTHERS


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
