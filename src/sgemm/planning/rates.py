"""The numbers of the planner's model, fitted to measurements on an H200.

They stand in rates.csv, written by sgemm fit from results/h200/tiles.parquet and not edited by
hand. A kernel without numbers there has the default ones, which make it slower than all others.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Rates(NamedTuple):
    """Microseconds of one kernel in one tile and layout, unless said otherwise."""

    launch: float  # an empty launch
    step: float  # one block of bk steps, for what a block waits for itself
    crowded: float  # the same, for each of the blocks on a multiprocessor
    tile: float  # beginning and ending a tile
    overlap: float  # of that, the share that each further block on a multiprocessor costs
    join: float  # a level of the tree in which a tile's parts are added
    part: float  # adding one part
    moved: float  # how often operands go through memory, in effect
    saved: float  # the same for the sums of parts, there and back
    copy: float  # what each thousand copies of a block of bk steps add to it
    single: float  # what a tile takes longer where C is written element by element
    scattered: float  # how often C goes through memory in addition there
    # What a step takes longer, as a share, where shares of k do not end with tiles: blocks then do
    # not walk through the same k side by side, and find less of it in the cache.
    skew: float
    # How often the large operand goes through memory for each further row or column of C, where a
    # tile has one.
    again: float
    together: int  # how many blocks a multiprocessor holds at once


DEFAULT = Rates(8.0, 4.0, 4.0, 4.0, 1.0, 4.0, 1.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1)

FITTED = Path(__file__).with_suffix(".csv")
"""One line for each kernel, layout and tile, written by sgemm fit."""


def read(path: Path) -> dict[str, Rates]:
    """Read a table of rates: "KERNEL LAYOUT TILE" and its numbers."""
    # No field is quoted.
    head, *lines = (line.split(",") for line in path.read_text(encoding="utf-8").splitlines())
    if head != ["kernel", "layout", "tile", *Rates._fields]:
        raise ValueError(f"{path} has the columns {', '.join(head)}")
    found = {}
    for kernel, layout, tile, *numbers, together in lines:
        found[f"{kernel} {layout} {tile}"] = Rates._make([*map(float, numbers), int(together)])
    return found


RATES = read(FITTED)
