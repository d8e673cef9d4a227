"""One call of a kernel on a machine: arguments, operands in, launch, result out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Alignment, Kernel, Operands, Parameters
from sgemm.kernels.launch import Launch
from sgemm.kernels.schedule import Schedule, TensorBox, Workspace
from sgemm.machines.interface import (
    TENSOR_MAP_BYTES,
    Argument,
    LoadedKernel,
    Machine,
    TensorMap,
)
from sgemm.problem import Problem

TEXEL_BYTES = 16
ITEM_BYTES = 4

A_SLOT, B_SLOT, C_SLOT = 4, 6, 9
WORKSPACE_SLOT, COUNTERS_SLOT = 15, 16
MAP_SLOTS = (19, 20)
"""Where in :func:`bound_arguments` the addresses stand; the last four in the extended form."""


def scheduled(
    machine: Machine, kernel: Kernel, problem: Problem, schedule: Schedule | None = None
) -> Schedule:
    """Return a schedule as given, or else the kernel's own for a problem on a machine."""
    if schedule is not None:
        return schedule
    return kernel.schedule(problem, kernel.tile, machine.multiprocessors)


@contextlib.contextmanager
def bound_arguments(
    machine: Machine,
    kernel: Kernel,
    problem: Problem,
    a: int,
    b: int,
    c: int,
    schedule: Schedule | None = None,
    workspace: int = 0,
    counters: int = 0,
) -> Iterator[tuple[Launch, tuple[Argument, ...]]]:
    """Bind a kernel to operands in a machine's memory.

    Parameters
    ----------
    machine : Machine
    kernel : Kernel
        Specialised to the problem's layout.
    problem : Problem
    a, b, c : int
        Addresses of the first elements of A, B and C.
    schedule : Schedule, optional
        By default the kernel's own for this machine.
    workspace, counters : int
        Addresses of the memory that ``kernel.workspace`` tells of, the counters all zero; 0
        where it has none.

    Yields
    ------
    launch : Launch
        Geometry of the launch.
    arguments : tuple
        Arguments in the order of the kernel ABI; textures live until the context ends.

    Raises
    ------
    RequirementError
        If the kernel is not legal for this problem or these addresses.
    ArgumentError
        If it needs a workspace and there is none.
    """
    schedule = scheduled(machine, kernel, problem, schedule)
    launch = kernel.launch(problem, Alignment(a, b, c), schedule)
    needed = Workspace() if problem.is_empty else kernel.workspace(problem, kernel.tile, schedule)
    for name, address, count in (
        ("workspace", workspace, needed.floats),
        ("counters", counters, needed.counters),
    ):
        if count and not address:
            raise ArgumentError(
                f"{name} = 0: {kernel.name} needs {count} words of it for {problem}, {schedule}"
            )
    with contextlib.ExitStack() as stack:
        first, second = np.uint64(a), np.uint64(b)
        more: tuple[Argument, ...] = ()
        if kernel.operands is Operands.TEXTURES:
            elements = problem.elements
            textures = [
                stack.enter_context(machine.texture(address, _whole_texels(count)))
                for address, count in ((a, elements[0]), (b, elements[1]))
            ]
            first, second = (np.uint64(texture.handle) for texture in textures)
            more += tuple(np.int32(texture.first_texel) for texture in textures)
        if kernel.parameters is Parameters.EXTENDED:
            more += (
                np.int64(problem.stride_a),
                np.int64(problem.stride_b),
                np.int64(problem.stride_c),
                np.int32(problem.batch),
                np.uint64(workspace),
                np.uint64(counters),
                # For what adds parts later: over how many blocks tiles are spread.
                np.int32(schedule.blocks if kernel.completion else schedule.splits),
                np.int32(schedule.streamed),
            )
        if kernel.boxes is not None:
            more += operand_maps(machine, kernel, problem, a, b, workspace)
        arguments: tuple[Argument, ...] = (
            np.int32(problem.m),
            np.int32(problem.n),
            np.int32(problem.k),
            np.float32(problem.alpha),
            first,
            np.int32(problem.lda),
            second,
            np.int32(problem.ldb),
            np.float32(problem.beta),
            np.uint64(c),
            np.int32(problem.ldc),
        )
        yield launch, arguments + more


@contextlib.contextmanager
def bound_call(
    machine: Machine,
    kernel: Kernel,
    problem: Problem,
    a: int,
    b: int,
    c: int,
    schedule: Schedule | None = None,
) -> Iterator[tuple[Launch, tuple[Argument, ...]]]:
    """Bind a kernel as :func:`bound_arguments` does, with a workspace of its own.

    The workspace serves any number of launches, one after the other, and is freed when the
    context ends: wait for the launches before.

    Parameters
    ----------
    machine, kernel, problem, a, b, c, schedule
        As in :func:`bound_arguments`.

    Yields
    ------
    launch, arguments
        As there.

    Raises
    ------
    RequirementError
        If the kernel is not legal for this problem or these addresses.
    MachineError
        If the machine has no memory for the workspace.
    """
    schedule = scheduled(machine, kernel, problem, schedule)
    # A problem that is not legal is refused before memory is asked for on its behalf.
    kernel.launch(problem, Alignment(a, b, c), schedule)
    needed = Workspace() if problem.is_empty else kernel.workspace(problem, kernel.tile, schedule)
    with allocated_workspace(machine, needed) as addresses:
        where = (a, b, c, schedule, *addresses)
        with bound_arguments(machine, kernel, problem, *where) as bound:
            yield bound


@contextlib.contextmanager
def allocated_workspace(machine: Machine, workspace: Workspace) -> Iterator[tuple[int, int]]:
    """Allocate a workspace, its counters zero, freed when the context ends.

    Parameters
    ----------
    machine : Machine
    workspace : Workspace

    Yields
    ------
    tuple of int
        Addresses of the floats and of the counters; 0 for what there is none of.
    """
    with contextlib.ExitStack() as stack:
        floats = counters = 0
        if workspace.floats:
            nbytes = ITEM_BYTES * workspace.floats
            floats = stack.enter_context(machine.allocate(nbytes)).address
        if workspace.counters:
            zeros = np.zeros(workspace.counters, dtype=np.uint32)
            memory = stack.enter_context(machine.allocate(zeros.nbytes))
            machine.copy_in(memory, zeros)
            counters = memory.address
        yield floats, counters


def multiply(
    machine: Machine,
    kernel: LoadedKernel,
    problem: Problem,
    a: NDArray[np.float32],
    b: NDArray[np.float32],
    c: NDArray[np.float32],
    schedule: Schedule | None = None,
) -> None:
    """Compute C := alpha*op(A)*op(B) + beta*C for operands in host memory.

    Parameters
    ----------
    machine : Machine
    kernel : LoadedKernel
        Loaded on that machine, specialised to the problem's layout.
    problem : Problem
    a, b, c : ndarray of float32
        C-contiguous storage of A, B and C of all products, with their leading dimensions and
        strides, each of at least ``problem.elements``; ``c`` is overwritten (padding between
        rows and between matrices keeps its contents).
    schedule : Schedule, optional
        By default the kernel's own for this machine.

    Raises
    ------
    ArgumentError
        If an array is too small for the problem.
    RequirementError
        If the kernel is not legal for the problem.
    """
    for name, array, elements in zip("abc", (a, b, c), problem.elements, strict=True):
        if array.size < elements:
            raise ArgumentError(
                f"{name} has {array.size} elements and {problem} needs {elements} of it"
            )
    with (
        machine.allocate(a.nbytes) as a_memory,
        machine.allocate(b.nbytes) as b_memory,
        machine.allocate(c.nbytes) as c_memory,
    ):
        machine.copy_in(a_memory, a)
        machine.copy_in(b_memory, b)
        machine.copy_in(c_memory, c)
        addresses = (a_memory.address, b_memory.address, c_memory.address)
        entry = kernel.build.kernel
        with bound_call(machine, entry, problem, *addresses, schedule) as (launch, arguments):
            machine.launch(kernel, launch, arguments)
            machine.synchronize()
        machine.copy_out(c, c_memory)


def operand_maps(
    machine: Machine, kernel: Kernel, problem: Problem, a: int, b: int, workspace: int
) -> tuple[TensorMap, TensorMap]:
    """Describe the operands that a kernel copies in bulk: A and B, or what it made of them.

    Parameters
    ----------
    machine : Machine
    kernel : Kernel
        With boxes.
    problem : Problem
    a, b, workspace : int
        Addresses.

    Returns
    -------
    tuple of TensorMap
    """
    assert kernel.boxes is not None
    addresses = (a, b)
    if kernel.preparation is not None:
        addresses = kernel.preparation.operands(problem, kernel.tile, a, b, workspace)
    core = kernel.core(problem)
    return tensor_maps(machine, core, addresses, kernel.boxes(core, kernel.tile))


def tensor_maps(
    machine: Machine,
    problem: Problem,
    addresses: tuple[int, int],
    boxes: tuple[TensorBox | None, TensorBox | None],
) -> tuple[TensorMap, TensorMap]:
    """Describe A and B as they are stored, to bulk tensor copies.

    Parameters
    ----------
    machine : Machine
    problem : Problem
    addresses : tuple of int
        Of A and of B.
    boxes : tuple of TensorBox or None
        What one copy moves of each.

    Returns
    -------
    tuple of TensorMap
        All zeros where nobody looks: for an operand without a box, or that is not read.
    """
    read = problem.reads_operands and not problem.is_empty
    shapes = (
        (problem.a_columns, problem.a_rows, problem.lda, problem.stride_a),
        (problem.b_columns, problem.b_rows, problem.ldb, problem.stride_b),
    )
    first, second = (
        TensorMap(bytes(TENSOR_MAP_BYTES))
        if box is None or not read
        else _tensor_map(machine, problem.batch, address, *shape, box)
        for address, shape, box in zip(addresses, shapes, boxes, strict=True)
    )
    return first, second


def _tensor_map(
    machine: Machine,
    batch: int,
    address: int,
    columns: int,
    rows: int,
    leading: int,
    stride: int,
    box: TensorBox,
) -> TensorMap:
    """Describe the matrices of one operand as they are stored.

    Strides of maps are multiples of 16 bytes and not zero. So one matrix for all products is one
    matrix, and where there is only one row or one matrix, any stride to the next will do.
    """
    between_rows = ITEM_BYTES * leading if rows > 1 else -(-ITEM_BYTES * columns // 16) * 16
    matrices = batch if stride else 1
    between_matrices = ITEM_BYTES * stride if matrices > 1 else rows * between_rows
    return machine.tensor_map(
        address,
        (columns, rows, matrices),
        (between_rows, between_matrices),
        (box.columns, box.rows),
        box.swizzle,
    )


def _whole_texels(elements: int) -> int:
    """Bytes of the texels that hold ``elements`` floats.

    The last texel may reach past the matrix, never past its 16-byte-aligned chunk of memory,
    and no memory of a machine ends inside one.
    """
    return -(-elements * 4 // TEXEL_BYTES) * TEXEL_BYTES
