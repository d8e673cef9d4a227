"""Batches of thousands of tiny products, at the speed of memory.

A block works on a run, as many consecutive products as fit its threads and its shared memory: 31 of
16 cubed, 128 of 5 cubed. Their rows are dealt out to all threads, to be copied by cp.async of 16
bytes where all of them are whole float4, else of 4. Rows and matrices are padded on their way, so
that every size is read back in 128-bit vectors without bank conflicts. Each thread computes 8x8 or
4x4 elements of one product, the same ones in every run.

Results take the place of the operands in shared memory, and leave it as one piece of C. Where two
runs fit into shared memory the next one is copied meanwhile. Blocks are persistent, and all of them
have as many runs.

A run is a piece of each product where that is more than 64 rows, 128 columns (64 with 4x4) or 64
steps of k, or 32 of each in the smallest tile: then the block goes from tile to tile and from piece
to piece of k. So every problem is computed, but large ones slowly. A matrix that all products share
is copied once a run.

The order of summation: one chain of fused multiply-adds over k, ascending.

Beyond the documents: they have no batches.
"""

from sgemm.kernels.kernel import (
    MAX_BLOCKS,
    Alignment,
    Geometry,
    Kernel,
    Parameters,
    Requirement,
    persistent_blocks,
    source_beside,
    tiles_of,
)
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS, Problem

TILES = (
    Tile(bm=64, bn=128, bk=64, tm=8, tn=8, stages=2, blocks=3),
    Tile(bm=64, bn=64, bk=64, tm=4, tn=4, stages=2, blocks=4),
    Tile(bm=32, bn=32, bk=32, tm=4, tn=4, stages=2, blocks=8),
)

FEW_THREADS, TINIEST = 64, 8
"""Threads of the blocks of the smallest tile, and rows and columns that are too few for it."""

KIBIBYTES_OF_ALL_BLOCKS = 216
"""Shared memory of the blocks of a multiprocessor; each takes 1 KiB more, of 228."""


def memory_floats(tile: Tile) -> int:
    """Return the elements that fit a block's shared memory."""
    return KIBIBYTES_OF_ALL_BLOCKS // tile.blocks * 256


def longest_run(problem: Problem, tile: Tile) -> int:
    """Return how many products a block may have in shared memory at once: ``RunPlan::products``."""
    rows, columns = min(problem.m, tile.bm), min(problem.n, tile.bn)
    steps = min(problem.k, tile.bk) if problem.reads_operands else 0
    operands = _floats(rows, steps, problem.layout[0] == "n")
    operands += _floats(columns, steps, problem.layout[1] == "t")
    floats = max(operands, -(-rows * columns // 4) * 4)
    threads = -(-rows // tile.tm) * -(-columns // tile.tn)
    return min(tile.threads // threads, memory_floats(tile) // floats)


def _floats(extent: int, steps: int, k_major: bool) -> int:
    """Return the elements of one matrix in shared memory: ``OperandPieces::floats``."""
    vectors = extent * (-(-steps // 4) | 1) if k_major else steps * -(-extent // 4)
    return 4 * (vectors | 1)


def work_items(problem: Problem, tile: Tile) -> int:
    """Return how many runs, or pieces of runs, a batch is for blocks: as few as there can be."""
    if problem.is_empty:
        return 0
    of_each = tiles_of(problem, tile) // problem.batch
    return -(-problem.batch // longest_run(problem, tile)) * of_each


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid: the blocks of the schedule, by default one for each work item."""
    schedule.refuse_unless(
        "a block of this kernel computes products whole", splits=1, stream_k_tiles=0
    )
    return (min(schedule.blocks or work_items(problem, tile), tiles_of(problem, tile)), 1, 1)


def _violation(problem: Problem, alignment: Alignment) -> str | None:
    tiles = max(tiles_of(problem, tile) for tile in TILES)
    return f"{tiles} tiles are more than 2**31-1" if tiles > MAX_BLOCKS else None


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Tell why a problem has no tiny products: one that is several pieces is slow here."""
    pieces = ("m", problem.m, tile.bm), ("n", problem.n, tile.bn), ("k", problem.k, tile.bk)
    for name, size, most in pieces:
        if size > most:
            return f"{name} = {size} is more than {most}, where other kernels are faster"
    if tile.threads == FEW_THREADS and max(problem.m, problem.n) <= TINIEST:
        return f"m, n = {problem.m}, {problem.n}: a block of more threads has more of such products"
    return None


KERNEL = Kernel(
    idea="batches of tiny products: blocks stream runs of them through shared memory",
    tiles=TILES,
    source=source_beside(__file__),
    architecture=80,
    requirements=(Requirement("there are at most 2^31-1 tiles", _violation),),
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=Geometry(
        grid,
        persistent_blocks,
        tiles=work_items,
        shared_bytes=lambda _, tile: 4 * memory_floats(tile),
        constants=lambda _, tile: {"memory": memory_floats(tile)},
        steps_at_once=1,
        unsuited=unsuited,
    ),
)
