"""A kernel with its tile or its schedule forced: ``split_k:bm=64:bn=64:splits=4``.

What is not forced is the kernel's own choice. Such a text is a contender of a benchmark and the
name of its series, so that two ways to run one kernel can be compared side by side.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Kernel, Tile
from sgemm.kernels.schedule import Schedule

TILE_NAMES = tuple(field.name for field in dataclasses.fields(Tile))
SCHEDULE_NAMES = tuple(field.name for field in dataclasses.fields(Schedule))

Numbers = tuple[tuple[str, int], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Forced:
    """What is forced of a kernel.

    Parameters
    ----------
    tile, schedule : tuple of (str, int)
        Names of numbers of :class:`Tile` and of :class:`Schedule`, and their values.
    """

    tile: Numbers = ()
    schedule: Numbers = ()

    def tile_of(self, kernel: Kernel) -> Tile:
        """Return the tile of a kernel that has the forced numbers: its own one where it does.

        Raises
        ------
        ArgumentError
            If it ships in no such tile, or in several that are equally far from its own; the
            message has them.
        """
        candidates = kernel.tiles or (kernel.tile,)
        if kernel.tile in candidates:
            candidates = (kernel.tile, *(tile for tile in candidates if tile != kernel.tile))
        fitting = [
            tile
            for tile in candidates
            if all(getattr(tile, name) == value for name, value in self.tile)
        ]
        if fitting and (fitting[0] == kernel.tile or len(fitting) == 1):
            return fitting[0]
        among = fitting or candidates
        wanted = ":".join(f"{name}={value}" for name, value in self.tile)
        raise ArgumentError(
            f"tile = {wanted!r}: {kernel.name} ships in "
            f"{'several such tiles' if fitting else 'no such tile'}: {_listed(among)}"
        )

    def schedule_over(self, own: Schedule) -> Schedule:
        """Put the forced numbers in the place of a schedule's own."""
        return dataclasses.replace(own, **dict(self.schedule))

    def __str__(self) -> str:
        return "".join(f":{name}={value}" for name, value in (*self.tile, *self.schedule))


def parse_forced(text: str) -> tuple[str, Forced]:
    """Split a contender into the kernel and what is forced of it.

    Parameters
    ----------
    text : str
        A rung's name or number, then any number of ``:NAME=NUMBER``.

    Returns
    -------
    tuple of (str, Forced)

    Raises
    ------
    ArgumentError
        If a part is no such number.
    """
    name, *parts = text.split(":")
    tile: list[tuple[str, int]] = []
    schedule: list[tuple[str, int]] = []
    for part in parts:
        found = re.fullmatch(r"\s*([a-z]+)\s*=\s*(\d{1,9})\s*", part)
        if found is None or found[1] not in TILE_NAMES + SCHEDULE_NAMES:
            raise ArgumentError(
                f"contender = {text!r}: {part!r} is not NAME=NUMBER with a number of a tile "
                f"({', '.join(TILE_NAMES)}) or a schedule ({', '.join(SCHEDULE_NAMES)})"
            )
        kept = tile if found[1] in TILE_NAMES else schedule
        kept.append((found[1], int(found[2])))
    return name, Forced(tuple(tile), tuple(schedule))


def _listed(tiles: Sequence[Tile]) -> str:
    """Write tiles as they can be forced: by the numbers in which they differ."""
    differing = [
        name for name in TILE_NAMES if len({getattr(tile, name) for tile in tiles}) > 1
    ] or ["bm", "bn", "bk"]
    return "; ".join(
        ":".join(f"{name}={getattr(tile, name)}" for name in differing) for tile in tiles
    )
