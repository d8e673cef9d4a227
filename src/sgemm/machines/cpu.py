"""The cpu machine: kernels' own PTX on this processor, through the executor.

Results are those of a GPU, to the bit; times are this processor's. Work is done when a launch
returns, so that streams and events are simple here.
"""

from __future__ import annotations

import contextlib
import dataclasses
import numbers
import os
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.executor.compiler import NativeKernel, compile_kernel
from sgemm.executor.grid import pack_parameters, run_grid
from sgemm.executor.limits import whole_number
from sgemm.executor.memory import Allocation, AllocationMap, LinearTexture
from sgemm.executor.observer import Observer
from sgemm.executor.tensor_map import encode_tensor_map
from sgemm.kernels.gpus import Figures
from sgemm.kernels.launch import Launch, Sizes
from sgemm.kernels.schedule import Schedule, TensorBox
from sgemm.machines.call import check_launch, rebound_launch
from sgemm.machines.compiling_forks import hold_forks_while_compiling
from sgemm.machines.interface import (
    Argument,
    BoundLaunch,
    Buffer,
    Event,
    LoadedKernel,
    Parts,
    TensorMap,
    Texture,
)
from sgemm.machines.probe import processor_name
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.toolchain.cache import Cache

# The architecture whose PTX is run, and the multiprocessors that work is scheduled for, are those
# of the GPU our results are measured on, so that results agree. The reference shows the numbers.
DEFAULT_ARCHITECTURE = 90
DEFAULT_MULTIPROCESSORS = 132


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
    """A build on the cpu machine: compiled for each shape of block and cluster."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.natives: dict[tuple[str, Sizes, Sizes | None], NativeKernel] = {}


class CpuMachine:
    """Runs kernels with the executor.

    Parameters
    ----------
    threads : int, optional
        Threads that share the blocks of a grid; by default one for each processor of this process.
    checked : bool
        Check every memory access; slower. An access outside of all buffers is then a
        :class:`~sgemm.errors.MemoryAccessError` with the PTX line.
    architecture : int
        Compute capability times ten for which kernels are built.
    multiprocessors : int
        How many multiprocessors the work is scheduled for. If k is cut into parts, the order of
        summation depends on this number: give that of a GPU to have that GPU's results.
    descending : bool
        Run the blocks of a grid, and the lane groups of a block, from the last to the first. A
        kernel's results must not depend on this order.
    block_seconds : float, optional
        Processor time that one thread block may take. A block that takes longer ends the launch
        with a :class:`~sgemm.errors.DeadlockError`, as its kernel seems to run forever. The default
        is 6 seconds, or one second for every 10 MB of allocated memory if that is more.
    observer : Observer, optional
        Records every access, multiply-add and wait of the kernels that run. They then run in
        checked mode and in one thread.
    """

    name = "cpu"
    device = (1, 0)  # kernels use the memory that this machine allocates
    figures: Figures | None = None  # it plans as the GPU does that results are of

    def __init__(
        self,
        threads: int | None = None,
        checked: bool = False,
        architecture: int = DEFAULT_ARCHITECTURE,
        multiprocessors: int = DEFAULT_MULTIPROCESSORS,
        descending: bool = False,
        block_seconds: float | None = None,
        observer: Observer | None = None,
    ) -> None:
        if threads is not None:
            threads = whole_number("threads", threads)
        multiprocessors = whole_number("multiprocessors", multiprocessors)
        architecture = whole_number("architecture", architecture)
        for name, flag in (("checked", checked), ("descending", descending)):
            if not isinstance(flag, bool):
                raise ArgumentError(f"{name} = {flag!r}: True or False is needed")
        if block_seconds is not None and not (
            isinstance(block_seconds, numbers.Real)
            and not isinstance(block_seconds, bool)
            and block_seconds > 0
        ):
            raise ArgumentError(
                f"block_seconds = {block_seconds!r}: a number of seconds above 0 is needed"
            )
        if observer is not None and not isinstance(observer, Observer):
            raise ArgumentError(f"observer = {observer!r}: an Observer is needed")
        if observer is not None:
            threads, checked = 1, True
        hold_forks_while_compiling()
        self.observer = observer
        self.threads = threads if threads is not None else len(os.sched_getaffinity(0))
        self.checked = checked
        self.descending = descending
        self.block_seconds = block_seconds
        self.architecture = architecture
        self.multiprocessors = multiprocessors
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
    def description(self) -> str:
        """The processor and how many of its threads work."""
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        return f"{processor_name()}, {threads}, running PTX for sm_{self.architecture}"

    @contextlib.contextmanager
    def allocate(self, nbytes: int) -> Iterator[Buffer]:
        """Allocate memory, aligned as on a GPU: to 512 bytes, of which 256 are promised."""
        nbytes = whole_number("nbytes", nbytes, least=0)
        allocation = Allocation(nbytes)
        self._allocations.add(allocation.address, nbytes, allocation)
        try:
            yield allocation
        finally:
            allocation.is_live = False
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
            yield Texture(texture.handle, texture.first_texel)
        finally:
            self._allocations.remove(texture.handle)

    def tensor_map(
        self, address: int, sizes: Sizes, strides: tuple[int, int], box: TensorBox
    ) -> TensorMap:
        """Describe a batch of matrices to the executor; see the interface."""
        extents = (box.columns, box.rows, 1)
        return TensorMap(encode_tensor_map(address, sizes, strides, extents, box.swizzle))

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
        """Run a kernel to its end; there are no streams to choose from."""
        if stream is not None:
            self.check_stream(stream)
        if not isinstance(kernel, LoadedCpuKernel):
            raise ArgumentError("kernel: it was not loaded by the cpu machine")
        check_launch(launch)
        if not all(launch.grid):
            return
        given = [each.data if isinstance(each, TensorMap) else each for each in arguments]
        for each in launch.in_order:
            entry = kernel.build.entry if isinstance(each, Launch) else each.entry
            cluster = each.cluster if isinstance(each, Launch) else None
            native = self._native(kernel, entry, each.block, cluster)
            observer = self.observer
            with observer.watching(native, each.grid) if observer else contextlib.nullcontext():
                run_grid(
                    native,
                    each.grid,
                    each.shared_bytes,
                    pack_parameters(native.layout, given),
                    self.threads if observer is None else 1,
                    self._allocations,
                    self.descending,
                    self.block_seconds,
                )

    def bind(
        self, kernel: LoadedKernel, problem: Problem, schedule: Schedule, parts: Parts = (0, 0)
    ) -> BoundLaunch:
        """Bind a kernel to a problem and a schedule."""
        return rebound_launch(self, kernel, problem, schedule, parts)

    def native_launch(self, *bound: object) -> None:
        """Return None: kernels are run by Python."""

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

    def lanes(self, kernel: LoadedCpuKernel) -> int:
        """Return how many threads of a block are computed together, as the ladder asks."""
        return self._native(kernel, kernel.build.entry, kernel.build.kernel.block).layout.lanes

    def _native(
        self, kernel: LoadedCpuKernel, entry: str, block: Sizes, cluster: Sizes | None = None
    ) -> NativeKernel:
        found = kernel.natives.get((entry, block, cluster))
        if found is None:
            build = kernel.build
            if build.ptx is None:
                raise ArgumentError(
                    f"build = {build.kernel.name}: it has machine code alone, and the cpu machine "
                    "runs PTX: make it with ptx=True"
                )
            found = compile_kernel(
                build.ptx,
                f"{build.kernel.name}.ptx",
                entry,
                block,
                store=self._objects,
                checked=self.checked,
                architecture=self.architecture,
                observed=self.observer is not None,
                cluster=cluster,
            )
            kernel.natives[entry, block, cluster] = found
        return found


def _own(buffer: Buffer) -> Allocation:
    if not isinstance(buffer, Allocation):
        raise ArgumentError("buffer: it was not allocated by the cpu machine")
    return buffer


def _bytes_of(name: str, array: NDArray[Any]) -> NDArray[np.uint8]:
    if not array.flags.c_contiguous:
        raise ArgumentError(f"{name}: the array must be C-contiguous")
    return array.reshape(-1).view(np.uint8)
