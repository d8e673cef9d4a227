"""Rates of a GPU that nobody has measured a tile on: a law, with the same numbers for every tile.

What ships was fitted on an H200, so that on an H200 scaled rates are those that ship, and show
nothing. To see what a planner does that knows no tile, and what sgemm tune makes of that, rates
come from here: a step takes the cycles of its multiply-adds, as many times more as its threads read
of shared memory, and a wait. All else is the same for every tile, or every tile of persistent
blocks.
"""

from __future__ import annotations

from sgemm.kernels.gpus import RESERVED_SHARED, Figures
from sgemm.kernels.kernel import Kernel
from sgemm.planning.rates import SPEEDS, Rates, RateTable

READS = 2.0  # what each element that a thread reads for a multiply-add adds to it
ALONE, WAIT = 0.3, 0.3  # of a full step, and microseconds, for a block by itself
REGISTERS = 65536  # of a multiprocessor


def blind(figures: Figures) -> RateTable:
    """Return the rates of every kernel on multiply-adds by the law."""
    return RateTable(lambda kernel: law(kernel, figures), SPEEDS, "of no tile")


def law(kernel: Kernel, figures: Figures) -> Rates | None:
    """Return the rates of a kernel in its tile; None on tensor cores."""
    if kernel.products:
        return None
    tile, is_persistent = kernel.tile, kernel.tile.producers > 0
    cycles = tile.bm * tile.bn * tile.bk / figures.has.fp32_lanes
    full = cycles / figures.clock_mhz * (1.0 + READS * (1.0 / tile.tm + 1.0 / tile.tn))
    return Rates(
        launch=7.1 if is_persistent else 4.6,
        step=ALONE * full + WAIT,
        crowded=full,
        tile=0.7,
        overlap=0.9,
        join=2.5,
        part=0.1,
        moved=0.9,
        saved=0.6,
        copy=0.013,
        single=2.0 if is_persistent else 0.12,
        scattered=1.0 if is_persistent else 0.31,
        skew=0.01 if is_persistent else 0.0,
        again=0.3 if 1 in (tile.bm, tile.bn) else 0.0,
        together=tile.blocks or _fitting(kernel, figures),
    )


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
