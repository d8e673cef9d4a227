"""Rung 3: blocks of A and B through shared memory.

Every thread of rung 2 reads a whole row of A and a whole column of B from global memory, and 32
threads read the same ones. Here the block's 1024 threads first copy a 32x32 block of A and one of
B into shared memory, one element each, and then read each element 32 times from there: 32 times
fewer reads of global memory, 8 operations for each byte instead of a quarter. Elements outside the
matrices are stored as zeros, so that the multiplying loop needs no guards.

The block of A is kept transposed, one row for each step of k, as the later rungs want it. A warp's
stores thus walk down a column of a 32-word-wide array, and all 32 lanes meet the same bank: one
store takes 32 passes. Rung 4 mends that. The reads are free of conflicts: a warp reads one element
of A (a broadcast) and 32 neighbours of B. They are now what limits the kernel: two shared loads for
each fused multiply-add, which rung 5 attacks.

Documents 001 (kernel 2), 002 (V2), 003 (kernels 2 and 3), 004 (kernel 3).
"""

from sgemm.kernels.kernel import Geometry, Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="blocks of A and B go through shared memory and are reused by 32 threads",
    document="001 K2, 002 V2, 003 K2-K3, 004 K3",
    tile=Tile(bm=32, bn=32, bk=32),
    source=source_beside(__file__),
    geometry=Geometry(block=(32, 32, 1)),
)
