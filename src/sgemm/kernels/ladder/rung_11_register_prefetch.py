"""Rung 11: the next block of A and B is fetched while this one is multiplied.

Until here each round is: read a block from global memory, wait, store it, meet at a barrier,
multiply, meet again. The wait is several hundred cycles, against the 2048 that the 16 warps of a
multiprocessor need for the arithmetic of their blocks, and only the other block of threads there
fills it.

Here a thread asks for its two float4 of the next block before it multiplies the present one, and
stores them after: the wait runs beside 512 fused multiply-adds. They take 8 registers, which
with 64 sums and two sets of fragments makes 128 a tight but sufficient budget, the one that lets
two blocks share a multiprocessor. So what is needed only at the edges or at the end is computed
again there rather than kept. Still two barriers a block, as there is one buffer to empty and fill.

Document 003 (kernel 10: prefetching).
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="the next block waits in registers while this one is multiplied",
    document="003 K10",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64),
    source=source_beside(__file__),
)
