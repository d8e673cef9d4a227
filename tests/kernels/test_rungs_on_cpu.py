"""Every rung on the cpu machine: right everywhere, inside its memory, and to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import assert_same_bits, computed, loaded_on

from sequential_loop import sequential_fma
from sgemm.cli.specialisations import title
from sgemm.kernels.catalogue import NAMES, find
from sgemm.kernels.kernel import Kernel, Parameters
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.inputs import Operands, make_operands, results_view
from sgemm.verify.survey import legal_variant, standard_checks, survey

every_rung = pytest.mark.parametrize("name", NAMES)
IN_ONE_SUM = [name for name in NAMES if find(name).parameters is Parameters.BASIC]
"""Rungs that add up each element over ascending k; the others share k among threads or blocks."""

SUMMED_IN_PARTS = [name for name in NAMES if name not in IN_ONE_SUM]

OTHER_ARCHITECTURES = (75, 80, 120)
"""Beside that of the cpu machine, for which the other tests build."""

SHAPES = [
    Problem(1, 1, 1),
    Problem(129, 257, 65, alpha=-1.5),
    Problem(1, 300, 5, alpha=2.0, beta=1.0),
    Problem(300, 1, 40),
    Problem(127, 130, 131, alpha=-0.3, beta=0.5, lda=140, ldb=136, ldc=143),
    Problem(128, 256, 64, beta=-1.0),
    Problem(130, 140, 0, beta=2.0),
    Problem(130, 140, 70, alpha=0.0, beta=3.0),
]
"""Sizes that fill every tile and that fill none, with rows in one piece and with gaps."""


@every_rung
def test_results_are_within_the_bound_and_accesses_within_memory(
    checked: CpuMachine, name: str
) -> None:
    kernel = find(name)
    checks = list(standard_checks(kernel))
    tally = survey(checked, {kernel: loaded_on(checked, kernel)}, {kernel: checks})[kernel]
    assert tally.failures == []
    assert (tally.passed, tally.skipped) == (len(checks), 0)


@pytest.mark.parametrize("name", IN_ONE_SUM)
@pytest.mark.parametrize("input_class", ["uniform_signed", "subnormal", "bad_mantissa"])
def test_every_bit_is_that_of_the_plain_loop(name: str, input_class: str) -> None:
    """One sum an element, over ascending k, fused, whatever the tile: as a GPU gives it."""
    kernel = find(name)
    machine = CpuMachine(threads=2)
    loaded = loaded_on(machine, kernel)
    for seed, shape in enumerate(SHAPES):
        problem = legal_variant(kernel, shape)
        assert problem is not None
        given = make_operands(problem, input_class, seed)
        expected = sequential_fma(problem, given, padded_k=kernel.tile.bk)
        found = computed(machine, loaded, given).C
        assert_same_bits(found, expected, problem)


@every_rung
@pytest.mark.parametrize(("k", "alpha"), [(0, 1.0), (30, 0.0), (0, float("inf"))])
def test_operands_that_do_not_count_are_not_read(
    checked: CpuMachine, name: str, k: int, alpha: float
) -> None:
    kernel = find(name)
    problem = legal_variant(kernel, Problem(37, 42, k, alpha=alpha, beta=3.0))
    assert problem is not None
    given = make_operands(problem, "uniform_signed", 1)
    found = computed(checked, loaded_on(checked, kernel), given).C
    np.testing.assert_array_equal(found, np.float32(3.0) * given.C)


@every_rung
@pytest.mark.parametrize("architecture", OTHER_ARCHITECTURES)
@pytest.mark.sampled(4)
def test_the_code_for_other_architectures_gives_the_same_bits(name: str, architecture: int) -> None:
    kernel = find(name)
    if not kernel.runs_on(architecture):
        return
    problem = legal_variant(kernel, SHAPES[4])
    assert problem is not None
    given = make_operands(problem, "uniform_signed", 3)
    found = result_on(CpuMachine(threads=1, architecture=architecture), kernel, given)
    if name in IN_ONE_SUM:
        expected = sequential_fma(problem, given, padded_k=kernel.tile.bk)
    else:
        expected = result_on(CpuMachine(threads=1), kernel, given)
    assert_same_bits(found, expected)


@pytest.mark.parametrize("name", SUMMED_IN_PARTS)
@pytest.mark.sampled(3)
def test_the_same_call_gives_the_same_bits_whoever_comes_last(name: str) -> None:
    kernel = find(name)
    problem = legal_variant(kernel, Problem(70, 75, 900, beta=0.5, batch=2))
    assert problem is not None
    given = make_operands(problem, "normal", 3)
    first = result_on(CpuMachine(threads=1), kernel, given)
    for threads in (2, 3):
        again = result_on(CpuMachine(threads=threads), kernel, given)
        assert_same_bits(again, first)


def result_on(machine: CpuMachine, kernel: Kernel, given: Operands) -> NDArray[np.float32]:
    found = computed(machine, loaded_on(machine, kernel), given)
    return results_view(found.c, given.problem)


@pytest.mark.parametrize(
    "kernel",
    [each for name in SUMMED_IN_PARTS for each in find(name).specialisations()[1:]],
    ids=title,
)
@pytest.mark.sampled(15)
def test_every_specialisation_is_right(checked: CpuMachine, kernel: Kernel) -> None:
    """The default one has the whole set above."""
    checks = list(standard_checks(kernel, quick=True))
    tally = survey(checked, {kernel: loaded_on(checked, kernel)}, {kernel: checks})[kernel]
    assert tally.failures == []
    assert (tally.passed, tally.skipped) == (len(checks), 0)
