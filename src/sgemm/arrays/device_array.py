"""Memory of a machine as an array that other libraries take over through DLPack.

For libraries whose own arrays cannot be written to. The memory is given back when the library has
let go of it.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import math
from typing import Any

from sgemm.arrays.dlpack import FLOAT_CODE, ManagedTensor, python_function
from sgemm.arrays.library import LEGACY_STREAM
from sgemm.arrays.view import ITEM_BYTES, Device, View, packed_view
from sgemm.machines.interface import Machine

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
    """A C-contiguous array of float32 in a machine's own memory."""

    def __init__(self, machine: Machine, shape: tuple[int, ...]) -> None:
        self._machine = machine
        self._stack = contextlib.ExitStack()
        nbytes = ITEM_BYTES * math.prod(shape)
        address = self._stack.enter_context(machine.allocate(nbytes)).address
        # The view does not own the array: in a circle, memory would wait for the collector.
        self._view = packed_view(shape, machine.device)._replace(address=address)
        self._stream: int | None = None
        self.exported: list[int] = []

    @property
    def view(self) -> View:
        """Where it lies."""
        return self._view

    def written_on(self, stream: int | None) -> None:
        """Set the stream on which the contents are being written; None where they are there."""
        self._stream = stream

    def forget(self) -> None:
        """Give the memory back although it was exported: whoever was to take it has refused."""
        for number in self.exported:
            _exported.pop(number, None)

    def __del__(self) -> None:
        stack = getattr(self, "_stack", None)
        if stack is not None:
            stack.close()

    def __dlpack_device__(self) -> Device:
        """Return kind and number of the device."""
        return self._view.device

    def __dlpack__(self, *, stream: int | None = None, **options: Any) -> Any:
        """Return a capsule of the oldest version, whose taker's stream waits for the contents.

        By default that is the legacy default stream; -1 is for no waiting.
        """
        if self._stream is not None and stream != NO_SYNCHRONISATION:
            self._machine.order(self._stream, LEGACY_STREAM if stream is None else stream)
        return _capsule(self)


def _capsule(array: DeviceArray) -> Any:
    view = array.view
    managed = ManagedTensor()
    sizes = (ctypes.c_int64 * max(1, view.ndim))(*view.shape)
    steps = (ctypes.c_int64 * max(1, view.ndim))(*(step // ITEM_BYTES for step in view.strides))
    tensor = managed.tensor
    tensor.data = view.address
    tensor.device_kind, tensor.device_number = view.device
    tensor.ndim = view.ndim
    tensor.code, tensor.bits, tensor.lanes = FLOAT_CODE, 32, 1
    tensor.shape = ctypes.cast(sizes, ctypes.POINTER(ctypes.c_int64))
    tensor.strides = ctypes.cast(steps, ctypes.POINTER(ctypes.c_int64))
    number = next(_numbers)
    managed.context = number
    managed.deleter = ctypes.cast(_DELETER, ctypes.c_void_p).value
    _exported[number] = (array, managed, sizes, steps)
    array.exported.append(number)
    return _new_capsule(ctypes.addressof(managed), CAPSULE, None)


def _let_go(address: int) -> None:
    """Let go of what was exported: called by whoever took the capsule, from any thread."""
    _exported.pop(ManagedTensor.from_address(address).context, None)


_DELETER = _Deleter(_let_go)
"""As C calls it; it lives as long as the module."""
