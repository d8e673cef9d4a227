"""What else comes near to FP32's digits on tensor cores: by PyTorch's calls, and by Triton."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import triton
import triton.language as tl

LOW = 2.0**11
"""Low halves are multiplied by it, so that they keep their bits."""

BLOCKS = {"bm": 128, "bn": 128, "bk": 32, "high": 8}


def composed(x: Any, w: Any, out: Any) -> Callable[[], object]:
    """Return what splits X and W into halves and makes three products, all by PyTorch's calls."""

    def halves(matrix: Any) -> tuple[Any, Any]:
        high = matrix.half()
        return high, ((matrix - high) * LOW).half()

    def run() -> object:
        (high, low), (other_high, other_low) = halves(x), halves(w.T)
        small = torch.mm(low, other_high, out_dtype=torch.float32)
        small += torch.mm(high, other_low, out_dtype=torch.float32)
        large = torch.mm(high, other_high, out_dtype=torch.float32)
        return torch.add(large, small, alpha=1 / LOW, out=out)

    return run


@triton.jit
def _dot(
    a, b, c, m, n, k, lda, ldb, ldc,
    bm: tl.constexpr, bn: tl.constexpr, bk: tl.constexpr, high: tl.constexpr,
):  # fmt: skip
    number = tl.program_id(0)
    down, across = tl.cdiv(m, bm), tl.cdiv(n, bn)
    first = number // (high * across) * high
    rows_of_tiles = min(down - first, high)
    i = first + number % (high * across) % rows_of_tiles
    j = number % (high * across) // rows_of_tiles
    rows, columns, steps = i * bm + tl.arange(0, bm), j * bn + tl.arange(0, bn), tl.arange(0, bk)
    at_a = a + rows[:, None] * lda + steps[None, :]
    at_b = b + columns[None, :] * ldb + steps[:, None]
    sums = tl.zeros((bm, bn), dtype=tl.float32)
    for _ in range(0, k, bk):
        sums = tl.dot(tl.load(at_a), tl.load(at_b), sums, input_precision="tf32x3")
        at_a += bk
        at_b += bk
    tl.store(c + rows[:, None] * ldc + columns[None, :], sums)


def by_triton(x: Any, w: Any, out: Any) -> Callable[[], object]:
    """Return Triton's product of TF32 parts, X times W transposed; sizes are multiples of 128."""
    (m, k), n = x.shape, len(w)
    grid = (triton.cdiv(m, BLOCKS["bm"]) * triton.cdiv(n, BLOCKS["bn"]),)

    def run() -> object:
        return _dot[grid](x, w, out, m, n, k, k, k, n, **BLOCKS, num_warps=8, num_stages=3)

    return run
