"""Products with few rows or few columns, at the speed of memory.

Such a product is as fast as its large operand comes from memory. So tiles are as high as the
problem, and long in the other direction; up to 32 slices of a block share k, and parts of k keep
all multiprocessors asking for memory. The ring of asynchronous copies, the slices and the tree of
parts are those of split_k. With up to eight rows or columns gemv does without a ring.

Where the large operand is MN-major a block takes 32 rows of 128 elements (16x128, 4x128; transposed
128x16, 128x4). Where it is K-major, tiles of few but long rows are better for the thinnest products
(4x32, 32x4). 16x16 is for products that are small both ways.

The large operand is loaded with the cache policy evict_first up to 512 MiB of it: dirty lines of
the L2 cache then stay, and need not be written back (docs/log/slender_shapes.md).

The order of summation: the sums of slices are added in ascending order; where k is cut into parts
these are added in a tree, as those of split_k are.

All problems are computed, but others than these slowly.

Document 003 names tall and skinny shapes as what it did not do.
"""

from collections.abc import Mapping

from sgemm.kernels.kernel import Kernel, Parameters, source_beside
from sgemm.kernels.library.split_k_schedule import GEOMETRY, shared_constants
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS

TILES = (
    Tile(bm=16, bn=128, bk=32, tm=4, tn=4, stages=3, slices=2),
    Tile(bm=128, bn=16, bk=32, tm=4, tn=4, stages=3, slices=2),
    Tile(bm=4, bn=128, bk=32, tm=4, tn=4, stages=4, slices=8),
    Tile(bm=128, bn=4, bk=32, tm=4, tn=4, stages=4, slices=8),
    Tile(bm=4, bn=32, bk=128, tm=4, tn=4, stages=3, slices=32),
    Tile(bm=32, bn=4, bk=128, tm=4, tn=4, stages=3, slices=32),
    Tile(bm=16, bn=16, bk=64, tm=4, tn=4, stages=3, slices=16),
)

EVICT_FIRST_ELEMENTS = 2**27
"""Elements of the larger operand up to which a ring loads it with evict_first: 512 MiB."""


def constants(layout: str, tile: Tile) -> Mapping[str, int]:
    """Return what the source is compiled with: those of split_k, and when the policy holds."""
    return {**shared_constants(layout, tile), "evict_first": EVICT_FIRST_ELEMENTS}


KERNEL = Kernel(
    idea="few rows or few columns: long tiles, whose slices share k, stream the large operand",
    document="003 (named and not done: tall and skinny)",
    tiles=TILES,
    source=source_beside(__file__),
    architecture=80,
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=GEOMETRY._replace(constants=constants, evict_first=lambda _: EVICT_FIRST_ELEMENTS),
)
