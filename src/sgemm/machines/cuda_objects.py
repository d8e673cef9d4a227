"""What a cuda machine hands out: buffers, textures, tensor maps, loaded kernels, events.

What a caller can get wrong is checked here before the driver could be misled: a launch with too few
arguments, say, would make it read past the end of the list.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sgemm.errors import ArgumentError
from sgemm.kernels.launch import Launch, SideLaunch, Sizes
from sgemm.kernels.schedule import TensorBox
from sgemm.machines.cuda_driver import INVALID_VALUE, TIMED, LaunchConfiguration, raw_driver
from sgemm.machines.interface import TENSOR_MAP_BYTES, Argument, Buffer, Event, TensorMap
from sgemm.toolchain.build import Build

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sgemm.machines.cuda import CudaMachine

ARGUMENT_TYPES = (np.int32, np.int64, np.float32, np.uint64)

# Of tensor maps.
ALIGNMENT = 16  # bytes that addresses and strides are multiples of
MOST_ELEMENTS = 2**32
MOST_STRIDE = 2**40
FLOAT32 = 7  # CU_TENSOR_MAP_DATA_TYPE_FLOAT32
SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}  # width in bytes -> CUtensorMapSwizzle
L2_PROMOTION_256 = 3
MAP_ALIGNMENT = 64  # the driver writes a map at a multiple of so many bytes
_UNIT_STEPS = (ctypes.c_uint32 * 3)(1, 1, 1)


class CudaBuffer(NamedTuple):
    """Memory on the GPU."""

    address: int
    nbytes: int


class CudaFunction(NamedTuple):
    """An entry point: its CUkernel, and where and how large its parameters are, in bytes."""

    handle: int
    offsets: tuple[int, ...]
    sizes: tuple[int, ...]


class CudaLibrary:
    """Machine code or PTX loaded into the driver; unloaded when nothing refers to it any more."""

    def __init__(self, code: bytes) -> None:
        driver, none = raw_driver(), (None, None, 0)  # options neither of its compiler nor its own
        self._handle = driver.made(driver.load_library, code, *none, *none)
        # At the end of a process the driver may be gone before.
        weakref.finalize(self, driver.unload_library, self._handle).atexit = False

    def function(self, entry: str) -> CudaFunction:
        """Return an entry point by its name."""
        driver = raw_driver()
        handle = driver.made(driver.library_kernel, self._handle, entry.encode())
        places: list[tuple[int, int]] = []
        offset, size = ctypes.c_size_t(), ctypes.c_size_t()
        where = ctypes.addressof(offset), ctypes.addressof(size)
        # The driver does not say how many there are, but where they end.
        while not (code := driver.parameter_info(handle, len(places), *where)):
            places.append((offset.value, size.value))
        if code != INVALID_VALUE:
            driver.check(code)
        return CudaFunction(
            handle, tuple(place for place, _ in places), tuple(size for _, size in places)
        )


class CudaKernel:
    """A build loaded into the GPU; unloaded when nothing refers to it any more.

    It has the entry points of the main launch, and of those before and after it.
    """

    def __init__(
        self,
        build: Build,
        library: CudaLibrary,
        function: CudaFunction,
        further: dict[str, CudaFunction],
    ) -> None:
        self.build = build
        self.function = function
        self.further = further
        self.handle = function.handle
        self.parameter_bytes = function.sizes
        self.parameter_offsets = function.offsets
        self.shared_limits: dict[int, int] = {}  # of dynamic shared memory, by handle
        self._library = library
        for entry, other in self.further.items():
            if other[1:] != function[1:]:
                raise ArgumentError(f"build: {entry} takes other parameters than {build.entry}")

    def function_of(self, launch: Launch | SideLaunch) -> CudaFunction:
        """Return the entry point of a launch."""
        return self.function if isinstance(launch, Launch) else self.further[launch.entry]

    def check(self, arguments: Sequence[Argument]) -> None:
        """Raise ArgumentError unless arguments match the kernel's parameters in number and size."""
        sizes = tuple(
            TENSOR_MAP_BYTES if isinstance(argument, TensorMap) else argument.itemsize
            for argument in arguments
            if isinstance(argument, (*ARGUMENT_TYPES, TensorMap))
        )
        if sizes != self.parameter_bytes or len(arguments) != len(sizes):
            given = ", ".join(type(argument).__name__ for argument in arguments)
            raise ArgumentError(
                f"{self.build.entry} has {len(self.parameter_bytes)} parameters of "
                f"{list(self.parameter_bytes)} bytes and was given {len(arguments)}: {given}"
            )


class CudaEvent:
    """A point in the work of a cuda machine's stream."""

    def __init__(self, machine: CudaMachine) -> None:
        self._machine = machine
        driver = raw_driver()
        self._handle = driver.made(driver.create_event, TIMED)
        weakref.finalize(self, driver.destroy_event, self._handle).atexit = False
        driver.check(driver.record_event(self._handle, machine.stream_handle))

    def seconds_since(self, earlier: Event) -> float:
        """Seconds of GPU time from ``earlier`` to this event, waiting for both."""
        if not isinstance(earlier, CudaEvent):
            raise ArgumentError(f"earlier = {earlier!r} is no event of the cuda machine")
        driver, milliseconds = raw_driver(), ctypes.c_float()
        with self._machine.calling("waiting for an event"):
            for each in (earlier, self):
                driver.check(driver.synchronize_event(each._handle))
            at = ctypes.addressof(milliseconds)
            driver.check(driver.elapsed(at, earlier._handle, self._handle))
        return milliseconds.value * 1e-3


def configurations(
    launch: Launch, begins_early: bool, stream: int = 0
) -> list[LaunchConfiguration]:
    """Return what the driver has to know of a launch and of those around it, in their order."""
    found = [
        LaunchConfiguration(each.grid, each.block, each.shared_bytes, stream)
        for each in launch.in_order
    ]
    found[len(launch.before)].gather(launch.cluster)
    for each in found[1:] if begins_early else ():
        each.let_begin_early()
    return found


def bytes_of(argument: Argument) -> bytes:
    """Return an argument as a kernel reads it."""
    return argument.data if isinstance(argument, TensorMap) else argument.tobytes()


def check_copy(name: str, array: NDArray[Any], buffer: Buffer, offset: int) -> None:
    """Raise ArgumentError unless an array can be copied to or from that place in a buffer."""
    if not array.flags.c_contiguous:
        raise ArgumentError(f"{name} is not C-contiguous; copy it first")
    if offset < 0 or offset + array.nbytes > buffer.nbytes:
        raise ArgumentError(
            f"{name} has {array.nbytes} bytes, which from offset = {offset} do not fit into a "
            f"buffer of {buffer.nbytes} bytes"
        )


def encoded_tensor_map(
    address: int, sizes: Sizes, strides: tuple[int, int], box: TensorBox
) -> TensorMap:
    """Encode a map of a batch of float32 matrices; see Machine.tensor_map of the interface."""
    if address <= 0 or address % ALIGNMENT:
        raise ArgumentError(f"address = {address:#x}: a multiple of {ALIGNMENT} bytes is due")
    if not all(1 <= size <= MOST_ELEMENTS for size in sizes):
        raise ArgumentError(f"sizes = {sizes}: each must be in 1 ... 2**32")
    if not all(0 < stride < MOST_STRIDE and stride % ALIGNMENT == 0 for stride in strides):
        raise ArgumentError(
            f"strides = {strides}: each must be a multiple of {ALIGNMENT} bytes below 2**40"
        )
    driver = raw_driver()
    memory = ctypes.create_string_buffer(TENSOR_MAP_BYTES + MAP_ALIGNMENT)
    start = -(-ctypes.addressof(memory) // MAP_ALIGNMENT) * MAP_ALIGNMENT
    extents = (ctypes.c_uint64 * 3)(*sizes)
    steps = (ctypes.c_uint64 * 2)(*strides)
    boxes = (ctypes.c_uint32 * 3)(box.columns, box.rows, 1)
    code = driver.encode_map(
        start,
        FLOAT32,
        len(sizes),
        address,
        ctypes.addressof(extents),
        ctypes.addressof(steps),
        ctypes.addressof(boxes),
        ctypes.addressof(_UNIT_STEPS),
        0,  # not interleaved
        SWIZZLES[box.swizzle],
        L2_PROMOTION_256,
        0,  # zeros outside
    )
    if code:
        raise ArgumentError(
            f"the driver makes no tensor map of address = {address:#x}, sizes = {sizes}, "
            f"strides = {strides}, box = {box}: {driver.explain(code)}"
        )
    return TensorMap(ctypes.string_at(start, TENSOR_MAP_BYTES))
