"""Packed operands on the cpu machine: every bit, of the tiles and of what lies beside them."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from products_on_cpu import (
    assert_beginnings_do_not_matter,
    assert_computed,
    assert_gaps_do_not_matter,
    computed,
    each_tile_in_two_layouts,
    for_each,
    problem_of,
)
from summation import added, chain, finished

from sgemm.errors import RequirementError
from sgemm.kernels.kernel import Alignment, Kernel
from sgemm.kernels.library import packing, stream_k
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import LAYOUTS, Problem
from sgemm.verify.inputs import Operands, make_operands

KERNEL = stream_k.KERNELS["stream_k_packed"]
TILES = KERNEL.tiles
every_tile = for_each(each_tile_in_two_layouts(KERNEL))


def in_chains(large: NDArray[np.float32], small: NDArray[np.float32], k_major: bool) -> object:
    """Return sums over the last axis of both, in the order that the first launch has."""
    chains = 32 if k_major else 16
    sums = [chain(large, small.T, range(i, large.shape[1], chains)) for i in range(chains)]
    while k_major and len(sums) > 1:
        half = len(sums) // 2
        sums = [one + other for one, other in zip(sums[:half], sums[half:], strict=True)]
    return added(sums)


def in_stated_order(machine: CpuMachine, kernel: Kernel, given: Operands) -> NDArray[np.float32]:
    """Compute one product: what is in tiles by the rung that computes it, the rest step by step."""
    problem = given.problem
    core = packing.core_of(problem, kernel.tile)
    m, n, k = core.m, core.n, problem.k
    found = np.empty((problem.m, problem.n), np.float32)
    # Not every tile of packed operands ships for those that need no packing.
    inner = dataclasses.replace(
        stream_k.KERNELS["stream_k_tma"], tile=kernel.tile, tiles=(kernel.tile,)
    ).specialised("tn")
    aligned = Problem(
        m, n, k, problem.alpha, problem.beta, -(-m // 4) * 4, -(-n // 4) * 4, trans_a=True
    )
    operands = dataclasses.replace(
        make_operands(aligned, "uniform", 0),
        a=np.ascontiguousarray(np.pad(given.A[:m].T, ((0, 0), (0, -m % 4)))),
        b=np.ascontiguousarray(np.pad(given.B[:, :n], ((0, 0), (0, -n % 4)))),
        c=np.ascontiguousarray(given.C[:m, :n]),
    )
    schedule = kernel.schedule(problem, machine.multiprocessors)
    found[:m, :n] = computed(machine, inner, operands, schedule).C
    columns = in_chains(given.A, given.B[:, n:].T, k_major=not problem.trans_a)
    rows = in_chains(given.B[:, :n].T, given.A[m:], k_major=problem.trans_b)
    found[:, n:] = part(given, np.s_[:, n:], columns)
    found[m:, :n] = part(given, np.s_[m:, :n], np.transpose(rows))
    return found


def part(given: Operands, place: object, total: object) -> NDArray[np.float32]:
    """Return alpha*total + beta*C of some elements of C."""
    whole = np.zeros_like(given.C)
    whole[place] = total
    return finished(given, whole)[place]


@every_tile
@pytest.mark.sampled(3)
def test_every_bit_is_that_of_the_stated_order(checked: CpuMachine, kernel: Kernel) -> None:
    tile = kernel.tile
    for m, n, k, beta in (
        (1, 1, 1, 0.0),
        (tile.bm, tile.bn, tile.bk, 0.0),  # nothing beside whole tiles
        (tile.bm + 1, tile.bn + 3, 65, -0.5),
        (tile.bm + 4, tile.bn + 5, 37, 0.0),  # as many rows as may be left over, and a column more
        (17, 2 * tile.bn + 4, 3 * tile.bk + 1, 2.0),
        (tile.bm + 2, 9, 4200, 0.0),  # more steps than shared memory holds of what is left over
    ):
        problem = problem_of(kernel, m=m, n=n, k=k, alpha=0.7, beta=beta)
        given = make_operands(problem, "uniform_signed", k)
        expected = in_stated_order(checked, kernel, given)
        assert_computed(checked, kernel, given, expected)


@every_tile
@pytest.mark.sampled(3)
def test_any_alignment_gives_the_same_bits(checked: CpuMachine, kernel: Kernel) -> None:
    """One B for all products."""
    m, n = kernel.tile.bm + 2, kernel.tile.bn + 1
    assert_gaps_do_not_matter(checked, kernel, m=m, n=n, k=70, batch=2, beta=0.0, stride_b=0)


@every_tile
@pytest.mark.sampled(3)
def test_operands_that_are_packed_may_start_anywhere(checked: CpuMachine, kernel: Kernel) -> None:
    given = make_operands(problem_of(kernel, m=45, n=39, k=51), "uniform_signed", 3)
    expected = in_stated_order(checked, kernel, given)
    shifts = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
    assert_beginnings_do_not_matter(checked, kernel, given, expected, shifts)


def test_an_operand_that_lies_as_it_should_is_not_packed() -> None:
    tile = TILES[0]
    tight = Problem(200, 300, 100, trans_a=True)
    assert packing.packs(tight) == (False, False)
    assert KERNEL.specialised("tn", tile).launch(tight).before == ()
    assert packing.packs(Problem(201, 300, 100, trans_a=True)) == (True, False)
    assert packing.packs(Problem(200, 301, 100, trans_a=True)) == (False, True)
    assert packing.packs(Problem(200, 300, 100, trans_b=True)) == (True, True)
    odd = Problem(200, 300, 100, trans_a=True, batch=2, stride_a=200 * 100 + 1)
    assert packing.packs(odd) == (True, False)


@for_all(
    st.integers(1, 3000),
    st.integers(1, 3000),
    st.integers(0, 3000),
    st.sampled_from(LAYOUTS),
    st.sampled_from(TILES),
    st.integers(1, 3),
)
@settings(deadline=None, max_examples=300)
def test_what_is_left_for_tiles(m, n, k, layout, tile, batch) -> None:
    problem = Problem(m, n, k, trans_a=layout[0] == "t", trans_b=layout[1] == "t", batch=batch)
    core = packing.core_of(problem, tile)
    for size, left, extent in ((m, core.m, tile.bm), (n, core.n, tile.bn)):
        assert 0 <= size - left <= packing.MOST_LEFT_OVER
        assert left == size or left % extent == 0
        assert not 0 < left % extent <= packing.MOST_LEFT_OVER or size < extent
    assert core.layout == "tn"
    assert core.lda % 4 == core.ldb % 4 == 0
    packed = packing.packed_floats(problem, tile)
    for floats, is_packed, elements in zip(
        packed, packing.packs(problem), core.elements, strict=False
    ):
        assert floats % 4 == 0
        assert floats >= elements if is_packed else floats == 0


@pytest.mark.parametrize(
    ("problem", "alignment", "reason"),
    [
        (Problem(8, 8, 8, trans_a=True), Alignment(a=4), "A starts at 0x4"),
        (Problem(8, 8, 8, trans_a=True), Alignment(b=8), "B starts at 0x8"),
        (Problem(9, 9, 9, trans_a=True, batch=65536), Alignment(), "batch = 65536 is more than"),
    ],
)
def test_what_it_cannot_do_is_refused(problem: Problem, alignment: Alignment, reason: str) -> None:
    with pytest.raises(RequirementError, match=reason):
        KERNEL.specialised("tn").launch(problem, alignment)
