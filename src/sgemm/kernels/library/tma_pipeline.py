"""The Hopper pipeline.

Four things keep a multiprocessor's multipliers busy.

The warps that multiply do nothing else. A third group of four warps fills a ring of stages in
shared memory, several blocks of k ahead: an operand whose rows lie as they are wanted by one
bulk tensor copy a stage, which one thread issues and for which the copy unit works out all
addresses and edges; an operand that has to be transposed (A in nn, B in tt), which that unit cannot
do, by 4-byte asynchronous copies. Each stage has two barriers in shared memory: the copies
themselves announce that it is full, the warps that it is empty again. No barrier spans the block.
In nt both operands have to be transposed, and nothing is left for bulk copies: the case of rungs 17
and 21.

The registers are divided anew: the copying group gives most of its own to the others, which then
hold 16x8 sums a thread, 24 elements from shared memory for 128 multiply-adds.

The loop over these is written anew in machine code, once the kernel is compiled (the room
``machine_code``): the compiler leaves no hold on the register file's two banks, on what the
multipliers keep of their operands, and on when a stage's end is dealt with. The bits are the same.

Blocks are persistent, as many as fit the GPU, and tiles are shared so that all finish together: a
wave that would be left part empty is spread over all blocks by k (stream-K). A block that computes
a part of a tile leaves its sums in the workspace; the last one of up to eight to arrive adds
theirs, and nobody waits. Where a tile has more parts, a launch of its own adds them, on all
multiprocessors: it begins while the last blocks end, and each of its threads adds eight parts of
one quad of C. For C of middle size there are tiles of 64x128 and 128x64 with 8x8 sums a thread, of
which a multiprocessor holds two blocks: one multiplies while the other begins or ends a tile. So it
is with a tile of 128x128, half of a large one with half of its threads, for short k. Blocks that
begin together would stay together, and write C at the same time: half of them rest before they
begin, where producers do not keep them apart anyway. The large tiles have stages of 16 or of 32
steps: long ones halve what the code between stages costs, short ones compute less beyond the end of
a short k.

The order of summation: ascending steps within a chunk, by fused multiply-adds; then the chunks of a
part in ascending order of k, by additions; then the parts of a tile, eight neighbours at a time in
ascending order of k, then eight neighbours of these sums, until one is left, by additions. A chunk
has a fifth of k, but at least 384 steps, both rounded up to whole stages: a chain of k steps, which
kernels of one level have, makes errors twice as large. Which chunks and parts there are
depends on the sizes, the tile and the schedule, and on nothing else.

Beyond the documents: their ladders end with rung 15.
"""

from __future__ import annotations

from pathlib import Path

from sgemm.kernels.kernel import Alignment, Kernel, Operands, Parameters, Requirement
from sgemm.kernels.schedule import TensorBox
from sgemm.kernels.streaming import (
    COMPLETION,
    LONG_STAGES,
    PAIRED,
    TILES,
    misplaced,
    ring_bytes,
    streamed_grid,
    streamed_schedule,
    streamed_workspace,
    threads_of,
)
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem


def boxes(problem: Problem, tile: Tile) -> tuple[TensorBox | None, TensorBox | None]:
    """Return what one bulk copy brings of A and of B: bk rows as wide as the tile, or nothing."""
    bulk = copied_in_bulk(problem)
    return (
        TensorBox(tile.bm, tile.bk) if "a" in bulk else None,
        TensorBox(tile.bn, tile.bk) if "b" in bulk else None,
    )


def copied_in_bulk(problem: Problem) -> tuple[str, ...]:
    """Name the operands whose rows lie as a bulk copy brings them."""
    return ("a",) * problem.trans_a + ("b",) * (not problem.trans_b)


def _violation(problem: Problem, alignment: Alignment) -> str | None:
    return ", ".join(misplaced(problem, alignment, copied_in_bulk(problem))) or None


KERNEL = Kernel(
    name="tma_pipeline",
    number=None,
    idea="bulk tensor copies, warps that only copy, persistent blocks, stream-K",
    document="beyond the documents",
    tile=TILES[0],
    tiles=(*TILES, *LONG_STAGES, PAIRED),
    source=Path(__file__).with_suffix(".cu"),
    block=threads_of("nn", TILES[0]),
    block_of=threads_of,
    shared_bytes=ring_bytes("nn", TILES[0]),
    shared_bytes_of=ring_bytes,
    architecture=90,
    architecture_specific=True,
    operands=Operands.TENSOR_MAPS,
    requirements=(
        Requirement(
            "operands that need no transposition start and have rows at multiples of 16 bytes",
            _violation,
        ),
    ),
    layouts=("nn", "tn", "tt"),
    parameters=Parameters.EXTENDED,
    grid=streamed_grid,
    workspace=streamed_workspace,
    schedule=streamed_schedule,
    completion=COMPLETION,
    boxes=boxes,
)
