"""A slice of k for each warp, for small problems.

In split_k all warps of a block share a ring and meet at every stage. Here a slice is a warp and one
consecutive piece of k, and has a ring of its own: it waits for nobody else's copies until the sums
of all slices meet at the end. No block divides to find its tile, since tiles are numbered in the
three dimensions of the grid. A warp whose piece of the operands is whole and aligned has code of
its own; others copy 16, 8 or 4 bytes at once, as the alignment of each operand allows.

Operands lie in shared memory as they are stored. Of K-major rows a thread takes 4 steps in one
128-bit load. C is written row by row, neighbours in neighbouring threads.

The order of summation: slices are k/8 or k/16 steps, rounded up to a multiple of eight, the last
ones shorter or empty; within a slice ascending steps, by fused multiply-adds; then the slices in
their order, by additions.

One block computes a tile with all of its k: it is for problems of a few hundred rows and columns,
and of a k that is not much longer. Others are computed as well, only not fast.

Beyond the documents: they begin where a launch no longer counts.
"""

from sgemm.kernels.kernel import Alignment, Geometry, Kernel, Parameters, Requirement, source_beside
from sgemm.kernels.library.split_k_schedule import ROW_PADDING
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS, Problem

TILES = (
    Tile(bm=16, bn=32, bk=128, tm=4, tn=4, stages=2, slices=8),
    Tile(bm=16, bn=32, bk=256, tm=4, tn=4, stages=2, slices=16),
    Tile(bm=32, bn=16, bk=128, tm=4, tn=4, stages=2, slices=8),
    Tile(bm=16, bn=16, bk=128, tm=2, tn=4, stages=2, slices=8),
)

MOST_BLOCKS = 65535  # blocks in the second and third dimension of a grid
SUMS_PADDING = 16  # elements after each row of a warp's sums in shared memory


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid of one block for each tile: columns, rows and products."""
    schedule.refuse_unless(
        "this kernel has one block for each tile and all of its k",
        blocks=0,
        splits=1,
        stream_k_tiles=0,
    )
    return (-(-problem.n // tile.bn), -(-problem.m // tile.bm), problem.batch)


def shared_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory of a block: for each warp a ring, and later its sums."""
    chunk = 0
    for extent, k_major in ((tile.bm, layout[0] == "n"), (tile.bn, layout[1] == "t")):
        chunk += extent * (tile.steps + ROW_PADDING) if k_major else tile.steps * extent
    return 4 * tile.slices * max(tile.stages * chunk, tile.bm * (tile.bn + SUMS_PADDING))


def _violation(problem: Problem, alignment: Alignment) -> str | None:
    most = MOST_BLOCKS * min(tile.bm for tile in TILES)
    if problem.m > most:
        return f"m = {problem.m} is more than {most}"
    if problem.batch > MOST_BLOCKS:
        return f"batch = {problem.batch} is more than {MOST_BLOCKS}"
    return None


KERNEL = Kernel(
    idea="small problems: a slice of k for each warp, which waits for nobody else",
    tiles=TILES,
    source=source_beside(__file__),
    architecture=80,
    requirements=(
        Requirement(
            f"C has at most {MOST_BLOCKS} rows of tiles, and a batch as many products", _violation
        ),
    ),
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=Geometry(
        grid,
        shared_bytes=shared_bytes,
        constants=lambda *_: {"row_padding": ROW_PADDING, "sums_padding": SUMS_PADDING},
    ),
)
