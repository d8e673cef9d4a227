"""Packing of operands by a pre-kernel: what it copies, where to, and what is left for the tiles.

TMA brings rows that begin at multiples of 16 bytes, as they lie. The pre-kernel copies every other
operand once. Producers would copy each element once for every tile of its row or column of C. The
kernel is ``stream_k_packed``.
"""

from __future__ import annotations

import dataclasses
import functools

from sgemm.kernels.kernel import Alignment, Requirement
from sgemm.kernels.library import stream_k_schedule
from sgemm.kernels.library.stream_k_schedule import (
    ring_bytes,
    streamed_grid,
    streamed_schedule,
    streamed_workspace,
)
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, Problem

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

CONSTANTS = {
    "most_left_over": MOST_LEFT_OVER,
    "line_floats": LINE,
    "packing_threads": THREADS,
    "square": SQUARE,
    "wide": WIDE,
    "high": HIGH,
    "elements_along_k": ALONG_K,
    "elements_across": ACROSS,
}
"""What ``packing.cuh`` is compiled with."""


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
    return stream_k_schedule.adding_grid(core_of(problem, tile), tile, schedule)


def adding_block(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return its block."""
    return stream_k_schedule.adding_block(core_of(problem, tile), tile, schedule)


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


REQUIREMENTS = (
    Requirement(
        f"at most {MOST_PRODUCTS} products, and {MOST_PACKED} rows or columns that are packed; "
        "an operand that is not packed starts at a multiple of 16 bytes",
        _violation,
    ),
)
