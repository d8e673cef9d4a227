"""Tensor maps of the cpu machine: what a bulk tensor copy must know, in 128 bytes.

On a GPU the 128 bytes are opaque; here they are the 64-bit words of :class:`Field`. The rules for
what may be in a map are those of ``cuTensorMapEncodeTiled`` for single precision.
"""

from __future__ import annotations

import enum
import operator
import struct
from collections.abc import Sequence

from sgemm.errors import ArgumentError

TENSOR_MAP_BYTES = 128
TENSOR_MAP_ALIGNMENT = 64
ELEMENT_BYTES = 4
CHUNK_BYTES = 16  # what bulk copies move, and what swizzling permutes
BOX_ALIGNMENT = 128  # shared addresses to which boxes are copied are multiples of this

MAX_RANK = 3
MAX_SIZE = 2**32
MAX_STRIDE = 2**40
MAX_BOX = 256
SWIZZLES = (0, 32, 64, 128)
MAGIC = 0x50414D524F534E54  # first word of every map


class Field(enum.IntEnum):
    """Index of a word of a map; three words where there is one for each dimension."""

    MAGIC = 0
    ADDRESS = 1
    RANK = 2
    SWIZZLE = 3  # the bits of a shared address that are changed: see :func:`chunk_mask`
    SIZES = 4
    STRIDES = 7  # bytes between neighbours; that of the first dimension is the element's size
    BOX = 10
    WORDS = 13


def chunk_mask(swizzle: int) -> int:
    """Return the bits of a shared address that a swizzle changes.

    The number of a 16-byte chunk (address bits 4, 5, 6) is combined by exclusive or with the
    address bits three places higher (7, 8, 9): all three of them for 128 bytes, the lower two for
    64, the lowest for 32. The address is the absolute one in the shared window, so that the
    pattern does not depend on where the box begins.
    """
    return swizzle - CHUNK_BYTES if swizzle else 0


def encode_tensor_map(
    address: int, sizes: Sequence[int], strides: Sequence[int], box: Sequence[int], swizzle: int = 0
) -> bytes:
    """Describe a tensor of single-precision numbers and the boxes in which it is copied.

    - ``address``: of the first element; a multiple of 16.
    - ``sizes``: elements in each dimension, that of neighbouring elements first.
    - ``strides``: bytes from one element to the next in each dimension but the first; multiples of
      16.
    - ``box``: elements that one copy moves in each dimension.
    - ``swizzle``: span of the swizzle in bytes: 0 (none), 32, 64 or 128.

    Returns bytes: 128 of them.
    Raises ArgumentError if a number is not what a tensor map can have.
    """
    (address,) = _whole("address", (address,))
    (swizzle,) = _whole("swizzle", (swizzle,))
    sizes, strides, box = (
        _whole(name, numbers)
        for name, numbers in (("sizes", sizes), ("strides", strides), ("box", box))
    )
    rank = len(sizes)
    inner = box[0] * ELEMENT_BYTES if box else 0
    for holds, what in (
        (1 <= rank <= MAX_RANK, f"sizes = {sizes}: a tensor map has 1 to {MAX_RANK} dimensions"),
        (
            len(strides) == rank - 1,
            f"strides = {strides}: {rank - 1} numbers are due for {rank} dimensions",
        ),
        (len(box) == rank, f"box = {box}: {rank} numbers are due for {rank} dimensions"),
        (
            0 <= address < 2**64 and not address % CHUNK_BYTES,
            f"address = {address:#x}: a multiple of {CHUNK_BYTES} is due",
        ),
        (
            all(1 <= size <= MAX_SIZE for size in sizes),
            f"sizes = {sizes}: each must be in 1 ... 2**32",
        ),
        (
            all(0 <= stride < MAX_STRIDE and not stride % CHUNK_BYTES for stride in strides),
            f"strides = {strides}: each must be a multiple of {CHUNK_BYTES} bytes in 0 ... 2**40-1",
        ),
        (
            all(1 <= extent <= MAX_BOX for extent in box),
            f"box = {box}: each extent must be in 1 ... {MAX_BOX}",
        ),
        (
            not inner % CHUNK_BYTES,
            f"box = {box}: a row of {inner} bytes is not a multiple of {CHUNK_BYTES}",
        ),
        (swizzle in SWIZZLES, f"swizzle = {swizzle}: 0, 32, 64 or 128 bytes are possible"),
        (
            not swizzle or inner <= swizzle,
            f"box = {box}: a row of {inner} bytes is longer than the swizzle's span of {swizzle}",
        ),
        (
            not swizzle or inner == swizzle,
            f"box = {box}: a row of {inner} bytes is shorter than the swizzle's span of "
            f"{swizzle}, which the cpu machine does not know; take a swizzle of {inner} bytes or a "
            "wider box",
        ),
    ):
        if not holds:
            raise ArgumentError(what)
    words = [0] * (TENSOR_MAP_BYTES // 8)
    words[Field.MAGIC : Field.SIZES] = (MAGIC, address, rank, chunk_mask(swizzle))
    for first, numbers, padding in (
        (Field.SIZES, sizes, 1),
        (Field.STRIDES, (ELEMENT_BYTES, *strides), 0),
        (Field.BOX, box, 1),
    ):
        padded = (*numbers, *[padding] * (MAX_RANK - rank))
        words[first : first + MAX_RANK] = padded
    return struct.pack(f"<{len(words)}Q", *words)


def _whole(name: str, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return numbers as whole ones, whoever's they are."""
    try:
        return tuple(operator.index(number) for number in numbers)
    except TypeError as error:
        raise ArgumentError(f"{name} = {numbers!r}: whole numbers are due") from error
