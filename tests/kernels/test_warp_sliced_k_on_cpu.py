"""warp_sliced_k on the cpu machine: every bit, in the order of summation it states."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import (
    assert_only_c_is_written,
    assert_same_bits,
    computed,
    finished,
    loaded_on,
    problem_of,
    with_gaps,
)

from sequential_loop import fused_multiply_add
from sgemm.errors import RequirementError
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import warp_sliced_k
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.machines.call import bound_arguments
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import Buffer
from sgemm.problem import Problem
from sgemm.verify.inputs import PADDING_BITS, Operands, filled, make_operands

IDLE_AT_THE_END = Tile(bm=16, bn=16, bk=128, tm=2, tn=4, stages=2, slices=16)
"""A tile that does not ship: with twice as many threads as elements of C, half write none."""

KERNEL = dataclasses.replace(warp_sliced_k.KERNEL, tiles=(*warp_sliced_k.TILES, IDLE_AT_THE_END))
# Each tile in two layouts, which have each operand both ways: `sgemm verify` and its tests run each
# specialisation that ships.
SPECIAL = [
    KERNEL.specialised(layout, tile)
    for index, tile in enumerate(KERNEL.tiles)
    for layout in (("nn", "tt"), ("nt", "tn"))[index % 2]
]
every_tile = pytest.mark.parametrize(
    "kernel", SPECIAL, ids=[f"{kernel.layout}-{kernel.tile}" for kernel in SPECIAL]
)


def in_stated_order(tile: Tile, given: Operands) -> NDArray[np.float32]:
    """Compute one product as the docstring of the kernel says."""
    problem = given.problem
    length = -(-problem.k // (8 * tile.slices)) * 8
    total = None
    for number in range(tile.slices):
        slice_sum = np.zeros((problem.m, problem.n), dtype=np.float32)
        for step in range(number * length, min((number + 1) * length, problem.k)):
            slice_sum = fused_multiply_add(given.A[:, step, None], given.B[None, step], slice_sum)
        total = slice_sum if total is None else total + slice_sum
    assert total is not None
    return finished(given, total)


@every_tile
@pytest.mark.sampled(3)
def test_every_bit_is_that_of_the_stated_order(checked: CpuMachine, kernel: Kernel) -> None:
    loaded, tile = loaded_on(checked, kernel), kernel.tile
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
        found = computed(checked, loaded, given).C
        # Where k ends, zeros are added: that turns a sum of -0 into +0, and nothing else.
        np.testing.assert_array_equal(found, expected, f"{problem}")
        assert_same_bits(found[expected != 0], expected[expected != 0])


@every_tile
def test_nothing_counts_that_an_earlier_block_left(checked: CpuMachine, kernel: Kernel) -> None:
    """Steps beyond k are zeros in both operands: a zero times what was left may be a NaN."""
    loaded, tile = loaded_on(checked, kernel), kernel.tile
    for k in (1, 13, 8 * tile.slices - 3):
        problem = problem_of(kernel, m=tile.bm + 5, n=tile.bn - 2, k=k)
        given = make_operands(problem, "uniform_signed", k)
        # The first block's sums are NaNs, and lie where the second one copies its operands.
        given.A[: tile.bm] = np.nan
        expected = in_stated_order(tile, given)
        np.testing.assert_array_equal(computed(checked, loaded, given).C, expected, f"{problem}")


@every_tile
def test_any_alignment_gives_the_same_bits(checked: CpuMachine, kernel: Kernel) -> None:
    """Batches, padding of every remainder, and operands that start anywhere."""
    loaded = loaded_on(checked, kernel)
    results = []
    for gap in (0, 1, 2, 4):
        problem = with_gaps(kernel, gap, m=33, n=36, k=72, batch=2, beta=0.0)
        given = make_operands(problem, "uniform_signed", 5)
        found = computed(checked, loaded, given)
        assert_only_c_is_written(given, found)
        results.append(found.C)
    assert not np.isnan(results[0]).any()
    for other in results[1:]:
        assert_same_bits(results[0], other)


@contextlib.contextmanager
def placed(
    machine: CpuMachine, values: NDArray[np.float32], shift: int
) -> Iterator[tuple[Buffer, NDArray[np.float32]]]:
    """Copy an operand into a buffer that ends with it, NaNs before it; yield the host's copy too.

    So a read or write after the operand is an error, and one before it shows in C.
    """
    host = np.concatenate([filled(shift, PADDING_BITS), values])
    with machine.allocate(host.nbytes) as buffer:
        machine.copy_in(buffer, host)
        yield buffer, host


@every_tile
def test_operands_that_start_anywhere_within_16_bytes(checked: CpuMachine, kernel: Kernel) -> None:
    """Each beginning of A with each of B, whole tiles and others; C begins everywhere as well."""
    loaded = loaded_on(checked, kernel)
    for size, k in ((32, 128), (28, 44)):
        given = make_operands(problem_of(kernel, m=size, n=size, k=k), "uniform_signed", 3)
        expected = in_stated_order(kernel.tile, given)
        for shift_a, shift_b in itertools.product(range(4), repeat=2):
            shifts = (shift_a, shift_b, (shift_a + shift_b) % 4)
            with (
                placed(checked, given.a, shifts[0]) as (a, _),
                placed(checked, given.b, shifts[1]) as (b, _),
                placed(checked, given.c, shifts[2]) as (c, storage),
            ):
                where = [
                    buffer.address + 4 * s for buffer, s in zip((a, b, c), shifts, strict=True)
                ]
                with bound_arguments(checked, kernel, given.problem, *where) as bound:
                    checked.launch(loaded, *bound)
                    checked.synchronize()
                found = np.empty_like(storage)
                checked.copy_out(found, c)
            before, after = storage[: shifts[2]], found[: shifts[2]]
            assert_same_bits(after, before)
            result = found[shifts[2] :].reshape(size, size)
            np.testing.assert_array_equal(result, expected, f"{given.problem}, shifts {shifts}")


def test_one_block_has_a_tile_and_all_of_its_k() -> None:
    kernel = warp_sliced_k.KERNEL
    problem = Problem(33, 65, 7, batch=5)
    assert kernel.launch(problem).grid == (3, 3, 5)
    for schedule in (Schedule(splits=2), Schedule(blocks=4)):
        with pytest.raises(ValueError, match="one block for each tile"):
            kernel.launch(problem, schedule=schedule)


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
