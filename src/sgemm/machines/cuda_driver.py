"""The driver calls of every launch, through ctypes: a handful that must cost next to nothing.

NVIDIA's Python package wraps each argument and each result in an object of its own. That is fine
where a call is rare; a launch is not.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

from sgemm.machines.probe import LIBRARY, error_text

RELAXED_CAPTURE = 2
"""CU_STREAM_CAPTURE_MODE_RELAXED: this thread's other calls are no business of a capture."""

NO_TIMING = 2
"""CU_EVENT_DISABLE_TIMING."""

CAPTURING = 1
"""CU_STREAM_CAPTURE_STATUS_ACTIVE."""


class _LaunchAttribute(ctypes.Structure):
    """CUlaunchAttribute, of which the value has 64 bytes."""

    _fields_ = (("number", ctypes.c_uint64), ("value", ctypes.c_uint32 * 16))


_BEGINS_EARLY = _LaunchAttribute(6, (1,))
"""CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, allowed."""


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
        self.attributes = ctypes.addressof(_BEGINS_EARLY)
        self.attribute_count = 1


class RawDriver:
    """The driver's library with prototypes for what is called here."""

    def __init__(self) -> None:
        self._library = library = ctypes.CDLL(LIBRARY)
        pointer, handle, count = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32

        def function(name: str, *arguments: Any) -> Any:
            found = getattr(library, name)
            found.argtypes = arguments
            found.restype = ctypes.c_int
            return found

        self.launch = function("cuLaunchKernelEx", pointer, handle, pointer, pointer)
        self.kernel_function = function("cuKernelGetFunction", pointer, handle)
        self.current_context = function("cuCtxGetCurrent", pointer)
        self.set_context = function("cuCtxSetCurrent", handle)
        self.wait_for_context = function("cuCtxSynchronize")
        self.wait_for_stream = function("cuStreamSynchronize", handle)
        self.stream_context = function("cuStreamGetCtx", handle, pointer)
        self.stream_number = function("cuStreamGetId", handle, pointer)
        self.capture = function("cuStreamGetCaptureInfo", handle, pointer, pointer)
        self.exchange_capture_mode = function("cuThreadExchangeStreamCaptureMode", pointer)
        self.create_event = function("cuEventCreate", pointer, count)
        self.record_event = function("cuEventRecord", handle, handle)
        self.wait_for_event = function("cuStreamWaitEvent", handle, handle, count)
        self.query_event = function("cuEventQuery", handle)
        self.destroy_event = function("cuEventDestroy_v2", handle)
        self.encode_map = function(
            "cuTensorMapEncodeTiled",
            pointer, ctypes.c_int, count, ctypes.c_void_p, pointer, pointer, pointer, pointer,
            ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int,
        )  # fmt: skip

    def explain(self, code: int) -> str:
        """Return the name of an error and what it means."""
        asked = (self._library.cuGetErrorName, self._library.cuGetErrorString)
        return ": ".join(error_text(ask, code) or f"error {code}" for ask in asked)


@functools.cache
def raw_driver() -> RawDriver:
    """Return the driver's library, which is loaded once; only where there is a GPU."""
    return RawDriver()
