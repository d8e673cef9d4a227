"""tiny_batched_tma on the cpu machine: every bit, runs that begin anywhere, and nothing but C."""

import dataclasses

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from products_on_cpu import (
    assert_only_c_is_written,
    assert_same_bits,
    computed,
    computed_anywhere,
    each_tile_in_two_layouts,
    for_each,
    problem_of,
)
from summation import Floats, chain, finished

from sgemm.errors import RequirementError
from sgemm.executor.observer import Observer
from sgemm.kernels.kernel import Alignment, Kernel
from sgemm.kernels.library import tiny_batched_tma
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.inputs import Operands, make_operands, results_view

KERNEL = tiny_batched_tma.KERNEL
every_tile = for_each(each_tile_in_two_layouts(KERNEL))
every_specialisation = for_each(KERNEL.specialisations())

# m, n, k: cubes, odd ones, vectors, and the largest ones, of which a stage has one.
SHAPES = (
    *((4, 4, 4), (5, 5, 5), (3, 5, 7), (7, 64, 13), (17, 17, 17), (33, 31, 32), (1, 16, 16)),
    *((10, 3, 50), (54, 55, 53), (1, 1, 1), (3, 900, 6), (70, 2, 65)),
)


def assert_right(
    machine: CpuMachine, kernel: Kernel, problem: Problem, schedule: Schedule | None = None
) -> None:
    given = make_operands(problem, "uniform_signed", problem.k)
    found = computed(machine, kernel, given, schedule)
    assert_only_c_is_written(given, found)
    assert_same_bits(results_view(found.c, problem), expected_of(given), (problem, schedule))


def expected_of(given: Operands) -> Floats:
    """Return the results of all products, one below the other, in the stated order of summation."""
    steps = range(given.problem.k)
    return np.concatenate([finished(one, chain(one.A, one.B, steps)) for one in given.products()])


@every_specialisation
@pytest.mark.sampled(2)
def test_every_bit_is_that_of_the_stated_order(checked: CpuMachine, kernel: Kernel) -> None:
    for m, n, k in SHAPES:
        batch = max(3, min(70, 20000 // (m * n * k)))
        for beta in (0.0, -0.5):
            problem = problem_of(kernel, m=m, n=n, k=k, alpha=0.7, beta=beta, batch=batch)
            assert_right(checked, kernel, problem, Schedule(blocks=2))


@every_tile
def test_runs_of_every_length_on_any_number_of_blocks(checked: CpuMachine, kernel: Kernel) -> None:
    """Rings that go round several times, blocks without a run, a last run that is short.

    Last runs are followed by one or two elements, or begin in the middle of 16 bytes, where a stage
    has elements that were copied one by one.
    """
    sizes = ((5, 5, 5, 700), (17, 15, 16, 60), (50, 51, 49, 7), (1, 1, 1, 3), (1, 2, 1, 3))
    for m, n, k, batch in (*sizes, (1, 2990, 2, 4), (2990, 1, 2, 4), (1, 4400, 1, 4)):
        problem = problem_of(kernel, m=m, n=n, k=k, batch=batch)
        for schedule in (None, Schedule(), Schedule(blocks=1), Schedule(blocks=7)):
            assert_right(checked, kernel, problem, schedule)


def test_only_barriers_keep_threads_from_going_ahead_of_others(machine: CpuMachine) -> None:
    """Without checks copies come at once: no thread waits for them, while others catch up."""
    for m, n, k, batch in ((5, 5, 5, 700), (50, 51, 49, 7)):
        assert_right(machine, KERNEL, Problem(m, n, k, batch=batch), Schedule(blocks=1))


@every_tile
@settings(max_examples=15, deadline=None)
@example((5, 5, 5), 9, True, False)
@example((1, 1, 1), 3, False, True)
@example((3, 3, 0), 4, False, False)
@given(
    shape=st.tuples(st.integers(1, 70), st.integers(1, 60), st.integers(0, 35)),
    batch=st.integers(1, 12),
    one_a=st.booleans(),
    one_b=st.booleans(),
)
def test_any_shape_and_matrices_that_all_products_share(
    checked: CpuMachine,
    kernel: Kernel,
    shape: tuple[int, int, int],
    batch: int,
    one_a: bool,
    one_b: bool,
) -> None:
    problem = problem_of(kernel, **dict(zip("mnk", shape, strict=True)), batch=batch)
    shared = {"stride_a": 0} if one_a else {}
    shared |= {"stride_b": 0} if one_b else {}
    assert_right(checked, kernel, dataclasses.replace(problem, **shared), Schedule(blocks=2))


@every_tile
def test_c_starts_anywhere_within_16_bytes(checked: CpuMachine, kernel: Kernel) -> None:
    """Also where results and stages together take all of the shared memory: 62 times 1x1x37."""
    for beta, m, n, k, batch in ((0.0, 7, 5, 6, 3), (-0.5, 7, 5, 6, 3), (0.0, 1, 1, 37, 62)):
        problem = problem_of(kernel, m=m, n=n, k=k, batch=batch, beta=beta)
        given = make_operands(problem, "uniform_signed", 3)
        for shift in range(4):
            place = (0, 0, shift)
            found = computed_anywhere(checked, kernel, given, place, schedule=Schedule(blocks=1))
            assert_same_bits(found, expected_of(given), (problem, shift))


@every_tile
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
        assert_same_bits(found, expected_of(given), (shift, shift_c))


@pytest.mark.parametrize("alpha", [0.0, np.inf])
def test_operands_that_do_not_count_are_not_read(checked: CpuMachine, alpha: float) -> None:
    """C becomes zeros, whatever A and B have: where alpha is zero, or k is."""
    problem = Problem(5, 7, 3 if alpha == 0.0 else 0, alpha=alpha, batch=9)
    given = make_operands(problem, "uniform_signed", 0)
    given.a[:], given.b[:] = np.nan, np.nan
    assert not computed(checked, KERNEL, given).c.any()


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
        KERNEL.launch(problem)


def test_results_without_elements_may_have_any_strides() -> None:
    """As sgemm.matmul has them: those of one row."""
    for problem in (Problem(0, 3, 4, batch=9, stride_c=3), Problem(0, 200, 100, ldb=201, batch=2)):
        assert KERNEL.launch(problem).grid == (0, 1, 1)


def test_operands_must_start_at_multiples_of_16_bytes() -> None:
    problem = Problem(5, 5, 5, batch=8)
    with pytest.raises(RequirementError, match="B starts at 0x104"):
        KERNEL.launch(problem, Alignment(a=0x100, b=0x104, c=0x104))
    with pytest.raises(RequirementError, match="A starts at 0x108"):
        KERNEL.launch(problem, Alignment(a=0x108, b=0x100))
    assert KERNEL.launch(problem, Alignment(c=0x104)).grid == (1, 1, 1)


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
def test_how_many_products_are_a_run(problem: Problem, longest: int) -> None:
    assert tiny_batched_tma.longest_run(problem, KERNEL.tile) == longest
    assert tiny_batched_tma.runs(problem, KERNEL.tile) == -(-1000 // longest)


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
    kernel = KERNEL.specialised(tile=tiny_batched_tma.TILES[tile])
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
