"""How the work of a launch is shared among blocks, and the memory that this takes.

Kernels with the basic parameters have one block for each tile of C and no choice. Those with the
extended ones may have fewer blocks than tiles, each going from tile to tile (persistent blocks),
and more than one block for a tile, each taking a part of its k. Whoever plans decides; a kernel's
entry in the catalogue gives a sensible decision for when nobody does.
"""

from __future__ import annotations

import dataclasses

from sgemm.errors import ArgumentError
from sgemm.problem import INT32_MAX

SWIZZLES = (0, 32, 64, 128)
"""Widths in bytes within which a bulk tensor copy may permute 16-byte pieces; 0: none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Schedule:
    """How the tiles of a problem are shared among blocks.

    Parameters
    ----------
    blocks : int
        Persistent blocks, which go from one work item to the next; 0 for one block a work item.
    splits : int
        Into how many parts the k of each tile is cut.
    streamed : int
        How many tiles are spread over all persistent blocks by k, so that each block gets an
        equal length of k whatever the number of tiles (stream-K); the others are computed whole.

    Raises
    ------
    ArgumentError
        If a number is negative or beyond 2**31 - 1, or ``splits`` is 0.
    """

    blocks: int = 0
    splits: int = 1
    streamed: int = 0

    def __post_init__(self) -> None:
        for name, least in (("blocks", 0), ("splits", 1), ("streamed", 0)):
            _check_count(name, getattr(self, name), least, INT32_MAX)

    def __str__(self) -> str:
        blocks = f"{self.blocks} persistent block{_plural(self.blocks)}"
        parts = [blocks if self.blocks else "one block a work item"]
        if self.splits > 1:
            parts.append(f"k cut into {self.splits}")
        if self.streamed:
            parts.append(f"{self.streamed} tile{_plural(self.streamed)} spread by k")
        return ", ".join(parts)


@dataclasses.dataclass(frozen=True, slots=True)
class Workspace:
    """Memory that a launch needs besides A, B and C.

    Parameters
    ----------
    floats : int
        Numbers in single precision, for partial sums. Undefined before and after a launch.
    counters : int
        32-bit counters. All are zero before a launch, and the kernel leaves them zero.

    Raises
    ------
    ArgumentError
        If a number is negative.
    """

    floats: int = 0
    counters: int = 0

    def __post_init__(self) -> None:
        for name in ("floats", "counters"):
            _check_count(name, getattr(self, name), 0, 2**60)

    @property
    def nbytes(self) -> int:
        """Bytes of both together."""
        return 4 * (self.floats + self.counters)


@dataclasses.dataclass(frozen=True, slots=True)
class TensorBox:
    """What one bulk tensor copy moves of a matrix as it is stored.

    Parameters
    ----------
    columns, rows : int
        Elements along a row, and rows; each from 1 to 256. A row is a multiple of 16 bytes, and
        with a swizzle no wider than that.
    swizzle : int
        Width in bytes within which 16-byte pieces are permuted in shared memory: 32, 64, 128, or
        0 for none.

    Raises
    ------
    ArgumentError
        If a number is not one of these.
    """

    columns: int
    rows: int
    swizzle: int = 0

    def __post_init__(self) -> None:
        for name in ("columns", "rows"):
            _check_count(name, getattr(self, name), 1, 256)
        if self.swizzle not in SWIZZLES:
            raise ArgumentError(f"swizzle = {self.swizzle!r}: there are {SWIZZLES} bytes")
        if self.columns % 4 or 0 < self.swizzle < 4 * self.columns:
            raise ArgumentError(
                f"columns = {self.columns}: a row of a box is a multiple of 4 elements, and with "
                f"swizzle = {self.swizzle} it has at most {self.swizzle // 4}"
            )


def _plural(count: int) -> str:
    return "" if count == 1 else "s"


def _check_count(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ArgumentError(f"{name} = {value!r}: a whole number in {least} ... {most} is needed")
