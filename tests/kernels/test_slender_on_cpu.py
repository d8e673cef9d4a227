"""The kernel slender on the cpu machine: every bit, whatever its blocks and their tiles are."""

import itertools

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from products_on_cpu import (
    assert_beginnings_do_not_matter,
    assert_blocks_do_not_matter,
    assert_computed,
    assert_gaps_do_not_matter,
    assert_same_but_zeros,
    computed,
    computed_anywhere,
    each_tile_in_two_layouts,
    for_each,
    problem_of,
)
from summation import chain, finished

from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import slender
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import plan
from sgemm.problem import LAYOUTS, Problem
from sgemm.verify.inputs import make_operands

KERNEL = find("slender")
every_tile = for_each(each_tile_in_two_layouts(KERNEL))


@every_tile
@pytest.mark.sampled(5)  # each layout, of other tiles
def test_every_bit_is_that_of_one_chain(checked: CpuMachine, kernel: Kernel) -> None:
    tile = kernel.tile
    sizes = (
        (1, 1, 1, 0.0),
        (tile.bm, tile.bn, tile.bk, 0.5),
        (3 * tile.bm + 1, tile.bn - 1, tile.bk + 3, -0.5),
        (tile.bm - 1, 2 * tile.bn + 2, slender.kept_steps(tile) + tile.bk + 1, 0.0),
        (2 * tile.bm + 4, tile.bn + 4, 3, 2.0),
    )
    for (m, n, k, beta), blocks in itertools.product(sizes, (0, 1, 2)):
        problem = problem_of(kernel, m=m, n=n, k=k, alpha=0.7, beta=beta)
        given = make_operands(problem, "uniform_signed", k)
        expected = finished(given, chain(given.A, given.B, range(k)))
        schedule = Schedule(blocks=blocks)
        assert_computed(checked, kernel, given, expected, schedule, same=assert_same_but_zeros)


@every_tile
@pytest.mark.sampled(5)
def test_gaps_batches_and_blocks_do_not_matter(checked: CpuMachine, kernel: Kernel) -> None:
    tile = kernel.tile
    assert_gaps_do_not_matter(
        checked, kernel, m=tile.bm + 3, n=tile.bn + 1, k=tile.bk + 5, beta=0.5
    )
    sizes = {"m": tile.bm + 2, "n": tile.bn + 3, "k": 9, "batch": 3}
    assert_blocks_do_not_matter(checked, kernel, "uniform_signed", **sizes)


@every_tile
@pytest.mark.sampled(5)
def test_operands_may_begin_anywhere(checked: CpuMachine, kernel: Kernel) -> None:
    tile = kernel.tile
    problem = problem_of(kernel, m=tile.bm + 5, n=tile.bn + 6, k=tile.bk + 7, beta=-1.0)
    given = make_operands(problem, "uniform_signed", 2)
    expected = finished(given, chain(given.A, given.B, range(problem.k)))
    shifts = ((1, 2, 3), (2, 0, 1), (4, 4, 4))
    assert_beginnings_do_not_matter(checked, kernel, given, expected, shifts)


@every_tile
@pytest.mark.sampled(5)
def test_each_product_of_a_batch_has_its_own_short_operand(
    checked: CpuMachine, kernel: Kernel
) -> None:
    tile = kernel.tile
    m, n = (tile.bm + 2, tile.bn) if tile.bm > tile.bn else (tile.bm, tile.bn + 2)
    given = make_operands(problem_of(kernel, m=m, n=n, k=9, batch=3, beta=0.5), "normal", 3)
    found = computed(checked, kernel, given, Schedule(blocks=2))
    for one, result in zip(given.products(), found.products(), strict=True):
        expected = finished(one, chain(one.A, one.B, range(9)))
        assert_same_but_zeros(result.C, expected)


@every_tile
@pytest.mark.sampled(5)
def test_what_a_stage_held_before_does_not_matter(checked: CpuMachine, kernel: Kernel) -> None:
    tile = kernel.tile
    is_tall, k = tile.bm > tile.bn, tile.bk + 1
    m, n = (3 * tile.bm, tile.bn) if is_tall else (tile.bm, 3 * tile.bn)
    given = make_operands(problem_of(kernel, m=m, n=n, k=k), "normal", 4)
    # The first tile's operand goes through the stages that bring the last steps of the others.
    others = np.s_[tile.bm :, :] if is_tall else np.s_[:, tile.bn :]
    (given.A[: tile.bm] if is_tall else given.B[:, : tile.bn])[:] = np.nan
    found = computed(checked, kernel, given, Schedule(blocks=1)).C
    expected = finished(given, chain(given.A, given.B, range(k)))
    assert_same_but_zeros(found[others], expected[others])


@every_tile
@pytest.mark.sampled(5)
def test_c_and_an_addend_may_begin_anywhere(checked: CpuMachine, kernel: Kernel) -> None:
    tile = kernel.tile
    sizes = {"m": tile.bm + 1, "n": tile.bn + 4, "k": 5, "beta": 2.0}
    leading = tile.bn + 4
    for ld_addend, start, of_c in (
        (leading, 1, 0),
        (leading, 2, 0),
        (leading + 1, 0, 0),
        (leading, 0, 1),
    ):
        given = make_operands(problem_of(kernel, **sizes, ld_addend=ld_addend), "normal", 5)
        expected = finished(given, chain(given.A, given.B, range(5)))
        found = computed_anywhere(checked, kernel, given, (0, 0, of_c), start)
        assert_same_but_zeros(found, expected)


@drawn(
    long=st.integers(1, 700),
    short=st.integers(1, 40),
    k=st.integers(0, 70),
    is_tall=st.booleans(),
    beta=st.sampled_from([0.0, 1.0]),
    kernel=st.sampled_from(each_tile_in_two_layouts(KERNEL)[::9]),
)
@settings(max_examples=25, deadline=None)
def test_any_shape(machine: CpuMachine, long, short, k, is_tall, beta, kernel) -> None:
    m, n = (long, short) if is_tall else (short, long)
    given = make_operands(problem_of(kernel, m=m, n=n, k=k, beta=beta), "uniform_signed", k)
    expected = finished(given, chain(given.A, given.B, range(k)))
    assert_computed(machine, kernel, given, expected, same=assert_same_but_zeros)


def test_each_tile_is_computed_whole(checked: CpuMachine) -> None:
    problem = problem_of(KERNEL, m=300, n=20, k=90)
    for name, needed in (("splits", 1), ("stream_k_tiles", 0)):
        words = f"{name} = 2: this kernel computes each tile whole, so {name} must be {needed}"
        with pytest.raises(ArgumentError, match=words):
            KERNEL.launch(problem, schedule=Schedule(blocks=2, **{name: 2}))
    assert KERNEL.schedule(problem, 132) == Schedule(blocks=3)
    many = problem_of(KERNEL, m=10**6, n=32, k=32)
    assert KERNEL.schedule(many, 132) == Schedule(blocks=3 * 132)


def test_blocks_are_as_few_as_need_no_more_rounds_of_tiles() -> None:
    tile = next(each for each in KERNEL.tiles if (each.bm, each.bn, each.blocks) == (128, 32, 4))
    kernel = KERNEL.specialised("tn", tile)
    numbers = {0: 0, 1: 1, 132: 132, 528: 528, 529: 396, 782: 396, 792: 396, 793: 528, 1057: 396}
    for tiles, blocks in numbers.items():
        problem = Problem(128 * tiles, 32, 32, trans_a=True)
        assert kernel.schedule(problem, 132).blocks == blocks, tiles


def test_two_blocks_a_multiprocessor_write_32_whole_rows_beyond_the_cache() -> None:
    tile = next(each for each in KERNEL.tiles if each.block_tile == "32x128x16")
    kernel = KERNEL.specialised("nn", tile)
    fewer, usual = Problem(32, 999_999, 3), Schedule(blocks=528)
    assert kernel.schedule(fewer, 132) == Schedule(blocks=264)
    for other in ({"m": 24}, {"n": 300_000}, {"k": 5}):
        problem = problem_of(kernel, **({"m": 32, "n": 999_999, "k": 3} | other))
        assert kernel.schedule(problem, 132) == usual, other


def test_auto_chooses_it_where_one_size_is_long_and_the_others_are_tens() -> None:
    for m, n, k in ((10**6, 32, 32), (16, 10**6, 16), (10**6, 3, 3)):
        problem = problem_of(KERNEL, m=m, n=n, k=k)
        assert plan(problem, CpuMachine()).kernel.name == "slender"
    problem = problem_of(KERNEL, m=4096, n=4096, k=32)
    assert plan(problem, CpuMachine()).kernel.name != "slender"


def test_a_tile_is_for_one_layout_of_the_long_operand_and_a_short_one_that_is_kept() -> None:
    for wide in slender.FOR_K_MAJOR:
        narrow = next(t for t in slender.FOR_MN_MAJOR if (t.bm, t.bn) == (wide.bm, wide.bn))
        m, n = (2, 9000) if wide.bm < wide.bn else (9000, 2)
        for k in (1, 64, 65, 128, 129):
            for layout in LAYOUTS:
                problem = Problem(m, n, k, trans_a=layout[0] == "t", trans_b=layout[1] == "t")
                is_k_major = layout[0] == "n" if m > n else layout[1] == "t"
                suited = [
                    tile for tile in (wide, narrow) if not KERNEL.geometry.unsuited(problem, tile)
                ]
                own = wide if is_k_major and k <= slender.kept_steps(wide) else narrow
                assert suited == ([own] if k <= slender.kept_steps(own) else [])
    too_long = KERNEL.geometry.unsuited(Problem(9000, 2, 65), slender.FOR_MN_MAJOR[0])
    assert too_long == "k = 65 is above 64, so that each tile copies both operands"
