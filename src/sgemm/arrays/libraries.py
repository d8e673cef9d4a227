"""Which library an argument belongs to. None is imported: what nobody has loaded, nobody uses."""

from __future__ import annotations

import numbers
import sys
from typing import Any

import numpy as np

from sgemm.arrays.library import Library
from sgemm.arrays.numpy_library import NumpyLibrary
from sgemm.arrays.view import Device, View, packed_view
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.importing import import_module
from sgemm.visible import type_name


class DescribedLibrary(Library):
    """Views of arrays that are not there yet, for plans that are made beforehand."""

    name = "a shape"

    def view(self, name: str, value: View, stream: int | None) -> View:
        """Return the view itself."""
        return value


NUMPY = NumpyLibrary()
_TYPES = (
    ("torch", "torch", "Tensor"),
    ("torch", "torch.fx", "Proxy"),  # passed in place of a tensor
    ("cupy", "cupy", "ndarray"),
    ("jax", "jax", "Array"),
)
"""Modules of libraries, each with a place where a type of its arrays is found."""

_CLASSES = {
    "torch": ("sgemm.arrays.torch_library", "TorchLibrary"),
    "cupy": ("sgemm.arrays.cupy_library", "CupyLibrary"),
    "jax": ("sgemm.arrays.jax_library", "JaxLibrary"),
    "__dlpack__": ("sgemm.arrays.dlpack", "DlpackLibrary"),
    "__cuda_array_interface__": ("sgemm.arrays.cuda_array_interface", "CudaArrayLibrary"),
}
"""Library or protocol -> module and class, imported when there is such an array."""

_made: dict[Any, Library] = {}
"""Names of _CLASSES, each with its module if it is one -> what was made for it."""

_DESCRIBED = DescribedLibrary()


def library_of(name: str, value: Any) -> Library:
    """Return the library of an array, or raise ArgumentError with the argument's name."""
    if isinstance(value, np.ndarray):
        return NUMPY
    for module_name, place, type_found in _TYPES:
        array = getattr(sys.modules.get(place), type_found, None)
        if array is not None and isinstance(value, array):
            return _library(module_name, sys.modules[module_name])
    if isinstance(value, type):
        raise _no_array(name, value)
    if isinstance(value, View):
        return _DESCRIBED
    if _has(value, "__cuda_array_interface__"):
        return _library("__cuda_array_interface__")
    if _has(value, "__dlpack__") and _has(value, "__dlpack_device__"):
        return _library("__dlpack__")
    raise _no_array(name, value)


def _library(name: str, *module: Any) -> Library:
    """Return what was made for a module or a protocol, or make it."""
    found = _made.get((name, *module))
    if found is None:
        place, class_name = _CLASSES[name]
        made = getattr(import_module(place), class_name)(*module)
        found = _made.setdefault((name, *module), made)  # by another thread, perhaps
    return found


def described(name: str, value: Any, device: Device) -> View:
    """Return where an array of a shape, whole numbers of at least 0, would lie on a device."""
    for size in value:
        if not isinstance(size, numbers.Integral) or isinstance(size, bool) or size < 0:
            raise ArgumentError(f"{name} = {value!r}: a shape has whole numbers of at least 0")
    return packed_view(tuple(int(size) for size in value), device)


def _has(value: object, attribute: str) -> bool:
    """Tell whether a value has an attribute; one that cannot be asked for now counts."""
    try:
        return hasattr(value, attribute)
    except Exception:
        return True  # its view says what is wrong with it


def _no_array(name: str, value: object) -> ArgumentTypeError:
    return ArgumentTypeError(
        f"{name} is of type {type_name(value)}; an array of float32 is needed: one of NumPy, CuPy, "
        "PyTorch or JAX, or anything with DLPack or __cuda_array_interface__"
    )
