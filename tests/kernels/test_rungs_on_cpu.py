"""Every rung on the cpu machine: right everywhere, inside its memory, and to the last bit."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from sgemm.kernels.catalogue import LADDER, PTX_LADDER, find
from sgemm.kernels.kernel import Kernel
from sgemm.machines.call import multiply
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import LoadedKernel
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import make_operands
from sgemm.verify.sequential import sequential_fma
from sgemm.verify.survey import legal_variant, standard_checks, survey

every_rung = pytest.mark.parametrize("name", LADDER + PTX_LADDER)

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


def loaded_on(machine: CpuMachine, kernel: Kernel) -> LoadedKernel:
    return machine.load(build(kernel, machine.architecture, cubin=False))


@pytest.fixture(scope="module")
def checked() -> CpuMachine:
    return CpuMachine(threads=1, checked=True)


@every_rung
def test_results_are_within_the_bound_and_accesses_within_memory(
    checked: CpuMachine, name: str
) -> None:
    kernel = find(name)
    checks = list(standard_checks(kernel))
    tally = survey(checked, {kernel: loaded_on(checked, kernel)}, {kernel: checks})[kernel]
    assert tally.failures == []
    assert (tally.passed, tally.skipped) == (len(checks), 0)


@every_rung
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
        storage = np.copy(given.c)
        multiply(machine, loaded, problem, given.a, given.b, storage)
        found = dataclasses.replace(given, c=storage).C
        np.testing.assert_array_equal(found.view(np.uint32), expected.view(np.uint32), str(problem))


@every_rung
@pytest.mark.parametrize("architecture", OTHER_ARCHITECTURES)
def test_the_code_for_other_architectures_gives_the_same_bits(name: str, architecture: int) -> None:
    kernel = find(name)
    if architecture < kernel.architecture:
        return
    problem = legal_variant(kernel, SHAPES[4])
    assert problem is not None
    given = make_operands(problem, "uniform_signed", 3)
    expected = sequential_fma(problem, given, padded_k=kernel.tile.bk)
    machine = CpuMachine(threads=1, architecture=architecture)
    storage = np.copy(given.c)
    multiply(machine, loaded_on(machine, kernel), problem, given.a, given.b, storage)
    found = dataclasses.replace(given, c=storage).C
    np.testing.assert_array_equal(found.view(np.uint32), expected.view(np.uint32))
