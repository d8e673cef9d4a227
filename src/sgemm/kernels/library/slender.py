"""Products with one long size and two short ones, at the speed of memory.

With tens of columns and a k of tens nothing is needed often, so what counts is that loads never
stop. Blocks are persistent, three or four a multiprocessor, and the ring of asynchronous copies
goes on from tile to tile: while a tile is multiplied and written the next one's operands are on
their way. Tiles are long and thin, so that few multiplications are wasted: 128 elements of the long
side by 64 or 32, 256 by 16 and 256 by 4, each in both directions.

Operands lie in shared memory as they are stored; C goes through shared memory, and is written row
by row. The ring's stages and the steps of a thread are those of split_k, without slices and parts
of k. All tiles are right for every m, n and k, and meant for k up to some hundreds.

The order of summation: ascending steps, by fused multiply-adds, in one chain.

Document 003 names tall and skinny shapes as what it did not do.
"""

from collections.abc import Mapping

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import (
    Geometry,
    Kernel,
    Parameters,
    persistent_blocks,
    source_beside,
    tiles_of,
)
from sgemm.kernels.library.split_k_schedule import ring_elements, shared_constants, sums_padding
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, LAYOUTS, Problem

TILES = (
    Tile(bm=128, bn=64, bk=16, tm=8, tn=8, stages=2, blocks=3),
    Tile(bm=64, bn=128, bk=16, tm=8, tn=8, stages=2, blocks=3),
    Tile(bm=128, bn=32, bk=32, tm=8, tn=4, stages=2, blocks=3),
    Tile(bm=32, bn=128, bk=32, tm=4, tn=8, stages=2, blocks=3),
    Tile(bm=256, bn=16, bk=16, tm=4, tn=4, stages=2, blocks=3),
    Tile(bm=16, bn=256, bk=16, tm=4, tn=4, stages=2, blocks=3),
    Tile(bm=256, bn=4, bk=16, tm=2, tn=2, stages=2, blocks=4),
    Tile(bm=4, bn=256, bk=16, tm=2, tn=2, stages=2, blocks=4),
)

WIDE_STEPS, MOST_NARROW_K = 32, 512
"""The bk of tiles for long k; and up to which k the others are meant for K-major operands."""


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid: the persistent blocks, or one block for each tile."""
    schedule.refuse_unless("this kernel computes each tile whole", splits=1, stream_k_tiles=0)
    tiles = tiles_of(problem, tile)
    if tiles > INT32_MAX:
        raise ArgumentError(f"m, n = {problem.m}, {problem.n}: {tiles} tiles, more than 2**31-1")
    return (schedule.blocks or tiles, 1, 1)


def constants(layout: str, tile: Tile) -> Mapping[str, int]:
    """Return what the source is compiled with: those of split_k, with nothing transposed."""
    return {**shared_constants(layout, tile), "transposes_operands": 0, "cuts_chains": 0}


def shared_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory of a block: its ring, and the sums of the tile before."""
    ring = ring_elements(layout, tile, transposes=False)
    return 4 * (ring + tile.bm * (tile.bn + sums_padding(tile)))


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Tell why a problem is not for a tile: C is several tiles both ways, or k is too long.

    Where the long operand is K-major, a tile of 16 steps reads 64 bytes of each row at a time.
    With rows of 16 KiB an H100 took half as long again as the model predicts, which is fitted to
    shorter ones.
    """
    name, size, most = min(("m", problem.m, tile.bm), ("n", problem.n, tile.bn), key=lambda x: x[2])
    is_k_major = problem.trans_b if name == "m" else not problem.trans_a
    if size > most:
        return f"{name} = {size} is more than {most}, where other kernels are faster"
    if is_k_major and tile.bk < WIDE_STEPS and problem.k > MOST_NARROW_K:
        return f"k = {problem.k} is above {MOST_NARROW_K}: 16 steps are slow on K-major rows"
    return None


KERNEL = Kernel(
    idea="one long size, two short ones: the ring of copies goes on from tile to tile",
    document="003 (named and not done: tall and skinny)",
    tiles=TILES,
    source=source_beside(__file__),
    architecture=80,
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=Geometry(
        grid,
        persistent_blocks,
        shared_bytes=shared_bytes,
        constants=constants,
        steps_at_once=4,
        unsuited=unsuited,
    ),
)
