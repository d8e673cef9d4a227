"""Operands packed by a launch of their own.

A bulk copy brings rows that begin at multiples of 16 bytes, as they lie. Everything else goes
element by element (rungs 17 and 23), which takes issue slots from those who multiply: 8 to 10 % of
the time at sizes that are odd. But each element of an operand is copied once for every tile of its
row or column of C, some ten to thirty times. Here a first launch copies it once: rows along k are
turned, rows that begin anywhere are laid 128 bytes or a multiple apart, in the workspace. The
second one finds both operands as bulk copies want them, whatever the layout. It is rung 16 or 22
in tn, their fastest. An operand that lies as it should is not packed.

The first launch reads all operands, so it computes besides what would fill a tile badly: up to four
rows or columns of C beyond the last whole tile. 1025 columns are eight tiles of 128, not nine.

This pays where k and C are large; packing moves each operand there and back, and a second launch
takes some microseconds more to begin. The workspace has room for the packed operands.

The order of summation is rung 16's, with slices rung 22's. For the rows and columns left over it is
another: where rows of the larger operand lie along k, steps k = i mod 32 make a chain for each i,
in ascending order by fused multiply-adds, and these are added in pairs, 16 apart, then 8, 4, 2 and
1; else steps k = i mod 16 do, and these are added in ascending order of i.

Beyond the documents: their ladders end with rung 15.
"""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path

from sgemm.kernels import streaming
from sgemm.kernels.kernel import Alignment, Kernel, Operands, Parameters, Requirement
from sgemm.kernels.launch import Preparation
from sgemm.kernels.library import tma_pipeline
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.splitting import ALL_LAYOUTS
from sgemm.kernels.streaming import (
    COMPLETION,
    LONG_STAGES,
    PAIRED,
    SLICED_TILES,
    ring_bytes,
    streamed_grid,
    streamed_schedule,
    streamed_workspace,
    threads_of,
)
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, Problem

TILES = (*LONG_STAGES, SLICED_TILES[2], SLICED_TILES[0], PAIRED)
"""Two large tiles, for short and for tall C, two with slices for C of middle size, and one for
short k, of which a multiprocessor holds two blocks."""

MOST_LEFT_OVER = 4
"""So many rows or columns beyond the last whole tile the first launch computes."""

LINE = 32
"""Rows of packed operands lie a multiple of so many elements apart: lines of the cache."""

MOST_PACKED = INT32_MAX // LINE * LINE
"""Rows of A, and columns of B, that lie in whole lines when they are packed."""

MOST_PRODUCTS = 2**16 - 1
"""The first launch has a product in each row of its grid."""

THREADS = 256
SQUARE = 64
"""Rows and steps of the piece of an operand that a block turns."""
WIDE, HIGH = 256, 16
"""Elements and steps of the piece that a block copies as it lies."""
ALONG_K, ACROSS = 8, 16
"""What is left over a block computes for so many rows of an operand along k, or columns across."""


@functools.lru_cache(maxsize=64)
def core_of(problem: Problem, tile: Tile) -> Problem:
    """Return the product that is left for the second launch: in tn, of rows that are aligned."""
    rows, columns = _in_tiles(problem.m, tile.bm), _in_tiles(problem.n, tile.bn)
    packs_a, packs_b = packs(problem)
    lda = _whole_lines(rows) if packs_a else problem.lda
    ldb = _whole_lines(columns) if packs_b else problem.ldb
    stride_a, stride_b = problem.stride_a, problem.stride_b
    return Problem(
        rows,
        columns,
        problem.k,
        problem.alpha,
        problem.beta,
        lda,
        ldb,
        problem.ldc,
        trans_a=True,
        batch=problem.batch,
        stride_a=problem.k * lda if packs_a and stride_a else stride_a,
        stride_b=problem.k * ldb if packs_b and stride_b else stride_b,
        stride_c=problem.stride_c,
    )


def packs(problem: Problem) -> tuple[bool, bool]:
    """Tell which operands are packed: those along k, and those whose rows are not aligned."""
    odd_a = problem.lda % 4 or (problem.batch > 1 and problem.stride_a % 4)
    odd_b = problem.ldb % 4 or (problem.batch > 1 and problem.stride_b % 4)
    return (not problem.trans_a or odd_a != 0, problem.trans_b or odd_b != 0)


def packed_floats(problem: Problem, tile: Tile) -> tuple[int, int]:
    """Return what A and B take when they are packed; 0 for one that is not."""
    core = core_of(problem, tile)
    packs_a, packs_b = packs(problem)
    many_a, many_b = (problem.batch if stride else 1 for stride in (core.stride_a, core.stride_b))
    return (problem.k * core.lda * many_a * packs_a, problem.k * core.ldb * many_b * packs_b)


def first_grid(problem: Problem, tile: Tile) -> tuple[int, int, int]:
    """Return the grid of the first launch: blocks for what is left over, then for A and for B."""
    core, (packs_a, packs_b) = core_of(problem, tile), packs(problem)
    blocks = 0
    if core.n < problem.n:
        blocks += -(-problem.m // (ACROSS if problem.trans_a else ALONG_K))
    if core.m < problem.m:
        blocks += -(-core.n // (ALONG_K if problem.trans_b else ACROSS))
    if problem.reads_operands:
        blocks += packs_a * _pieces(core.m, problem.k, turns=not problem.trans_a)
        blocks += packs_b * _pieces(core.n, problem.k, turns=problem.trans_b)
    return (blocks, problem.batch, 1)


def moved(problem: Problem, tile: Tile) -> int:
    """Return the bytes that the first launch reads and writes, of C only what is left over."""
    core, (packs_a, packs_b) = core_of(problem, tile), packs(problem)
    if not problem.reads_operands:
        return 0
    elements = 2 * problem.k * (core.m * packs_a + core.n * packs_b)
    if core.n < problem.n:
        elements += problem.m * problem.k
    if core.m < problem.m:
        elements += core.n * problem.k
    return 4 * elements * problem.batch


def operands(problem: Problem, tile: Tile, a: int, b: int, workspace: int) -> tuple[int, int]:
    """Return where the operands of the second launch begin."""
    packs_a, packs_b = packs(problem)
    a_floats, _ = packed_floats(problem, tile)
    return (workspace if packs_a else a, workspace + 4 * a_floats if packs_b else b)


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid of the second launch."""
    return streamed_grid(core_of(problem, tile), tile, schedule)


def workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the memory for packed operands, and behind them for parts of tiles."""
    parts = streamed_workspace(core_of(problem, tile), tile, schedule)
    if not problem.reads_operands:
        return parts
    return dataclasses.replace(parts, floats=parts.floats + sum(packed_floats(problem, tile)))


def adding_grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid of the launch that adds parts, where one does."""
    return streaming.adding_grid(core_of(problem, tile), tile, schedule)


def adding_block(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return its block."""
    return streaming.adding_block(core_of(problem, tile), tile, schedule)


def schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule that gives every multiprocessor the same work."""
    return streamed_schedule(core_of(problem, tile), tile, multiprocessors)


def shared_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory of a block, for operands as they are packed."""
    return ring_bytes("tn", tile)


def _in_tiles(size: int, tile: int) -> int:
    left = size % tile
    return size - left if left <= MOST_LEFT_OVER and size > tile else size


def _whole_lines(size: int) -> int:
    # Of what is more than MOST_PACKED, and refused, a grid may be asked for nevertheless.
    return min(-(-size // LINE) * LINE, INT32_MAX)


def _pieces(size: int, steps: int, turns: bool) -> int:
    width, depth = (SQUARE, SQUARE) if turns else (WIDE, HIGH)
    return -(-size // width) * -(-steps // depth)


def _violation(problem: Problem, alignment: Alignment) -> str | None:
    if problem.batch > MOST_PRODUCTS:
        return f"batch = {problem.batch} is more than {MOST_PRODUCTS}"
    packed = packs(problem)
    for name, is_packed in zip("mn", packed, strict=True):
        size = getattr(problem, name)
        if is_packed and size > MOST_PACKED:
            return f"{name} = {size} is more than {MOST_PACKED}, which can be packed"
    for name, is_packed in zip("ab", packed, strict=True):
        address = getattr(alignment, name)
        if not is_packed and address % 16:
            return f"{name.upper()} starts at {address:#x}, not at a multiple of 16 bytes"
    return None


KERNEL = Kernel(
    name="packed_operands",
    number=None,
    idea="a first launch packs what bulk copies can't bring, and computes what fills no tile",
    document="beyond the documents",
    tile=TILES[0],
    tiles=TILES,
    source=Path(__file__).with_suffix(".cu"),
    block=threads_of("nn", TILES[0]),
    block_of=threads_of,
    shared_bytes=shared_bytes("nn", TILES[0]),
    shared_bytes_of=shared_bytes,
    architecture=90,
    architecture_specific=True,
    operands=Operands.TENSOR_MAPS,
    requirements=(
        Requirement(
            f"at most {MOST_PRODUCTS} products, and {MOST_PACKED} rows or columns that are packed; "
            "an operand that is not packed starts at a multiple of 16 bytes",
            _violation,
        ),
    ),
    layouts=ALL_LAYOUTS,
    parameters=Parameters.EXTENDED,
    grid=grid,
    workspace=workspace,
    schedule=schedule,
    boxes=tma_pipeline.boxes,
    preparation=Preparation(
        entry="pack_operands",
        block=(THREADS, 1, 1),
        grid=first_grid,
        core=core_of,
        operands=operands,
        moved=moved,
    ),
    completion=dataclasses.replace(COMPLETION, grid=adding_grid, block=adding_block),
)
