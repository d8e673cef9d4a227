"""Rung 13: the pipeline of rung 12 in PTX instructions, and stretched into registers.

Fragments are double-buffered like blocks: while the 64 multiply-adds of one step are issued, the
next step's 16 elements are on their way from shared memory, also across the barrier between blocks,
where the last step's arithmetic covers the first loads from the new buffer. One barrier a block.

Shared memory is addressed by 32-bit numbers. A is transposed into rows of 132 elements, so that the
two halves of a warp, four rows apart, meet different banks (4*132 is 16 modulo 32), and each
operand's two buffers are a power of two apart, so that one XOR changes from one to the other. The
XOR is on an offset from the array's start: document 000 applies it to the address itself, which
needs an alignment of 16 KiB, and sm_80 and later grant no more than 1 KiB.

There are two ways of reading global memory: float4 where all are whole and aligned, and otherwise
single elements, arranged so that 8 lanes read 8 neighbours of A and 32 lanes 32 of B, and stored to
shared memory as float4 of A and elements of B, without conflicts again. Inside the matrices neither
tests anything; at the edges loads are predicated, and what is not read is zero.

At the end a thread's sums are scattered over C in pieces of four. They pass through shared memory,
16 rows by 32 columns a warp, and leave it row by row: each store of a warp is one run of 128 bytes,
for any leading dimension and alignment of C.

The order of the 64 multiply-adds is column by column, there and back. It does not change results,
only which operands the multiplier still holds from the instruction before.

Document 000 (sections 4 and 5).
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="PTX instructions, fragments one step ahead, C stored in whole lines",
    document="000 sections 4-5",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64, stages=2, padding=4),
    source=source_beside(__file__),
)
