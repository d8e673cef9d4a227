"""The driver's calls, through ctypes, which is there at once and costs next to nothing.

NVIDIA's Python packages wrap each argument and each result in an object of its own, which a launch
would pay for; and to import them takes longer than all else that a first call does. What is seldom
called and takes large structures, textures alone, goes through them.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

from sgemm.errors import MachineError
from sgemm.machines.probe import LIBRARY, error_text

RELAXED_CAPTURE = 2
"""CU_STREAM_CAPTURE_MODE_RELAXED: this thread's other calls are no business of a capture."""

NO_TIMING = 2  # CU_EVENT_DISABLE_TIMING
CAPTURING = 1  # CU_STREAM_CAPTURE_STATUS_ACTIVE
NON_BLOCKING = 1  # CU_STREAM_NON_BLOCKING: such a stream does not wait for the default one

TIMED = 0
"""CU_EVENT_DEFAULT: with a time, and a thread that waits for the event polls.

With CU_EVENT_BLOCKING_SYNC it would sleep, but then the GPU interrupts the host at the event, and
every launch between two of them takes 0.57 us longer on an H200.
"""

INVALID_VALUE = 1  # CUDA_ERROR_INVALID_VALUE


class LaunchAttribute(ctypes.Structure):
    """CUlaunchAttribute, of which the value has 64 bytes."""

    _fields_ = (("number", ctypes.c_uint64), ("value", ctypes.c_uint32 * 16))


CLUSTER_DIMENSION = 4  # CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION: blocks of a cluster in x, y and z
BEGINS_EARLY = 6  # CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, which 1 allows


class LaunchConfiguration(ctypes.Structure):
    """CUlaunchConfig: the geometry of a launch and its stream."""

    _fields_ = (
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared_bytes", ctypes.c_uint32),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("attribute_count", ctypes.c_uint32),
    )

    def let_begin_early(self) -> None:
        """Let the launch begin before the one in front of it has ended, as both kernels say."""
        self._add(BEGINS_EARLY, (1,))

    def gather(self, cluster: tuple[int, int, int] | None) -> None:
        """Launch in clusters of so many blocks; None leaves that to the kernel."""
        if cluster is not None:
            self._add(CLUSTER_DIMENSION, cluster)

    def _add(self, number: int, value: tuple[int, ...]) -> None:
        known = [*getattr(self, "_kept", ()), LaunchAttribute(number, value)]
        # Kept with the configuration, which has their address alone.
        self._kept = (LaunchAttribute * len(known))(*known)
        self.attributes = ctypes.addressof(self._kept)
        self.attribute_count = len(known)


class RawDriver:
    """The driver's library with prototypes for what is called here."""

    def __init__(self) -> None:
        self._library = library = ctypes.CDLL(LIBRARY)
        pointer, handle, count = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32
        address, size, number = ctypes.c_uint64, ctypes.c_size_t, ctypes.c_int

        def function(name: str, *arguments: Any) -> Any:
            found = getattr(library, name)
            found.argtypes = arguments
            found.restype = ctypes.c_int
            return found

        self.launch = function("cuLaunchKernelEx", pointer, handle, pointer, pointer)
        self.kernel_function = function("cuKernelGetFunction", pointer, handle)
        self.retain_context = function("cuDevicePrimaryCtxRetain", pointer, number)
        self.device_attribute = function("cuDeviceGetAttribute", pointer, number, number)
        self.current_context = function("cuCtxGetCurrent", pointer)
        self.set_context = function("cuCtxSetCurrent", handle)
        self.wait_for_context = function("cuCtxSynchronize")
        self.wait_for_stream = function("cuStreamSynchronize", handle)
        self.stream_context = function("cuStreamGetCtx", handle, pointer)
        self.stream_number = function("cuStreamGetId", handle, pointer)
        self.create_stream = function("cuStreamCreate", pointer, count)
        self.destroy_stream = function("cuStreamDestroy_v2", handle)
        self.capture = function("cuStreamGetCaptureInfo", handle, pointer, pointer)
        self.exchange_capture_mode = function("cuThreadExchangeStreamCaptureMode", pointer)
        self.create_event = function("cuEventCreate", pointer, count)
        self.record_event = function("cuEventRecord", handle, handle)
        self.wait_for_event = function("cuStreamWaitEvent", handle, handle, count)
        self.query_event = function("cuEventQuery", handle)
        self.destroy_event = function("cuEventDestroy_v2", handle)
        self.synchronize_event = function("cuEventSynchronize", handle)
        self.elapsed = function("cuEventElapsedTime", pointer, handle, handle)
        self.memory_info = function("cuMemGetInfo_v2", pointer, pointer)
        self.allocate = function("cuMemAlloc_v2", pointer, size)
        self.free = function("cuMemFree_v2", address)
        self.copy_in = function("cuMemcpyHtoDAsync_v2", address, pointer, size, handle)
        self.copy_out = function("cuMemcpyDtoHAsync_v2", pointer, address, size, handle)
        self.fill = function("cuMemsetD8Async", address, ctypes.c_ubyte, size, handle)
        self.load_library = function(
            "cuLibraryLoadData",
            pointer, pointer, pointer, pointer, count, pointer, pointer, count,
        )  # fmt: skip
        self.unload_library = function("cuLibraryUnload", handle)
        self.library_kernel = function("cuLibraryGetKernel", pointer, handle, ctypes.c_char_p)
        self.parameter_info = function("cuKernelGetParamInfo", handle, size, pointer, pointer)
        self.set_kernel_attribute = function("cuKernelSetAttribute", number, number, handle, number)
        self.encode_map = function(
            "cuTensorMapEncodeTiled",
            pointer, ctypes.c_int, count, ctypes.c_void_p, pointer, pointer, pointer, pointer,
            ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int,
        )  # fmt: skip
        self.replace_address = function("cuTensorMapReplaceAddress", pointer, pointer)

    def address(self, function: Any) -> int:
        """Return the address of a function, for machine code that calls it."""
        return ctypes.cast(function, ctypes.c_void_p).value or 0

    def made(self, make: Callable[..., int], *arguments: Any) -> int:
        """Return the handle that a function writes to its first argument, the address of it."""
        found = ctypes.c_void_p()
        self.check(make(ctypes.addressof(found), *arguments))
        return found.value or 0

    def check(self, code: int) -> None:
        """Raise MachineError with the driver's words where a call has failed."""
        if code:
            raise MachineError(self.explain(code))

    def explain(self, code: int) -> str:
        """Return the name of an error and what it means."""
        asked = (self._library.cuGetErrorName, self._library.cuGetErrorString)
        return ": ".join(error_text(ask, code) or f"error {code}" for ask in asked)


@functools.cache
def raw_driver() -> RawDriver:
    """Return the driver's library, which is loaded once; only where there is a GPU."""
    return RawDriver()
