"""Products of long k and tens of rows and columns, at the speed of memory.

Of 32x32 elements of C with a k of a million, each step of k is 256 bytes from memory and 2048
operations: memory takes 60 microseconds on an H200 and the multipliers 34. But the tiles of split_k
for it have 4x4 accumulators a thread, for which shared memory brings as many elements as a thread
multiplies in half of the time: loads and multiplications take turns in the same cycles, and the
product takes as long as both.

Here a thread has 8x8 accumulators, and needs half as many elements for each multiply-add. A tile of
32x32 then has 16 threads, so that eight slices share the steps of each block of k; 64x64 has two.
A K-major block stays as it is stored, in copies of 16 bytes. What it does otherwise is what split_k
does: a ring of asynchronous copies, parts of k for as many blocks as multiprocessors hold, and the
tree in which these are added.

The order of summation: within a part and a slice ascending steps, by fused multiply-adds; then the
slices, then the parts, by additions, as in split_k.

Document 003 names products of long k as what it did not do.
"""

from collections.abc import Mapping

from sgemm.kernels.kernel import Geometry, Kernel, Parameters, source_beside, tiles_of
from sgemm.kernels.library import split_k_schedule as splitting
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS, Problem

TILES = (
    Tile(bm=32, bn=32, bk=64, tm=8, tn=8, stages=3, slices=8),
    Tile(bm=64, bn=64, bk=32, tm=8, tn=8, stages=3, slices=2),
)

BLOCKS_A_MULTIPROCESSOR = 3
LEAST_STEPS = 256
"""Steps of k, at least, that are worth a part of their own."""


def schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule that fills all multiprocessors once, if k is long enough."""
    tiles = tiles_of(problem, tile)
    if tiles == 0 or not problem.reads_operands:
        return Schedule()
    wanted = BLOCKS_A_MULTIPROCESSOR * multiprocessors // tiles
    return Schedule(splits=max(1, min(wanted, problem.k // LEAST_STEPS)))


def constants(layout: str, tile: Tile) -> Mapping[str, int]:
    """Return what the source is compiled with: those of split_k, with nothing transposed."""
    return {**splitting.constants(layout, tile), "transposes_operands": 0}


def shared_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory of a block: its ring, or later the sums of its slices."""
    ring = splitting.ring_elements(layout, tile, transposes=False)
    sums = tile.slices * tile.bm * (tile.bn + splitting.sums_padding(tile))
    return 4 * max(ring, sums)


KERNEL = Kernel(
    name="long_k",
    idea="tens of rows and columns, long k: eight slices a block with 8x8 accumulators a thread",
    document="003 (named and not done: long k)",
    tile=TILES[0],
    tiles=TILES,
    source=source_beside(__file__),
    architecture=80,
    layouts=LAYOUTS,
    parameters=Parameters.EXTENDED,
    geometry=Geometry(
        splitting.split_grid, schedule, splitting.split_workspace, shared_bytes, constants
    ),
)
