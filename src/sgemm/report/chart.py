"""What a chart is: data, from which :mod:`sgemm.report.svg` draws it; and scales of its axes."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from sgemm.report.tables import groups, significant

Form = Literal["lines", "bars", "points", "map"]
"""How a chart is drawn.

- ``lines``: a line for each series over a continuous x.
- ``bars``: a horizontal bar for each point, from top to bottom.
- ``points``: a mark for each point; a series without marks is a line.
- ``map``: a cell for each pair of x and y, coloured by the value around 1.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Axis:
    """One axis."""

    label: str  # with its unit
    logarithmic: bool = False
    base: int = 10  # 2 for sizes and ratios, whose ticks are powers of two; else 10
    bottom: float | None = 0.0  # where a linear axis begins; None: where its data does


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    """One value."""

    x: float | str  # a number, or the label of a bar
    y: float | None  # None: a bar that is not there, with only its label
    low: float | None = None  # this and the next: ends of its error bar
    high: float | None = None
    z: float | None = None  # of a map: the ratio that the cell stands for
    note: str = ""  # what else is said of it
    label: str = ""  # written beside it; of a bar, in the column on the right


@dataclasses.dataclass(frozen=True, slots=True)
class ChartSeries:
    """Points that belong together."""

    name: str
    points: tuple[Point, ...]
    on: bool = True  # whether it is shown before the reader chooses
    dashed: bool = False  # for bounds and baselines
    marks: bool = True
    """Whether its points are marked; a record of thousands of points is a line only."""


@dataclasses.dataclass(frozen=True, slots=True)
class Level:
    """A straight line to hold the data against; its name tells its value."""

    name: str
    value: float
    solid: bool = False  # for a limit, such as a peak; baselines are dashed


@dataclasses.dataclass(frozen=True, slots=True)
class Chart:
    """A chart."""

    identifier: str  # of its element or file; letters, digits and hyphens
    form: Form
    title: str
    caption: str  # how to read it, in a sentence or two
    x: Axis  # of bars and maps too what lies horizontally
    y: Axis
    series: tuple[ChartSeries, ...]
    levels: tuple[Level, ...] = ()  # at values of y, of bars of x
    alternative: str = ""  # what it shows, for those who cannot see it; empty: its title says so

    @property
    def points(self) -> list[Point]:
        """The points of all series."""
        return [point for series in self.series for point in series.points]

    def numbers(self) -> tuple[list[str], list[tuple[str, list[list[str]]]]]:
        """Return the table of all numbers: its headers, then name and rows of each series."""
        is_bars = self.form == "bars"
        columns = {"x": "" if is_bars else self.x.label, "y": (self.x if is_bars else self.y).label}
        if self.form == "map":
            columns["z"] = "ratio"
        if any(point.low is not None for point in self.points):
            columns |= {"low": "from", "high": "to"}
        if any(point.note for point in self.points):
            columns["note"] = "note"
        parts = [
            (each.name, [[_cell(getattr(p, name)) for name in columns] for p in each.points])
            for each in self.series
        ]
        parts += [
            (level.name, [["" if is_bars else "any", _cell(level.value)]]) for level in self.levels
        ]
        return list(columns.values()), parts


def grouped(named: Iterable[tuple[str, Point]]) -> tuple[ChartSeries, ...]:
    """Return a series for each name, in the order in which they come first."""
    return tuple(
        ChartSeries(name, tuple(point for _, point in each))
        for name, each in groups(named, lambda pair: pair[0]).items()
    )


def _cell(value: float | str | None) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return str(int(value)) if value == int(value) and abs(value) < 1e9 else significant(value, 4)


DECADES = ((1.0, 2.0, 5.0), (1.0, 3.0), (1.0,))
OCTAVES = ((1.0, 1.5), (1.0,))  # ticks within each power of ten or two, the most of them first


class Scale(NamedTuple):
    """From values to pixels."""

    position: Callable[[float], float]
    ticks: tuple[float, ...]


def scale(
    axis: Axis, values: Iterable[float], start: float, end: float, spacing: float, rounded: bool
) -> Scale:
    """Make the scale of an axis from one pixel to another, for values that it has to hold.

    Ticks have at least the spacing between them; a rounded linear axis ends at a tick.
    """
    found = list(values)
    low, high = min(found), max(found)
    if axis.logarithmic:
        return _logarithmic(axis, low, high, (start, end), spacing)
    if axis.bottom is not None:
        low = min(axis.bottom, low)
    if high <= low:
        low, high = low - (axis.bottom is None), low + 1.0
    step = _step(high - low, max(2, int(abs(end - start) / spacing)), axis.base)
    if rounded:
        low = step * math.floor(low / step + 1e-9) if axis.bottom is None else low
        high = step * math.ceil(high / step - 1e-9)
    factor = (end - start) / (high - low)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    ticks = tuple(step * number for number in range(first, last + 1))
    return Scale(lambda value: start + factor * (value - low), ticks)


def _step(span: float, most: int, base: int) -> float:
    """Return the smallest round number of which no more than so many fit."""
    if base == 2:
        return 2.0 ** math.ceil(math.log2(span / most))
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(n * power for n in (1.0, 2.0, 5.0, 10.0) if n * power * most >= span * (1 - 1e-9))


def _logarithmic(
    axis: Axis, low: float, high: float, ends: tuple[float, float], spacing: float
) -> Scale:
    margin = max((high / low) ** 0.02, 1.02)
    low, high = low / margin, high * margin
    start, end = ends
    factor = (end - start) / math.log(high / low)

    def position(value: float) -> float:
        return start + factor * math.log(value / low)

    first, last = (math.log(value) / math.log(axis.base) for value in (low, high))
    powers = range(math.floor(first), math.ceil(last) + 1)
    for parts in OCTAVES if axis.base == 2 else DECADES:
        ticks = [part * float(axis.base) ** power for power in powers for part in parts]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if _gap(ticks, position) >= spacing:
            return Scale(position, tuple(ticks))
    stride = math.ceil(spacing / max(1e-9, _gap(ticks, position)))
    return Scale(position, tuple(ticks[::stride]))


def _gap(ticks: Sequence[float], position: Callable[[float], float]) -> float:
    return min((abs(b - a) for a, b in pairwise(map(position, ticks))), default=math.inf)


def tick_words(value: float) -> str:
    """Write the value of a tick: ``"0.5"``, ``"12288"``, ``"10 M"``."""
    for size, prefix in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= max(size, 1e5):
            short = f"{value / size:g}{prefix}"
            return short if len(short) < 6 else f"{value:.6g}"
    return f"{value:.6g}"
