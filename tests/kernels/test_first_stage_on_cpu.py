"""What consumers ask the L2 cache for: the lines of the first stage, each once, and nothing else.

A request leaves no trace in a result. So here each adds one to the bits of the element that it asks
for.
"""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from products_on_cpu import loaded_on, with_instruction

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import bound_call
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem

REQUEST = 'asm volatile("prefetch.global.L2 [%0];" ::"l"(address));'
COUNT = 'asm volatile("red.global.add.u32 [%0], 1;" ::"l"(address));'
LINE = 32

IN_BULK = [
    find(name).specialised(layout, tile)
    for name, layout in (
        ("stream_k_tma", "tn"),
        ("stream_k_tma_k_major", "nn"),
    )
    for tile in find(name).tiles
]
BY_ELEMENTS = [
    find("stream_k_tma").specialised("nn"),
    find("stream_k_tma_k_major").specialised("nt"),
    find("stream_k_tma").specialised("tt"),
    find("stream_k_cp_async").specialised("nn"),
]


def asked(
    kernel: Kernel, folder: Path, problem: Problem, schedule: Schedule
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return how often each element of A and of B was asked for, as they lie in memory."""
    machine = CpuMachine(checked=True)
    loaded = loaded_on(machine, with_instruction(kernel, folder, REQUEST, COUNT))
    with contextlib.ExitStack() as stack:
        buffers = []
        for size in problem.elements:
            buffers.append(stack.enter_context(machine.allocate(4 * size)))
            machine.copy_in(buffers[-1], np.zeros(size, np.int32))
        addresses = [buffer.address for buffer in buffers]
        call = stack.enter_context(bound_call(machine, kernel, problem, *addresses, schedule))
        machine.launch(loaded, *call)
        found = []
        # The last row ends with its last element, not with its padding.
        for buffer, size, ld in zip(
            buffers, problem.elements, (problem.lda, problem.ldb), strict=False
        ):
            found.append(np.zeros((-(-size // ld), ld), np.int32))
            machine.copy_out(found[-1].reshape(-1)[:size], buffer)
    return found[0], found[1]


def problem_of(kernel: Kernel, m: int, n: int, k: int, pad: int = 0) -> Problem:
    trans_a, trans_b = (letter == "t" for letter in kernel.layout)
    rows = [m if trans_a else k, k if trans_b else n]
    lda, ldb = (row + -row % 4 + pad for row in rows)
    return Problem(m, n, k, lda=lda, ldb=ldb, ldc=n, trans_a=trans_a, trans_b=trans_b)


def expected(
    shape: tuple[int, ...], along_k: bool, begin: int, width: int, first_step: int, bk: int,
    size: int, k: int,
) -> NDArray[np.int32]:  # fmt: skip
    """Return one for the beginning of each line of a block's first stage."""
    lines = np.zeros(shape, np.int32)
    elements, steps = (
        slice(begin, min(begin + width, size)),
        slice(first_step, min(first_step + bk, k)),
    )
    if along_k:
        lines[elements, steps][:, ::LINE] = 1
    else:
        lines[steps, elements][:, ::LINE] = 1
    return lines


@pytest.mark.parametrize("kernel", IN_BULK, ids=[str(k.name) + str(k.tile) for k in IN_BULK])
@pytest.mark.parametrize("is_large", [False, True])
def test_the_lines_of_the_first_stage(kernel: Kernel, is_large: bool, tmp_path: Path) -> None:
    tile = kernel.tile
    m, n, k = (tile.bm, tile.bn + 37, tile.bk + 40) if is_large else (19, 41, 9)
    problem = problem_of(kernel, m, n, k, pad=4)
    a, b = asked(kernel, tmp_path, problem, Schedule(blocks=1))
    trans_a, trans_b = problem.trans_a, problem.trans_b
    np.testing.assert_array_equal(a, expected(a.shape, not trans_a, 0, tile.bm, 0, tile.bk, m, k))
    np.testing.assert_array_equal(b, expected(b.shape, trans_b, 0, tile.bn, 0, tile.bk, n, k))


def test_each_block_asks_for_where_its_own_work_begins(tmp_path: Path) -> None:
    kernel = find("stream_k_tma_k_major").specialised("nn", find("stream_k_tma_k_major").tiles[2])
    tile = kernel.tile
    problem = problem_of(kernel, tile.bm + 1, tile.bn, 4 * tile.bk)
    # Two tiles of four blocks of k, shared by three: the second begins with the third of them.
    a, b = asked(kernel, tmp_path, problem, Schedule(blocks=3, streamed=2))
    of_a, of_b = np.zeros_like(a), np.zeros_like(b)
    for row, first in ((0, 0), (0, 2 * tile.bk), (tile.bm, tile.bk)):
        of_a += expected(a.shape, True, row, tile.bm, first, tile.bk, problem.m, problem.k)
        of_b += expected(b.shape, False, 0, tile.bn, first, tile.bk, problem.n, problem.k)
    np.testing.assert_array_equal(a, of_a)
    np.testing.assert_array_equal(b, of_b)


@pytest.mark.parametrize("kernel", BY_ELEMENTS, ids=[k.name + k.layout for k in BY_ELEMENTS])
def test_nobody_asks_where_elements_are_copied(kernel: Kernel, tmp_path: Path) -> None:
    problem = problem_of(kernel, 40, 40, 40)
    a, b = asked(kernel, tmp_path, problem, Schedule(blocks=1))
    assert not a.any()
    assert not b.any()


@pytest.mark.parametrize(("alpha", "k"), [(0.0, 70), (1.0, 0)])
def test_nothing_is_asked_for_that_does_not_count(alpha: float, k: int, tmp_path: Path) -> None:
    kernel = find("stream_k_tma").specialised("tn")
    problem = dataclasses.replace(problem_of(kernel, 40, 40, k), alpha=alpha)
    a, b = asked(kernel, tmp_path, problem, Schedule(blocks=1))
    assert not a.any()
    assert not b.any()
