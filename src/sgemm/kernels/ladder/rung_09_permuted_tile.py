"""Rung 9: a layout of shared memory without bank conflicts on the way in or out.

In rung 8 a thread owns eight neighbouring columns. Its two float4 of B lie side by side, and those
of its neighbour 32 bytes further: one load touches only every other group of four banks, and the
lanes of a warp take turns at them. Here the eight columns come in two pieces of four, 64 columns
apart. Neighbouring lanes then load neighbouring float4, all 32 banks are busy, and a load of B
takes 4 passes instead of 8. With the loads of A, which most lanes share (2 passes each),
one step of k costs a warp 12 passes for its 64 fused multiply-adds instead of 20: 0.19 each,
not 0.31.

A is transposed on its way into shared memory. A warp reads two float4 from each of 16 rows of A and
so stores into two rows of the shared block, four steps apart, and into 16 columns of each. Rows of
128 elements all begin at bank 0, so both halves of the warp would want the same 16 banks. Rung 8
avoids that with padding; here the columns of steps 4 to 7 are permuted instead, column c being kept
in column c XOR 16. That needs no memory, and reading needs no instruction for it: a thread's two
pieces of A lie 16 rows apart, so that the permutation just exchanges them.

Inside the matrices, and where rows are 16-byte aligned, blocks are read by one test for the whole
block of threads and two 128-bit loads a thread; at the edges element by element.

Document 002 (V4: the permuted write, and B read in two halves).
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="A permuted in shared memory, B read in two halves: no bank conflicts",
    document="002 V4",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8),
    source=source_beside(__file__),
)
