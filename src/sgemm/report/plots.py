"""The plot of a ladder: a bar for each rung, with its numbers beside it."""

from __future__ import annotations

import dataclasses
from typing import Any

from sgemm.report.canvas import COLOURS, FAINT, GRID, INK, LINE_COLOUR, blank_figure, saved
from sgemm.report.tables import significant

WIDTH_INCHES = 8.0
INCHES_A_BAR = 0.27
TOP_INCHES, BOTTOM_INCHES, RIGHT_INCHES = 0.95, 0.5, 1.5
LEFT_INCHES_A_LETTER = 0.075
ROOM = 1.03
"""Length of the axis over that of the longest bar."""

VALUE_PLACE, NOTE_PLACE = 0.62, 1.4
"""Where the columns of numbers beside the bars end, in inches right of the axis."""


@dataclasses.dataclass(frozen=True, slots=True)
class Bar:
    """One bar.

    Parameters
    ----------
    label : str
    value : float or None
        Its length; None where there is no bar, only the note.
    low, high : float or None
        Ends of its error bar.
    note : str
        What stands beside its value, or in place of it.
    group : str
        Bars of a group share a colour.
    """

    label: str
    value: float | None
    low: float | None
    high: float | None
    note: str
    group: str


@dataclasses.dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart, read from top to bottom, with one line to hold the bars against.

    Parameters
    ----------
    title, subtitle : str
    unit : str
        Of the axis, and of the values beside the bars.
    note_header : str
        What the notes are.
    bars : tuple of Bar
    line : float or None
        Where the line is; None for no line.
    line_label : str
    """

    title: str
    subtitle: str
    unit: str
    note_header: str
    bars: tuple[Bar, ...]
    line: float | None = None
    line_label: str = ""


def draw_bars(chart: Bars) -> dict[str, bytes]:
    """Draw a bar chart.

    Parameters
    ----------
    chart : Bars

    Returns
    -------
    dict of str to bytes
        The picture in two formats: ``"png"`` and ``"svg"``.

    Raises
    ------
    MissingToolError
        If matplotlib is not installed.
    """
    height = TOP_INCHES + INCHES_A_BAR * max(1, len(chart.bars)) + BOTTOM_INCHES
    with blank_figure(WIDTH_INCHES, height, font_size=9) as figure:
        left = LEFT_INCHES_A_LETTER * max((len(bar.label) for bar in chart.bars), default=0) + 0.25
        axes = figure.add_axes(
            (
                left / WIDTH_INCHES,
                BOTTOM_INCHES / height,
                (WIDTH_INCHES - left - RIGHT_INCHES) / WIDTH_INCHES,
                (height - TOP_INCHES - BOTTOM_INCHES) / height,
            )
        )
        _draw_bars(chart, axes)
        _write_numbers(chart, axes)
        _draw_line(chart, axes)
        _dress(chart, axes)
        place = 0.12 / WIDTH_INCHES
        figure.text(place, 1 - 0.28 / height, chart.title, size=12, weight="bold", color=INK)
        figure.text(place, 1 - 0.50 / height, chart.subtitle, size=8.5, color=FAINT)
        return saved(figure)


def _draw_bars(chart: Bars, axes: Any) -> None:
    groups = list(dict.fromkeys(bar.group for bar in chart.bars))
    for group, colour in zip(groups, COLOURS, strict=False):
        rows = [(row, bar) for row, bar in enumerate(chart.bars) if bar.group == group]
        lengths = [bar.value or 0.0 for _, bar in rows]
        axes.barh([row for row, _ in rows], lengths, height=0.72, color=colour, label=group)
    for row, bar in enumerate(chart.bars):
        if bar.value is not None and bar.low is not None and bar.high is not None:
            axes.plot([bar.low, bar.high], [row, row], color=INK, linewidth=1.0)
    axes.set_yticks(range(len(chart.bars)), [bar.label for bar in chart.bars])


def _write_numbers(chart: Bars, axes: Any) -> None:
    """Write values and notes in two columns beside the bars, where no line crosses them."""
    width = axes.get_position().width * WIDTH_INCHES
    value_place, note_place = (1 + place / width for place in (VALUE_PLACE, NOTE_PLACE))

    def write(place: float, row: float, words: str, **style: Any) -> None:
        axes.text(
            place,
            row,
            words,
            ha="right",
            va="center",
            transform=axes.get_yaxis_transform(),
            **style,
        )

    header = -1.0
    write(value_place, header, chart.unit, size=8, color=FAINT)
    write(note_place, header, chart.note_header, size=8, color=FAINT)
    for row, bar in enumerate(chart.bars):
        if bar.value is None:
            write(note_place, row, bar.note, size=8.5, color=FAINT, style="italic")
        else:
            write(value_place, row, significant(bar.value), size=8.5, color=INK)
            write(note_place, row, bar.note, size=8.5, color=INK)


def _draw_line(chart: Bars, axes: Any) -> None:
    if chart.line is None:
        return
    axes.axvline(chart.line, color=LINE_COLOUR, linewidth=1.6, linestyle=(0, (5, 2)), zorder=2.5)
    share = chart.line / (_longest(chart) * ROOM)
    axes.annotate(
        f"{chart.line_label}: {significant(chart.line)}",
        (chart.line, 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right" if share > 0.66 else "left" if share < 0.33 else "center",
        va="bottom",
        size=8.5,
        color=LINE_COLOUR,
        weight="bold",
    )


def _dress(chart: Bars, axes: Any) -> None:
    """Set axes, grid and legend."""
    axes.set_xlim(0.0, _longest(chart) * ROOM)
    axes.set_ylim(len(chart.bars) - 0.45, -0.55)
    axes.set_xlabel(chart.unit, color=INK)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.tick_params(axis="x", color=GRID, labelcolor=FAINT)
    axes.grid(axis="x", color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(GRID)
    if len({bar.group for bar in chart.bars}) > 1:
        axes.figure.legend(
            loc="upper right",
            bbox_to_anchor=(1 - 0.05 / WIDTH_INCHES, 1 - 0.1 / axes.figure.get_figheight()),
            ncols=2,
            frameon=False,
            fontsize=8,
            handlelength=1.0,
            borderaxespad=0.0,
        )


def _longest(chart: Bars) -> float:
    """Return how far bars, error bars and line reach."""
    ends = [end for bar in chart.bars for end in (bar.value, bar.high) if end is not None]
    if chart.line is not None:
        ends.append(chart.line)
    return max(ends, default=0.0) or 1.0
