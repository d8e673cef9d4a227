"""Checked mode, which is compiled without optimising, gives the bits of optimised code.

Rungs with one sum for each element are held to the plain loop in both modes, in
test_rungs_bit_exact.py. These add several slices of k, or short chains, and an optimising
compiler that may reorder additions does so here.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import any_layout, warp_sliced_k
from sgemm.machines.call import multiply
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import LoadedKernel
from sgemm.toolchain.compiler import build
from sgemm.verify.awkward import as_stored, batched_problems, with_scalars_and_padding
from sgemm.verify.inputs import Operands, make_operands

SHAPES = (
    (0, 5, 3),
    (5, 3, 0),
    (1, 1, 1),
    (1, 67, 129),
    (33, 1, 100),
    (7, 11, 13),
    (31, 37, 41),
    (36, 40, 300),
)
INPUT_CLASSES = ("uniform_signed", "wide_4", "subnormal", "near_overflow")
"""None of those that make NaNs, whose bits are open."""

KERNELS = (
    warp_sliced_k.KERNEL.specialised("nn"),
    any_layout.KERNEL.specialised("tn", any_layout.TILES[-1]),
)


def bits_on(machine: CpuMachine, loaded: LoadedKernel, given: Operands) -> NDArray[np.uint32]:
    """Return all of C's storage, what lies between its rows included."""
    storage = np.copy(given.c)
    multiply(machine, loaded, given.problem, given.a, given.b, storage)
    return storage.view(np.uint32)


@pytest.mark.parametrize("kernel", KERNELS, ids=[kernel.name for kernel in KERNELS])
def test_checked_mode_gives_the_bits_of_optimised_code(kernel: Kernel) -> None:
    checked, optimised = CpuMachine(threads=1, checked=True), CpuMachine(threads=1)
    made = build(kernel, checked.architecture, cubin=False)
    with_checks, without = checked.load(made), optimised.load(made)
    alone = [as_stored(each, kernel.layout) for each in with_scalars_and_padding(SHAPES * 2)]
    for number, problem in enumerate([*alone, *batched_problems(kernel.layout)]):
        given = make_operands(problem, INPUT_CLASSES[number % len(INPUT_CLASSES)], number)
        expected = bits_on(optimised, without, given)
        found = bits_on(checked, with_checks, given)
        np.testing.assert_array_equal(found, expected, f"{problem}")
