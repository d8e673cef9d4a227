"""The compile-time numbers of a kernel: its tile."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from sgemm.errors import ArgumentError

GROUP = 128  # threads of a warpgroup


def stored_as(name: str) -> Mapping[str, str]:
    """Return the metadata of a field that has another name in files, and had it in plan names."""
    return {"stored as": name}


def stored_name(field: dataclasses.Field[Any]) -> str:
    """Return the name of a field in files."""
    return str(field.metadata.get("stored as", field.name))


def warp_specialised(
    consumer: int, producer: int, loop: int = 0, blocks: int = 1
) -> dict[str, int]:
    """Return the numbers of a tile whose block has warps that only copy.

    They are registers of threads, those of a patched mainloop (0: none), and blocks that fit at
    once. Producers are the group of four warps that setmaxnreg asks for.
    """
    return {
        "producers": 128,
        "blocks": blocks,
        "consumer_registers": consumer,
        "producer_registers": producer,
        "loop_registers": loop,
    }


@dataclasses.dataclass(frozen=True)
class Tile:
    """The compile-time numbers of a kernel: the shape of its tiles, their staging, its threads.

    A block computes bm x bn of C and steps through k by ``bk``, which is 1 where operands are not
    staged in shared memory. A thread computes tm x tn, and a warp wm x wn, 0 where warps have no
    sub-tiles of their own.

    There are ``stages`` blocks of A and B in shared memory at once, 0 for none. Rows of A have
    ``padding`` elements more. ``slices`` groups of threads each take a part of the steps of a
    stage. ``k_major_a`` is 1 where A stays K-major, or B in a kernel that swaps A and B.

    ``producers`` are threads of a block that only copy. A multiprocessor is to hold ``blocks`` at
    once, 0 where the compiler is free. ``consumer_registers`` and ``producer_registers`` are those
    of a thread that setmaxnreg sets, ``loop_registers`` those of a patched mainloop; 0 where there
    is none.
    """

    bm: int
    bn: int
    bk: int
    tm: int = 1
    tn: int = 1
    wm: int = 0
    wn: int = 0
    stages: int = 1
    padding: int = 0
    slices: int = 1
    k_major_a: int = dataclasses.field(default=0, metadata=stored_as("along_k"))
    producers: int = 0
    blocks: int = 0
    consumer_registers: int = 0
    producer_registers: int = 0
    loop_registers: int = 0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            least = 1 if name in ("bm", "bn", "bk", "tm", "tn", "slices") else 0
            if value < least:
                raise ArgumentError(f"{name} = {value}: a tile has at least {least}")
        # setmaxnreg is for all four warps of a group.
        if self.consumer_registers and (self.consumers % GROUP or self.producers % GROUP):
            raise ArgumentError(
                f"{self.consumers} consumers, {self.producers} producers: those whose registers "
                f"are set are multiples of {GROUP} threads"
            )

    @property
    def threads(self) -> int:
        """Threads in a block."""
        return self.consumers + self.producers

    @property
    def consumers(self) -> int:
        """Threads of a block that compute."""
        return (self.bm // self.tm) * (self.bn // self.tn) * self.slices

    def transposed(self) -> Tile:
        """Return the tile of C^T for this one of C."""
        bm, bn, tm, tn, wm, wn = self.bn, self.bm, self.tn, self.tm, self.wn, self.wm
        return dataclasses.replace(self, bm=bm, bn=bn, tm=tm, tn=tn, wm=wm, wn=wn)

    @property
    def is_of_vectors(self) -> bool:
        """Whether each thread has all rows, or all columns, and loads them straight from memory."""
        return not self.stages and (self.tm == self.bm or self.tn == self.bn)

    @property
    def steps(self) -> int:
        """Steps of each block of k that a thread computes."""
        return self.bk // self.slices

    @property
    def intensity(self) -> float:
        """Floating-point operations per byte that a block reads from global memory.

        2*bm*bn*k operations over 4*(bm + bn)*k bytes where blocks go through shared memory
        (document 002's compute-to-memory ratio, 1 / (2 * (1/bm + 1/bn))); without shared memory
        every thread reads for itself and the thread tile takes the block tile's place.
        """
        rows, columns = (self.bm, self.bn) if self.stages else (self.tm, self.tn)
        return 1.0 / (2.0 * (1.0 / rows + 1.0 / columns))

    @property
    def block_tile(self) -> str:
        """The block tile alone: ``"128x128x8"``."""
        return f"{self.bm}x{self.bn}x{self.bk}"

    def __str__(self) -> str:
        text = f"{self.block_tile}, {self.tm}x{self.tn} a thread"
        return text if self.slices == 1 else f"{text}, {self.slices} slices"
