"""Plans written out: a kernel with numbers of its tile and schedule, ``split_k:bm=64:splits=4``.

The notation, wherever a plan is asked for:

    KERNEL[:NAME=NUMBER]...

KERNEL is a kernel's name or its number on the ladder. NAME is a number of a tile (``bm``, ``bn``,
``bk``, ``stages``, ...: the parameters of :class:`~sgemm.kernels.kernel.Tile`) or of a schedule
(``blocks``, ``splits``, ``stream_k_tiles``: those of :class:`~sgemm.kernels.schedule.Schedule`; so
``blocks`` are never the tile's). Each stands there at most once, in any order. What is not forced
is the kernel's own choice: its first tile if that fits, else the only one that does; and the
numbers of its own schedule for the problem.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import find
from sgemm.kernels.gpus import Target
from sgemm.kernels.kernel import Alignment, Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile, stored_name
from sgemm.planning.plan import Plan, planned, refusals
from sgemm.problem import Problem

SCHEDULE_NAMES = tuple(field.name for field in dataclasses.fields(Schedule))
TILE_NAMES = tuple(
    field.name for field in dataclasses.fields(Tile) if field.name not in SCHEDULE_NAMES
)
"""Without the tile's own ``blocks``: those of a schedule are meant, and no two tiles differ in it
alone."""

FORMER_NAMES = {
    stored_name(field): field.name
    for each in (Tile, Schedule)
    for field in dataclasses.fields(each)
}
"""Names of numbers in files, and formerly in plans -> their names today."""

Numbers = tuple[tuple[str, int], ...]


class Forced(NamedTuple):
    """What is forced of a kernel: names and values of numbers of its tile and of its schedule."""

    tile: Numbers = ()
    schedule: Numbers = ()

    def tiles_of(self, kernel: Kernel) -> list[Tile]:
        """Return the tiles of a kernel that have the forced numbers, its own one first."""
        ordered = (kernel.tile, *(tile for tile in kernel.all_tiles if tile != kernel.tile))
        fitting = [
            tile
            for tile in ordered
            if all(getattr(tile, name) == value for name, value in self.tile)
        ]
        if not fitting:
            raise ArgumentError(
                f"tile = {_joined(self.tile)!r}: {kernel.name} ships in no such tile, but in "
                f"{_listed(ordered)}"
            )
        return fitting

    def tile_of(self, kernel: Kernel) -> Tile:
        """Return the tile of a kernel that has the forced numbers: its own one where it does."""
        fitting = self.tiles_of(kernel)
        if len(fitting) > 1 and fitting[0] != kernel.tile:
            raise ArgumentError(
                f"tile = {_joined(self.tile)!r}: {kernel.name} ships in several such tiles: "
                f"{_listed(fitting)}"
            )
        return fitting[0]

    def schedule_of(self, kernel: Kernel, problem: Problem, multiprocessors: int) -> Schedule:
        """Return a kernel's own schedule with the forced numbers in the place of its own.

        Where k is cut and nothing else is said, each part has a block of its own.
        """
        self.check_schedule(kernel)
        own, numbers = kernel.schedule(problem, multiprocessors), dict(self.schedule)
        if numbers.get("splits", 1) > 1 and not own.stream_k_tiles:
            numbers.setdefault("blocks", 0)
        return dataclasses.replace(own, **numbers)

    def check_schedule(self, kernel: Kernel) -> None:
        """Raise an ArgumentError if the forced numbers are nothing to a kernel, whatever it does.

        What depends on the problem is for the kernel to say: :func:`sgemm.planning.plan`.
        """
        if self.schedule and not kernel.parameters.has_batches:
            raise ArgumentError(
                f"{_joined(self.schedule)}: {kernel.name} has one block for each tile of C, and "
                "no schedule that could be forced"
            )
        Schedule(**dict(self.schedule))

    def __str__(self) -> str:
        return "".join(f":{name}={value}" for name, value in (*self.tile, *self.schedule))


def parse_forced(text: str) -> tuple[str, Forced]:
    """Split the name of a plan into the kernel's, not checked, and what is forced of it."""
    name, *parts = text.split(":")
    tile: dict[str, int] = {}
    schedule: dict[str, int] = {}
    for part in parts:
        found = re.fullmatch(r"\s*([a-z_]+)\s*=\s*([0-9]{1,18})\s*", part)
        number = "" if found is None else FORMER_NAMES.get(found[1], found[1])
        if found is None or number not in TILE_NAMES + SCHEDULE_NAMES:
            raise ArgumentError(
                f"plan = {text!r}: {part!r} is not NAME=NUMBER with a number of a tile "
                f"({', '.join(TILE_NAMES)}) or a schedule ({', '.join(SCHEDULE_NAMES)}), nor "
                "machine_code=on or machine_code=off, once and at the end"
            )
        kept = tile if number in TILE_NAMES else schedule
        if number in kept:
            raise ArgumentError(f"plan = {text!r}: {number} is forced twice")
        kept[number] = int(found[2])
    return name.strip(), Forced(tuple(tile.items()), tuple(schedule.items()))


def plan_name_of(kernel: Kernel, schedule: Schedule, problem: Problem, multiprocessors: int) -> str:
    """Return the shortest name of the plan that has exactly this tile and schedule."""
    own = kernel.schedule(problem, multiprocessors)
    differing = tuple(
        (name, getattr(schedule, name))
        for name in SCHEDULE_NAMES
        if getattr(schedule, name) != getattr(own, name)
    )
    shorter = tuple(each for each in differing if each != ("blocks", 0))
    if Forced((), shorter).schedule_of(kernel, problem, multiprocessors) == schedule:
        differing = shorter
    return f"{kernel.name}{Forced(_fewest_numbers(find(kernel.name), kernel.tile), differing)}"


@functools.cache
def _fewest_numbers(kernel: Kernel, tile: Tile) -> Numbers:
    """Return the fewest numbers that a tile of a kernel is found by."""
    everything = [(name, getattr(tile, name)) for name in TILE_NAMES]
    for count in range(len(everything)):
        for numbers in itertools.combinations(everything, count):
            fitting = Forced(numbers).tiles_of(kernel)
            if fitting[0] == tile and (len(fitting) == 1 or tile == kernel.tile):
                return numbers
    return tuple(everything)


def forced_kernel(text: str, others: Sequence[str]) -> tuple[Kernel, Forced]:
    """Find the kernel of a plan's name, in its tile and first layout, and what is forced of it.

    Errors name the ``others`` that a plan may be called.
    """
    name, forced = parse_forced(text)
    try:
        kernel = find(name)
    except ArgumentError as error:
        raise ArgumentError(
            f"plan = {text!r}: there is no such rule ({', '.join(others)}), nor a kernel: {error}"
        ) from None
    try:
        forced.check_schedule(kernel)
        return kernel.specialised(tile=forced.tile_of(kernel)), forced
    except ArgumentError as error:
        raise ArgumentError(f"plan = {text!r}: {error}") from None


def plan_forced(
    kernel: Kernel,
    forced: Forced,
    problem: Problem,
    target: Target,
    alignment: Alignment | None = None,
) -> Plan:
    """Return the plan of a kernel in its tile and any layout, with the forced schedule."""
    name, numbers = f"{kernel.name}{forced}", str(forced)[1:]
    reason = f"asked for by name, with {numbers} forced" if numbers else "asked for by name"
    if problem.layout in kernel.layouts:
        types = problem.types if kernel.ships_in(problem.types) else None
        kernel = kernel.specialised(problem.layout, types=types)
    try:
        schedule = forced.schedule_of(kernel, problem, target.multiprocessors)
    except ArgumentError as error:
        raise RequirementError(f"{name} cannot compute {problem}: {error}") from None
    found = refusals(kernel, problem, target, alignment, schedule)
    if found:
        words = "; ".join(found)
        raise RequirementError(f"{name} cannot compute {problem} on {target.name}: {words}")
    return planned(name, kernel, problem, target, reason, schedule, alignment)


def _joined(numbers: Numbers) -> str:
    return ":".join(f"{name}={value}" for name, value in numbers)


def _listed(tiles: Sequence[Tile]) -> str:
    """Write tiles as they can be forced: by the numbers in which they differ."""
    differing = [
        name for name in TILE_NAMES if len({getattr(tile, name) for tile in tiles}) > 1
    ] or ["bm", "bn", "bk"]
    return "; ".join(
        ":".join(f"{name}={getattr(tile, name)}" for name in differing) for tile in tiles
    )
