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

BASIC = ("m", "n", "k", "alpha", "a", "lda", "b", "ldb", "beta", "c", "ldc")
TEXTURES = ("first_texel_a", "first_texel_b")
EXTENDED = (
    *("stride_a", "stride_b", "stride_c", "batch"),
    *("workspace", "counters", "splits", "streamed"),
)
MAPS = ("map_a", "map_b")
"""Names of a kernel's parameters, in the order in which each group follows the others."""


def parameter_names(kernel: Kernel) -> tuple[str, ...]:
    """Return the names of a kernel's parameters in their order."""
    names: tuple[str, ...] = BASIC
    if kernel.operands is Operands.TEXTURES:
        names += TEXTURES
    if kernel.parameters is Parameters.EXTENDED:
        names += EXTENDED
    if kernel.boxes is not None:
        names += MAPS
    return names


def scheduled(
    machine: Machine, kernel: Kernel, problem: Problem, schedule: Schedule | None = None
) -> Schedule:
    """Return a schedule as given, or else the kernel's own for a problem on a machine."""
    if schedule is not None:
        return schedule
    return kernel.schedule(problem, kernel.tile, machine.multiprocessors)


def workspace_of(kernel: Kernel, problem: Problem, schedule: Schedule) -> Workspace:
    """Return the workspace of a launch; an empty problem needs none."""
    return Workspace() if problem.is_empty else kernel.workspace(problem, kernel.tile, schedule)


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
    """Bind a kernel, in the problem's layout, to operands in a machine's memory.

    All of them are given by their addresses. The counters of the workspace are all zero. Without a
    schedule it is the kernel's own for this machine.

    Yields
    ------
    launch : Launch
        Geometry of the launch.
    arguments : tuple
        Arguments in the order of :func:`parameter_names`; textures live until the context ends.

    Raises
    ------
    RequirementError
        If the kernel is not legal for this problem or these addresses.
    ArgumentError
        If it needs a workspace and there is none.
    """
    schedule = scheduled(machine, kernel, problem, schedule)
    launch = kernel.launch(problem, Alignment(a, b, c), schedule)
    needed = workspace_of(kernel, problem, schedule)
    for name, address, count in (
        ("workspace", workspace, needed.floats),
        ("counters", counters, needed.counters),
    ):
        if count and not address:
            raise ArgumentError(
                f"{name} = 0: {kernel.name} needs {count} words of it for {problem}, {schedule}"
            )
    where = (a, b, c, workspace, counters)
    with _arguments(machine, kernel, problem, schedule, *where) as arguments:
        yield launch, arguments


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
    launch = kernel.launch(problem, Alignment(a, b, c), schedule)
    needed = workspace_of(kernel, problem, schedule)
    with (
        allocated_workspace(machine, needed) as addresses,
        _arguments(machine, kernel, problem, schedule, a, b, c, *addresses) as arguments,
    ):
        yield launch, arguments


@contextlib.contextmanager
def _arguments(
    machine: Machine,
    kernel: Kernel,
    problem: Problem,
    schedule: Schedule,
    a: int,
    b: int,
    c: int,
    workspace: int,
    counters: int,
) -> Iterator[tuple[Argument, ...]]:
    """Yield the arguments of a launch that is legal; textures live until the context ends."""
    values: dict[str, Argument] = {
        "m": np.int32(problem.m),
        "n": np.int32(problem.n),
        "k": np.int32(problem.k),
        "alpha": np.float32(problem.alpha),
        "a": np.uint64(a),
        "lda": np.int32(problem.lda),
        "b": np.uint64(b),
        "ldb": np.int32(problem.ldb),
        "beta": np.float32(problem.beta),
        "c": np.uint64(c),
        "ldc": np.int32(problem.ldc),
    }
    if kernel.parameters is Parameters.EXTENDED:
        # For what adds parts later: over how many blocks tiles are spread.
        splits = schedule.blocks if kernel.completion else schedule.splits
        values |= {
            "stride_a": np.int64(problem.stride_a),
            "stride_b": np.int64(problem.stride_b),
            "stride_c": np.int64(problem.stride_c),
            "batch": np.int32(problem.batch),
            "workspace": np.uint64(workspace),
            "counters": np.uint64(counters),
            "splits": np.int32(splits),
            "streamed": np.int32(schedule.streamed),
        }
    if kernel.boxes is not None:
        values |= zip(MAPS, operand_maps(machine, kernel, problem, a, b, workspace), strict=True)
    with contextlib.ExitStack() as stack:
        if kernel.operands is Operands.TEXTURES:
            for name, address, count in zip("ab", (a, b), problem.elements, strict=False):
                texture = stack.enter_context(machine.texture(address, _whole_texels(count)))
                values[name] = np.uint64(texture.handle)
                values[f"first_texel_{name}"] = np.int32(texture.first_texel)
        yield tuple(values[name] for name in parameter_names(kernel))


@contextlib.contextmanager
def allocated_workspace(machine: Machine, workspace: Workspace) -> Iterator[tuple[int, int]]:
    """Allocate a workspace, its counters zero, freed when the context ends.

    Yields the addresses of the floats and of the counters; 0 for what there is none of.
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

    The arrays are C-contiguous storage of A, B and C of all products, with their leading dimensions
    and strides, each of at least ``problem.elements``; ``c`` is overwritten (padding between rows
    and between matrices keeps its contents). The kernel was loaded on that machine, in the
    problem's layout; without a schedule it is the kernel's own for this machine.

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
    """Return tensor maps of the operands of a kernel with boxes: A and B, or what it made of them.

    All are given by their addresses. Maps are all zeros where nobody reads them: for an operand
    without a box, or that is not read.
    """
    assert kernel.boxes is not None
    addresses = (a, b)
    if kernel.preparation is not None:
        addresses = kernel.preparation.operands(problem, kernel.tile, a, b, workspace)
    core = kernel.core(problem)
    read = core.reads_operands and not core.is_empty
    matrices = (
        (core.a_columns, core.a_rows, core.lda, core.stride_a),
        (core.b_columns, core.b_rows, core.ldb, core.stride_b),
    )
    first, second = (
        TensorMap(bytes(TENSOR_MAP_BYTES))
        if box is None or not read
        else _tensor_map(machine, core.batch, address, *matrix, box)
        for address, matrix, box in zip(
            addresses, matrices, kernel.boxes(core, kernel.tile), strict=True
        )
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
