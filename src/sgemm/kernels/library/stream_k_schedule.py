"""Kernels of persistent blocks that share tiles by k: their grids, workspaces and schedules.

``stream_k_gemm.cuh`` is the other half of this file. The first ``stream_k_tiles`` tiles are laid
end to end along k and each block gets an equal length of that line (stream-K); the others are
computed whole. A tile's parts are added in a tree, whose nodes have up to ``FAN`` members each, in
ascending order of k. Up to ``FAN`` of them whichever block is the last to come adds: no block waits
for another, and the same call gives the same bits. Where there are more, a launch of its own does.
"""

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Geometry, tiles_of
from sgemm.kernels.launch import SideKernel
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, Problem

LEAST_DEPTH = 8
"""Blocks of bk steps, at least, that a share should have: fewer cost less than adding parts."""

WORTH_SPREADING = 0.01
"""Part of all multiprocessors' time, left idle by whole tiles, that it costs to spread some."""

FAN = 8  # how many parts of a tile are added at once; the fix-up adds no more

REDUCTION_VECTORS, REDUCTION_ROWS = 32, (2, 4, 8)
"""A block of the reduction kernel has so many float4 of a tile, and adds so many nodes at once."""

MOST_BLOCKS = 2**16 - 1  # over so many blocks tiles are spread at most: shares are found in 32 bits


def stream_k_grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid: the persistent blocks, or one block for each tile."""
    schedule.refuse_unless(
        "this kernel spreads tiles over persistent blocks (stream_k_tiles)", splits=1
    )
    tiles = tiles_of(problem, tile)
    spread = schedule.stream_k_tiles
    if spread > tiles:
        raise ArgumentError(f"stream_k_tiles = {spread}: the problem has {tiles} tiles")
    if spread:
        most = max(1, spread * depth(problem, tile))
        if most > INT32_MAX:
            raise ArgumentError(
                f"stream_k_tiles = {spread}: the tiles have {most} blocks of k together; "
                "a launch spreads fewer than 2**31"
            )
        most = min(most, MOST_BLOCKS)
        if not 1 <= schedule.blocks <= most:
            raise ArgumentError(
                f"blocks = {schedule.blocks}: {spread} tiles can be spread over 1 to {most} blocks"
            )
    return (schedule.blocks or tiles, 1, 1)


def stream_k_workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the memory for the parts at both ends of each block's share, and their counters."""
    if not schedule.stream_k_tiles:
        return Workspace()
    parts = 2 * schedule.blocks
    counters = 0 if has_reduction(problem, tile, schedule) else parts
    return Workspace(floats=parts * tile.bm * tile.bn, counters=counters)


def has_reduction(problem: Problem, tile: Tile, schedule: Schedule) -> bool:
    """Whether stream-K tiles have so many parts that a reduction kernel adds them."""
    stages = depth(problem, tile)
    is_cut = bool(schedule.stream_k_tiles and problem.reads_operands and not problem.is_empty)
    return is_cut and most_parts(stages, schedule) > FAN


def reduction_grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid of the reduction kernel: blocks for all float4 of a tile, tile by tile."""
    if not has_reduction(problem, tile, schedule):
        return (0, 1, 1)
    return (tile.bm * tile.bn // (4 * REDUCTION_VECTORS), schedule.stream_k_tiles, 1)


def reduction_block(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return its block: as few rows as there are nodes, of up to eight."""
    nodes = -(-most_parts(depth(problem, tile), schedule) // FAN)
    rows = next((rows for rows in REDUCTION_ROWS if nodes <= rows), REDUCTION_ROWS[-1])
    return (REDUCTION_VECTORS, rows, 1)


def most_parts(stages: int, schedule: Schedule) -> int:
    """Return into how many parts a tile of so many stages is cut at most."""
    share = schedule.stream_k_tiles * stages // schedule.blocks
    return 2 + max(0, stages - 2) // max(1, share)


def balanced_schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule that gives every multiprocessor the same work.

    Whole waves of tiles are computed whole, but for the last one before a remainder: that and the
    remainder are spread, so that each block has between one and two tiles' work of it and each
    tile few parts.
    """
    tiles = tiles_of(problem, tile)
    blocks = multiprocessors * tile.blocks
    idle = -tiles % blocks / (tiles + -tiles % blocks) if tiles else 0.0
    if not problem.reads_operands or idle <= WORTH_SPREADING:
        return Schedule(blocks=min(blocks, tiles))
    if 2 * blocks * depth(problem, tile) > INT32_MAX:
        return Schedule(blocks=min(blocks, tiles))
    if tiles > blocks:
        return Schedule(blocks=blocks, stream_k_tiles=tiles % blocks + blocks)
    shares = tiles * depth(problem, tile) // LEAST_DEPTH
    if shares <= tiles:
        return Schedule(blocks=tiles)
    return Schedule(blocks=min(blocks, shares), stream_k_tiles=tiles)


def depth(problem: Problem, tile: Tile) -> int:
    """Return into how many blocks of bk steps the k of a tile is cut."""
    return -(-problem.k // tile.bk)


def ring_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory: stages with their padding, their barriers, and running sums.

    Two slices save the sums of their chunks there, as many again as the tile has; four add theirs
    in rounds, with two buffers.
    """
    columns = tile.bm + tile.bn + sum(paddings(layout, tile))
    ring = tile.stages * (4 * tile.bk * columns + 16)
    return ring + 4 * tile.bm * tile.bn * (2 if tile.slices > 1 else 1)


def paddings(layout: str, tile: Tile) -> tuple[int, int]:
    """Return the elements after each step of A and of B in a stage: 4 if a copy transposes."""
    transposes_a = layout[0] == "n" and not tile.k_major_a
    return 4 * transposes_a, 4 * (layout[1] == "t")


def constants(layout: str, tile: Tile) -> dict[str, int]:
    """Return what ``stream_k_gemm.cuh`` and its headers are compiled with."""
    a_padding, b_padding = paddings(layout, tile)
    return {
        "a_padding": a_padding,
        "b_padding": b_padding,
        "swap_ab": 0,
        "fan": FAN,
        "reduction_vectors": REDUCTION_VECTORS,
        "reduction_rows": REDUCTION_ROWS[-1],
    }


GEOMETRY = Geometry(
    stream_k_grid,
    balanced_schedule,
    stream_k_workspace,
    ring_bytes,
    constants,
    after=(SideKernel("reduce_partial_sums", reduction_grid, reduction_block),),
)
"""Of the stream-K kernels of the library."""
