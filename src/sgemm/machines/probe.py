"""Is there an NVIDIA driver and a GPU? Found out without loading anything that could hang.

NVIDIA's Python packages expect a driver: without one, some of their calls fail in odd ways and
one of them never returns. So the driver library is asked first, through ctypes and by a handful
of calls that are safe everywhere, and those packages are touched only after it has said yes.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import os
import platform
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from sgemm.errors import ArgumentError, MachineError

LIBRARY = "libcuda.so.1"
"""The driver's user-space library. The driver package brings it; no Python package does."""

DRIVER_PLACES = ("/sys/module/nvidia/version", "/proc/driver/nvidia/version")
"""Where the operating system's kernel tells the version of the driver."""

PROCESSOR = re.compile(r"^(?:model name|Model|cpu model)\s*:\s*(.+)$", re.MULTILINE)

SUCCESS = 0
NOT_INITIALIZED = 3
STUB_LIBRARY = 34
NO_DEVICE = 100
SYSTEM_DRIVER_MISMATCH = 803

MAJOR_ATTRIBUTE = 75
MINOR_ATTRIBUTE = 76
ORDINAL_ATTRIBUTE = 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
NAME_BYTES = 256

REMEDIES = {
    NOT_INITIALIZED: "CUDA was set up before this process was forked: start it by 'spawn' instead",
    STUB_LIBRARY: "the library found is the toolkit's stub for linking, not a driver",
    SYSTEM_DRIVER_MISMATCH: "kernel module and library differ in version: reboot after the update",
}
"""What to do about the errors that people meet, where the driver's own words do not say."""


class Gpu(NamedTuple):
    """One GPU that the driver shows to this process."""

    ordinal: int  # its number in this process, after CUDA_VISIBLE_DEVICES
    name: str  # of the product: ``"NVIDIA H200"``
    architecture: int  # compute capability times ten: 90 for 9.0
    memory_bytes: int
    uuid: str  # ``"GPU-..."``, as nvidia-smi and NVML know it


class DriverStatus(NamedTuple):
    """What the probe found."""

    gpus: tuple[Gpu, ...]  # the GPUs in the order of their ordinals; empty where none can be used
    cuda_version: tuple[int, int] | None
    """Newest CUDA version that the driver supports, (13, 0); None where there is no driver."""
    reason: str | None  # why no GPU can be used, in words; None where one can

    @property
    def available(self) -> bool:
        """Whether a GPU answers."""
        return bool(self.gpus)


class _DriverCallError(Exception):
    """A call into the driver library failed; the message says which and why."""


def driver_status() -> DriverStatus:
    """Return what the probe finds, asking the driver once in each process."""
    return _status_of_process(os.getpid())


@functools.lru_cache(maxsize=1)
def _status_of_process(process: int) -> DriverStatus:
    """Probe on behalf of one process: a forked child must not trust its parent's answer."""
    return probe_driver()


def probe_driver(load: Callable[[str], Any] = ctypes.CDLL) -> DriverStatus:
    """Ask the driver library for its version and its GPUs.

    No context is created on any GPU, so the probe takes no GPU memory.
    """
    try:
        library = load(LIBRARY)
    except OSError as error:
        is_missing = "No such file" in str(error)
        reason = "no {}: no NVIDIA driver is installed" if is_missing else "{} cannot be loaded: {}"
        return DriverStatus((), None, reason.format(LIBRARY, error))
    version: tuple[int, int] | None = None
    number = ctypes.c_int()
    try:
        _call(library, "cuDriverGetVersion", ctypes.byref(number))
        version = number.value // 1000, number.value % 1000 // 10
        code = library.cuInit(ctypes.c_uint(0))
        if code == NO_DEVICE:
            return DriverStatus((), version, _reason_for_no_device())
        _check(library, code, "cuInit")
        _call(library, "cuDeviceGetCount", ctypes.byref(number))
        gpus = tuple(_describe(library, ordinal) for ordinal in range(number.value))
    except _DriverCallError as error:
        return DriverStatus((), version, str(error))
    except AttributeError as error:
        return DriverStatus((), version, f"{LIBRARY} is no usable NVIDIA driver library: {error}")
    return DriverStatus(gpus, version, None if gpus else _reason_for_no_device())


def driver_version() -> str | None:
    """Return the version of NVIDIA's driver, where the operating system's kernel reports it."""
    for place in DRIVER_PLACES:
        with contextlib.suppress(OSError):
            text = Path(place).read_text(encoding="utf-8", errors="replace")
            if found := re.search(r"\b\d{3,}\.\d+(?:\.\d+)?\b", text):
                return found[0]
    return None


def processor_name() -> str:
    """Return the model of the processor: Linux has it in a file, others through platform."""
    with contextlib.suppress(OSError):
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        if found := PROCESSOR.search(text):
            return found[1].strip()
    return platform.processor() or platform.machine() or "unknown"


def gpu_of(name: str, address: int) -> int:
    """Return the number of the GPU whose memory an address is; errors name the argument."""
    status = driver_status()
    if not status.available:
        raise MachineError(f"{name} says that it lies on a GPU: {status.reason}")
    ordinal = ctypes.c_int(-1)
    code = ctypes.CDLL(LIBRARY).cuPointerGetAttribute(
        ctypes.byref(ordinal), ORDINAL_ATTRIBUTE, ctypes.c_uint64(address)
    )
    if code or ordinal.value < 0:
        raise ArgumentError(
            f"{name} starts at {address:#x}, which is no memory of a GPU of this process"
        )
    return ordinal.value


def _reason_for_no_device() -> str:
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    if visible is None:
        return "the NVIDIA driver is installed and finds no GPU"
    return f"CUDA_VISIBLE_DEVICES = {visible!r} leaves no GPU visible"


def _describe(library: Any, ordinal: int) -> Gpu:
    device, memory, value = ctypes.c_int(), ctypes.c_size_t(), ctypes.c_int()
    name = ctypes.create_string_buffer(NAME_BYTES)
    raw = (ctypes.c_ubyte * 16)()
    _call(library, "cuDeviceGet", ctypes.byref(device), ctypes.c_int(ordinal))
    _call(library, "cuDeviceGetName", name, ctypes.c_int(NAME_BYTES), device)
    _call(library, "cuDeviceTotalMem_v2", ctypes.byref(memory), device)
    _call(library, "cuDeviceGetUuid_v2", ctypes.byref(raw), device)
    capability = []
    for attribute in (MAJOR_ATTRIBUTE, MINOR_ATTRIBUTE):
        number = ctypes.c_int(attribute)
        _call(library, "cuDeviceGetAttribute", ctypes.byref(value), number, device)
        capability.append(value.value)
    digits = bytes(raw).hex()
    uuid = "-".join(digits[a:b] for a, b in itertools.pairwise((0, 8, 12, 16, 20, 32)))
    return Gpu(
        ordinal=ordinal,
        name=name.value.decode(errors="replace"),
        architecture=10 * capability[0] + capability[1],
        memory_bytes=memory.value,
        uuid=f"GPU-{uuid}",
    )


def _call(library: Any, function: str, *arguments: Any) -> None:
    _check(library, getattr(library, function)(*arguments), function.removesuffix("_v2"))


def _check(library: Any, code: int, call: str) -> None:
    """Raise in words where a call of the driver library failed."""
    if code == SUCCESS:
        return
    name = error_text(library.cuGetErrorName, code) or f"error {code}"
    words = REMEDIES.get(code) or error_text(library.cuGetErrorString, code) or "no description"
    raise _DriverCallError(f"the NVIDIA driver refused {call} with {name} ({code}): {words}")


def error_text(function: Any, code: int) -> str | None:
    """Return the driver's own text for an error code; it needs no initialised driver."""
    text = ctypes.c_char_p()
    if function(ctypes.c_int(code), ctypes.byref(text)) != SUCCESS or text.value is None:
        return None
    return text.value.decode(errors="replace")
