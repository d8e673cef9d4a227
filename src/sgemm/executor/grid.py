"""Launching a compiled kernel: its blocks over worker threads, and what went wrong.

Workers are threads, kept from launch to launch, that call the generated code. It runs without the
interpreter's lock and takes blocks from a shared counter. Each worker has one block's shared
memory and slice states, used again for block after block.
"""

from __future__ import annotations

import concurrent.futures
import ctypes
import functools
import operator
import os
import struct
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError, MachineError
from sgemm.executor.context import Word
from sgemm.executor.in_flight import MARK_BYTES
from sgemm.executor.launch_errors import launch_error
from sgemm.executor.limits import check_grid, check_shared_bytes
from sgemm.executor.memory import AllocationMap, aligned_bytes, max_shared_bytes
from sgemm.executor.objects import Layout, NativeKernel

PAGE = 4096
"""Alignment of a worker's memory: loads and stores then meet in a processor's tables of low address
bits in the same way in every run, so that times repeat."""

GUARD = 4096
"""Bytes on either side of a block's shared memory."""

_WORKER = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_POLL_SECONDS = 0.05
_MORE_BLOCKS = 2

_FORMATS = {"f16": "<e", "f32": "<f", "f64": "<d"}


def pack_parameters(
    layout: Layout, arguments: Sequence[int | float | np.number[Any] | bytes]
) -> bytes:
    """Lay arguments out as the kernel's parameter space.

    Parameters
    ----------
    layout : Layout
    arguments : sequence of number or bytes
        One for each parameter; bytes for a structure that is passed by value. A number of NumPy has
        the parameter's kind and size. A plain one has its kind, and a value that fits: a ``float``
        is rounded to the parameter's precision, everything else arrives as it is.

    Returns
    -------
    bytes

    Raises
    ------
    ArgumentError
        If there are too few or too many, or one does not fit its parameter.
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
) -> None:
    """Run every block of a grid.

    Parameters
    ----------
    kernel : NativeKernel
    grid : tuple of int
        Blocks in x, y, z.
    shared_bytes : int
        Dynamic shared memory of a block.
    parameters : bytes
        The parameter space.
    workers : int
        Threads of this process that share the blocks.
    allocations : AllocationMap
        What checked mode compares addresses with.
    descending : bool
        Take blocks, and the slices of a block, from the last to the first.

    Raises
    ------
    ArgumentError
        If no GPU launches such a grid.
    ExecutionError
        If the kernel accesses memory outside of all allocations (checked mode), deadlocks, loops
        without end, or misuses mbarriers or bulk copies.
    MachineError
        If a block needs more shared memory than its architecture has.
    """
    layout = kernel.layout
    check_grid(grid)
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
    counter = np.zeros(1, np.uint64)
    stop = np.zeros(1, np.uint64)
    table = allocations.table()
    run = _WORKER(kernel.address)
    contexts: list[NDArray[np.uint64]] = []
    keep: list[object] = [counter, stop, table]
    parameter_storage, parameter_address = aligned_bytes(max(len(parameters), 1))
    ctypes.memmove(parameter_address, parameters, len(parameters))
    keep.append(parameter_storage)
    for _ in range(min(workers, blocks)):
        shared_storage, shared_address = aligned_bytes(total + 2 * GUARD, PAGE)
        state_storage, state_address = aligned_bytes(layout.state_bytes * layout.slices, PAGE)
        block_storage, block_address = aligned_bytes(layout.block_bytes)
        keep += [shared_storage, state_storage, block_storage]
        context = np.zeros(Word.WORDS, np.uint64)
        context[Word.PARAMETERS] = parameter_address
        context[Word.SHARED] = shared_address + GUARD - layout.shared_start
        context[Word.STATE] = state_address
        context[Word.GRID_X : Word.GRID_Z + 1] = grid
        context[Word.NEXT] = counter.ctypes.data
        context[Word.BLOCKS] = blocks
        context[Word.STOP] = stop.ctypes.data
        context[Word.ALLOCATIONS] = table.ctypes.data
        context[Word.ALLOCATION_COUNT] = len(table)
        context[Word.SHARED_BEGIN] = layout.shared_start
        context[Word.SHARED_END] = layout.shared_start + total
        context[Word.BLOCK] = block_address
        context[Word.DESCENDING] = descending
        context[Word.PARAMETERS_END] = parameter_address + len(parameters)
        if layout.delays:
            early_storage, early_address = aligned_bytes(total)
            mark_storage, mark_address = aligned_bytes(MARK_BYTES * (total // 4 + 1))
            keep += [early_storage, mark_storage]
            context[Word.EARLY] = early_address - layout.shared_start
            context[Word.IN_FLIGHT] = mark_address - MARK_BYTES * (layout.shared_start // 4)
        contexts.append(context)
    _work(run, contexts, stop)
    del keep
    for context in contexts:
        if context[Word.ERROR]:
            raise launch_error(layout, grid, context, allocations)


def _work(
    run: Callable[[int], int], contexts: list[NDArray[np.uint64]], stop: NDArray[np.uint64]
) -> None:
    """Run all workers but one in threads, and wait; an interrupt stops them between blocks.

    Python sees an interrupt only when this thread returns from generated code, so that its worker
    returns now and then.
    """
    own, *others = contexts
    helpers: list[concurrent.futures.Future[int]] = []
    try:
        for context in others:
            context[Word.BUDGET] = np.iinfo(np.uint64).max
            helpers.append(_pool().submit(run, context.ctypes.data))
        own[Word.BUDGET] = 1
        start = time.perf_counter()
        while run(own.ctypes.data) == _MORE_BLOCKS:
            now = time.perf_counter()
            if now - start < _POLL_SECONDS / 2:
                own[Word.BUDGET] *= 2
            elif now - start > _POLL_SECONDS:
                own[Word.BUDGET] = max(1, int(own[Word.BUDGET]) // 2)
            start = now
        _wait_for(helpers)
    except BaseException:
        stop[0] = 1
        _wait_for(helpers)
        raise


def _wait_for(helpers: Sequence[concurrent.futures.Future[int]]) -> None:
    """Wait until no helper uses this launch's memory; one that has not begun is not needed."""
    concurrent.futures.wait([helper for helper in helpers if not helper.cancel()])


@functools.cache
def _pool() -> concurrent.futures.ThreadPoolExecutor:
    """Return the threads that launches share: starting one takes as long as a small launch."""
    return concurrent.futures.ThreadPoolExecutor(os.cpu_count(), "sgemm-cpu")


os.register_at_fork(after_in_child=_pool.cache_clear)
