"""Which of PyTorch's products are left to PyTorch, whose kernels are faster for them.

A class of products is left to PyTorch where its kernels take less time than the library by more
than 3%, in the mean of those that were measured of it, in one of the layouts at least: shapes alone
tell which class a product is of. A test computes these means again.

Measured are, against cuBLAS, the sets of results/h200; and sums, against PyTorch itself, on an H100
(``scripts/torch_sums.py``). Of these, sums with a matrix are of no such class: PyTorch copies it
before it multiplies, as the library does. A row that is added, as nn.Linear has it, PyTorch adds in
cuBLAS's epilogue; the library writes it to all rows of the result before.
"""

from __future__ import annotations

SCALARS = range(2**16, 2**19)
"""Steps of k of the scalar products that are left to PyTorch."""

LONG = 2**18
"""From so many columns on, the rows of C are long."""

FEW, SHORT = range(33, 65), 64
"""So many long rows are left to PyTorch, where k is no larger than this."""

SHORT_BIAS = 384
"""With a shorter k, a row that is added takes the library longer than it gains."""

MANY_ROWS, SHORT_BIAS_OF_MANY = 1024, 768
"""From so many rows on, this is what is short: C takes more of the time than A and B."""


def slower(batch: int, m: int, n: int, k: int) -> str | None:
    """Return a class of products in which PyTorch's kernels are faster on a GPU, or None."""
    if m == n == 1 and k in SCALARS:
        return "a long scalar product"
    if n >= LONG and m in FEW and k <= SHORT:
        return "long rows, and short k"
    return None


def slower_with_bias(m: int, k: int) -> str | None:
    """Return the class of a product to which a row is added, as :func:`slower` does."""
    is_short = k < (SHORT_BIAS_OF_MANY if m >= MANY_ROWS else SHORT_BIAS)
    return "a bias with short k" if is_short else None
