"""NumPy arrays as operands: what is accepted, and how they travel to a machine and back.

Every check here runs before anything is computed or written. A matrix that lies in one piece in
memory travels as it lies. Any other view (rows with gaps, transposed, strided, reversed) is packed
row by row through a small staging buffer, so that no second copy of it is ever made on the host,
and gaps between its elements are neither read nor written.
"""

from __future__ import annotations

import math
import numbers
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.machines.interface import Buffer, Machine

ITEM_BYTES = 4
"""Bytes of one single-precision element."""

STAGING_BYTES = 4 << 20
"""Size of the staging buffer: small enough for a cache, large enough to hide each copy's cost."""

OVERLAP_WORK: Any = 100_000  # NumPy's own type for it names only two special values
"""Candidate solutions that NumPy may try when it decides whether two views share memory."""

Matrix = NDArray[np.float32]
"""A two-dimensional array of native single precision with any strides."""


def matrix(name: str, value: object) -> Matrix:
    """Check that an argument is a matrix that sgemm can read.

    Parameters
    ----------
    name : str
        Name of the argument, for the error.
    value : object
        What the caller passed: a NumPy array (or memory map), two-dimensional, float32 in the
        machine's byte order. Strides may be anything.

    Returns
    -------
    ndarray of float32
        The same memory as a plain array.

    Raises
    ------
    ArgumentError
        If it is anything else. Masked arrays, ``numpy.matrix`` and other subclasses are refused,
        because what they add (a mask, units, other operators) would be lost without a word.
    """
    if isinstance(value, np.ma.MaskedArray):
        raise ArgumentError(
            f"{name} is a masked array, whose mask would be ignored: pass {name}.filled(value)"
        )
    if type(value) not in (np.ndarray, np.memmap):
        raise ArgumentError(
            f"{name} is of type {_type_name(value)}; a two-dimensional NumPy array of float32 is "
            f"needed: numpy.asarray({name}, dtype=numpy.float32)"
        )
    array: NDArray[Any] = np.asarray(value)
    if array.dtype != np.dtype(np.float32):
        raise ArgumentError(f"{name} has dtype {_dtype_name(array)}; {_dtype_advice(name, array)}")
    if array.ndim != 2:
        raise ArgumentError(
            f"{name} has {array.ndim} dimension{'' if array.ndim == 1 else 's'}, shape "
            f"{array.shape}; this version multiplies matrices of exactly 2 dimensions"
        )
    return array


def matrix_of_shape(name: str, value: object, shape: tuple[int, int]) -> Matrix:
    """Check as :func:`matrix` does, and the shape: rows and columns of the result.

    Raises
    ------
    ArgumentError
        If it is no matrix, or one of another shape.
    """
    array = matrix(name, value)
    if array.shape != shape:
        raise ArgumentError(f"{name} has shape {array.shape}; the result has shape {shape}")
    return array


def output(name: str, value: object, shape: tuple[int, int]) -> Matrix:
    """Check that an argument is a matrix that sgemm can write a result to.

    Parameters
    ----------
    name : str
        Name of the argument, for the error.
    value : object
        As in :func:`matrix`, and writeable, of the given shape, no two elements in one place.
    shape : tuple of int
        Rows and columns of the result.

    Returns
    -------
    ndarray of float32
        The same memory as a plain array.

    Raises
    ------
    ArgumentError
        If it is anything else.
    """
    array = matrix_of_shape(name, value, shape)
    if not array.flags.writeable:
        raise ArgumentError(f"{name} is read-only; the result needs a writeable array")
    if _overlaps_itself(array):
        raise ArgumentError(
            f"{name} has strides {array.strides} bytes, by which elements or rows lie over one "
            "another; the result needs an array with a place for each element"
        )
    return array


def scalar(name: str, value: object) -> float:
    """Check that an argument is a real number that single precision can hold.

    Parameters
    ----------
    name : str
        Name of the argument, for the error.
    value : object
        A Python or NumPy integer or floating-point number, infinities and NaN included.

    Returns
    -------
    float
        Its value, not rounded yet.

    Raises
    ------
    ArgumentError
        If it is no real number (booleans and arrays are none), or is finite and too large.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ArgumentError(f"{name} = {value!r} is of type {_type_name(value)}, not a real number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
        exceeds = True
    else:
        with np.errstate(over="ignore"):
            exceeds = math.isfinite(number) and bool(np.isinf(np.float32(number)))
    if exceeds:
        raise ArgumentError(
            f"{name} = {_short(value)} is finite, but larger than the largest float32, 3.4028235e38"
        )
    return number


def flag(name: str, value: object) -> bool:
    """Check that an argument is True or False.

    Raises
    ------
    ArgumentError
        If it is anything else: the letters 'N' and 'T' of BLAS would both count as true.
    """
    if not isinstance(value, bool | np.bool_):
        raise ArgumentError(f"{name} = {_short(value)}: True or False is needed")
    return bool(value)


def share_memory(first: Matrix, second: Matrix) -> bool:
    """Tell whether two matrices have an element in common.

    The work is bounded; pairs of views too tangled to decide count as sharing.
    """
    return bool(np.may_share_memory(first, second, max_work=OVERLAP_WORK))


def are_same_view(first: Matrix, second: Matrix) -> bool:
    """Tell whether two matrices are the same elements in the same order."""
    return (
        first.shape == second.shape
        and first.strides == second.strides
        and first.__array_interface__["data"][0] == second.__array_interface__["data"][0]
    )


def is_column_major(array: Matrix) -> bool:
    """Tell whether a matrix is stored by columns, with gaps between them or not.

    What can be read either way (a single row or column in one piece) counts as stored by rows.
    """
    return (
        not array.flags.c_contiguous
        and array.strides[0] == ITEM_BYTES
        and array.strides[1] >= array.shape[0] * ITEM_BYTES
    )


def copy_in(machine: Machine, buffer: Buffer, source: Matrix) -> None:
    """Copy a matrix with any strides to a machine, where it is row-major without gaps.

    Parameters
    ----------
    machine : Machine
    buffer : Buffer
        Memory of that machine, at least 4 bytes for each element.
    source : ndarray of float32
        The matrix.
    """
    if source.flags.c_contiguous:
        machine.copy_in(buffer, source)
        return
    staging = _staging(source)
    for start in range(0, source.shape[0], len(staging)):
        rows = source[start : start + len(staging)]
        packed = staging[: len(rows)]
        np.copyto(packed, rows)
        machine.copy_in(buffer, packed, start * source.shape[1] * ITEM_BYTES)


def copy_out(machine: Machine, target: Matrix, buffer: Buffer) -> None:
    """Copy a row-major matrix without gaps from a machine to a matrix with any strides.

    Parameters
    ----------
    machine : Machine
    target : ndarray of float32
        The matrix; what lies between its elements is not touched.
    buffer : Buffer
        Memory of that machine, at least 4 bytes for each element.
    """
    if target.flags.c_contiguous:
        machine.copy_out(target, buffer)
        return
    staging = _staging(target)
    for start in range(0, target.shape[0], len(staging)):
        rows = target[start : start + len(staging)]
        packed = staging[: len(rows)]
        machine.copy_out(packed, buffer, start * target.shape[1] * ITEM_BYTES)
        np.copyto(rows, packed)


def _staging(array: Matrix) -> Matrix:
    """Return an empty array for as many rows as fit the staging size, and at least one."""
    rows, columns = array.shape
    fitting = STAGING_BYTES // (ITEM_BYTES * max(1, columns))
    return np.empty((max(1, min(rows, fitting)), columns), dtype=np.float32)


def _overlaps_itself(array: Matrix) -> bool:
    """Tell whether elements lie over one another, or rows and columns interleave.

    The finer of the two steps must clear an element, and the coarser one must clear the whole
    run of the finer: true of every slice and transpose of an array, false of broadcast arrays.
    """
    if array.size == 0:
        return False
    steps = sorted(
        (abs(stride), size) for stride, size in zip(array.strides, array.shape, strict=True)
    )
    reach = ITEM_BYTES
    for stride, size in steps:
        if size > 1 and stride < reach:
            return True
        reach += stride * (size - 1)
    return False


def _type_name(value: object) -> str:
    kind = type(value)
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return f"{module}{kind.__qualname__}"


def _dtype_name(array: NDArray[Any]) -> str:
    swapped = array.dtype.newbyteorder("=") == np.dtype(np.float32)
    return "float32 in foreign byte order" if swapped else str(array.dtype)


def _dtype_advice(name: str, array: NDArray[Any]) -> str:
    if np.issubdtype(array.dtype, np.complexfloating):
        return "only real float32 matrices are multiplied"
    if array.dtype.kind in "biuf":
        return f"float32 is needed: {name}.astype(numpy.float32)"
    return "numbers of float32 are needed"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
