"""Kernels that use what Hopper has, on the cpu machine, against what they must compute."""

from __future__ import annotations

import numpy as np
import pytest

import hopper_cases
from hopper_cases import BOXES, RUN_BYTES
from sgemm.machines.cpu import CpuMachine


@pytest.fixture(params=["fast", "checked"])
def machine(request: pytest.FixtureRequest) -> CpuMachine:
    return CpuMachine(threads=2, checked=request.param == "checked")


@pytest.mark.parametrize(
    ("m", "n", "k", "blocks"),
    [(128, 256, 16, 1), (130, 260, 50, 3), (300, 520, 33, 2), (1, 1, 1, 1), (64, 64, 200, 4)],
)
def test_a_ring_of_bulk_copies(machine: CpuMachine, m: int, n: int, k: int, blocks: int) -> None:
    found, right = hopper_cases.ring_product(machine, m, n, k, blocks)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_boxes(machine: CpuMachine, box: tuple) -> None:  # type: ignore[type-arg]
    found, right = hopper_cases.copied_box(machine, hopper_cases.box_tensor(), *box)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("nbytes", RUN_BYTES)
def test_runs_of_bytes(machine: CpuMachine, nbytes: int) -> None:
    found, right = hopper_cases.copied_run(machine, nbytes)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("name", ["add_copies_noinc", "add_copies_inc"])
@pytest.mark.parametrize("steps", [1, 3, 10])
def test_copies_of_threads_arrive_at_mbarriers(machine: CpuMachine, name: str, steps: int) -> None:
    found, right = hopper_cases.added_copies(machine, name, steps)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize(("tiles", "splits"), [(1, 1), (7, 9), (40, 3)])
def test_the_last_block_adds_the_parts(machine: CpuMachine, tiles: int, splits: int) -> None:
    found, right, counters = hopper_cases.added_parts(machine, tiles, splits)
    np.testing.assert_array_equal(found, right)
    assert not counters.any()


@pytest.mark.parametrize("steps", [1, 2, 9])
def test_barriers_hand_over(machine: CpuMachine, steps: int) -> None:
    found, right = hopper_cases.handed_over(machine, steps)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("threads", [32, 128])
def test_lanes_exchange(machine: CpuMachine, threads: int) -> None:
    found, right = hopper_cases.exchanged(machine, threads)
    np.testing.assert_array_equal(found, right)


def test_half_warps_exchange(machine: CpuMachine) -> None:
    found, right = hopper_cases.exchanged_by_halves(machine)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("blocks", [1, 60])
def test_blocks_count_together(machine: CpuMachine, blocks: int) -> None:
    found, right = hopper_cases.counted(machine, blocks)
    np.testing.assert_array_equal(found, right)
