"""The Gram matrix A^T A of an array that is streamed: 10^6 rows of 200 on a GPU.

python examples/gram_matrix.py [ROWS]

The rows come in blocks, here from a generator; numpy.load(..., mmap_mode="r") gives the same of a
file. Each block is one call, C := A^T A + C, so that memory holds a block and a 200 x 200 matrix.
Nothing is transposed in memory. Sums of blocks also err less than one long sum.
"""

import sys
import time

import numpy as np

import sgemm

on_gpu = sgemm.select_machine().name == "cuda"
rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000 if on_gpu else 10_000
columns, block_rows = 200, min(rows, 100_000 if on_gpu else 2_000)


def blocks():
    """Yield the array's rows, block by block."""
    rng = np.random.default_rng(1)
    for start in range(0, rows, block_rows):
        count = min(block_rows, rows - start)
        yield rng.standard_normal((count, columns), dtype=np.float32)


gram = np.zeros((columns, columns), dtype=np.float32)
exact = np.zeros((columns, columns))
seconds = 0.0
for block in blocks():
    start = time.perf_counter()
    sgemm.gemm(block, block, gram, beta=1.0, trans_a=True, out=gram)
    seconds += time.perf_counter() - start
    exact += block.T.astype(np.float64) @ block

error = np.abs(gram - exact).max() / np.abs(exact).max()
print(f"Gram matrix of {rows} x {columns}: {seconds:.2f} s, the first call's compilation included")
print(f"largest error over largest element: {error:.1e}")
