"""The random inputs that ``bench_fill.cu`` makes on a GPU, made on the host."""

import numpy as np

from sgemm.bench.gpu.testbed import GOLDEN, key_of


def uniform_signed(seed, matrix, rows, columns):
    """Make a matrix as the GPU does: uniform in [-1, 1), multiples of 2**-23."""
    bits = np.arange(1, rows * columns + 1, dtype=np.uint64) * np.uint64(GOLDEN)
    bits += np.uint64(key_of(seed, matrix))
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        bits = (bits ^ (bits >> np.uint64(shift))) * np.uint64(factor)
    integers = (bits >> np.uint64(40)).astype(np.int64) - 2**23
    return (integers.astype(np.float32) * np.float32(2.0**-23)).reshape(rows, columns)
