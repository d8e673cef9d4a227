"""Which of PyTorch's products are left to PyTorch, whose kernels are faster for them.

A class of products is left to PyTorch where its kernels take less time than the library by more
than 3%, in the mean of those that were measured of it, in one of the layouts at least: shapes alone
tell which class a product is of. A test computes these means again.

Measured are, against cuBLAS, the sets of results/h200; and sums, against PyTorch itself, on an H100
and an H200 (``scripts/torch_sums.py``), with B stored n x k. Of these none are of such a class:
kernels read what is added, a matrix or a row as nn.Linear has it, where it lies. Of 90 sums with a
row, 2 are slower by more than 3% on the H100, and 4 on the H200; with a matrix, none and 1.
"""

from __future__ import annotations

SCALARS = range(2**16, 2**19)
"""Steps of k of the scalar products that are left to PyTorch."""


def slower(batch: int, m: int, n: int, k: int) -> str | None:
    """Return a class of products in which PyTorch's kernels are faster on a GPU, or None."""
    if m == n == 1 and k in SCALARS:
        return "a long scalar product"
    return None
