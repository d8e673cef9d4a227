"""Rung 7: a 4x4 outer product in each thread's registers.

A column of results (rung 5) reuses B in registers, but needs a fresh element of A for each
multiply-add; the two columns of rung 6 use it twice. Register blocking by a square tile reuses
both: each step of k loads 4 elements of A and 4 of B and multiplies each with each. That is 8 words
from shared memory for 16 fused multiply-adds where rung 6's 8x2 tile takes 10, and 2 load
instructions of 128 bits, 0.125 for each multiply-add instead of 0.25. Sixteen independent sums also
keep the arithmetic units busy while a load is on its way.

The 256 threads form 16x16 tiles of 4x4. bk is 16, so that each thread copies one float4 of A and
one of B. Reads of shared memory take as few passes as their bytes need: 8 lanes at a time read 128
neighbouring bytes of B, and all of them the same 16 bytes of A. Stores of the transposed block of A
take more: a warp holds 8 rows r at steps 0, 4, 8 and 12, and with padding 4 these fall into banks
16*(step/4) + r plus a constant, two lanes to a bank (four without padding). It is 4 stores against
32 loads. C is written in float4 where its pointer and ldc allow.

Documents 001 (kernel 3) and 003 (kernel 7: the same tile numbers).
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="a 4x4 outer product in each thread's registers",
    document="001 K3, 003 K7",
    tile=Tile(bm=64, bn=64, bk=16, tm=4, tn=4, padding=4),
    source=source_beside(__file__),
)
