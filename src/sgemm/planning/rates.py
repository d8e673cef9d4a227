"""The numbers of the planner's model: those that ship, fitted to measurements on a GPU.

Those of an H200 stand in rates_h200.csv, written by sgemm fit from results/h200/tiles.parquet; the
exceptions are in docs/planning.md. Other GPUs that are known here have a file, too. A kernel
without numbers has the default ones, which make it slower than all others. Which numbers hold for a
GPU, these or others, is for known.py to say.
"""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from sgemm.kernels.gpus import H100, H200, Figures
from sgemm.kernels.kernel import Kernel


class Rates(NamedTuple):
    """Microseconds of one kernel in one tile and layout, unless said otherwise."""

    launch: float  # an empty launch
    step: float  # one block of bk steps, for what a block waits for itself
    busy: float  # how long each block of a multiprocessor keeps it busy with that
    tile: float  # beginning and ending a tile
    overlap: float  # of that, the share that each further block on a multiprocessor costs
    join: float  # a level of the tree in which a tile's parts are added
    part: float  # adding one part
    moved: float  # how often operands go through memory, in effect
    exchanged: float  # the same for partial sums, there and back
    copy: float  # what each thousand copies of a block of bk steps add to it
    elementwise: float  # what a tile takes longer where C is written element by element
    scattered: float  # how often C goes through memory in addition there
    # What a step takes longer, as a share, where shares of k do not end with tiles: blocks then do
    # not walk through the same k side by side, and find less of it in the cache.
    skew: float
    # How often the large operand goes through memory for each further row or column of C, where a
    # tile has one.
    reread: float
    resident: int  # how many blocks a multiprocessor holds at once


DEFAULT = Rates(8.0, 4.0, 4.0, 4.0, 1.0, 4.0, 1.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1)
UNKNOWN = DEFAULT._replace(launch=1e9)
"""Of a kernel that has none: no product of another kernel takes so long."""


class Speeds(NamedTuple):
    """What all kernels have in common on a GPU: how fast its memory is, and what stays near."""

    bytes_a_microsecond: float  # of a kernel that only moves data, both directions together
    packed: float  # the same for a pre-kernel that packs rows of any alignment
    split: float  # and for those that split operands for tensor cores
    # What the L2 cache holds, in bytes. Measurements begin with a cache full of dirty lines, which
    # are written back: a kernel that moves so much moves twice as much.
    cached_bytes: float


SPEEDS = Speeds(4.2e6, 3.4e6, 4.0e6, 5e7)
"""Those of an H200."""

FILES = {H200: "rates_h200.csv", H100: "rates_h100.csv"}
"""GPUs that rates ship for -> one line for each kernel, layout and tile, written by sgemm fit."""


def path_of(gpu: Figures) -> Path:
    """Return where the rates of a GPU stand that rates ship for."""
    return Path(__file__).with_name(FILES[gpu])


def read(path: Path) -> dict[str, Rates]:
    """Read a table of rates: "KERNEL LAYOUT TILE" and its numbers."""
    return _all_in(_lines_of(path))


@functools.cache
def shipped_lines(gpu: Figures) -> dict[str, str]:
    """Return the numbers that ship for a GPU as they stand in the file, by "KERNEL LAYOUT TILE".

    A process reads the file when it first plans, and as numbers only those that a plan needs.
    """
    return _lines_of(path_of(gpu))


def shipped_for(gpu: Figures) -> dict[str, Rates]:
    """Return all rates that ship for a GPU itself; none for most."""
    return _all_in(shipped_lines(gpu)) if gpu in FILES else {}


def shipped_rates(gpu: Figures, kernel: Kernel) -> Rates | None:
    """Return the rates that ship for a kernel, in its tile and layout, on a GPU."""
    numbers = shipped_lines(gpu).get(rates_key(kernel))
    return None if numbers is None else _rates_in(numbers)


def _lines_of(path: Path) -> dict[str, str]:
    # No field is quoted.
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    if head.split(",") != ["kernel", "layout", "tile", *Rates._fields]:
        raise ValueError(f"{path} has the columns {head.replace(',', ', ')}")
    found = {}
    for line in lines:
        kernel, layout, tile, numbers = line.split(",", 3)
        found[f"{kernel} {layout} {tile}"] = numbers
    return found


def _all_in(lines: Mapping[str, str]) -> dict[str, Rates]:
    return {name: _rates_in(numbers) for name, numbers in lines.items()}


def _rates_in(numbers: str) -> Rates:
    *others, resident = numbers.split(",")
    return Rates._make([*map(float, others), int(resident)])


def rates_key(kernel: Kernel) -> str:
    """Return how a kernel in a tile and layout is called in these files."""
    tile = kernel.tile
    return f"{kernel.name} {kernel.layout} {tile.block_tile}:{tile.tm}x{tile.tn}"


class RateTable(NamedTuple):
    """The numbers of all kernels on one GPU, and where they come from.

    ``find`` returns those of a kernel in its tile and layout, None where there are none. ``source``
    is for people: one line.
    """

    find: Callable[[Kernel], Rates | None]
    speeds: Speeds
    source: str


def source_of(gpu: Figures) -> str:
    """Return the source of rates that ship for a GPU."""
    return f"shipped, fitted on an {gpu.name}"


SHIPPED = RateTable(lambda kernel: shipped_rates(H200, kernel), SPEEDS, source_of(H200))
"""The numbers that ship for an H200, and that those of GPUs that are not known are scaled from."""
