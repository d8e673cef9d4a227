"""FP32 products by three products of two FP16 parts, on the tensor cores of sm_80 and newer.

The same as ``fp16x3``, by ``mma.sync`` in place of ``wgmma``, which Hopper alone has. A warp loads
fragments of both operands from shared memory, without bank conflicts. Of 64x32 elements a thread
has 64 accumulators and as many promoted sums; more would not fit its registers. The interval of
promotion is bk, and small products are summed for no longer: with bk = 64 all is added in the order
of ``fp16x3``. The rest is in ``split.py``. Of GPUs only Hopper has run it.

The first tile fits the shared memory of every GPU from sm_80 on, with 64 KiB; that of 128x128x64
takes 128, more than there is before sm_90 but on sm_80.

Beyond the documents. Two halves and three products: Ootomo and Yokota, arXiv 2203.03341.
"""

from sgemm.kernels.kernel import source_beside
from sgemm.kernels.library.tensor_cores.split import HALVES, split_kernel
from sgemm.kernels.library.tensor_cores.split_tiles import mma_tile

TILES = (
    mma_tile(64, 64, 64, 32, 32, 4, blocks=3),
    mma_tile(128, 128, 64, 64, 32, 4),
    mma_tile(64, 64, 32, 32, 32, 3, blocks=3),
)

KERNEL = split_kernel(
    "tensor cores by mma.sync: two FP16 parts, three products",
    HALVES,
    TILES,
    source_beside(__file__),
)
