"""The cuda machine: a GPU, reached through the driver API.

All work goes to one stream of its own, so that copies, launches and events keep their order; only
launches may go to a stream of the caller's. A thread's current device is left as it was found.
Memory comes from plain allocations (cuMemAlloc): their addresses are aligned as those of the
executor, and compute-sanitizer knows their exact ends.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import importlib
import numbers
import weakref
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sgemm.errors import ArgumentError, MachineError, MissingToolError
from sgemm.kernels.gpus import RESERVED_SHARED, Figures, architecture_of
from sgemm.kernels.kernel import Operands
from sgemm.kernels.launch import Launch
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import check_launch, rebound_launch
from sgemm.machines.cuda_context import CudaContext
from sgemm.machines.cuda_driver import NON_BLOCKING, raw_driver
from sgemm.machines.cuda_launch import CudaLaunch
from sgemm.machines.cuda_objects import (
    CudaBuffer,
    CudaEvent,
    CudaKernel,
    CudaLibrary,
    bytes_of,
    check_copy,
    configurations,
    encoded_tensor_map,
)
from sgemm.machines.interface import (
    CUDA_KIND,
    TEXEL_BYTES,
    Argument,
    BoundLaunch,
    Buffer,
    LoadedKernel,
    NativeLaunch,
    Parts,
    Texture,
)
from sgemm.machines.probe import Gpu, driver_status, driver_version
from sgemm.problem import Problem
from sgemm.toolchain.build import Build

if TYPE_CHECKING:
    from numpy.typing import NDArray

OLDEST_CUDA = (13, 0)
"""The driver of the oldest compiler that is used: an older one loads neither its PTX nor, by
NVIDIA's promises, its machine code."""

# Numbers of CUdevice_attribute and CUfunction_attribute.
CLOCK_KHZ = 13
TEXTURE_ALIGNMENT = 14
MULTIPROCESSORS = 16
MEMORY_CLOCK_KHZ = 36
MEMORY_BUS_BITS = 37
L2_BYTES = 38
MOST_SHARED = 8  # dynamic shared memory of a block
SHARED_PERCENT = 9  # shared memory of a multiprocessor that is preferred; the rest is a cache
MOST_BYTES = 2**63 - 1  # so many are never there

TEXEL_CHANNELS = 4


class CudaMachine(CudaContext):
    """A GPU as a machine, by its number among those that this process sees."""

    name = "cuda"
    tensor_map = staticmethod(encoded_tensor_map)

    def __init__(self, device: int = 0) -> None:
        super().__init__(_find_gpu(device))
        gpu, raw = self.gpu, self._raw
        before = self._current_context()
        try:
            self._context_handle = raw.made(raw.retain_context, gpu.ordinal)
            raw.check(raw.set_context(self._context_handle))
            self.stream_handle = raw.made(raw.create_stream, NON_BLOCKING)
            # At the end of a process the driver may be gone before.
            weakref.finalize(self, raw.destroy_stream, self.stream_handle).atexit = False
            self.multiprocessors = self._attribute(MULTIPROCESSORS)
            self.clock_hz = self._attribute(CLOCK_KHZ) * 1e3  # the highest of multiprocessors
            self.l2_bytes = self._attribute(L2_BYTES)
        except MachineError as error:
            raise self.explained(f"setting up GPU {device}", error) from error
        finally:
            self._restore(before)
        self.architecture = gpu.architecture
        self.device = (CUDA_KIND, gpu.ordinal)

    @property
    def description(self) -> str:
        """One line for people: the GPU's name, capability, multiprocessors, clock and memory."""
        return (
            f"{self.gpu.name} (compute capability {self.architecture / 10:.1f}, "
            f"{self.multiprocessors} multiprocessors at up to {self.clock_hz / 1e6:.0f} MHz, "
            f"{self.gpu.memory_bytes / 2**30:.0f} GiB)"
        )

    @functools.cached_property
    def figures(self) -> Figures:
        """What the GPU tells of itself. Memory moves data twice in each of its cycles."""
        try:
            clock, bits = self._attribute(MEMORY_CLOCK_KHZ), self._attribute(MEMORY_BUS_BITS)
        except MachineError:  # not every driver has to tell: plans are made without
            clock = bits = 0
        return Figures(
            name=self.gpu.name,
            architecture=self.architecture,
            multiprocessors=self.multiprocessors,
            clock_mhz=self.clock_hz / 1e6,
            memory_gbytes=2.0 * clock * bits / 8.0 / 1e6,
            l2_bytes=self.l2_bytes,
            driver=driver_version() or "unknown",
        )

    @property
    def free_bytes(self) -> int:
        """GPU memory that is free now, in bytes."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        with self.calling("asking for the free memory"):
            self.succeed(self._raw.memory_info(ctypes.addressof(free), ctypes.addressof(total)))
        return free.value

    @contextlib.contextmanager
    def allocate(self, nbytes: int) -> Iterator[CudaBuffer]:
        """Allocate ``nbytes`` bytes of GPU memory, freed when the context ends.

        It is no part of a graph that this thread or another captures, and disturbs none.
        """
        if nbytes < 0:
            raise ArgumentError(f"nbytes = {nbytes}: a size in bytes is not negative")
        found, what = ctypes.c_uint64(), f"allocating {nbytes} bytes"
        with self.current(), self.outside_captures():
            # ctypes would cut a larger number to its last bits.
            asked = min(max(nbytes, 1), MOST_BYTES)
            self.succeed(self._raw.allocate(ctypes.addressof(found), asked), what)
        try:
            yield CudaBuffer(found.value, nbytes)
        except BaseException:
            with self.current(), self.outside_captures():
                self._raw.free(found.value)  # its failure must not hide the error under way
            raise
        with self.current(), self.outside_captures():
            self.succeed(self._raw.free(found.value), f"freeing {nbytes} bytes")

    def copy_in(self, buffer: Buffer, source: NDArray[Any], offset: int = 0) -> None:
        """Copy a host array to ``offset`` bytes into a buffer, after all work so far; blocking."""
        check_copy("source", source, buffer, offset)
        if source.nbytes:
            with self.calling(f"copying {source.nbytes} bytes to the GPU"):
                place, data = buffer.address + offset, source.ctypes.data
                self.succeed(self._raw.copy_in(place, data, source.nbytes, self.stream_handle))
                self._finish()

    def copy_out(self, target: NDArray[Any], buffer: Buffer, offset: int = 0) -> None:
        """Copy from ``offset`` bytes into a buffer to a host array, after all work so far."""
        check_copy("target", target, buffer, offset)
        if not target.flags.writeable:
            raise ArgumentError("target is a read-only array; give one that can be written")
        if target.nbytes:
            with self.calling(f"copying {target.nbytes} bytes from the GPU"):
                place, data = buffer.address + offset, target.ctypes.data
                self.succeed(self._raw.copy_out(data, place, target.nbytes, self.stream_handle))
                self._finish()

    def fill(self, buffer: Buffer, byte: int) -> None:
        """Set every byte of a buffer, after all work so far; returns before it is done."""
        if not 0 <= byte <= 255:
            raise ArgumentError(f"byte = {byte}: a byte is in 0 ... 255")
        if buffer.nbytes:
            with self.calling(f"filling {buffer.nbytes} bytes"):
                what = (buffer.address, byte, buffer.nbytes, self.stream_handle)
                self.succeed(self._raw.fill(*what))

    @contextlib.contextmanager
    def texture(self, address: int, nbytes: int) -> Iterator[Texture]:
        """Make a texture object over linear memory, destroyed when the context ends."""
        for name, value in (("address", address), ("nbytes", nbytes)):
            if value < 0 or value % TEXEL_BYTES:
                raise ArgumentError(f"{name} = {value} is no multiple of {TEXEL_BYTES}")
        # The driver wants a texture to start at a multiple of a few hundred bytes. Allocations do,
        # so that the texels in front of an address inside one are there.
        with self.current():
            before = address % self._texture_alignment
            handle = self._make_texture(address - before, before + nbytes) if nbytes else None
        try:
            # Nothing can be read from an empty matrix, and the driver makes no empty texture.
            yield Texture(0 if handle is None else int(handle), before // TEXEL_BYTES)
        except BaseException:
            if handle is not None:
                with self.current():
                    self._driver.cuTexObjectDestroy(handle)  # must not hide the error under way
            raise
        if handle is not None:
            self.synchronize()  # kernels may still read through it
            with self.current():
                (code,) = self._driver.cuTexObjectDestroy(handle)
                self.succeed(int(code), "destroying a texture")

    def load(self, build: Build) -> CudaKernel:
        """Load a build: its machine code, or without any its PTX, which the driver compiles."""
        name = build.kernel.name
        code = "PTX" if build.cubin is None else "machine code"
        with self.calling(f"loading {code} of {name} for sm_{build.architecture}"):
            if build.cubin is not None:
                library = CudaLibrary(build.cubin)
            else:
                assert build.ptx is not None, "a build has one of them"
                library = CudaLibrary(build.ptx.encode() + b"\0")
            further = {entry: library.function(entry) for entry in build.kernel.other_entries}
            kernel = CudaKernel(build, library, library.function(build.entry), further)
            self._ask_for_shared(kernel)
            return kernel

    def launch(
        self,
        kernel: LoadedKernel,
        launch: Launch,
        arguments: Sequence[Argument],
        stream: int | None = None,
    ) -> None:
        """Run a kernel after all work launched before; returns before it has run."""
        loaded = _loaded_here(kernel)
        loaded.check(arguments)
        check_launch(launch)
        if 0 in launch.grid:
            return
        entry = loaded.build.entry
        with self.calling(f"launching {entry} as {launch}"):
            self.allow_shared(loaded, launch)
            self._launched[entry] = None
            own = self.stream_handle if stream is None else stream
            # All is ready before the first of several launches, so that none waits for the host.
            functions = [loaded.function_of(each) for each in launch.in_order]
            ready = configurations(launch, loaded.build.begins_early, own)
            # The driver itself takes arguments of any size by their address.
            values = [
                ctypes.create_string_buffer(data, len(data)) for data in map(bytes_of, arguments)
            ]
            addresses = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
            raw, at = raw_driver(), ctypes.addressof(addresses)
            for function, configuration in zip(functions, ready, strict=True):
                where = ctypes.addressof(configuration)
                self.succeed(raw.launch(where, function.handle, at, None))

    def bind(
        self, kernel: LoadedKernel, problem: Problem, schedule: Schedule, parts: Parts = (0, 0)
    ) -> BoundLaunch:
        """Bind a kernel to a problem and a schedule, so that a launch costs little."""
        loaded = _loaded_here(kernel)
        if loaded.build.kernel.operands is Operands.TEXTURES:
            return rebound_launch(self, loaded, problem, schedule, parts)
        return CudaLaunch(self, loaded, problem, schedule, parts).direct

    def native_launch(
        self, kernel: LoadedKernel, problem: Problem, schedule: Schedule, addresses: tuple[int, ...]
    ) -> NativeLaunch | None:
        """Bind a kernel for machine code that launches it; None for one with textures."""
        loaded = _loaded_here(kernel)
        if loaded.build.kernel.operands is Operands.TEXTURES:
            return None
        return CudaLaunch(self, loaded, problem, schedule).native(*addresses)

    def record(self) -> CudaEvent:
        """Record an event with timing after all work launched so far."""
        with self.calling("recording an event"):
            return CudaEvent(self)

    def synchronize(self) -> None:
        """Wait for all work launched so far."""
        with self.calling("waiting for the GPU"):
            self._finish()

    def allow_shared(self, kernel: CudaKernel, launch: Launch) -> None:
        """Raise how much dynamic shared memory kernels may have to what a launch needs."""
        for each in launch.in_order:
            handle = kernel.function_of(each).handle
            if each.shared_bytes > kernel.shared_limits.get(handle, 0):
                self._set_kernel_attribute(MOST_SHARED, each.shared_bytes, handle)
                kernel.shared_limits[handle] = each.shared_bytes

    def _ask_for_shared(self, kernel: CudaKernel) -> None:
        """Ask for the shared memory of as many blocks as the tile is made for, and no more.

        The driver would take what all blocks need that registers allow, and leave less for the
        first-level cache, which copies of 4 bytes go through. Kernels without dynamic shared memory
        are left to it, and so are those before and after the main one.
        """
        main = kernel.build.kernel
        if main.tile.blocks and main.shared_bytes:
            needed = main.tile.blocks * (main.shared_bytes + RESERVED_SHARED)
            percent = -(-100 * needed // architecture_of(self.architecture).shared_bytes)
            self._set_kernel_attribute(SHARED_PERCENT, min(percent, 100), kernel.handle)

    def _set_kernel_attribute(self, attribute: int, value: int, handle: int) -> None:
        """Set an attribute of one entry point."""
        self.succeed(self._raw.set_kernel_attribute(attribute, value, handle, self.gpu.ordinal))

    def _finish(self) -> None:
        self.succeed(self._raw.wait_for_stream(self.stream_handle))
        self._launched.clear()

    def _attribute(self, number: int) -> int:
        found = ctypes.c_int()
        at = ctypes.addressof(found)
        self.succeed(self._raw.device_attribute(at, number, self.gpu.ordinal))
        return found.value

    @functools.cached_property
    def _driver(self) -> Any:
        """NVIDIA's package, for textures."""
        return _import_or_explain("cuda.bindings.driver")

    @functools.cached_property
    def _texture_alignment(self) -> int:
        return self._attribute(TEXTURE_ALIGNMENT)

    def _make_texture(self, address: int, nbytes: int) -> Any:
        driver = self._driver
        resource = driver.CUDA_RESOURCE_DESC()
        resource.resType = driver.CUresourcetype.CU_RESOURCE_TYPE_LINEAR
        resource.res.linear.devPtr = driver.CUdeviceptr(address)
        resource.res.linear.format = driver.CUarray_format.CU_AD_FORMAT_FLOAT
        resource.res.linear.numChannels = TEXEL_CHANNELS
        resource.res.linear.sizeInBytes = nbytes
        # Defaults: unnormalised coordinates, no filtering, texels read as the floats they are.
        sampling = driver.CUDA_TEXTURE_DESC()
        code, handle = driver.cuTexObjectCreate(resource, sampling, None)
        self.succeed(int(code), f"making a texture of {nbytes} bytes")
        return handle


def _loaded_here(kernel: LoadedKernel) -> CudaKernel:
    if not isinstance(kernel, CudaKernel):
        raise ArgumentError(f"kernel = {kernel!r} was not loaded by the cuda machine")
    return kernel


def _find_gpu(device: int) -> Gpu:
    status = driver_status()
    if status.reason is not None or status.cuda_version is None:
        raise MachineError(f"no GPU: {status.reason}")
    if status.cuda_version < OLDEST_CUDA:
        have, need = (".".join(map(str, v)) for v in (status.cuda_version, OLDEST_CUDA))
        raise MachineError(f"the NVIDIA driver supports CUDA {have}; sgemm needs {need} or newer")
    if not isinstance(device, numbers.Integral) or isinstance(device, bool):
        raise ArgumentError(f"device = {device!r}: the number of a GPU, from 0, is needed")
    if not 0 <= device < len(status.gpus):
        raise MachineError(
            f"device = {device}: this process sees {len(status.gpus)} GPU(s), numbered from 0"
        )
    return status.gpus[int(device)]


def _import_or_explain(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingToolError(
            f"the cuda machine needs {module} for textures, and it cannot be imported ({error}): "
            "pip install cuda-bindings"
        ) from error
