"""The numbers of the planner's model, fitted to measurements on an H200.

They stand in rates.csv, written by sgemm fit from results/h200/tiles.parquet and not edited by
hand. A kernel without numbers there has the default ones, which keep it behind all others.
"""

from __future__ import annotations

import csv
import dataclasses
from pathlib import Path


@dataclasses.dataclass(frozen=True, slots=True)
class Rates:
    """Microseconds of one kernel in one tile and layout.

    Parameters
    ----------
    launch : float
        An empty launch.
    step : float
        One block of bk steps, for what a block waits for itself.
    crowded : float
        The same, for what a multiprocessor can do: of each of the blocks on it.
    tile : float
        Beginning and ending a tile.
    overlap : float
        What of that each further block on the same multiprocessor costs: 1 all, 0 nothing.
    join, part : float
        A level of the tree in which a tile's parts are added, and adding one part.
    moved : float
        How often operands go through memory, in effect.
    saved : float
        The same for the sums of parts, there and back.
    copy : float
        What each thousand copies of a block of bk steps add to it.
    single : float
        What a tile takes longer where C is written element by element.
    scattered : float
        How often C goes through memory in addition there.
    skew : float
        What a step takes longer, as a share, where shares of k do not end with tiles: blocks no
        longer walk through the same k side by side, and find less of it in the cache.
    again : float
        How often the large operand goes through memory for each further row (or column) of a C of
        few, where a tile has one.
    together : int
        Blocks that a multiprocessor holds at once. A number, not microseconds.
    """

    launch: float
    step: float
    crowded: float
    tile: float
    overlap: float
    join: float
    part: float
    moved: float
    saved: float
    copy: float
    single: float
    scattered: float
    skew: float
    again: float
    together: int


DEFAULT = Rates(8.0, 4.0, 4.0, 4.0, 1.0, 4.0, 1.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1)

FITTED = Path(__file__).with_suffix(".csv")
"""One line for each kernel, layout and tile, written by sgemm fit."""


def read(path: Path) -> dict[str, Rates]:
    """Read a table of rates: "KERNEL LAYOUT TILE" and its numbers.

    Raises
    ------
    ValueError
        If the columns are not those of :class:`Rates`, or a number is none.
    """
    names = [field.name for field in dataclasses.fields(Rates)]
    with path.open(encoding="utf-8", newline="") as stream:
        head, *lines = csv.reader(stream)
    if head != ["kernel", "layout", "tile", *names]:
        raise ValueError(f"{path} has the columns {', '.join(head)}")
    found = {}
    for kernel, layout, tile, *numbers, together in lines:
        values = dict(zip(names[:-1], map(float, numbers), strict=True))
        found[f"{kernel} {layout} {tile}"] = Rates(**values, together=int(together))
    return found


RATES = read(FITTED)
