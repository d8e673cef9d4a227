"""Rung 2: neighbouring threads in neighbouring columns.

Rung 1 with the two thread coordinates exchanged. The 32 threads of a warp now lie in one row of C:
the load of A is one address for all lanes (1 sector of 32 bytes), the load of B and the store of C
are 128 neighbouring bytes (4 sectors), and the memory system serves each in one request. That is 5
sectors a step where rung 1 needs 33.

There are still two loads for each fused multiply-add and a quarter of an operation for each byte
asked for: every element of A is read by all n threads of its row of C. Rung 3 begins to share.

Documents 004 (kernel 2) and 001 (kernel 1, which starts here).
"""

from sgemm.kernels.kernel import Geometry, Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="neighbouring threads in neighbouring columns",
    document="004 K2, 001 K1",
    tile=Tile(bm=32, bn=32, bk=1, stages=0),
    source=source_beside(__file__),
    geometry=Geometry(block=(32, 32, 1)),
)
