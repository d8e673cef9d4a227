"""Products on tensor cores of operands split into parts: what all such kernels have in common.

Each element is written as a sum of parts, a product of elements as a sum of products of parts, and
those are taken that count: two parts of FP16 (halves) and three products in ``fp16x3``, three parts
of BF16 (thirds) and six products in ``bf16x6``. Why just these, how elements are scaled, when sums
go to FP32 registers, and what that does to errors, is in docs/split.md.

**Splitting.** Of two launches before the main one the first looks at every row of A and column of
B, and the second scales these by powers of two and splits. Up to a k of 8192 one launch does both;
up to 2048 where any of these are not K-major. Parts lie in the workspace as tensor cores read them
from shared memory, 64 rows and 32 steps after the other, filled up with zeros: the main kernel is
the same for all layouts, alignments and sizes.

**Main kernel.** Persistent blocks sum an interval of k on the tensor cores, from zero, and add the
accumulators to FP32 registers (promotion). By ``wgmma`` one warp copies stages of 32 steps into a
ring, and two groups of four warps (warpgroups) take turns: while one promotes, the products of the
other keep the tensor cores busy. By ``mma.sync`` all warps copy, by cp.async, and multiply.

**Parts of k.** Where tiles are too few for all multiprocessors, a schedule may cut k into parts
(``splits``), which different blocks sum, by ``wgmma``. A part is a number of 64 steps. Partial sums
lie in the workspace, and the last block to arrive adds them in ascending order.

**Choice.** What the first launches have seen decides tile by tile, without the host. A launch after
the main one takes what this could not: it computes tiles by fused multiply-adds where parts would
lose digits, and where there are infinities and NaN. Tiles of ``fp16x3`` that thirds can hold it
splits into these, slab of k by slab, and multiplies when all slabs are done. So it waits only for
blocks that run.

**Order of summation.** Within an interval, in groups of 16 steps as the tensor core adds them: the
small products, pair of parts by pair, each in ascending order of k; then the large ones on top of
them. By ``wgmma`` the small products of halves are summed for 64 steps, and the large ones of the
first interval of these go on top. Then intervals, in ascending order: in tiles with bk = 64 in one
chain, in others in chunks of a fifth of k, whose sums are added in ascending order. They have at
least 384 steps, or 128 where intervals have 16, and at most 768. Where k is cut, so is each part,
and then parts are added. Tiles by multiply-adds have chunks of a fifth of k and at least 384 steps,
and are never cut.

Beyond the documents. Splitting for tensor cores: Ootomo and Yokota, arXiv 2203.03341.
"""

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import (
    MAX_BLOCKS,
    Alignment,
    Geometry,
    Kernel,
    Parameters,
    Requirement,
    Types,
    persistent_blocks,
    tiles_of,
)
from sgemm.kernels.launch import Packing, SideKernel, Sizes
from sgemm.kernels.library.tensor_cores import split_rule
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.tile import Tile
from sgemm.problem import FLOAT32, ITEM_BYTES, LAYOUTS, Problem

PANEL, BLOCK, PADDED = 64, 32, 64
"""Rows of a panel; steps of a block of it; k is filled up with zeros to a multiple of the last."""
BLOCK_BYTES = PANEL * BLOCK * 2
MOST_SLABS, LEAST_SLAB = 16, 128
"""Into how many slabs k is cut for the launches that split, and how many steps one has at least."""

WHOLE_ROWS, MOST_WHOLE_K, MOST_WHOLE_K_OF_COLUMNS = 8, 8192, 2048
"""How many rows a block looks at and splits as wholes, up to which k: one launch instead of two.

The last is for operands that are not K-major. Of these a block reads 32 bytes at once.
"""

MOST_WHOLE_BYTES, READS_OF_COLUMNS = 2**25, 4
"""How often, in effect, an operand is read that has more bytes, is not K-major, and has a short k.

Eight of its columns are 32 bytes of a row, half of what memory gives at once. By 256x100000x256,
which took 277 us where 190 were predicted.
"""

MOST_SPLITS = 1024
"""Into how many parts k may be cut."""

LANES = 32  # threads of a warp
THREADS = 256  # of a block of the other launches
UNSUITED_BLOCKS, UNSUITED_SIDE = 132, 64
"""The most blocks, for each that a multiprocessor holds, of the launch that takes what the main one
could not; and the sides of its tiles by multiply-adds.

They are persistent: most often they have nothing to do, and few blocks end soon. An H200 has 132
multiprocessors.
"""
SCRATCH_BYTES = 9516  # of shared memory: SplitScratch of split_scratch.cuh
BARRIER_BYTES, ALIGNMENT, NOTES_BYTES = 16, 1024, 256
STAGED_BYTES = 16 * 40 * 4  # of 16 rows of C, while a warp regroups them
NONE = (0, 1, 1)  # no launch

MMA_ARCHITECTURE = 80
"""What ``mma.sync`` and ``cp.async`` need; ``wgmma`` is of sm_90a alone."""

HALVES, THIRDS = 2, 3
"""Parts of an element: two of FP16 or three of BF16."""

PRODUCTS = {HALVES: 3, THIRDS: 6}
"""How many products of parts are taken."""

MOST_K_OF_THIRDS = 2**25
"""Longer sums of scaled BF16 parts could overflow; those of halves cannot."""

CONSTANTS = {
    "most_slabs": MOST_SLABS,
    "scratch_bytes": SCRATCH_BYTES,
    "least_slab": LEAST_SLAB,
    "rows_of_tiles": 8,
    "top_of_halves": 14,
    "low_factor": 2**12,
    "top_of_float16": 15,
    "far_binades": 28,
    "far_binades_of_bfloat16": 31,
    "common_range": 28,
    "sum_limit": 23,
    "top_of_thirds": 50,
    "most_range": 160,
    "most_product_range": 200,
}
"""What the source is compiled with; docs/split.md derives these numbers."""

NOTED_WORDS = 3  # at the beginning of the workspace: SplitNotes of split_notes.cuh


def noted_tiles(notes: Sequence[int]) -> dict[str, int]:
    """Return how many tiles were computed by halves and by thirds, as the words there say."""
    _, by_halves, by_thirds = notes
    return {"fp16x3": by_halves, "bf16x6": by_thirds}


class Split(NamedTuple):
    """One operand, split: its rows or columns, and how often there is one for a batch."""

    panels: int
    blocks: int
    slabs: int
    matrices: int
    is_prepared: bool

    def is_split_by(self, parts: int) -> bool:
        """Whether the launches in front of the main one split it: what is prepared are halves."""
        return parts != HALVES or not self.is_prepared

    def parts_bytes(self, parts: int) -> int:
        """Bytes of so many parts of all elements."""
        return self.matrices * self.panels * self.blocks * parts * BLOCK_BYTES

    @property
    def facts_bytes(self) -> int:
        """Bytes of what is known of panels, of rows in each slab, and of rows."""
        of_panel = PANEL // WHOLE_ROWS * 16
        return self.matrices * self.panels * (of_panel + PANEL * (8 * self.slabs + 4))

    @property
    def grid(self) -> int:
        """Blocks of each launch that splits slabs of k."""
        return self.matrices * self.panels * self.slabs

    @property
    def grid_of_wholes(self) -> int:
        """Blocks of the launch that splits whole rows."""
        return self.matrices * self.panels * PANEL // WHOLE_ROWS


@functools.lru_cache(maxsize=64)
def operands_of(problem: Problem) -> tuple[Split, Split]:
    """Return how A and B are split."""
    k = problem.k
    slab = max(LEAST_SLAB, divided(divided(k, MOST_SLABS), PADDED) * PADDED)
    blocks, slabs = divided(k, PADDED) * (PADDED // BLOCK), divided(k, slab)
    a, b = (
        Split(divided(rows, PANEL), blocks, slabs, problem.batch if stride else 1, is_prepared)
        for rows, stride, is_prepared in (
            (problem.m, problem.stride_a, problem.prepared_a),
            (problem.n, problem.stride_b, problem.prepared_b),
        )
    )
    return a, b


def is_split(problem: Problem, tile: Tile) -> bool:
    """Whether anything is split at all."""
    return problem.reads_operands and problem.k >= split_rule.LEAST_K_OF[tile.bk]


def workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the memory for thirds of both operands, in the place of halves, and for facts.

    Where k is cut, for the sums of all parts, too, and a counter for each warp of a tile.
    """
    if not is_split(problem, tile) or problem.is_empty:
        return Workspace()
    both = operands_of(problem)
    nbytes = NOTES_BYTES + sum(each.parts_bytes(THIRDS) + each.facts_bytes for each in both)
    floats, counters = divided(nbytes, 4), 1
    if schedule.splits > 1:
        tiles = tiles_of(problem, tile)
        floats += tiles * schedule.splits * tile.bm * tile.bn
        counters += tiles * tile.consumers // LANES
    return Workspace(floats, counters)


def parts_of(parts: int, type_: str) -> int:
    """Return how many parts elements of a type have, where those of float32 have so many."""
    return 1 if type_ != FLOAT32 and parts == HALVES else parts


def are_columns(problem: Problem) -> tuple[bool, bool]:
    """Return whether A and B are not K-major."""
    return problem.trans_a, not problem.trans_b


def takes_whole_rows(parts: int, problem: Problem) -> bool:
    """Whether one launch looks at what is split and splits it, of whole rows."""
    both = zip(operands_of(problem), are_columns(problem), strict=True)
    has_columns = any(columns and each.is_split_by(parts) for each, columns in both)
    return problem.k <= (MOST_WHOLE_K_OF_COLUMNS if has_columns else MOST_WHOLE_K)


def moved(parts: int, problem: Problem, tile: Tile) -> int:
    """Return the bytes that the launches that split read and write."""
    if not is_split(problem, tile):
        return 0
    nbytes = 0
    for size, type_, each, columns in zip(
        (problem.m, problem.n),
        problem.types,
        operands_of(problem),
        are_columns(problem),
        strict=True,
    ):
        if each.is_split_by(parts):
            read = ITEM_BYTES[type_] * problem.k * size * each.matrices
            is_slow = columns and takes_whole_rows(parts, problem) and read > MOST_WHOLE_BYTES
            nbytes += (READS_OF_COLUMNS if is_slow else 2) * read
            nbytes += each.parts_bytes(parts_of(parts, type_))
    return nbytes


def splitting_grid(parts: int, problem: Problem, tile: Tile, least: int = 0) -> Sizes:
    """Return the grid of the launches that look at slabs of k, with a block at least, or split."""
    if takes_whole_rows(parts, problem) or not is_split(problem, tile):
        return NONE
    blocks = sum(each.grid for each in operands_of(problem) if each.is_split_by(parts))
    return (max(least, blocks), 1, 1)


def grid_of_wholes(parts: int, problem: Problem, tile: Tile) -> Sizes:
    """Return the grid of the launch that does both at once, where k is short enough."""
    if not takes_whole_rows(parts, problem) or not is_split(problem, tile):
        return NONE
    split = (each for each in operands_of(problem) if each.is_split_by(parts))
    return (max(1, sum(each.grid_of_wholes for each in split)), 1, 1)


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> Sizes:
    """Return the grid of the main launch: persistent blocks, or one for each part of a tile."""
    schedule.refuse_unless(
        "kernels on tensor cores spread no tiles over all blocks", stream_k_tiles=0
    )
    most = most_splits(problem, tile)
    if schedule.splits > most:
        raise ArgumentError(
            f"schedule = {schedule}: this kernel cuts k = {problem.k} into no more than {most} "
            f"part{'s' * (most > 1)}, so splits must be from 1 to {most}"
        )
    return (schedule.blocks or tiles_of(problem, tile) * schedule.splits, 1, 1)


def uses_wgmma(tile: Tile) -> bool:
    """Whether a tile is multiplied by ``wgmma``: then it has threads that only copy."""
    return tile.producers > 0


def most_splits(problem: Problem, tile: Tile) -> int:
    """Return into how many parts k may be cut: by ``wgmma``, and to 64 steps at least."""
    tiles = tiles_of(problem, tile)
    if not uses_wgmma(tile) or not tiles or not is_split(problem, tile):
        return 1
    return min(divided(problem.k, PADDED), MOST_SPLITS, MAX_BLOCKS // tiles)


def unsuited_blocks(parts: int, tile: Tile) -> int:
    """Return how many blocks of that launch a multiprocessor holds, as unsuited_entry.cuh says."""
    if parts != HALVES:
        return 2
    return tile.blocks if uses_wgmma(tile) else 1


def unsuited_grid(parts: int, problem: Problem, tile: Tile) -> Sizes:
    """Return the grid of the launch that takes what the main one could not."""
    pieces = tiles_of(problem, tile) * (tile.bm // UNSUITED_SIDE) * (tile.bn // UNSUITED_SIDE)
    slabs = _splitting_blocks(problem) if is_split(problem, tile) else 0
    return (min(max(pieces, slabs), UNSUITED_BLOCKS * unsuited_blocks(parts, tile)), 1, 1)


def stages_of_thirds(tile: Tile, parts: int) -> int:
    """Return how many stages of thirds there are, in the memory of the stages of a tile."""
    return tile.stages * parts // THIRDS


def stage_bytes(tile: Tile, parts: int) -> int:
    """Return the bytes of 32 steps of a tile."""
    return parts * BLOCK_BYTES * (tile.bm + tile.bn) // PANEL


def shared_bytes(tile: Tile, parts: int, stages: int) -> int:
    """Return the shared memory of a block: its stages, in which C lies in the end.

    By ``wgmma`` they are a ring with barriers, C lies beside it, and all is aligned.
    """
    if not uses_wgmma(tile):
        return stages * stage_bytes(tile, parts)
    ring = stages * (stage_bytes(tile, parts) + BARRIER_BYTES)
    return ALIGNMENT + ring + tile.bm // 16 * STAGED_BYTES


def _splitting_blocks(problem: Problem) -> int:
    return sum(each.grid for each in operands_of(problem))


def divided(size: int, by: int) -> int:
    """Return how many pieces of a size there are, the last one perhaps smaller."""
    return -(-size // by)


def _violation(problem: Problem, alignment: Alignment) -> str | None:
    if problem.k > MOST_K_OF_THIRDS:
        return f"k = {problem.k} is more than {MOST_K_OF_THIRDS}, of which sums could overflow"
    wholes = sum(each.grid_of_wholes for each in operands_of(problem))
    if (blocks := max(wholes, _splitting_blocks(problem))) > MAX_BLOCKS:
        return f"splitting takes {blocks} blocks, more than the 2**31-1 that a grid may have"
    tiles = divided(problem.m, PANEL) * divided(problem.n, PANEL) * problem.batch
    if tiles > MAX_BLOCKS:
        return f"{problem} has {tiles} tiles of {PANEL}x{PANEL}, more than 2**31-1"
    return None


def side_block(problem: Problem, tile: Tile, schedule: Schedule) -> Sizes:
    """Return the block of a kernel that is launched before the main one."""
    return (THREADS, 1, 1)


def unsuited_block(parts: int, problem: Problem, tile: Tile) -> Sizes:
    """Return the block of the launch that takes what the main one could not."""
    return (max(THREADS, tile.threads) if parts == HALVES else THREADS, 1, 1)


def split_kernel(
    idea: str,
    parts: int,
    tiles: tuple[Tile, ...],
    source: Path,
    other_types: tuple[Types, ...] = (),
) -> Kernel:
    """Return the kernel on so many parts of each element; tiles tell by which instruction."""

    def of_parts(grid: Callable[[int, Problem, Tile], Sizes]) -> Callable[..., Sizes]:
        return lambda problem, tile, schedule: grid(parts, problem, tile)

    wholes = SideKernel("split_whole_rows", of_parts(grid_of_wholes), side_block)
    # It has a block at least, which notes.
    scan_grid = functools.partial(splitting_grid, least=1)
    scan = SideKernel("scan_operands", of_parts(scan_grid), side_block)
    has_halves = parts == HALVES
    kind = "halves" if has_halves else "thirds"
    split = SideKernel(f"split_into_{kind}", of_parts(splitting_grid), side_block)

    def unsuited_bytes(tile: Tile) -> int:
        if not has_halves:
            return SCRATCH_BYTES
        stages = stages_of_thirds(tile, parts)
        return max(SCRATCH_BYTES, shared_bytes(tile, THIRDS, stages))

    unsuited = SideKernel(
        "multiply_unsuited", of_parts(unsuited_grid), of_parts(unsuited_block), unsuited_bytes
    )
    return Kernel(
        idea=idea,
        tiles=tiles,
        source=source,
        layouts=LAYOUTS,
        architecture=90 if uses_wgmma(tiles[0]) else MMA_ARCHITECTURE,
        architecture_specific=uses_wgmma(tiles[0]),
        requirements=(
            Requirement(
                f"k up to {MOST_K_OF_THIRDS}, and up to 2**31-1 tiles of {PANEL}x{PANEL}",
                _violation,
            ),
        ),
        parameters=Parameters.SPLIT,
        other_types=other_types,
        products=PRODUCTS[parts],
        geometry=Geometry(
            grid,
            persistent_blocks,
            workspace,
            lambda layout, tile: shared_bytes(tile, parts, tile.stages),
            lambda layout, tile: {
                **CONSTANTS,
                "least_k": split_rule.LEAST_K_OF[tile.bk],
                "has_halves": has_halves,
                "stages_of_thirds": stages_of_thirds(tile, parts),
            },
            before=(wholes, scan, split),
            packing=Packing(lambda problem, tile: moved(parts, problem, tile)),
            after=(unsuited,),
            unsuited=split_rule.unsuited,
        ),
    )
