"""Kernels of tiny products on the cpu machine: every bit, whatever makes a run, and C alone."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from products_on_cpu import (
    assert_beginnings_do_not_matter,
    assert_only_c_is_written,
    assert_same_bits,
    computed,
    computed_anywhere,
    each_tile_in_two_layouts,
    for_each,
    problem_of,
    with_gaps,
)
from summation import Floats, chain, finished

from sgemm.errors import ArgumentError, RequirementError
from sgemm.executor.observer import Observer
from sgemm.kernels.kernel import Alignment, Kernel
from sgemm.kernels.library import tiny_batched, tiny_batched_tma
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import model, plan
from sgemm.planning.candidates import schedules
from sgemm.problem import Problem
from sgemm.verify.inputs import Operands, make_operands, results_view

KERNEL, BY_TMA = tiny_batched.KERNEL, tiny_batched_tma.KERNEL
TILES, TILES_BY_TMA = (each_tile_in_two_layouts(kernel) for kernel in (KERNEL, BY_TMA))
every_tile = for_each(TILES + TILES_BY_TMA)
every_tile_by_tma = for_each(TILES_BY_TMA)

# m, n, k: cubes, odd ones, vectors, one or two rows of threads, and the largest ones for a stage.
SHAPES = (
    *((4, 4, 4), (5, 5, 5), (8, 8, 8), (3, 5, 7), (7, 64, 13), (64, 8, 8), (16, 16, 64)),
    *((17, 17, 17), (33, 31, 32), (1, 16, 16), (10, 3, 50), (54, 55, 53), (1, 1, 1)),
    *((3, 900, 6), (70, 2, 65), (2, 129, 2)),
)
LARGER = ((64, 64, 64), (65, 130, 70), (130, 3, 129))  # than tiny_batched_tma takes

FEW_BLOCKS = Schedule(blocks=2)
"""On its own schedule each of a few products has a block to itself, and no run has two."""


def in_stated_order(given: Operands) -> Floats:
    """Return the results of all products, one below the other, as the docstrings say."""
    steps = range(given.problem.k)
    return np.concatenate([finished(one, chain(one.A, one.B, steps)) for one in given.products()])


def assert_right(
    machine: CpuMachine,
    kernel: Kernel,
    problem: Problem,
    schedule: Schedule | None = FEW_BLOCKS,
) -> None:
    given = make_operands(problem, "uniform_signed", problem.k)
    found = computed(machine, kernel, given, schedule)
    assert_only_c_is_written(given, found)
    assert_same_bits(results_view(found.c, problem), in_stated_order(given), (problem, schedule))


def is_by_tma(kernel: Kernel) -> bool:
    """Whether it takes small products without gaps alone."""
    return kernel.name == BY_TMA.name


@for_each(KERNEL.specialisations() + BY_TMA.specialisations())
@pytest.mark.sampled(2)
def test_every_bit_is_that_of_the_stated_order(checked: CpuMachine, kernel: Kernel) -> None:
    for m, n, k in SHAPES if is_by_tma(kernel) else SHAPES + LARGER:
        batch = max(3, min(70, 20000 // (m * n * k)))
        for beta in (0.0, -0.5):
            problem = problem_of(kernel, m=m, n=n, k=k, alpha=0.7, beta=beta, batch=batch)
            assert_right(checked, kernel, problem)


@every_tile
def test_runs_of_every_length_on_any_number_of_blocks(checked: CpuMachine, kernel: Kernel) -> None:
    """One run after the other in one block, blocks without any, a last run that is short.

    By TMA rings go round several times, and last runs are followed by one or two elements, or begin
    in the middle of 16 bytes, where a stage has elements that were copied one by one.
    """
    sizes = (
        *((4, 4, 4, 300, 0.5), (16, 17, 15, 40, 0.5), (66, 5, 70, 9, 0.5), (5, 5, 5, 700, 0.0)),
        *((17, 15, 16, 60, 0.0), (50, 51, 49, 7, 0.0), (1, 1, 1, 3, 0.0), (1, 2, 1, 3, 0.0)),
        *((1, 2990, 2, 4, 0.0), (2990, 1, 2, 4, 0.0), (1, 4400, 1, 4, 0.0)),
    )
    for m, n, k, batch, beta in sizes if is_by_tma(kernel) else (*sizes, (64, 60, 64, 3, 0.5)):
        problem = problem_of(kernel, m=m, n=n, k=k, beta=beta, batch=batch)
        for schedule in (None, Schedule(), Schedule(blocks=1), Schedule(blocks=7)):
            assert_right(checked, kernel, problem, schedule)


def test_only_barriers_keep_threads_from_going_ahead_of_others(machine: CpuMachine) -> None:
    """Without checks copies come at once: no thread waits for them, while others catch up."""
    for m, n, k, batch in ((5, 5, 5, 700), (50, 51, 49, 7)):
        assert_right(machine, BY_TMA, Problem(m, n, k, batch=batch), Schedule(blocks=1))


@every_tile
@settings(max_examples=15, deadline=None)
@example((4, 6, 8), 5, 4, False, False, 0.0)
@example((5, 5, 5), 9, 0, True, False, 0.0)
@example((5, 5, 5), 9, 0, True, False, 1.0)
@example((1, 1, 1), 3, 1, False, True, 0.0)
@example((3, 3, 0), 4, 0, False, False, 0.0)
@given(
    shape=st.tuples(st.integers(1, 70), st.integers(1, 70), st.integers(0, 70)),
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
    given = {**dict(zip("mnk", shape, strict=True)), "batch": batch, "beta": beta}
    problem = problem_of(kernel, **given)
    if is_by_tma(kernel):
        assume(sum(problem.elements) <= 9000 * batch)
    elif gap:
        problem = with_gaps(kernel, gap, **given)
    shared = {"stride_a": 0} if one_a else {}
    shared |= {"stride_b": 0} if one_b else {}
    assert_right(checked, kernel, dataclasses.replace(problem, **shared))


@for_each(TILES)
def test_operands_that_start_anywhere_within_16_bytes(checked: CpuMachine, kernel: Kernel) -> None:
    given = make_operands(problem_of(kernel, m=12, n=8, k=16), "uniform_signed", 3)
    shifts = ((0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3), (3, 1, 2))
    expected = in_stated_order(given)
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


@every_tile_by_tma
def test_c_starts_anywhere_within_16_bytes(checked: CpuMachine, kernel: Kernel) -> None:
    """Also where results and stages together take all of the shared memory: 62 times 1x1x37."""
    for beta, m, n, k, batch in ((0.0, 7, 5, 6, 3), (-0.5, 7, 5, 6, 3), (0.0, 1, 1, 37, 62)):
        problem = problem_of(kernel, m=m, n=n, k=k, batch=batch, beta=beta)
        given = make_operands(problem, "uniform_signed", 3)
        for shift in range(4):
            place = (0, 0, shift)
            found = computed_anywhere(checked, kernel, given, place, schedule=Schedule(blocks=1))
            assert_same_bits(found, in_stated_order(given), (problem, shift))


@every_tile_by_tma
@pytest.mark.parametrize(
    ("leading", "stride"), [(5, None), (5, 0), (5, 36), (8, None), (8, 35), (0, None), (0, 0)]
)
def test_what_is_added_starts_anywhere_within_16_bytes(
    checked: CpuMachine, kernel: Kernel, leading: int, stride: int | None
) -> None:
    """Stored as C is, or otherwise: with gaps, one for all products, or one row."""
    sizes = {"m": 7, "n": 5, "k": 6, "batch": 5, "beta": -0.5}
    problem = problem_of(kernel, **sizes, ld_addend=leading, stride_addend=stride)
    given = make_operands(problem, "uniform_signed", 3)
    for shift, shift_c in ((0, 0), (1, 1), (0, 3), (2, 0)):
        shifts = (0, 0, shift_c)
        found = computed_anywhere(checked, kernel, given, shifts, shift, Schedule(blocks=2))
        assert_same_bits(found, in_stated_order(given), (shift, shift_c))


@pytest.mark.parametrize("alpha", [0.0, np.inf])
def test_operands_that_do_not_count_are_not_read(checked: CpuMachine, alpha: float) -> None:
    """C becomes zeros, whatever A and B have: where alpha is zero, or k is."""
    problem = Problem(5, 7, 3 if alpha == 0.0 else 0, alpha=alpha, batch=9)
    given = make_operands(problem, "uniform_signed", 0)
    given.a[:], given.b[:] = np.nan, np.nan
    assert not computed(checked, BY_TMA, given).c.any()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"lda": 6}, "lda = 6 is not 5"),
        ({"ldc": 8}, "ldc = 8 is not 5"),
        ({"stride_b": 28}, "stride_b = 28 is not 25"),
        ({"m": 1000, "k": 5}, "m*k + k*n + m*n = 10025 is more than 9000"),
    ],
)
def test_what_it_cannot_compute(changes: dict[str, float], reason: str) -> None:
    problem = Problem(**({"m": 5, "n": 5, "k": 5, "batch": 8} | changes))  # type: ignore[arg-type]
    with pytest.raises(RequirementError, match=reason.replace("*", r"\*").replace("+", r"\+")):
        BY_TMA.launch(problem)


def test_results_without_elements_may_have_any_strides() -> None:
    """As sgemm.matmul has them: those of one row."""
    for problem in (Problem(0, 3, 4, batch=9, stride_c=3), Problem(0, 200, 100, ldb=201, batch=2)):
        assert BY_TMA.launch(problem).grid == (0, 1, 1)


def test_operands_must_start_at_multiples_of_16_bytes() -> None:
    problem = Problem(5, 5, 5, batch=8)
    with pytest.raises(RequirementError, match="B starts at 0x104"):
        BY_TMA.launch(problem, Alignment(a=0x100, b=0x104, c=0x104))
    with pytest.raises(RequirementError, match="A starts at 0x108"):
        BY_TMA.launch(problem, Alignment(a=0x108, b=0x100))
    assert BY_TMA.launch(problem, Alignment(c=0x104)).grid == (1, 1, 1)


@pytest.mark.parametrize(
    ("problem", "longest"),
    [
        (Problem(5, 3, 5, batch=1000), 128),  # a thread for each
        (Problem(33, 33, 33, batch=1000), 2),  # 45 threads for each
        (Problem(2, 2, 62, batch=1000), 36),  # as many as fit shared memory twice
        (Problem(2, 2, 62, alpha=0.0, batch=1000), 128),  # operands that are not read
        (Problem(54, 54, 54, batch=1000), 1),
    ],
)
def test_how_many_products_are_a_run_by_tma(problem: Problem, longest: int) -> None:
    assert tiny_batched_tma.longest_run(problem, BY_TMA.tile) == longest
    assert tiny_batched_tma.runs(problem, BY_TMA.tile) == -(-1000 // longest)


@pytest.mark.parametrize(
    ("tile", "problem", "stages"),
    [
        (0, Problem(5, 3, 5, batch=701), 3),
        (0, Problem(2, 2, 88, batch=26), 2),  # 26 would fit but for where they begin
        (0, Problem(33, 33, 33, batch=7), 3),
        (0, Problem(33, 33, 33, batch=7, stride_a=0), 4),  # one A leaves room for another stage
        (0, Problem(54, 54, 54, batch=3), 2),
        (2, Problem(1, 1700, 4, batch=3), 1),  # one fits, once
    ],
)
def test_the_kernel_has_as_many_runs_as_are_planned(
    tile: int, problem: Problem, stages: int
) -> None:
    """And as many stages as fit; what is copied one by one is there before a barrier may say so.

    One block has all runs, so each is two bulk copies of its first thread.
    """
    kernel = BY_TMA.specialised(tile=tiny_batched_tma.TILES[tile])
    observer = Observer()
    given = make_operands(problem, "uniform_signed", 1)
    computed(CpuMachine(observer=observer), kernel, given, Schedule(blocks=1))
    (launch,) = observer.launches
    events = launch.events[launch.events["thread"] == 0]
    names = np.array([each.operation for each in launch.instructions])[events["instruction"]]
    copies = np.char.startswith(names, "cp.async.bulk")
    assert copies.sum() == 2 * tiny_batched_tma.runs(problem, kernel.tile)
    assert len(np.unique(events["address"][copies])) == 2 * stages
    arrivals = np.flatnonzero(np.char.startswith(names, "mbarrier.arrive"))
    assert copies[arrivals + 1].all() and copies[arrivals + 2].all()
