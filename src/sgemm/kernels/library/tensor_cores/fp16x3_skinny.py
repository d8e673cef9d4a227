"""FP32 products of few rows on tensor cores, B split as it is read.

With few rows in C, as where a layer of a network is given few inputs, no kernel can be faster than
B comes from memory. From some ten rows on the FP32 units are not fast enough for that, and tensor
cores are. But the launches that ``fp16x3`` has around the main one take longer than B takes to
come, and write it once more. So here a block splits what it needs of B in registers, and nothing is
written but C. Only A, which is small, is split by a pre-kernel. With hundreds of rows B is split
again for each 128 of them, which up to 512 takes less than that pre-pass.

**Chunks.** Both go through k in chunks of 64 steps. Each row of A and each column of B is scaled in
a chunk by a power of two of its own, so that nothing has to be known of the rest of k. Products are
those of ``fp16x3``: ``hi*hi``, and ``lo*hi`` and ``hi*lo``, whose accumulators stay on the tensor
cores for a chunk. Every 16 steps ``hi*hi`` is added in FP32 registers, since tensor cores cut off
what they add to a large sum. At the end of a chunk the small products are added, scaling is undone,
and the sum of the chunk is added to that of those before.

**Swapped operands.** What is computed is C^T = B^T A^T. ``wgmma`` has 64 rows (M), and from 8
columns on (N); C has few rows. So columns of B are the side of M, and rows of A that of N. And
``wgmma`` takes its first operand from registers, so that B is split there.

A tile of 128 rows splits a chunk of B once and multiplies it by 64 rows after the other, since the
accumulators of 128 would take all registers. Blocks run along M: those that read the same columns
are neighbours, and find them in the L2 cache.

**Columns of B** come by cp.async into a ring in shared memory. Where they lie along k, each warp
copies the 16 columns that it multiplies, whole lines of the cache at a time, and waits for no
other. Where rows of B lie along n, a warpgroup copies its 64 columns, and its warps meet once a
chunk. Which of 16 steps a lane has is free, as long as A has the same.

**Rows of A** lie in the workspace as ``wgmma`` reads them from shared memory, and come by bulk
copies into a ring of their own.

**Choice.** Where halves would lose digits, a warpgroup computes a chunk of its 64 columns by fused
multiply-adds: where an element is more than 28 binades below the largest of its row or column in
the chunk, where that is 2^49 or more or below 2^-48, and for infinities and NaN.

Where columns are too few for all multiprocessors, k is cut into parts, which are added as in
split_k.

**Order of summation.** Within 16 steps as the tensor core adds; the large products of a chunk in
ascending order of 16 steps, then the small ones on top; chunks of a part in ascending order, by
fused multiply-adds with the scale; then parts in a tree, in ascending order: eight at a time in
tiles of 64 rows and more, else sixteen. A chunk by multiply-adds is one chain in ascending order.
The order depends on k and on the parts that the schedule states, and on the tile where those are
more than eight.

Beyond the documents. Splitting for tensor cores: Ootomo and Yokota, arXiv 2203.03341.
"""

from collections.abc import Mapping

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Kernel, Parameters, source_beside, tiles_of
from sgemm.kernels.launch import SideKernel, Sizes
from sgemm.kernels.library.skinny import EVICT_FIRST_ELEMENTS
from sgemm.kernels.library.split_k_schedule import (
    GEOMETRY,
    split_grid,
    split_workspace,
    sums_padding,
)
from sgemm.kernels.library.split_k_schedule import constants as shared_constants
from sgemm.kernels.library.tensor_cores.split import (
    BARRIER_BYTES,
    HALVES,
    NOTES_BYTES,
    PRODUCTS,
    divided,
)
from sgemm.kernels.library.tensor_cores.split import CONSTANTS as SPLIT_CONSTANTS
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.tile import Tile
from sgemm.problem import FLOAT32, Problem

CHUNK = 64  # steps of k that are scaled together


def tile_of(rows: int, stages: int, blocks: int) -> Tile:
    """Return the tile of some rows: eight warps, each with all of them and 16 columns."""
    return Tile(
        bm=rows,
        bn=128,
        bk=CHUNK,
        tm=rows // 4,
        tn=2,
        wm=rows,
        wn=16,
        stages=stages,
        blocks=blocks,
    )


TILES = (tile_of(128, 2, 1), tile_of(64, 4, 1), tile_of(32, 2, 2), tile_of(16, 3, 2))

ROW_STAGES = 3
"""Chunks of rows in shared memory."""

ALIGNMENT = 1024
"""Matrices that wgmma reads in shared memory begin at multiples of that."""

LEAST_PART = 4 * CHUNK
"""Steps of k, at least, that are worth a part of their own."""

MOST_PART = 8192
"""Steps of k that a part has at most: sums of chunks are one chain, which errs more with them."""

LEAST_K = 64
"""Shorter sums are left to multiply-adds: the bits that halves lose don't average out in them."""

LEAST_SIDE = 16
"""With fewer rows or columns cuBLAS cuts k into more parts, and errs less on sums of one sign."""

LEAST_ROWS_OF_LONG_K = 32
"""The same holds of fewer rows where k needs more than two parts.

With 16x8192x28672 on an H100 cuBLAS is estimated to err by 1.76 on sums of one sign, and parts of
7168 steps by 1.96.
"""

LEAST_ROWS_ALONG_N, LEAST_C_ALONG_N, LEAST_C_OF_SHORT_K, SHORT_K = 64, 2**18, 2**19, 768
"""Rows and elements of C that it takes in nn, where cuBLAS cuts k more often, and so errs less.

On an H100 cuBLAS erred less at 17x1024x64 and 33x2304x768, on sums of one sign at 16x4096x4096, and
by an estimate at 32x8192x28672. Up to 768 steps the FFMA kernels have two parts of k: where the
first half of k cancels the second, they give exactly zero, and this one does not.
"""

MOST_ROWS = 512
"""With more rows, every tile of which splits B again, fp16x3 is faster, which splits it once.

1024x4096x4096 takes 313 us on an H100, and 275 by fp16x3. Up to 512 rows predictions are off by up
to 40% (512x1600x6400), and what was taken was faster than cuBLAS all the same.
"""

MOST_OF_A = 2**22
"""Elements of A, of all products. With more, splitting A beforehand takes longer than is gained.

It does not where B has four times as many elements. 128x128x262144 took 310 us on an H100 for 175,
and 256x256x65536 194 for 174.
"""

BINADES = 48
"""How far from 1 the largest element of a chunk may lie, in binades.

What undoes the scaling of a row and a column is then no less than 2^-124, a normal number.
"""

HALF_A = (("float16", FLOAT32), ("bfloat16", FLOAT32))
"""Types of A and of B besides float32: rows are split as they are read, whatever their type."""


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> Sizes:
    """Return the grid of one block for each part of each tile."""
    if problem.reads_operands and schedule.splits < (least := divided(problem.k, MOST_PART)):
        raise ArgumentError(
            f"splits = {schedule.splits}: a part of k = {problem.k} has at most {MOST_PART} steps "
            f"in this kernel, so splits must be at least {least}"
        )
    return split_grid(problem, tile, schedule)


def schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule that cuts k until all multiprocessors are busy, and no further."""
    tiles = tiles_of(problem, tile)
    if tiles == 0 or not problem.reads_operands:
        return Schedule()
    wanted = min(tile.blocks * multiprocessors // tiles, problem.k // LEAST_PART)
    return Schedule(splits=max(1, wanted, divided(problem.k, MOST_PART)))


def row_bytes(tile: Tile) -> int:
    """Return the bytes of the rows of a tile in a chunk: two halves, a scale, and a flag."""
    return divided(tile.bm * (4 * CHUNK + 4) + 16, ALIGNMENT) * ALIGNMENT


def split_chunks(problem: Problem, tile: Tile) -> int:
    """Return how many chunks of rows there are to be split."""
    if not problem.reads_operands or problem.is_empty:
        return 0
    matrices = problem.batch if problem.stride_a else 1
    return matrices * divided(problem.m, tile.bm) * divided(problem.k, CHUNK)


def workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the memory for notes of all tiles, split rows, and the sums of parts."""
    sums, chunks = split_workspace(problem, tile, schedule), split_chunks(problem, tile)
    if not chunks:
        return sums
    notes = divided(NOTES_BYTES + 4 * tiles_of(problem, tile), ALIGNMENT) * ALIGNMENT
    nbytes = notes + chunks * row_bytes(tile)
    return Workspace(nbytes // 4 + sums.floats, sums.counters)


def shared_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory of a block: the rings of columns and of rows; later the sums."""
    columns = tile.stages * tile.bk * tile.bn * 4
    rows = ROW_STAGES * (row_bytes(tile) + BARRIER_BYTES)
    sums = tile.bm * (tile.bn + sums_padding(tile)) * 4
    return ALIGNMENT + max(columns + rows, sums)


def constants(layout: str, tile: Tile) -> Mapping[str, int]:
    """Return what the source is compiled with."""
    return {
        **shared_constants(layout, tile),
        **SPLIT_CONSTANTS,
        "evict_first": EVICT_FIRST_ELEMENTS,
        "least_k": LEAST_K,
        "row_stages": ROW_STAGES,
        "least_exponent": 127 - BINADES,
        "most_exponent": 127 + BINADES,
    }


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Say why the planner leaves a problem to other kernels."""
    if problem.k < LEAST_K:
        return f"k = {problem.k}: sums err less than FP32's from {LEAST_K} on"
    for name in "mn":
        if (size := getattr(problem, name)) < LEAST_SIDE:
            return f"{name} = {size}: below {LEAST_SIDE} cuBLAS may err less"
    if problem.m < LEAST_ROWS_OF_LONG_K and problem.k > 2 * MOST_PART:
        return f"m = {problem.m}, k = {problem.k}: cuBLAS may err less with so few rows"
    if not problem.trans_b and (words := _unsuited_along_n(problem)):
        return words
    if problem.m > MOST_ROWS:
        return f"m = {problem.m}: above {MOST_ROWS} it is better to split B once"
    of_a = problem.m * problem.k * (problem.batch if problem.stride_a else 1)
    of_b = problem.n * problem.k * (problem.batch if problem.stride_b else 1)
    if of_a > MOST_OF_A and of_b < 4 * of_a:
        return f"A has {of_a} elements, more than a quarter of those of B"
    for name in ("ldb", "stride_b") if problem.batch > 1 else ("ldb",):
        if (value := getattr(problem, name)) % 4:
            return f"{name} = {value}: no multiple of 4, so B is copied element by element"
    return None


def _unsuited_along_n(problem: Problem) -> str | None:
    where = "cuBLAS may err less where rows of B lie along n"
    if problem.m < LEAST_ROWS_ALONG_N:
        return f"m = {problem.m}: below {LEAST_ROWS_ALONG_N} {where}"
    least = LEAST_C_OF_SHORT_K if problem.k <= SHORT_K else LEAST_C_ALONG_N
    if (elements := problem.m * problem.n) < least:
        return f"{elements} elements of C: below {least} {where}"
    return None


KERNEL = Kernel(
    name="fp16x3_skinny",
    idea="few rows on tensor cores: operands are split in registers as they come from memory",
    document="beyond the documents",
    tile=TILES[0],
    tiles=TILES,
    source=source_beside(__file__),
    layout="nt",
    layouts=("nt", "nn"),
    architecture=90,
    architecture_specific=True,
    parameters=Parameters.LIBRARY,
    other_types=HALF_A,
    products=PRODUCTS[HALVES],
    geometry=GEOMETRY._replace(
        grid=grid,
        schedule=schedule,
        workspace=workspace,
        before=(
            SideKernel(
                "split_rows",
                lambda problem, tile, schedule: (split_chunks(problem, tile), 1, 1),
                lambda problem, tile, schedule: (tile.threads, 1, 1),
            ),
        ),
        shared_bytes=shared_bytes,
        constants=constants,
        evict_first=lambda _: EVICT_FIRST_ELEMENTS,
        unsuited=unsuited,
    ),
)
