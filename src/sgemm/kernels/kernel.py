"""What a kernel is: its idea, its numbers, when it is legal, and how it is launched."""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Callable
from pathlib import Path

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.schedule import Schedule, TensorBox, Workspace
from sgemm.problem import LAYOUTS, Problem

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
    TENSOR_MAPS = "tensor maps"
    """Pointers, and behind all other parameters the tensor maps of A and B, 128 bytes each.

    A map has the columns, the rows and the batch of the matrices as they are stored. Where all
    products share one matrix (its stride is 0), the map has one: the kernel asks for number 0.
    """


class Parameters(enum.Enum):
    """Which parameters a kernel takes."""

    BASIC = "basic"
    """One problem: sizes, scalars, operands and leading dimensions."""
    EXTENDED = "extended"
    """After those ``(int64 stride_a, int64 stride_b, int64 stride_c, int32 batch,
    float* workspace, uint32* counters, int32 splits, int32 streamed)``."""


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
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int = 0
    cluster: tuple[int, int, int] = (1, 1, 1)
    first: FurtherLaunch | None = None
    last: FurtherLaunch | None = None

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


def tiles_of(problem: Problem, tile: Tile) -> int:
    """Return how many bm x bn tiles all products of a problem have together."""
    return -(-problem.m // tile.bm) * -(-problem.n // tile.bn) * problem.batch


def one_block_a_tile(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid of one block for each bm x bn tile of C, in one dimension.

    grid.x alone reaches 2**31-1 blocks (y and z stop at 65535, which would bound m at 2 million
    for 32-row tiles), so tiles are numbered along a row of tiles first, then from row to row,
    then from product to product, and the kernel divides. The schedule leaves no choice.
    """
    return (tiles_of(problem, tile), 1, 1)


def no_workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the workspace of kernels that need none."""
    return Workspace()


def plain_schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule of kernels that have one block for each tile."""
    return Schedule()


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
    most : tuple of int
        The largest block.
    grid : callable
        (Problem, Tile, Schedule) -> grid; with a zero in it where nothing is left.
    block : callable
        The same -> block.
    """

    entry: str
    most: tuple[int, int, int]
    grid: Callable[[Problem, Tile, Schedule], tuple[int, int, int]]
    block: Callable[[Problem, Tile, Schedule], tuple[int, int, int]]


@dataclasses.dataclass(frozen=True, slots=True)
class Kernel:
    """One entry of the catalogue, specialised to a layout and a tile.

    Every kernel computes C := alpha*op(A)*op(B) + beta*C for row-major operands and is right for
    every m, n, k >= 0 and every leading dimension, unless ``requirements`` says otherwise. Its
    entry point takes ``(int m, int n, int k, float alpha, A, int lda, B, int ldb, float beta,
    float* C, int ldc)`` with A and B as ``operands`` says, then what ``parameters`` adds, and last
    what ``operands`` adds.

    The layout and the tile are compile-time numbers of one source. The entry in the catalogue has
    the first of each; :meth:`specialised` gives the others.

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
        Threads of a block in x, y, z, for this tile.
    language : Language
    operands : Operands
    architecture : int
        Lowest compute capability it needs, times ten: 75, 80, 90.
    architecture_specific : bool
        Whether it uses what only that architecture has, no later one (targets such as sm_90a).
    requirements : tuple of Requirement
    shared_bytes : int
        Dynamic shared memory of a block in bytes, for this layout and tile (static shared memory
        is the compiler's matter).
    grid : callable
        (Problem, Tile, Schedule) -> grid.
    layouts : tuple of str
        Layouts that the source compiles for.
    layout : str
        The one of this specialisation.
    tiles : tuple of Tile
        All tiles it ships in, the default first; empty where that is ``tile`` alone.
    parameters : Parameters
    workspace : callable
        (Problem, Tile, Schedule) -> Workspace.
    schedule : callable
        (Problem, Tile, multiprocessors) -> the schedule where nobody has planned one.
    boxes : callable or None
        (Problem, Tile) -> the boxes of A and of B that one bulk copy moves, for tensor maps; None
        for an operand that goes another way, whose map is then not looked at.
    block_of : callable or None
        (layout, Tile) -> ``block``, where tiles differ in it.
    shared_bytes_of : callable or None
        (layout, Tile) -> ``shared_bytes``, where specialisations differ in it.
    preparation : Preparation or None
        Where there is a first launch; tensor maps, tiles and schedules are of its ``core`` then.
    completion : Completion or None
        Where there may be a last launch.

    Raises
    ------
    ArgumentError
        If the layout or the tile is none of those it ships in, or tensor maps have no boxes.
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
    architecture_specific: bool = False
    requirements: tuple[Requirement, ...] = ()
    shared_bytes: int = 0
    grid: Callable[[Problem, Tile, Schedule], tuple[int, int, int]] = one_block_a_tile
    layouts: tuple[str, ...] = ("nn",)
    layout: str = "nn"
    tiles: tuple[Tile, ...] = ()
    parameters: Parameters = Parameters.BASIC
    workspace: Callable[[Problem, Tile, Schedule], Workspace] = no_workspace
    schedule: Callable[[Problem, Tile, int], Schedule] = plain_schedule
    boxes: Callable[[Problem, Tile], tuple[TensorBox | None, TensorBox | None]] | None = None
    block_of: Callable[[str, Tile], tuple[int, int, int]] | None = None
    shared_bytes_of: Callable[[str, Tile], int] | None = None
    preparation: Preparation | None = None
    completion: Completion | None = None

    def __post_init__(self) -> None:
        if not set(self.layouts) <= set(LAYOUTS) or self.layout not in self.layouts:
            raise ArgumentError(
                f"layout = {self.layout!r}: {self.name} ships in {', '.join(self.layouts)}"
            )
        if self.tiles and self.tile not in self.tiles:
            raise ArgumentError(
                f"tile = {self.tile}: {self.name} ships in {'; '.join(map(str, self.tiles))}"
            )
        if (self.operands is Operands.TENSOR_MAPS) != (self.boxes is not None):
            raise ArgumentError(f"boxes of {self.name}: tensor maps have boxes, and no others do")

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """All tiles that it ships in, the default first."""
        return self.tiles or (self.tile,)

    @property
    def tile_in_short(self) -> str:
        """The block tile, with the thread's where the kernel ships in several of one size."""
        tile = self.tile
        alike = sum(other.block_tile == tile.block_tile for other in self.all_tiles)
        return tile.block_tile if alike == 1 else f"{tile.block_tile} by {tile.tm}x{tile.tn}"

    def specialised(self, layout: str | None = None, tile: Tile | None = None) -> Kernel:
        """Return this kernel for another layout or tile.

        Parameters
        ----------
        layout : str, optional
            One of ``layouts``; by default this one's own.
        tile : Tile, optional
            One of ``tiles``; by default this one's own.

        Returns
        -------
        Kernel

        Raises
        ------
        ArgumentError
            If it does not ship in that layout or tile; the message says in which it does.
        """
        layout = self.layout if layout is None else layout
        tile = self.tile if tile is None else tile
        if (layout, tile) == (self.layout, self.tile):
            return self
        if not self.tiles and tile != self.tile:
            raise ArgumentError(f"tile = {tile}: {self.name} ships in {self.tile} alone")
        other = dataclasses.replace(self, layout=layout, tile=tile)
        if self.block_of is not None:
            object.__setattr__(other, "block", self.block_of(layout, tile))
        if self.shared_bytes_of is not None:
            object.__setattr__(other, "shared_bytes", self.shared_bytes_of(layout, tile))
        return other

    def specialisations(self) -> tuple[Kernel, ...]:
        """Return this kernel in every layout and tile that it ships in, layout by layout."""
        return tuple(
            self.specialised(layout, tile) for layout in self.layouts for tile in self.all_tiles
        )

    @property
    def further_entries(self) -> dict[str, tuple[int, int, int]]:
        """Its entry points besides the one of its own name, and the largest block of each."""
        found = {}
        if self.preparation is not None:
            found[self.preparation.entry] = self.preparation.block
        if self.completion is not None:
            found[self.completion.entry] = self.completion.most
        return found

    def core(self, problem: Problem) -> Problem:
        """Return what of a problem the tiles cover: all of it, where nothing is prepared."""
        return self.preparation.core(problem, self.tile) if self.preparation else problem

    def runs_on(self, architecture: int) -> bool:
        """Tell whether GPUs of a compute capability, times ten, have what this kernel needs."""
        if self.architecture_specific:
            return architecture == self.architecture
        return architecture >= self.architecture

    @property
    def label(self) -> str:
        """How tables name it: number and name, or the name alone."""
        return f"{self.number:2d} {self.name}" if self.number is not None else f" - {self.name}"

    def violations(
        self,
        problem: Problem,
        alignment: Alignment | None = None,
        schedule: Schedule | None = None,
    ) -> list[str]:
        """List what forbids this kernel for a problem; empty where it is legal.

        Parameters
        ----------
        problem : Problem
        alignment : Alignment, optional
            Operand addresses, where they are known.
        schedule : Schedule, optional
            By default one block for each work item.

        Returns
        -------
        list of str
            One reason for each requirement that does not hold.
        """
        where = alignment or Alignment()
        found: list[str] = []
        if problem.layout != self.layout:
            found.append(f"layout {problem.layout} is not {self.layout}, which it is compiled for")
        if problem.batch != 1 and self.parameters is not Parameters.EXTENDED:
            found.append(f"batch = {problem.batch}: it computes one product")
        reasons = (requirement.violation(problem, where) for requirement in self.requirements)
        found += [reason for reason in reasons if reason is not None]
        blocks = math.prod(self.grid(problem, self.tile, schedule or Schedule()))
        if blocks > MAX_BLOCKS:
            found.append(f"{blocks} blocks are more than the 2**31-1 that a grid may have")
        return found

    def launch(
        self,
        problem: Problem,
        alignment: Alignment | None = None,
        schedule: Schedule | None = None,
    ) -> Launch:
        """Return the launch geometry for a problem.

        Parameters
        ----------
        problem : Problem
        alignment : Alignment, optional
            Operand addresses, where they are known.
        schedule : Schedule, optional
            By default one block for each work item.

        Raises
        ------
        RequirementError
            If the kernel is not legal for this problem.
        """
        found = self.violations(problem, alignment, schedule)
        if found:
            raise RequirementError(f"{self.name} cannot compute {problem}: {'; '.join(found)}")
        if problem.is_empty:
            return Launch((0, 1, 1), self.block, self.shared_bytes)
        schedule = schedule or Schedule()
        grid = self.grid(problem, self.tile, schedule)
        first = last = None
        if self.preparation is not None:
            before = self.preparation.grid(problem, self.tile)
            if before[0]:
                first = FurtherLaunch(self.preparation.entry, before, self.preparation.block)
        if self.completion is not None:
            behind = self.completion.grid(problem, self.tile, schedule)
            if behind[0]:
                block = self.completion.block(problem, self.tile, schedule)
                last = FurtherLaunch(self.completion.entry, behind, block)
        return Launch(grid, self.block, self.shared_bytes, first=first, last=last)
