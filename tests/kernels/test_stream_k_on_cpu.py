"""The stream-K family on the cpu machine: every bit of long sums, and each element of C.

A part of a tile is summed in chunks of a fifth of k, of 384 steps at least; in tiles with slices,
slice by slice instead, of which each has some steps of each block of k. Blocks run one after the
other: in ascending order the last part of a tile comes last, in descending order the first one,
which then does not go through memory.
"""

from __future__ import annotations

import functools
import itertools
import operator

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import (
    aligned,
    assert_only_c_is_written,
    assert_same_bits,
    computed,
    finished,
    loaded_on,
)

from sequential_loop import fused_multiply_add
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel, tiles_of
from sgemm.kernels.library.stream_k_schedule import FAN, depth
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.inputs import make_operands

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


def product_by_slices(
    a: NDArray[np.float32], b: NDArray[np.float32], part: range, bk: int, slices: int
) -> NDArray[np.float32]:
    """Return the sum over some steps of k, of which each slice has an equal part of each block.

    Two slices sum chunks of a third of k, but not of less than 384 steps of a slice.
    """
    blocks = -(-a.shape[1] // bk)
    chunk = max(-(-blocks // 3), 384 * slices // bk) * bk if slices == 2 else max(1, len(part))
    total: list[NDArray[np.float32] | None] = [None] * slices
    for begin in range(part.start, max(part.stop, part.start + 1), chunk):
        sums = np.zeros((slices, a.shape[0], b.shape[1]), np.float32)
        for step in range(begin, min(begin + chunk, part.stop, a.shape[1])):
            own = (step - part.start) % bk * slices // bk
            sums[own] = fused_multiply_add(a[:, step, np.newaxis], b[step], sums[own])
        total = [new if old is None else old + new for old, new in zip(total, sums, strict=True)]
    return functools.reduce(operator.add, total)


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
@pytest.mark.sampled(15)
def test_long_sums_are_made_in_the_stated_order(
    kernel: Kernel, k: int, blocks: int, descending: bool
) -> None:
    problem = aligned(kernel, 3, kernel.tile.bn + 4, k)
    given = make_operands(problem, "normal", k)
    tiles = tiles_of(problem, kernel.tile)
    schedule = Schedule(blocks=blocks, stream_k_tiles=tiles) if blocks else Schedule(blocks=tiles)
    machine = CpuMachine(threads=1, descending=descending)
    found = computed(machine, loaded_on(machine, kernel), given, schedule)
    assert_same_bits(found.C, in_stated_order(kernel, problem, given.A, given.B, blocks))


@pytest.mark.parametrize("blocks", [9, 390, 402, 1100])
def test_hundreds_of_parts_are_added_in_the_same_tree(blocks: int) -> None:
    """Up to 550 parts of a tile: three levels, and more nodes than a block has rows of threads."""
    tiles = find("stream_k_tma").tiles
    tile = next(tile for tile in tiles if (tile.bm, tile.bk) == (64, 16))
    kernel = find("stream_k_tma").specialised("tn", tile)
    test_long_sums_are_made_in_the_stated_order(kernel, 8797, blocks, False)


EDGES = [
    find(name).specialised(layout if tile.slices == 1 else sliced_layout, tile)
    for name, layout, sliced_layout in (
        ("stream_k_tma", "tn", "nn"),
        ("stream_k_cp_async", "nn", "nt"),
        ("stream_k_tma_k_major", "nn", "nn"),
        ("stream_k_cp_async_k_major", "nt", "nt"),
    )
    for tile in find(name).tiles
]


@pytest.mark.parametrize(
    "kernel", EDGES, ids=[f"{kernel.name}-{kernel.layout}-{kernel.tile}" for kernel in EDGES]
)
@pytest.mark.parametrize("beta", [0.0, 0.75])
@pytest.mark.parametrize("is_aligned", [True, False])
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.sampled(9)
def test_all_of_c_is_written_and_nothing_else(
    kernel: Kernel, beta: float, is_aligned: bool, descending: bool
) -> None:
    # Two tiles each way, of which the second has part of one warp's rows and columns. One block
    # computes all four: a warp begins the next one while others still write, and which warps are
    # ahead is a matter of the order in which they run.
    tile = kernel.tile
    n = tile.bn + 36 + (0 if is_aligned else 1)
    ldc = n + (4 if is_aligned else 3)
    problem = aligned(kernel, tile.bm + 5, n, 20, ldc=ldc, alpha=-1.5, beta=beta)
    given = make_operands(problem, "normal", n)
    machine = CpuMachine(threads=1, descending=descending)
    found = computed(machine, loaded_on(machine, kernel), given, Schedule(blocks=1))
    sums = product_by_slices(given.A, given.B, range(20), tile.bk, tile.slices)
    assert_same_bits(found.C, finished(given, sums))
    assert_only_c_is_written(given, found)
