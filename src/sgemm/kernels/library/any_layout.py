"""Every layout, and batches, with plain loads; and products whose C is most of the work.

It needs no more than sm_75 has: a thread loads its elements of A and B, guarded one by one, holds
them in registers while the block before is multiplied, and stores them into shared memory step by
step, transposed where the operand is K-major. Neighbouring lanes read along the rows of the operand
as it is stored, so that loads are coalesced in every layout, and no alignment matters.

C goes from registers straight to memory, a warp's pieces of a row at a time: where k is short this
is faster than through shared memory. Large tiles compute k whole. Those with few accumulators a
thread add parts of k in the tree of split_k, each thread those of its own elements.

8x32 does without shared memory, one thread an element: for a few thousand elements and short k.
There the lanes of a warp read 32 rows of a K-major B at once.
32x256 and 32x32 are for k up to 64: C of 32 rows and many columns, and a thousand tiny products.

The order of summation: the large tiles, and 32x256, have one chain of fused multiply-adds over k.
With 32x64 and 32x32 a chain takes eight steps, and these sums are added in ascending order. With
8x32 it takes four; the sums s, t, u, v of 16 steps are added as (s + t) + (u + v), and to the sum
of all before. Where k is cut, parts are added in ascending order of k.

Document 001 (K3) has the way through registers; batches, layouts and short k are not in the
documents.
"""

import math

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Geometry, Kernel, Parameters, source_beside
from sgemm.kernels.library.split_k_schedule import (
    balanced_split_k,
    shared_constants,
    split_k_grid,
    split_k_workspace,
)
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, LAYOUTS, Problem

TILES = (
    Tile(bm=64, bn=128, bk=16, tm=8, tn=4, stages=2, blocks=3),
    Tile(bm=64, bn=64, bk=16, tm=8, tn=2, stages=1, blocks=3),
    Tile(bm=112, bn=112, bk=16, tm=8, tn=7, stages=1, blocks=2),
    Tile(bm=32, bn=64, bk=32, tm=4, tn=2, stages=1, blocks=4),
    Tile(bm=8, bn=32, bk=16, stages=0, blocks=4),
    Tile(bm=32, bn=256, bk=8, tm=8, tn=4, stages=1, blocks=3),
    Tile(bm=32, bn=32, bk=32, tm=4, tn=2, stages=1, blocks=8),
)


def cuts_k(tile: Tile) -> bool:
    """Whether blocks may share the k of a tile."""
    return tile.tm * tile.tn <= 8


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid of one block for each part of each tile; some tiles compute k whole."""
    blocks = split_k_grid(problem, tile, schedule)
    if schedule.splits > 1 and not cuts_k(tile):
        raise ArgumentError(
            f"splits = {schedule.splits}: a {tile.bm}x{tile.bn} tile of any_layout computes k "
            "whole, so splits must be 1"
        )
    return blocks


def schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule where nobody has planned one: k in parts where the tile can."""
    return balanced_split_k(problem, tile, multiprocessors) if cuts_k(tile) else Schedule()


LONGEST_K = 64

FOR_SHORT_K = {(32, 256): 32, (32, 32): INT32_MAX}
"""Rows and columns of the tiles that are for short k, and up to how many rows of C."""

BANKS = 32
"""Of the L1 cache and of shared memory: words of four bytes that lie so many apart share one."""


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Tell why a problem is none of those that a tile for short k is meant for."""
    if not tile.stages and problem.trans_b and problem.m >= tile.bm and problem.n >= tile.bn:
        shared = math.gcd(problem.ldb, BANKS)
        if shared > BANKS // 4:
            return (
                f"ldb = {problem.ldb}: {shared} rows of B begin in the same bank, and are read "
                "one after the other"
            )
    rows = FOR_SHORT_K.get((tile.bm, tile.bn))
    if rows is None:
        return None
    for name, size, most in (("k", problem.k, LONGEST_K), ("m", problem.m, rows)):
        if size > most:
            return f"{name} = {size} is more than {most}, where other kernels are faster"
    return None


KERNEL = Kernel(
    idea="plain loads, all layouts, C straight from registers: older GPUs, and short k",
    document="001 K3",
    tiles=TILES,
    source=source_beside(__file__),
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=Geometry(
        grid,
        schedule,
        split_k_workspace,
        constants=lambda layout, tile: {**shared_constants(layout, tile), "cuts_k": cuts_k(tile)},
        steps_at_once=8,
        unsuited=unsuited,
    ),
)
