"""Small tiles, and blocks that share the k of a tile.

Small problems are a matter of latency: how many multiprocessors take part, and how many bytes they
ask for at once. So tiles are small, down to 16x32, and k is cut twice. Inside a block, slices of
threads share each block of k in shared memory, and each has accumulators for the whole tile. Among
blocks, the k of a tile is cut into parts: a block stores the sums of its part in the workspace, and
the last to arrive adds all parts; where there are many, in a tree. Nobody waits.

Copies have 16, 8 or 4 bytes, whatever each operand's alignment allows. Operands lie in shared
memory as they are stored; of a K-major one a thread takes 4 steps of a row in one 128-bit load.
Only tiles with 32 accumulators a thread or more transpose such rows on their way. C is written
through shared memory, row by row. Tiles with up to 32 accumulators a thread, or with slices,
compute the last steps of k four at a time.

48x48 is for products of few tiles, such as 8 of 333 cubed. 32x32 and 64x64 with 8x8 accumulators a
thread are for k of 10^5 and more, and as many rows and columns.

The order of summation: within a part and a slice ascending steps, by fused multiply-adds; then the
slices, then the parts, by additions. In tiles of 32x64 and 32x32 a chain of multiply-adds ends
after 128 steps of a slice, and the sums of chains are added in ascending order. With more parts
than a node of the tree has members, 8 to 32, the parts of each node are added first, in ascending
order.

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
    idea="small tiles, and k shared among slices of a block and among blocks; all layouts",
    document="003 (named and not done: long k)",
    tiles=TILES,
    source=source_beside(__file__),
    architecture=80,
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=GEOMETRY,
)
