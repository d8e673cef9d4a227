"""Drawing the plots of the documentation with matplotlib: equal data gives equal files.

Every line has a marker of its own besides its colour. The ground is white with dark ink, so that
plots read on light and on dark pages.
"""

from __future__ import annotations

import math
from typing import Any

from sgemm.report.canvas import COLOURS, FAINT, GRID, INK, LINE_COLOUR, blank_figure, saved
from sgemm.report.publish.pictures import Line, Picture

WIDTH_INCHES, HEIGHT_INCHES = 8.0, 4.4
INCHES_A_BAR = 0.26
LEFT_INCHES_A_LETTER = 0.085
MARKERS = ("o", "s", "^", "D")
BAR_COLOURS = ("#0072B2", "#007A5A", "#8A5A83")
"""Dark enough for white words, and told apart by their lightness as well."""

LONG_BAR = 0.35
"""Share of the axis from which a bar has room for its words."""

MANY_POINTS = 24
"""Lines with more points have a marker at some of them only."""

SIZE_STEPS = (256, 512, 1024, 2048, 4096)
MOST_TICKS = 9


def draw(picture: Picture) -> dict[str, bytes]:
    """Draw a plot.

    Parameters
    ----------
    picture : Picture

    Returns
    -------
    dict of str to bytes
        By format, each of :data:`FORMATS`.

    Raises
    ------
    MissingToolError
        If matplotlib is not installed.
    """
    height = 1.55 + INCHES_A_BAR * len(picture.bars) if picture.bars else HEIGHT_INCHES
    with blank_figure(WIDTH_INCHES, height, font_size=10) as figure:
        longest = max((len(bar.name) for bar in picture.bars), default=6)
        left, bottom = 0.2 + LEFT_INCHES_A_LETTER * longest, 0.6 if picture.bars else 0.95
        axes = figure.add_axes(
            (
                left / WIDTH_INCHES,
                bottom / height,
                (WIDTH_INCHES - left - 0.25) / WIDTH_INCHES,
                (height - bottom - (0.9 if picture.top_label or picture.bars else 0.75)) / height,
            )
        )
        (_draw_bars if picture.bars else _draw_clouds if picture.clouds else _draw_lines)(
            picture, axes
        )
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        axes.spines["bottom"].set_color(FAINT)
        axes.set_axisbelow(True)
        place = 0.12 / WIDTH_INCHES
        figure.text(place, 1 - 0.30 / height, picture.title, size=13, weight="bold", color=INK)
        figure.text(place, 1 - 0.54 / height, picture.subtitle, size=9.5, color=FAINT)
        return saved(figure)


def _draw_lines(picture: Picture, axes: Any) -> None:
    contenders = 0
    for line in picture.lines:
        if line.is_baseline:
            _draw_line(line, axes, LINE_COLOUR, "x", (0, (5, 2)))
        else:
            _draw_line(line, axes, COLOURS[contenders % 4], MARKERS[contenders % 4], "-")
            contenders += 1
    sizes = sorted({size for line in picture.lines for size, _ in line.points})
    axes.set_xlabel("m = n = k", color=INK)
    axes.set_ylabel(picture.unit, color=INK)
    step = next((step for step in SIZE_STEPS if sizes[-1] / step <= MOST_TICKS), SIZE_STEPS[-1])
    axes.set_xticks(range(0, sizes[-1] + 1, step))
    margin = 0.02 * sizes[-1]
    axes.set_xlim(min(sizes[0], step) - margin if sizes[0] > step else 0, sizes[-1] + margin)
    axes.tick_params(colors=FAINT, labelcolor=INK, length=3)
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    values = [value for line in picture.lines for _, value in line.points]
    if picture.top is not None:
        # A result above the peak is an error to be seen, not to be cut off.
        axes.set_ylim(picture.bottom, max(picture.top, *values))
        axes.axhline(picture.top, color=INK, linewidth=1.4)
        across = axes.get_yaxis_transform()
        _above(axes, (1.0, picture.top), across, picture.top_label, INK, "right")
    else:
        highest = max(*values, picture.reference or 0.0)
        axes.set_ylim(picture.bottom, highest + 0.08 * (highest - picture.bottom))
    _finish(picture, axes)


def _draw_clouds(picture: Picture, axes: Any) -> None:
    """Draw a dot for each problem, over its work; both axes are logarithmic."""
    axes.set_xscale("log")
    axes.set_yscale("log", base=2)
    for number, cloud in enumerate(picture.clouds):
        axes.plot(
            [work for work, _ in cloud.points],
            [value for _, value in cloud.points],
            linestyle="",
            marker=MARKERS[number % 4],
            markersize=4.5,
            markerfacecolor=COLOURS[number % 4],
            markeredgecolor="white",
            markeredgewidth=0.4,
            label=cloud.name,
        )
    values = [value for cloud in picture.clouds for _, value in cloud.points]
    low, high = min(values) / 1.1, max(values) * 1.1
    powers = range(math.floor(math.log2(low)), math.ceil(math.log2(high)) + 1)
    ticks = [step * 2.0**power for power in powers for step in (1.0, 1.5)]
    ticks = [tick for tick in ticks if low <= tick <= high]
    axes.set_ylim(low, high)
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.xaxis.set_major_formatter(lambda value, _: _operations(value))
    axes.set_xlabel("floating-point operations of a call", color=INK)
    axes.set_ylabel(picture.unit, color=INK)
    axes.tick_params(colors=FAINT, labelcolor=INK, length=3)
    axes.grid(color=GRID, linewidth=0.8)
    _finish(picture, axes)


def _operations(count: float) -> str:
    """Write a number of operations with its prefix: ``"10 M"``."""
    for size, prefix in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if count >= size:
            return f"{count / size:g}{prefix}"
    return f"{count:g}"


def _finish(picture: Picture, axes: Any) -> None:
    """Draw the baseline where it is one line, and the legend."""
    if picture.reference is not None:
        style = {"color": LINE_COLOUR, "linewidth": 1.6, "linestyle": (0, (5, 2))}
        axes.axhline(picture.reference, label=picture.reference_label, **style)
    axes.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, -0.16),
        ncols=MOST_TICKS,
        frameon=False,
        fontsize=9.5,
        labelcolor=INK,
        columnspacing=1.2 if picture.clouds else 2.0,
        handlelength=1.2 if picture.clouds else 2.0,
        handletextpad=0.4 if picture.clouds else 0.8,
    )


def _draw_line(line: Line, axes: Any, colour: str, marker: str, style: Any) -> None:
    axes.plot(
        [size for size, _ in line.points],
        [value for _, value in line.points],
        color=colour,
        linestyle=style,
        linewidth=1.8,
        marker=marker,
        markersize=5,
        markevery=max(1, math.ceil(len(line.points) / MANY_POINTS)),
        label=line.name + (" (baseline)" if line.is_baseline else ""),
    )


def _draw_bars(picture: Picture, axes: Any) -> None:
    rows = range(len(picture.bars))
    values = [bar.value for bar in picture.bars]
    groups = list(dict.fromkeys(bar.group for bar in picture.bars))
    longest = max(*values, picture.reference or 0.0)
    if picture.logarithmic:
        axes.set_xscale("log")
        # Bars begin at a power of ten below the shortest one.
        axes.set_xlim(10.0 ** math.floor(math.log10(min(values)) - 0.1), 3.0 * longest)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    else:
        axes.set_xlim(0.0, picture.top if picture.top is not None else 1.2 * longest)
    for group, colour in zip(groups, BAR_COLOURS, strict=False):
        members = [(row, bar.value) for row, bar in enumerate(picture.bars) if bar.group == group]
        places, lengths = [row for row, _ in members], [value for _, value in members]
        axes.barh(places, lengths, height=0.72, color=colour, label=group)
    for row, bar in zip(rows, picture.bars, strict=True):
        # Words of a long bar stand in it, before the baseline's line where it goes further.
        reach = axes.transAxes.inverted().transform(axes.transData.transform((bar.value, row)))[0]
        inside = reach > LONG_BAR
        line = picture.reference if inside and picture.reference is not None else bar.value
        axes.annotate(
            bar.words,
            (min(bar.value, line), row),
            xytext=(-4 if inside else 4, 0),
            textcoords="offset points",
            ha="right" if inside else "left",
            va="center_baseline",
            size=8.5,
            color="white" if inside else INK,
            weight="bold" if inside else "normal",
        )
    if len(groups) > 1:
        axes.legend(
            loc="upper right",
            bbox_to_anchor=(1.0, -0.30 / (INCHES_A_BAR * len(values))),
            ncols=len(groups),
            frameon=False,
            fontsize=9,
            handlelength=1.0,
            borderaxespad=0.0,
            labelcolor=INK,
        )
    axes.set_yticks(rows, [bar.name for bar in picture.bars])
    axes.set_ylim(len(values) - 0.45, -0.55)
    axes.set_xlabel(picture.unit, color=INK, loc="left")
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.tick_params(axis="x", colors=FAINT, labelcolor=INK)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    transform = axes.get_xaxis_transform()
    if picture.reference is not None:
        axes.axvline(picture.reference, color=LINE_COLOUR, linewidth=1.6, linestyle=(0, (5, 2)))
        place = (picture.reference, 1.0)
        _above(axes, place, transform, picture.reference_label, LINE_COLOUR, "center")
    if picture.top is not None:
        axes.axvline(picture.top, color=INK, linewidth=2.0)
        _above(axes, (picture.top, 1.0), transform, picture.top_label, INK, "right", lines=1)


def _above(
    axes: Any,
    place: tuple[float, float],
    transform: Any,
    text: str,
    colour: str,
    side: str,
    lines: int = 0,
) -> None:
    """Write over a place, so many lines of text higher."""
    axes.annotate(
        text,
        place,
        xycoords=transform,
        xytext=(0, 3 + 12 * lines),
        textcoords="offset points",
        ha=side,
        va="bottom",
        size=9,
        weight="bold",
        color=colour,
        annotation_clip=False,
    )
