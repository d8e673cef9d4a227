"""The stream-K family on the cpu machine: every bit of long sums, and each element of C.

A part of a tile is summed in chunks of a fifth of k, of 384 steps at least; in tiles with slices,
slice by slice instead, of which each has some steps of each block of k. Blocks run one after the
other: in ascending order the last part of a tile comes last, in descending order the first one,
which then does not go through memory.
"""

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import aligned, assert_computed, assert_only_c_is_written, for_each
from summation import added, chain, finished, of_shared_tiles, of_slices

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel, tiles_of
from sgemm.kernels.library.stream_k_schedule import FAN
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.machines.cpu import CpuMachine
from sgemm.verify.inputs import make_operands

LAYOUTS = {
    "stream_k_tma": ("nn", "tn", "tt"),
    "stream_k_cp_async": ("nt", "nn", "tn", "tt", "nn"),
    "stream_k_tma_k_major": ("nt", "nn"),
    "stream_k_cp_async_k_major": ("nn", "nt"),
    "stream_k_swap_ab": ("nt", "tt"),
}
KERNELS = [
    find(name).specialised(layout, tile)
    for name, layouts in LAYOUTS.items()
    for layout, tile in zip(itertools.cycle(layouts), find(name).tiles, strict=False)
]
LEAST_STEPS = 384


def sum_of_parts(
    tile: Tile, k: int
) -> Callable[[NDArray[np.float32], NDArray[np.float32], range], NDArray[np.float32]]:
    """Return the sum over the steps of a part: chunks of each slice, then the slices.

    Chunks are a fifth of k, or for two slices a third, and not less than 384 steps of a slice; four
    slices have none.
    """
    stages, least = -(-k // tile.bk), LEAST_STEPS * tile.slices // tile.bk
    share = {1: 5, 2: 3, 4: 1}[tile.slices]
    length = max(-(-stages // share), least) * tile.bk

    def sum_of(a: NDArray[np.float32], b: NDArray[np.float32], steps: range) -> NDArray[np.float32]:
        chunks = [steps[first : first + length] for first in range(0, len(steps), length)]
        slices = zip(*(of_slices(tile, chunk) for chunk in chunks), strict=True)
        return added([added([chain(a, b, own) for own in each]) for each in slices])

    return sum_of


every_tile = for_each(KERNELS)


def assert_stated_order(machine: CpuMachine, kernel: Kernel, k: int, blocks: int) -> None:
    """Compute a row of tiles, which so many blocks share; 0: one block computes each of them."""
    problem = aligned(kernel, 3, kernel.tile.bn + 4, k)
    given = make_operands(problem, "normal", k)
    tiles = tiles_of(problem, kernel.tile)
    schedule = Schedule(blocks=blocks, stream_k_tiles=tiles) if blocks else Schedule(blocks=tiles)
    of_part = sum_of_parts(kernel.tile, k)
    expected = of_shared_tiles(kernel.tile, given.A, given.B, schedule, of_part, FAN)
    assert_computed(machine, kernel, given, expected, schedule)


@every_tile
@pytest.mark.sampled(3)  # the only tile with two slices, whose reduction is its own, is among these
def test_long_sums_are_made_in_the_stated_order(kernel: Kernel) -> None:
    for k, blocks, descending in (
        *((384, 0, False), (385, 0, False), (2101, 0, False), (2101, 3, True), (700, 5, False)),
        *((2101, 37, False), (2101, 37, True)),
    ):
        machine = CpuMachine(threads=1, descending=descending)
        assert_stated_order(machine, kernel, k, blocks)


def test_hundreds_of_parts_are_added_in_the_same_tree(checked: CpuMachine) -> None:
    """Up to 550 parts of a tile: three levels, and more nodes than a block has rows of threads."""
    kernel = find("stream_k_cp_async")
    tile = next(tile for tile in kernel.tiles if (tile.bn, tile.bk, tile.tm) == (128, 16, 8))
    for blocks in (9, 390, 402, 1100):
        assert_stated_order(checked, kernel.specialised("tn", tile), 8797, blocks)


@every_tile
@pytest.mark.sampled(6)  # tiles that the sample above has, too
def test_all_of_c_is_written_and_nothing_else(kernel: Kernel) -> None:
    # Two tiles each way, of which the second has part of one warp's rows and columns. One block
    # computes all four: a warp begins the next one while others still write, and which warps are
    # ahead is a matter of the order in which they run.
    tile = kernel.tile
    for beta, unaligned, descending in itertools.product((0.0, 0.75), (0, 1), (False, True)):
        n = tile.bn + 36 + unaligned
        ldc = n + 4 - unaligned
        problem = aligned(kernel, tile.bm + 5, n, 20, ldc=ldc, alpha=-1.5, beta=beta)
        given = make_operands(problem, "normal", n)
        machine = CpuMachine(threads=1, descending=descending)
        sums = sum_of_parts(tile, 20)(given.A, given.B, range(20))
        expected = finished(given, sums)
        found = assert_computed(machine, kernel, given, expected, Schedule(blocks=1))
        assert_only_c_is_written(given, found)
