"""The GPU of an address, as the driver knows it."""

from __future__ import annotations

import ctypes

from sgemm.errors import ArgumentError, MachineError
from sgemm.machines.probe import LIBRARY, driver_status

ORDINAL_ATTRIBUTE = 9
"""CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL."""


def gpu_of(name: str, address: int) -> int:
    """Return the number of the GPU whose memory an address is; errors name the argument.

    Raises
    ------
    MachineError
        If there is no GPU.
    ArgumentError
        If the address is no memory that the driver knows.
    """
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
