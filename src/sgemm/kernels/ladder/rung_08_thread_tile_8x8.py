"""Rung 8: an 8x8 outer product in each thread's registers.

Register blocking as in rung 7, with larger numbers: 64 sums a thread, 128x128 a block. Each step of
k loads 8 elements of A and 8 of B, 16 words for 64 fused multiply-adds: half as many words for each
as with 4x4, and 4 load instructions of 128 bits, 0.0625 each instead of 0.125. Global memory is
read for 32 operations a byte instead of 16. The price is registers: 64 sums and 16 elements of the
operands come to some 110 registers a thread, which leaves room for two blocks of 256 threads on a
multiprocessor.

Reads of B now collide. Neighbouring lanes own neighbouring groups of 8 columns, so their first
float4 lie 32 bytes apart, and of the 8 lanes that shared memory serves at a time lane x meets bank
8*x mod 32 like lane x + 4: two passes instead of one. Reads of A are broadcasts, and the stores of
its transposed block are free of conflicts thanks to padding 4 (lanes hold 16 rows r at steps 0 and
4: banks 16*(step/4) + r plus a constant). Rung 9 splits the reads of B in two halves to mend this.

Documents 002 (V3) and 003 (kernel 8: the same tile numbers).
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="an 8x8 outer product in each thread's registers",
    document="002 V3, 003 K8",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, padding=4),
    source=source_beside(__file__),
)
