"""Stream-K GEMM with A and B swapped: C^T = op(B)^T op(A)^T, whose tiles are stored transposed.

For few rows, as layers of networks have them: C is m x n, and B, stored n x k, is by far the larger
operand. ``stream_k`` transposes a K-major B in 4-byte cp.async, since TMA cannot. Here B takes the
place of A, which may stay K-major in shared memory, and comes by TMA. The other operand, which is
small, comes by TMA in tt, transposed in nt.

All else is ``stream_k_tma_k_major`` of ``stream_k``: the ring, stream-K, the sums in their order,
with rows and columns swapped. Only C is stored in another way. A warp puts its tile transposed into
shared memory and takes it out again in rows of C.

With 16 rows the lanes of a warp have a column of C each. TMA's 128-byte swizzle then makes reads of
B free of bank conflicts.

Beyond the documents: their ladders end with async_copy.
"""

from sgemm.kernels.kernel import source_beside
from sgemm.kernels.library.stream_k import (
    NARROW_BY_TMA,
    TALL_BY_TMA,
    Boxes,
    family_kernel,
    k_major_box,
)
from sgemm.kernels.library.stream_k_schedule import GEOMETRY, constants, ring_bytes
from sgemm.kernels.schedule import TensorBox
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem


def swapped_layout(layout: str) -> str:
    """Return the layout of op(B)^T op(A)^T."""
    return "".join("n" if each == "t" else "t" for each in reversed(layout))


def boxes(problem: Problem, tile: Tile) -> Boxes:
    """Return what one bulk copy brings of A and of B; None for an A that goes by cp.async."""
    a = TensorBox(tile.bm, tile.bk) if problem.trans_a else None
    return a, k_major_box(tile.transposed())


KERNEL = family_kernel(
    "stream_k_swap_ab",
    "nt, tt: A and B swapped, so that a K-major B comes by TMA; C is stored transposed",
    tuple(tile.transposed() for tile in (*TALL_BY_TMA, NARROW_BY_TMA)),
    ("nt", "tt"),
    GEOMETRY._replace(
        shared_bytes=lambda layout, tile: ring_bytes(swapped_layout(layout), tile.transposed()),
        constants=lambda layout, tile: (
            constants(swapped_layout(layout), tile.transposed()) | {"swap_ab": 1}
        ),
    ),
    boxes=boxes,
    source=source_beside(__file__),
)
