"""What leaves no trace in a result: prefetches, sleeps and bank conflicts.

So here the instruction that is looked at is another one, which counts.
"""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import aligned, for_each, loaded_on, problem_of, with_instruction

from machine_memory import in_memory, read_back
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import bound_call, multiply
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem

COUNT = 'asm volatile("red.global.add.u32 [%0], 1;" ::"l"({}));'
PREFETCH = 'asm volatile("prefetch.global.L2 [%0];" ::"l"(address));'
CACHE_LINE = 32

BY_TMA = [
    find(name).specialised(layout, tile)
    for name, layout in (("stream_k_tma", "tn"), ("stream_k_tma_k_major", "nn"))
    for tile in find(name).tiles
]
BY_CP_ASYNC = [
    find(name).specialised(layout)
    for name, layout in (
        *(("stream_k_tma", "nn"), ("stream_k_tma_k_major", "nt")),
        *(("stream_k_tma", "tt"), ("stream_k_cp_async", "nn")),
    )
]


def left_in_operands(
    machine: CpuMachine, kernel: Kernel, problem: Problem, schedule: Schedule | None = None
) -> tuple[list[NDArray[np.int32]], list[int]]:
    """Launch a kernel on zeros; return what it leaves in A, B and C, and where they lay."""
    zeros = [np.zeros(size, np.int32) for size in problem.elements]
    with in_memory(machine, *zeros) as buffers:
        addresses = [buffer.address for buffer in buffers]
        with bound_call(machine, kernel, problem, *addresses, schedule) as call:
            machine.launch(loaded_on(machine, kernel), *call)
        found = [read_back(machine, *both) for both in zip(buffers, zeros, strict=True)]
    return found, addresses


def assert_prefetched(
    kernel: Kernel,
    folder: Path,
    problem: Problem,
    schedule: Schedule,
    begins: Sequence[tuple[int, int, int]],
) -> None:
    """Check how often the beginning of each cache line is prefetched: once for a first stage.

    Each block's work begins in a row and a column of C, and at a step of k.
    """
    # One block after the other: counts are kept in the operands, which other blocks copy.
    machine, tile = CpuMachine(threads=1, checked=True), kernel.tile
    changed = with_instruction(kernel, folder, PREFETCH, COUNT.format("address"))
    of_a = np.zeros((problem.a_rows, problem.lda), np.int32)
    of_b = np.zeros((problem.b_rows, problem.ldb), np.int32)
    for row, column, step in begins:
        steps = slice(step, min(step + tile.bk, problem.k))
        rows = slice(row, min(row + tile.bm, problem.m))
        columns = slice(column, min(column + tile.bn, problem.n))
        of_a[(steps, rows) if problem.trans_a else (rows, steps)][:, ::CACHE_LINE] += 1
        of_b[(columns, steps) if problem.trans_b else (steps, columns)][:, ::CACHE_LINE] += 1
    counts, _ = left_in_operands(machine, changed, problem, schedule)
    for found, expected in zip(counts, (of_a, of_b), strict=False):
        # The last row ends with its last element, not with its padding.
        np.testing.assert_array_equal(found, expected.reshape(-1)[: found.size])


@for_each(BY_TMA)
@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.sampled(5)
def test_each_cache_line_of_the_first_stage_is_prefetched_once(kernel, is_large, tmp_path):
    tile = kernel.tile
    m, n, k = (tile.bm, tile.bn + 37, tile.bk + 40) if is_large else (19, 41, 9)
    problem = aligned(kernel, m, n, k, pad=4)
    assert_prefetched(kernel, tmp_path, problem, Schedule(blocks=1), [(0, 0, 0)])


def test_each_block_prefetches_where_its_own_work_begins(tmp_path):
    kernel = find("stream_k_tma_k_major").specialised("nn", find("stream_k_tma_k_major").tiles[1])
    tile = kernel.tile
    problem = aligned(kernel, tile.bm + 1, tile.bn, 4 * tile.bk)
    # Two tiles of four blocks of k, shared by three: the second begins with the third of them.
    begins = ((0, 0, 0), (0, 0, 2 * tile.bk), (tile.bm, 0, tile.bk))
    assert_prefetched(kernel, tmp_path, problem, Schedule(blocks=3, stream_k_tiles=2), begins)


@pytest.mark.parametrize(
    ("kernel", "alpha", "k"),
    [*((kernel, 1.0, 40) for kernel in BY_CP_ASYNC), (BY_TMA[0], 0.0, 70), (BY_TMA[0], 1.0, 0)],
    ids=lambda value: value.name + value.layout if isinstance(value, Kernel) else str(value),
)
def test_nothing_is_prefetched_by_cp_async_nor_where_nothing_is_read(kernel, alpha, k, tmp_path):
    problem = dataclasses.replace(aligned(kernel, 40, 40, k), alpha=alpha)
    assert_prefetched(kernel, tmp_path, problem, Schedule(blocks=1), [])


READERS_OF_C = [
    find(name).specialised("nn", tile)
    for name, tiles in (("any_layout", 4), ("split_k", 2), ("skinny", 1), ("stream_k_cp_async", 2))
    for tile in find(name).tiles[:tiles]
]


@for_each(READERS_OF_C)
@pytest.mark.sampled(3)
@pytest.mark.parametrize("beta", [1.0, 0.0])
def test_c_that_is_read_is_asked_for_before_and_nothing_else_is(kernel, beta, tmp_path):
    """What is counted lies in C itself, as denormals, which 0 + 1*C leaves as they are."""
    machine = CpuMachine(checked=True)
    changed = with_instruction(kernel, tmp_path, PREFETCH, COUNT.format("address"))
    tile = kernel.tile
    problem = Problem(tile.bm + 3, tile.bn + 37, 40, beta=beta, ldc=tile.bn + 67, batch=2)
    (_, _, found), addresses = left_in_operands(machine, changed, problem)
    held = np.zeros(found.size, bool)
    rows = np.arange(problem.m)[:, None] * problem.ldc + np.arange(problem.n)
    for product in range(problem.batch):
        held[rows + product * problem.stride_c] = True
    asked = np.flatnonzero(found)
    assert held[asked].all()
    line = (np.arange(found.size) + addresses[2] // 4) // CACHE_LINE
    wanted = set(line[held]) if beta else set()
    assert set(line[asked]) == wanted


def sleeps(kernel: Kernel, folder: Path, launches: list[tuple[int, Schedule]]) -> list[list[int]]:
    """Return how often the threads of each block sleep: for so many tiles, in such a schedule.

    Each tile has four blocks of k.
    """
    machine, tile, found = CpuMachine(checked=True), kernel.tile, []
    most = max(schedule.blocks for _, schedule in launches)
    sleep = 'asm volatile("nanosleep.u32 %0;" ::"n"(nanoseconds));'
    zeros = np.zeros(most, np.int32)
    with in_memory(machine, zeros) as (numbers,):
        count = COUNT.format(f"{numbers.address}ull + 4 * blockIdx.x")
        loaded = loaded_on(machine, with_instruction(kernel, folder, sleep, count))
        for tiles, schedule in launches:
            problem = problem_of(kernel, m=tile.bm * tiles, n=tile.bn, k=4 * tile.bk)
            machine.copy_in(numbers, zeros)
            a, b, c = (np.zeros(size, np.float32) for size in problem.elements)
            multiply(machine, loaded, problem, a, b, c, schedule)
            counts = read_back(machine, numbers, zeros)
            found.append(counts[: schedule.blocks].tolist())
    return found


def paired(name: str, layout: str, bm: int = 128, bn: int = 128) -> Kernel:
    """Return the kernel in its tile of that size of which a multiprocessor holds two blocks."""
    tile = next(t for t in find(name).tiles if (t.bm, t.bn, t.blocks) == (bm, bn, 2))
    return find(name).specialised(layout, tile)


def test_the_second_half_of_blocks_sleeps_if_it_has_three_whole_tiles(tmp_path):
    sleeping = {
        (10, Schedule(blocks=4)): [0, 0, 0, 0],  # the first two have three
        (11, Schedule(blocks=4)): [0, 0, 1, 0],
        (12, Schedule(blocks=4)): [0, 0, 1, 1],
        (12, Schedule(blocks=4, stream_k_tiles=1)): [0, 0, 1, 0],  # of eleven whole ones
        (7, Schedule(blocks=2)): [0, 1],
        (3, Schedule(blocks=1)): [1],
    }
    kernel = paired("stream_k_tma_k_major", "nn")
    each = 12 * kernel.tile.consumers
    expected = [[each * number for number in numbers] for numbers in sleeping.values()]
    assert sleeps(kernel, tmp_path, list(sleeping)) == expected


@pytest.mark.parametrize(
    ("kernel", "each"),
    [
        (paired("stream_k_tma", "tn", bm=64), 6),
        (paired("stream_k_tma", "tn", bn=64), 6),
        (paired("stream_k_tma", "nn", bm=64), 0),  # producers copy elements of A
        (paired("stream_k_tma_k_major", "nt"), 0),  # and of B
        (paired("stream_k_cp_async", "tn"), 0),
        (find("stream_k_tma").specialised("tn"), 0),  # one block a multiprocessor
    ],
    ids=lambda value: (
        f"{value.name}-{value.layout}-{value.tile.block_tile}"
        if isinstance(value, Kernel)
        else str(value)
    ),
)
def test_it_sleeps_as_long_as_a_tile_takes_to_be_written(kernel, each, tmp_path):
    found = sleeps(kernel, tmp_path, [(6, Schedule(blocks=2))])
    assert found == [[0, each * kernel.tile.consumers]]


LOADED = """                 : "memory");
    return vector;
"""
GROUPS_COUNTED = """                 : "memory");
    uint32 groups = 1u << (address >> 4 & 7);
    for (int mask = 1; mask < 8; mask *= 2) groups |= __shfl_xor_sync(~0u, groups, mask);
    const uint64 count = %dull + 4 * __popc(groups);
    asm volatile("red.global.add.u32 [%%0], 1;" ::"l"(count) : "memory");
    return vector;
"""


@pytest.mark.parametrize("layout", ["nn", "nt"])
def test_swizzled_rows_are_read_from_all_banks(layout, tmp_path):
    """Each load counts in how many of the eight groups of four banks eight lanes read.

    Right results need the same permutation by the bulk copy and by the loop, whichever.
    """
    entry, stages = find("stream_k_tma_k_major"), 3
    tile = next(tile for tile in entry.tiles if tile.wm == 32 * tile.tm)
    machine, kernel = CpuMachine(checked=True), entry.specialised(layout, tile)
    counts = np.zeros(9, np.int32)
    with in_memory(machine, counts) as (memory,):
        counted = GROUPS_COUNTED % memory.address
        changed = with_instruction(kernel, tmp_path, LOADED, counted, "instructions.cuh")
        problem = problem_of(kernel, m=tile.bm, n=tile.bn, k=stages * tile.bk)
        a, b, c = (np.zeros(size, np.float32) for size in problem.elements)
        multiply(machine, loaded_on(machine, changed), problem, a, b, c)
        machine.copy_out(counts, memory)
    steps = tile.consumers * stages * tile.steps
    rows, columns = steps // 4 * tile.tm, steps * tile.tn // 4
    # All lanes have the same columns.
    assert counts.tolist() == [0, columns, 0, 0, 0, 0, 0, 0, rows]
