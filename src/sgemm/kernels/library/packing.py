"""Packing of operands by a pre-kernel: what it copies, where to, and what is left for the tiles.

TMA brings rows that begin at multiples of 16 bytes, as they lie. The pre-kernel copies every other
operand once. Producers would copy each element once for every tile of its row or column of C. The
kernel is ``stream_k_packed``.
"""

import dataclasses
import functools

from sgemm.kernels.kernel import Alignment, Requirement
from sgemm.kernels.launch import Packing, SideKernel
from sgemm.kernels.library import stream_k_schedule as stream_k
from sgemm.kernels.library.stream_k_schedule import stream_k_workspace
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.tensor_maps import misplaced
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, Problem

MOST_LEFT_OVER = 4  # rows or columns beyond the last whole tile that the pre-kernel computes
CACHE_LINE = 32  # leading dimensions of packed operands are multiples of so many elements

MOST_PACKED = INT32_MAX // CACHE_LINE * CACHE_LINE
"""Rows of A, and columns of B, that can be packed."""

MOST_PRODUCTS = 2**16 - 1  # the pre-kernel has a product in each row of its grid

THREADS = 256
SQUARE = 64  # rows and steps of the piece of an operand that a block transposes
WIDE, HIGH = 256, 16
"""Elements and steps of the piece that a block copies as it lies."""
K_MAJOR, MN_MAJOR = 8, 16
"""What is left over a block computes for so many rows of a K-major operand, or else columns."""
LOADS = 16  # of a thread that are under way at once there

CONSTANTS = {
    "most_left_over": MOST_LEFT_OVER,
    "cache_line_floats": CACHE_LINE,
    "packing_threads": THREADS,
    "square": SQUARE,
    "wide": WIDE,
    "high": HIGH,
    "elements_k_major": K_MAJOR,
    "elements_mn_major": MN_MAJOR,
    "loads_at_once": LOADS,
}
"""What ``packing.cuh`` is compiled with."""


@functools.lru_cache(maxsize=64)
def core_of(problem: Problem, tile: Tile) -> Problem:
    """Return the product that is left for the tiles: in tn, of rows that are aligned."""
    rows, columns = _in_tiles(problem.m, tile.bm), _in_tiles(problem.n, tile.bn)
    packs_a, packs_b = packs(problem)
    lda = _in_cache_lines(rows) if packs_a else problem.lda
    ldb = _in_cache_lines(columns) if packs_b else problem.ldb
    stride_a, stride_b = problem.stride_a, problem.stride_b
    return dataclasses.replace(
        problem,
        m=rows,
        n=columns,
        lda=lda,
        ldb=ldb,
        trans_a=True,
        trans_b=False,
        stride_a=problem.k * lda if packs_a and stride_a else stride_a,
        stride_b=problem.k * ldb if packs_b and stride_b else stride_b,
        prepared_a=False,
        prepared_b=False,
    )


def packs(problem: Problem) -> tuple[bool, bool]:
    """Return whether A and B are packed: if they are K-major, or their rows are not aligned."""
    odd_a = problem.lda % 4 or (problem.batch > 1 and problem.stride_a % 4)
    odd_b = problem.ldb % 4 or (problem.batch > 1 and problem.stride_b % 4)
    return (not problem.trans_a or odd_a != 0, problem.trans_b or odd_b != 0)


def packed_floats(problem: Problem, tile: Tile) -> tuple[int, int]:
    """Return what A and B take when they are packed; 0 for one that is not."""
    core = core_of(problem, tile)
    packs_a, packs_b = packs(problem)
    many_a, many_b = (problem.batch if stride else 1 for stride in (core.stride_a, core.stride_b))
    return (problem.k * core.lda * many_a * packs_a, problem.k * core.ldb * many_b * packs_b)


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid of the pre-kernel: blocks for what is left over, then for A and for B."""
    core, (packs_a, packs_b) = core_of(problem, tile), packs(problem)
    blocks = 0
    if core.n < problem.n:
        blocks += -(-problem.m // (MN_MAJOR if problem.trans_a else K_MAJOR))
    if core.m < problem.m:
        blocks += -(-core.n // (K_MAJOR if problem.trans_b else MN_MAJOR))
    if problem.reads_operands:
        blocks += packs_a * _pieces(core.m, problem.k, is_transposed=not problem.trans_a)
        blocks += packs_b * _pieces(core.n, problem.k, is_transposed=problem.trans_b)
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


def waits(problem: Problem, tile: Tile) -> float:
    """Return how often a thread waits for loads in computing what is left over; 0 for nothing."""
    core, elements = core_of(problem, tile), 0
    if core.n < problem.n:
        elements = MN_MAJOR if problem.trans_a else K_MAJOR
    if core.m < problem.m:
        elements = max(elements, K_MAJOR if problem.trans_b else MN_MAJOR)
    return 1.0 + problem.k * elements / (THREADS * LOADS) if elements else 0.0


def operands(problem: Problem, tile: Tile, a: int, b: int, workspace: int) -> tuple[int, int]:
    """Return where the operands of the second launch begin."""
    packs_a, packs_b = packs(problem)
    a_floats, _ = packed_floats(problem, tile)
    return (workspace if packs_a else a, workspace + 4 * a_floats if packs_b else b)


def workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the memory for packed operands, and after them for parts of tiles."""
    parts = stream_k_workspace(core_of(problem, tile), tile, schedule)
    if not problem.reads_operands:
        return parts
    return dataclasses.replace(parts, floats=parts.floats + sum(packed_floats(problem, tile)))


def _in_tiles(size: int, tile: int) -> int:
    left = size % tile
    return size - left if left <= MOST_LEFT_OVER and size > tile else size


def _in_cache_lines(size: int) -> int:
    # Of what is more than MOST_PACKED, and refused, a grid may be asked for nevertheless.
    return min(-(-size // CACHE_LINE) * CACHE_LINE, INT32_MAX)


def _pieces(size: int, steps: int, is_transposed: bool) -> int:
    width, depth = (SQUARE, SQUARE) if is_transposed else (WIDE, HIGH)
    return -(-size // width) * -(-steps // depth)


def _violation(problem: Problem, alignment: Alignment) -> str | None:
    if problem.batch > MOST_PRODUCTS:
        return f"batch = {problem.batch} is more than {MOST_PRODUCTS}"
    packed = packs(problem)
    for name, is_packed in zip("mn", packed, strict=True):
        size = getattr(problem, name)
        if is_packed and size > MOST_PACKED:
            return f"{name} = {size} is more than {MOST_PACKED}, which can be packed"
    as_they_lie = [name for name, is_packed in zip("ab", packed, strict=True) if not is_packed]
    return misplaced(problem, alignment, as_they_lie)


REQUIREMENTS = (
    Requirement(
        f"at most {MOST_PRODUCTS} products, and {MOST_PACKED} rows or columns that are packed; "
        "an operand that is not packed starts at a multiple of 16 bytes",
        _violation,
    ),
)

GEOMETRY = stream_k.GEOMETRY._replace(
    workspace=workspace,
    shared_bytes=lambda layout, tile: stream_k.ring_bytes("tn", tile),
    constants=lambda layout, tile: {**stream_k.constants("tn", tile), **CONSTANTS},
    before=(SideKernel("pack_operands", grid, lambda *_: (THREADS, 1, 1)),),
    packing=Packing(moved, core_of, operands, waits),
)
"""Of the kernel that multiplies what has been packed: all as in tn."""
