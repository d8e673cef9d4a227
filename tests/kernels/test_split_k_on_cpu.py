"""Kernels with shared k on the cpu machine: every bit, in the order of summation they state."""

import dataclasses
import re

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import (
    SPLIT_K_KERNELS,
    assert_computed,
    assert_only_c_is_written,
    assert_same_bits,
    assert_same_but_zeros,
    computed,
    for_each,
    problem_of,
    repeated,
    with_gaps,
)
from summation import added, chain, even_parts, finished, in_chunks, of_slices
from vector_order import vector_order

from sgemm.kernels.catalogue import LIBRARY, find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import any_layout, gemv, split_k
from sgemm.kernels.library import split_k_schedule as splitting
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import LAYOUTS, Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import Operands, make_operands

# Each tile in one layout, in turn: `sgemm verify` and its tests run each specialisation.
SPECIAL = [
    kernel.specialised(LAYOUTS[index % 4], tile)
    for index, (kernel, tile) in enumerate((k, tile) for k in SPLIT_K_KERNELS for tile in k.tiles)
]
every_tile = for_each(SPECIAL)


def parts_for(kernel: Kernel, wanted: int) -> int:
    """How many parts of k to ask for: those wanted, or one where the tile computes k whole."""
    whole = kernel.name == "any_layout" and not any_layout.cuts_k(kernel.tile)
    return 1 if whole else wanted


def sum_of_slice(tile: Tile, given: Operands, steps: list[int]) -> NDArray[np.float32]:
    """Sum some steps of k as the docstrings say: any_layout, split_k, and others in one chain."""
    a, b, size = given.A, given.B, (tile.bm, tile.bn)
    if size == (8, 32):
        firsts = range(0, max(1, len(steps)), 16)
        fours = ([chain(a, b, steps[first + i :][:4]) for i in (0, 4, 8, 12)] for first in firsts)
        return added([(s + t) + (u + v) for s, t, u, v in fours])
    length = 128 if splitting.cuts_chains(tile) else None
    if size in ((32, 64), (32, 32)) and tile in any_layout.TILES:
        length = 8
    return in_chunks(a, b, steps, length)


def is_of_vectors(tile: Tile) -> bool:
    """Whether a tile is gemv's, whose order of summation depends on alignment."""
    return tile in gemv.KERNEL.tiles


def in_stated_order(tile: Tile, given: Operands, splits: int) -> NDArray[np.float32]:
    """Compute one product as the kernels' docstrings say: slices, then parts."""
    if is_of_vectors(tile):
        return finished(given, vector_order(tile, given, splits))
    parts = [
        added([sum_of_slice(tile, given, steps) for steps in of_slices(tile, part)])
        for part in even_parts(tile, given.problem.k, splits)
    ]
    return finished(given, added(parts, splitting.fan(tile), splitting.adders(tile)))


def assert_stated_order(
    machine: CpuMachine, kernel: Kernel, problem: Problem, splits: int
) -> tuple[Operands, Operands]:
    """Compare a product with that of the stated order; return the operands before and after."""
    given = make_operands(problem, "uniform_signed", splits)
    expected, schedule = in_stated_order(kernel.tile, given, splits), Schedule(splits=splits)
    found = assert_computed(machine, kernel, given, expected, schedule, same=assert_same_but_zeros)
    return given, found


@every_tile
@pytest.mark.sampled(3)
def test_every_bit_is_that_of_the_stated_order(checked: CpuMachine, kernel: Kernel) -> None:
    for m, n, k, wanted, beta in (
        *((37, 41, 150, 3, 0.0), (3, 70, 130, 1, -0.5)),
        *((1, 5, 90, 40, 2.0), (130, 141, 21, 1, 0.5)),
    ):
        splits = parts_for(kernel, wanted)
        problem = problem_of(kernel, m=m, n=n, k=k, alpha=0.7, beta=beta)
        assert_stated_order(checked, kernel, problem, splits)


@for_each(each for each in SPECIAL if each.name == "split_k" and splitting.cuts_chains(each.tile))
@pytest.mark.parametrize("splits", [1, 2])
def test_chains_end_after_128_steps(checked: CpuMachine, kernel: Kernel, splits: int) -> None:
    whole = 128 * kernel.tile.slices
    for k in (whole, whole + 1, 2 * whole * splits + kernel.tile.bk + 3):
        assert_stated_order(checked, kernel, problem_of(kernel, m=3, n=5, k=k), splits)


@for_each(each for each in SPECIAL if splitting.adders(each.tile) > 1)
@pytest.mark.sampled(4)
def test_threads_that_share_a_float4_add_all_parts(checked: CpuMachine, kernel: Kernel) -> None:
    """Fewer parts than adders, more of them; and a second level, where most parts are empty."""
    tile = kernel.tile
    adders, second = splitting.adders(tile), splitting.fan(tile) + 2
    for blocks, parts in ((adders - 1,) * 2, (adders + 1,) * 2, (3 * adders,) * 2, (40, second)):
        problem = problem_of(kernel, m=3, n=2, k=tile.bk * blocks - 1)
        assert_stated_order(checked, kernel, problem, parts)


@every_tile
@pytest.mark.sampled(3)
def test_c_is_written_as_float4_as_float2_or_one_by_one(
    checked: CpuMachine, kernel: Kernel
) -> None:
    """Rows of C of every alignment, and columns that end within a float4 or a float2."""
    cases = ((44, 44, 0.0), (42, 42, -0.5), (42, 44, 0.0), (41, 42, 0.5), (43, 43, 0.0))
    for n, ldc, beta in cases:
        problem = problem_of(kernel, m=9, n=n, k=21, ldc=ldc, alpha=0.7, beta=beta)
        assert_only_c_is_written(*assert_stated_order(checked, kernel, problem, 1))


@every_tile
@pytest.mark.sampled(3)
def test_alignment_batches_and_padding(checked: CpuMachine, kernel: Kernel) -> None:
    results = []
    for gap in (0, 1, 2, 4):
        problem = with_gaps(kernel, gap, m=19, n=24, k=40, batch=3, beta=0.0)
        if gap == 2:
            problem = dataclasses.replace(problem, stride_b=0)
        given = make_operands(problem, "uniform_signed", 5)
        found = computed(checked, kernel, given, Schedule(splits=parts_for(kernel, 2)))
        assert not np.isnan(found.C).any()
        assert_only_c_is_written(given, found)
        if is_of_vectors(kernel.tile):
            is_row = gemv.has_few_rows(kernel.tile)
            stride = problem.stride_b if is_row else problem.stride_a
            for index, (one, result) in enumerate(
                zip(given.products(), found.products(), strict=True)
            ):
                order = vector_order(kernel.tile, one, 2, index * stride % 4)
                np.testing.assert_array_equal(result.C, finished(one, order))
        elif gap != 2:
            results.append(found.C)
    for other in results[1:]:
        assert_same_bits(results[0], other)


def test_counters_are_left_zero_and_launches_repeat_bit_for_bit() -> None:
    """Whatever order blocks run in: on one thread, and on several at once."""
    kernel = split_k.KERNEL.specialised(tile=split_k.TILES[-1])
    given = make_operands(Problem(70, 50, 3000), "uniform_signed", 2)
    first, *others = (
        found.C
        for threads in (1, 4)
        for found in repeated(CpuMachine(threads=threads), kernel, given, Schedule(splits=40), 3)
    )
    for other in others:
        assert_same_bits(first, other)


@pytest.mark.parametrize("layout", ["nn", "nt"])
@pytest.mark.parametrize(("name", "place"), [("skinny", 0), ("gemv", 0), ("gemv", -1)])
def test_the_large_operand_is_loaded_with_evict_first_and_the_small_one_without(
    layout: str, name: str, place: int
) -> None:
    kernel = find(name).specialised(layout, find(name).tiles[place])
    ptx = build(kernel, 90, cubin=False).ptx
    wide = re.findall(r"(?:cp\.async\.cg|ld\.global\.nc)\S*", ptx)
    with_policy = [operation for operation in wide if "cache_hint" in operation]
    assert 0 < len(with_policy) < len(wide)
    assert "createpolicy.fractional.L2::evict_first.b64" in ptx


def test_the_model_knows_which_kernels_load_with_evict_first() -> None:
    for kernel in (special for name in LIBRARY for special in find(name).specialisations()):
        constants = kernel.geometry.constants(kernel.layout, kernel.tile)
        assert constants.get("evict_first", 0) == kernel.geometry.evict_first(kernel.tile)
