"""Products with one to eight rows or columns, at the speed of memory.

Such a product is as fast as its large operand comes from memory, and needs each element of it once.
So tiles have neither ring nor stages: the large operand goes straight into registers, and a thread
has 16 to 32 elements of it under way. Up to 128 slices of a block share k, and parts of k keep all
multiprocessors asking for memory. The rows of A, or columns of B, are vectors. One vector's
elements are loaded as far ahead as the matrix. Those of several come from the first-level cache,
for all outputs of a block share them.

Either operand may be of half precision. It is widened in registers, which is exact. A matrix of
half precision takes half of the memory's time.

The large operand is loaded with the cache policy evict_first: dirty lines of the L2 cache then
stay, and need not be written back (docs/log/slender_shapes.md).

Four elements are loaded at once, from addresses that are multiples of as many bytes. Rows begin
anywhere, so slices are shifted. Where the large operand is MN-major, a slice takes rows that all
begin as far beyond such a multiple as its first: steps s, s + S, s + 2S ... of slice s of S, where
S is a multiple of four. Its sums lie shifted by as many elements until all slices are added. That
takes one thread more, so that there are fewer slices unless all rows are aligned: 84 of 128, 48 of
64, 28 of 32 (56 of 64 with 512 threads). The first row has nothing before it, and the last one
nothing after it: those are read element by element and added last. Tiles of 128 outputs, and
problems with less than four, keep all slices and load single elements unless all rows are aligned.
Where the large operand is K-major, a slice of S takes vectors of four s, s + S ... of each row,
counted from the first that is aligned; up to three elements before and after them come last, each
in a slice of its own.

The order of summation: with R rows or columns in a tile, S slices as the tile has it and
L = S/(4*R), the sums of slices s, s + L, s + 2L ... are added in this order, then those of s and
s + 1, of pairs, and so on. Where k is cut into parts these are added in a tree, in ascending order,
up to 32 at a time. Tiles of 8 and 32 outputs have T adders for each element, T threads to a float4,
and nodes of 32*T parts: adder i adds the parts i, i + T, i + 2T ... of a node; then the sum of
adder i + T/2 is added to that of adder i, then of i + T/4, and so on. It depends on where rows
begin; the same call has the same bits.

All problems are computed, but others than these slowly.

Document 003 names tall and skinny shapes as what it did not do.
"""

from collections.abc import Mapping

from sgemm.kernels.kernel import FLOATS, HALF_TYPES, Kernel, Parameters, source_beside
from sgemm.kernels.library.split_k_schedule import GEOMETRY, adders, fan, sums_padding
from sgemm.kernels.tile import Tile
from sgemm.problem import INT32_MAX, LAYOUTS, Problem

ROW_TILES = (
    Tile(bm=1, bn=128, bk=32, tm=1, tn=4, stages=0, slices=8),
    Tile(bm=1, bn=32, bk=128, tm=1, tn=4, stages=0, slices=32),
    Tile(bm=1, bn=32, bk=256, tm=1, tn=4, stages=0, slices=64),
    Tile(bm=1, bn=16, bk=256, tm=1, tn=4, stages=0, slices=64),
    Tile(bm=1, bn=8, bk=512, tm=1, tn=4, stages=0, slices=128),
    Tile(bm=2, bn=32, bk=256, tm=2, tn=4, stages=0, slices=64),
    Tile(bm=2, bn=128, bk=32, tm=2, tn=4, stages=0, slices=8),
    Tile(bm=4, bn=32, bk=256, tm=4, tn=4, stages=0, slices=64),
    Tile(bm=4, bn=128, bk=64, tm=4, tn=4, stages=0, slices=16),
    Tile(bm=8, bn=16, bk=256, tm=8, tn=4, stages=0, slices=64),
    Tile(bm=8, bn=64, bk=128, tm=8, tn=4, stages=0, slices=32),
)
COLUMN_TILES = tuple(tile.transposed() for tile in ROW_TILES)

REGISTERS = {1: 80, 2: 80, 4: 128, 8: 128}
"""What a thread may use, by the rows or columns of its tile. A multiprocessor has 65536.

Blocks of 512 threads, of which one fits, may use 128 in any case.
"""


def has_few_rows(tile: Tile) -> bool:
    """Return whether a tile is one of few rows, or else of few columns."""
    return tile.bm == tile.tm


def is_k_major(layout: str, tile: Tile) -> bool:
    """Return whether the large operand is K-major."""
    return layout[1] == "t" if has_few_rows(tile) else layout[0] == "n"


def padding(layout: str, tile: Tile) -> int:
    """Return what a slice's sums have after them in shared memory, beyond four for each vector.

    Where lanes are slices an odd number of elements keeps them in banks of their own.
    """
    if min(tile.bm, tile.bn) == 1:
        return sums_padding(tile)
    return 5 if is_k_major(layout, tile) else 4


def shared_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory of a block: its slices' sums."""
    few, outputs = sorted((tile.bm, tile.bn))
    return 4 * tile.slices * (few * (outputs + 4) + padding(layout, tile) - 4)


def constants(layout: str, tile: Tile) -> Mapping[str, int]:
    """Return what the source is compiled with."""
    registers = REGISTERS[min(tile.bm, tile.bn)]
    return {
        "fan": fan(tile),
        "adders": adders(tile),
        "sums_padding": padding(layout, tile),
        "evict_first": INT32_MAX,
        "resident": 65536 // (registers * tile.threads),
    }


MOST_MN_MAJOR = 192
"""Rows, or columns, up to which tiles of one of them are for a small operand that is MN-major.

Each tile then loads single elements of its lines, and its neighbours load the lines again.
8x179x1410 (tn) was fastest so on an H200. 5x264x2279 took 15.1 us on an H100 in a tile of one
column, and 8.5 in one of one row.
"""

MOST_OF_HALF = 32
"""Rows or columns where an operand is of half precision. Up to 16 were measured."""

LEAST_OUTPUTS = 32
"""Elements of an MN-major row of the large operand, for tiles of several vectors: a line of floats.

With 16 the H200 took 16.4 us for 16x16x100000 (tn), and 14.0 in skinny.
"""

MOST_TILES, MOST_TILES_LONG_K = 4, 2
"""Tiles of several vectors that read the same part of the large operand. Few surveys had more.

With three and more, and k above ``LONG_K``, an H200 took up to a fifth longer than the model says
(nt): 16x16x100000 18.9 us in tiles of four rows, 15.0 in tiles of eight columns.
"""

LONG_K = 2**16
"""Longer than the rows of any layer of a published language model, which others were timed for."""


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Say why the planner leaves a problem to other tiles or kernels."""
    if has_few_rows(tile):
        side, extent, few = "m", problem.m, tile.bm
        along_k, other, line = not problem.trans_a, "A", "row"
    else:
        side, extent, few = "n", problem.n, tile.bn
        along_k, other, line = problem.trans_b, "B", "column"
    if problem.types != FLOATS and extent > MOST_OF_HALF:
        return f"{side} = {extent} is above {MOST_OF_HALF}: half precision is widened for others"
    if few > 1 and not along_k and is_k_major(problem.layout, tile) and problem.types == FLOATS:
        return f"{other} is MN-major: elements of its {line}s would be loaded one by one"
    most = few * (MOST_TILES if problem.k <= LONG_K else MOST_TILES_LONG_K)
    if few > 1 and not few // 2 < extent <= most:
        words = f", with k above {LONG_K}" if problem.k > LONG_K else ""
        return f"{side} = {extent}: tiles of {few} are for {few // 2 + 1} to {most}{words}"
    many = problem.m + problem.n - extent
    if few > 1 and many < LEAST_OUTPUTS and not is_k_major(problem.layout, tile):
        return f"the other size is {many}: rows of less than {LEAST_OUTPUTS} are no cache line"
    if problem.m == problem.n == few and along_k and not is_k_major(problem.layout, tile):
        return "one element of C: tiles whose large operand is the K-major one load it in vectors"
    if few == 1 and not along_k and extent > MOST_MN_MAJOR:
        return (
            f"{side} = {extent} is above {MOST_MN_MAJOR}: with {other} MN-major, a tile of one "
            f"{line} reads too much"
        )
    return None


KERNEL = Kernel(
    idea="one to eight rows or columns: the large operand goes straight into registers",
    document="003 (named and not done: tall and skinny)",
    tiles=ROW_TILES + COLUMN_TILES,
    source=source_beside(__file__),
    architecture=80,
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    other_types=HALF_TYPES,
    geometry=GEOMETRY._replace(
        shared_bytes=shared_bytes,
        constants=constants,
        evict_first=lambda _: INT32_MAX,
        unsuited=unsuited,
    ),
)
