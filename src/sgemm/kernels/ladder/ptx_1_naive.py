"""In PTX by hand: one thread for each element of C, neighbouring threads in different rows.

The same as rung 1, written in the language that the compiler writes. A thread finds its element,
walks along a row of A and down a column of B with two addresses, adds one product a step, and
stores alpha*sum + beta*C. Everything that PTX asks for is here and nothing else: parameters,
declared and typed registers, address arithmetic in bytes, predicates, one loop.

Since %tid.x counts rows, the 32 threads of a warp read 32 elements of A that lie a whole row apart,
each in a sector of its own: 32 sectors where 4 would do. ptx_coalesced mends that.

Document 004, kernel 1. It takes square matrices of 8192 and multiplies and adds in two roundings;
here any size goes, and the product is added by one fused multiply-add.
"""

from sgemm.kernels.kernel import Geometry, Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="PTX by hand: one thread an element, neighbouring threads in different rows",
    document="004 K1",
    tile=Tile(bm=32, bn=32, bk=1, stages=0),
    source=source_beside(__file__, ".ptx"),
    geometry=Geometry(block=(32, 32, 1)),
)
