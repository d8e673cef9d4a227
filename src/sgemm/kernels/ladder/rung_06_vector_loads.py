"""Rung 6: 128-bit accesses to global and shared memory.

A load instruction costs an issue slot and a trip through the load/store unit whether it brings 4
bytes a thread or 16. Four changes to rung 5:

- Global memory is read in float4. A 64x8 block is 128 of them, so half of the 256 threads copy one
  of A and the other half one of B: 8 load instructions a block step (one for each warp) instead of
  rung 5's 32.
- The block of B is stored to shared memory in float4 as well. The block of A is transposed on the
  way, element by element; padding 4 keeps that free of bank conflicts (lanes hold 16 rows r at
  steps 0 and 4, that is banks 16*(step/4) + r plus a constant).
- A thread's column of A, 8 neighbours in the transposed block, is read by two 128-bit loads, which
  all lanes of a warp share.
- With half the threads for the same 64x64 tile, each computes two 8x1 columns, 32 apart, so that
  both reads of B and both stores of C are 32 neighbours for a warp. (Hence the catalogue's thread
  tile of 8x2: 16 elements a thread. One 8x1 column for each of 256 threads would shrink the tile to
  64x32 and with it the operations for each byte of global memory.)

Each step of k then takes 2 wide and 2 narrow shared loads for 16 fused multiply-adds: 0.25 load
instructions each, after rung 5's 1.125 (0.375 where the assembler merged the loads of A).

A 16-byte access must be 16-byte aligned. Whether it is depends on the pointer and the leading
dimension alone, so it is decided at run time, the same for every thread; where it is not, and for
the last elements of a row, the elements are read one by one.

Documents 003 (kernel 6) and 002 (V2, the part on float4). Both ask for sizes that are multiples of
the vector.
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="128-bit accesses to global and shared memory",
    document="003 K6, 002 V2",
    tile=Tile(bm=64, bn=64, bk=8, tm=8, tn=2, padding=4),
    source=source_beside(__file__),
)
