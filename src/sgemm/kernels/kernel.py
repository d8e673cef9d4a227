"""What a kernel is: its idea, its numbers, when it is legal, and how it is launched."""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Callable, Mapping
from pathlib import Path

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.launch import Completion, FurtherLaunch, Launch, Preparation
from sgemm.kernels.schedule import Schedule, TensorBox, Workspace
from sgemm.kernels.tile import Tile
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
    float* workspace, uint32* counters, int32 splits, int32 streamed)``.

    Kernels with a completion, which never split k evenly, take the blocks of their own launch as
    ``splits``.
    """


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


def no_constants(tile: Tile) -> Mapping[str, int]:
    """Return the constants of kernels whose source needs the tile alone."""
    return {}


def plain_schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule of kernels that have one block for each tile."""
    return Schedule()


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
    as_compiled : bool
        Whether its mainloop stays as the compiler made it, where it would be patched.
    constants : callable
        Tile -> what its source is compiled with besides: ``Constants::NAME`` in CUDA C++.

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
    as_compiled: bool = False
    constants: Callable[[Tile], Mapping[str, int]] = no_constants

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
    def further_entries(self) -> tuple[str, ...]:
        """Its entry points besides the one of its own name."""
        further = (self.preparation, self.completion)
        return tuple(each.entry for each in further if each is not None)

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
