"""Half of the blocks that share multiprocessors begin later, if they have three whole tiles.

A rest leaves no trace in a result. So here each adds one to the number of its block.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from products_on_cpu import loaded_on, problem_of, with_instruction

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import multiply
from sgemm.machines.cpu import CpuMachine

REST = 'asm volatile("nanosleep.u32 %0;" ::"n"(nanoseconds));'
COUNT = 'asm volatile("red.global.add.u32 [%0], 1;" ::"l"({}ull + 4 * blockIdx.x));'


MOST = 4
"""Blocks in a launch here."""


def rests(kernel: Kernel, folder: Path, launches: list[tuple[int, Schedule]]) -> list[list[int]]:
    """Return how often the threads of each block rest: for so many tiles, in such a schedule.

    Each tile has four blocks of k.
    """
    machine, tile, found = CpuMachine(checked=True), kernel.tile, []
    with machine.allocate(4 * MOST) as numbers:
        count = COUNT.format(numbers.address)
        loaded = loaded_on(machine, with_instruction(kernel, folder, REST, count))
        for tiles, schedule in launches:
            problem = problem_of(kernel, m=tile.bm * tiles, n=tile.bn, k=4 * tile.bk)
            counts = np.zeros(MOST, np.int32)
            machine.copy_in(numbers, counts)
            a, b, c = (np.zeros(size, np.float32) for size in problem.elements)
            multiply(machine, loaded, problem, a, b, c, schedule)
            machine.copy_out(counts, numbers)
            found.append(counts[: schedule.blocks].tolist())
    return found


def paired(name: str, layout: str, bm: int = 128, bn: int = 128) -> Kernel:
    """Return the kernel in its tile of that size of which a multiprocessor holds two blocks."""
    for tile in find(name).tiles:
        if (tile.bm, tile.bn, tile.blocks) == (bm, bn, 2):
            return find(name).specialised(layout, tile)
    raise AssertionError(f"{name} has no such tile")


def test_the_second_half_rests_if_it_has_three_whole_tiles(tmp_path):
    resting = {
        (10, Schedule(blocks=4)): [0, 0, 0, 0],  # the first two have three
        (11, Schedule(blocks=4)): [0, 0, 1, 0],
        (12, Schedule(blocks=4)): [0, 0, 1, 1],
        (12, Schedule(blocks=4, streamed=1)): [0, 0, 1, 0],  # of eleven whole ones
        (7, Schedule(blocks=2)): [0, 1],
        (3, Schedule(blocks=1)): [1],
    }
    kernel = paired("stream_k_tma_k_major", "nn")
    each = 12 * kernel.tile.consumers
    expected = [[each * number for number in numbers] for numbers in resting.values()]
    assert rests(kernel, tmp_path, list(resting)) == expected


@pytest.mark.parametrize(
    ("kernel", "each"),
    [
        (paired("stream_k_tma", "tn"), 12),
        (paired("stream_k_tma", "tn", bm=64), 6),
        (paired("stream_k_tma", "tn", bn=64), 6),
        (paired("stream_k_tma", "nn"), 0),  # producers copy elements of A
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
def test_as_long_as_a_tile_takes_to_be_written(kernel, each, tmp_path):
    found = rests(kernel, tmp_path, [(6, Schedule(blocks=2))])
    assert found == [[0, each * kernel.tile.consumers]]
