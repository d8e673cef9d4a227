"""The kernels of tests/executor/test_hopper_kernels.py on a GPU: what the executor is held to."""

import numpy as np
import pytest

import hopper_cases
from hopper_cases import BOXES, RUN_BYTES
from sgemm.machines.cuda import CudaMachine

CASES: list[tuple[str, object]] = [
    *(("copied_box", (hopper_cases.box_tensor(), *box)) for box in BOXES),
    *(("copied_run", (nbytes,)) for nbytes in RUN_BYTES),
    *(
        ("added_copies", (name, steps))
        for name in ("add_copies_noinc", "add_copies_inc")
        for steps in (1, 3, 100)
    ),
    *(("handed_over", (steps,)) for steps in (1, 2, 9)),
    *(("exchanged", (threads,)) for threads in (32, 128, 1024)),
    ("exchanged_by_halves", ()),
    *(("counted", (blocks,)) for blocks in (1, 600)),
    *(("ring_of_a_cluster", given) for given in ((2, 300, 50), (4, 60, 20), (8, 40, 9))),
]


@pytest.mark.parametrize(("case", "arguments"), CASES)
def test_results_are_right(hopper: CudaMachine, case: str, arguments: tuple[object, ...]) -> None:
    found, right = getattr(hopper_cases, case)(hopper, *arguments)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize(("tiles", "splits"), [(1, 1), (7, 9), (500, 13)])
def test_the_last_block_adds_the_parts(hopper: CudaMachine, tiles: int, splits: int) -> None:
    found, right, counters = hopper_cases.added_parts(hopper, tiles, splits)
    np.testing.assert_array_equal(found, right)
    assert not counters.any()
