"""What a kernel is: its idea, its numbers, when it is legal, and how it is launched."""

import dataclasses
import enum
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.gpus import architecture_of
from sgemm.kernels.launch import Launch, Packing, SideKernel, Sizes
from sgemm.kernels.schedule import Schedule, TensorBox, Workspace
from sgemm.kernels.tile import Tile
from sgemm.problem import FLOAT32, ITEM_BYTES, LAYOUTS, Problem

MAX_BLOCKS = 2**31 - 1  # largest grid.x of every GPU from sm_30 on

Types = tuple[str, str]
"""Types of the elements of A and of B, as in :class:`~sgemm.problem.Problem`."""

FLOATS: Types = (FLOAT32, FLOAT32)

HALF_TYPES: tuple[Types, ...] = (
    *(("float16", FLOAT32), ("bfloat16", FLOAT32)),
    *((FLOAT32, "float16"), (FLOAT32, "bfloat16")),
)
"""Types of A and B of which one is of half precision."""


class Language(enum.Enum):
    """What a kernel is written in, by the ending of its file."""

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
    """Pointers, and after all other parameters the tensor maps of A and B, 128 bytes each.

    A map has the columns, the rows and the batch of the matrices as they are stored. Where all
    products share one matrix (its stride is 0), the map has one: the kernel asks for number 0.
    """


class Parameters(enum.Enum):
    """Which parameters a kernel takes."""

    BASIC = "basic"
    """One problem: sizes, scalars, operands and leading dimensions."""
    EXTENDED = "extended"
    """After those ``(int64 stride_a, int64 stride_b, int64 stride_c, int32 batch,
    float* workspace, uint32* counters, int32 splits, int32 stream_k_tiles)``.

    Kernels with a reduction kernel, which never split k evenly, take the blocks of their own launch
    as ``splits``.
    """
    LIBRARY = "library"
    """The same, with ``(int32 ld_addend, const float* addend, int64 stride_addend)`` before the
    workspace: what beta multiplies.

    Other kernels add to C itself.
    """
    SPLIT = "split"
    """After those ``(uint8* prepared_a, uint8* prepared_b)``.

    They are what was prepared of operands that are split; 0 where nothing was.
    """

    @property
    def has_batches(self) -> bool:
        """Whether they describe batches, and a workspace."""
        return self is not Parameters.BASIC

    @property
    def has_addend(self) -> bool:
        """Whether what is added may be another matrix than C."""
        return self in (Parameters.LIBRARY, Parameters.SPLIT)


class Alignment(NamedTuple):
    """Byte addresses of A, B and C for requirements; 0 (aligned to everything) where not known."""

    a: int = 0
    b: int = 0
    c: int = 0


class Requirement(NamedTuple):
    """A condition under which a kernel is right; elsewhere asking for it is an error.

    ``text`` is the condition for people, ``"lda % 4 == 0"``. ``violation`` returns None where it
    holds, else what is wrong, naming the value: ``"lda = 7 is not a multiple of 4"``.
    """

    text: str
    violation: Callable[[Problem, Alignment], str | None]


def name_of(stem: str) -> str:
    """Return a kernel's name by its file's: naive of rung_01_naive, ptx_naive of ptx_1_naive."""
    if not stem.startswith(("rung_", "ptx_")):
        return stem
    kind, _, name = stem.split("_", maxsplit=2)
    return name if kind == "rung" else f"{kind}_{name}"


def source_beside(module: str, ending: str = ".cu") -> Path:
    """Return the source that lies beside a kernel's module."""
    return Path(module).with_suffix(ending)


def tiles_of(problem: Problem, tile: Tile) -> int:
    """Return how many bm x bn tiles all products of a problem have together."""
    return -(-problem.m // tile.bm) * -(-problem.n // tile.bn) * problem.batch


def one_block_a_tile(problem: Problem, tile: Tile, schedule: Schedule) -> Sizes:
    """Return the grid of one block for each bm x bn tile of C, in one dimension.

    grid.x alone reaches 2**31-1 blocks (y and z stop at 65535, which would bound m at 2 million
    for 32-row tiles), so tiles are numbered along a row of tiles first, then from row to row,
    then from product to product, and the kernel divides. The schedule leaves no choice.
    """
    schedule.refuse_unless(
        "this kernel has one block for each tile", blocks=0, splits=1, stream_k_tiles=0
    )
    return (tiles_of(problem, tile), 1, 1)


def persistent_blocks(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule of as many persistent blocks as a GPU holds at once, or has tiles for."""
    return Schedule(blocks=min(tile.blocks * multiprocessors, tiles_of(problem, tile)))


class Geometry(NamedTuple):
    """How the work of a kernel is laid out; by default in one block for each tile.

    ``schedule`` is the one that the kernel has where nobody plans, for a number of
    multiprocessors. Kernels before the main one get the whole problem; where they pack operands,
    what ``packing`` leaves for the tiles is the problem of ``grid``, ``schedule`` and the kernels
    after. ``workspace`` is that of the whole one. ``shared_bytes``
    is a block's dynamic shared memory, and ``constants`` is what the source is compiled with
    besides the tile: both by layout and tile. ``tiles`` counts what the planner's model takes for
    the tiles of all products; a kernel may compute several products as one. Up to ``evict_first``
    elements the larger operand is loaded with that cache policy, and so displaces fewer dirty
    lines. Where ``steps_at_once`` is not 0, the last block of k is computed no further than k, so
    many steps at a time. ``unsuited`` says why the planner leaves a problem to other kernels,
    though this one is right for it; None where it does not. ``block`` are the threads of a block
    where the tile's are not numbered in x alone.
    """

    grid: Callable[[Problem, Tile, Schedule], Sizes] = one_block_a_tile
    schedule: Callable[[Problem, Tile, int], Schedule] = lambda *_: Schedule()
    workspace: Callable[[Problem, Tile, Schedule], Workspace] = lambda *_: Workspace()
    shared_bytes: Callable[[str, Tile], int] = lambda *_: 0
    constants: Callable[[str, Tile], Mapping[str, int]] = lambda *_: {}
    before: tuple[SideKernel, ...] = ()
    packing: Packing | None = None
    after: tuple[SideKernel, ...] = ()
    tiles: Callable[[Problem, Tile], int] = tiles_of
    evict_first: Callable[[Tile], int] = lambda _: 0
    steps_at_once: int = 0
    unsuited: Callable[[Problem, Tile], str | None] = lambda *_: None
    block: Sizes | None = None


BY_TILES = Geometry()


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
    """

    # What it is: its name is that of the entry point, and by default of its file.
    idea: str
    source: Path
    name: str = ""
    document: str = "beyond the documents"
    # The specialisation, by default the first of each, and all tiles and layouts that it ships in;
    # () for this tile alone.
    tile: Tile = None  # type: ignore[assignment]
    tiles: tuple[Tile, ...] = ()
    layout: str = ""
    layouts: tuple[str, ...] = ("nn",)
    # The types of A and B that it is compiled for, and all that it ships in besides.
    types: Types = FLOATS
    other_types: tuple[Types, ...] = ()
    # What it needs: the lowest compute capability times ten, or exactly that one (sm_90a).
    architecture: int = 75
    architecture_specific: bool = False
    requirements: tuple[Requirement, ...] = ()
    # How it is called. Boxes are what one bulk copy moves of A and of B; None for an operand that
    # is loaded another way.
    operands: Operands = Operands.POINTERS
    boxes: Callable[[Problem, Tile], tuple[TensorBox | None, TensorBox | None]] | None = None
    parameters: Parameters = Parameters.BASIC
    # How it is launched.
    geometry: Geometry = BY_TILES
    # Whether its mainloop stays as the compiler made it, where it would be patched.
    as_compiled: bool = False
    # On tensor cores: how many products of half precision stand for one of float32.
    products: int = 0

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", name_of(self.source.stem))
        if not self.layout:
            object.__setattr__(self, "layout", self.layouts[0])
        if self.tile is None:
            object.__setattr__(self, "tile", self.tiles[0])
        if not set(self.layouts) <= set(LAYOUTS) or self.layout not in self.layouts:
            raise ArgumentError(
                f"layout = {self.layout!r}: {self.name} ships in {', '.join(self.layouts)}"
            )
        if not self.ships_in(self.types):
            raise ArgumentError(f"types = {self.types}: {self.name} does not ship in them")
        if self.tiles and self.tile not in self.tiles:
            raise ArgumentError(
                f"tile = {self.tile}: {self.name} ships in {'; '.join(map(str, self.tiles))}"
            )
        if (self.operands is Operands.TENSOR_MAPS) != (self.boxes is not None):
            raise ArgumentError(f"boxes of {self.name}: tensor maps have boxes, and no others do")

    @property
    def language(self) -> Language:
        """What it is written in."""
        return Language(self.source.suffix[1:])

    @property
    def number(self) -> int | None:
        """Its place on the ladder: 1 of ``rung_01_naive.cu``; None of what is no rung."""
        kind, _, rest = self.source.stem.partition("_")
        return int(rest[:2]) if kind == "rung" else None

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """All tiles that it ships in, the default first."""
        return self.tiles or (self.tile,)

    def ships_in(self, types: Types) -> bool:
        """Whether it ships in some types of A and B."""
        return types == FLOATS or types in self.other_types

    @property
    def type_numbers(self) -> tuple[int, int]:
        """The types of A and B as CUDA C++ knows them: 0 float32, 1 float16, 2 bfloat16."""
        a, b = map(list(ITEM_BYTES).index, self.types)
        return a, b

    @property
    def tile_in_short(self) -> str:
        """The block tile, with the thread's where the kernel ships in several of one size."""
        tile = self.tile
        alike = sum(other.block_tile == tile.block_tile for other in self.all_tiles)
        return tile.block_tile if alike == 1 else f"{tile.block_tile} by {tile.tm}x{tile.tn}"

    def specialised(
        self, layout: str | None = None, tile: Tile | None = None, types: Types | None = None
    ) -> "Kernel":
        """Return this kernel for another layout, tile or types, of those that it ships in."""
        layout = self.layout if layout is None else layout
        tile = self.tile if tile is None else tile
        types = self.types if types is None else types
        if (layout, tile, types) == (self.layout, self.tile, self.types):
            return self
        if not self.tiles and tile != self.tile:
            raise ArgumentError(f"tile = {tile}: {self.name} ships in {self.tile} alone")
        return dataclasses.replace(self, layout=layout, tile=tile, types=types)

    def improved(self, idea: str, source: Path, **changes: Any) -> "Kernel":
        """Return the next rung of the ladder: with another idea and source, and what changes."""
        return dataclasses.replace(self, idea=idea, source=source, name="", **changes)

    def specialisations(self) -> tuple["Kernel", ...]:
        """Return this kernel in every layout and tile, layout by layout, for its types."""
        return tuple(
            self.specialised(layout, tile) for layout in self.layouts for tile in self.all_tiles
        )

    @property
    def block(self) -> Sizes:
        """Threads of a block: those of the tile, in one dimension unless the geometry has two."""
        return self.geometry.block or (self.tile.threads, 1, 1)

    @property
    def shared_bytes(self) -> int:
        """Dynamic shared memory of a block; static shared memory is the compiler's matter."""
        return self.geometry.shared_bytes(self.layout, self.tile)

    @property
    def other_entries(self) -> tuple[str, ...]:
        """Its entry points besides the one of its own name."""
        return tuple(each.entry for each in (*self.geometry.before, *self.geometry.after))

    def core(self, problem: Problem) -> Problem:
        """Return what of a problem the tiles cover: all of it, where nothing is packed."""
        packing = self.geometry.packing
        return packing.core(problem, self.tile) if packing else problem

    def schedule(self, problem: Problem, multiprocessors: int) -> Schedule:
        """Return its own schedule for a problem."""
        return self.geometry.schedule(self.core(problem), self.tile, multiprocessors)

    def workspace(self, problem: Problem, schedule: Schedule) -> Workspace:
        """Return the memory that a launch needs besides the operands."""
        return self.geometry.workspace(problem, self.tile, schedule)

    def runs_on(self, architecture: int) -> bool:
        """Whether GPUs of a compute capability, times ten, have what this kernel needs."""
        return self.lacking(architecture) is None

    def has_instructions(self, architecture: int) -> bool:
        """Whether GPUs of a compute capability, times ten, have the instructions that it uses."""
        if self.architecture_specific:
            return architecture == self.architecture
        return architecture >= self.architecture

    def lacking(self, architecture: int) -> str | None:
        """Say what such GPUs lack of what this kernel needs, in its tile; None for nothing."""
        if not self.has_instructions(architecture):
            which = "exactly " if self.architecture_specific else ""
            return f"it needs {which}sm_{self.architecture}, this is sm_{architecture}"
        needed, most = self.shared_bytes, architecture_of(architecture).block_shared_bytes
        if needed > most:
            return (
                f"a block needs {needed} bytes of shared memory, and sm_{architecture} has {most}"
            )
        return None

    @property
    def label(self) -> str:
        """How tables name it: number and name, or the name alone."""
        return f"{self.number:2d} {self.name}" if self.number is not None else f" - {self.name}"

    def checked_grid(
        self, problem: Problem, alignment: Alignment | None, schedule: Schedule
    ) -> tuple[Sizes, list[str]]:
        """Return the grid, and what forbids this kernel for a problem: a reason each."""
        where = alignment or Alignment()
        found: list[str] = []
        if problem.layout not in self.layouts:
            found.append(f"layout {problem.layout}: it ships in {', '.join(self.layouts)}")
        elif problem.layout != self.layout:
            found.append(f"layout {problem.layout} is not {self.layout}, which it is compiled for")
        if problem.types != self.types:
            found.append(f"types {' by '.join(problem.types)}: it is for {' by '.join(self.types)}")
        if problem.batch != 1 and not self.parameters.has_batches:
            found.append(f"batch = {problem.batch}: it computes one product")
        if problem.ld_addend is not None and not self.parameters.has_addend:
            found.append(f"ld_addend = {problem.ld_addend}: it adds to C itself alone")
        reasons = (requirement.violation(problem, where) for requirement in self.requirements)
        found += [reason for reason in reasons if reason is not None]
        grid = self.geometry.grid(self.core(problem), self.tile, schedule)
        if (blocks := math.prod(grid)) > MAX_BLOCKS:
            found.append(f"{blocks} blocks are more than the 2**31-1 that a grid may have")
        return grid, found

    def violations(
        self, problem: Problem, alignment: Alignment | None = None, schedule: Schedule | None = None
    ) -> list[str]:
        """List what forbids this kernel for a problem; empty where it is legal."""
        return self.checked_grid(problem, alignment, schedule or Schedule())[1]

    def launch(
        self, problem: Problem, alignment: Alignment | None = None, schedule: Schedule | None = None
    ) -> Launch:
        """Return the launch geometry for a problem, or raise RequirementError if it is not legal.

        By default the schedule is one block for each work item.
        """
        schedule = schedule or Schedule()
        grid, found = self.checked_grid(problem, alignment, schedule)
        if found:
            raise RequirementError(f"{self.name} cannot compute {problem}: {'; '.join(found)}")
        if problem.is_empty:
            return Launch((0, 1, 1), self.block, self.shared_bytes)
        geometry, tile, core = self.geometry, self.tile, self.core(problem)
        before = [each.launch(problem, tile, schedule) for each in geometry.before]
        after = [each.launch(core, tile, schedule) for each in geometry.after]
        return Launch(grid, self.block, self.shared_bytes, sum(before, ()), sum(after, ()))
