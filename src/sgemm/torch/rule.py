"""Which of PyTorch's products are left to PyTorch, whose kernels are faster for them.

A class of products is left to PyTorch where its kernels take less time than the library by more
than 3%, in the mean of those that were measured of it, in one of the layouts at least: shapes alone
tell which class a product is of. A test computes these means again.

Measured are, against cuBLAS, the sets of results/h200; and sums, against PyTorch itself, on an H100
(``scripts/torch_sums.py``), with B stored n x k. Of these, sums with a matrix are of no such class:
PyTorch copies it before it multiplies, as the library does. A row that is added, as nn.Linear has
it, PyTorch adds in cuBLAS's epilogue; the library writes it to all rows of the result before.
"""

from __future__ import annotations

SCALARS = range(2**16, 2**19)
"""Steps of k of the scalar products that are left to PyTorch."""

LONG = 2**18
"""From so many columns on, the rows of C are long."""

FEW, SHORT = range(33, 65), 64
"""So many long rows are left to PyTorch, where k is no larger than this."""

MANY_ROWS, SHORT_OF_MANY = 1024, 768
"""From so many rows on, adding a row takes the library longer than it gains, with a shorter k."""

SHORT_BIAS = 384
"""With fewer rows it does so with a shorter k:"""

FEW_ROWS = 32
"""up to so many rows,"""

SOME_ROWS, WIDE = 128, 512
"""and from so many rows on where there are so many columns."""


def slower(batch: int, m: int, n: int, k: int) -> str | None:
    """Return a class of products in which PyTorch's kernels are faster on a GPU, or None."""
    if m == n == 1 and k in SCALARS:
        return "a long scalar product"
    if n >= LONG and m in FEW and k <= SHORT:
        return "long rows, and short k"
    return None


def slower_with_bias(m: int, n: int, k: int) -> str | None:
    """Return the class of a product to which a row is added, as :func:`slower` does."""
    if m >= MANY_ROWS:
        is_slower = k < SHORT_OF_MANY
    else:
        is_slower = k < SHORT_BIAS and (m <= FEW_ROWS or (m >= SOME_ROWS and n >= WIDE))
    return "a bias with short k" if is_slower else None
