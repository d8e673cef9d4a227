"""What a GPU launches at all: the sizes of a grid and of a block, the same on every GPU so far.

Both machines ask here, so that they refuse the same launches in the same words. The driver of a GPU
would see sizes cut to 32 bits.
"""

from __future__ import annotations

import math
import numbers
import operator

from sgemm.errors import ArgumentError
from sgemm.ptx.grid import MAX_GRID_X, MAX_GRID_YZ

MAX_GRID = (MAX_GRID_X, MAX_GRID_YZ, MAX_GRID_YZ)  # most blocks of a grid in x, y and z
MAX_BLOCK = (1024, 1024, 64)  # most threads of a block in x, y and z
MAX_THREADS = 1024  # most threads of a block
MAX_CLUSTER = 8  # most blocks of a cluster that every GPU with clusters runs

Sizes = tuple[int, int, int]  # in x, y, z


def check_grid(grid: tuple[int, int, int]) -> None:
    """Raise ArgumentError if no GPU launches a grid; one with a zero in it is empty."""
    if not _fits(grid, 0, MAX_GRID):
        raise ArgumentError(
            f"grid = {grid}: a grid has 0 to {_by_axis(MAX_GRID)} blocks in x, y and z"
        )


def check_block(block: tuple[int, int, int]) -> None:
    """Raise ArgumentError if no GPU launches a block of so many threads in x, y and z."""
    if not _fits(block, 1, MAX_BLOCK) or math.prod(block) > MAX_THREADS:
        raise ArgumentError(
            f"block = {block}: a block has 1 to {MAX_THREADS} threads, "
            f"1 to {_by_axis(MAX_BLOCK)} in x, y and z"
        )


def check_cluster(cluster: Sizes, grid: Sizes) -> None:
    """Raise ArgumentError if no GPU launches a grid in clusters of so many blocks in x, y and z."""
    if not _fits(cluster, 1, (MAX_CLUSTER,) * 3) or math.prod(cluster) > MAX_CLUSTER:
        raise ArgumentError(
            f"cluster = {cluster}: a cluster has 1 to {MAX_CLUSTER} blocks, "
            "that is the product of its sizes in x, y and z"
        )
    if any(size % each for size, each in zip(grid, cluster, strict=True)):
        raise ArgumentError(
            f"grid = {grid}: with clusters of {cluster} blocks its sizes are multiples of theirs"
        )


def check_shared_bytes(shared_bytes: int) -> None:
    """Raise ArgumentError if a size of dynamic shared memory is negative, or too large for any GPU.

    Each architecture has its own most.
    """
    if not 0 <= shared_bytes <= MAX_GRID_X:
        raise ArgumentError(
            f"shared_bytes = {shared_bytes}: a size is not negative, and at most {MAX_GRID_X}"
        )


def whole_number(name: str, value: object, least: int = 1) -> int:
    """Return an argument as a whole number; raise ArgumentError if it is none, or too small."""
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or value < least:
        raise ArgumentError(f"{name} = {value!r}: a whole number of at least {least} is needed")
    return int(value)


def _fits(sizes: tuple[int, ...], least: int, most: tuple[int, int, int]) -> bool:
    try:
        return len(sizes) == 3 and all(
            least <= operator.index(size) <= limit for size, limit in zip(sizes, most, strict=True)
        )
    except TypeError:
        return False


def _by_axis(limits: tuple[int, int, int]) -> str:
    return " x ".join(map(str, limits))
