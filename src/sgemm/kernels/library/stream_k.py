"""Stream-K GEMM for Hopper: one pipeline, in five ways to load its operands.

Warps are specialised. Consumer warps multiply and do nothing else. A producer group of four warps
fills a ring of stages in shared memory, several blocks of k ahead. Each stage has two barriers
(mbarrier): "full" ends a phase when the copies have arrived, "empty" when all consumer warps have
read the stage. No barrier spans the block. Producers give most of their registers to consumers
(setmaxnreg), which then hold 16x8 accumulators a thread: 24 elements from shared memory for 128
multiply-adds. Where the compiled mainloop can be matched, ``machine_code`` patches it, because the
compiler has no control over register banks and operand reuse. The bits are the same.

Blocks are persistent, as many as fit the GPU, and stream-K shares the tiles among them so that all
blocks finish together: a last wave that would be partly empty is spread over all blocks by k. A
block that computes a part of a tile stores its partial sums in the workspace; the last arriver of
up to eight adds theirs (fix-up), and nobody waits. Where a tile has more parts, a reduction kernel
adds them on all multiprocessors. Its launch begins while the last blocks end.

**Loads.** The kernels differ in how A and B reach shared memory:

- ``stream_k_tma``: an operand whose rows lie across k by TMA, one bulk tensor copy a stage, issued
  by one thread. An operand along k has to be transposed, which TMA cannot do; producers copy it in
  4-byte cp.async. In nt both would be, so this kernel ships in nn, tn and tt.
- ``stream_k_cp_async``: both operands in 4-byte cp.async, which may start anywhere: for rows that
  are not aligned to 16 bytes. A copy costs an instruction for 32 elements.
- ``stream_k_tma_k_major``: for nn and nt. A stays K-major in shared memory. One bulk copy brings
  the stage's steps of each row, and the patched mainloop reads 128-bit vectors of four steps. B
  comes by TMA in nn and is transposed in nt. The thread tile is 8x16, since four steps of 8 rows
  need 32 registers.
- ``stream_k_cp_async_k_major``: the same for every alignment, with A by cp.async. Rows are loaded
  one by one, so that seven a thread make a block of 112 rows.
- ``stream_k_packed``: a pre-kernel first copies each operand that TMA cannot bring into the
  workspace: transposed, or with a leading dimension of a multiple of 128 bytes. It also computes up
  to four rows or columns of C beyond the last whole tile. Then the tn pipeline runs on the packed
  operands. This pays where k and C are large.

**Sliced k.** A tile with slices has groups of warps that share the steps of each stage: a small
tile keeps the large thread tile and as many warps at work. When k is through, the slices add their
accumulators through shared memory. Tiles of 16 rows or columns and 256 of the other are for C that
is thin; four warps, each a slice, multiply faster than memory brings the large operand.

**Two blocks a multiprocessor.** Some tiles are half as large, so that one block multiplies while
the other starts or stores a tile. Blocks that start together would stay together, so half of them
start later (staggered blocks), unless cp.async producers keep them out of step anyway.

**K-major A with 16 columns.** There the lanes of a warp have a row each, and would all hit the
same banks. TMA's 128-byte swizzle makes these reads free of bank conflicts.

**Order of summation.** Ascending steps within a chunk, by fused multiply-adds; then the chunks of a
part in ascending order of k, by additions; then the parts of a tile, eight neighbours at a time in
ascending order of k, then eight neighbours of these sums, until one is left. Without slices a chunk
is a fifth of k, and at least 384 steps; both are rounded up to whole stages. Slice s of S adds
steps s*bk/S to (s+1)*bk/S of each stage; slices are added in ascending order before the parts are.
Two slices have chunks of a third of k, and at least 384 steps of a slice; four slices have none.
What the pre-kernel computes has another order: where the larger operand is K-major, steps k = i mod
32 make a chain for each i, and chains are added in pairs, i and i + 16, then + 8, 4, 2 and 1; else
steps k = i mod 16 do, and chains are added in ascending order of i. The order depends on the sizes,
the tile and the schedule, and on nothing else.

Beyond the documents: their ladders end with async_copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sgemm.kernels.kernel import (
    Alignment,
    Geometry,
    Kernel,
    Operands,
    Parameters,
    Requirement,
)
from sgemm.kernels.library import packing
from sgemm.kernels.library.stream_k_schedule import GEOMETRY, misplaced
from sgemm.kernels.schedule import TensorBox
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS, Problem


class Registers(NamedTuple):
    """Registers of a thread: of a consumer, of a producer, and of a patched mainloop (0: none)."""

    consumer: int
    producer: int
    loop: int = 0


LARGE = Registers(168, 56, 224)  # 16x8 accumulators a thread
SMALL = Registers(144, 64, 184)  # 8x8
PAIRED = Registers(168, 32, 224)  # 16x8, two blocks a multiprocessor
NARROW = Registers(168, 96, 224)  # 16x8 with tiles of 16 rows or columns
K_MAJOR = Registers(184, 24, 240)  # 8x16 or 9x16 with a K-major A
PAIRED_K_MAJOR = Registers(176, 24, 232)  # the same, two blocks a multiprocessor

PRODUCERS = 128  # producer threads of a block: the group of four warps that setmaxnreg asks for


def _tile(
    block: tuple[int, int, int],
    thread: tuple[int, int],
    warp: tuple[int, int],
    stages: int,
    registers: Registers,
    blocks: int = 1,
    slices: int = 1,
    k_major: bool = False,
) -> Tile:
    return Tile(
        *block,
        *thread,
        *warp,
        stages=stages,
        slices=slices,
        producers=PRODUCERS,
        blocks=blocks,
        consumer_registers=registers.consumer,
        producer_registers=registers.producer,
        k_major_a=int(k_major),
        loop_registers=registers.loop,
    )


WHOLE = (
    _tile((128, 256, 16), (16, 8), (64, 64), 4, LARGE),
    _tile((128, 128, 16), (8, 8), (32, 64), 6, SMALL),
    _tile((64, 128, 32), (8, 8), (32, 64), 3, SMALL, blocks=2),
    _tile((64, 128, 16), (8, 8), (32, 64), 6, SMALL, blocks=2),
    _tile((128, 64, 32), (8, 8), (32, 64), 3, SMALL, blocks=2),
)
"""For large C with short k; for small C; and three for C of middle size, two blocks a
multiprocessor, with long stages or, for short k, short ones."""

LONG_STAGES = (
    _tile((128, 256, 32), (16, 8), (64, 64), 2, LARGE),
    _tile((256, 128, 32), (16, 8), (64, 64), 2, LARGE),
)
"""The large tiles with long stages: the code between stages counts half."""

HALF = _tile((128, 128, 16), (16, 8), (64, 64), 3, PAIRED, blocks=2)
"""Half of a large tile with half of its threads, for short k."""

SLICED = (
    _tile((64, 128, 64), (16, 8), (64, 64), 3, LARGE, slices=4),
    _tile((64, 128, 32), (16, 8), (64, 64), 6, LARGE, slices=4),
    _tile((128, 128, 32), (16, 8), (64, 64), 3, LARGE, slices=2),
)
"""For small C, with the thread tile of the large ones."""

THIN = (
    _tile((16, 256, 64), (16, 8), (16, 256), 2, NARROW, slices=4),
    _tile((256, 16, 64), (16, 8), (256, 16), 2, NARROW, slices=4),
)
"""For C of few rows or few columns."""

K_MAJOR_BY_TMA = (
    _tile((256, 128, 16), (8, 16), (32, 128), 4, K_MAJOR, k_major=True),
    _tile((64, 128, 64), (8, 16), (32, 128), 3, K_MAJOR, slices=4, k_major=True),
    _tile((128, 128, 32), (8, 16), (32, 128), 3, K_MAJOR, slices=2, k_major=True),
    _tile((144, 128, 32), (9, 16), (36, 128), 2, K_MAJOR, slices=2, k_major=True),
    _tile((128, 128, 16), (8, 16), (32, 128), 3, PAIRED_K_MAJOR, blocks=2, k_major=True),
    _tile((256, 16, 64), (8, 16), (256, 16), 2, Registers(232, 40), slices=4, k_major=True),
)
"""For tall C; three with slices for C of middle size, of which 144x128 makes 1536x1536 132 tiles,
one for each multiprocessor of an H200; half a large tile; one for C of few columns."""

K_MAJOR_BY_CP_ASYNC = (
    _tile((112, 160, 16), (7, 20), (28, 160), 2, Registers(184, 24, 232), blocks=2, k_major=True),
    _tile((112, 128, 16), (7, 16), (28, 128), 3, PAIRED_K_MAJOR, blocks=2, k_major=True),
)
"""For sizes that other tiles fill badly: C of 333x777 is 15 tiles of 112x160, filled to 96 %."""


def boxes(problem: Problem, tile: Tile) -> tuple[TensorBox | None, TensorBox | None]:
    """Return what one bulk copy brings of A and of B; None for an operand that goes by cp.async.

    Of a K-major A it is a slice's steps of bm rows, or 32 steps of each with 128-byte swizzle; else
    bk rows as wide as the tile.
    """
    a: TensorBox | None = None
    if tile.k_major_a:
        is_swizzled = tile.wm == 32 * tile.tm
        a = TensorBox(32, tile.bm, swizzle=128) if is_swizzled else TensorBox(tile.steps, tile.bm)
    elif problem.trans_a:
        a = TensorBox(tile.bm, tile.bk)
    return a, None if problem.trans_b else TensorBox(tile.bn, tile.bk)


def _aligned(k_major: bool) -> tuple[Requirement, ...]:
    def violation(problem: Problem, alignment: Alignment) -> str | None:
        by_tma = {"a": problem.trans_a or k_major, "b": not problem.trans_b}
        operands = [name for name, is_by_tma in by_tma.items() if is_by_tma]
        return ", ".join(misplaced(problem, alignment, operands)) or None

    return (
        Requirement(
            "operands loaded by TMA start and have rows at multiples of 16 bytes",
            violation,
        ),
    )


def _kernel(
    name: str,
    idea: str,
    tiles: Sequence[Tile],
    layouts: tuple[str, ...],
    geometry: Geometry = GEOMETRY,
    requirements: tuple[Requirement, ...] = (),
) -> Kernel:
    """Return one of the family; what is loaded by TMA has requirements."""
    return Kernel(
        name=name,
        idea=idea,
        document="beyond the documents",
        tile=tiles[0],
        tiles=tuple(tiles),
        layout=layouts[0],
        layouts=layouts,
        source=Path(__file__).with_suffix(".cu"),
        architecture=90,
        architecture_specific=True,
        requirements=requirements,
        operands=Operands.TENSOR_MAPS if requirements else Operands.POINTERS,
        boxes=boxes if requirements else None,
        parameters=Parameters.EXTENDED,
        geometry=geometry,
    )


KERNELS = {
    kernel.name: kernel
    for kernel in (
        _kernel(
            "stream_k_tma",
            "stream-K over persistent blocks, warp specialisation, loads by TMA",
            (*WHOLE, *LONG_STAGES, *SLICED, *THIN),
            ("nn", "tn", "tt"),
            requirements=_aligned(k_major=False),
        ),
        _kernel(
            "stream_k_cp_async",
            "the same with loads by 4-byte cp.async: every alignment and layout",
            (*WHOLE, HALF, SLICED[1], *THIN),
            LAYOUTS,
        ),
        _kernel(
            "stream_k_tma_k_major",
            "nn, nt: A by TMA, K-major in shared memory, read in 128-bit vectors",
            K_MAJOR_BY_TMA,
            ("nn", "nt"),
            requirements=_aligned(k_major=True),
        ),
        _kernel(
            "stream_k_packed",
            "a pre-kernel packs what TMA cannot bring, and computes what fills no tile",
            (*LONG_STAGES, SLICED[0], HALF),
            LAYOUTS,
            packing.GEOMETRY,
            packing.REQUIREMENTS,
        ),
        _kernel(
            "stream_k_cp_async_k_major",
            "nn, nt: A by cp.async, K-major in shared memory: every alignment",
            K_MAJOR_BY_CP_ASYNC,
            ("nn", "nt"),
        ),
    )
}
"""The family by name, in the order of the catalogue."""
