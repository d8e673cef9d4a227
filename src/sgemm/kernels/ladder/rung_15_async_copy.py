"""Rung 15: asynchronous copies and a larger tile.

cp.async copies from global into shared memory without a register and without a thread that waits.
So blocks can be fetched further ahead: of three stages in shared memory one is multiplied and two
are under way, and a thread waits only until all but its last group of copies have arrived. The
registers that held float4 in flight go into sums: 16x8 a thread, 128x256 a block. That lowers what
each multiply-add costs elsewhere: 24 elements from shared memory for 128 of them instead of 16 for
64 (12 passes a step, 0.094 each instead of 0.125), 43 operations for each byte from global
memory instead of 32, and half as many barriers. One block fills a multiprocessor: 256 threads of
more than 200 registers, 36 KiB of shared memory.

A copy moves its bytes as they are, so A, to be transposed, travels element by element: 8 lanes take
the 8 steps of a row, and 32 lanes store into 32 banks, rows being 132 elements long. B travels in
16 bytes where its float4 are whole and aligned, else element by element too. Copies beyond k or n
read nothing and write zeros; the guards are sizes that a thread works out once a block, not tests
around its copies. The number of groups stays the same to the end, with empty ones at last.

C is written in float4 straight from registers where that is possible, and regrouped through shared
memory as in rung 13 where it is not.

Document 000 (section 6: the 128x256x8 kernel).
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="cp.async: from global into shared memory past the registers, 128x256 tile",
    document="000 section 6",
    tile=Tile(bm=128, bn=256, bk=8, tm=16, tn=8, wm=64, wn=64, stages=3, padding=4),
    source=source_beside(__file__),
    architecture=80,
)
