"""What a kernel is: its idea, its numbers, when it is legal, and how it is launched."""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Callable
from pathlib import Path

from sgemm.errors import ArgumentError, RequirementError
from sgemm.problem import Problem

MAX_BLOCKS = 2**31 - 1
"""Largest grid.x of every GPU from sm_30 on."""


class Language(enum.Enum):
    """What a kernel is written in."""

    CUDA = "cu"
    PTX = "ptx"


class Operands(enum.Enum):
    """How a kernel receives A and B."""

    POINTERS = "pointers"
    TEXTURES = "textures"
    """Texture objects over linear memory whose texels are 4 floats.

    Two more parameters follow the others: the indices of the texels at which A and B start.
    """


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

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            least = 1 if field.name in ("bm", "bn", "bk", "tm", "tn") else 0
            if value < least:
                raise ArgumentError(f"{field.name} = {value}: a tile has at least {least}")

    @property
    def threads(self) -> int:
        """Threads in a block."""
        return (self.bm // self.tm) * (self.bn // self.tn)

    @property
    def intensity(self) -> float:
        """Floating-point operations per byte that a block reads from global memory.

        2*bm*bn*k operations over 4*(bm + bn)*k bytes where blocks go through shared memory
        (document 002's compute-to-memory ratio, 1 / (2 * (1/bm + 1/bn))); without shared memory
        every thread reads for itself and the thread tile takes the block tile's place.
        """
        rows, columns = (self.bm, self.bn) if self.stages else (self.tm, self.tn)
        return 1.0 / (2.0 * (1.0 / rows + 1.0 / columns))

    def __str__(self) -> str:
        return f"{self.bm}x{self.bn}x{self.bk}, {self.tm}x{self.tn} a thread"


@dataclasses.dataclass(frozen=True, slots=True)
class Launch:
    """The geometry of one launch.

    Parameters
    ----------
    grid, block, cluster : tuple of int
        Sizes in x, y, z. A grid with a zero in it is an empty problem: nothing is launched.
    shared_bytes : int
        Dynamic shared memory of a block, in bytes.
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int = 0
    cluster: tuple[int, int, int] = (1, 1, 1)


@dataclasses.dataclass(frozen=True, slots=True)
class Alignment:
    """Addresses of the operands, as far as a requirement may look at them.

    Parameters
    ----------
    a, b, c : int
        Byte addresses; 0 (aligned to everything) where they are not known yet.
    """

    a: int = 0
    b: int = 0
    c: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Requirement:
    """A condition under which a kernel is right; elsewhere asking for it is an error.

    Parameters
    ----------
    text : str
        The condition, for people: ``"lda % 4 == 0"``.
    violation : callable
        (Problem, Alignment) -> None where it holds, else what is wrong, naming the value:
        ``"lda = 7 is not a multiple of 4"``.
    """

    text: str
    violation: Callable[[Problem, Alignment], str | None]


def one_block_a_tile(problem: Problem, tile: Tile) -> tuple[int, int, int]:
    """Return the grid of one block for each bm x bn tile of C, in one dimension.

    grid.x alone reaches 2**31-1 blocks (y and z stop at 65535, which would bound m at 2 million
    for 32-row tiles), so tiles are numbered along a row of tiles first and the kernel divides.
    """
    return (math.ceil(problem.m / tile.bm) * math.ceil(problem.n / tile.bn), 1, 1)


@dataclasses.dataclass(frozen=True, slots=True)
class Kernel:
    """One entry of the catalogue.

    Every kernel computes C := alpha*A*B + beta*C for row-major operands and is right for every
    m, n, k >= 0 and every leading dimension, unless ``requirements`` says otherwise. Its entry
    point takes ``(int m, int n, int k, float alpha, A, int lda, B, int ldb, float beta,
    float* C, int ldc)`` with A and B as ``operands`` says.

    Parameters
    ----------
    name : str
        Name of the kernel, of its entry point and of its two files.
    number : int or None
        Place on the ladder; None for the hand-written PTX rungs.
    idea : str
        What this rung adds, in one line.
    document : str
        Where it comes from: document number and the kernel's name there.
    tile : Tile
        Its compile-time numbers.
    source : Path
        The .cu or .ptx file.
    block : tuple of int
        Threads of a block in x, y, z.
    language : Language
    operands : Operands
    architecture : int
        Lowest compute capability it needs, times ten: 75, 80, 90.
    requirements : tuple of Requirement
    shared_bytes : int
        Dynamic shared memory of a block in bytes (static shared memory is the compiler's matter).
    grid : callable
        (Problem, Tile) -> grid.
    """

    name: str
    number: int | None
    idea: str
    document: str
    tile: Tile
    source: Path
    block: tuple[int, int, int]
    language: Language = Language.CUDA
    operands: Operands = Operands.POINTERS
    architecture: int = 75
    requirements: tuple[Requirement, ...] = ()
    shared_bytes: int = 0
    grid: Callable[[Problem, Tile], tuple[int, int, int]] = one_block_a_tile

    @property
    def label(self) -> str:
        """How tables name it: number and name, or the name alone."""
        return f"{self.number:2d} {self.name}" if self.number is not None else f" - {self.name}"

    def violations(self, problem: Problem, alignment: Alignment | None = None) -> list[str]:
        """List what forbids this kernel for a problem; empty where it is legal.

        Parameters
        ----------
        problem : Problem
        alignment : Alignment, optional
            Operand addresses, where they are known.

        Returns
        -------
        list of str
            One reason for each requirement that does not hold.
        """
        where = alignment or Alignment()
        reasons = [requirement.violation(problem, where) for requirement in self.requirements]
        found = [reason for reason in reasons if reason is not None]
        blocks = math.prod(self.grid(problem, self.tile))
        if blocks > MAX_BLOCKS:
            found.append(f"{blocks} blocks are more than the 2**31-1 that a grid may have")
        return found

    def launch(self, problem: Problem, alignment: Alignment | None = None) -> Launch:
        """Return the launch geometry for a problem.

        Raises
        ------
        RequirementError
            If the kernel is not legal for this problem.
        """
        found = self.violations(problem, alignment)
        if found:
            raise RequirementError(f"{self.name} cannot compute {problem}: {'; '.join(found)}")
        return Launch(self.grid(problem, self.tile), self.block, self.shared_bytes)
