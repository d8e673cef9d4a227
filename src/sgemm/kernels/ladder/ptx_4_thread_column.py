"""In PTX by hand: a column of 8 results in each thread's registers.

In ptx_shared_tile every product costs two reads of shared memory. Here a thread computes 8 elements
of one column: in each step it reads one element of B and multiplies it by 8 of A, nine reads for
eight products. With 512 threads a block now computes a 64x64 tile, and each element that comes from
global memory is used 64 times instead of 32.

The block of A is transposed on its way into shared memory, so that the 8 elements which a thread
needs in a step are neighbours; ptxas then reads them by two 128-bit loads, and nine reads become
three. The rows of the transposed block are 4 words longer than its 64 columns: a warp stores parts
of 8 rows at once, and so they lie in different banks.

Document 004, kernel 4 (12.6 times its kernel 1 on an RTX 3050 Mobile), where the block of A keeps
its layout and is read element by element. What it names as the next step is ptx_thread_tile.
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="PTX by hand: a column of 8 results in each thread's registers",
    document="004 K4",
    tile=Tile(bm=64, bn=64, bk=8, tm=8, padding=4),
    source=source_beside(__file__, ".ptx"),
)
