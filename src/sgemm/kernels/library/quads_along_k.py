"""A read in quads along k, for nn and nt.

The rows of A lie along k here, and shared memory wants them across. Rungs 16 and 17 have four warps
turn them on their way, in 4-byte copies: each takes an issue slot from the warps that multiply, and
all pass through the unit by which those load their elements. In nt B has to be turned as well, and
both together cost 8 % of the speed of tn. Here A stays as it is. One bulk copy brings
16 elements of each row, and a thread reads four of them at once, for four steps of k: as many loads
as if it read four rows at once for one step. B comes in bulk in nn, and is turned in nt.

Which elements a thread needs together then changes. Its 8 rows need 32 registers for four steps, so
the thread tile is 8x16, not 16x8; elements of B stay as they were, 16 columns of one step. A quad
of A is loaded when its last step is over, half of the rows at a time, and is needed half a step
later. The compiler can't be had to do this: in its loop every step reads single elements of A. The
room ``machine_code`` reads quads in its place.

Neighbouring threads have neighbouring rows of C, a thread's own rows lie four apart: two rows that
are read together then lie in different halves of the 32 banks.

For C of middle size there are tiles whose warps share the steps of a stage, as in rung 22: each
slice has a block of A of its own in a stage, 16 elements of each row. When the slices are added, a
thread keeps a part of its columns. As rows are loaded one by one, a thread need not have four of
them or eight: with nine a block has 144 rows, and 1536x1536 is 132 tiles, one for each
multiprocessor of an H200.

For short k there is a tile of half the threads, of which a multiprocessor holds two blocks: one
multiplies while the other writes C, for half of the blocks begin later.

For C of 16 or 32 columns there are tiles of 256 rows with slices: A, the large operand then, is
read from memory once and as it lies. With 16 columns the lanes of a warp have a row each. These
come in lines of 128 bytes, whose quads the bulk copies permute so that lanes meet other banks.

What comes in bulk has to start, and its rows, at multiples of 16 bytes: A, and B in nn. Everything
else, the order of summation too, is rung 16's, and with slices rung 22's.

Beyond the documents: their ladders end with rung 15.
"""

from __future__ import annotations

from pathlib import Path

from sgemm.kernels.kernel import Alignment, Kernel, Operands, Parameters, Requirement
from sgemm.kernels.schedule import TensorBox
from sgemm.kernels.streaming import (
    COMPLETION,
    COPIERS,
    misplaced,
    ring_bytes,
    streamed_grid,
    streamed_schedule,
    streamed_workspace,
    threads_of,
)
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

TILES = (
    Tile(
        bm=256, bn=128, bk=16, tm=8, tn=16, wm=32, wn=128, stages=4, **COPIERS, along_k=1,
        blocks=1, consumer_registers=184, producer_registers=24, loop_registers=240,
    ),
    Tile(
        bm=128, bn=256, bk=16, tm=8, tn=16, wm=32, wn=128, stages=4, **COPIERS, along_k=1,
        blocks=1, consumer_registers=184, producer_registers=24, loop_registers=240,
    ),
    Tile(
        bm=64, bn=128, bk=64, tm=8, tn=16, wm=32, wn=128, stages=3, slices=4, **COPIERS, along_k=1,
        blocks=1, consumer_registers=184, producer_registers=24, loop_registers=240,
    ),
    Tile(
        bm=128, bn=128, bk=32, tm=8, tn=16, wm=32, wn=128, stages=3, slices=2, **COPIERS, along_k=1,
        blocks=1, consumer_registers=184, producer_registers=24, loop_registers=240,
    ),
    Tile(
        bm=144, bn=128, bk=32, tm=9, tn=16, wm=36, wn=128, stages=2, slices=2, **COPIERS, along_k=1,
        blocks=1, consumer_registers=184, producer_registers=24, loop_registers=240,
    ),
    Tile(
        bm=128, bn=128, bk=16, tm=8, tn=16, wm=32, wn=128, stages=3, **COPIERS, along_k=1,
        blocks=2, consumer_registers=176, producer_registers=24, loop_registers=232,
    ),
    Tile(
        bm=256, bn=16, bk=64, tm=8, tn=16, wm=256, wn=16, stages=2, slices=4, **COPIERS, along_k=1,
        blocks=1, consumer_registers=232, producer_registers=40,
    ),
    Tile(
        bm=256, bn=32, bk=64, tm=8, tn=16, wm=128, wn=32, stages=2, slices=4, **COPIERS, along_k=1,
        blocks=1, consumer_registers=176, producer_registers=40, loop_registers=232,
    ),
)  # fmt: skip
"""One tile for tall and one for short C, of which the former has fewer elements of B to turn; three
with slices for C of middle size; one of which a multiprocessor holds two blocks; and two, with
slices too, for C of few columns."""


def boxes(problem: Problem, tile: Tile) -> tuple[TensorBox, TensorBox | None]:
    """Return what one bulk copy brings of A and of B.

    Of A a slice's steps of bm rows, or a line of 32 of each, permuted; in nn, bk rows of B.
    """
    has_lines = tile.wm == 32 * tile.tm
    return (
        TensorBox(32, tile.bm, swizzle=128) if has_lines else TensorBox(tile.steps, tile.bm),
        None if problem.trans_b else TensorBox(tile.bn, tile.bk),
    )


def _violation(problem: Problem, alignment: Alignment) -> str | None:
    in_bulk = ("a",) if problem.trans_b else ("a", "b")
    return ", ".join(misplaced(problem, alignment, in_bulk)) or None


KERNEL = Kernel(
    name="quads_along_k",
    number=None,
    idea="nn, nt: A kept along k as bulk copies bring it, and read in quads",
    document="beyond the documents",
    tile=TILES[0],
    tiles=TILES,
    source=Path(__file__).with_suffix(".cu"),
    block=threads_of("nn", TILES[0]),
    block_of=threads_of,
    shared_bytes=ring_bytes("nn", TILES[0]),
    shared_bytes_of=ring_bytes,
    architecture=90,
    architecture_specific=True,
    operands=Operands.TENSOR_MAPS,
    requirements=(
        Requirement("A, and B in nn, start and have rows at multiples of 16 bytes", _violation),
    ),
    layouts=("nn", "nt"),
    parameters=Parameters.EXTENDED,
    grid=streamed_grid,
    workspace=streamed_workspace,
    schedule=streamed_schedule,
    completion=COMPLETION,
    boxes=boxes,
)
