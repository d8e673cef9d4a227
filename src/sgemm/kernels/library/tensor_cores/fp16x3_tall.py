"""FP32 products of few columns on tensor cores, A split as it is read: fp16x3_skinny, transposed.

A layer with few outputs, a router of a mixture of experts, a tall matrix times a small one: A is
large, and C has few columns. C^T = B^T A^T has few rows then, and is what is computed here, by the
code of ``fp16x3_skinny``. So B is split by a pre-kernel, and A as it comes from memory. C alone
stays in its place: the sums, which are those of C^T, are stored transposed.

With the same parts of k all bits are those of the transposed product. The order of summation, and
where chunks are left to multiply-adds, are stated there.

Beyond the documents. Splitting for tensor cores: Ootomo and Yokota, arXiv 2203.03341.
"""

from sgemm.kernels.kernel import source_beside
from sgemm.kernels.library.tensor_cores.skinny_geometry import COLUMN_TILES, fused_kernel

KERNEL = fused_kernel(
    "few columns on tensor cores: the transposed product, whose rows are few",
    COLUMN_TILES,
    "split_columns",
    source_beside(__file__),
)
