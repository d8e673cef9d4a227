"""How matrices in host memory are copied to a machine and back.

What lies in one piece is copied as it lies. Any other view (rows with gaps, strided, reversed) is
packed row by row through a small staging buffer, so that no second copy of it is ever made on the
host, and gaps between its elements are neither read nor written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sgemm.machines.interface import Buffer, Machine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32 | np.uint16]
    """An array of single precision, or of the bits of halves, with two axes or more."""

STAGING_BYTES = 4 << 20
"""Size of the staging buffer: small enough for a cache, large enough to hide each copy's cost."""


def copy_in(machine: Machine, buffer: Buffer, source: Array) -> None:
    """Copy an array to the start of a machine's memory, where it is C-contiguous."""
    for offset, piece, staging in _pieces(source):
        if staging is not piece:
            np.copyto(staging, piece)
        machine.copy_in(buffer, staging, offset)


def copy_out(machine: Machine, target: Array, buffer: Buffer) -> None:
    """Copy a C-contiguous array from the start of a machine's memory to one of any strides."""
    for offset, piece, staging in _pieces(target):
        machine.copy_out(staging, buffer, offset)
        if staging is not piece:
            np.copyto(piece, staging)


def _pieces(array: Array) -> Iterator[tuple[int, Array, Array]]:
    """Yield rows of an array: their place if packed, themselves, and a buffer in one piece."""
    if array.flags.c_contiguous:
        yield 0, array, array
        return
    *batch, rows, columns = array.shape
    fitting = max(1, STAGING_BYTES // (array.itemsize * max(1, columns)))
    staging = np.empty((min(rows, fitting), columns), dtype=array.dtype)
    for number, index in enumerate(np.ndindex(*batch)):
        matrix = array[index]
        for start in range(0, rows, fitting):
            piece = matrix[start : start + fitting]
            offset = array.itemsize * columns * (number * rows + start)
            is_whole = piece.flags.c_contiguous
            yield offset, piece, piece if is_whole else staging[: len(piece)]
