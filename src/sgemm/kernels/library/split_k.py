"""Small tiles, and blocks that share the k of a tile.

A GPU of 132 multiprocessors computes 128x128 elements of C with one of them. Small problems are a
matter of latency: how many multiprocessors take part, how many bytes they ask for at once, and how
often one access waits for another. So this kernel works with tiles down to 16x32 and cuts work
along k twice. Inside a block, slices of threads share k: of each block of k in shared memory,
slice s takes the s-th part of the steps, and each slice has accumulators for the whole tile, added
at the end in the order of the slices. That keeps all warps busy although a tile has few
elements. Among blocks, the k of each tile is cut into parts of consecutive steps. A block stores
the sums of its part in the workspace, counts itself in, and the last to arrive adds all parts in
ascending order of k; where there are many, in a tree. Nobody waits, and the same call gives the
same bits.

Operands travel by asynchronous copies of 16, 8 or 4 bytes, whatever each one's alignment allows,
and lie in shared memory as they are stored. Of a K-major operand a thread takes 4 steps of a row
in one 128-bit load and multiplies them one after the other. Only for tiles with 32 accumulators a
thread or more such rows are transposed on their way, by copies of 4 bytes each: then the multiplier
is what counts, and operands that come step by step meet fewer conflicts of register banks.
C is written through shared memory row by row, so that its alignment does not matter either.
Where k is short, what a block has beyond its end counts: tiles with up to 32 accumulators a thread,
or with slices, compute the rest of k four steps at a time.

The tile of 48x48 is for products that are not many tiles, such as 8 of 333 cubed: 392 of these are
2.97 for each of 132 multiprocessors, which hold three. A thread has 6x12 accumulators of it, so
that a warp is a slice.

Tiles of 32x32 and 64x64 with 8x8 accumulators a thread are for products of long k, 10^5 and more,
and as many rows and columns. Each step of k is then 256 bytes from memory and 2048 operations, and
with 4x4 accumulators shared memory brings as many elements as a thread multiplies in half of the
time, so that the product takes as long as both. With 8x8 a thread needs half as many. A tile of
32x32 has 16 such threads, so that eight slices share the steps of each block of k, and K-major
blocks are copied as they are stored.

The order of summation: within a part and a slice ascending steps, by fused multiply-adds; then the
slices, then the parts, by additions. In tiles of 32x64 and 32x32 a chain of multiply-adds ends
after 128 steps of a slice, and the sums of chains are added in ascending order.

Document 003 names products of long k as what it did not do; tiles and copies are those of the
rungs after document 000, section 6.
"""

from sgemm.kernels.kernel import Kernel, Parameters, source_beside
from sgemm.kernels.library.split_k_schedule import GEOMETRY
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS

TILES = (
    Tile(bm=64, bn=64, bk=16, tm=4, tn=8, stages=4),
    Tile(bm=64, bn=128, bk=16, tm=8, tn=8, stages=4),
    Tile(bm=128, bn=64, bk=16, tm=8, tn=8, stages=4),
    Tile(bm=64, bn=64, bk=32, tm=4, tn=8, stages=3, slices=2),
    Tile(bm=96, bn=96, bk=32, tm=4, tn=12, stages=3, slices=2),
    Tile(bm=48, bn=48, bk=32, tm=6, tn=12, stages=3, slices=4),
    Tile(bm=32, bn=64, bk=32, tm=4, tn=4, stages=4, slices=2),
    Tile(bm=32, bn=32, bk=32, tm=4, tn=4, stages=4, slices=4),
    Tile(bm=16, bn=32, bk=64, tm=4, tn=4, stages=3, slices=8),
    Tile(bm=32, bn=16, bk=64, tm=4, tn=4, stages=3, slices=8),
    Tile(bm=32, bn=32, bk=64, tm=8, tn=8, stages=3, slices=8),
    Tile(bm=64, bn=64, bk=32, tm=8, tn=8, stages=3, slices=2),
)

KERNEL = Kernel(
    name="split_k",
    idea="small tiles, and k shared among slices of a block and among blocks; all layouts",
    document="003 (named and not done: long k)",
    tile=TILES[0],
    tiles=TILES,
    source=source_beside(__file__),
    architecture=80,
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=GEOMETRY,
)
