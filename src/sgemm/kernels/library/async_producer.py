"""The Hopper pipeline for every alignment.

Rung 16 asks for rows at multiples of 16 bytes, because the unit for bulk copies does. Odd sizes are
where libraries fall behind, so here the copying warps of rung 16 bring every operand element by
element, with 4-byte asynchronous copies that may start anywhere: neighbouring lanes take
neighbouring elements, eight steps of four rows where the operand has to be transposed. A copy costs
an instruction for 32 elements, and it is issued by warps that have nothing else to do. An
asynchronous arrival at the stage's barrier stands for all copies that a thread has started, so that
these warps wait for nothing but empty stages. Twice as many warps copy where a multiprocessor holds
two blocks: of odd sizes the tiles of 128x128 and 128x64 that are made for that are fastest.

Everything else is rung 16's: the ring, the warps that multiply, the sharing of tiles, and the order
of summation.

Beyond the documents: their ladders end with rung 15.
"""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Parameters
from sgemm.kernels.splitting import ALL_LAYOUTS
from sgemm.kernels.streaming import (
    COMPLETION,
    PAIRED,
    TILES,
    ring_bytes,
    streamed_grid,
    streamed_schedule,
    streamed_workspace,
    threads_of,
)

KERNEL = Kernel(
    name="async_producer",
    number=None,
    idea="the same pipeline filled in 4-byte copies: every alignment and layout",
    document="beyond the documents",
    tile=TILES[0],
    tiles=(*TILES, PAIRED),
    source=Path(__file__).with_suffix(".cu"),
    block=threads_of("nn", TILES[0]),
    block_of=threads_of,
    shared_bytes=ring_bytes("nn", TILES[0]),
    shared_bytes_of=ring_bytes,
    architecture=90,
    architecture_specific=True,
    layouts=ALL_LAYOUTS,
    parameters=Parameters.EXTENDED,
    grid=streamed_grid,
    workspace=streamed_workspace,
    schedule=streamed_schedule,
    completion=COMPLETION,
)
