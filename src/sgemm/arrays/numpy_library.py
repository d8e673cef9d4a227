"""NumPy arrays: memory of the host, with any strides and any alignment."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from sgemm.arrays.library import Library, wrong_dtype
from sgemm.arrays.view import View, host_view
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.machines.interface import Machine
from sgemm.problem import ITEM_BYTES
from sgemm.visible import short, type_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BOOLS = (bool, np.bool_)


class NumpyLibrary(Library):
    """NumPy, and memory maps, which are read where they are."""

    name = "NumPy"

    def records(self, values: tuple[Any, ...]) -> bool:
        """Tell whether JAX traces what is computed of an array and others, which are JAX's."""
        jax = sys.modules.get("jax")
        tracer = getattr(getattr(jax, "core", None), "Tracer", None)
        return tracer is not None and any(isinstance(value, tracer) for value in values)

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return the view of an array, which may have any strides."""
        # What subclasses add (a mask, units, other operators) would be lost without a word.
        # NumPy imports masked arrays when they are first named, which takes long; before that there
        # are none.
        masked = sys.modules.get("numpy.ma")
        if masked is not None and isinstance(value, masked.MaskedArray):
            raise ArgumentTypeError(
                f"{name} is a masked array, whose mask would be ignored: pass {name}.filled(value)"
            )
        if type(value) not in (np.ndarray, np.memmap):
            raise ArgumentTypeError(
                f"{name} is of type {type_name(value)}; a plain array of float32 is needed: "
                f"numpy.asarray({name}, dtype=numpy.float32)"
            )
        array: NDArray[Any] = np.asarray(value)
        # Of BF16 NumPy has no type of its own: a package adds it.
        if not array.dtype.isnative or array.dtype.name not in ITEM_BYTES:
            swapped = array.dtype.type is np.float32
            found = "float32 in foreign byte order" if swapped else str(array.dtype)
            raise wrong_dtype(name, found, _dtype_advice(name, array))
        return host_view(array, array.dtype.name)

    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> NDArray[np.float32]:
        """Make an array in host memory."""
        return np.empty(shape, dtype=np.float32)

    def finished(self, result: Any, like: Any, stream: int | None) -> Any:
        """Return the array; of two vectors the scalar, as NumPy does."""
        return result if result.ndim else result[()]


def flag(name: str, value: object) -> bool:
    """Check a flag, of Python or NumPy: the letters 'N' and 'T' of BLAS would both be true."""
    if not isinstance(value, _BOOLS):
        raise ArgumentError(f"{name} = {short(value)}: True or False is needed")
    return bool(value)


def is_of_numpy(value: object) -> bool:
    """Tell whether a value is an array or a number of NumPy, which torch.compile cannot tell."""
    return isinstance(value, (np.ndarray, np.generic))


def _dtype_advice(name: str, array: NDArray[Any]) -> str:
    if np.issubdtype(array.dtype, np.complexfloating):
        return "only real float32 matrices are multiplied"
    if array.dtype.kind in "biuf":
        return f"float32 is needed: {name}.astype(numpy.float32)"
    return "numbers of float32 are needed"
