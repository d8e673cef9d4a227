"""Slices of k in a block, for C of middle size.

C of 1024x1024 has 32 tiles of 128x256, a quarter of what an H200 has multiprocessors. Smaller tiles
with smaller thread tiles need more loads from shared memory: 4 for 64 multiply-adds with 8x8 sums a
thread, where 16x8 need 6 for 128. Cutting k among blocks leaves parts of tiles, which go by way of
the workspace. Here a tile of 64x128 keeps the thread tile of 16x8, which takes 64 threads; four
such groups, the slices, multiply a quarter of the steps of each stage each. The loop is that of the
large tiles, in machine code and all, and as many warps are at work.

When k is through, the slices leave their sums in shared memory, a quarter at a time, and each
thread adds up a quarter of what its four counterparts have left, its own still in its registers.
From then on the block is one without slices, whose threads have 4x8 sums each: the parts of tiles,
where blocks share them by k, are a quarter as large as those of 128x256. Two slices make a tile of
128x128.

For C of 16 rows or 16 columns, or not many more, there are tiles as high or as wide as that and 256
long. Their large operand comes from memory at its full rate, and four warps, each a slice and each
as large as the tile, multiply it faster than it comes: such a product takes little longer than
reading the operand once.

The order of summation: slice s of S adds steps s*bk/S to (s+1)*bk/S of each block of bk steps, by
fused multiply-adds, in ascending order; then the slices in ascending order, by additions; then the
parts of a tile as in rung 16. Four slices make chains of a quarter of the length, without chunks of
k. Two sum chunks of a third of k, but not of less than 384 steps of a slice, and add these in
ascending order before the slices are added.

The rest is rung 16's: bulk copies, the copying warps, the ring, stream-K. Beyond the documents:
their ladders end with rung 15.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from sgemm.kernels.library import tma_pipeline
from sgemm.kernels.streaming import NARROW_TILES, SLICED_TILES, ring_bytes, threads_of

KERNEL = dataclasses.replace(
    tma_pipeline.KERNEL,
    name="sliced_k",
    number=None,
    idea="warps share the steps of a stage: small tiles with large thread tiles",
    source=Path(__file__).with_suffix(".cu"),
    tile=SLICED_TILES[0],
    tiles=(*SLICED_TILES, *NARROW_TILES),
    block=threads_of("nn", SLICED_TILES[0]),
    shared_bytes=ring_bytes("nn", SLICED_TILES[0]),
)
