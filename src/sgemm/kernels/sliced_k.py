"""Rung 22: slices of k in a block, for C of middle size.

C of 1024x1024 has 32 tiles of 128x256, a quarter of what an H200 has multiprocessors. Smaller tiles
with smaller thread tiles need more loads from shared memory: 8x8 sums a thread run at 50 to 53
TFLOP/s where 16x8 run at 55. Cutting k among blocks leaves parts of tiles, which go by way of the
workspace. Here a tile of 64x128 keeps the thread tile of 16x8, which takes 64 threads; four such
groups, the slices, multiply a quarter of the steps of each stage each. The loop is that of the
large tiles, in machine code and all, and as many warps are at work.

When k is through, the slices leave their sums in shared memory, a quarter at a time, and each
thread adds up a quarter of what its four counterparts have left. From then on the block is one
without slices, whose threads have 4x8 sums each: the parts of tiles, where blocks share them by k,
are a quarter as large as those of 128x256. Two slices make a tile of 128x128.

The order of summation: slice s of S adds steps s*bk/S to (s+1)*bk/S of each block of bk steps, by
fused multiply-adds, in ascending order; then the slices in ascending order, by additions; then the
parts of a tile as in rung 16. There are no chunks of k: slices make chains of a quarter or a half
of the length.

The rest is rung 16's: bulk copies, the copying warps, the ring, stream-K. Beyond the documents:
their ladders end with rung 15.
"""

from __future__ import annotations

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Operands, Parameters, Requirement
from sgemm.kernels.streaming import (
    SLICED_TILES,
    ring_bytes,
    streamed_grid,
    streamed_schedule,
    streamed_workspace,
    threads_of,
)
from sgemm.kernels.tma_pipeline import boxes, violation

KERNEL = Kernel(
    name="sliced_k",
    number=22,
    idea="warps share the steps of a stage: small tiles with large thread tiles",
    document="beyond the documents",
    tile=SLICED_TILES[0],
    tiles=SLICED_TILES,
    source=Path(__file__).with_suffix(".cu"),
    block=threads_of("nn", SLICED_TILES[0]),
    block_of=threads_of,
    shared_bytes=ring_bytes("nn", SLICED_TILES[0]),
    shared_bytes_of=ring_bytes,
    architecture=90,
    architecture_specific=True,
    operands=Operands.TENSOR_MAPS,
    requirements=(
        Requirement(
            "operands that need no transposition start and have rows at multiples of 16 bytes",
            violation,
        ),
    ),
    layouts=("nn", "tn", "tt"),
    parameters=Parameters.EXTENDED,
    grid=streamed_grid,
    workspace=streamed_workspace,
    schedule=streamed_schedule,
    boxes=boxes,
)
