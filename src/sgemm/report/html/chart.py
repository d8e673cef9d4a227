"""What a chart is: data that the page draws, and the table behind it, both from one record."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any

from sgemm.report.html.templates import PageTable
from sgemm.report.tables import significant


class ChartKind(enum.Enum):
    """How a chart is drawn."""

    LINES = "lines"
    """A line for each series over a continuous x."""
    BARS = "bars"
    """A horizontal bar for each point, from top to bottom."""
    POINTS = "points"
    """A mark for each point."""
    MAP = "map"
    """A cell for each pair of x and y, coloured by the value around 1."""


@dataclasses.dataclass(frozen=True, slots=True)
class Axis:
    """One axis.

    Parameters
    ----------
    label : str
        With its unit.
    logarithmic : bool
    base : int
        Of a logarithmic axis: 2 for sizes, else 10.
    from_zero : bool
        Whether a linear axis starts at zero, as amounts need and a clock does not.
    """

    label: str
    logarithmic: bool = False
    base: int = 10
    from_zero: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    """One value.

    Parameters
    ----------
    x : float or str
        Number, or the label of a bar or of a column of a map.
    y : float
    low, high : float or None
        Ends of its error bar.
    z : float or None
        Of a map: the value of the cell.
    note : str
        What else its tip says.
    short : str
        Written beside its mark.
    """

    x: float | str
    y: float
    low: float | None = None
    high: float | None = None
    z: float | None = None
    note: str = ""
    short: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class ChartSeries:
    """Points that belong together.

    Parameters
    ----------
    name : str
    points : tuple of Point
    on : bool
        Whether it is shown before the reader chooses.
    dashed : bool
        For bounds and baselines.
    marks : bool
        Whether its points are marked; a record of thousands of points is a line only.
    """

    name: str
    points: tuple[Point, ...]
    on: bool = True
    dashed: bool = False
    marks: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class Level:
    """A straight line to hold the data against, such as a peak.

    Parameters
    ----------
    name : str
    value : float
    """

    name: str
    value: float


@dataclasses.dataclass(frozen=True, slots=True)
class Chart:
    """A chart.

    Parameters
    ----------
    identifier : str
        Unique on the page; letters, digits and hyphens.
    kind : ChartKind
    title : str
    caption : str
        How to read it, in a sentence or two.
    x, y : Axis
    series : tuple of ChartSeries
    levels : tuple of Level
        At values of y (of x for bars).
    value : str
        Of a map: what a cell's value is.
    """

    identifier: str
    kind: ChartKind
    title: str
    caption: str
    x: Axis
    y: Axis
    series: tuple[ChartSeries, ...]
    levels: tuple[Level, ...] = ()
    value: str = ""

    def record(self) -> dict[str, Any]:
        """Return what the page's script draws from."""
        return {
            "id": self.identifier,
            "kind": self.kind.value,
            "title": self.title,
            "x": dataclasses.asdict(self.x),
            "y": dataclasses.asdict(self.y),
            "value": self.value,
            "levels": [dataclasses.asdict(level) for level in self.levels],
            "series": [
                {
                    "name": series.name,
                    "on": series.on,
                    "dashed": series.dashed,
                    "marks": series.marks,
                    "points": [_point_record(point) for point in series.points],
                }
                for series in self.series
            ],
        }

    def table(self) -> PageTable:
        """Return the numbers of the chart as a table."""
        points = [(series, point) for series in self.series for point in series.points]
        spread = any(point.low is not None for _, point in points)
        notes = any(point.note for _, point in points)
        headers = ["Series", self.x.label, self.y.label]
        if self.kind is ChartKind.BARS:
            headers[1:] = ["Bar", self.x.label]
        if self.kind is ChartKind.MAP:
            headers.append(self.value)
        headers += ["from", "to"] if spread else []
        headers += ["Note"] if notes else []
        rows = []
        for series, point in points:
            row = [series.name, _cell(point.x), _cell(point.y)]
            row += [_cell(point.z)] if self.kind is ChartKind.MAP else []
            row += [_cell(point.low), _cell(point.high)] if spread else []
            rows.append(row + ([point.note] if notes else []))
        rows += [
            [level.name, *([""] if self.kind is ChartKind.BARS else ["any"]), _cell(level.value)]
            + [""] * (len(headers) - 3)
            for level in self.levels
        ]
        return PageTable(
            headers, rows, f"Numbers of: {self.title}", folded="Numbers behind this chart"
        )


def _point_record(point: Point) -> dict[str, Any]:
    """Return a point without what it does not have, to keep the page small."""
    return {
        name: value
        for name, value in dataclasses.asdict(point).items()
        if value is not None and value != ""
    }


def _cell(value: float | str | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return str(int(value)) if value == int(value) and abs(value) < 1e9 else significant(value, 4)
