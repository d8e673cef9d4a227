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
from summation import chain, finished

from sgemm.errors import RequirementError
from sgemm.kernels.kernel import Alignment, Kernel
from sgemm.kernels.library import tiny_batched_tma
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.inputs import make_operands, results_view

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
    results = results_view(found.c, problem).reshape(problem.batch, problem.m, problem.n)
    expected = [finished(one, chain(one.A, one.B, range(problem.k))) for one in given.products()]
    assert_same_bits(results, np.stack(expected), (problem, schedule))


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
    given = make_operands(problem_of(kernel, m=7, n=5, k=6), "uniform_signed", 3)
    (one,) = given.products()
    expected = finished(one, chain(one.A, one.B, range(6)))
    for shift in range(4):
        found = computed_anywhere(checked, kernel, given, (0, 0, shift))
        assert_same_bits(found, expected, shift)


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
    assert KERNEL.launch(problem, Alignment(c=0x104)).grid == (1, 1, 1)


@pytest.mark.parametrize(
    ("problem", "longest"),
    [
        (Problem(5, 3, 5, batch=1000), 128),  # a thread for each
        (Problem(33, 33, 33, batch=1000), 2),  # 45 threads for each
        (Problem(2, 2, 62, batch=1000), 36),  # as many as fit shared memory twice
        (Problem(54, 54, 54, batch=1000), 1),  # of which one fits, once
    ],
)
def test_how_many_products_are_a_run(problem: Problem, longest: int) -> None:
    assert tiny_batched_tma.longest_run(problem, KERNEL.tile) == longest
    assert tiny_batched_tma.runs(problem, KERNEL.tile) == -(-1000 // longest)
