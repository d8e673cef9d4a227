"""In PTX by hand: neighbouring threads in neighbouring columns.

ptx_naive with the two thread indices exchanged: %tid.x now counts columns. In each step the 32
threads of a warp read one element of A, which the memory system hands to all of them, and 32
neighbours of B, which lie in 4 sectors of 32 bytes; they also read and write 32 neighbours of C.
Fewer sectors a request is all that changes, and all that it takes.

Document 004, kernel 2 (1.8 times its kernel 1 on an RTX 3050 Mobile).
"""

from sgemm.kernels.kernel import Geometry, Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="PTX by hand: neighbouring threads in neighbouring columns",
    document="004 K2",
    tile=Tile(bm=32, bn=32, bk=1, stages=0),
    source=source_beside(__file__, ".ptx"),
    geometry=Geometry(block=(32, 32, 1)),
)
