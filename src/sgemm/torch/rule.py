"""Which of PyTorch's products are left to PyTorch, whose kernels are faster for them.

A class of products is left to PyTorch where cuBLAS takes less time than the library by more than
3%, in the mean of those that were measured of it, in one of the layouts at least: shapes alone tell
which class a product is of. Measured are the sets of results/h200; a test computes these means
again. For sums they have beta = 1 with C in place, where the library copies what is added
before: a copy counts by what it moves, and by a launch (``SUM_LAUNCH``). Such sums are
left to PyTorch up to the k from which on no octave of k is slower in the mean.
"""

from __future__ import annotations

SCALARS = range(2**16, 2**19)
"""Steps of k of the scalar products that are left to PyTorch."""

LONG = 2**18
"""From so many columns on, the rows of C are long."""

FEW, SHORT = range(33, 65), 64
"""So many long rows are left to PyTorch, where k is no larger than this."""

SHORT_SUM = 256
"""With a shorter k, copying what is added takes longer than is gained."""

SUM_LAUNCH, COPIED_BYTES_A_MICROSECOND = 2.5, 4.2e6
"""Microseconds that a copy takes beside what it moves, and bytes that it moves in one."""


def slower(batch: int, m: int, n: int, k: int, adds: bool) -> str | None:
    """Return a class of products in which PyTorch's kernels are faster on a GPU, or None."""
    if m == n == 1 and k in SCALARS:
        return "a long scalar product"
    if n >= LONG and m in FEW and k <= SHORT:
        return "long rows, and short k"
    if adds and k < SHORT_SUM:
        return "a sum with short k"
    return None
