"""A view: where the elements of an array lie, whatever library it belongs to."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

ITEM_BYTES = 4
"""Bytes of one single-precision element."""

ALIGNMENT_MASK = 15
"""Bits of an address that tell its alignment, as far as any kernel asks for it."""

Device = tuple[int, int]
"""Kind and number of a device, as DLPack writes them: (1, 0) is the host, (2, 0) the first GPU."""

HOST: Device = (1, 0)
CUDA_KIND = 2

OverlapRanges = tuple[tuple[int, int], tuple[int, int]]

OVERLAP_WORK: Any = 100_000  # NumPy's own type for it names only two special values
"""Candidate solutions that NumPy may try when it decides whether two views share memory."""


class View(NamedTuple):
    """The elements of an array of float32, and how they are multiplied.

    Parameters
    ----------
    address : int
        Of the element with all indices 0; 0 where there is no memory yet.
    shape : tuple of int
    strides : tuple of int
        Bytes from one element to the next along each axis, negative and zero included.
    device : tuple of int
        Where it lies.
    readonly : bool
        Whether its library forbids to write it.
    owner : object
        Keeps the memory alive.
    name : str
        What errors call it.
    array : object
        The array of a library whose elements these are.
    transposed : bool
        Whether its matrices, the last two axes, are multiplied transposed.
    added : tuple of int
        Axes of length 1 that make matrices of a vector, counted from the end.
    """

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    device: Device = HOST
    readonly: bool = False
    owner: object = None
    name: str = "the result"
    array: Any = None
    transposed: bool = False
    added: tuple[int, ...] = ()

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements; those that share a place count each."""
        return math.prod(self.shape)

    @property
    def span(self) -> tuple[int, int]:
        """Addresses of the first byte and past the last; equal where there are no elements."""
        return spanned(self.address, self.shape, self.strides)

    @property
    def is_packed(self) -> bool:
        """Whether it is C-contiguous."""
        tight = packed_strides(self.shape)
        axes = zip(self.shape, self.strides, tight, strict=True)
        return not self.size or all(size == 1 or step == least for size, step, least in axes)

    @property
    def mT(self) -> View:  # noqa: N802 - the array standard's name
        """The same elements with the last two axes exchanged, to be multiplied as they are."""
        shape, strides = self.shape, self.strides
        return self._replace(
            shape=(*shape[:-2], shape[-1], shape[-2]),
            strides=(*strides[:-2], strides[-1], strides[-2]),
            transposed=False,
        )

    @property
    def matrices(self) -> View:
        """The same elements as they are multiplied: vectors made matrices, or transposed."""
        if self.transposed:
            return self.mT
        if not self.added:
            return self
        shape, strides = list(self.shape), list(self.strides)
        for axis in sorted(self.added):
            place = len(shape) + axis + 1
            shape.insert(place, 1)
            strides.insert(place, 0)
        return self._replace(shape=tuple(shape), strides=tuple(strides), added=())


def packed_view(shape: tuple[int, ...], device: Device = HOST) -> View:
    """Return where a C-contiguous array will lie, at an address aligned to all that matters."""
    return View(0, shape, packed_strides(shape), device)


def spanned(
    address: int, shape: tuple[int, ...], strides: tuple[int, ...], item: int = ITEM_BYTES
) -> tuple[int, int]:
    """Return the addresses of the first byte of an array and past its last."""
    low = high = 0
    for size, stride in zip(shape, strides, strict=True):
        if not size:
            return address, address
        if stride < 0:
            low += stride * (size - 1)
        else:
            high += stride * (size - 1)
    return address + low, address + high + item


def packed_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the strides in bytes of a C-contiguous array."""
    strides: list[int] = []
    step = ITEM_BYTES
    for size in reversed(shape):
        strides.insert(0, step)
        step *= max(1, size)
    return tuple(strides)


def numpy_view(view: View) -> NDArray[np.float32]:
    """Return the same elements as a NumPy array.

    Those of an array on a GPU must not be read: only where they are is known of them.
    """
    return np.asarray(_Described(view))


class _Described:
    """What NumPy makes an array of; the array keeps it, and it keeps the memory."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.__array_interface__ = {
            "data": (view.address, view.readonly),
            "shape": view.shape,
            "strides": view.strides,
            "typestr": np.dtype(np.float32).str,
            "version": 3,
        }


def share_memory(first: View, second: View) -> bool:
    """Tell whether two arrays have an element in common.

    The work is bounded; pairs of views too tangled to decide count as sharing. What is only
    described (its address is 0) shares nothing yet.
    """
    if first.device != second.device or not (first.address and second.address):
        return False
    (start, end), (other_start, other_end) = first.span, second.span
    if start >= other_end or other_start >= end:
        return False
    arrays = numpy_view(first), numpy_view(second)
    return bool(np.may_share_memory(*arrays, max_work=OVERLAP_WORK))


def overlap_ranges(a: View, b: View, c: View) -> OverlapRanges:
    """Return the differences of C's address from A's, and from B's, at which they overlap.

    Returns
    -------
    tuple
        For A and for B two numbers: if the difference of the addresses lies between them, both
        excluded, then the memory from the first byte to the last of one and of the other overlap.
    """
    first, second = (
        (
            (view.span[0] - view.address) - (c.span[1] - c.address),
            (view.span[1] - view.address) - (c.span[0] - c.address),
        )
        for view in (a, b)
    )
    return first, second


def are_same_view(first: View, second: View) -> bool:
    """Tell whether two arrays are the same elements in the same order."""
    return (first.address, first.device, first.shape) == (
        second.address,
        second.device,
        second.shape,
    ) and all(
        size == 1 or stride == other
        for size, stride, other in zip(first.shape, first.strides, second.strides, strict=True)
    )


def overlaps_itself(view: View) -> bool:
    """Tell whether elements lie over one another, or axes interleave.

    Each step, from the finest to the coarsest, must clear the whole run of those before: true of
    every slice and transpose of an array, false of broadcast arrays.
    """
    if view.size == 0:
        return False
    steps = sorted(
        (abs(stride), size) for stride, size in zip(view.strides, view.shape, strict=True)
    )
    reach = ITEM_BYTES
    for stride, size in steps:
        if size > 1 and stride < reach:
            return True
        reach += stride * (size - 1)
    return False
