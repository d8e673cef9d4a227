"""Launching a compiled kernel: its blocks over workers, and what went wrong.

Each worker has the shared memory and lane group states of one cluster of blocks, used again for
cluster after cluster. Mostly a block is a cluster of its own.
See :mod:`sgemm.executor.workers` for who runs them.
"""

from __future__ import annotations

import ctypes
import math
import operator
import os
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError, MachineError
from sgemm.executor.abi import Failure, Word, proxies_bytes
from sgemm.executor.compiler import Layout, NativeKernel
from sgemm.executor.launch_errors import launch_error
from sgemm.executor.limits import check_cluster, check_grid, check_shared_bytes
from sgemm.executor.memory import CLUSTER_SHIFT, AllocationMap, aligned_bytes, max_shared_bytes
from sgemm.executor.workers import run_workers

PAGE = 4096
"""Alignment of a worker's memory: loads and stores then meet in a processor's tables of low address
bits in the same way in every run, so that times repeat."""

_PROCESSORS = os.cpu_count() or 1  # most workers of a launch: more would bring nothing
MARK_BYTES = 2  # what checked mode keeps for each word of shared memory: see runtime/accesses.c
GUARD = 4096  # bytes on either side of a block's shared memory
UNWRITTEN = 0xFF  # each byte of shared memory at first: words are NaN, which shows in sums
BLOCK_SECONDS = 6.0  # processor time after which a block counts as endless, unless memory is large

SECONDS_PER_BYTE = 1e-7
"""What a block may take for each byte that is allocated, if that is more: a kernel that ends has to
do with its memory. A checked block of a large tile of which little is used may take more; its
caller raises the limit."""

_FORMATS = {"f16": "<e", "f32": "<f", "f64": "<d"}


def pack_parameters(
    layout: Layout, arguments: Sequence[int | float | np.number[Any] | bytes]
) -> bytes:
    """Lay arguments out as the kernel's parameter space.

    - ``arguments``: one for each parameter; bytes for a structure that is passed by value. A number
      of NumPy has the parameter's kind and size. A plain one has its kind, and a value that fits: a
      ``float`` is rounded to the parameter's precision, everything else arrives as it is.

    Raises ArgumentError if there are too few or too many, or one does not fit its parameter.
    """
    if len(arguments) != len(layout.parameters):
        raise ArgumentError(
            f"{layout.entry} takes {len(layout.parameters)} arguments, not {len(arguments)}"
        )
    packed = bytearray(layout.parameter_bytes)
    for number, ((kind, offset, nbytes), argument) in enumerate(
        zip(layout.parameters, arguments, strict=True)
    ):
        is_structure = 8 * nbytes != int(kind[1:])
        if is_structure or isinstance(argument, bytes):
            if not isinstance(argument, bytes) or len(argument) != nbytes:
                given = f"{len(argument)} bytes" if isinstance(argument, bytes) else repr(argument)
                due = f"a structure of {nbytes} bytes" if is_structure else f"a {kind}"
                raise ArgumentError(
                    f"argument {number} of {layout.entry}: {due} is due, not {given}"
                )
            packed[offset : offset + nbytes] = argument
            continue
        try:
            packed[offset : offset + nbytes] = _packed(kind, nbytes, argument)
        except (struct.error, OverflowError, TypeError, ValueError) as error:
            raise ArgumentError(
                f"argument {number} of {layout.entry}: {argument!r} does not fit a {kind}"
            ) from error
    return bytes(packed)


def _packed(kind: str, nbytes: int, argument: int | float | np.number[Any]) -> bytes:
    """Return a number as a parameter of some type holds it; raise what says that it does not."""
    if isinstance(argument, bool | np.bool_):
        raise TypeError
    if isinstance(argument, np.generic):
        kinds = {"f": "f", "b": "fiu"}.get(kind[0], "iu")
        if argument.dtype.kind not in kinds or argument.nbytes != nbytes:
            raise TypeError
        return argument.tobytes()
    if kind in _FORMATS:
        if isinstance(argument, int) and _rounded(_FORMATS[kind], argument) != argument:
            raise OverflowError
        return struct.pack(_FORMATS[kind], argument)
    value = operator.index(argument)  # type: ignore[arg-type]  # refuses fractions
    # Signed and unsigned numbers of a width share their bits.
    if not -(2 ** (8 * nbytes - 1)) <= value < 2 ** (8 * nbytes):
        raise OverflowError
    wrapped: int = value % 2 ** (8 * nbytes)
    return wrapped.to_bytes(nbytes, "little")


def _rounded(form: str, number: int) -> float:
    return float(struct.unpack(form, struct.pack(form, number))[0])


def run_grid(
    kernel: NativeKernel,
    grid: tuple[int, int, int],
    shared_bytes: int,
    parameters: bytes,
    workers: int,
    allocations: AllocationMap,
    descending: bool = False,
    block_seconds: float | None = None,
) -> None:
    """Run every block of a grid.

    - ``shared_bytes``: dynamic shared memory of a block.
    - ``parameters``: the parameter space.
    - ``workers``: threads of this process that share the blocks.
    - ``descending``: take blocks, and the lane groups of a block, from the last to the first.
    - ``block_seconds``: processor time that a block may take; by default BLOCK_SECONDS, or
      SECONDS_PER_BYTE for each byte that is allocated if that is more.

    Raises ArgumentError if no GPU launches such a grid, or it is none of whole clusters.
    Raises ExecutionError if the kernel accesses memory outside of all allocations (checked mode),
    deadlocks, has a block that takes too long, or misuses mbarriers or bulk copies.
    Raises MachineError if a block needs more shared memory than its architecture has.
    """
    layout = kernel.layout
    check_grid(grid)
    if layout.lacks_cluster:
        raise ArgumentError(f"{layout.entry} is for clusters, and the launch does not say of which")
    check_cluster(layout.cluster, grid)
    check_shared_bytes(shared_bytes)
    blocks = grid[0] * grid[1] * grid[2]
    if not blocks:
        return
    total = layout.shared_bytes + shared_bytes
    limit = max_shared_bytes(layout.architecture)
    if total > limit:
        raise MachineError(
            f"{layout.entry} needs {total} bytes of shared memory a block; "
            f"sm_{layout.architecture} has {limit}"
        )
    if block_seconds is None:
        block_seconds = max(BLOCK_SECONDS, SECONDS_PER_BYTE * allocations.nbytes)
    shared = np.zeros(2, np.uint64)  # the next block, and whether to stop
    shared_address = shared.ctypes.data
    table = allocations.table()
    together = math.prod(layout.cluster)
    count = min(workers, blocks // together, _PROCESSORS)
    # From the first block's shared memory to the last one's. What lies between is never touched,
    # and costs no memory.
    span = ((together - 1) << CLUSTER_SHIFT) + total
    window_bytes = _pages(span + 2 * GUARD)
    frame_bytes = _pages(layout.frame_bytes * layout.groups)
    block_bytes = _pages(layout.block_bytes)
    # What is in flight: an image of shared memory, and a mark for each of its words.
    delay_bytes = _pages(span) + _pages(MARK_BYTES * (span // 4 + 1)) if layout.delays else 0
    proxy_bytes = 0
    if layout.watches:
        numbers = layout.warpgroups, math.prod(layout.threads), together, total
        proxy_bytes = _pages(proxies_bytes(*numbers))
    worker_bytes = window_bytes + together * (frame_bytes + block_bytes)
    worker_bytes += proxy_bytes + delay_bytes
    storage, start = aligned_bytes(count * worker_bytes + len(parameters), PAGE)
    parameter_address = start + count * worker_bytes
    ctypes.memmove(parameter_address, parameters, len(parameters))
    keep = (kernel, shared, table, storage, allocations.owners())
    words = [0] * len(Word)
    words[Word.PARAMETERS] = parameter_address
    words[Word.GRID_X : Word.GRID_Z + 1] = grid
    words[Word.NEXT] = shared_address
    words[Word.BLOCKS] = blocks
    words[Word.STOP] = shared_address + shared.itemsize
    words[Word.ALLOCATIONS] = table.ctypes.data
    words[Word.ALLOCATION_COUNT] = len(table)
    words[Word.SHARED_BEGIN] = layout.shared_start
    words[Word.SHARED_END] = layout.shared_start + total
    words[Word.DESCENDING] = int(descending)
    words[Word.PARAMETERS_END] = parameter_address + len(parameters)
    words[Word.FRAMES_STRIDE] = frame_bytes
    words[Word.BLOCK_STRIDE] = block_bytes
    contexts: list[NDArray[np.uint64]] = []
    for _ in range(count):
        for rank in range(together):
            ctypes.memset(start + GUARD + (rank << CLUSTER_SHIFT), UNWRITTEN, total)
        words[Word.SHARED] = start + GUARD - layout.shared_start
        words[Word.FRAMES] = start + window_bytes
        words[Word.BLOCK] = words[Word.FRAMES] + together * frame_bytes
        words[Word.PROXIES] = words[Word.BLOCK] + together * block_bytes
        if layout.delays:
            early = start + worker_bytes - delay_bytes
            words[Word.EARLY] = early - layout.shared_start
            marks = early + _pages(span) - MARK_BYTES * (layout.shared_start // 4)
            words[Word.IN_FLIGHT] = marks
        contexts.append(np.array(words, np.uint64))
        start += worker_bytes
    late = run_workers(kernel.run, contexts, shared[1:], keep, together * block_seconds)
    if late is not None:
        contexts[late][Word.ERROR] = Failure.ENDLESS
    for context in contexts:
        failure = int(context[Word.ERROR])
        if failure and failure != Failure.STOPPED:
            raise launch_error(layout, grid, context, allocations, block_seconds)


def _pages(nbytes: int) -> int:
    """Return a number of bytes, rounded up to whole pages."""
    return -(-nbytes // PAGE) * PAGE
