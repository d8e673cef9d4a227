"""How a kernel is launched: geometry, and what is launched before and after it."""

from collections.abc import Callable
from typing import NamedTuple

from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

Sizes = tuple[int, int, int]  # in x, y, z


class SideLaunch(NamedTuple):
    """A launch before or after the kernel: same module and arguments, another entry."""

    entry: str
    grid: Sizes
    block: Sizes
    shared_bytes: int = 0

    def __str__(self) -> str:
        return f"{self.entry} (grid {_by_x(self.grid)}, block {_by_x(self.block)})"


class Launch(NamedTuple):
    """The geometry of one launch, with what is launched ``before`` and ``after`` it.

    A grid with a zero in it is an empty problem: nothing is launched. ``cluster`` are the blocks of
    a thread block cluster, where the launch says it and not the kernel.
    """

    grid: Sizes
    block: Sizes
    shared_bytes: int = 0
    before: tuple[SideLaunch, ...] = ()
    after: tuple[SideLaunch, ...] = ()
    cluster: Sizes | None = None

    @property
    def in_order(self) -> tuple["Launch | SideLaunch", ...]:
        """All launches, this one among them, in their order."""
        return (*self.before, self, *self.after)

    def __str__(self) -> str:
        own = f"grid {_by_x(self.grid)}, block {_by_x(self.block)}"
        if self.cluster is not None:
            own += f", cluster {_by_x(self.cluster)}"
        return ", then ".join((*map(str, self.before), own, *map(str, self.after)))


def _by_x(sizes: Sizes) -> str:
    return "x".join(map(str, sizes))


class SideKernel(NamedTuple):
    """Another entry of a kernel's module, launched before or after it with the same parameters.

    A grid with a zero in it leaves the launch out. A reduction kernel after the main one takes the
    blocks of that as ``splits``.
    """

    entry: str
    grid: Callable[[Problem, Tile, Schedule], Sizes]
    block: Callable[[Problem, Tile, Schedule], Sizes]
    shared_bytes: Callable[[Tile], int] = lambda _: 0

    def launch(self, problem: Problem, tile: Tile, schedule: Schedule) -> tuple[SideLaunch, ...]:
        """Return its launch for a problem, if there is one."""
        grid = self.grid(problem, tile, schedule)
        if not all(grid):
            return ()
        block = self.block(problem, tile, schedule)
        return (SideLaunch(self.entry, grid, block, self.shared_bytes(tile)),)


class Packing(NamedTuple):
    """What kernels before the main one leave for it, where they pack operands.

    ``moved`` are the bytes that packing reads and writes. ``core`` is the problem that is left: its
    sizes, and its operands as they lie then; by default all. ``operands`` are their addresses, from
    those of A, of B and of the workspace; by default A's and B's own. ``waits`` is how often a
    thread waits for loads, one after the other, in computing what the core does not have.
    """

    moved: Callable[[Problem, Tile], int]
    core: Callable[[Problem, Tile], Problem] = lambda problem, _: problem
    operands: Callable[[Problem, Tile, int, int, int], tuple[int, int]] = (
        lambda problem, tile, a, b, workspace: (a, b)
    )
    waits: Callable[[Problem, Tile], float] = lambda problem, tile: 0.0
