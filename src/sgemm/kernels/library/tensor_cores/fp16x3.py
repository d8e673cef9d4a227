"""FP32 products on tensor cores by three products of two FP16 parts.

With ``hi`` and ``lo`` the parts of an element, these are ``lo*hi`` and ``hi*lo``, and then
``hi*hi`` on top of them: a tensor core cuts off what lies far below the largest of its terms, so
small products come first. Low parts are made larger by 2^12, so that they keep their bits, and the
accumulators are made smaller by it before ``hi*hi`` is added. The rest is in ``split.py``.

An operand of FP16 or BF16 has one FP16 part, and two products are left. Elements of BF16 that lie
too far below the largest of their row for that go to thirds with their tile.

Tiles with bk = 32 promote every 32 steps, and sum chunks of k. That errs less on sums of one sign,
and takes twice the additions of those with 64. Those with bk = 16 promote every 16, so that even
where C is small they err no more than cuBLAS, which cuts k there. Small products stay on the tensor
cores for 64 steps in all tiles: what is cut off of them does not count.

Beyond the documents. Two halves and three products: Ootomo and Yokota, arXiv 2203.03341.
"""

from sgemm.kernels.kernel import HALF_TYPES, source_beside
from sgemm.kernels.library.tensor_cores.split import HALVES, split_kernel
from sgemm.kernels.library.tensor_cores.split_tiles import wgmma_tile

TILES = (
    wgmma_tile(128, 192, 64, 5, 224, 56),
    wgmma_tile(128, 128, 64, 6, 208, 56),
    wgmma_tile(128, 128, 32, 6, 232, 40),
    wgmma_tile(64, 128, 32, 4, 208, 48, blocks=2),
    wgmma_tile(64, 64, 32, 6, 208, 48, blocks=2),
    wgmma_tile(64, 128, 16, 4, 208, 48, blocks=2),
    wgmma_tile(64, 64, 16, 6, 208, 48, blocks=2),
)

KERNEL = split_kernel(
    "tensor cores: two FP16 parts, three products",
    HALVES,
    TILES,
    source_beside(__file__),
    HALF_TYPES,
)
