"""Kernels of persistent blocks that share tiles by k: their grids, workspaces and schedules.

``stream_k_gemm.cuh`` is the other half of this file. The first ``streamed`` tiles are laid end
to end along k and each block gets an equal length of that line (stream-K); the others are computed
whole. A tile's parts are added in a tree, whose nodes have up to ``FAN`` members each, in ascending
order of k. Up to ``FAN`` of them whichever block is the last to come adds: no block waits for
another, and the same call gives the same bits. Where there are more, a launch of its own does.
"""

from __future__ import annotations

from collections.abc import Iterable

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Alignment, tiles_of
from sgemm.kernels.launch import Completion
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, Problem

LEAST_DEPTH = 8
"""Blocks of bk steps, at least, that a share should have: fewer cost less than adding parts."""

WORTH_SPREADING = 0.01
"""Part of all multiprocessors' time, left idle by whole tiles, that it costs to spread some."""

FAN = 8
"""How many parts of a tile are added at once. One block adds no more of them."""

QUADS, NODES = 32, (2, 4, 8)
"""A block of the launch that adds more of them has so many quads and adds so many nodes at once."""

MOST_BLOCKS = 2**16 - 1
"""Over so many blocks tiles are spread at most: shares are found in 32 bits."""


def streamed_grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid: the persistent blocks, or one block for each tile.

    Raises
    ------
    ArgumentError
        If k is to be split into equal parts, which these kernels do not know, or more tiles are
        to be spread than there are, or over no blocks, more than there are blocks of k, or more
        than ``MOST_BLOCKS``.
    """
    if schedule.splits != 1:
        raise ArgumentError(
            f"splits = {schedule.splits}: this kernel spreads tiles over persistent blocks "
            "(streamed), so splits must be 1"
        )
    tiles = tiles_of(problem, tile)
    if schedule.streamed > tiles:
        raise ArgumentError(f"streamed = {schedule.streamed}: the problem has {tiles} tiles")
    if schedule.streamed:
        most = max(1, schedule.streamed * depth(problem, tile))
        if most > INT32_MAX:
            raise ArgumentError(
                f"streamed = {schedule.streamed}: the tiles have {most} blocks of k together; "
                "a launch spreads fewer than 2**31"
            )
        most = min(most, MOST_BLOCKS)
        if not 1 <= schedule.blocks <= most:
            raise ArgumentError(
                f"blocks = {schedule.blocks}: {schedule.streamed} tiles can be spread over 1 to "
                f"{most} blocks"
            )
    return (schedule.blocks or tiles, 1, 1)


def streamed_workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the memory for the parts at both ends of each block's share, and the counters.

    A tile has the counter of its first part.
    """
    if not schedule.streamed:
        return Workspace()
    parts = 2 * schedule.blocks
    counters = 0 if adds_later(problem, tile, schedule) else parts
    return Workspace(floats=parts * tile.bm * tile.bn, counters=counters)


def adds_later(problem: Problem, tile: Tile, schedule: Schedule) -> bool:
    """Tell whether streamed tiles have so many parts that a launch of its own adds them."""
    stages = depth(problem, tile)
    is_cut = bool(schedule.streamed and problem.reads_operands and not problem.is_empty)
    return is_cut and most_parts(stages, schedule) > FAN


def adding_grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid of that launch: blocks for all quads of a tile, tile by tile."""
    if not adds_later(problem, tile, schedule):
        return (0, 1, 1)
    return (tile.bm * tile.bn // (4 * QUADS), schedule.streamed, 1)


def adding_block(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the block of that launch: as few rows as there are nodes, of up to eight."""
    nodes = -(-most_parts(depth(problem, tile), schedule) // FAN)
    return (QUADS, next((rows for rows in NODES if nodes <= rows), NODES[-1]), 1)


COMPLETION = Completion("add_parts", adding_grid, adding_block)


def most_parts(stages: int, schedule: Schedule) -> int:
    """Return into how many parts a streamed tile of so many blocks of bk steps is cut at most.

    It may begin and end within a share.
    """
    share = schedule.streamed * stages // schedule.blocks
    return 2 + max(0, stages - 2) // max(1, share)


def streamed_schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
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
        return Schedule(blocks=blocks, streamed=tiles % blocks + blocks)
    shares = tiles * depth(problem, tile) // LEAST_DEPTH
    if shares <= tiles:
        return Schedule(blocks=tiles)
    return Schedule(blocks=min(blocks, shares), streamed=tiles)


def depth(problem: Problem, tile: Tile) -> int:
    """Return into how many blocks of bk steps the k of a tile is cut."""
    return -(-problem.k // tile.bk)


def misplaced(problem: Problem, alignment: Alignment, operands: Iterable[str]) -> list[str]:
    """List why some operands, "a" or "b", cannot be loaded by TMA; empty where they can."""
    found = []
    for name in operands:
        leading, stride = getattr(problem, f"ld{name}"), getattr(problem, f"stride_{name}")
        address = getattr(alignment, name)
        if leading % 4:
            found.append(f"ld{name} = {leading} is not a multiple of 4")
        if problem.batch > 1 and stride % 4:
            found.append(f"stride_{name} = {stride} is not a multiple of 4")
        if address % 16:
            found.append(f"{name.upper()} starts at {address:#x}, not at a multiple of 16 bytes")
    return found


def ring_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory: stages with their padding, their barriers, and running sums.

    Two slices keep the sums of their chunks there, as many again as the tile has; four add theirs
    by quarters, in two buffers.
    """
    a_pitch = tile.bm + (4 if layout[0] == "n" and not tile.along_k else 0)
    b_pitch = tile.bn + (4 if layout[1] == "t" else 0)
    ring = tile.stages * (4 * tile.bk * (a_pitch + b_pitch) + 16)
    return ring + 4 * tile.bm * tile.bn * (2 if tile.slices > 1 else 1)


def threads_of(layout: str, tile: Tile) -> tuple[int, int, int]:
    """Return the block of a tile: its threads in one dimension."""
    return (tile.threads, 1, 1)
