"""JAX arrays, which never change: results are new arrays, handed over through DLPack.

A result on a GPU is made in memory of the machine, which is given back when JAX has let go of it.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import math
from typing import Any

import numpy as np

from sgemm.arrays import dlpack
from sgemm.arrays.dlpack import FLOAT_CODE, ManagedTensor, python_function
from sgemm.arrays.library import Library, wrong_dtype
from sgemm.arrays.view import Device, View, host_view, packed_view
from sgemm.errors import ArgumentError
from sgemm.machines.interface import LEGACY_STREAM, Machine
from sgemm.problem import FLOAT32_BYTES, ITEM_BYTES

NO_SYNCHRONISATION = -1
CAPSULE = b"dltensor"

_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new_capsule = python_function(
    "PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)

_numbers = itertools.count(1)
_exported: dict[int, tuple[Any, ...]] = {}
"""What lives until the taker of a capsule lets go of it.

A capsule that nobody takes has no destructor: that would run Python while an error is under way.
"""


class DeviceArray:
    """A C-contiguous array of float32 in a machine's own memory, to be taken over by DLPack."""

    def __init__(self, machine: Machine, shape: tuple[int, ...]) -> None:
        self._machine = machine
        self._stack = contextlib.ExitStack()
        nbytes = FLOAT32_BYTES * math.prod(shape)
        address = self._stack.enter_context(machine.allocate(nbytes)).address
        # The view does not own the array: in a circle, memory would wait for the collector.
        self.view = packed_view(shape, machine.device)._replace(address=address)
        self.written_on: int | None = None  # a stream, while it writes the contents
        self.exported: list[int] = []

    def forget(self) -> None:
        """Give the memory back although it was exported: whoever was to take it has refused."""
        for number in self.exported:
            _exported.pop(number, None)

    def __del__(self) -> None:
        stack = getattr(self, "_stack", None)
        if stack is not None:
            stack.close()

    def __dlpack_device__(self) -> Device:
        """Return type and number of the device."""
        return self.view.device

    def __dlpack__(self, *, stream: int | None = None, **options: Any) -> Any:
        """Return a capsule whose taker's stream, or the legacy one, waits for the contents."""
        if self.written_on is not None and stream != NO_SYNCHRONISATION:
            self._machine.order(self.written_on, LEGACY_STREAM if stream is None else stream)
        view, managed, number = self.view, ManagedTensor(), next(_numbers)
        sizes = (ctypes.c_int64 * max(1, view.ndim))(*view.shape)
        steps = (ctypes.c_int64 * max(1, view.ndim))(*(step // view.item for step in view.strides))
        tensor = managed.tensor
        tensor.data = view.address
        tensor.device_kind, tensor.device_number = view.device
        tensor.ndim = view.ndim
        tensor.code, tensor.bits, tensor.lanes = FLOAT_CODE, 32, 1
        tensor.shape = ctypes.cast(sizes, ctypes.POINTER(ctypes.c_int64))
        tensor.strides = ctypes.cast(steps, ctypes.POINTER(ctypes.c_int64))
        managed.context = number
        managed.deleter = ctypes.cast(_DELETER, ctypes.c_void_p).value
        _exported[number] = (self, managed, sizes, steps)
        self.exported.append(number)
        return _new_capsule(ctypes.addressof(managed), CAPSULE, None)


def _let_go(address: int) -> None:
    """Let go of what was exported: called by whoever took the capsule, from any thread."""
    _exported.pop(ManagedTensor.from_address(address).context, None)


_DELETER = _Deleter(_let_go)
"""As C calls it; it lives as long as the module."""


class JaxLibrary(Library):
    """JAX, as the caller imported it."""

    name = "JAX"
    has_orders = False

    def __init__(self, jax: Any) -> None:
        self._jax = jax

    def records(self, values: tuple[Any, ...]) -> bool:
        """Tell whether JAX traces what is computed of some values."""
        return any(isinstance(value, self._jax.core.Tracer) for value in values)

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return the view of a concrete array on one device."""
        if isinstance(value, self._jax.core.Tracer):
            raise ArgumentError(
                f"{name} is traced by a transformation of JAX (jit, grad, vmap), which only "
                "sgemm.matmul, sgemm.gemm and sgemm.jax know: call it outside, on concrete arrays"
            )
        type_ = str(value.dtype)
        if type_ not in ITEM_BYTES:
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
            return host_view(array, type_)._replace(readonly=True, owner=(value, array))
        return dlpack.view(name, value, stream)._replace(readonly=True)

    def leader(self, *arrays: Any) -> Any:
        """Return the first array that is committed to its device, if one is, as JAX does."""
        committed = [(n, each) for n, each in enumerate(arrays) if _is_committed(each)]
        if not committed:
            return arrays[0]
        first, leader = committed[0]
        for n, each in committed[1:]:
            if each.devices() != leader.devices():
                raise ArgumentError(
                    f"{'abc'[n]} is committed to {_device(each)} and {'abc'[first]} to "
                    f"{_device(leader)}: the arrays of one call are on one device"
                )
        return leader

    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> Any:
        """Make memory for a result: NumPy's for the host, and the machine's for a GPU."""
        if _device(like).platform == "cpu":
            return np.empty(shape, dtype=np.float32)
        return DeviceArray(machine, shape)

    def view_of_result(self, result: Any, stream: int | None = None) -> View:
        """Return the view of what :meth:`empty` or :meth:`packed` made."""
        if isinstance(result, DeviceArray):
            return result.view
        if isinstance(result, self._jax.Array):
            return dlpack.view("the result", result, stream)
        return host_view(result)

    def widened(self, name: str, value: Any) -> Any:
        """Return a copy in float32."""
        return value.astype(np.float32)

    def packed(self, name: str, value: Any) -> Any:
        """Return a copy in memory of its own."""
        return self._jax.numpy.array(value, copy=True)

    def orders_readers(self, result: Any) -> bool:
        """Tell whether JAX can be given the stream: not of its own copy of C, which it has made."""
        return not isinstance(result, self._jax.Array)

    def finished(self, result: Any, like: Any, stream: int | None) -> Any:
        """Make a JAX array of the memory."""
        if isinstance(result, DeviceArray):
            result.written_on = stream
            try:
                return self._jax.dlpack.from_dlpack(result)
            except BaseException:
                result.forget()
                raise
        if isinstance(result, self._jax.Array):
            return result
        # Without a device it is uncommitted, on the default device.
        return self._jax.device_put(result, _device(like) if _is_committed(like) else None)


def _is_committed(value: Any) -> bool:
    return bool(getattr(value, "committed", True))


def _device(value: Any) -> Any:
    return next(iter(value.devices()))
