"""Products with few rows or few columns, at the speed of memory.

Such a product is as fast as its large operand comes from memory. So tiles are as high as the
problem, and long in the other direction; up to 32 slices of a block share k, and parts of k keep
all multiprocessors asking for memory. The ring of asynchronous copies, the slices and the tree of
parts are those of split_k. With one row or one column nothing is needed twice: tiles of one have
neither ring nor stages, and a thread has 16 to 32 elements of the large operand under way.

Where the large operand is MN-major a block takes 32 rows of 128 elements (16x128, 4x128; transposed
128x16, 128x4). Where it is K-major, tiles of few but long rows are better for the thinnest products
(4x32, 32x4). 16x16 is for products that are small both ways.

The large operand is loaded with the cache policy evict_first, in a ring up to 512 MiB of it: dirty
lines of the L2 cache then stay, and need not be written back (docs/log/slender_shapes.md).

Loads of 16 bytes begin at multiples of 16, and rows anywhere, so slices are shifted. Where the
large operand is MN-major, a slice takes rows that all begin as far beyond such a multiple as its
first: steps s, s + S, s + 2S ... of slice s of S, where S is a multiple of four. Its sums lie
shifted by as many elements until all slices are added. That takes one thread more, so that there
are fewer slices unless all rows are aligned: 84 of 128, 48 of 64, 28 of 32 (56 of 64 with 512
threads). Two corners of the operand are read element by element and added last. Where it is
K-major, a slice of S takes vectors of four s, s + S ... of each row, counted from the first that is
aligned; up to three elements before and after them come last, each in a slice of its own.

The order of summation: the sums of slices s, s + S/4, s + S/2 and s + 3S/4, S as the tile has it,
are added in this order, then those of s and s + 1, of pairs, and so on. Where k is cut into parts
these are added in a tree, in ascending order. It depends on where rows begin; the same call has the
same bits.

All problems are computed, but others than these slowly.

Document 003 names tall and skinny shapes as what it did not do.
"""

from collections.abc import Mapping

from sgemm.kernels.kernel import Kernel, Parameters, source_beside
from sgemm.kernels.library.split_k_schedule import GEOMETRY, staged_bytes, sums_padding
from sgemm.kernels.library.split_k_schedule import constants as shared_constants
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, LAYOUTS, Problem

TILES = (
    Tile(bm=16, bn=128, bk=32, tm=4, tn=4, stages=4, slices=2),
    Tile(bm=128, bn=16, bk=32, tm=4, tn=4, stages=4, slices=2),
    Tile(bm=4, bn=128, bk=32, tm=4, tn=4, stages=4, slices=8),
    Tile(bm=128, bn=4, bk=32, tm=4, tn=4, stages=4, slices=8),
    Tile(bm=4, bn=32, bk=128, tm=4, tn=4, stages=3, slices=32),
    Tile(bm=32, bn=4, bk=128, tm=4, tn=4, stages=3, slices=32),
    Tile(bm=16, bn=16, bk=64, tm=4, tn=4, stages=3, slices=16),
    Tile(bm=1, bn=128, bk=32, tm=1, tn=4, stages=0, slices=8),
    Tile(bm=1, bn=32, bk=128, tm=1, tn=4, stages=0, slices=32),
    Tile(bm=1, bn=32, bk=256, tm=1, tn=4, stages=0, slices=64),
    Tile(bm=1, bn=16, bk=256, tm=1, tn=4, stages=0, slices=64),
    Tile(bm=1, bn=8, bk=512, tm=1, tn=4, stages=0, slices=128),
    Tile(bm=128, bn=1, bk=32, tm=4, tn=1, stages=0, slices=8),
    Tile(bm=32, bn=1, bk=128, tm=4, tn=1, stages=0, slices=32),
    Tile(bm=32, bn=1, bk=256, tm=4, tn=1, stages=0, slices=64),
    Tile(bm=16, bn=1, bk=256, tm=4, tn=1, stages=0, slices=64),
    Tile(bm=8, bn=1, bk=512, tm=4, tn=1, stages=0, slices=128),
)


def shared_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory of a block: a ring, or with one row or column its slices' sums."""
    if tile.stages:
        return staged_bytes(layout, tile)
    return 4 * tile.slices * (tile.bm * tile.bn + sums_padding(tile))


EVICT_FIRST_ELEMENTS = 2**27
"""Elements of the larger operand up to which a ring loads it with evict_first: 512 MiB."""


def evict_first(tile: Tile) -> int:
    """Return up to how many elements the larger operand has the policy: any number, of a vector."""
    return INT32_MAX if 1 in (tile.bm, tile.bn) else EVICT_FIRST_ELEMENTS


def constants(layout: str, tile: Tile) -> Mapping[str, int]:
    """Return what the source is compiled with: those of split_k, and when the policy holds."""
    return {**shared_constants(layout, tile), "evict_first": evict_first(tile)}


MOST_MN_MAJOR = 192
"""Columns, or rows, up to which tiles of one of them take an MN-major operand.

Each of them then loads single elements of a line of the cache, and its neighbours load the line
again. 8x179x1410 (tn) was fastest so on an H200. 5x264x2279 took 15.1 us on an H100 in a tile of
one column, and 8.5 in one of one row.
"""


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Say why the planner leaves a problem to other tiles or kernels."""
    for name, size, other, is_mn_major, line in (
        ("n", problem.n, "B", tile.bn == 1 and not problem.trans_b, "column"),
        ("m", problem.m, "A", tile.bm == 1 and problem.trans_a, "row"),
    ):
        if is_mn_major and size > MOST_MN_MAJOR:
            return (
                f"{name} = {size} is above {MOST_MN_MAJOR}: with {other} MN-major, a tile of one "
                f"{line} reads too much"
            )
    return None


KERNEL = Kernel(
    name="skinny",
    idea="few rows or few columns: long tiles, whose slices share k, stream the large operand",
    document="003 (named and not done: tall and skinny)",
    tile=TILES[0],
    tiles=TILES,
    source=source_beside(__file__),
    architecture=80,
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=GEOMETRY._replace(
        shared_bytes=shared_bytes, constants=constants, evict_first=evict_first, unsuited=unsuited
    ),
)
