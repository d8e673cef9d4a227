"""How the work of a launch is shared among blocks, and the memory that this takes.

Kernels with the basic parameters have one block for each tile of C and no choice. Those with the
extended ones may have fewer blocks than tiles, each going from tile to tile (persistent blocks),
and more than one block for a tile, each taking a part of its k. Whoever plans decides; a kernel's
entry in the catalogue gives a sensible decision for when nobody does.
"""

from __future__ import annotations

import dataclasses

from sgemm.errors import ArgumentError
from sgemm.kernels.tile import stored_as
from sgemm.problem import INT32_MAX

SWIZZLES = (0, 32, 64, 128)
"""Widths in bytes within which a bulk tensor copy may permute 16-byte pieces; 0: none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Schedule:
    """How the tiles of a problem are shared among blocks.

    ``blocks`` are persistent and go from one work item to the next; 0 stands for one block a work
    item. The k of each tile is cut into ``splits`` parts. So many tiles, ``stream_k_tiles``, are
    spread over all persistent blocks by k (stream-K), so that each block gets an equal length of k;
    the others are computed whole.
    """

    blocks: int = 0
    splits: int = 1
    stream_k_tiles: int = dataclasses.field(default=0, metadata=stored_as("streamed"))

    def __post_init__(self) -> None:
        for name, least in (("blocks", 0), ("splits", 1), ("stream_k_tiles", 0)):
            _check_count(name, getattr(self, name), least, INT32_MAX)

    def __str__(self) -> str:
        blocks = f"{self.blocks} persistent block{_plural(self.blocks)}"
        parts = [blocks if self.blocks else "one block a work item"]
        if self.splits > 1:
            parts.append(f"k cut into {self.splits}")
        if self.stream_k_tiles:
            parts.append(f"{self.stream_k_tiles} tile{_plural(self.stream_k_tiles)} spread by k")
        return ", ".join(parts)

    def refuse_unless(self, reason: str, **needed: int) -> None:
        """Raise ArgumentError where a number is not the only one that a kernel takes, and why."""
        for name, value in needed.items():
            if (found := getattr(self, name)) != value:
                raise ArgumentError(f"{name} = {found}: {reason}, so {name} must be {value}")


@dataclasses.dataclass(frozen=True, slots=True)
class Workspace:
    """Memory that a launch needs besides A, B and C.

    ``floats`` for partial sums are undefined before and after a launch. All 32-bit ``counters`` are
    zero before it, and the kernel leaves them zero.
    """

    floats: int = 0
    counters: int = 0

    def __post_init__(self) -> None:
        for name in ("floats", "counters"):
            _check_count(name, getattr(self, name), 0, 2**60)

    @property
    def nbytes(self) -> int:
        """Bytes of floats and counters."""
        return 4 * (self.floats + self.counters)


@dataclasses.dataclass(frozen=True, slots=True)
class TensorBox:
    """What one bulk tensor copy moves of a matrix as it is stored.

    Columns and rows are from 1 to 256. A row is a multiple of 16 bytes, and with a swizzle no wider
    than that: the width in bytes within which 16-byte pieces are permuted in shared memory.
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
