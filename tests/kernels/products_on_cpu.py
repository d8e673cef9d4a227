"""Products of one specialisation of a kernel on the cpu machine, as its tests ask for them."""

import dataclasses
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import sgemm.kernels.kernel
from machine_memory import in_memory, read_back
from sgemm.cli.specialisations import title
from sgemm.kernels.catalogue import LIBRARY, find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library.split_k_schedule import split_k_workspace
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import bound_arguments, bound_call, multiply
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import Addresses, LoadedKernel
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import PADDING_BITS, Operands, filled, make_operands, results_view

SPLIT_K_KERNELS = [k for k in map(find, LIBRARY) if k.geometry.workspace is split_k_workspace]
"""Kernels whose blocks share the k of a tile as split_k does."""


def for_each(kernels: Iterable[Kernel]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("kernel", list(kernels), ids=title)


def each_tile_in_two_layouts(kernel: Kernel) -> list[Kernel]:
    """Two that have each operand both ways: `sgemm verify` and its tests run all four."""
    return [
        kernel.specialised(layout, tile)
        for index, tile in enumerate(kernel.tiles)
        for layout in (("nn", "tt"), ("nt", "tn"))[index % 2]
    ]


def loaded_on(machine: CpuMachine, kernel: Kernel) -> LoadedKernel:
    return machine.load(build(kernel, machine.architecture, cubin=False))


def with_instruction(
    kernel: Kernel, folder: Path, before: str, after: str, header: str = "launch_instructions.cuh"
) -> Kernel:
    """Return the kernel with another instruction in place of one of a header."""
    (original,) = Path(sgemm.kernels.kernel.__file__).parent.rglob(header)
    text = original.read_text()
    assert text.count(before) == 1
    (folder / header).write_text(text.replace(before, after))
    return dataclasses.replace(kernel, source=Path(shutil.copy(kernel.source, folder)))


def problem_of(kernel: Kernel, **numbers: object) -> Problem:
    """A problem in the kernel's layout."""
    flags = {"trans_a": kernel.layout[0] == "t", "trans_b": kernel.layout[1] == "t"}
    return Problem(**numbers, **flags)  # type: ignore[arg-type]


def aligned(kernel: Kernel, m: int, n: int, k: int, pad: int = 0, **rest: object) -> Problem:
    """A problem whose operands have rows of a multiple of four elements, as TMA wants them."""
    rows = (m if kernel.layout[0] == "t" else k, k if kernel.layout[1] == "t" else n)
    lda, ldb = (row + -row % 4 + pad for row in rows)
    return problem_of(kernel, m=m, n=n, k=k, lda=lda, ldb=ldb, **rest)


def with_gaps(kernel: Kernel, gap: int, **sizes: object) -> Problem:
    """A problem with so many elements after each row, and some after each matrix."""
    tight = problem_of(kernel, **sizes)
    lda, ldb, ldc = tight.lda + gap, tight.ldb + gap, tight.ldc + gap
    gaps = {
        **{"lda": lda, "ldb": ldb, "ldc": ldc, "stride_a": lda * tight.a_rows + gap},
        **{"stride_b": ldb * tight.b_rows, "stride_c": ldc * tight.m + gap},
    }
    return problem_of(kernel, **(gaps | sizes))


def assert_same_bits(
    found: NDArray[np.float32], expected: NDArray[np.float32], what: object = ""
) -> None:
    np.testing.assert_array_equal(found.view(np.uint32), expected.view(np.uint32), str(what))


def assert_same_but_zeros(
    found: NDArray[np.float32], expected: NDArray[np.float32], what: object = ""
) -> None:
    """Where k ends, kernels add zeros: that turns a sum of -0 into +0, and nothing else."""
    np.testing.assert_array_equal(found, expected, str(what))
    assert_same_bits(found[expected != 0], expected[expected != 0], what)


def computed(
    machine: CpuMachine, kernel: Kernel, given: Operands, schedule: Schedule | None = None
) -> Operands:
    """Return the operands with C as the kernel leaves it, by default on its own schedule."""
    storage, loaded = np.copy(given.c), loaded_on(machine, kernel)
    addend = None if given.problem.ld_addend is None else given.addend
    multiply(machine, loaded, given.problem, given.a, given.b, storage, schedule, addend)
    return dataclasses.replace(given, c=storage)


def assert_computed(
    machine: CpuMachine,
    kernel: Kernel,
    given: Operands,
    expected: NDArray[np.float32],
    schedule: Schedule | None = None,
    same: Callable[..., None] = assert_same_bits,
) -> Operands:
    """Compare a product with what it must be, and return the operands with C."""
    found = computed(machine, kernel, given, schedule)
    same(found.C, expected, f"{kernel.name}: {given.problem}, {schedule}")
    return found


def repeated(
    machine: CpuMachine, kernel: Kernel, given: Operands, schedule: Schedule, times: int
) -> list[Operands]:
    """Launch on a workspace of NaNs, several times; the counters are zero after each launch."""
    needed = kernel.workspace(given.problem, schedule)
    nan, zeros = np.full(needed.floats, np.nan, np.float32), np.zeros(needed.counters, np.uint32)
    loaded, found = loaded_on(machine, kernel), []
    with in_memory(machine, given.a, given.b, given.c, nan, zeros) as buffers:
        where = Addresses(*(buffer.address for buffer in buffers))
        with bound_arguments(machine, kernel, given.problem, where, schedule) as call:
            for _ in range(times):
                machine.copy_in(buffers[2], given.c)
                machine.launch(loaded, *call)
                assert not read_back(machine, buffers[4], zeros).any()
                found.append(dataclasses.replace(given, c=read_back(machine, buffers[2], given.c)))
    return found


def assert_only_c_is_written(given: Operands, found: Operands) -> None:
    """Check that what lies between rows of C and between its matrices is as it was."""
    problem = given.problem
    outside = np.ones(given.c.size, dtype=bool)
    rows = np.arange(problem.m)[:, None] * problem.ldc + np.arange(problem.n)
    for product in range(problem.batch):
        outside[rows + product * problem.stride_c] = False
    assert_same_bits(found.c[outside], given.c[outside], problem)


def assert_all_alike(
    machine: CpuMachine, kernel: Kernel, cases: Iterable[tuple[Operands, Schedule | None]]
) -> None:
    """Products of the same numbers have the same bits, and write nothing else."""
    results = []
    for given, schedule in cases:
        found = computed(machine, kernel, given, schedule)
        assert_only_c_is_written(given, found)
        results.append(results_view(found.c, given.problem))
    assert not np.isnan(results[0]).any()
    for other in results[1:]:
        assert_same_bits(results[0], other)


def assert_gaps_do_not_matter(machine: CpuMachine, kernel: Kernel, **sizes: object) -> None:
    """Padding has every remainder."""
    problems = (with_gaps(kernel, gap, **sizes) for gap in (0, 1, 2, 4))
    operands = (make_operands(problem, "uniform_signed", 5) for problem in problems)
    assert_all_alike(machine, kernel, ((given, None) for given in operands))


def assert_blocks_do_not_matter(
    machine: CpuMachine, kernel: Kernel, inputs: str, **sizes: object
) -> None:
    """Persistent blocks are fewer than 12 tiles, and more."""
    given = make_operands(with_gaps(kernel, 3, **sizes), inputs, 1)
    schedules = (Schedule(blocks=blocks) for blocks in (0, 1, 5, 7, 40))
    assert_all_alike(machine, kernel, ((given, schedule) for schedule in schedules))


def computed_anywhere(
    machine: CpuMachine,
    kernel: Kernel,
    given: Operands,
    shifts: tuple[int, int, int],
    shift_addend: int = 0,
    schedule: Schedule | None = None,
) -> NDArray[np.float32]:
    """Return C of operands that begin so many elements after a multiple of 16 bytes.

    The addend, where it is not C, begins ``shift_addend`` after one.

    Buffers end with them, and NaNs lie before them: so a read or write after an operand is an
    error, a read before it shows in C, and a write there is found.
    """
    before = [filled(shift, PADDING_BITS) for shift in (*shifts, shift_addend)]
    arrays = (given.a, given.b, given.c, given.addend)
    hosts = [np.concatenate(pair) for pair in zip(before, arrays, strict=True)]
    with in_memory(machine, *hosts) as buffers:
        *where, addend = (at.address + gap.nbytes for at, gap in zip(buffers, before, strict=True))
        with bound_call(machine, kernel, given.problem, *where, schedule, addend) as call:
            machine.launch(loaded_on(machine, kernel), *call)
        found = read_back(machine, buffers[2], hosts[2])
    assert_same_bits(found[: shifts[2]], before[2])
    return results_view(found[shifts[2] :], given.problem)


def assert_beginnings_do_not_matter(
    machine: CpuMachine,
    kernel: Kernel,
    given: Operands,
    expected: NDArray[np.float32],
    shifts: Iterable[tuple[int, int, int]],
) -> None:
    """Operands that begin so many elements after a multiple of 16 bytes give the same product."""
    for each in shifts:
        found = computed_anywhere(machine, kernel, given, each)
        assert_same_but_zeros(found, expected, f"{given.problem}, shifts {each}")
