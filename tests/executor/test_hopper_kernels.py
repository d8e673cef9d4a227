"""Kernels that use what Hopper has, on the cpu machine, against what they must compute."""

import numpy as np
import pytest

import hopper_cases
from sgemm.machines.cpu import CpuMachine

CASES = [
    *((hopper_cases.copied_box, (hopper_cases.box_tensor(), *box)) for box in hopper_cases.BOXES),
    *((hopper_cases.copied_run, (nbytes,)) for nbytes in hopper_cases.RUN_BYTES),
    *((hopper_cases.added_copies, ("add_copies_noinc", steps)) for steps in (1, 3, 10)),
    *((hopper_cases.added_copies, ("add_copies_inc", steps)) for steps in (1, 3, 10)),
    *((hopper_cases.handed_over, (steps,)) for steps in (1, 2, 9)),
    *((hopper_cases.ring_of_a_cluster, given) for given in ((2, 3, 5), (4, 1, 2), (8, 2, 1))),
    *((hopper_cases.exchanged, (threads,)) for threads in (32, 128)),
    (hopper_cases.exchanged_by_halves, ()),
    *((hopper_cases.counted, (blocks,)) for blocks in (1, 60)),
]


@pytest.fixture(params=["fast", "checked"])
def machine(request: pytest.FixtureRequest) -> CpuMachine:
    return CpuMachine(threads=2, checked=request.param == "checked")


@pytest.mark.parametrize(("run", "given"), CASES)
def test_kernels_compute_what_they_must(machine: CpuMachine, run, given) -> None:  # type: ignore[no-untyped-def]
    found, right = run(machine, *given)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize(("tiles", "splits"), [(1, 1), (7, 9), (40, 3)])
def test_the_last_block_adds_the_parts(machine: CpuMachine, tiles: int, splits: int) -> None:
    found, right, counters = hopper_cases.added_parts(machine, tiles, splits)
    np.testing.assert_array_equal(found, right)
    assert not counters.any()
