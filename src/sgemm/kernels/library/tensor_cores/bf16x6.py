"""FP32 products on tensor cores by six products of three BF16 parts.

Three BF16 numbers hold a float exactly, and have its range: for operands whose rows have elements
far apart, which two FP16 parts do not hold. The six products are those that count, the smallest
first, all into one accumulator. The rest is in ``split.py``.

Beyond the documents. Three BF16 parts: Henry, Tang and Heinecke, arXiv 1904.06376.
"""

from sgemm.kernels.kernel import source_beside
from sgemm.kernels.library.tensor_cores.split import THIRDS, split_kernel
from sgemm.kernels.library.tensor_cores.split_tiles import wgmma_tile

TILES = (
    wgmma_tile(128, 192, 64, 3, 224, 56),
    wgmma_tile(128, 128, 32, 4, 232, 40),
    wgmma_tile(64, 128, 32, 2, 208, 48, blocks=2),
)

KERNEL = split_kernel(
    "tensor cores: three BF16 parts, six products, for elements far apart",
    THIRDS,
    TILES,
    source_beside(__file__),
)
