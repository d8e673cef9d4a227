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
    """Return the sum over some steps of k, of which each slice has an equal part of each block."""
    sums = np.zeros((slices, a.shape[0], b.shape[1]), np.float32)
    for step in range(part.start, min(part.stop, a.shape[1])):
        own = (step - part.start) % bk * slices // bk
        sums[own] = fused_multiply_add(a[:, step, np.newaxis], b[step], sums[own])
    return functools.reduce(operator.add, sums)
