"""The rungs of persistent blocks: which block computes what, and in which order sums are taken."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import operator

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import (
    assert_only_c_is_written,
    assert_same_bits,
    computed,
    finished,
    loaded_on,
    repeated,
)

from sequential_loop import fused_multiply_add, sequential_fma
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.verify.check import prepare, verify_case
from sgemm.verify.inputs import make_operands

STREAM_K = ("stream_k", "chunked_sums", "patched_mainloop")
CHUNKS = {"stream_k": None, "chunked_sums": 512, "patched_mainloop": 512}
"""Steps of k in one chain of additions; None: as many as there are."""

BK = 16
TWO_BY_TWO = Problem(129, 260, 40, alpha=-1.5, beta=0.75, lda=44, ldb=264, ldc=263)
"""Four tiles, three of them of a few rows or columns."""


def shares(total: int, blocks: int) -> list[range]:
    """Return the iterations of each block's share."""
    starts = [total * block // blocks for block in range(blocks + 1)]
    return [range(*pair) for pair in itertools.pairwise(starts)]


def parts_of(tile: int, iterations: int, schedule: Schedule) -> list[range]:
    """Return the steps of k of each part of a tile, in ascending order."""
    if tile >= schedule.stream_k_tiles:
        return [range(iterations * BK)]
    begin, end = tile * iterations, (tile + 1) * iterations
    cut = (
        range(max(share.start, begin) - begin, min(share.stop, end) - begin)
        for share in shares(schedule.stream_k_tiles * iterations, schedule.blocks)
    )
    return [range(part.start * BK, part.stop * BK) for part in cut if part]


def chain(a: NDArray[np.float32], b: NDArray[np.float32], steps: range) -> NDArray[np.float32]:
    """Return a*b over some steps in one chain of fused multiply-adds; there is nothing beyond k."""
    sums = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for step in steps[: max(0, a.shape[1] - steps.start)]:
        sums = fused_multiply_add(a[:, step, None], b[step], sums)
    return sums


def product(
    kernel: Kernel, a: NDArray[np.float32], b: NDArray[np.float32], schedule: Schedule
) -> NDArray[np.float32]:
    """Return a*b in the order that the rungs state."""
    chunk = CHUNKS[kernel.name]
    bm, bn = kernel.tile.bm, kernel.tile.bn
    result = np.empty((a.shape[0], b.shape[1]), np.float32)
    across = -(-b.shape[1] // bn)
    for tile in range(-(-a.shape[0] // bm) * across):
        rows = slice(tile // across * bm, (tile // across + 1) * bm)
        columns = slice(tile % across * bn, (tile % across + 1) * bn)
        total = [
            functools.reduce(
                operator.add,
                [
                    chain(a[rows], b[:, columns], part[first : first + (chunk or len(part))])
                    for first in range(0, len(part), chunk or len(part))
                ],
            )
            for part in parts_of(tile, -(-a.shape[1] // BK), schedule)
        ]
        result[rows, columns] = functools.reduce(operator.add, total)
    return result


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_persistent_blocks_compute_all_tiles(blocks: int, descending: bool) -> None:
    machine = CpuMachine(threads=2, descending=descending)
    given = make_operands(TWO_BY_TWO, "normal", 1)
    found = computed(machine, loaded_on(machine, find("persistent")), given, Schedule(blocks))
    expected = sequential_fma(TWO_BY_TWO, given, padded_k=BK)
    assert_same_bits(found.C, expected)
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
    found = computed(machine, loaded_on(machine, kernel), given, schedule)
    expected = finished(given, product(kernel, given.A, given.B, schedule))
    assert_same_bits(found.C, expected)
    assert_only_c_is_written(given, found)


@pytest.mark.parametrize("k", [512, 513, 1100])
@pytest.mark.parametrize(
    "schedule", [Schedule(blocks=1), Schedule(blocks=2, stream_k_tiles=1)], ids=str
)
@pytest.mark.parametrize("name", STREAM_K)
def test_chunks_are_added_in_ascending_order(name: str, schedule: Schedule, k: int) -> None:
    machine, kernel = CpuMachine(threads=2), find(name)
    given = make_operands(Problem(9, 40, k, lda=-(-k // 4) * 4), "uniform", 3)
    found = computed(machine, loaded_on(machine, kernel), given, schedule)
    expected = finished(given, product(kernel, given.A, given.B, schedule))
    assert_same_bits(found.C, expected)


def test_chunks_make_errors_smaller() -> None:
    """By twice at least for two thousand steps of one sign; the docstring has more numbers."""
    machine = CpuMachine(threads=2)
    case = prepare(Problem(64, 64, 2048), "uniform", 0)
    one, two = (
        verify_case(machine, loaded_on(machine, find(name)), case, Schedule(blocks=1)).error.rms
        for name in ("stream_k", "chunked_sums")
    )
    assert 2 * two < one


@pytest.mark.parametrize("name", STREAM_K)
def test_the_workspace_may_hold_anything_and_counters_are_zero_again(name: str) -> None:
    kernel, schedule = find(name), Schedule(blocks=3, stream_k_tiles=4)
    given = make_operands(dataclasses.replace(TWO_BY_TWO, beta=0.0), "normal", 4)
    workspace = Workspace(floats=2 * 3 * 128 * 256, counters=4)
    assert kernel.workspace(given.problem, schedule) == workspace
    expected = finished(given, product(kernel, given.A, given.B, schedule))
    for found in repeated(CpuMachine(threads=2), kernel, given, schedule, 2):
        assert_same_bits(found.C, expected)


def test_a_share_has_at_least_one_iteration() -> None:
    kernel = find("stream_k")
    with pytest.raises(ArgumentError, match=r"blocks = 4: .*1 to 3 blocks"):
        kernel.launch(Problem(8, 8, 48), schedule=Schedule(blocks=4, stream_k_tiles=1))
