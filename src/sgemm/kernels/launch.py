"""How a kernel is launched: geometry, and what is launched before and after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

Sizes = tuple[int, int, int]  # in x, y, z


class Launch(NamedTuple):
    """The geometry of one launch, with what is launched ``first`` and ``last``.

    A grid with a zero in it is an empty problem: nothing is launched.
    """

    grid: Sizes
    block: Sizes
    shared_bytes: int = 0
    first: SideLaunch | None = None
    last: SideLaunch | None = None

    def __str__(self) -> str:
        own = f"grid {_by_x(self.grid)}, block {_by_x(self.block)}"
        return ", then ".join(
            str(each) for each in (self.first, own, self.last) if each is not None
        )


class SideLaunch(NamedTuple):
    """A launch of a pre-kernel or a reduction kernel: same module and arguments, another entry."""

    entry: str
    grid: Sizes
    block: Sizes

    def __str__(self) -> str:
        return f"{self.entry} (grid {_by_x(self.grid)}, block {_by_x(self.block)})"


def _by_x(sizes: Sizes) -> str:
    return "x".join(map(str, sizes))


class PreKernel(NamedTuple):
    """A launch before the kernel, which packs operands and computes a part of C.

    ``core`` is the problem that is left for the kernel: its sizes, and its operands as they lie
    then. ``operands`` are their addresses, from those of A, of B and of the workspace. ``moved``
    are the bytes that it reads and writes.
    """

    entry: str
    block: Sizes
    grid: Callable[[Problem, Tile], Sizes]
    core: Callable[[Problem, Tile], Problem]
    operands: Callable[[Problem, Tile, int, int, int], tuple[int, int]]
    moved: Callable[[Problem, Tile], int]


class ReductionKernel(NamedTuple):
    """A launch after the kernel, which adds partial sums; a grid with a zero where there are none.

    It has the kernel's own parameters, with the kernel's blocks in the place of ``splits``.
    """

    entry: str
    grid: Callable[[Problem, Tile, Schedule], Sizes]
    block: Callable[[Problem, Tile, Schedule], Sizes]
