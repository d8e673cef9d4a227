"""Half of the blocks that share multiprocessors begin later, if they have three whole tiles.

A rest leaves no trace in a result. So here each adds one to the number of its block.
"""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
from pathlib import Path

import numpy as np
import pytest

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import bound_call
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build

REST = 'asm volatile("nanosleep.u32 %0;" ::"n"(nanoseconds));'
COUNT = 'asm volatile("red.global.add.u32 [%0], 1;" ::"l"({}ull + 4 * blockIdx.x));'


MOST = 4
"""Blocks in a launch here."""


def rests(kernel: Kernel, folder: Path, launches: list[tuple[int, Schedule]]) -> list[list[int]]:
    """Return how often the threads of each block rest: for so many tiles, in such a schedule."""
    machine, found = CpuMachine(checked=True), []
    with contextlib.ExitStack() as stack:
        numbers = stack.enter_context(machine.allocate(4 * MOST))
        header = kernel.source.with_name("async_instructions.cuh").read_text()
        assert header.count(REST) == 1
        counting = header.replace(REST, COUNT.format(numbers.address))
        (folder / "async_instructions.cuh").write_text(counting)
        copy = dataclasses.replace(kernel, source=Path(shutil.copy(kernel.source, folder)))
        loaded = machine.load(build(copy, machine.architecture, cubin=False))
        for tiles, schedule in launches:
            problem = problem_of(kernel, tiles)
            machine.copy_in(numbers, np.zeros(MOST, np.int32))
            operands = []
            for size in problem.elements:
                operands.append(stack.enter_context(machine.allocate(4 * size)))
                machine.copy_in(operands[-1], np.zeros(size, np.float32))
            addresses = [buffer.address for buffer in operands]
            call = stack.enter_context(bound_call(machine, kernel, problem, *addresses, schedule))
            machine.launch(loaded, *call)
            counts = np.zeros(MOST, np.int32)
            machine.copy_out(counts, numbers)
            found.append(counts[: schedule.blocks].tolist())
    return found


def problem_of(kernel: Kernel, tiles: int) -> Problem:
    """Return a problem of so many tiles, of which each has four blocks of k."""
    tile = kernel.tile
    turned = {"trans_a": kernel.layout[0] == "t", "trans_b": kernel.layout[1] == "t"}
    return Problem(tile.bm * tiles, tile.bn, 4 * tile.bk, **turned)


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
    kernel = paired("quads_along_k", "nn")
    each = 12 * kernel.tile.consumers
    expected = [[each * number for number in numbers] for numbers in resting.values()]
    assert rests(kernel, tmp_path, list(resting)) == expected


@pytest.mark.parametrize(
    ("kernel", "each"),
    [
        (paired("tma_pipeline", "tn"), 12),
        (paired("tma_pipeline", "tn", bm=64), 6),
        (paired("tma_pipeline", "tn", bn=64), 6),
        (paired("tma_pipeline", "nn"), 0),  # producers copy elements of A
        (paired("quads_along_k", "nt"), 0),  # and of B
        (paired("async_producer", "tn"), 0),
        (find("tma_pipeline").specialised("tn"), 0),  # one block a multiprocessor
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
