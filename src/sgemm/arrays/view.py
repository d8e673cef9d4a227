"""A view: where the elements of an array lie, whatever library it belongs to."""

from __future__ import annotations

import math
import types
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sgemm.problem import FLOAT32, ITEM_BYTES

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NUMPY_TYPES = {4: "<f4", 2: "<u2"}
"""Bytes of an element -> how NumPy copies it: half precision as bits, since it has no BF16."""

ALIGNMENT_MASK = 15
"""Bits of an address that show its alignment, as far as any kernel asks for it."""

Device = tuple[int, int]
"""Type and number of a device, as DLPack writes them: (1, 0) is the host, (2, 0) the first GPU."""

HOST: Device = (1, 0)

OverlapRanges = tuple[tuple[int, int], tuple[int, int]]

OVERLAP_WORK: Any = 100_000  # NumPy's own type for it names only two special values
"""Candidate solutions that NumPy may try when it decides whether two views share memory."""


class View(NamedTuple):
    """The elements of an array of float32 or half precision, and how they are multiplied."""

    address: int  # of the element with all indices 0; 0 where there is no memory yet
    shape: tuple[int, ...]
    strides: tuple[int, ...]  # bytes from one element to the next, negative and zero included
    device: Device = HOST
    readonly: bool = False  # whether its library forbids to write it
    owner: object = None  # keeps the memory alive
    name: str = "the result"  # what errors call it
    array: Any = None  # of its library
    transposed: bool = False  # whether its matrices, the last two axes, are multiplied transposed
    vector_axes: tuple[int, ...] = ()  # of length 1, which make it matrices; from the end
    type: str = FLOAT32  # of its elements
    prepared_operand: Any = None  # which it is the matrix of: see sgemm.prepare

    @property
    def item(self) -> int:
        """Bytes of an element."""
        return ITEM_BYTES[self.type]

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements; those that share a place count each."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of all elements, packed."""
        return self.size * self.item

    @property
    def span(self) -> tuple[int, int]:
        """Addresses of the first byte and past the last; equal where there are no elements."""
        low = high = 0
        for size, stride in zip(self.shape, self.strides, strict=True):
            if not size:
                return self.address, self.address
            if stride < 0:
                low += stride * (size - 1)
            else:
                high += stride * (size - 1)
        return self.address + low, self.address + high + self.item

    @property
    def is_packed(self) -> bool:
        """Whether it is C-contiguous."""
        tight = packed_strides(self.shape, self.item)
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
        if not self.vector_axes:
            return self
        shape, strides = list(self.shape), list(self.strides)
        for axis in sorted(self.vector_axes):
            place = len(shape) + axis + 1
            shape.insert(place, 1)
            strides.insert(place, 0)
        return self._replace(shape=tuple(shape), strides=tuple(strides), vector_axes=())


def packed_view(shape: tuple[int, ...], device: Device = HOST, type_: str = FLOAT32) -> View:
    """Return where a C-contiguous array will lie, at an address aligned to all that matters."""
    return View(0, shape, packed_strides(shape, ITEM_BYTES[type_]), device, type=type_)


def packed_strides(shape: tuple[int, ...], item: int = ITEM_BYTES[FLOAT32]) -> tuple[int, ...]:
    """Return the strides in bytes of a C-contiguous array with elements of so many bytes."""
    strides: list[int] = []
    step = item
    for size in reversed(shape):
        strides.insert(0, step)
        step *= max(1, size)
    return tuple(strides)


def packed_as_stored(view: View) -> View:
    """Return how a copy of matrices lies: by columns where they do, and else by rows."""
    if view.mT.is_packed and not view.is_packed:
        return packed_view(view.mT.shape, type_=view.type).mT
    return packed_view(view.shape, type_=view.type)


def numpy_view(view: View) -> NDArray[Any]:
    """Return the same elements as a NumPy array, half precision as bits; a GPU's are not read."""
    interface = {
        "data": (view.address, view.readonly),
        "shape": view.shape,
        "strides": view.strides,
        "typestr": _NUMPY_TYPES[view.item],
        "version": 3,
    }
    # The array keeps this, and it keeps the memory.
    return np.asarray(types.SimpleNamespace(__array_interface__=interface, view=view))


def host_view(array: NDArray[Any], type_: str = FLOAT32) -> View:
    """Return the view of a NumPy array."""
    address, readonly = array.__array_interface__["data"]
    return View(address, array.shape, array.strides, HOST, bool(readonly), array, type=type_)


def widened(view: View) -> NDArray[np.float32]:
    """Return the elements of half precision in host memory as a C-contiguous array of float32."""
    bits = numpy_view(view)
    if view.type == "bfloat16":
        return (bits.astype(np.uint32, order="C") << 16).view(np.float32)
    return bits.view(np.float16).astype(np.float32, order="C")


def share_memory(first: View, second: View) -> bool:
    """Tell whether two arrays have an element in common, or are too tangled to decide."""
    # What is only described has no address, and shares nothing yet.
    if first.device != second.device or not (first.address and second.address):
        return False
    (start, end), (other_start, other_end) = first.span, second.span
    if start >= other_end or other_start >= end:
        return False
    arrays = numpy_view(first), numpy_view(second)
    return bool(np.may_share_memory(*arrays, max_work=OVERLAP_WORK))


def overlap_ranges(a: View, b: View, c: View) -> OverlapRanges:
    """Return between which differences of C's address from A's, and from B's, they overlap."""
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
    """Tell whether elements lie over one another, as in broadcast arrays, or axes interleave."""
    if view.size == 0:
        return False
    # From the finest to the coarsest, each step must clear the whole run of those before.
    steps = sorted(
        (abs(stride), size) for stride, size in zip(view.strides, view.shape, strict=True)
    )
    reach = view.item
    for stride, size in steps:
        if size > 1 and stride < reach:
            return True
        reach += stride * (size - 1)
    return False
