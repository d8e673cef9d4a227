"""The cpu machine: kernels' own PTX on this processor, through the executor.

Results are those of a GPU, to the bit; times are this processor's. Work is done when a launch
returns, so that streams and events are simple here.
"""

from __future__ import annotations

import contextlib
import dataclasses
import numbers
import os
import platform
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.executor import workers
from sgemm.executor.compiler import NativeKernel, compile_kernel
from sgemm.executor.grid import pack_parameters, run_grid
from sgemm.executor.memory import Allocation, AllocationMap, LinearTexture
from sgemm.executor.tensor_map import encode_tensor_map
from sgemm.kernels.launch import FurtherLaunch, Launch
from sgemm.kernels.schedule import Schedule
from sgemm.machines.compiling_forks import hold_forks_while_compiling
from sgemm.machines.geometry import check_launch
from sgemm.machines.interface import (
    Argument,
    Buffer,
    Event,
    LoadedKernel,
    PreparedLaunch,
    TensorMap,
    Texture,
)
from sgemm.machines.rebound import ReboundLaunch
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.toolchain.cache import Cache

DEFAULT_ARCHITECTURE = 90
"""Architecture whose PTX the cpu machine runs: that of the GPU our results are measured on."""

DEFAULT_MULTIPROCESSORS = 132
"""Multiprocessors that work is scheduled for: those of the same GPU, so that results agree."""


@dataclasses.dataclass(frozen=True, slots=True)
class CpuEvent:
    """A point in time, in seconds."""

    at: float

    def seconds_since(self, earlier: Event) -> float:
        """Seconds from ``earlier`` to this event."""
        if not isinstance(earlier, CpuEvent):
            raise ArgumentError("earlier: an event of the cpu machine is due")
        return self.at - earlier.at


class LoadedCpuKernel:
    """A build on the cpu machine: compiled for each shape of block when it is first launched.

    Parameters
    ----------
    build : Build
    """

    def __init__(self, build: Build) -> None:
        self._build = build
        self.natives: dict[tuple[str, tuple[int, int, int]], NativeKernel] = {}

    @property
    def build(self) -> Build:
        """What was loaded."""
        return self._build


class CpuMachine:
    """Runs kernels with the executor.

    Parameters
    ----------
    threads : int, optional
        Threads that share the blocks of a grid; by default one for each processor that this
        process may use.
    checked : bool
        Check every memory access; slower. An access outside of all buffers is then a
        :class:`~sgemm.errors.MemoryAccessError` with the PTX line.
    architecture : int
        Compute capability times ten for which kernels are built.
    multiprocessors : int
        How many the scheduler of work is to count on. Where k is cut into parts, the order of
        sums depends on it: give the number of a GPU to have that GPU's results.
    descending : bool
        Run the blocks of a grid, and the lane groups of a block, from the last to the first.
        A GPU runs blocks and warps in any order, so that a kernel's results must not depend on
        it: compare both, with one thread each.
    block_seconds : float, optional
        Processor time that one thread block may take; a launch with a block that takes longer is
        ended with a :class:`~sgemm.errors.DeadlockError`, as its kernel seems to be endless. By
        default 6 seconds, or a second for every 10 MB that are allocated if that is more.

    Raises
    ------
    ArgumentError
        If a number is no whole one of at least 1, a flag is neither True nor False, or
        ``block_seconds`` is no number above 0.
    """

    def __init__(
        self,
        threads: int | None = None,
        checked: bool = False,
        architecture: int = DEFAULT_ARCHITECTURE,
        multiprocessors: int = DEFAULT_MULTIPROCESSORS,
        descending: bool = False,
        block_seconds: float | None = None,
    ) -> None:
        if threads is not None:
            threads = _count("threads", threads)
        multiprocessors = _count("multiprocessors", multiprocessors)
        architecture = _count("architecture", architecture)
        for name, flag in (("checked", checked), ("descending", descending)):
            if not isinstance(flag, bool):
                raise ArgumentError(f"{name} = {flag!r}: True or False is needed")
        if block_seconds is not None and not (
            isinstance(block_seconds, int | float) and block_seconds > 0
        ):
            raise ArgumentError(
                f"block_seconds = {block_seconds!r}: a number of seconds above 0 is needed"
            )
        hold_forks_while_compiling()
        self.threads = threads if threads is not None else len(os.sched_getaffinity(0))
        self.checked = checked
        self.descending = descending
        self.block_seconds = block_seconds
        self._architecture = architecture
        self._multiprocessors = multiprocessors
        self._allocations = AllocationMap()
        self._objects = Cache("objects")

    @contextlib.contextmanager
    def sharing(self, threads: int) -> Iterator[None]:
        """Share the blocks of a grid among another number of threads for a while."""
        before, self.threads = self.threads, threads
        try:
            yield
        finally:
            self.threads = before

    @property
    def name(self) -> str:
        """``"cpu"``."""
        return "cpu"

    @property
    def description(self) -> str:
        """The processor and how many of its threads work."""
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        return f"{processor_name()}, {threads}, running PTX for sm_{self._architecture}"

    @property
    def architecture(self) -> int:
        """Compute capability times ten that builds for this machine are made for."""
        return self._architecture

    @property
    def multiprocessors(self) -> int:
        """How many multiprocessors work is scheduled for, as on a GPU that has so many."""
        return self._multiprocessors

    @property
    def device(self) -> tuple[int, int]:
        """``(1, 0)``: kernels use the memory that this machine allocates."""
        return (1, 0)

    @contextlib.contextmanager
    def allocate(self, nbytes: int) -> Iterator[Buffer]:
        """Allocate memory, aligned as on a GPU: to 512 bytes, of which 256 are promised."""
        if nbytes < 0:
            raise ArgumentError(f"nbytes = {nbytes}: a size is not negative")
        allocation = Allocation(nbytes)
        self._allocations.add(allocation.address, nbytes, allocation)
        try:
            yield allocation
        finally:
            self._allocations.remove(allocation.address)

    def copy_in(self, buffer: Buffer, source: NDArray[Any], offset: int = 0) -> None:
        """Copy a C-contiguous host array into a buffer."""
        _own(buffer).view(offset, source.nbytes)[:] = _bytes_of("source", source)

    def copy_out(self, target: NDArray[Any], buffer: Buffer, offset: int = 0) -> None:
        """Copy from a buffer to a C-contiguous host array."""
        if not target.flags.writeable:
            raise ArgumentError("target: the array is read-only")
        _bytes_of("target", target)[:] = _own(buffer).view(offset, target.nbytes)

    @contextlib.contextmanager
    def texture(self, address: int, nbytes: int) -> Iterator[Texture]:
        """Make a texture object over linear memory."""
        texture = LinearTexture(address, nbytes)  # its handle is valid while the object lives
        self._allocations.add(texture.handle, texture.HANDLE_BYTES, texture)
        try:
            yield texture
        finally:
            self._allocations.remove(texture.handle)

    def tensor_map(
        self,
        address: int,
        sizes: tuple[int, int, int],
        strides: tuple[int, int],
        box: tuple[int, int],
        swizzle: int,
    ) -> TensorMap:
        """Describe a batch of matrices to the executor; see the interface."""
        return TensorMap(encode_tensor_map(address, sizes, strides, (*box, 1), swizzle))

    def load(self, build: Build) -> LoadedCpuKernel:
        """Make a build ready: its PTX is compiled for this processor, or found compiled.

        Further entries are when they are launched for the first time: most problems need none.
        """
        loaded = LoadedCpuKernel(build)
        self._native(loaded, build.entry, build.kernel.block)
        return loaded

    def launch(
        self,
        kernel: LoadedKernel,
        launch: Launch,
        arguments: Sequence[Argument],
        stream: int | None = None,
    ) -> None:
        """Run a kernel to its end; there are no streams to choose from.

        Raises
        ------
        ArgumentError
            If an argument does not fit its parameter (as
            :func:`~sgemm.executor.grid.pack_parameters` says; plain numbers are taken too), there
            are too few or too many, or no GPU launches such a geometry.
        ExecutionError
            If the kernel goes wrong.
        MachineError
            If it needs more shared memory than the architecture has.
        """
        if stream is not None:
            self.check_stream(stream)
        if not isinstance(kernel, LoadedCpuKernel):
            raise ArgumentError("kernel: it was not loaded by the cpu machine")
        if launch.cluster != (1, 1, 1):
            raise ArgumentError(f"cluster = {launch.cluster}: the cpu machine runs single blocks")
        check_launch(launch)
        if not all(launch.grid):
            return
        given = [each.data if isinstance(each, TensorMap) else each for each in arguments]
        if launch.first is not None:
            self._run_further(kernel, launch.first, given)
        native = self._native(kernel, kernel.build.entry, launch.block)
        self._run(native, launch.grid, launch.shared_bytes, given)
        if launch.last is not None:
            self._run_further(kernel, launch.last, given)

    def prepare(self, kernel: LoadedKernel, problem: Problem, schedule: Schedule) -> PreparedLaunch:
        """Bind a kernel to a problem and a schedule."""
        return ReboundLaunch(self, kernel, problem, schedule)

    def order(self, earlier: int, later: int) -> None:
        """Return: all work is done already."""

    def wait(self, stream: int | None) -> None:
        """Return: all work is done already."""

    def hold(self, owners: object, stream: int) -> None:
        """Return: all work is done already."""

    def check_stream(self, stream: int) -> None:
        """Raise ArgumentError: there are no streams."""
        raise ArgumentError(f"stream = {stream}: the cpu machine has no streams; leave it out")

    def workspace_key(self, stream: int | None) -> tuple[int, int]:
        """Return the same for all: there is one order of work, and there are no graphs."""
        return (0, 0)

    def outside_captures(self) -> contextlib.AbstractContextManager[None]:
        """Do nothing: there are no graphs."""
        return contextlib.nullcontext()

    def record(self) -> CpuEvent:
        """Record the time."""
        return CpuEvent(time.perf_counter())

    def synchronize(self) -> None:
        """Return: all work is done already."""

    def lanes(self, kernel: LoadedKernel) -> int:
        """Return how many threads of a block one lane group of the executor holds."""
        if not isinstance(kernel, LoadedCpuKernel):
            raise ArgumentError("kernel: it was not loaded by the cpu machine")
        return self._native(kernel, kernel.build.entry, kernel.build.kernel.block).layout.lanes

    def _run_further(
        self,
        kernel: LoadedCpuKernel,
        launch: FurtherLaunch,
        arguments: Sequence[np.number[Any] | bytes],
    ) -> None:
        native = self._native(kernel, launch.entry, launch.block)
        self._run(native, launch.grid, 0, arguments)

    def _run(
        self,
        native: NativeKernel,
        grid: tuple[int, int, int],
        shared_bytes: int,
        arguments: Sequence[np.number[Any] | bytes],
    ) -> None:
        parameters = pack_parameters(native.layout, arguments)
        run_grid(
            native,
            grid,
            shared_bytes,
            parameters,
            self.threads,
            self._allocations,
            self.descending,
            self.block_seconds,
        )

    def _native(
        self, kernel: LoadedCpuKernel, entry: str, block: tuple[int, int, int]
    ) -> NativeKernel:
        found = kernel.natives.get((entry, block))
        if found is None:
            build = kernel.build
            found = compile_kernel(
                build.ptx,
                f"{build.kernel.name}.ptx",
                entry,
                block,
                store=self._objects,
                checked=self.checked,
                architecture=self._architecture,
            )
            kernel.natives[entry, block] = found
        return found


def is_compiling() -> bool:
    """Whether a kernel is still compiled for a load that was interrupted."""
    return workers.is_busy()


def processor_name() -> str:
    """Return the processor's name as the operating system knows it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _count(name: str, value: object) -> int:
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or value < 1:
        raise ArgumentError(f"{name} = {value!r}: a whole number of at least 1 is needed")
    return int(value)


def _own(buffer: Buffer) -> Allocation:
    if not isinstance(buffer, Allocation):
        raise ArgumentError("buffer: it was not allocated by the cpu machine")
    return buffer


def _bytes_of(name: str, array: NDArray[Any]) -> NDArray[np.uint8]:
    if not array.flags.c_contiguous:
        raise ArgumentError(f"{name}: the array must be C-contiguous")
    return array.reshape(-1).view(np.uint8)
