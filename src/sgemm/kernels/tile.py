"""The compile-time numbers of a kernel: its tile."""

from __future__ import annotations

import dataclasses

from sgemm.errors import ArgumentError


@dataclasses.dataclass(frozen=True, slots=True)
class Tile:
    """The compile-time numbers of a kernel.

    A block computes bm x bn elements of C and steps through k by bk; each of its threads
    computes tm x tn of them.

    Parameters
    ----------
    bm, bn, bk : int
        Block tile. ``bk = 1`` where the kernel does not stage operands in blocks.
    tm, tn : int
        Thread tile.
    wm, wn : int
        Warp tile, where the kernel lays its warps out as sub-tiles; else 0.
    stages : int
        How many blocks of A and B are held in shared memory at once; 0 for none.
    padding : int
        Extra elements at the end of each row of the shared block of A.
    slices : int
        Groups of threads that each compute the whole block tile, from a part of every block of
        k; their sums are added at the end.
    producers : int
        Threads of a block that only copy, besides those that compute.
    blocks : int
        Blocks that a multiprocessor is to hold at once, which bounds a thread's registers; 0
        where the compiler is free.
    consumer_registers, producer_registers : int
        Registers of a thread that computes, and of one that only copies, where the two groups
        divide them anew (setmaxnreg); else 0.
    along_k : int
        1 where the block of A is kept in rows along k in shared memory; else 0.
    loop_registers : int
        Registers of a thread that computes once the toolchain has written the kernel's loop anew
        in machine code, in place of ``consumer_registers``; 0 where it stays as compiled.

    Raises
    ------
    ArgumentError
        If a block or thread tile has no elements, or another number is negative.
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
    producers: int = 0
    blocks: int = 0
    consumer_registers: int = 0
    producer_registers: int = 0
    along_k: int = 0
    loop_registers: int = 0

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            least = 1 if field.name in ("bm", "bn", "bk", "tm", "tn", "slices") else 0
            if value < least:
                raise ArgumentError(f"{field.name} = {value}: a tile has at least {least}")

    @property
    def threads(self) -> int:
        """Threads in a block."""
        return self.consumers + self.producers

    @property
    def consumers(self) -> int:
        """Threads of a block that compute."""
        return (self.bm // self.tm) * (self.bn // self.tn) * self.slices

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
