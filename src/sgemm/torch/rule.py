"""Which of PyTorch's products are left to PyTorch, whose kernels may be faster for them.

The limits are on the safe side of what is known of these classes, and not yet measured one by one.
"""

from __future__ import annotations

TINY = 64
"""Matrices up to this size are tiny, and so are sides of slender ones."""

MANY = 256
"""A batch of so many tiny matrices."""

SHORT = 256
"""With a shorter k, reading and writing what is added takes longer than the product."""


def slower(batch: int, m: int, n: int, k: int, adds: bool) -> str | None:
    """Return a class of products in which PyTorch's kernels may be faster on a GPU, or None."""
    if m == 1 or n == 1:
        return "one row or column"
    if batch >= MANY and max(m, n, k) <= TINY:
        return "many tiny matrices"
    if min(m, n) <= TINY and k <= TINY:
        return "slender, and short k"
    if adds and k < SHORT:
        return "a sum with short k"
    return None
