"""Kernels whose blocks share the k of a tile: their grids, workspaces and schedules.

Every tile of every product is cut into ``splits`` parts along k, and each part is a block's work.
Blocks store their partial sums in the workspace; they are added in a tree, whose nodes have up to
:func:`fan` members each and one counter. Of a small tile several threads add the same element.
``partial_sums.cuh`` is the other half of this file.
"""

from sgemm.kernels.kernel import Geometry, tiles_of
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

LARGE_TILE = 4096  # elements of a tile that keeps threads busy without slices

BLOCKS_A_MULTIPROCESSOR = {"large": 3, "small": 1}
"""How many blocks of large and of small tiles a multiprocessor should have, if k allows it."""

ROW_PADDING = 4
"""Elements after each row of a staged operand that is K-major, or transposed on its way."""

CHAIN_STEPS = 128
"""Steps of a slice after which a chain of multiply-adds ends, in tiles that cut chains."""

LEAST_LENGTH = 384  # length of k from which on it is cut at all

LEAST_STEPS = 64
"""Steps of k, at least, that are worth a part of their own: fewer cost less than adding it."""


LEAST_ADDERS = 16
"""Threads to an element, at least, that are worth sharing its parts.

With fewer, products of an H200 were no faster, some slower: the compiler loads ahead less where it
has more code after the product.
"""

LOADED_AHEAD = 16
"""Elements of the tiles in which the same happens with more threads to an element."""


def adders(tile: Tile) -> int:
    """Return how many threads add the parts of an element, each some of them.

    With slices all sums lie in shared memory, and threads beyond a tile's float4 have nothing else
    to do. Without slices each thread adds what it has in registers.
    """
    elements = tile.bm * tile.bn
    spare = 4 * tile.threads // elements
    is_shared = tile.slices > 1 and spare >= LEAST_ADDERS and elements != LOADED_AHEAD
    return spare if is_shared else 1


def fan(tile: Tile) -> int:
    """Return how many parts of a tile one block adds: the fewer, the larger the tile is."""
    elements = tile.bm * tile.bn
    return (8 if elements >= 8192 else 16 if elements >= 2048 else 32) * adders(tile)


def split_k_grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid of one block for each part of each tile of each product."""
    schedule.refuse_unless(
        "this kernel has one block for each part of a tile", blocks=0, stream_k_tiles=0
    )
    return (tiles_of(problem, tile) * schedule.splits, 1, 1)


def split_k_workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the memory for the sums of all parts on all levels of the tree, and its counters."""
    saved = nodes = 0
    count = schedule.splits
    while count > 1:
        saved += count
        count = -(-count // fan(tile))
        nodes += count
    tiles = tiles_of(problem, tile)
    return Workspace(floats=tiles * saved * tile.bm * tile.bn, counters=tiles * nodes)


def balanced_split_k(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule that cuts k until all multiprocessors are busy, and no further.

    A part has at least ``LEAST_STEPS`` steps, and at least one block of the tile. Where tiles
    alone keep the multiprocessors busy, or k is short, k stays whole. With these numbers the
    schedules took 2% longer, in the geometric mean, than the best one of each of 130 shapes on
    an H200, and at most 25%.
    """
    tiles = tiles_of(problem, tile)
    if tiles == 0 or not problem.reads_operands or problem.k < LEAST_LENGTH:
        return Schedule()
    kind = "large" if tile.bm * tile.bn >= LARGE_TILE else "small"
    wanted = (2 * BLOCKS_A_MULTIPROCESSOR[kind] * multiprocessors + tiles) // (2 * tiles)
    most = problem.k // max(LEAST_STEPS, tile.bk)
    return Schedule(splits=max(1, min(wanted, most)))


def transposes_operands(tile: Tile) -> bool:
    """Whether ``sliced_product.cuh`` transposes K-major blocks on their way."""
    # Slices of 8x8 accumulators are for long k, where memory sets the time, and not the multiplier.
    is_for_long_k = tile.slices > 1 and tile.tm == tile.tn == 8
    return tile.tm * tile.tn >= 32 and not is_for_long_k


def cuts_chains(tile: Tile) -> bool:
    """Whether ``sliced_product.cuh`` ends chains of multiply-adds after 128 steps."""
    return tile.tm * tile.tn == 16 and tile.bk == 32 and min(tile.bm, tile.bn) >= 32


def sums_padding(tile: Tile) -> int:
    """Return the elements after each row of a slice's accumulators in shared memory."""
    row = tile.bm * tile.bn if 1 in (tile.bm, tile.bn) else tile.bn
    return 4 if row < 64 else 16


def shared_constants(layout: str, tile: Tile) -> dict[str, int]:
    """Return what ``sliced_product.cuh`` and its headers are compiled with."""
    return {
        "fan": fan(tile),
        "adders": adders(tile),
        "row_padding": ROW_PADDING,
        "transposes_operands": transposes_operands(tile),
        "cuts_chains": cuts_chains(tile),
        "chain_steps": CHAIN_STEPS,
        "sums_padding": sums_padding(tile),
        "evict_first": 0,
    }


def staged_bytes(layout: str, tile: Tile) -> int:
    """Return the shared memory of ``sliced_product.cuh``: its ring, or later the slices' sums.

    After the ring are the sums of chains that are over.
    """
    ring = ring_elements(layout, tile, transposes=transposes_operands(tile))
    kept = tile.slices * tile.bm * tile.bn if cuts_chains(tile) else 0
    pitch = tile.bn + sums_padding(tile)
    return 4 * max(ring + kept, tile.slices * tile.bm * pitch)


def ring_elements(layout: str, tile: Tile, *, transposes: bool) -> int:
    """Return the elements of all stages, with padding; K-major blocks may be stored transposed."""
    stage = 0
    for extent, k_major in ((tile.bm, layout[0] == "n"), (tile.bn, layout[1] == "t")):
        if not k_major:
            stage += tile.bk * extent
        elif transposes:
            stage += tile.bk * (extent + ROW_PADDING)
        else:
            stage += extent * (tile.bk + ROW_PADDING)
    return tile.stages * stage


GEOMETRY = Geometry(
    split_k_grid, balanced_split_k, split_k_workspace, staged_bytes, shared_constants
)
"""Of kernels with ``sliced_product.cuh``."""
