"""How a kernel is launched: geometry, and what is launched before it and behind it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from sgemm.errors import ArgumentError
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem


@dataclasses.dataclass(frozen=True, slots=True)
class Launch:
    """The geometry of one launch.

    Parameters
    ----------
    grid, block, cluster : tuple of int
        Sizes in x, y, z. A grid with a zero in it is an empty problem: nothing is launched.
    shared_bytes : int
        Dynamic shared memory of a block, in bytes.
    first, last : FurtherLaunch or None
        What is launched before it, and behind it, if anything.

    Raises
    ------
    ArgumentError
        If there are clusters, and launches before or behind: machines do not know both.
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int = 0
    cluster: tuple[int, int, int] = (1, 1, 1)
    first: FurtherLaunch | None = None
    last: FurtherLaunch | None = None

    def __post_init__(self) -> None:
        if self.cluster != (1, 1, 1) and (self.first or self.last):
            raise ArgumentError(
                f"cluster = {self.cluster}: a launch with others before or behind it is of blocks"
            )

    def __str__(self) -> str:
        text = f"grid {_by_x(self.grid)}, block {_by_x(self.block)}"
        before = "" if self.first is None else f"{self.first}, then "
        return f"{before}{text}" if self.last is None else f"{before}{text}, then {self.last}"


@dataclasses.dataclass(frozen=True, slots=True)
class FurtherLaunch:
    """A launch of another entry point of the same module, with the same arguments.

    Parameters
    ----------
    entry : str
        Name of the entry point.
    grid, block : tuple of int
        As of :class:`Launch`; there is no dynamic shared memory.
    """

    entry: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]

    def __str__(self) -> str:
        return f"{self.entry} (grid {_by_x(self.grid)}, block {_by_x(self.block)})"


def _by_x(sizes: tuple[int, int, int]) -> str:
    return "x".join(map(str, sizes))


@dataclasses.dataclass(frozen=True, slots=True)
class Preparation:
    """What a kernel does in a first launch, for the second one to find.

    Parameters
    ----------
    entry : str
        Name of the entry point; it takes the kernel's own parameters.
    block : tuple of int
    grid : callable
        (Problem, Tile) -> grid.
    core : callable
        (Problem, Tile) -> the problem that is left for the second launch: its sizes, and its
        operands as they lie then. The first launch computes what is missing of C.
    operands : callable
        (Problem, Tile, addresses of A, of B and of the workspace) -> addresses of the operands of
        ``core``.
    moved : callable
        (Problem, Tile) -> bytes that the first launch reads and writes.
    """

    entry: str
    block: tuple[int, int, int]
    grid: Callable[[Problem, Tile], tuple[int, int, int]]
    core: Callable[[Problem, Tile], Problem]
    operands: Callable[[Problem, Tile, int, int, int], tuple[int, int]]
    moved: Callable[[Problem, Tile], int]


@dataclasses.dataclass(frozen=True, slots=True)
class Completion:
    """What a kernel leaves to a last launch, which finds what the one before has made.

    Parameters
    ----------
    entry : str
        Name of the entry point; it takes the kernel's own parameters, with the blocks of the launch
        before it in the place of ``splits``.
    grid : callable
        (Problem, Tile, Schedule) -> grid; with a zero in it where nothing is left.
    block : callable
        The same -> block.
    """

    entry: str
    grid: Callable[[Problem, Tile, Schedule], tuple[int, int, int]]
    block: Callable[[Problem, Tile, Schedule], tuple[int, int, int]]
