"""The rungs of persistent blocks: which block computes what, and in which order sums are taken."""

import dataclasses

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import (
    assert_computed,
    assert_only_c_is_written,
    assert_same_bits,
    repeated,
)
from summation import finished, in_chunks, of_shared_tiles

from sequential_loop import sequential_fma
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.inputs import Operands, make_operands

STREAM_K = ("stream_k", "chunked_sums", "patched_mainloop")
CHUNKS = {"stream_k": None, "chunked_sums": 512, "patched_mainloop": 512}
"""Steps of k in one chain of additions; None: as many as there are."""

BK = 16
TWO_BY_TWO = Problem(129, 260, 40, alpha=-1.5, beta=0.75, lda=44, ldb=264, ldc=263)
"""Four tiles, three of them of a few rows or columns."""


def in_stated_order(kernel: Kernel, given: Operands, schedule: Schedule) -> NDArray[np.float32]:
    def sum_of(a: NDArray[np.float32], b: NDArray[np.float32], steps: range) -> NDArray[np.float32]:
        return in_chunks(a, b, steps, CHUNKS[kernel.name])

    return finished(given, of_shared_tiles(kernel.tile, given.A, given.B, schedule, sum_of))


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_persistent_blocks_compute_all_tiles(blocks: int, descending: bool) -> None:
    machine = CpuMachine(threads=2, descending=descending)
    given = make_operands(TWO_BY_TWO, "normal", 1)
    expected = sequential_fma(TWO_BY_TWO, given, padded_k=BK)
    found = assert_computed(machine, find("persistent"), given, expected, Schedule(blocks))
    assert_only_c_is_written(given, found)


def test_persistent_has_a_block_for_each_multiprocessor_and_no_more_than_tiles() -> None:
    kernel = find("persistent")
    for size, blocks in ((4096, 132), (1024, 32), (1, 1), (0, 0)):
        problem = Problem(size, size, 8, lda=8, ldb=max(4, size), ldc=max(1, size))
        assert kernel.schedule(problem, 132).blocks == blocks


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize(
    "schedule",
    [
        Schedule(blocks=1),
        Schedule(blocks=1, stream_k_tiles=4),  # one share, of whole tiles
        Schedule(blocks=3, stream_k_tiles=4),  # shares that begin and end inside tiles
        Schedule(blocks=3, stream_k_tiles=1),  # one tile of three parts, then whole tiles
        Schedule(blocks=2, stream_k_tiles=3),
    ],
    ids=str,
)
@pytest.mark.parametrize("name", STREAM_K)
@pytest.mark.sampled(5)
def test_parts_are_added_in_ascending_order(
    name: str, schedule: Schedule, descending: bool
) -> None:
    machine, kernel = CpuMachine(threads=2, descending=descending), find(name)
    given = make_operands(TWO_BY_TWO, "normal", 2)
    expected = in_stated_order(kernel, given, schedule)
    found = assert_computed(machine, kernel, given, expected, schedule)
    assert_only_c_is_written(given, found)


@pytest.mark.parametrize("k", [512, 513, 1100])
@pytest.mark.parametrize(
    "schedule", [Schedule(blocks=1), Schedule(blocks=2, stream_k_tiles=1)], ids=str
)
@pytest.mark.parametrize("name", STREAM_K)
def test_chunks_are_added_in_ascending_order(name: str, schedule: Schedule, k: int) -> None:
    machine, kernel = CpuMachine(threads=2), find(name)
    given = make_operands(Problem(9, 40, k, lda=-(-k // 4) * 4), "uniform", 3)
    assert_computed(machine, kernel, given, in_stated_order(kernel, given, schedule), schedule)


@pytest.mark.parametrize("name", STREAM_K)
def test_the_workspace_may_hold_anything_and_counters_are_zero_again(name: str) -> None:
    kernel, schedule = find(name), Schedule(blocks=3, stream_k_tiles=4)
    given = make_operands(dataclasses.replace(TWO_BY_TWO, beta=0.0), "normal", 4)
    workspace = Workspace(floats=2 * 3 * 128 * 256, counters=4)
    assert kernel.workspace(given.problem, schedule) == workspace
    expected = in_stated_order(kernel, given, schedule)
    for found in repeated(CpuMachine(threads=2), kernel, given, schedule, 2):
        assert_same_bits(found.C, expected)
