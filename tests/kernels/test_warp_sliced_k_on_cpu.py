"""warp_sliced_k on the cpu machine: every bit, in the order of summation it states."""

import dataclasses
import itertools

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import (
    assert_beginnings_do_not_matter,
    assert_computed,
    assert_gaps_do_not_matter,
    assert_same_but_zeros,
    computed,
    each_tile_in_two_layouts,
    for_each,
    problem_of,
)
from summation import added, chain, finished

from sgemm.errors import RequirementError
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import warp_sliced_k
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.inputs import Operands, make_operands

IDLE_AT_THE_END = Tile(bm=16, bn=16, bk=128, tm=2, tn=4, stages=2, slices=16)
"""A tile that does not ship: with twice as many threads as elements of C, half write none."""

KERNEL = dataclasses.replace(warp_sliced_k.KERNEL, tiles=(*warp_sliced_k.TILES, IDLE_AT_THE_END))
every_tile = for_each(each_tile_in_two_layouts(KERNEL))


def in_stated_order(tile: Tile, given: Operands) -> NDArray[np.float32]:
    """Compute one product as the docstring of the kernel says."""
    k = given.problem.k
    length = -(-k // (8 * tile.slices)) * 8
    ends = (min(number * length, k) for number in range(tile.slices + 1))
    pieces = (range(*pair) for pair in itertools.pairwise(ends))
    return finished(given, added([chain(given.A, given.B, piece) for piece in pieces]))


@every_tile
@pytest.mark.sampled(3)
def test_every_bit_is_that_of_the_stated_order(checked: CpuMachine, kernel: Kernel) -> None:
    tile = kernel.tile
    for m, n, k, beta in (
        (1, 1, 1, 0.0),
        (tile.bm, tile.bn, tile.bk, 0.0),  # one chunk of each warp, all of it whole
        (tile.bm + 1, tile.bn - 1, 2 * tile.bk + 11, -0.5),  # a ring that goes round
        (37, 44, 8 * tile.slices - 4, 0.5),  # float4, and a slice that is no multiple of eight
        (34, 38, 90, 0.0),  # float2
        (19, 7, 13, 2.0),  # slices without a step
    ):
        problem = problem_of(kernel, m=m, n=n, k=k, alpha=0.7, beta=beta)
        given = make_operands(problem, "uniform_signed", k)
        expected = in_stated_order(tile, given)
        assert_computed(checked, kernel, given, expected, same=assert_same_but_zeros)


@every_tile
@pytest.mark.sampled(3)
def test_nothing_counts_that_an_earlier_block_left(checked: CpuMachine, kernel: Kernel) -> None:
    """Steps beyond k are zeros in both operands: a zero times what was left may be a NaN."""
    tile = kernel.tile
    for k in (1, 13, 8 * tile.slices - 3):
        problem = problem_of(kernel, m=tile.bm + 5, n=tile.bn - 2, k=k)
        given = make_operands(problem, "uniform_signed", k)
        # The first block's sums are NaNs, and lie where the second one copies its operands.
        given.A[: tile.bm] = np.nan
        expected = in_stated_order(tile, given)
        np.testing.assert_array_equal(computed(checked, kernel, given).C, expected, f"{problem}")


@every_tile
@pytest.mark.sampled(3)
def test_any_alignment_gives_the_same_bits(checked: CpuMachine, kernel: Kernel) -> None:
    assert_gaps_do_not_matter(checked, kernel, m=33, n=36, k=72, batch=2, beta=0.0)


@every_tile
@pytest.mark.sampled(3)
def test_operands_that_start_anywhere_within_16_bytes(checked: CpuMachine, kernel: Kernel) -> None:
    """Each beginning of A with each of B, whole tiles and others; C begins everywhere as well."""
    shifts = [(a, b, (a + b) % 4) for a, b in itertools.product(range(4), repeat=2)]
    for size, k in ((32, 128), (28, 44)):
        given = make_operands(problem_of(kernel, m=size, n=size, k=k), "uniform_signed", 3)
        expected = in_stated_order(kernel.tile, given)
        assert_beginnings_do_not_matter(checked, kernel, given, expected, shifts)


def test_one_block_has_a_tile_and_all_of_its_k() -> None:
    kernel = warp_sliced_k.KERNEL
    problem = Problem(33, 65, 7, batch=5)
    assert kernel.launch(problem).grid == (3, 3, 5)
    for name in ("blocks", "splits", "stream_k_tiles"):
        with pytest.raises(ValueError, match=f"{name} = 2: .* one block for each tile"):
            kernel.launch(problem, schedule=Schedule(**{name: 2}))


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (Problem(1048561, 1, 1), "m = 1048561 is more than 1048560"),
        (Problem(1, 1, 1, batch=65536), "batch = 65536 is more than 65535"),
    ],
)
def test_more_blocks_than_a_grid_has_are_refused(problem: Problem, reason: str) -> None:
    with pytest.raises(RequirementError, match=reason):
        warp_sliced_k.KERNEL.launch(problem)
