"""How arrays in host memory travel to a machine and back.

What lies in one piece in memory travels as it lies, by rows or by columns. Any other view (rows
with gaps, strided, reversed) is packed row by row through a small staging buffer, so that no second
copy of it is ever made on the host, and gaps between its elements are neither read nor written.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgemm.arrays.view import ITEM_BYTES
from sgemm.machines.interface import Buffer, Machine

STAGING_BYTES = 4 << 20
"""Size of the staging buffer: small enough for a cache, large enough to hide each copy's cost."""

Array = NDArray[np.float32]
"""An array of native single precision with any strides."""


def lies_by_columns(array: Array) -> bool:
    """Tell whether matrices (the last two axes) lie in one piece by columns and not by rows."""
    return not array.flags.c_contiguous and bool(array.swapaxes(-1, -2).flags.c_contiguous)


def without_repeats(array: Array) -> Array:
    """Return an array with axis length 1 wherever all of an axis but the last two is one element.

    A broadcast axis, whose stride is 0, so travels once.
    """
    index = tuple(
        slice(0, 1) if stride == 0 and size > 1 else slice(None)
        for stride, size in zip(array.strides[:-2], array.shape[:-2], strict=True)
    )
    return array[index]


def copy_in(machine: Machine, buffer: Buffer, source: Array, offset: int = 0) -> None:
    """Copy an array with any strides to a machine, where it is C-contiguous.

    Parameters
    ----------
    machine : Machine
    buffer : Buffer
        Memory of that machine, at least 4 bytes for each element.
    source : ndarray of float32
        Two axes or more.
    offset : int
        Bytes from the start of the buffer.
    """
    if source.flags.c_contiguous:
        machine.copy_in(buffer, source, offset)
        return
    if source.ndim > 2:
        for i, part in enumerate(source):
            copy_in(machine, buffer, part, offset + i * part.size * ITEM_BYTES)
        return
    staging = _staging(source)
    for start in range(0, source.shape[0], len(staging)):
        rows = source[start : start + len(staging)]
        packed = staging[: len(rows)]
        np.copyto(packed, rows)
        machine.copy_in(buffer, packed, offset + start * source.shape[1] * ITEM_BYTES)


def copy_out(machine: Machine, target: Array, buffer: Buffer, offset: int = 0) -> None:
    """Copy a C-contiguous array from a machine to an array with any strides.

    Parameters
    ----------
    machine : Machine
    target : ndarray of float32
        Two axes or more; what lies between its elements is not touched.
    buffer : Buffer
        Memory of that machine, at least 4 bytes for each element.
    offset : int
        Bytes from the start of the buffer.
    """
    if target.flags.c_contiguous:
        machine.copy_out(target, buffer, offset)
        return
    if target.ndim > 2:
        for i, part in enumerate(target):
            copy_out(machine, part, buffer, offset + i * part.size * ITEM_BYTES)
        return
    staging = _staging(target)
    for start in range(0, target.shape[0], len(staging)):
        rows = target[start : start + len(staging)]
        packed = staging[: len(rows)]
        machine.copy_out(packed, buffer, offset + start * target.shape[1] * ITEM_BYTES)
        np.copyto(rows, packed)


def _staging(array: Array) -> Array:
    """Return an empty array for as many rows as fit the staging size, and at least one."""
    rows, columns = array.shape
    fitting = STAGING_BYTES // (ITEM_BYTES * max(1, columns))
    return np.empty((max(1, min(rows, fitting)), columns), dtype=np.float32)
