"""Rung 23: slices of k in a block, for every alignment.

Rung 22 is filled in bulk, and so asks for rows at multiples of 16 bytes. Here the copying warps
bring every operand element by element, as in rung 17, which is to rung 16 what this is to rung 22.
A tile of 64x128 takes twice as many copies for the same products as one of 128x256: the price of a
grid that fills the GPU.

Everything else is rung 22's, the order of summation too.

Beyond the documents: their ladders end with rung 15.
"""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Parameters
from sgemm.kernels.splitting import ALL_LAYOUTS
from sgemm.kernels.streaming import (
    SLICED_TILES,
    ring_bytes,
    streamed_grid,
    streamed_schedule,
    streamed_workspace,
    threads_of,
)

KERNEL = Kernel(
    name="sliced_producer",
    number=23,
    idea="slices of k, filled in 4-byte copies: every alignment and layout",
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
    layouts=ALL_LAYOUTS,
    parameters=Parameters.EXTENDED,
    grid=streamed_grid,
    workspace=streamed_workspace,
    schedule=streamed_schedule,
)
