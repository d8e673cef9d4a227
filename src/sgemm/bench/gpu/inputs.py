"""Random inputs made on the GPU, so that large ones cost nothing: counters in, numbers out.

Every element depends on the seed, its matrix and its place alone; the functions here do on the host
what ``bench_fill.cu`` does, so that the tests can compare them bit by bit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgemm.verify.inputs import Matrix

GOLDEN = 0x9E3779B97F4A7C15


def key_of(seed: int, matrix: int) -> int:
    """Return where the counter of a matrix, 0, 1, 2 for A, B, C, starts."""
    counter = (seed * 4 + matrix + 1) * GOLDEN % 2**64
    return int(_mixed(np.array([counter], dtype=np.uint64))[0])


def uniform_signed(seed: int, matrix: int, rows: int, columns: int) -> Matrix:
    """Make a matrix as the GPU does: uniform in [-1, 1), multiples of 2**-23."""
    index = np.arange(1, rows * columns + 1, dtype=np.uint64)
    bits = _mixed(index * np.uint64(GOLDEN) + np.uint64(key_of(seed, matrix)))
    integers = (bits >> np.uint64(40)).astype(np.int64) - 2**23
    return (integers.astype(np.float32) * np.float32(2.0**-23)).reshape(rows, columns)


def _mixed(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
