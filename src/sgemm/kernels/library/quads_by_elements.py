"""A read in quads along k, for every alignment.

Rung 21 has A brought in bulk, which asks for rows at multiples of 16 bytes. Here the copying warps
bring every element by itself, as in rung 17, but leave A as it lies, in rows along k: neighbouring
lanes copy neighbours in memory to neighbours in shared memory, two rows at a time. The loop is rung
21's, whose threads have rows one by one, and not four together: seven of them make a block of 112
rows. With 20 columns, four more than before, a thread has 140 sums. Then C of 333x777 is 15 tiles,
of which it fills 96 %, where tiles of 128x128 take 21 and are filled to 75 %.

Everything else is rung 17's and rung 21's: the ring, the sharing of tiles, and the order of
summation.

Beyond the documents: their ladders end with rung 15.
"""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Parameters
from sgemm.kernels.streaming import (
    COMPLETION,
    COPIERS,
    ring_bytes,
    streamed_grid,
    streamed_schedule,
    streamed_workspace,
    threads_of,
)
from sgemm.kernels.tile import Tile

TILES = (
    Tile(
        bm=112, bn=160, bk=16, tm=7, tn=20, wm=28, wn=160, stages=2, **COPIERS, along_k=1,
        blocks=2, consumer_registers=184, producer_registers=24, loop_registers=232,
    ),
    Tile(
        bm=112, bn=128, bk=16, tm=7, tn=16, wm=28, wn=128, stages=3, **COPIERS, along_k=1,
        blocks=2, consumer_registers=176, producer_registers=24, loop_registers=232,
    ),
)  # fmt: skip
"""Of both a multiprocessor holds two blocks, whose sums leave room for so many stages."""

KERNEL = Kernel(
    name="quads_by_elements",
    number=None,
    idea="nn, nt: A kept along k and read in quads, for every alignment",
    document="beyond the documents",
    tile=TILES[0],
    tiles=TILES,
    source=Path(__file__).with_suffix(".cu"),
    block=threads_of("nn", TILES[0]),
    block_of=threads_of,
    shared_bytes=ring_bytes("nn", TILES[0]),
    shared_bytes_of=ring_bytes,
    architecture=90,
    architecture_specific=True,
    layouts=("nn", "nt"),
    parameters=Parameters.EXTENDED,
    grid=streamed_grid,
    workspace=streamed_workspace,
    schedule=streamed_schedule,
    completion=COMPLETION,
)
