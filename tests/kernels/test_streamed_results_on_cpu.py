"""How the stream-K family stores C: every alignment and edge, with and without reading it."""

from __future__ import annotations

import numpy as np
import pytest
from products_on_cpu import loaded_on
from sums_by_slices import product_by_slices

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import multiply
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.sequential import fused_multiply_add

KERNELS = [
    find(name).specialised(layout if tile.slices == 1 else sliced_layout, tile)
    for name, layout, sliced_layout in (
        ("stream_k_tma", "tn", "nn"),
        ("stream_k_cp_async", "nn", "nt"),
        ("stream_k_tma_k_major", "nn", "nn"),
        ("stream_k_cp_async_k_major", "nt", "nt"),
    )
    for tile in find(name).tiles
]
MARGIN = 3
"""Elements behind each row of C that nobody may write."""


@pytest.mark.parametrize(
    "kernel", KERNELS, ids=[f"{kernel.name}-{kernel.layout}-{kernel.tile}" for kernel in KERNELS]
)
@pytest.mark.parametrize("beta", [0.0, 0.75])
@pytest.mark.parametrize("is_aligned", [True, False])
@pytest.mark.parametrize("descending", [False, True])
def test_all_of_c_is_written_and_nothing_else(
    kernel: Kernel, beta: float, is_aligned: bool, descending: bool
) -> None:
    # Two tiles each way, of which the second has part of one warp's rows and columns. One block
    # computes all four: a warp begins the next one while others still write, and which warps are
    # ahead is a matter of the order in which they run.
    m, k = kernel.tile.bm + 5, 20
    n = kernel.tile.bn + 36 + (0 if is_aligned else 1)
    ldc = n + (4 if is_aligned else MARGIN)
    rng = np.random.default_rng(m + n)
    a = rng.standard_normal((m, k), dtype=np.float32)
    b = rng.standard_normal((k, n), dtype=np.float32)
    old = rng.standard_normal((m, ldc), dtype=np.float32)
    trans_a, trans_b = (letter == "t" for letter in kernel.layout)
    stored_a, stored_b = padded(a.T if trans_a else a), padded(b.T if trans_b else b)
    problem = Problem(
        m, n, k, lda=stored_a.shape[1], ldb=stored_b.shape[1], ldc=ldc,
        trans_a=trans_a, trans_b=trans_b, alpha=-1.5, beta=beta,
    )  # fmt: skip
    machine = CpuMachine(threads=1, descending=descending)
    c = old.copy()
    if beta == 0.0:
        c[:, :n] = np.nan
    loaded = loaded_on(machine, kernel)
    multiply(machine, loaded, problem, stored_a, stored_b, c, Schedule(blocks=1))
    sums = product_by_slices(a, b, range(k), kernel.tile.bk, kernel.tile.slices)
    expected = old.copy()
    expected[:, :n] = np.float32(-1.5) * sums
    if beta:
        expected[:, :n] = fused_multiply_add(np.float32(beta), old[:, :n], expected[:, :n])
    np.testing.assert_array_equal(c.view(np.uint32), expected.view(np.uint32))


def padded(matrix: np.ndarray) -> np.ndarray:
    """Return a matrix with rows of a multiple of four elements, as bulk copies want them."""
    return np.ascontiguousarray(np.pad(matrix, ((0, 0), (0, -matrix.shape[1] % 4))))
