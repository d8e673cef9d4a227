"""CuPy arrays."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from typing import Any

from sgemm.arrays.checks import type_name
from sgemm.arrays.library import QuickLibrary, wrong_dtype
from sgemm.arrays.view import CUDA_KIND, View
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Machine


class CupyLibrary(QuickLibrary):
    """CuPy, whose current streams and memory pool are used.

    Parameters
    ----------
    cupy : module
        The caller's own import of it.
    """

    name = "CuPy"

    def __init__(self, cupy: Any) -> None:
        self._cupy = cupy
        self._current_device = cupy.cuda.runtime.getDevice

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Look at an array."""
        if type(value) is not self._cupy.ndarray:
            raise ArgumentError(
                f"{name} is of type {type_name(value)}, a subclass whose own meaning would be "
                "ignored: a plain cupy.ndarray is needed"
            )
        if value.dtype != self._cupy.float32:
            advice = f"float32 is needed: {name}.astype(cupy.float32)"
            raise wrong_dtype(name, value.dtype, advice)
        device = (CUDA_KIND, int(value.device.id))
        return View(int(value.data.ptr), value.shape, value.strides, device, False, value)

    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> Any:
        """Make an array on the device of another, in its memory pool."""
        with like.device:
            return self._cupy.empty(shape, dtype=self._cupy.float32)

    def packed(self, name: str, value: Any) -> Any:
        """Return a C-contiguous copy."""
        with value.device:
            return value.copy(order="C")

    def assign(self, name: str, target: Any, source: Any) -> None:
        """Copy an array into another."""
        with target.device:
            target[...] = source

    def signature(self, value: Any) -> tuple[int, Hashable] | None:
        """Return address, shape, strides, type of element and device."""
        data = value.data
        return data.ptr, (value.shape, value.strides, value.dtype, data.device_id)

    def empty_on(self, number: int, shape: tuple[int, ...]) -> Any:
        """Make an array on a GPU, in its memory pool."""
        if self._current_device() == number:
            return self._cupy.empty(shape, self._cupy.float32)
        with self._cupy.cuda.Device(number):
            return self._cupy.empty(shape, self._cupy.float32)

    def address_of(self, value: Any) -> int:
        """Return the address of an array."""
        return int(value.data.ptr)

    def current_stream(self, number: int) -> int:
        """Return CuPy's current stream of a GPU."""
        return int(self._cupy.cuda.get_current_stream(number).ptr)


def cupy_of(value: object) -> Any:
    """Return the module cupy if a value is one of its arrays, else None; never imports it."""
    cupy = sys.modules.get("cupy")
    array = getattr(cupy, "ndarray", None)
    return cupy if array is not None and isinstance(value, array) else None
