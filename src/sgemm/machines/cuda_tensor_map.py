"""Tensor maps of the cuda machine: what tells its unit for bulk copies of a matrix."""

from __future__ import annotations

import ctypes
from typing import Any

from sgemm.errors import ArgumentError
from sgemm.machines.interface import TensorMap

ALIGNMENT = 16
"""Bytes that addresses and strides are multiples of."""

MOST_IN_BOX = 256
MOST_ELEMENTS = 2**32
MOST_STRIDE = 2**40


def encoded(
    driver: Any,
    address: int,
    sizes: tuple[int, int, int],
    strides: tuple[int, int],
    box: tuple[int, int],
    swizzle: int,
) -> TensorMap:
    """Encode a map of a batch of float32 matrices, zero outside.

    Parameters
    ----------
    driver : module
        cuda.bindings.driver.
    address, sizes, strides, box, swizzle
        As :meth:`sgemm.machines.interface.Machine.tensor_map` says.

    Raises
    ------
    ArgumentError
        If a number is not one that the unit can honour.
    """
    _check(address, sizes, strides, box, swizzle)
    kind = driver.CUtensorMapSwizzle
    swizzles = {
        0: kind.CU_TENSOR_MAP_SWIZZLE_NONE,
        32: kind.CU_TENSOR_MAP_SWIZZLE_32B,
        64: kind.CU_TENSOR_MAP_SWIZZLE_64B,
        128: kind.CU_TENSOR_MAP_SWIZZLE_128B,
    }
    status, made = driver.cuTensorMapEncodeTiled(
        driver.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        len(sizes),
        address,
        [driver.cuuint64_t(size) for size in sizes],
        [driver.cuuint64_t(stride) for stride in strides],
        [driver.cuuint32_t(extent) for extent in (*box, 1)],
        [driver.cuuint32_t(1) for _ in sizes],
        driver.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
        swizzles[swizzle],
        driver.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        driver.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    )
    if status != driver.CUresult.CUDA_SUCCESS:
        raise ArgumentError(
            f"the driver makes no tensor map of address = {address:#x}, sizes = {sizes}, "
            f"strides = {strides}, box = {box}, swizzle = {swizzle}: {status.name}"
        )
    return TensorMap(bytes((ctypes.c_uint64 * 16)(*[int(word) for word in made.opaque])))


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
