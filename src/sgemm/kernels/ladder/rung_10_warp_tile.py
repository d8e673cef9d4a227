"""Rung 10: each warp owns a compact tile of the block.

In rung 9 a warp's 32 threads own 16 rows and 128 columns: each step of k it needs 144 elements of A
and B for its 2048 sums. A tile of 32x64 has as many sums and a shorter border: 96 elements. So its
lanes lie 4 by 8 instead of 2 by 16, each with 8x8 sums in four pieces of 4x4 (every 16 rows, every
32 columns), and more of them ask for the same float4, which shared memory sends to all at once.

How lanes are numbered matters too. The hardware serves a 128-bit load 8 lanes at a time, and 16 at
a time only if lanes i and i XOR 1, or i and i XOR 2, want the same address. Here lanes 2i and 2i +
1 share their columns and lanes i and i + 2 their rows, so both kinds of load take 2 passes. One
step of k costs a warp 8 passes for its 64 fused multiply-adds instead of 12: 0.125 each. With
the lanes numbered row by row it would be 12 as before, by the same rule.

Document 003 (kernel 9: warp tiles of 4*8 by 8*8).
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="a warp owns a compact tile of 32x64, so that its lanes share their loads",
    document="003 K9",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64),
    source=source_beside(__file__),
)
