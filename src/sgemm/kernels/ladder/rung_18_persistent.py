"""Rung 18: as many blocks as fit, each of which computes one tile after the other.

A block of warp_specialised fills a multiprocessor: it has all registers. When it ends, nothing is
multiplied while it writes C, while the next block is launched and starts its barriers, and until
the first copies of that one have arrived.

Here the grid has one block for each multiprocessor, and a block computes every gridDim.x-th tile.
The ring of stages knows nothing of tiles. While the consumers write C, the producer starts the
copies of the next tile, as many as the ring holds, and the next multiply-add finds its operands
there. Barriers are started once, and not once a tile.

Producer and consumers each count tiles by themselves, which costs a division a tile. The tiles of a
block are fixed beforehand: no block helps another out that has become slow. And if the number of
tiles is no multiple of the number of blocks, the last wave of tiles still leaves multiprocessors
idle. At m = n = 2048 there are 128 tiles, at 1024 there are 32, and an H200 has 132
multiprocessors.

The order of summation is that of bulk_copy.

Persistent threads are from Gupta, Stuart and Owens (A study of persistent threads style GPU
programming, InPar 2012). CUTLASS has them as persistent tile schedulers.
"""

from sgemm.kernels.kernel import persistent_blocks, source_beside, tiles_of
from sgemm.kernels.ladder import rung_17_warp_specialised as before
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem


def _grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    return (schedule.blocks or tiles_of(problem, tile), 1, 1)


KERNEL = before.KERNEL.improved(
    "as many blocks as fit, each of which computes one tile after the other",
    source_beside(__file__),
    geometry=before.KERNEL.geometry._replace(grid=_grid, schedule=persistent_blocks),
)
