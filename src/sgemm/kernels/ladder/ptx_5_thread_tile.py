"""In generated PTX: an 8x8 tile of results in each thread's registers, 128-bit accesses.

A thread reads 8 elements of A and 8 of B in a step and adds their outer product, 64 products, to 64
registers: one read for four products, and these reads are four elements wide, so that one load
serves 16 products. A block of 256 threads computes a 128x128 tile of C and uses each element that
comes from global memory 128 times.

Global memory, too, is accessed by four elements where that is allowed: where pointer and leading
dimension are multiples of 16 bytes, and no group of four straddles the end of a row. The kernel
looks at this when it runs, for each of the three matrices by itself and with the same answer in all
threads of a block, and has a path by single elements for the rest. It needs no requirement.

The step over k, written out, is 8 times 64 times the same instruction. So a generator has written
the PTX, and most of the file is one line said 512 times.

Document 004 ends before this: it names tiling in two dimensions, vector accesses and a generator of
PTX as the next steps and takes none of them.
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="PTX by a generator: 8x8 results in each thread's registers, 128-bit accesses",
    document="004, named there as the next step",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, padding=4),
    source=source_beside(__file__, ".ptx"),
)
