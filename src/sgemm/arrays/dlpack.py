"""DLPack: the exchange of arrays between libraries.

A capsule is read and not taken: it stays whole, so that its own destructor gives the memory back
when the view is gone.
"""

from __future__ import annotations

import ctypes
from typing import Any

from sgemm.arrays.library import Library, namespace_of, wrong_dtype
from sgemm.arrays.view import HOST, View, packed_strides
from sgemm.errors import ArgumentError
from sgemm.machines.interface import CUDA_KIND, LEGACY_STREAM
from sgemm.problem import ITEM_BYTES

CPU_KIND, CUDA_HOST_KIND, MANAGED_KIND = 1, 3, 13
FLOAT_CODE, BFLOAT_CODE = 2, 4
TYPES = {
    (FLOAT_CODE, 32, 1): "float32",
    (FLOAT_CODE, 16, 1): "float16",
    (BFLOAT_CODE, 16, 1): "bfloat16",
}
"""Code, bits and lanes of an element -> its type."""
READ_ONLY_FLAG = 1
MOST_AXES = 64
"""A capsule with more is taken to be wrong; the list of sizes is not read then."""

KINDS_OF_NUMBER = ("int", "uint", "float", "opaque", "bfloat", "complex", "bool")


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class ManagedTensor(ctypes.Structure):
    """An array in the older form of capsule, with what gives it back."""

    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


class _Versioned(ctypes.Structure):
    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    )


def python_function(name: str, result: Any, *arguments: Any) -> Any:
    """Return a function of Python's own C interface with a prototype of its own."""
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_is_valid = python_function("PyCapsule_IsValid", ctypes.c_int, ctypes.py_object, ctypes.c_char_p)
_pointer = python_function(
    "PyCapsule_GetPointer", ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p
)


def view(name: str, value: Any, stream: int | None) -> View:
    """Return the view of what has DLPack, whose producer makes a stream wait for the contents."""
    try:
        kind, number = (int(part) for part in value.__dlpack_device__())
    except Exception as error:
        raise ArgumentError(f"{name} does not say where it is (DLPack): {error}") from error
    if kind in (CPU_KIND, CUDA_HOST_KIND):
        device, stream = HOST, None
    elif kind in (CUDA_KIND, MANAGED_KIND):
        device = (CUDA_KIND, number)
    else:
        raise ArgumentError(
            f"{name} is on a device of kind {kind} (DLPack); the host (1, 3) and NVIDIA GPUs "
            "(2, 13) are known"
        )
    capsule = _exported(name, value, LEGACY_STREAM if stream == 0 else stream)
    tensor, readonly = _read(name, capsule)
    type_ = TYPES.get((tensor.code, tensor.bits, tensor.lanes))
    if type_ is None:
        code = tensor.code
        words = KINDS_OF_NUMBER[code] if code < len(KINDS_OF_NUMBER) else f"kind {code} of"
        lanes = f" in {tensor.lanes} lanes" if tensor.lanes != 1 else ""
        raise wrong_dtype(name, f"{words}{tensor.bits}{lanes}", "float32 is needed")
    if not 0 <= tensor.ndim <= MOST_AXES or (tensor.ndim and not tensor.shape):
        raise ArgumentError(
            f"{name} is shared by DLPack with ndim = {tensor.ndim}"
            f"{'' if tensor.shape else ' and no list of sizes'}; 0 to {MOST_AXES} axes, with their "
            "sizes, are needed"
        )
    shape = tuple(tensor.shape[: tensor.ndim])
    strides = (
        tuple(ITEM_BYTES[type_] * step for step in tensor.strides[: tensor.ndim])
        if tensor.strides
        else packed_strides(shape, ITEM_BYTES[type_])
    )
    address = (tensor.data or 0) + tensor.byte_offset
    return View(address, shape, strides, device, readonly, (value, capsule), type=type_)


def _exported(name: str, value: Any, stream: int | None) -> Any:
    """Ask for a capsule, in the newer form where the producer knows it."""
    try:
        try:
            return value.__dlpack__(stream=stream, max_version=(1, 0))
        except TypeError:
            return value.__dlpack__(stream=stream)
    except Exception as error:
        raise ArgumentError(f"{name} cannot be shared by DLPack: {error}") from error


def _read(name: str, capsule: Any) -> tuple[_Tensor, bool]:
    if _is_valid(capsule, b"dltensor_versioned"):
        versioned = _Versioned.from_address(_pointer(capsule, b"dltensor_versioned"))
        if versioned.major != 1:
            raise ArgumentError(f"{name} is shared by version {versioned.major} of DLPack, not 1")
        return versioned.tensor, bool(versioned.flags & READ_ONLY_FLAG)
    if _is_valid(capsule, b"dltensor"):
        return ManagedTensor.from_address(_pointer(capsule, b"dltensor")).tensor, False
    raise ArgumentError(f"{name} has a __dlpack__ that gives no DLPack capsule: {capsule!r}")


class DlpackLibrary(Library):
    """Anything else with DLPack; results are made through the array standard's namespace."""

    name = "DLPack"

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return the view of an array."""
        return view(name, value, stream)

    def widened(self, name: str, value: Any) -> Any:
        """Return a contiguous copy in float32."""
        return self.packed(name, value)

    def packed(self, name: str, value: Any) -> Any:
        """Return a contiguous copy in float32, made in the namespace of the array."""
        space = namespace_of(value)
        if space is None:
            return super().packed(name, value)
        copy = space.empty(value.shape, dtype=space.float32, device=value.device)
        copy[...] = value
        return copy

    def assign(self, name: str, target: Any, source: Any) -> None:
        """Copy an array into another, as the array standard writes it."""
        if namespace_of(target) is None:
            super().assign(name, target, source)
        target[...] = source
