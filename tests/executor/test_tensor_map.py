"""Tensor maps of the cpu machine: what they hold, and what they cannot."""

import struct
from typing import Any

import numpy as np
import pytest

from sgemm.errors import ArgumentError
from sgemm.executor.tensor_map import (
    TENSOR_MAP_BYTES,
    Field,
    encode_tensor_map,
)
from sgemm.kernels.schedule import TensorBox
from sgemm.machines.cpu import CpuMachine

GOOD: dict[str, Any] = {
    "address": 4096,
    "sizes": (100, 50, 3),
    "strides": (416, 20800),
    "box": (32, 64, 1),
    "swizzle": 128,
}


def test_fewer_dimensions_are_filled_up() -> None:
    words = struct.unpack("<16Q", encode_tensor_map(16, (7,), (), (4,)))
    assert words[Field.RANK] == 1
    assert words[Field.SIZES : Field.SIZES + 3] == (7, 1, 1)
    assert words[Field.BOX : Field.BOX + 3] == (4, 1, 1)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("address", 4100, "address = 0x1004: a multiple of 16"),
        ("address", -16, "address = -0x10: a multiple of 16"),
        ("address", 2**64, "a multiple of 16"),
        ("sizes", (), "1 to 3 dimensions"),
        ("sizes", (1, 1, 1, 1), "1 to 3 dimensions"),
        ("sizes", (0, 50, 3), r"sizes = \(0, 50, 3\): each must be in 1"),
        ("sizes", (100, 2**32 + 1, 3), r"each must be in 1 \.\.\. 2\*\*32"),
        ("strides", (416,), "2 numbers are due for 3 dimensions"),
        ("strides", (404, 20800), r"strides = \(404, 20800\): each must be a multiple of 16"),
        ("strides", (416, -16), "each must be a multiple of 16"),
        ("strides", (416, 2**40), "each must be a multiple of 16"),
        ("box", (32, 64), "3 numbers are due for 3 dimensions"),
        ("box", (0, 64, 1), r"box = \(0, 64, 1\): each extent must be in 1 \.\.\. 256"),
        ("box", (32, 257, 1), "each extent must be in 1"),
        ("box", (30, 64, 1), "a row of 120 bytes is not a multiple of 16"),
        ("box", (36, 64, 1), "longer than the swizzle's span of 128"),
        ("box", (16, 64, 1), "a row of 64 bytes is shorter than the swizzle's span of 128"),
        ("swizzle", 16, "swizzle = 16: 0, 32, 64 or 128"),
        ("sizes", (100.0, 50, 3), "sizes"),
        ("box", ("32", 64, 1), "box"),
        ("strides", (416.5, 20800), "strides"),
        ("address", "here", "address"),
        ("swizzle", None, "swizzle"),
    ],
)
def test_what_no_map_can_hold_is_refused(name: str, value: object, text: str) -> None:
    with pytest.raises(ArgumentError, match=text):
        encode_tensor_map(**{**GOOD, name: value})


def test_numbers_of_numpy_are_numbers() -> None:
    sizes = tuple(np.array([100, 50, 3]))
    assert encode_tensor_map(**{**GOOD, "sizes": sizes}) == encode_tensor_map(**GOOD)


def test_the_largest_map() -> None:
    largest = encode_tensor_map(0, (2**32,) * 3, (2**40 - 16,) * 2, (256,) * 3)
    assert len(largest) == TENSOR_MAP_BYTES


def test_the_machine_makes_maps_of_batches() -> None:
    made = CpuMachine().tensor_map(4096, (100, 50, 3), (416, 20800), TensorBox(32, 64, 128))
    assert made.data == encode_tensor_map(**GOOD)
