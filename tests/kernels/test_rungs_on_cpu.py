"""Every rung on the cpu machine: right everywhere, and inside its memory."""

import itertools
import random

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import assert_same_bits, computed, for_each, loaded_on

from sgemm.kernels.catalogue import LIBRARY, NAMES, TENSOR_CORES, find
from sgemm.kernels.kernel import Kernel
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.awkward import as_stored
from sgemm.verify.inputs import Operands, make_operands, results_view
from sgemm.verify.survey import Check, legal_variant, standard_checks, survey

every_rung = pytest.mark.parametrize("name", NAMES)
SUMMED_IN_PARTS = [name for name in NAMES if find(name).parameters.has_batches]
"""Rungs that share k among threads or blocks. tests/executor/test_rungs_bit_exact.py knows every
bit of the others, for all architectures."""

LAST = [find(name).specialisations()[-1] for name in LIBRARY]
"""Those on tensor cores have more of their specialisations in tests of their own."""

ELSEWHERE = [
    (kernel, architecture)
    for kernel in map(find, SUMMED_IN_PARTS)
    for architecture in (75, 80, 120)
    if kernel.runs_on(architecture)
]
"""What they are built for beside the architecture of the cpu machine."""

FOR_SMALL_PRODUCTS = ("tiny_batched_tma",)
"""They refuse larger ones, which are most of what other kernels are checked with."""


@pytest.mark.parametrize(("name", "quarter"), list(itertools.product(NAMES, range(4))))
@pytest.mark.sampled(4)
def test_results_are_within_the_bound_and_accesses_within_memory(
    checked: CpuMachine, name: str, quarter: int
) -> None:
    checks = list(standard_checks(find(name)))
    random.Random(name).shuffle(checks)  # so that each quarter has some of every kind
    assert_right(checked, find(name), checks[quarter::4])


@for_each(LAST)
@pytest.mark.sampled(3)
def test_the_last_specialisation_is_right(checked: CpuMachine, kernel: Kernel) -> None:
    assert_right(checked, kernel, quick_checks(kernel))


@for_each(
    each
    for name in SUMMED_IN_PARTS
    for each in find(name).specialisations()[1:]
    if each not in LAST
)
@pytest.mark.sampled(80)
def test_every_specialisation_is_right(checked: CpuMachine, kernel: Kernel) -> None:
    """The default one has the whole set above."""
    assert_right(checked, kernel, quick_checks(kernel))


def quick_checks(kernel: Kernel) -> list[Check]:
    """The longest sum takes as long as all the rest, and the default specialisation has it."""
    return [each for each in standard_checks(kernel, quick=True) if each.problem.k < 5000]


def assert_right(machine: CpuMachine, kernel: Kernel, checks: list[Check]) -> None:
    tally = survey(machine, {kernel: loaded_on(machine, kernel)}, {kernel: checks})[kernel]
    assert tally.failures == []
    if kernel.name in FOR_SMALL_PRODUCTS:
        assert tally.passed > len(checks) / 3 and "is more than" in tally.objection
        return
    assert (tally.passed, tally.skipped) == (len(checks), 0)


@every_rung
@pytest.mark.parametrize(("k", "alpha"), [(0, 1.0), (30, 0.0), (0, float("inf"))])
def test_operands_that_do_not_count_are_not_read(
    checked: CpuMachine, name: str, k: int, alpha: float
) -> None:
    kernel = find(name)
    asked = as_stored(Problem(37, 42, k, alpha=alpha, beta=3.0), kernel.layout)
    problem = legal_variant(kernel, asked)
    given = make_operands(problem, "uniform_signed", 1)
    found = computed(checked, kernel, given).C
    np.testing.assert_array_equal(found, np.float32(3.0) * given.C)


@pytest.mark.parametrize(
    ("kernel", "architecture"), ELSEWHERE, ids=lambda value: getattr(value, "name", value)
)
@pytest.mark.sampled(3)
def test_the_code_for_other_architectures_gives_the_same_bits(
    checked: CpuMachine, kernel: Kernel, architecture: int
) -> None:
    problem = Problem(127, 130, 131, alpha=-0.3, beta=0.5, lda=140, ldb=136, ldc=143)
    if kernel.name in FOR_SMALL_PRODUCTS:
        problem = Problem(27, 30, 31, alpha=-0.3, beta=0.5, batch=9)
    given = make_operands(problem, "uniform_signed", 3)
    machine = CpuMachine(threads=1, checked=True, architecture=architecture)
    assert_same_bits(result_on(machine, kernel, given), result_on(checked, kernel, given))


@pytest.mark.parametrize("name", SUMMED_IN_PARTS)
@pytest.mark.sampled(3)
def test_the_same_call_gives_the_same_bits_whoever_comes_last(name: str) -> None:
    kernel = find(name)
    asked = as_stored(Problem(70, 75, 900, beta=0.5, batch=2), kernel.layout)
    problem = legal_variant(kernel, asked)
    given = make_operands(problem, "normal", 3)
    checked = name in TENSOR_CORES  # what is compiled already: without checks it takes long
    one, *others = (CpuMachine(threads=threads, checked=checked) for threads in (1, 2, 3))
    first = result_on(one, kernel, given)
    for machine in others:
        assert_same_bits(result_on(machine, kernel, given), first)


def result_on(machine: CpuMachine, kernel: Kernel, given: Operands) -> NDArray[np.float32]:
    found = computed(machine, kernel, given)
    return results_view(found.c, given.problem)
