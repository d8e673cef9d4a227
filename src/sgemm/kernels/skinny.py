"""Rung 19: products with few rows or few columns, at the speed of memory.

With 16 rows in C, or fewer, each element of B is needed 16 times: 8 operations for each byte, where
an H200 does 15 in the time that a byte takes. Such a product cannot be faster than its large
operand comes from memory, and nothing else may be in the way. So a thread computes all rows of its
columns (or, for few columns, all columns of its rows): each element of the large operand leaves
shared memory once, for one thread, and the small operand is read by all lanes of a warp together.
There is no second dimension to spread threads over, so the slices of a block share k: eight warps
each take an eighth of the steps. What keeps memory busy is the ring of asynchronous copies, three
blocks ahead in each of two or three thread blocks a multiprocessor, and parts of k for as many
blocks as that takes. The ring, the slices and the tree of parts are those of rung 18.

For few rows the tiles are 16x128 and 4x128, for few columns 128x16 and 128x4; 16x16 with sixteen
slices is for products that have few of both. Every layout and alignment is served as in rung 18.
Other problems are computed as well, only not fast.

Document 003 names tall and skinny shapes as what it did not do.
"""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Parameters, Tile
from sgemm.kernels.splitting import (
    ALL_LAYOUTS,
    split_grid,
    split_schedule,
    split_workspace,
    staged_bytes,
    threads_of,
)

TILES = (
    Tile(bm=16, bn=128, bk=32, tm=4, tn=4, stages=4, slices=2),
    Tile(bm=128, bn=16, bk=32, tm=4, tn=4, stages=4, slices=2),
    Tile(bm=4, bn=128, bk=32, tm=4, tn=4, stages=4, slices=8),
    Tile(bm=128, bn=4, bk=32, tm=4, tn=4, stages=4, slices=8),
    Tile(bm=16, bn=16, bk=64, tm=4, tn=4, stages=3, slices=16),
)

KERNEL = Kernel(
    name="skinny",
    number=19,
    idea="few rows or few columns: each thread spans them all, and the slices of a block share k",
    document="003 (named and not done: tall and skinny)",
    tile=TILES[0],
    tiles=TILES,
    source=Path(__file__).with_suffix(".cu"),
    block=threads_of("nn", TILES[0]),
    block_of=threads_of,
    shared_bytes=staged_bytes("nn", TILES[0]),
    shared_bytes_of=staged_bytes,
    architecture=80,
    layouts=ALL_LAYOUTS,
    parameters=Parameters.EXTENDED,
    grid=split_grid,
    workspace=split_workspace,
    schedule=split_schedule,
)
