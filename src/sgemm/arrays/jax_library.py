"""JAX arrays, which never change: results are new arrays, handed over through DLPack."""

from __future__ import annotations

from typing import Any

import numpy as np

from sgemm.arrays import dlpack
from sgemm.arrays.device_array import DeviceArray
from sgemm.arrays.library import Library, wrong_dtype
from sgemm.arrays.view import HOST, View
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Machine


class JaxLibrary(Library):
    """JAX, as the caller imported it."""

    name = "JAX"
    has_orders = False

    def __init__(self, jax: Any) -> None:
        self._jax = jax

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return the view of a concrete array on one device."""
        if isinstance(value, self._jax.core.Tracer):
            raise ArgumentError(
                f"{name} is traced by a transformation of JAX (jit, grad, vmap), which cannot see "
                "into sgemm: call it outside, on concrete arrays"
            )
        if value.dtype != np.dtype(np.float32):
            advice = f"float32 is needed: {name}.astype(jax.numpy.float32)"
            raise wrong_dtype(name, value.dtype, advice)
        if value.is_deleted():
            raise ArgumentError(
                f"{name} was deleted, or donated to a function: an array that still has its "
                "elements is needed"
            )
        devices = value.devices()
        if len(devices) != 1:
            raise ArgumentError(
                f"{name} is spread over {len(devices)} devices; an array on one is needed"
            )
        # The host's arrays are read through NumPy, which waits for their contents.
        if next(iter(devices)).platform == "cpu":
            array = np.asarray(value)
            address = array.__array_interface__["data"][0]
            return View(address, array.shape, array.strides, HOST, True, (value, array))
        found = dlpack.view(name, value, stream)
        return View(found.address, found.shape, found.strides, found.device, True, found.owner)

    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> Any:
        """Make memory for a result: NumPy's for the host, and the machine's for a GPU."""
        if next(iter(like.devices())).platform == "cpu":
            return np.empty(shape, dtype=np.float32)
        return DeviceArray(machine, shape)

    def view_of_result(self, result: Any, stream: int | None = None) -> View:
        """Return the view of what :meth:`empty` or :meth:`packed` made."""
        if isinstance(result, DeviceArray):
            return result.view
        if isinstance(result, self._jax.Array):
            return dlpack.view("the result", result, stream)
        address = result.__array_interface__["data"][0]
        return View(address, result.shape, result.strides, HOST, False, result)

    def packed(self, name: str, value: Any) -> Any:
        """Return a copy in memory of its own."""
        return self._jax.numpy.array(value, copy=True)

    def orders_readers(self, result: Any) -> bool:
        """Tell whether JAX can be told the stream: not of its own copy of C, which it has made."""
        return not isinstance(result, self._jax.Array)

    def finished(self, result: Any, like: Any, stream: int | None) -> Any:
        """Make a JAX array of the memory."""
        if isinstance(result, DeviceArray):
            result.written_on(stream)
            try:
                return self._jax.dlpack.from_dlpack(result)
            except BaseException:
                result.forget()
                raise
        if isinstance(result, self._jax.Array):
            return result
        return self._jax.device_put(result, next(iter(like.devices())))
