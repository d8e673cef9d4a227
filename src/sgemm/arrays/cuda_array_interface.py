"""Anything with ``__cuda_array_interface__``: Numba's arrays, PyCUDA's, and the caller's own."""

from __future__ import annotations

import operator
from typing import Any

from sgemm.arrays.library import Library, stream_handle, wrong_dtype
from sgemm.arrays.view import View, packed_strides
from sgemm.errors import ArgumentError
from sgemm.machines.interface import CUDA_KIND, DEFAULT_STREAM
from sgemm.machines.probe import gpu_of
from sgemm.problem import FLOAT32, ITEM_BYTES

NEWEST = 3
TYPES = {"<f4": "float32", "=f4": "float32", "<f2": "float16", "=f2": "float16"}


class CudaArrayLibrary(Library):
    """Arrays that say where they are through ``__cuda_array_interface__``, versions 0 to 3."""

    name = "an array with __cuda_array_interface__"

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return the view of an array."""
        try:
            interface = value.__cuda_array_interface__
            address, readonly = interface["data"]
            shape, kind = tuple(map(operator.index, interface["shape"])), interface["typestr"]
            strides, mask = interface.get("strides"), interface.get("mask")
            type_ = TYPES.get(kind)
            item = ITEM_BYTES[type_ or FLOAT32]
            packed = strides is None
            steps = packed_strides(shape, item) if packed else tuple(map(operator.index, strides))
            address = operator.index(address or 0)
            version = operator.index(interface.get("version", 0))
            stream_of_producer = interface.get("stream")
        except Exception as error:
            raise ArgumentError(
                f"{name} has a __cuda_array_interface__ that is not complete or right: {error!r}"
            ) from error
        stream_handle(f"stream of {name}", stream_of_producer)
        if version > NEWEST:
            raise ArgumentError(
                f"{name} has version {version} of __cuda_array_interface__; "
                f"{NEWEST} is the newest known"
            )
        if version >= 3 and stream_of_producer == DEFAULT_STREAM:
            raise ArgumentError(
                f"stream of {name} = 0, which version 3 of __cuda_array_interface__ disallows, "
                "since it could be any default stream: None (nothing to wait for), 1 (the legacy "
                "default stream) or 2 (the one of each thread) is needed"
            )
        if mask is not None:
            raise ArgumentError(f"{name} has a mask, which would be ignored")
        if type_ is None:
            raise wrong_dtype(name, kind, "'<f4' is needed: float32")
        if len(steps) != len(shape):
            raise ArgumentError(f"{name} has {len(shape)} axes and {len(steps)} strides")
        number = gpu_of(name, address) if address and 0 not in shape else 0
        device, owner = (CUDA_KIND, number), (value, interface)
        return View(address, shape, steps, device, bool(readonly), owner, type=type_)

    def stream_of(self, value: Any, number: int) -> int | None:
        """Return the stream that the array names, or the default stream, which waits for all."""
        try:
            stream = value.__cuda_array_interface__.get("stream")
        except Exception as error:  # which it did not raise when the view was made
            raise ArgumentError(
                f"an array has a __cuda_array_interface__ that fails now: {error!r}"
            ) from error
        return stream_handle("stream", stream) or DEFAULT_STREAM
