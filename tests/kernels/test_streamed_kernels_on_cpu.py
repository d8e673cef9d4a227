"""The stream-K family on the cpu machine, long k: every bit, in the order they state.

A part of a tile is summed in chunks of a fifth of k, of 384 steps at least; in tiles with slices,
slice by slice instead, of which each has some steps of each block of k. Blocks run one after the
other: in ascending order the last part of a tile comes last, in descending order the first one,
which then has no way by memory.
"""

from __future__ import annotations

import functools
import itertools
import operator

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import loaded_on
from sums_by_slices import product_by_slices

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel, tiles_of
from sgemm.kernels.library.stream_k_schedule import FAN, depth
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import multiply
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.sequential import fused_multiply_add

LAYOUTS = {
    "stream_k_tma": ("nn", "tn", "tt"),
    "stream_k_cp_async": ("nt", "nn", "tn", "tt", "nn"),
    "stream_k_tma_k_major": ("nt", "nn"),
    "stream_k_cp_async_k_major": ("nn", "nt"),
}
KERNELS = [
    find(name).specialised(layout, tile)
    for name, layouts in LAYOUTS.items()
    for layout, tile in zip(itertools.cycle(layouts), find(name).tiles, strict=False)
]
LEAST_STEPS = 384


def product_by_chunks(
    a: NDArray[np.float32], b: NDArray[np.float32], part: range, chunk: int
) -> NDArray[np.float32]:
    """Return the sum over some steps of k, chunk by chunk."""
    total = None
    for begin in range(part.start, part.stop, chunk):
        sums = np.zeros((a.shape[0], b.shape[1]), np.float32)
        for step in range(begin, min(begin + chunk, part.stop, a.shape[1])):
            sums = fused_multiply_add(a[:, step, np.newaxis], b[step], sums)
        total = sums if total is None else total + sums
    assert total is not None
    return total


def added_in_tree(parts: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the sum of parts, of which up to FAN neighbours are added at each node."""
    while len(parts) > 1:
        parts = [
            functools.reduce(operator.add, parts[first : first + FAN])
            for first in range(0, len(parts), FAN)
        ]
    return parts[0]


def in_stated_order(
    kernel: Kernel, problem: Problem, a: NDArray[np.float32], b: NDArray[np.float32], blocks: int
) -> NDArray[np.float32]:
    """Return a product of one row of tiles; ``blocks`` share all tiles, or none if it is 0."""
    tile, stages = kernel.tile, depth(problem, kernel.tile)
    chunk = max(-(-stages // 5), LEAST_STEPS // tile.bk) * tile.bk
    tiles = tiles_of(problem, tile)
    shares = [tiles * stages * block // blocks for block in range(blocks + 1)] if blocks else []
    found = []
    for number in range(tiles):
        first, end = number * stages, (number + 1) * stages
        cuts = [first, *(share for share in shares if first < share < end), end]
        columns = b[:, number * tile.bn : (number + 1) * tile.bn]
        parts = []
        for start, stop in itertools.pairwise(cuts):
            steps = range((start - first) * tile.bk, (stop - first) * tile.bk)
            if tile.slices > 1:
                parts.append(product_by_slices(a, columns, steps, tile.bk, tile.slices))
            else:
                parts.append(product_by_chunks(a, columns, steps, chunk))
        found.append(added_in_tree(parts))
    return np.concatenate(found, axis=1)


@pytest.mark.parametrize(
    "kernel", KERNELS, ids=[f"{kernel.name}-{kernel.layout}-{kernel.tile}" for kernel in KERNELS]
)
@pytest.mark.parametrize(
    ("k", "blocks", "descending"),
    [
        (384, 0, False),
        (385, 0, False),
        (2101, 0, False),
        (2101, 3, True),
        (700, 5, False),
        (2101, 37, False),
        (2101, 37, True),
    ],
)
def test_long_sums_are_made_in_the_stated_order(
    kernel: Kernel, k: int, blocks: int, descending: bool
) -> None:
    m, n = 3, kernel.tile.bn + 4
    rng = np.random.default_rng(k)
    a = rng.standard_normal((m, k), dtype=np.float32)
    b = rng.standard_normal((k, n), dtype=np.float32)
    trans_a, trans_b = (letter == "t" for letter in kernel.layout)
    # Rows at multiples of 16 bytes, as bulk copies want them.
    stored_a, stored_b = padded(a.T if trans_a else a), padded(b.T if trans_b else b)
    problem = Problem(
        m, n, k, lda=stored_a.shape[1], ldb=stored_b.shape[1], ldc=n,
        trans_a=trans_a, trans_b=trans_b,
    )  # fmt: skip
    machine = CpuMachine(threads=1, descending=descending)
    c = np.full((m, n), np.nan, np.float32)
    tiles = tiles_of(problem, kernel.tile)
    schedule = Schedule(blocks=blocks, streamed=tiles) if blocks else Schedule(blocks=tiles)
    loaded = loaded_on(machine, kernel)
    multiply(machine, loaded, problem, stored_a, stored_b, c, schedule)
    expected = in_stated_order(kernel, problem, a, b, blocks)
    np.testing.assert_array_equal(c.view(np.uint32), expected.view(np.uint32))


@pytest.mark.parametrize("blocks", [9, 390, 402, 1100])
def test_hundreds_of_parts_are_added_in_the_same_tree(blocks: int) -> None:
    """Up to 550 parts of a tile: three levels, and more nodes than a block has rows of threads."""
    tiles = find("stream_k_tma").tiles
    tile = next(tile for tile in tiles if (tile.bm, tile.bk) == (64, 16))
    kernel = find("stream_k_tma").specialised("tn", tile)
    test_long_sums_are_made_in_the_stated_order(kernel, 8797, blocks, False)


def padded(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a matrix with rows of a multiple of four elements."""
    return np.ascontiguousarray(np.pad(matrix, ((0, 0), (0, -matrix.shape[1] % 4))))
