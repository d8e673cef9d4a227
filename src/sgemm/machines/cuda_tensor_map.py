"""Tensor maps of the cuda machine: what tells its unit for bulk copies of a matrix."""

from __future__ import annotations

import ctypes

from sgemm.errors import ArgumentError
from sgemm.machines.cuda_driver import raw_driver
from sgemm.machines.interface import TENSOR_MAP_BYTES, TensorMap

ALIGNMENT = 16
"""Bytes that addresses and strides are multiples of."""

MOST_IN_BOX = 256
MOST_ELEMENTS = 2**32
MOST_STRIDE = 2**40


FLOAT32 = 7
"""CU_TENSOR_MAP_DATA_TYPE_FLOAT32."""

SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}
"""Width in bytes -> CUtensorMapSwizzle."""

L2_PROMOTION_256 = 3

MAP_ALIGNMENT = 64
"""Where the driver writes a map: at a multiple of so many bytes."""

_UNIT_STEPS = (ctypes.c_uint32 * 3)(1, 1, 1)


def encoded(
    address: int,
    sizes: tuple[int, int, int],
    strides: tuple[int, int],
    box: tuple[int, int],
    swizzle: int,
) -> TensorMap:
    """Encode a map of a batch of float32 matrices, zero outside.

    Parameters
    ----------
    address, sizes, strides, box, swizzle
        As :meth:`sgemm.machines.interface.Machine.tensor_map` says.

    Raises
    ------
    ArgumentError
        If a number is not one that the unit can honour.
    """
    _check(address, sizes, strides, box, swizzle)
    driver = raw_driver()
    room = ctypes.create_string_buffer(TENSOR_MAP_BYTES + MAP_ALIGNMENT)
    start = -(-ctypes.addressof(room) // MAP_ALIGNMENT) * MAP_ALIGNMENT
    extents = (ctypes.c_uint64 * 3)(*sizes)
    steps = (ctypes.c_uint64 * 2)(*strides)
    boxes = (ctypes.c_uint32 * 3)(*box, 1)
    code = driver.encode_map(
        start,
        FLOAT32,
        len(sizes),
        address,
        ctypes.addressof(extents),
        ctypes.addressof(steps),
        ctypes.addressof(boxes),
        ctypes.addressof(_UNIT_STEPS),
        0,  # not interleaved
        SWIZZLES[swizzle],
        L2_PROMOTION_256,
        0,  # zeros outside
    )
    if code:
        raise ArgumentError(
            f"the driver makes no tensor map of address = {address:#x}, sizes = {sizes}, "
            f"strides = {strides}, box = {box}, swizzle = {swizzle}: {driver.explain(code)}"
        )
    return TensorMap(ctypes.string_at(start, TENSOR_MAP_BYTES))


def _check(
    address: int,
    sizes: tuple[int, int, int],
    strides: tuple[int, int],
    box: tuple[int, int],
    swizzle: int,
) -> None:
    if address <= 0 or address % ALIGNMENT:
        raise ArgumentError(f"address = {address:#x}: a multiple of {ALIGNMENT} bytes is due")
    if not all(1 <= size <= MOST_ELEMENTS for size in sizes):
        raise ArgumentError(f"sizes = {sizes}: each must be in 1 ... 2**32")
    if not all(0 < stride < MOST_STRIDE and stride % ALIGNMENT == 0 for stride in strides):
        raise ArgumentError(
            f"strides = {strides}: each must be a multiple of {ALIGNMENT} bytes below 2**40"
        )
    if not all(1 <= extent <= MOST_IN_BOX for extent in box) or box[0] % 4:
        raise ArgumentError(
            f"box = {box}: 1 to {MOST_IN_BOX} rows of as many columns, a multiple of 4"
        )
    if swizzle not in (0, 32, 64, 128) or 0 < swizzle < 4 * box[0]:
        raise ArgumentError(
            f"swizzle = {swizzle}: 0, or 32, 64 or 128 bytes and no less than a box's row"
        )
