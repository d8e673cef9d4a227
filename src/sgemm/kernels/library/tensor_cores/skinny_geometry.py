"""How fp16x3_skinny and fp16x3_tall lay out their work: tiles, parts of k, workspace, memory.

One operand gives few rows or columns of C, and is split beforehand. The other one is large, and is
split as it is read. ``fp16x3_skinny`` has few rows, so A is the former; ``fp16x3_tall`` computes
the transposed product with the same code, and B is. ``skinny_gemm.cuh`` is the other half of this
file.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import HALF_TYPES, Kernel, Parameters, tiles_of
from sgemm.kernels.launch import SideKernel, Sizes
from sgemm.kernels.library.skinny import EVICT_FIRST_ELEMENTS
from sgemm.kernels.library.split_k_schedule import (
    GEOMETRY,
    shared_constants,
    split_k_grid,
    split_k_workspace,
    sums_padding,
)
from sgemm.kernels.library.tensor_cores.split import (
    BARRIER_BYTES,
    HALVES,
    NOTES_BYTES,
    PRODUCTS,
    divided,
)
from sgemm.kernels.library.tensor_cores.split import CONSTANTS as SPLIT_CONSTANTS
from sgemm.kernels.library.tensor_cores.split_rule import LEAST_OF_CANCELLING
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

CHUNK = 64  # steps of k that are scaled together

ROW_STAGES = 3
"""Chunks of the small operand in shared memory."""

SPLIT_ROWS = 32
"""Rows that a block of the pre-kernel splits, of a chunk: loads of few steps a thread wait less."""

ALIGNMENT = 1024
"""Matrices that wgmma reads in shared memory begin at multiples of that."""

LEAST_PART = 4 * CHUNK
"""Steps of k, at least, that are worth a part of their own."""

MOST_PART = 8192
"""Steps of k that a part has at most: sums of chunks are one chain, which errs more with them."""

LEAST_K = 2 * CHUNK
"""Shorter sums are left to multiply-adds: the bits that halves lose don't average out in them.

With one step beyond a chunk multiply-adds chunk by chunk have a rounding more than one chain has:
at 605x1582x65 on an H100 errors of `wide_3` were 0.1% larger.
"""

BINADES = 48
"""How far from 1 the largest element of a chunk may lie, in binades.

What undoes the scaling of a row and a column is then no less than 2^-124, a normal number.
"""

LEAST_SIDE = 16
"""With fewer rows or columns cuBLAS cuts k into more parts, and errs less on sums of one sign."""

LEAST_OF_LONG_K = 32
"""The same holds of fewer rows or columns where k needs more than two parts.

With 16x8192x28672 on an H100 cuBLAS is estimated to err by 1.76 on sums of one sign, and parts of
7168 steps by 1.96.
"""

LEAST_MN_MAJOR, LEAST_C_MN_MAJOR, LEAST_C_OF_SHORT_K, SHORT_K = 64, 2**18, 2**19, 768
"""Rows or columns and elements of C that are needed where the large operand is MN-major.

There cuBLAS cuts k more often, and so errs less. On an H100 it did at 17x1024x64, 33x2304x768 and
3072x100x768, on sums of one sign at 16x4096x4096, and by an estimate at 32x8192x28672.
"""

LEAST_C_OF_FEW_COLUMNS = 2**17
"""Elements of C that it takes with a short k: on an H100 cuBLAS erred less at 1024x17x64."""

MANY = 128
"""Rows or columns of the large operand in a tile."""


class Side(NamedTuple):
    """An operand: the rows or columns of C that it gives, and how its matrices lie."""

    operand: str
    size: str
    extent: int
    leading: int
    stride: int
    is_k_major: bool


def tile_of(few: int, stages: int, blocks: int) -> Tile:
    """Return the tile of a few rows: eight warps, each with all of them and 16 columns."""
    return Tile(
        bm=few, bn=MANY, bk=CHUNK, tm=few // 4, tn=2, wm=few, wn=16, stages=stages, blocks=blocks
    )


ROW_TILES = (tile_of(128, 2, 1), tile_of(64, 4, 1), tile_of(32, 2, 2), tile_of(16, 3, 2))
COLUMN_TILES = tuple(tile.transposed() for tile in ROW_TILES)


def has_few_columns(tile: Tile) -> bool:
    """Return whether a tile is one of few columns: a thread has two rows in it."""
    return tile.tm == 2


def sides(problem: Problem, tile: Tile) -> tuple[Side, Side]:
    """Return the operand that is split beforehand, and the large one."""
    a = Side("A", "m", problem.m, problem.lda, problem.stride_a, not problem.trans_a)
    b = Side("B", "n", problem.n, problem.ldb, problem.stride_b, problem.trans_b)
    return (b, a) if has_few_columns(tile) else (a, b)


def few_of(tile: Tile) -> int:
    """Return how many rows or columns of the small operand a tile has."""
    return tile.bn if has_few_columns(tile) else tile.bm


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> Sizes:
    """Return the grid of one block for each part of each tile."""
    least = divided(problem.k, MOST_PART) if problem.reads_operands else 1
    if schedule.splits < least and not problem.is_empty:
        raise ArgumentError(
            f"splits = {schedule.splits}: a part of k = {problem.k} has at most {MOST_PART} steps "
            f"in this kernel, so splits must be at least {least}"
        )
    return split_k_grid(problem, tile, schedule)


def schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule that cuts k until all multiprocessors are busy, and no further."""
    tiles = tiles_of(problem, tile)
    if tiles == 0 or not problem.reads_operands:
        return Schedule()
    wanted = min(tile.blocks * multiprocessors // tiles, problem.k // LEAST_PART)
    return Schedule(splits=max(1, wanted, divided(problem.k, MOST_PART)))


def row_bytes(tile: Tile) -> int:
    """Return the bytes of a tile's few rows in a chunk: two halves, a scale, and a flag."""
    return divided(few_of(tile) * (4 * CHUNK + 4) + 16, ALIGNMENT) * ALIGNMENT


def split_rows(tile: Tile) -> int:
    """Return the rows that a block of the pre-kernel splits."""
    return min(SPLIT_ROWS, few_of(tile))


def split_chunks(problem: Problem, tile: Tile) -> int:
    """Return how many chunks of rows there are to be split."""
    if not problem.reads_operands or problem.is_empty:
        return 0
    few, _ = sides(problem, tile)
    matrices = problem.batch if few.stride else 1
    return matrices * divided(few.extent, few_of(tile)) * divided(problem.k, CHUNK)


def pre_kernel_grid(problem: Problem, tile: Tile, schedule: Schedule) -> Sizes:
    """Return the grid of the pre-kernel: some rows of a chunk for each block."""
    return (split_chunks(problem, tile) * (few_of(tile) // split_rows(tile)), 1, 1)


def workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the memory for notes of all tiles, split rows, and the sums of parts."""
    sums, chunks = split_k_workspace(problem, tile, schedule), split_chunks(problem, tile)
    if not chunks:
        return sums
    notes = divided(NOTES_BYTES + 4 * tiles_of(problem, tile), ALIGNMENT) * ALIGNMENT
    nbytes = notes + chunks * row_bytes(tile)
    return Workspace(nbytes // 4 + sums.floats, sums.counters)


def shared_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory of a block: the rings of columns and of rows; later the sums."""
    columns = tile.stages * CHUNK * MANY * 4
    rows = ROW_STAGES * (row_bytes(tile) + BARRIER_BYTES)
    sums = tile.bm * (tile.bn + sums_padding(tile)) * 4
    return ALIGNMENT + max(columns + rows, sums)


def constants(layout: str, tile: Tile) -> Mapping[str, int]:
    """Return what the source is compiled with."""
    return {
        **shared_constants(layout, tile),
        **SPLIT_CONSTANTS,
        "few_columns": has_few_columns(tile),
        "evict_first": EVICT_FIRST_ELEMENTS,
        "least_k": LEAST_K,
        "row_stages": ROW_STAGES,
        "split_rows": split_rows(tile),
        "least_exponent": 127 - BINADES,
        "most_exponent": 127 + BINADES,
    }


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Say why the planner leaves a problem to other kernels, whichever operand is the small one."""
    few, many = sides(problem, tile)
    elements = problem.m * problem.n
    if has_few_columns(tile) and problem.k <= SHORT_K and elements < LEAST_C_OF_FEW_COLUMNS:
        return (
            f"{elements} elements of C: below {LEAST_C_OF_FEW_COLUMNS} cuBLAS may err less with "
            "so short a k"
        )
    if few.extent > many.extent:
        return f"{few.size} = {few.extent}, {many.size} = {many.extent}: {few.operand} is larger"
    if problem.k < LEAST_K:
        return f"k = {problem.k}: sums err less than FP32's from {LEAST_K} on"
    for side in few, many:
        if side.extent < LEAST_SIDE:
            return f"{side.size} = {side.extent}: below {LEAST_SIDE} cuBLAS may err less"
    if few.extent < LEAST_OF_LONG_K and problem.k > 2 * MOST_PART:
        return (
            f"{few.size} = {few.extent}: below {LEAST_OF_LONG_K} cuBLAS may err less where k is "
            f"above {2 * MOST_PART}"
        )
    if (
        not (few.is_k_major and many.is_k_major)
        and problem.k + problem.k % 2 in LEAST_OF_CANCELLING
    ):
        return f"k = {problem.k}: cuBLAS may be exact where halves of k cancel"
    if not many.is_k_major and (words := _unsuited_mn_major(problem, few)):
        return words
    return None


def _unsuited_mn_major(problem: Problem, few: Side) -> str | None:
    where = "cuBLAS may err less where the large operand is MN-major"
    if few.extent < LEAST_MN_MAJOR:
        return f"{few.size} = {few.extent}: below {LEAST_MN_MAJOR} {where}"
    least = LEAST_C_OF_SHORT_K if problem.k <= SHORT_K else LEAST_C_MN_MAJOR
    if (elements := problem.m * problem.n) < least:
        return f"{elements} elements of C: below {least} {where}"
    return None


def fused_kernel(idea: str, tiles: tuple[Tile, ...], before: str, source: Path) -> Kernel:
    """Return either kernel, by its tiles and the name of its pre-kernel."""
    return Kernel(
        idea=idea,
        tiles=tiles,
        source=source,
        layouts=("nt", "nn", "tt", "tn"),
        architecture=90,
        architecture_specific=True,
        parameters=Parameters.LIBRARY,
        other_types=HALF_TYPES,
        products=PRODUCTS[HALVES],
        geometry=GEOMETRY._replace(
            grid=grid,
            schedule=schedule,
            workspace=workspace,
            before=(
                SideKernel(
                    before, pre_kernel_grid, lambda problem, tile, schedule: (tile.threads, 1, 1)
                ),
            ),
            shared_bytes=shared_bytes,
            constants=constants,
            evict_first=lambda _: EVICT_FIRST_ELEMENTS,
            unsuited=unsuited,
        ),
    )
