"""One call of a kernel on a machine: arguments, operands in, launch, result out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sgemm.errors import ArgumentError
from sgemm.executor.limits import check_block, check_cluster, check_grid, check_shared_bytes
from sgemm.kernels.kernel import Alignment, Kernel, Operands, Parameters
from sgemm.kernels.launch import Launch
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.machines.interface import (
    TENSOR_MAP_BYTES,
    TEXEL_BYTES,
    Addresses,
    Argument,
    BoundLaunch,
    Buffer,
    LoadedKernel,
    Machine,
    Parts,
    TensorMap,
)
from sgemm.problem import FLOAT32_BYTES, Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Names of a kernel's parameters, in the order in which each group follows the others.
BASIC = ("m", "n", "k", "alpha", "a", "lda", "b", "ldb", "beta", "c", "ldc")
TEXTURES = ("first_texel_a", "first_texel_b")
BATCHES = ("stride_a", "stride_b", "stride_c", "batch")
ADDEND = ("ld_addend", "addend", "stride_addend")
SHARED = ("workspace", "counters", "splits", "stream_k_tiles")
PARTS = ("prepared_a", "prepared_b")
MAPS = ("map_a", "map_b")


def check_launch(launch: Launch) -> None:
    """Raise ArgumentError if no GPU launches such grids, blocks and clusters."""
    for each in launch.in_order:
        check_grid(each.grid)
        check_block(each.block)
        check_shared_bytes(each.shared_bytes)
    if launch.cluster is not None:
        check_cluster(launch.cluster, launch.grid)


def parameter_names(kernel: Kernel) -> tuple[str, ...]:
    """Return the names of a kernel's parameters in their order."""
    names: tuple[str, ...] = BASIC
    if kernel.operands is Operands.TEXTURES:
        names += TEXTURES
    if kernel.parameters.has_batches:
        names += (*BATCHES, *(ADDEND if kernel.parameters.has_addend else ()), *SHARED)
    if kernel.parameters is Parameters.SPLIT:
        names += PARTS
    if kernel.boxes is not None:
        names += MAPS
    return names


def workspace_of(kernel: Kernel, problem: Problem, schedule: Schedule) -> Workspace:
    """Return the workspace of a launch; an empty problem needs none."""
    return Workspace() if problem.is_empty else kernel.workspace(problem, schedule)


@contextlib.contextmanager
def bound_arguments(
    machine: Machine,
    kernel: Kernel,
    problem: Problem,
    addresses: Addresses,
    schedule: Schedule | None = None,
) -> Iterator[tuple[Launch, tuple[Argument, ...]]]:
    """Bind a kernel, in the problem's layout, to operands in a machine's memory.

    The counters of the workspace are all zero. Without a schedule it is the kernel's own for this
    machine. Yields the geometry of the launch, and the arguments in the order of
    :func:`parameter_names`; textures live until the context ends. Raises RequirementError if the
    kernel is not legal for this problem or these addresses.
    """
    a, b, c, workspace, counters, addend, parts = addresses
    schedule = schedule or kernel.schedule(problem, machine.multiprocessors)
    if problem.ld_addend is not None and not addend:
        raise ArgumentError(f"addend = 0: an address is needed for {problem}")
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
    if kernel.parameters is Parameters.SPLIT:
        values |= zip(PARTS, map(np.uint64, parts), strict=True)
    if kernel.parameters.has_addend:
        leading, at, stride = problem.ld_addend, addend, problem.stride_addend
        if leading is None or stride is None:
            at = c if problem.beta != 0.0 else 0  # nobody reads it
            leading, stride = problem.ldc, problem.stride_c
        values |= {
            "ld_addend": np.int32(leading),
            "addend": np.uint64(at),
            "stride_addend": np.int64(stride),
        }
    if kernel.parameters.has_batches:
        # For a reduction kernel: over how many blocks tiles are spread.
        is_reduced = kernel.geometry.after and kernel.parameters is not Parameters.SPLIT
        splits = schedule.blocks if is_reduced else schedule.splits
        values |= {
            "stride_a": np.int64(problem.stride_a),
            "stride_b": np.int64(problem.stride_b),
            "stride_c": np.int64(problem.stride_c),
            "batch": np.int32(problem.batch),
            "workspace": np.uint64(workspace),
            "counters": np.uint64(counters),
            "splits": np.int32(splits),
            "stream_k_tiles": np.int32(schedule.stream_k_tiles),
        }
    if kernel.boxes is not None:
        values |= zip(MAPS, operand_maps(machine, kernel, problem, a, b, workspace), strict=True)
    with contextlib.ExitStack() as stack:
        if kernel.operands is Operands.TEXTURES:
            for name, address, count in zip("ab", (a, b), problem.elements, strict=False):
                # Whole texels: the last one may reach past the matrix.
                nbytes = -(-count * FLOAT32_BYTES // TEXEL_BYTES) * TEXEL_BYTES
                texture = stack.enter_context(machine.texture(address, nbytes))
                values[name] = np.uint64(texture.handle)
                values[f"first_texel_{name}"] = np.int32(texture.first_texel)
        yield launch, tuple(values[name] for name in parameter_names(kernel))


@contextlib.contextmanager
def bound_call(
    machine: Machine,
    kernel: Kernel,
    problem: Problem,
    a: int,
    b: int,
    c: int,
    schedule: Schedule | None = None,
    addend: int = 0,
) -> Iterator[tuple[Launch, tuple[Argument, ...]]]:
    """Bind a kernel as :func:`bound_arguments` does, with a workspace of its own.

    The workspace serves any number of launches, one after the other, and is freed when the
    context ends: wait for the launches before.
    """
    schedule = schedule or kernel.schedule(problem, machine.multiprocessors)
    # A problem that is not legal is refused before memory is asked for on its behalf.
    kernel.launch(problem, Alignment(a, b, c), schedule)
    with workspace_buffers(machine, workspace_of(kernel, problem, schedule)) as (floats, counters):
        where = Addresses(a, b, c, address_of(floats), address_of(counters), addend)
        with bound_arguments(machine, kernel, problem, where, schedule) as bound:
            yield bound


def rebound_launch(
    machine: Machine, loaded: LoadedKernel, problem: Problem, schedule: Schedule, parts: Parts
) -> BoundLaunch:
    """Bind a launch on any machine whose arguments are bound again for every call.

    Textures live for one call, which therefore waits for the kernel.
    """
    kernel = loaded.build.kernel

    def run(a: int, b: int, c: int, stream: int | None, *further: int) -> None:
        floats, counters, addend = (*further, 0, 0, 0)[:3]
        where = Addresses(a, b, c, floats, counters, addend, parts)
        with bound_arguments(machine, kernel, problem, where, schedule) as (launch, arguments):
            machine.launch(loaded, launch, arguments, stream)
            if kernel.operands is Operands.TEXTURES:
                if stream is None:
                    machine.synchronize()
                else:
                    machine.wait(stream)

    return run


def address_of(buffer: Buffer | None) -> int:
    """Return the address of memory; 0 for none."""
    return buffer.address if buffer else 0


@contextlib.contextmanager
def workspace_buffers(
    machine: Machine, workspace: Workspace
) -> Iterator[tuple[Buffer | None, Buffer | None]]:
    """Yield the memory of a workspace's floats and of its zeroed counters; None for none."""
    with contextlib.ExitStack() as stack:
        floats = counters = None
        if workspace.floats:
            floats = stack.enter_context(machine.allocate(FLOAT32_BYTES * workspace.floats))
        if workspace.counters:
            zeros = np.zeros(workspace.counters, dtype=np.uint32)
            counters = stack.enter_context(machine.allocate(zeros.nbytes))
            machine.copy_in(counters, zeros)
        yield floats, counters


def multiply(
    machine: Machine,
    kernel: LoadedKernel,
    problem: Problem,
    a: NDArray[np.float32],
    b: NDArray[np.float32],
    c: NDArray[np.float32],
    schedule: Schedule | None = None,
    addend: NDArray[np.float32] | None = None,
    *,
    front: int = 0,
) -> tuple[int, int, int]:
    """Compute C := alpha*op(A)*op(B) + beta*C for operands in host memory.

    Where the problem has another ``addend`` than C, that is storage of it in the same way.

    The arrays are C-contiguous storage of A, B and C of all products, with their leading dimensions
    and strides, each of at least ``problem.elements``. Afterwards they hold what the machine's
    memory does: C is overwritten, and a kernel that is right leaves the padding between rows and
    between matrices as it was, and A and B. The kernel was loaded on that machine, in the problem's
    layout; without a schedule it is the kernel's own for this machine. Each matrix begins ``front``
    bytes after its array does. Returns the addresses that A, B and C had.
    """
    stored = {"a": a, "b": b, "c": c} | ({} if addend is None else {"addend": addend})
    needed = (*problem.elements, problem.addend_elements)
    for (name, array), elements in zip(stored.items(), needed, strict=False):
        if array.size - front // FLOAT32_BYTES < elements:
            raise ArgumentError(
                f"{name} has {array.size} elements and {problem} needs {elements} of it"
            )
    with contextlib.ExitStack() as stack:
        memories = [stack.enter_context(machine.allocate(each.nbytes)) for each in stored.values()]
        for array, memory in zip(stored.values(), memories, strict=True):
            machine.copy_in(memory, array)
        at_a, at_b, at_c, *at_addend = (memory.address + front for memory in memories)
        where = (machine, kernel.build.kernel, problem, at_a, at_b, at_c)
        with bound_call(*where, schedule, *at_addend) as (launch, arguments):
            machine.launch(kernel, launch, arguments)
            machine.synchronize()
        for array, memory in zip(stored.values(), memories, strict=True):
            machine.copy_out(array, memory)
    return at_a, at_b, at_c


def operand_maps(
    machine: Machine, kernel: Kernel, problem: Problem, a: int, b: int, workspace: int
) -> list[TensorMap]:
    """Return tensor maps of A and B, or what the kernel made of them; zeros where nobody reads."""
    assert kernel.boxes is not None
    addresses = mapped_addresses(kernel, problem, a, b, workspace)
    core = kernel.core(problem)
    boxes = kernel.boxes(core, kernel.tile)
    maps = []
    for address, box, (rows, columns, leading, stride) in zip(
        addresses, boxes, core.stored[:2], strict=True
    ):
        if box is None or core.is_empty or not core.reads_operands:
            maps.append(TensorMap(bytes(TENSOR_MAP_BYTES)))
            continue
        # Strides of maps are multiples of 16 bytes and not zero. So one matrix for all products is
        # one matrix, and where there is only one row or one matrix, any stride to the next will do.
        row = FLOAT32_BYTES * (leading if rows > 1 else columns)
        between_rows = row if rows > 1 else -(-row // 16) * 16
        matrices = core.batch if stride else 1
        between_matrices = FLOAT32_BYTES * stride if matrices > 1 else rows * between_rows
        sizes, strides = (columns, rows, matrices), (between_rows, between_matrices)
        maps.append(machine.tensor_map(address, sizes, strides, box))
    return maps


def mapped_addresses(
    kernel: Kernel, problem: Problem, a: int, b: int, workspace: int
) -> tuple[int, int]:
    """Return where the matrices of the tensor maps begin."""
    packing = kernel.geometry.packing
    return (a, b) if packing is None else packing.operands(problem, kernel.tile, a, b, workspace)
