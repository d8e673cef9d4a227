"""Rung 5: a column of results in each thread's registers.

In rung 4 each fused multiply-add waits for two loads from shared memory. Here a thread computes 8
elements of one column of C (register blocking): an element of B, once loaded, is used 8 times from
a register, so that 8 multiply-adds need 9 loads, 1.125 each instead of 2. (The 8 elements of A are
neighbours in the transposed block. NVIDIA's assembler, where it sees that they are aligned, merges
their loads into two of 128 bits; rung 6 asks for that outright.) A warp holds 32 neighbouring
columns and one group of 8 rows: each load of A is one address for all lanes, a broadcast, and B is
read 32 neighbours at a time.

The block tile grows to 64x64, so that global memory is read for 16 operations a byte instead of 8,
and bk shrinks to 8, which gives each of the 512 threads exactly one element of A and one of B to
copy.

A warp copies 4 rows of 8 elements of A, whole 32-byte sectors where rows are so aligned. Its lane
at row r and step s of the block stores to word (64 + padding)*s + r. With padding 4 that is bank
4*s + r plus a constant; s runs from 0 to 7 and r from 0 to 3, so all 32 banks differ. Without it 8
lanes would meet in one bank. (Padding 4 rather than 1 keeps rows 16-byte aligned for rung 6.)

Documents 004 (kernel 4: the same tile and thread count) and 003 (kernel 5, with 4x1).
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="a column of 8 results in each thread's registers",
    document="004 K4, 003 K5",
    tile=Tile(bm=64, bn=64, bk=8, tm=8, padding=4),
    source=source_beside(__file__),
)
