"""What a chart is: data, from which :mod:`sgemm.report.svg` draws it, for pages and for files."""

from __future__ import annotations

import dataclasses
import enum

from sgemm.report.tables import significant


class ChartKind(enum.Enum):
    """How a chart is drawn."""

    LINES = "lines"
    """A line for each series over a continuous x."""
    BARS = "bars"
    """A horizontal bar for each point, from top to bottom."""
    POINTS = "points"
    """A mark for each point; a series without marks is a line."""
    MAP = "map"
    """A cell for each pair of x and y, coloured by the value around 1."""


@dataclasses.dataclass(frozen=True, slots=True)
class Axis:
    """One axis."""

    label: str
    """With its unit."""
    logarithmic: bool = False
    base: int = 10
    """2 for sizes and ratios, whose ticks are powers of two; else 10."""
    bottom: float | None = 0.0
    """Where a linear axis begins; None: where its data does."""


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    """One value."""

    x: float | str
    """A number, or the label of a bar."""
    y: float | None
    """None: a bar that is not there, with only its label."""
    low: float | None = None
    high: float | None = None
    """Ends of its error bar."""
    z: float | None = None
    """Of a map: the value of the cell."""
    note: str = ""
    """What else is said of it."""
    label: str = ""
    """Written beside it; of a bar, in the column on the right."""


@dataclasses.dataclass(frozen=True, slots=True)
class ChartSeries:
    """Points that belong together."""

    name: str
    points: tuple[Point, ...]
    on: bool = True
    """Whether it is shown before the reader chooses."""
    dashed: bool = False
    """For bounds and baselines."""
    marks: bool = True
    """Whether its points are marked; a record of thousands of points is a line only."""


@dataclasses.dataclass(frozen=True, slots=True)
class Level:
    """A straight line to hold the data against; its name tells its value."""

    name: str
    value: float
    solid: bool = False
    """For a limit, such as a peak; baselines are dashed."""


@dataclasses.dataclass(frozen=True, slots=True)
class Chart:
    """A chart."""

    identifier: str
    """Of its element or file; letters, digits and hyphens."""
    kind: ChartKind
    title: str
    caption: str
    """How to read it, in a sentence or two."""
    x: Axis
    """Of bars and maps too what lies horizontally."""
    y: Axis
    series: tuple[ChartSeries, ...]
    levels: tuple[Level, ...] = ()
    """At values of y, of bars of x."""
    value: str = ""
    """Of a map: what the value of a cell is."""
    alternative: str = ""
    """What it shows, for those who cannot see it; empty: its title says so."""

    def numbers(self) -> tuple[list[str], list[tuple[str, list[list[str]]]]]:
        """Return the table of all numbers: its headers, then name and rows of each series."""
        points = [point for series in self.series for point in series.points]
        spread = any(point.low is not None for point in points)
        notes = any(point.note for point in points)
        is_map, is_bars = self.kind is ChartKind.MAP, self.kind is ChartKind.BARS
        headers = ["", self.x.label] if is_bars else [self.x.label, self.y.label]
        headers += [self.value] if is_map else []
        headers += ["from", "to"] if spread else []
        headers += ["note"] if notes else []

        def row(point: Point) -> list[str]:
            cells = [_number(point.x), _number(point.y)]
            cells += [_number(point.z)] if is_map else []
            cells += [_number(point.low), _number(point.high)] if spread else []
            return cells + ([point.note] if notes else [])

        groups = [(series.name, [row(point) for point in series.points]) for series in self.series]
        groups += [
            (level.name, [["" if is_bars else "any", _number(level.value)]])
            for level in self.levels
        ]
        return headers, groups


def _number(value: float | str | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return str(int(value)) if value == int(value) and abs(value) < 1e9 else significant(value, 4)
