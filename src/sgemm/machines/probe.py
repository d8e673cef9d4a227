"""Is there an NVIDIA driver and a GPU? Found out without loading anything that could hang.

NVIDIA's Python packages expect a driver: without one, some of their calls fail in odd ways and
one of them never returns. So the driver library is asked first, through ctypes and by a handful
of calls that are safe everywhere, and those packages are touched only after it has said yes.
"""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import os
from collections.abc import Callable
from typing import Any

LIBRARY = "libcuda.so.1"
"""The driver's user-space library. The driver package brings it; no Python package does."""

SUCCESS = 0
NOT_INITIALIZED = 3
STUB_LIBRARY = 34
NO_DEVICE = 100
SYSTEM_DRIVER_MISMATCH = 803

MAJOR_ATTRIBUTE = 75
MINOR_ATTRIBUTE = 76
NAME_BYTES = 256

REMEDIES = {
    NOT_INITIALIZED: "CUDA was set up before this process was forked: start it by 'spawn' instead",
    STUB_LIBRARY: "the library found is the toolkit's stub for linking, not a driver",
    SYSTEM_DRIVER_MISMATCH: "kernel module and library differ in version: reboot after the update",
}
"""What to do about the errors that people meet, where the driver's own words do not say."""


@dataclasses.dataclass(frozen=True, slots=True)
class Gpu:
    """One GPU that the driver shows to this process.

    Parameters
    ----------
    ordinal : int
        Its number in this process, after CUDA_VISIBLE_DEVICES.
    name : str
        Name of the product: ``"NVIDIA H200"``.
    architecture : int
        Compute capability times ten: 90 for 9.0.
    memory_bytes : int
        Size of its memory.
    uuid : str
        ``"GPU-..."``, as nvidia-smi and NVML know it.
    """

    ordinal: int
    name: str
    architecture: int
    memory_bytes: int
    uuid: str


@dataclasses.dataclass(frozen=True, slots=True)
class DriverStatus:
    """What the probe found.

    Parameters
    ----------
    gpus : tuple of Gpu
        The GPUs in the order of their ordinals; empty where none can be used.
    cuda_version : tuple of int or None
        Newest CUDA version that the driver supports, (13, 0); None where there is no driver.
    reason : str or None
        Why no GPU can be used, in words; None where one can.
    """

    gpus: tuple[Gpu, ...]
    cuda_version: tuple[int, int] | None
    reason: str | None

    @property
    def available(self) -> bool:
        """Whether a GPU answers."""
        return bool(self.gpus)


class _DriverCallError(Exception):
    """A call into the driver library failed; the message says which and why."""


def driver_status() -> DriverStatus:
    """Return what the probe finds, asking the driver once in each process.

    Returns
    -------
    DriverStatus
    """
    return _status_of_process(os.getpid())


@functools.lru_cache(maxsize=1)
def _status_of_process(process: int) -> DriverStatus:
    """Probe on behalf of one process: a forked child must not trust its parent's answer."""
    return probe_driver()


def probe_driver(load: Callable[[str], Any] = ctypes.CDLL) -> DriverStatus:
    """Ask the driver library for its version and its GPUs.

    No context is created on any GPU, so the probe takes no GPU memory.

    Parameters
    ----------
    load : callable
        Opens a shared library by its name; raises OSError where there is none.

    Returns
    -------
    DriverStatus
    """
    try:
        library = load(LIBRARY)
    except OSError as error:
        return DriverStatus((), None, _reason_for_missing_library(error))
    version: tuple[int, int] | None = None
    try:
        version = _cuda_version(library)
        code = library.cuInit(ctypes.c_uint(0))
        if code == NO_DEVICE:
            return DriverStatus((), version, _reason_for_no_device())
        _check(library, code, "cuInit")
        count = ctypes.c_int()
        _check(library, library.cuDeviceGetCount(ctypes.byref(count)), "cuDeviceGetCount")
        if count.value == 0:
            return DriverStatus((), version, _reason_for_no_device())
        gpus = tuple(_describe(library, ordinal) for ordinal in range(count.value))
    except _DriverCallError as error:
        return DriverStatus((), version, str(error))
    except AttributeError as error:
        return DriverStatus((), version, f"{LIBRARY} is no usable NVIDIA driver library: {error}")
    return DriverStatus(gpus, version, None)


def _reason_for_missing_library(error: OSError) -> str:
    """Tell a driver that is not there from one that is there and cannot be loaded."""
    text = str(error)
    if "No such file" in text:
        return f"no {LIBRARY}: no NVIDIA driver is installed"
    return f"{LIBRARY} cannot be loaded: {text}"


def _reason_for_no_device() -> str:
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    if visible is None:
        return "the NVIDIA driver is installed and finds no GPU"
    return f"CUDA_VISIBLE_DEVICES = {visible!r} leaves no GPU visible"


def _cuda_version(library: Any) -> tuple[int, int]:
    number = ctypes.c_int()
    _check(library, library.cuDriverGetVersion(ctypes.byref(number)), "cuDriverGetVersion")
    return number.value // 1000, number.value % 1000 // 10


def _describe(library: Any, ordinal: int) -> Gpu:
    device = ctypes.c_int()
    _check(library, library.cuDeviceGet(ctypes.byref(device), ctypes.c_int(ordinal)), "cuDeviceGet")
    name = ctypes.create_string_buffer(NAME_BYTES)
    _check(
        library,
        library.cuDeviceGetName(name, ctypes.c_int(NAME_BYTES), device),
        "cuDeviceGetName",
    )
    memory = ctypes.c_size_t()
    _check(library, library.cuDeviceTotalMem_v2(ctypes.byref(memory), device), "cuDeviceTotalMem")
    uuid = (ctypes.c_ubyte * 16)()
    _check(library, library.cuDeviceGetUuid_v2(ctypes.byref(uuid), device), "cuDeviceGetUuid")
    major, minor = (
        _attribute(library, device, attribute) for attribute in (MAJOR_ATTRIBUTE, MINOR_ATTRIBUTE)
    )
    return Gpu(
        ordinal=ordinal,
        name=name.value.decode(errors="replace"),
        architecture=10 * major + minor,
        memory_bytes=memory.value,
        uuid=_format_uuid(bytes(uuid)),
    )


def _attribute(library: Any, device: ctypes.c_int, attribute: int) -> int:
    value = ctypes.c_int()
    _check(
        library,
        library.cuDeviceGetAttribute(ctypes.byref(value), ctypes.c_int(attribute), device),
        "cuDeviceGetAttribute",
    )
    return value.value


def _format_uuid(raw: bytes) -> str:
    digits = raw.hex()
    parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
    return "GPU-" + "-".join(parts)


def _check(library: Any, code: int, call: str) -> None:
    """Raise in words where a call of the driver library failed."""
    if code == SUCCESS:
        return
    name = _text(library.cuGetErrorName, code) or f"error {code}"
    words = REMEDIES.get(code) or _text(library.cuGetErrorString, code) or "no description"
    raise _DriverCallError(f"the NVIDIA driver refused {call} with {name} ({code}): {words}")


def _text(function: Any, code: int) -> str | None:
    """Return the driver's own text for an error code; it needs no initialised driver."""
    text = ctypes.c_char_p()
    if function(ctypes.c_int(code), ctypes.byref(text)) != SUCCESS or text.value is None:
        return None
    return text.value.decode(errors="replace")
