"""FP32 products of few rows on tensor cores, B split as it is read.

With few rows in C no kernel can be faster than B comes from memory, and the launches that
``fp16x3`` has around the main one take longer than that. So here a block splits what it needs of B
in registers, and only A, which is small, is split by a pre-kernel. With more rows B is split again
for each 128 of them.

**Chunks.** Both go through k in chunks of 64 steps. Each row of A and each column of B is scaled in
a chunk by a power of two of its own, so that nothing has to be known of the rest of k. Products are
those of ``fp16x3``: ``hi*hi``, and ``lo*hi`` and ``hi*lo``, whose accumulators stay on the tensor
cores for a chunk. Every 16 steps ``hi*hi`` is added in FP32 registers, since tensor cores cut off
what they add to a large sum. At the end of a chunk the small products are added, scaling is undone,
and the sum of the chunk is added to that of those before.

**Swapped operands.** What is computed is C^T = B^T A^T. ``wgmma`` has 64 rows (M), and from 8
columns on (N); C has few rows. So columns of B are the side of M, and rows of A that of N. And
``wgmma`` takes its first operand from registers, so that B is split there.

A tile of 128 rows splits a chunk of B once and multiplies it by 64 rows after the other, since the
accumulators of 128 would take all registers. Blocks run along M: those that read the same columns
are neighbours, and find them in the L2 cache.

**Columns of B** come by cp.async into a ring in shared memory. Where they lie along k, each warp
copies the 16 columns that it multiplies, whole lines of the cache at a time, and waits for no
other. Where rows of B lie along n, a warpgroup copies its 64 columns, and its warps meet once a
chunk. Which of 16 steps a lane has is free, as long as A has the same.

**Rows of A** lie in the workspace as ``wgmma`` reads them from shared memory, and come by bulk
copies into a ring of their own.

**Half precision.** A or B may be of FP16 or BF16, and comes as it is stored. Scaled, its elements
are FP16 numbers. So nothing is left for low halves, and one of three products is not computed.

**Choice.** Where halves would lose digits, a warpgroup computes a chunk of its 64 columns by fused
multiply-adds: where an element is more than 28 binades below the largest of its row or column in
the chunk, where that is 2^49 or more or below 2^-48, and for infinities and NaN.

Where columns are too few for all multiprocessors, k is cut into parts, which are added as in
split_k.

**Order of summation.** Within 16 steps as the tensor core adds; the large products of a chunk in
ascending order of 16 steps, then the small ones on top; chunks of a part in ascending order, by
fused multiply-adds with the scale; then parts in a tree, in ascending order: eight at a time in
tiles of 64 rows and more, else sixteen. A chunk by multiply-adds is one chain in ascending order.
The order depends on k and on the parts that the schedule states, and on the tile where those are
more than eight.

Beyond the documents. Splitting for tensor cores: Ootomo and Yokota, arXiv 2203.03341.
"""

from sgemm.kernels.kernel import source_beside
from sgemm.kernels.library.tensor_cores.skinny_geometry import ROW_TILES, fused_kernel

KERNEL = fused_kernel(
    "few rows on tensor cores: operands are split in registers as they come from memory",
    ROW_TILES,
    "split_rows",
    source_beside(__file__),
)
