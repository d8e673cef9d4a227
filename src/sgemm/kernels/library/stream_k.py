"""Stream-K GEMM for Hopper: one pipeline, in five ways to load its operands.

Consumer warps multiply and do nothing else; most tiles have 16x8 accumulators a thread. A producer
group of four warps fills a ring of stages in shared memory, several blocks of k ahead. Two barriers
(mbarrier) a stage, "full" and "empty", are all that holds warps up. Where the compiled mainloop can
be matched, ``machine_code`` patches it; the bits are the same.

Blocks are persistent, as many as fit the GPU, and stream-K spreads tiles that would fill a wave in
part over all blocks by k. A block that computes a part of a tile stores its partial sums in the
workspace; the last arriver of up to eight adds theirs (fix-up), and nobody waits. Where a tile has
more parts, a reduction kernel adds them, whose launch begins while the last blocks end.

**Loads.** The kernels differ in how A and B reach shared memory:

- ``stream_k_tma``: an MN-major operand by TMA, one bulk tensor copy a stage. A K-major one has to
  be transposed, which TMA cannot do: producers copy it in 4-byte cp.async. For nn, tn and tt.
- ``stream_k_cp_async``: both operands in 4-byte cp.async, which may start anywhere.
- ``stream_k_tma_k_major``: for nn and nt. A comes by TMA and stays K-major in shared memory; the
  patched mainloop reads 128-bit vectors of four steps. B comes by TMA in nn, transposed in nt.
- ``stream_k_cp_async_k_major``: the same for every alignment, with A by cp.async.
- ``stream_k_packed``: a pre-kernel first copies each operand that TMA cannot bring into the
  workspace: transposed, or with a leading dimension of a multiple of 128 bytes. It also computes up
  to four rows or columns of C beyond the last whole tile. Then the tn pipeline runs on the packed
  operands. This pays where k and C are large.

**Sliced k.** A tile with slices has groups of warps that share the steps of each stage: a small
tile keeps the large thread tile and as many warps at work. When k is through, the slices add their
accumulators through shared memory. Tiles of 16 rows or columns and 256 of the other are for C that
is thin; four warps, each a slice, multiply faster than memory brings the large operand.

**Tiles of 96 and 48.** Sizes between the powers of two leave much of a tile of 64 or 128 empty.
Tiles with 12 rows or columns of accumulators a thread fit them.

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

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

from sgemm.kernels.kernel import (
    Alignment,
    Geometry,
    Kernel,
    Operands,
    Parameters,
    Requirement,
    source_beside,
)
from sgemm.kernels.library import packing
from sgemm.kernels.library.stream_k_schedule import GEOMETRY
from sgemm.kernels.schedule import TensorBox
from sgemm.kernels.tensor_maps import misplaced
from sgemm.kernels.tile import Tile, warp_specialised
from sgemm.problem import LAYOUTS, Problem

LARGE = warp_specialised(168, 56, 224)  # 16x8 accumulators a thread
SMALL = warp_specialised(144, 64, 184)  # 8x8
PAIRED_SMALL = warp_specialised(144, 64, 184, blocks=2)
PAIRED = warp_specialised(168, 32, 224, blocks=2)  # 16x8, 12x8 or 8x12
NARROW = warp_specialised(168, 96, 224)  # 16x8 with tiles of 16 rows or columns
K_MAJOR = {**warp_specialised(184, 24, 240), "k_major_a": 1}  # 8x16 or 9x16
PAIRED_K_MAJOR = {**warp_specialised(176, 24, 232, blocks=2), "k_major_a": 1}  # 8x16 or 7x16
NARROW_K_MAJOR = {**warp_specialised(232, 40, 0), "k_major_a": 1}  # 8x16 with tiles of 16 columns
WIDE_K_MAJOR = {**warp_specialised(184, 24, 232, blocks=2), "k_major_a": 1}  # 7x20

LARGE_TILE = Tile(bm=256, bn=128, bk=32, tm=16, tn=8, wm=64, wn=64, stages=2, **LARGE)
"""For large C. Its stages are long, so that there are half as many changes of stages."""

MIDDLE = (
    Tile(bm=64, bn=128, bk=32, tm=8, tn=8, wm=32, wn=64, stages=3, **PAIRED_SMALL),
    Tile(bm=128, bn=64, bk=32, tm=8, tn=8, wm=32, wn=64, stages=3, **PAIRED_SMALL),
)
"""For C of middle size, two blocks a multiprocessor."""

HALF = Tile(bm=128, bn=128, bk=16, tm=16, tn=8, wm=64, wn=64, stages=3, **PAIRED)
"""Half of a large tile with half of its consumers, for short k."""

OF_96 = (
    Tile(bm=96, bn=128, bk=16, tm=12, tn=8, wm=48, wn=64, stages=4, **PAIRED),
    Tile(bm=128, bn=96, bk=16, tm=8, tn=12, wm=32, wn=96, stages=4, **PAIRED),
    Tile(bm=64, bn=96, bk=32, tm=8, tn=12, wm=32, wn=96, stages=3, slices=2, **PAIRED),
)
"""For sizes that powers of two fill badly: 88 columns are one tile of 96, and fill it to 92 %."""

OF_48 = (
    Tile(bm=48, bn=256, bk=16, tm=12, tn=8, wm=48, wn=64, stages=3, **PAIRED),
    Tile(bm=256, bn=48, bk=16, tm=8, tn=12, wm=64, wn=48, stages=3, **PAIRED),
)
"""The same for 33 to 48 rows or columns, and for 129 to 144. By TMA alone: they load too many bytes
for each operation to do it by 4."""

SLICED = Tile(bm=64, bn=128, bk=32, tm=16, tn=8, wm=64, wn=64, stages=6, slices=4, **LARGE)
SLICED_LONG = Tile(bm=64, bn=128, bk=64, tm=16, tn=8, wm=64, wn=64, stages=3, slices=4, **LARGE)
"""For small C, with the thread tile of the large ones; the second has long stages."""

THIN = (
    Tile(bm=16, bn=256, bk=64, tm=16, tn=8, wm=16, wn=256, stages=2, slices=4, **NARROW),
    Tile(bm=256, bn=16, bk=64, tm=16, tn=8, wm=256, wn=16, stages=2, slices=4, **NARROW),
)
"""For C of few rows or few columns."""

BY_CP_ASYNC = (
    Tile(bm=128, bn=128, bk=16, tm=8, tn=8, wm=32, wn=64, stages=6, **SMALL),
    dataclasses.replace(HALF, stages=2),
    *(dataclasses.replace(tile, stages=2) for tile in MIDDLE),
    *(dataclasses.replace(tile, stages=3) for tile in OF_96),
    *THIN,
)
"""Loads of 4 bytes go through the first-level cache, for which shared memory leaves little. So most
tiles have fewer stages here than by TMA."""

K_MAJOR_BY_TMA = (
    Tile(bm=256, bn=128, bk=16, tm=8, tn=16, wm=32, wn=128, stages=4, **K_MAJOR),
    Tile(bm=64, bn=128, bk=64, tm=8, tn=16, wm=32, wn=128, stages=3, slices=4, **K_MAJOR),
    Tile(bm=144, bn=128, bk=32, tm=9, tn=16, wm=36, wn=128, stages=2, slices=2, **K_MAJOR),
    Tile(bm=128, bn=128, bk=16, tm=8, tn=16, wm=32, wn=128, stages=3, **PAIRED_K_MAJOR),
)
"""For tall C; two with slices for C of middle size, of which 144x128 makes 1536x1536 132 tiles,
one for each multiprocessor of an H200; half a large tile."""

TALL_BY_TMA = (
    Tile(bm=128, bn=64, bk=64, tm=8, tn=16, wm=64, wn=64, stages=3, slices=4, **K_MAJOR),
    Tile(bm=256, bn=32, bk=32, tm=8, tn=16, wm=128, wn=32, stages=4, slices=4, **K_MAJOR),
)
"""For C of a few dozen columns. A is the larger operand, and is not transposed."""

NARROW_BY_TMA = Tile(
    bm=256, bn=16, bk=64, tm=8, tn=16, wm=256, wn=16, stages=2, slices=4, **NARROW_K_MAJOR
)
"""For C of few columns."""

K_MAJOR_BY_CP_ASYNC = (
    Tile(bm=112, bn=160, bk=16, tm=7, tn=20, wm=28, wn=160, stages=2, **WIDE_K_MAJOR),
    Tile(bm=112, bn=128, bk=16, tm=7, tn=16, wm=28, wn=128, stages=2, **PAIRED_K_MAJOR),
)
"""For sizes that other tiles fill badly: C of 333x777 is 15 tiles of 112x160, filled to 96 %."""

SOURCE = source_beside(__file__)

Boxes = tuple[TensorBox | None, TensorBox | None]
ToBoxes = Callable[[Problem, Tile], Boxes]


def boxes(problem: Problem, tile: Tile) -> Boxes:
    """Return what one bulk copy brings of A and of B; None for an operand that goes by cp.async.

    Of a K-major A it is what :func:`k_major_box` says; else bk rows as wide as the tile.
    """
    a: TensorBox | None = None
    if tile.k_major_a:
        a = k_major_box(tile)
    elif problem.trans_a:
        a = TensorBox(tile.bm, tile.bk)
    return a, None if problem.trans_b else TensorBox(tile.bn, tile.bk)


def k_major_box(tile: Tile) -> TensorBox:
    """Return a slice's steps of bm rows, or 32 steps of each with 128-byte swizzle."""
    is_swizzled = tile.wm == 32 * tile.tm
    return TensorBox(32, tile.bm, swizzle=128) if is_swizzled else TensorBox(tile.steps, tile.bm)


def _aligned(boxes: ToBoxes, tile: Tile) -> tuple[Requirement, ...]:
    """Return what operands loaded by TMA have to be; all tiles of a kernel load the same ones."""

    def violation(problem: Problem, alignment: Alignment) -> str | None:
        both = zip("ab", boxes(problem, tile), strict=True)
        return misplaced(problem, alignment, [name for name, box in both if box])

    return (
        Requirement(
            "operands loaded by TMA start and have rows at multiples of 16 bytes", violation
        ),
    )


def family_kernel(
    name: str,
    idea: str,
    tiles: Sequence[Tile],
    layouts: tuple[str, ...],
    geometry: Geometry = GEOMETRY,
    requirements: tuple[Requirement, ...] = (),
    boxes: ToBoxes | None = None,
    source: Path = SOURCE,
) -> Kernel:
    """Return one of the family; what is loaded by TMA has boxes, and requirements by them."""
    if boxes and not requirements:
        requirements = _aligned(boxes, tiles[0])
    return Kernel(
        name=name,
        idea=idea,
        tiles=tuple(tiles),
        layouts=layouts,
        source=source,
        architecture=90,
        architecture_specific=True,
        requirements=requirements,
        operands=Operands.TENSOR_MAPS if boxes else Operands.POINTERS,
        boxes=boxes,
        parameters=Parameters.LIBRARY,
        geometry=geometry,
    )


KERNELS = {
    kernel.name: kernel
    for kernel in (
        family_kernel(
            "stream_k_tma",
            "stream-K over persistent blocks, warp specialisation, loads by TMA",
            (LARGE_TILE, *MIDDLE, *OF_96, *OF_48, SLICED, *THIN),
            ("nn", "tn", "tt"),
            boxes=boxes,
        ),
        family_kernel(
            "stream_k_cp_async",
            "stream-K over persistent blocks, loads by 4-byte cp.async: every alignment and layout",
            BY_CP_ASYNC,
            LAYOUTS,
        ),
        family_kernel(
            "stream_k_tma_k_major",
            "nn, nt: A by TMA, K-major in shared memory, read in 128-bit vectors",
            (*K_MAJOR_BY_TMA, NARROW_BY_TMA, *TALL_BY_TMA),
            ("nn", "nt"),
            boxes=boxes,
        ),
        family_kernel(
            "stream_k_packed",
            "a pre-kernel packs what TMA cannot bring, and computes what fills no tile",
            (LARGE_TILE, SLICED_LONG, HALF),
            LAYOUTS,
            packing.GEOMETRY,
            packing.REQUIREMENTS,
            boxes,
        ),
        family_kernel(
            "stream_k_cp_async_k_major",
            "nn, nt: A by cp.async, K-major in shared memory: every alignment",
            K_MAJOR_BY_CP_ASYNC,
            ("nn", "nt"),
        ),
    )
}
"""The family by name, in the order of the catalogue."""
