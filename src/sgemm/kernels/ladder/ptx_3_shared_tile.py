"""In PTX by hand: blocks of A and B through shared memory.

In ptx_coalesced 32 threads read each element of A and 32 read each element of B, all from global
memory. Here the 1024 threads of a block copy a 32x32 block of A and one of B into shared memory, an
element of each a thread, wait for each other, and read each element 32 times from there.

Both blocks keep the layout that they have in global memory, row after row. A warp is one row of
threads, so it stores 32 neighbours of either block, and reads 32 neighbours of B and one element of
A, which is handed to all lanes: no bank of shared memory is met twice. (Rung 3 transposes the block
of A and pays for it; rung 4 mends that.) The loop over the 32 steps is written out 8 steps a turn,
because ptxas leaves a loop as it finds it; it then joins the reads of 4 neighbours of A in one.

The edges cost no test in that loop: what lies outside A or B is stored as zero, and a product with
zero adds nothing. Threads beyond the edge of C therefore stay to the end, as barriers demand.

Document 004, kernel 3 (6.4 times its kernel 1 on an RTX 3050 Mobile).
"""

from sgemm.kernels.kernel import Geometry, Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="PTX by hand: blocks of A and B go through shared memory",
    document="004 K3",
    tile=Tile(bm=32, bn=32, bk=32),
    source=source_beside(__file__, ".ptx"),
    geometry=Geometry(block=(32, 32, 1)),
)
