"""Which of PyTorch's products are left to PyTorch, whose kernels may be faster for them.

Each class has several problems that are below cuBLAS in the sets measured on an H200
(docs/results.md), though not all of its problems are. Sums are another matter: PyTorch adds a bias
as it writes the product, and the library copies it first.
"""

from __future__ import annotations

THOUSAND = range(256, 2049)
"""Batches of so many tiny matrices, of so many rows, columns and steps of k, at most:"""
TINY = range(13, 33)

LONG = 2**18
"""Rows of so many elements are long where C has few of them, and there is little else to do:"""
FEW, SHORT = range(17, 65), 64

SHORT_SUM = 256
"""With a shorter k, copying what is added takes long beside the product."""


def slower(batch: int, m: int, n: int, k: int, adds: bool) -> str | None:
    """Return a class of products in which PyTorch's kernels may be faster on a GPU, or None."""
    if m == n == 1:
        return "a scalar product"
    if batch in THOUSAND and max(m, n, k) in TINY:
        return "a thousand tiny matrices"
    if max(m, n) >= LONG and min(m, n) in FEW and k <= (SHORT if m < n else 4):
        return "long rows, and short k"
    if adds and k < SHORT_SUM:
        return "a sum with short k"
    return None
