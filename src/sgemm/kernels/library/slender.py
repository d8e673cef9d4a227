"""Products with one long size and two short ones, at the speed of memory.

With tens of columns and a k of tens there is little reuse, so what counts is that loads never stop,
and that little else than multiply-adds is done. Blocks are persistent, three to six a
multiprocessor. They keep the short operand in shared memory, step by step. Through a ring of
asynchronous copies goes the long operand, as it is stored, on from tile to tile: while a tile is
multiplied and written, the next one's rows are on their way. Each warp writes its part of a tile
by itself. Tiles are long and thin, so that few multiplications are wasted: 128 elements of the long
side by 64, 32 or 16, and 256 by 4, each in both directions.

Where the long operand is K-major, a stage has more steps: a piece of each of its rows is longer
then. All tiles are right for every m, n and k. They are meant for a short operand that is kept
whole; else each tile copies it again, some steps at a time.

The order of summation: ascending steps, by fused multiply-adds, in one chain.

Document 003 names tall and skinny shapes as what it did not do.
"""

from collections.abc import Mapping

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import (
    Geometry,
    Kernel,
    Parameters,
    source_beside,
    tiles_of,
)
from sgemm.kernels.library.split_k_schedule import ROW_PADDING
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, LAYOUTS, Problem

FOR_MN_MAJOR = (
    Tile(bm=128, bn=64, bk=16, tm=8, tn=8, stages=3, blocks=3),
    Tile(bm=64, bn=128, bk=16, tm=8, tn=8, stages=3, blocks=3),
    Tile(bm=128, bn=32, bk=16, tm=8, tn=4, stages=2, blocks=4),
    Tile(bm=32, bn=128, bk=16, tm=4, tn=8, stages=3, blocks=4),
    Tile(bm=128, bn=16, bk=16, tm=4, tn=4, stages=2, blocks=6),
    Tile(bm=16, bn=128, bk=16, tm=4, tn=4, stages=2, blocks=6),
    Tile(bm=256, bn=4, bk=8, tm=2, tn=2, stages=3, blocks=4),
    Tile(bm=4, bn=256, bk=8, tm=2, tn=2, stages=3, blocks=4),
)
FOR_K_MAJOR = (
    Tile(bm=128, bn=64, bk=32, tm=8, tn=8, stages=2, blocks=3),
    Tile(bm=64, bn=128, bk=32, tm=8, tn=8, stages=2, blocks=3),
    Tile(bm=128, bn=32, bk=32, tm=8, tn=4, stages=2, blocks=4),
    Tile(bm=32, bn=128, bk=32, tm=4, tn=8, stages=2, blocks=4),
    Tile(bm=128, bn=16, bk=32, tm=4, tn=4, stages=2, blocks=4),
    Tile(bm=16, bn=128, bk=32, tm=4, tn=4, stages=2, blocks=4),
    Tile(bm=256, bn=4, bk=16, tm=2, tn=2, stages=2, blocks=4),
    Tile(bm=4, bn=256, bk=16, tm=2, tn=2, stages=2, blocks=4),
)
"""Tiles by how the long operand is stored: across k, or along k."""


def has_k_major(layout: str, tile: Tile) -> bool:
    """Return whether the long operand, A where bm > bn, is K-major."""
    return layout[0] == "n" if tile.bm > tile.bn else layout[1] == "t"


def kept_steps(tile: Tile) -> int:
    """Return how many steps of the short operand a block keeps."""
    return 64 if min(tile.bm, tile.bn) >= 32 else 128


OF_32_ROWS = FOR_MN_MAJOR[3]
CACHED_ELEMENTS = 12_500_000
"""Elements of C that the L2 cache of an H200 holds."""

BLOCKS_THAT_WRITE = 2
"""Blocks a multiprocessor that write 32 whole rows of a C beyond the L2 cache, and little else.

More write too much at once: an H200 took 1.03 to 1.10 times as long with four, for k up to 16. With
20 and 24 rows, or 300,000 columns, four are faster.
"""

STEPS_THAT_ARE_LITTLE = 4
"""With more k the model, which knows nothing of this, would take another kernel."""


def only_writes(problem: Problem, tile: Tile) -> bool:
    """Return whether blocks do little else than write whole tiles of a C that no cache holds."""
    is_short = problem.k <= STEPS_THAT_ARE_LITTLE and problem.m == tile.bm
    return tile == OF_32_ROWS and is_short and problem.m * problem.n > CACHED_ELEMENTS


def schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the fewest persistent blocks a multiprocessor that need no more rounds of tiles.

    Each block copies the short operand before it begins. Blocks that do little else than write are
    no more than ``BLOCKS_THAT_WRITE``.
    """
    tiles = tiles_of(problem, tile)
    most = BLOCKS_THAT_WRITE if only_writes(problem, tile) else tile.blocks
    rounds = -(-tiles // (most * multiprocessors))
    blocks = -(-tiles // (max(rounds, 1) * multiprocessors))
    return Schedule(blocks=min(blocks * multiprocessors, tiles))


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid: the persistent blocks, or one block for each tile."""
    schedule.refuse_unless("this kernel computes each tile whole", splits=1, stream_k_tiles=0)
    tiles = tiles_of(problem, tile)
    if tiles > INT32_MAX:
        raise ArgumentError(f"m, n = {problem.m}, {problem.n}: {tiles} tiles, more than 2**31-1")
    return (schedule.blocks or tiles, 1, 1)


def constants(layout: str, tile: Tile) -> Mapping[str, int]:
    """Return what the source is compiled with."""
    return {"row_padding": ROW_PADDING, "evict_first": 0, "kept_steps": kept_steps(tile)}


def shared_bytes(layout: str, tile: Tile) -> int:
    """Return a block's shared memory: the short operand, the ring, and each warp's rows of C."""
    long, short = max(tile.bm, tile.bn), min(tile.bm, tile.bn)
    stage = long * (tile.bk + ROW_PADDING) if has_k_major(layout, tile) else tile.bk * long
    threads_down = tile.bm // tile.tm
    across = 32 // threads_down if threads_down < 4 else min(8, tile.bn // tile.tn)
    columns = across * tile.tn
    rows_of_warp = 2 * (32 // across) * (columns + (16 if columns % 32 == 0 else 0))
    return 4 * (kept_steps(tile) * short + tile.stages * stage + tile.threads // 32 * rows_of_warp)


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Tell why a problem is not for a tile: not slender, or another tile is for its layout."""
    name, size, most = min(("m", problem.m, tile.bm), ("n", problem.n, tile.bn), key=lambda x: x[2])
    if size > most:
        return f"{name} = {size} is more than {most}, where other kernels are faster"
    if problem.k > kept_steps(tile):
        return (
            f"k = {problem.k} is above {kept_steps(tile)}, so that each tile copies both operands"
        )
    if (tile in FOR_K_MAJOR) != has_k_major(problem.layout, tile):
        return f"layout = {problem.layout}: the tile of this size with another bk is faster"
    return None


KERNEL = Kernel(
    idea="one long size, two short ones: one operand stays, the other goes through a ring",
    document="003 (named and not done: tall and skinny)",
    tiles=FOR_MN_MAJOR + FOR_K_MAJOR,
    source=source_beside(__file__),
    architecture=80,
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=Geometry(
        grid,
        schedule,
        shared_bytes=shared_bytes,
        constants=constants,
        steps_at_once=4,
        unsuited=unsuited,
    ),
)
