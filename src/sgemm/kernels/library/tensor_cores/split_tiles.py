"""Tiles of the kernels on tensor cores, by the instruction that multiplies: see split.py."""

from __future__ import annotations

from sgemm.kernels.tile import Tile, warp_specialised


def wgmma_tile(
    bm: int, bn: int, bk: int, stages: int, consumer: int, producer: int, blocks: int = 1
) -> Tile:
    """Return a tile for ``wgmma``: a thread has two of 64 rows, and a quarter of the columns.

    ``bk`` is the interval of promotion, and a stage has 32 steps of k. Registers are those of
    threads that multiply and of those that copy.
    """
    threads = warp_specialised(consumer, producer, blocks=blocks)
    return Tile(bm=bm, bn=bn, bk=bk, tm=2, tn=bn // 4, wm=16, wn=bn, stages=stages, **threads)


def mma_tile(bm: int, bn: int, bk: int, wm: int, wn: int, stages: int, blocks: int = 1) -> Tile:
    """Return a tile for ``mma.sync``: of wm x wn a thread has 1/8 of the rows, 1/4 of the columns.

    ``bk`` is the interval of promotion, and a stage has 32 steps of k. Two intervals of halves and
    of thirds fit the stages.
    """
    shape = {"tm": wm // 8, "tn": wn // 4, "wm": wm, "wn": wn}
    return Tile(bm=bm, bn=bn, bk=bk, **shape, stages=stages, blocks=blocks)
