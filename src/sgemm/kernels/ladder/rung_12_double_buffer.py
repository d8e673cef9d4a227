"""Rung 12: two buffers in shared memory, one barrier a block.

With one buffer a block needs two barriers: one so that nobody reads what is not there yet, one so
that nobody overwrites what others still read. With two buffers, one is filled while the other is
read, and a single barrier says both: the new block is there, and the old one may go. Warps that are
ahead can start on the next block's loads at once. The price is 16 KiB of shared memory, not 8.

Documents 003 (kernel 11: double buffer to cancel a barrier) and 002 (V5).
"""

from sgemm.kernels.kernel import Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="two shared buffers take turns: one barrier a block instead of two",
    document="003 K11, 002 V5",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64, stages=2),
    source=source_beside(__file__),
)
