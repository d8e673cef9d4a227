"""Rung 1: one thread an element, neighbouring threads in different rows.

Each of the 1024 threads of a block computes one element of a 32x32 tile of C: a row of A times a
column of B, straight from global memory, two loads for each fused multiply-add. Per element of C
that is 8*k bytes for 2*k operations, a quarter of an operation for each byte. An H200 computes 14
in the time in which its memory moves a byte.

The order of the threads makes it worse. The 32 threads of a warp lie in 32 rows of C, so one load
of A meets 32 rows of memory and moves 32 sectors of 32 bytes for the 4 bytes that each lane wants
(the load of B is one address for all lanes, 1 sector): 33 sectors a step. The rest of each sector
helps only as long as it stays in the L1 cache. Writing C costs 32 sectors for 128 bytes too.
Rung 2 changes nothing but this order.

Documents 004 (kernel 1, which numbers its threads like this), 003 (kernel 1) and 002 (V1). They
assume sizes that fill the tiles; here threads past the edge of C have nothing to do.
"""

from sgemm.kernels.kernel import Geometry, Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="one thread an element, neighbouring threads in different rows",
    document="004 K1, 003 K1, 002 V1",
    tile=Tile(bm=32, bn=32, bk=1, stages=0),
    source=source_beside(__file__),
    geometry=Geometry(block=(32, 32, 1)),
)
