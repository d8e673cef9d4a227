"""Sums of tiles with slices, in the order that rungs 21 to 23 state."""

from __future__ import annotations

import functools
import operator

import numpy as np
from numpy.typing import NDArray

from sgemm.verify.sequential import fused_multiply_add


def product_by_slices(
    a: NDArray[np.float32], b: NDArray[np.float32], part: range, bk: int, slices: int
) -> NDArray[np.float32]:
    """Return the sum over some steps of k, of which each slice has an equal part of each block.

    Two slices sum chunks of a third of k, but not of less than 384 steps of a slice.
    """
    blocks = -(-a.shape[1] // bk)
    chunk = max(-(-blocks // 3), 384 * slices // bk) * bk if slices == 2 else max(1, len(part))
    total: list[NDArray[np.float32] | None] = [None] * slices
    for begin in range(part.start, max(part.stop, part.start + 1), chunk):
        sums = np.zeros((slices, a.shape[0], b.shape[1]), np.float32)
        for step in range(begin, min(begin + chunk, part.stop, a.shape[1])):
            own = (step - part.start) % bk * slices // bk
            sums[own] = fused_multiply_add(a[:, step, np.newaxis], b[step], sums[own])
        total = [new if old is None else old + new for old, new in zip(total, sums, strict=True)]
    return functools.reduce(operator.add, total)
