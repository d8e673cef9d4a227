"""The kernels of tests/executor/test_hopper_kernels.py on a GPU: what the executor is held to."""

from __future__ import annotations

import numpy as np
import pytest

import hopper_cases
from hopper_cases import BOXES, RUN_BYTES
from sgemm.machines.cuda import CudaMachine


@pytest.fixture(scope="module")
def hopper(gpu: CudaMachine) -> CudaMachine:
    if gpu.architecture != 90:
        pytest.skip(f"no GPU of compute capability 9.0, but sm_{gpu.architecture}")
    return gpu


@pytest.mark.parametrize(
    ("m", "n", "k", "blocks"),
    [(128, 256, 16, 1), (130, 260, 50, 3), (300, 520, 33, 2), (1, 1, 1, 1), (1000, 999, 777, 132)],
)
def test_a_ring_of_bulk_copies(hopper: CudaMachine, m: int, n: int, k: int, blocks: int) -> None:
    found, right = hopper_cases.ring_product(hopper, m, n, k, blocks)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_boxes(hopper: CudaMachine, box: tuple) -> None:  # type: ignore[type-arg]
    found, right = hopper_cases.copied_box(hopper, hopper_cases.box_tensor(), *box)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("nbytes", RUN_BYTES)
def test_runs_of_bytes(hopper: CudaMachine, nbytes: int) -> None:
    found, right = hopper_cases.copied_run(hopper, nbytes)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("name", ["add_copies_noinc", "add_copies_inc"])
@pytest.mark.parametrize("steps", [1, 3, 100])
def test_copies_of_threads_arrive_at_mbarriers(hopper: CudaMachine, name: str, steps: int) -> None:
    found, right = hopper_cases.added_copies(hopper, name, steps)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize(("tiles", "splits"), [(1, 1), (7, 9), (500, 13)])
def test_the_last_block_adds_the_parts(hopper: CudaMachine, tiles: int, splits: int) -> None:
    found, right, counters = hopper_cases.added_parts(hopper, tiles, splits)
    np.testing.assert_array_equal(found, right)
    assert not counters.any()


@pytest.mark.parametrize("steps", [1, 2, 9])
def test_barriers_hand_over(hopper: CudaMachine, steps: int) -> None:
    found, right = hopper_cases.handed_over(hopper, steps)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("threads", [32, 128, 1024])
def test_lanes_exchange(hopper: CudaMachine, threads: int) -> None:
    found, right = hopper_cases.exchanged(hopper, threads)
    np.testing.assert_array_equal(found, right)


def test_half_warps_exchange(hopper: CudaMachine) -> None:
    found, right = hopper_cases.exchanged_by_halves(hopper)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("blocks", [1, 600])
def test_blocks_count_together(hopper: CudaMachine, blocks: int) -> None:
    found, right = hopper_cases.counted(hopper, blocks)
    np.testing.assert_array_equal(found, right)
