"""tiny_batched on the cpu machine: every bit, whatever makes a run, and nothing outside of C."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from products_on_cpu import (
    assert_beginnings_do_not_matter,
    assert_only_c_is_written,
    assert_same_bits,
    computed,
    each_tile_in_two_layouts,
    for_each,
    problem_of,
    with_gaps,
)
from summation import chain, finished

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import tiny_batched
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import model, plan
from sgemm.planning.candidates import schedules
from sgemm.problem import Problem
from sgemm.verify.inputs import Operands, make_operands, results_view

KERNEL = tiny_batched.KERNEL
every_tile = for_each(each_tile_in_two_layouts(KERNEL))
every_specialisation = for_each(KERNEL.specialisations())

# m, n, k: cubes, odd ones, one or two rows of threads, and what no piece holds.
SHAPES = (
    *((4, 4, 4), (5, 5, 5), (8, 8, 8), (3, 5, 7), (7, 64, 13), (64, 8, 8), (16, 16, 64)),
    *((17, 17, 17), (33, 31, 32), (64, 64, 64), (1, 16, 16), (10, 3, 50)),
)
LARGER = ((65, 130, 70), (130, 3, 129), (2, 129, 2))


FEW_BLOCKS = Schedule(blocks=2)
"""On its own schedule each of a few products has a block to itself, and no run has two."""


def in_stated_order(given: Operands) -> NDArray[np.float32]:
    """Compute every product as the docstring of the kernel says."""
    steps = range(given.problem.k)
    return np.stack([finished(one, chain(one.A, one.B, steps)) for one in given.products()])


def assert_right(
    machine: CpuMachine,
    kernel: Kernel,
    problem: Problem,
    schedule: Schedule | None = FEW_BLOCKS,
) -> None:
    given = make_operands(problem, "uniform_signed", problem.k)
    found = computed(machine, kernel, given, schedule)
    assert_only_c_is_written(given, found)
    results = results_view(found.c, problem).reshape(problem.batch, problem.m, problem.n)
    assert_same_bits(results, in_stated_order(given), (problem, schedule))


@every_specialisation
@pytest.mark.sampled(2)
def test_every_bit_is_that_of_the_stated_order(checked: CpuMachine, kernel: Kernel) -> None:
    for number, (m, n, k) in enumerate((*SHAPES, *LARGER)):
        batch = max(2, min(70, 20000 // (m * n * k)))
        beta = (0.0, -0.5)[number % 2]
        problem = problem_of(kernel, m=m, n=n, k=k, alpha=0.7, beta=beta, batch=batch)
        assert_right(checked, kernel, problem)


@every_tile
def test_runs_of_every_length_on_any_number_of_blocks(checked: CpuMachine, kernel: Kernel) -> None:
    """One run after the other in one block, some blocks without any, a last run that is short."""
    for m, n, k, batch in ((4, 4, 4, 300), (16, 17, 15, 40), (64, 60, 64, 3), (66, 5, 70, 9)):
        problem = problem_of(kernel, m=m, n=n, k=k, beta=0.5, batch=batch)
        for schedule in (None, Schedule(), Schedule(blocks=1), Schedule(blocks=7)):
            assert_right(checked, kernel, problem, schedule)


@every_tile
@settings(max_examples=15, deadline=None)
@example((4, 6, 8), 5, 4, False, False, 0.0)
@example((5, 5, 5), 9, 0, True, False, 1.0)
@example((1, 1, 1), 3, 1, False, True, 0.0)
@given(
    shape=st.tuples(*(st.integers(1, 70),) * 3),
    batch=st.integers(1, 12),
    gap=st.sampled_from([0, 0, 1, 2, 4, 8]),
    one_a=st.booleans(),
    one_b=st.booleans(),
    beta=st.sampled_from([0.0, -1.5]),
)
def test_any_shape_and_strides(
    checked: CpuMachine,
    kernel: Kernel,
    shape: tuple[int, int, int],
    batch: int,
    gap: int,
    one_a: bool,
    one_b: bool,
    beta: float,
) -> None:
    """Rows and matrices with gaps, and matrices that all products share."""
    sizes = dict(zip("mnk", shape, strict=True))
    problem = with_gaps(kernel, gap, **sizes, batch=batch, beta=beta)
    shared = {"stride_a": 0} if one_a else {}
    shared |= {"stride_b": 0} if one_b else {}
    assert_right(checked, kernel, dataclasses.replace(problem, **shared))


@every_tile
def test_operands_that_start_anywhere_within_16_bytes(checked: CpuMachine, kernel: Kernel) -> None:
    given = make_operands(problem_of(kernel, m=12, n=8, k=16), "uniform_signed", 3)
    shifts = ((0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3), (3, 1, 2))
    expected = in_stated_order(given)[0]
    assert_beginnings_do_not_matter(checked, kernel, given, expected, shifts)


def test_auto_chooses_it_for_batches_of_tiny_products_and_no_others() -> None:
    machine = CpuMachine(threads=1)
    assert plan(Problem(16, 16, 16, batch=4096), machine).kernel.name == KERNEL.name
    assert plan(Problem(16, 16, 96, batch=4096), machine).kernel.name != KERNEL.name


@pytest.mark.parametrize(
    ("problem", "longest"),
    [
        (Problem(4, 4, 4, batch=1000), 128),  # a thread for each
        (Problem(33, 33, 33, batch=1000), 5),
        (Problem(16, 16, 16, batch=1000), 31),  # as many as fit shared memory
        (Problem(16, 16, 64, batch=1000), 8),
        (Problem(64, 64, 64, batch=1000), 2),
        (Problem(64, 64, 1, batch=1000), 2),  # for C
    ],
)
def test_how_many_products_are_a_run(problem: Problem, longest: int) -> None:
    tile = KERNEL.tile
    assert tiny_batched.longest_run(problem, tile) == longest
    assert tiny_batched.work_items(problem, tile) == math.ceil(1000 / longest)
    assert KERNEL.launch(problem, schedule=Schedule()).grid == (math.ceil(1000 / longest), 1, 1)
    own = KERNEL.schedule(problem, 132)
    assert own == Schedule(blocks=3 * 132)
    assert KERNEL.launch(problem, schedule=own).grid == (396, 1, 1)


def test_a_few_products_have_a_block_each() -> None:
    assert KERNEL.launch(Problem(5, 5, 5, batch=9), schedule=Schedule(blocks=100)).grid[0] == 9


@pytest.mark.parametrize("name", ["splits", "stream_k_tiles"])
def test_products_are_computed_whole(name: str) -> None:
    schedule = Schedule(blocks=4, **{name: 2})
    with pytest.raises(ArgumentError, match=f"{name} = 2: a block of this kernel computes"):
        KERNEL.launch(Problem(5, 5, 5, batch=9), schedule=schedule)


def test_more_tiles_than_are_counted_are_refused() -> None:
    problem = Problem(2**20, 2**22, 1, batch=2)
    with pytest.raises(RequirementError, match="tiles are more than 2"):
        KERNEL.launch(problem, schedule=Schedule(blocks=4))


def test_to_the_planner_a_run_is_a_tile() -> None:
    """And the kernel's own schedule is the only one: there is nothing to cut or to compare."""
    for batch, blocks, rounds in ((31, 1, 1), (1000, 1, 1), (31 * 397, 3, 2)):
        problem = Problem(16, 16, 16, batch=batch)
        tiled = model.tiling_of(KERNEL, problem, model.traffic(problem))
        assert tiled.tiles == math.ceil(batch / 31)
        own = KERNEL.schedule(problem, 132)
        assert schedules(KERNEL, problem, tiled, 132) == [own]
        load = model.load_of(tiled, own, 132)
        steps = rounds * 16 / KERNEL.tile.bk  # no further than k
        assert (load.blocks, load.steps, load.parts) == (blocks, steps, 0.0)
