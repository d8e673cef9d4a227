"""CuPy arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Any

from sgemm.arrays.library import DispatchableLibrary, GuardedLaunch, Launch, Signatures, wrong_dtype
from sgemm.arrays.view import ALIGNMENT_MASK, OverlapRanges, View
from sgemm.errors import ArgumentTypeError
from sgemm.machines.interface import CUDA_KIND, Machine
from sgemm.problem import ITEM_BYTES
from sgemm.visible import type_name


class CupyLibrary(DispatchableLibrary):
    """CuPy, whose current streams and memory pool are used, as the caller imported it."""

    name = "CuPy"

    def __init__(self, cupy: Any) -> None:
        self._cupy = cupy
        self._current_device = cupy.cuda.runtime.getDevice
        self.current_stream = lambda number: cupy.cuda.get_current_stream(number).ptr

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return the view of an array."""
        if type(value) is not self._cupy.ndarray:
            raise ArgumentTypeError(
                f"{name} is of type {type_name(value)}, a subclass whose own meaning would be "
                "ignored: a plain cupy.ndarray is needed"
            )
        type_ = value.dtype.name
        if type_ not in ITEM_BYTES:
            advice = f"float32 is needed: {name}.astype(cupy.float32)"
            raise wrong_dtype(name, value.dtype, advice)
        device = (CUDA_KIND, int(value.device.id))
        address = int(value.data.ptr)
        return View(address, value.shape, value.strides, device, False, value, type=type_)

    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> Any:
        """Make an array on the device of another, in its memory pool."""
        with like.device:
            return self._cupy.empty(shape, dtype=self._cupy.float32)

    def widened(self, name: str, value: Any) -> Any:
        """Return a copy in float32, with the order of strides, and so the layout, of the array."""
        with value.device:
            return value.astype(self._cupy.float32, order="K")

    def packed(self, name: str, value: Any) -> Any:
        """Return a C-contiguous copy."""
        with value.device:
            return value.copy(order="C")

    def assign(self, name: str, target: Any, source: Any) -> None:
        """Copy an array into another."""
        with target.device:
            target[...] = source

    def signatures(self, a: Any, b: Any) -> Signatures | None:
        """Return two addresses, and the signatures of the arrays."""
        (at_a, like_a), (at_b, like_b) = self.signature(a), self.signature(b)
        return at_a, at_b, (like_a, like_b)

    def signature(self, value: Any) -> tuple[int, Hashable]:
        """Return the address; and shape, strides, type of element, device and alignment."""
        data = value.data
        address: int = data.ptr
        like = (value.shape, value.strides, value.dtype, data.device_id, address & ALIGNMENT_MASK)
        return address, like

    def allocator(self, number: int, shape: tuple[int, ...]) -> Callable[[], Any]:
        """Return what makes arrays on a GPU, in its memory pool."""
        cupy = self._cupy
        make = functools.partial(cupy.empty, shape, cupy.float32)

        def make_there() -> Any:
            if self._current_device() == number:
                return make()
            with cupy.cuda.Device(number):
                return make()

        return make_there

    def address_of(self, value: Any) -> int:
        """Return the address of an array."""
        return value.data.ptr  # type: ignore[no-any-return]

    def guarded(
        self, launch: Launch, arrays: tuple[Any, Any, Any], overlaps: OverlapRanges, number: int
    ) -> GuardedLaunch:
        """Return what launches for arrays with the signatures of these."""
        (shape_a, strides_a), (shape_b, strides_b), (shape_c, strides_c) = (
            (array.shape, array.strides) for array in arrays
        )
        rest_a, rest_b, rest_c = (array.data.ptr & ALIGNMENT_MASK for array in arrays)
        (low_a, high_a), (low_b, high_b) = overlaps
        plain = self._cupy.ndarray
        dtype_a, dtype_b, dtype_c = (array.dtype for array in arrays)
        current_stream = self._cupy.cuda.get_current_stream

        def guarded(a: Any, b: Any, out: Any) -> bool:
            # One after the other, and no call of Python's own.
            if (
                a.__class__ is not plain
                or b.__class__ is not plain
                or out.__class__ is not plain
                or a.dtype is not dtype_a
                or b.dtype is not dtype_b
                or out.dtype is not dtype_c
                or a.shape != shape_a
                or b.shape != shape_b
                or out.shape != shape_c
                or a.strides != strides_a
                or b.strides != strides_b
                or out.strides != strides_c
            ):
                return False
            data_a, data_b, data_c = a.data, b.data, out.data
            at_a, at_b, at_c = data_a.ptr, data_b.ptr, data_c.ptr
            if (
                (at_a - rest_a | at_b - rest_b | at_c - rest_c) & ALIGNMENT_MASK
                or data_a.device_id != number
                or data_b.device_id != number
                or data_c.device_id != number
                or low_a < at_c - at_a < high_a
                or low_b < at_c - at_b < high_b
            ):
                return False
            launch(at_a, at_b, at_c, current_stream(number).ptr)
            return True

        return guarded
