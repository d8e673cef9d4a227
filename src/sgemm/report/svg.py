"""Drawing a chart as SVG: for a page, whose style gives the colours, or as a file by itself.

Equal charts give equal text, on every machine. Colours are those of a palette for light and dark
grounds; every line has a mark of its own besides, for no meaning rests on a colour alone.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from sgemm.report.chart import Chart, ChartKind, ChartSeries, Point
from sgemm.report.scales import Scale, scale, tick_words
from sgemm.visible import visible

PALETTE = {
    "page": ("#ffffff", "#12161b"),
    "ink": ("#1b2128", "#e6eaee"),
    "faint": ("#56606b", "#a3adb8"),
    "rule": ("#d3d9df", "#38424d"),
    "level": ("#5b4a8a", "#b9a8f0"),
    "series-1": ("#0b6fb8", "#58a9ee"),
    "series-2": ("#c25700", "#f29544"),
    "series-3": ("#0a7d5c", "#3fc295"),
    "series-4": ("#b0357f", "#ee82bd"),
    "series-5": ("#7a6a00", "#d3bd3a"),
    "series-6": ("#6a51c9", "#a893f7"),
    "series-7": ("#b52b2b", "#f47f7f"),
    "series-8": ("#2c7a8c", "#5fc2d6"),
    "faster": ("#3d8fd6", "#2f7fc4"),
    "slower": ("#e8883a", "#a3520e"),
    "even": ("#eceff2", "#2a323b"),
    "on-map": ("#11161c", "#f4f6f8"),
}
"""Colours by name, on a light and on a dark ground."""

COLOURS = 8
SYMBOLS = (
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",  # a circle
    "m-3-3h6v6h-6z",  # a square
    "m0-4l4 7h-8z",  # a triangle
    "m0-4.5l4 4.5l-4 4.5l-4-4.5z",  # a diamond
    "m-4-1.3h2.7v-2.7h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7z",  # a plus
    "m-4-2.5h8l-4 7z",  # a triangle on its tip
)
DASHES = "6 3"

WIDE, NARROW = 960, 400
"""Widths at which pages have their charts drawn."""

FILE_WIDTH = 800
LINE = 15
"""Pixels from one line of text to the next."""

LETTER = 7.0
"""Pixels of a letter of 12 pixels, about: browsers have fonts of their own."""

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
MARKED = 24
"""Lines with more points have a mark at some of them only."""

BAR, BAR_THICKNESS = 23, 16

VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")


def drawing(chart: Chart, width: int = WIDE, style: str = "") -> str:
    """Draw a chart for a page: its title, caption and legend are the page's.

    A group of the class ``series`` and the attribute ``data-series`` is each series; in its paths
    of the class ``at``, absolute coordinates are those of its points, in their order.

    Parameters
    ----------
    chart : Chart
    width : int
        In pixels; letters are 12 pixels high.
    style : str
        Its class.

    Returns
    -------
    str
        An element.
    """
    height, parts = KINDS[chart.kind](chart, width)
    body = "".join(parts)
    return (
        f'<svg class="{style}" viewBox="0 0 {width} {height:g}" role="img" '
        f"aria-label={_quoted(chart.alternative or chart.title)}>{body}</svg>"
    )


def drawing_file(chart: Chart, width: int = FILE_WIDTH) -> bytes:
    """Draw a chart as a file, with title, caption and legend, on a white ground."""
    height, parts = KINDS[chart.kind](chart, width)
    heading = [_text(12, 26, chart.title, size=17, weight=700)]
    lines = textwrap.wrap(chart.caption, int((width - 24) / LETTER))
    top = 26 + 4
    for line in lines:
        top += LINE + 2
        heading.append(_text(12, top, line, fill="faint"))
    top += 14
    legend, below = _legend(chart, width, top + height + 4)
    body = "".join([*heading, f'<g transform="translate(0 {top})">', *parts, "</g>", *legend])
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{below:g}" '
        f'viewBox="0 0 {width} {below:g}" role="img" font-family={_quoted(FONT)} font-size="12" '
        f"aria-label={_quoted(chart.alternative or chart.title)}>\n"
        f'<rect width="100%" height="100%" fill="var(--page)"/>\n{body}\n</svg>\n'
    )
    return VARIABLE.sub(lambda found: PALETTE.get(found[1], (found[0],))[0], whole).encode()


def sample(chart: Chart, index: int) -> str:
    """Return the line or mark by which a series is known, as SVG from -11 to 11 around 0."""
    series, ink = chart.series[index], _colour(index)
    if chart.kind is ChartKind.BARS:
        return f'<path d="M-7-5h14v10h-14z" fill="{ink}"/>'
    parts = []
    if chart.kind is ChartKind.LINES or series.dashed or not series.marks:
        dashes = f' stroke-dasharray="{DASHES}"' if series.dashed else ""
        parts.append(f'<path d="M-11 0h22" stroke="{ink}" stroke-width="1.8"{dashes}/>')
    if series.marks:
        parts.append(f'<path d="M0 0{_symbol(index)}" fill="{ink}"/>')
    return "".join(parts)


def _legend(chart: Chart, width: int, top: float) -> tuple[list[str], float]:
    """Draw the legend of a file; return it, and where the file ends."""
    if len(chart.series) < 2:
        return [], top
    parts, x, y = [], 12.0, top + 8.0
    for index, series in enumerate(chart.series):
        needed = 36 + LETTER * len(series.name) + 14
        if x + needed > width and x > 12:
            x, y = 12.0, y + 20
        parts.append(f'<g transform="translate({x + 13:g} {y:g})">{sample(chart, index)}</g>')
        parts.append(_text(x + 30, y + 4, series.name))
        x += needed
    return parts, y + 18


def _curves(chart: Chart, width: int) -> tuple[float, list[str]]:
    """Draw lines over x, or points with the lines that bound them."""
    narrow = width < FILE_WIDTH
    height, top, bottom, right = (320, 30, 42, 14) if narrow else (400, 30, 42, 18)
    # Series that are off at first do not set the axes: they are cut off, or run along the top.
    first = [p for series in chart.series if series.on for p in series.points]
    heights = [each for p in first for each in (p.y, p.low, p.high) if each is not None]
    heights += [level.value for level in chart.levels]
    y = scale(chart.y, heights or [1.0], height - bottom, top, 34, rounded=True)
    left = 14 + LETTER * max(len(tick_words(tick)) for tick in y.ticks or (0.0,))
    places = [float(p.x) for p in first]
    x = scale(chart.x, places or [1.0], left, width - right, 52 if narrow else 74)
    box = (left, top, width - right, height - bottom)
    parts = _grid(x, y, box, chart)
    for level in chart.levels:
        at = y.position(level.value)
        parts.append(
            f'<path d="M{left:.1f} {at:.1f}H{width - right}" {_level_style(level.solid)}/>'
        )
    name = f"{chart.identifier}-{width}-axes"
    parts.append(
        f"<clipPath id={_quoted(name)}>"
        f'<rect x="{left - 8:.1f}" width="{width - left - right + 16:.1f}" height="{height}"/>'
        f"</clipPath><g clip-path={_quoted(f'url(#{name})')}>"
    )
    labels: list[tuple[float, float]] = []
    for index, series in enumerate(chart.series):
        line = chart.kind is ChartKind.LINES or not series.marks
        found = [
            (p, x.position(float(p.x)), _within(y.position(p.y), box))
            for p in series.points
            if p.y is not None
        ]
        drawn = list(_curve(series, index, line, found, y, box))
        parts += _group(index, [*drawn, *_labels(found, labels)])
    parts.append("</g>")
    shown = [(x.position(float(p.x)), y.position(p.y)) for p in first if p.y is not None]
    for level in chart.levels:
        at = y.position(level.value)
        words = textwrap.wrap(level.name, int(width / 10))
        length = LETTER * max(map(len, words), default=0)
        # A name stands at the end of its line, or at the beginning if it covers less there.
        near = [px for px, py in shown if at - 6 - LINE * len(words) < py < at]
        at_start = sum(px < left + length for px in near)
        at_end = sum(px > width - right - length for px in near)
        place, side = (left + 4, "start") if at_start < at_end else (width - right, "end")
        for row, text in enumerate(reversed(words)):
            parts.append(_halo(place, at - 6 - LINE * row, text, side, "level", 600))
    return height, parts


Box = tuple[float, float, float, float]
"""Left, top, right and bottom of the axes."""

Found = list[tuple[Point, float, float]]
"""Points, and where they are."""


def _within(at: float, box: Box) -> float:
    return max(box[1], min(box[3], at))


def _curve(
    series: ChartSeries, index: int, line: bool, found: Found, y: Scale, box: Box
) -> Iterator[str]:
    ink = _colour(index)
    step = max(1, math.ceil(len(found) / MARKED)) if line else 1
    if line:
        dashes = f' stroke-dasharray="{DASHES}"' if series.dashed else ""
        way = "L".join(f"{px:.1f} {py:.1f}" for _, px, py in found)
        yield (
            f'<path class="at line" d="M{way}" fill="none" stroke="{ink}" stroke-width="1.8" '
            f'stroke-linejoin="round"{dashes}/>'
        )
    whiskers = ""
    for p, px, _ in found[::step]:
        if p.low is not None and p.high is not None:
            low, high = (_within(y.position(end), box) for end in (p.low, p.high))
            whiskers += f"M{px:.1f} {low:.1f}V{high:.1f}"
    if whiskers:
        yield f'<path d="{whiskers}" stroke="{ink}" stroke-opacity=".6"/>'
    if series.marks:
        way = "".join(f"M{px:.1f} {py:.1f}{_symbol(index)}" for _, px, py in found[::step])
        at = "" if line else "at "
        edge = "" if line else ' stroke="var(--page)" stroke-width=".6"'
        yield f'<path class="{at}marks" d="{way}" fill="{ink}"{edge}/>'


def _labels(found: Found, placed: list[tuple[float, float]]) -> Iterator[str]:
    """Write labels above their points, or below where another label is."""
    for p, px, py in found:
        if p.label:
            taken = any(abs(px - x) < 18 and abs(py - 9 - y) < 13 for x, y in placed)
            at = py + 18 if taken else py - 9
            placed.append((px, at))
            yield _halo(px, at, p.label, "middle")


def _bars(chart: Chart, width: int) -> tuple[float, list[str]]:
    """Draw horizontal bars in the order of the series, with a column of words on the right."""
    rows = [point for series in chart.series for point in series.points]
    named = [str(point.x) for point in rows]
    words = [point.label for point in rows]
    left = min(0.45 * width, 12 + LETTER * max(map(len, named), default=0))
    right = 12 + LETTER * max(map(len, words), default=0)
    top = 16 + LINE * len(chart.levels)
    bottom = top + BAR * max(1, len(rows))
    height = bottom + 38
    ends = [each for p in rows for each in (p.y, p.high) if each is not None]
    shown = [level.value for level in chart.levels]
    limit = max((level.value for level in chart.levels if level.solid), default=math.inf)
    # A limit ends the axis; what goes beyond it, and is none of its kind, is cut off there.
    reach = [min(end, limit) for end in ends] + shown
    if chart.x.logarithmic:
        positive = [each for each in reach if each > 0.0] or [1.0]
        reach = [*positive, 10.0 ** math.floor(math.log10(min(positive)) - 0.1)]
    x = scale(chart.x, reach or [1.0], left, width - right, 60 if width < FILE_WIDTH else 80)
    parts = [
        f'<path d="{_verticals(x, top, bottom)}" stroke="var(--rule)"/>',
        *(_text(x.position(t), bottom + 16, tick_words(t), "middle") for t in x.ticks),
        _text(left, bottom + 32, chart.x.label, fill="faint"),
    ]
    row = 0
    for index, series in enumerate(chart.series):
        way, whiskers, labels = "", "", []
        for point in series.points:
            middle = top + BAR * (row + 0.5)
            end = x.position(min(point.y, limit)) if point.y else left
            half = BAR_THICKNESS / 2
            way += f"M{end:.1f} {middle:g}v{half:g}H{left:.1f}v-{BAR_THICKNESS}H{end:.1f}z"
            if point.low is not None and point.high is not None:
                spread = (x.position(min(each, limit)) for each in (point.low, point.high))
                whiskers += "M{:.1f} {middle:g}H{:.1f}".format(*spread, middle=middle)
            labels.append(_text(left - 6, middle + 4, str(point.x), "end"))
            faint = "ink" if point.y is not None else "faint"
            labels.append(_text(width - 6, middle + 4, point.label, "end", fill=faint))
            row += 1
        drawn = [f'<path class="at bar" d="{way}" fill="{_colour(index)}"/>']
        if whiskers:
            drawn.append(f'<path d="{whiskers}" stroke="var(--ink)"/>')
        parts += _group(index, [*drawn, *labels])
    for index, level in enumerate(chart.levels):
        at, line = x.position(level.value), LINE * (len(chart.levels) - 1 - index)
        parts.append(
            f'<path d="M{at:.1f} {top - 3 - line:g}V{bottom}" {_level_style(level.solid)}/>'
        )
        share = (at - left) / (width - right - left)
        side = "end" if share > 0.6 else "start" if share < 0.3 else "middle"
        place = width - right if side == "end" and level.solid else at
        parts.append(_halo(place, top - 7 - line, level.name, side, "level", 600))
    return height, parts


def _map(chart: Chart, width: int) -> tuple[float, list[str]]:
    """Draw cells over two sizes; colours are centred on a ratio of 1."""
    points = [point for series in chart.series for point in series.points]
    across = sorted({float(point.x) for point in points})
    down = sorted({point.y or 0.0 for point in points}, reverse=True)
    left, top, right = 60.0, 28.0, 12.0
    cell_width = (width - left - right) / len(across)
    cell_height = min(36.0, max(18.0, 420 / len(down)))
    bottom = top + cell_height * len(down)
    reach = max(0.1, *(abs(math.log2(point.z or 1.0)) for point in points))
    labelled = cell_width > 34
    parts = [_text(8, 16, f"↑ {chart.y.label}", fill="faint")]
    for row, value in enumerate(down):
        at = top + cell_height * (row + 0.5)
        parts.append(_text(left - 8, at + 4, f"{value:g}", "end"))
    for column, value in enumerate(across):
        at = left + cell_width * (column + 0.5)
        if labelled or not column % math.ceil(34 / cell_width):
            parts.append(_text(at, bottom + 18, f"{value:g}", "middle"))
    parts.append(_text(width - right, bottom + 36, f"{chart.x.label} →", "end", fill="faint"))
    for index, series in enumerate(chart.series):
        parts.append(f'<g class="series" data-series="{index}">')
        for point in series.points:
            ratio = point.z or 1.0
            share = round(100 * min(1.0, abs(math.log2(ratio)) / reach))
            name = "faster" if ratio >= 1.0 else "slower"
            px = left + cell_width * (across.index(float(point.x)) + 0.5)
            py = top + cell_height * (down.index(point.y or 0.0) + 0.5)
            w, h = cell_width - 2, cell_height - 2
            fill = f"color-mix(in oklab, var(--{name}) {share}%, var(--even))"
            parts.append(
                f'<path class="at cell" d="M{px:.1f} {py:.1f}m{-w / 2:.1f} {-h / 2:.1f}'
                f'h{w:.1f}v{h:.1f}h{-w:.1f}z" fill="{fill}"/>'
            )
            if labelled:
                parts.append(_text(px, py + 4, f"{ratio:.2f}", "middle", fill="on-map"))
        parts.append("</g>")
    return bottom + 44, parts


KINDS = {
    ChartKind.LINES: _curves,
    ChartKind.POINTS: _curves,
    ChartKind.BARS: _bars,
    ChartKind.MAP: _map,
}


def _grid(x: Scale, y: Scale, box: Box, chart: Chart) -> list[str]:
    left, top, right, bottom = box
    lines = "".join(f"M{left:.1f} {y.position(tick):.1f}H{right}" for tick in y.ticks)
    parts = [f'<path d="{lines}{_verticals(x, top, bottom)}" stroke="var(--rule)"/>']
    parts += [_text(left - 7, y.position(tick) + 4, tick_words(tick), "end") for tick in y.ticks]
    for tick in x.ticks:
        # The first and the last stay within the picture.
        half = LETTER * len(tick_words(tick)) / 2
        at = min(x.position(tick), right + 12 - half)
        parts.append(_text(at, bottom + 17, tick_words(tick), "middle"))
    parts.append(_text(8, 14, f"↑ {chart.y.label}", fill="faint"))
    parts.append(_text(right, bottom + 35, f"{chart.x.label} →", "end", fill="faint"))
    return parts


def _verticals(x: Scale, top: float, bottom: float) -> str:
    return "".join(f"M{x.position(tick):.1f} {top}V{bottom}" for tick in x.ticks)


def _group(index: int, drawn: Sequence[str]) -> list[str]:
    return [f'<g class="series" data-series="{index}">', *drawn, "</g>"]


def _colour(index: int) -> str:
    return f"var(--series-{index % COLOURS + 1})"


def _symbol(index: int) -> str:
    return SYMBOLS[(index + index // COLOURS) % len(SYMBOLS)]


def _level_style(solid: bool) -> str:
    dashes = "" if solid else f' stroke-dasharray="{DASHES}"'
    return f'class="level" stroke="var(--level)" stroke-width="1.5"{dashes}'


def _text(
    x: float,
    y: float,
    words: str,
    anchor: str = "",
    fill: str = "ink",
    size: int = 0,
    weight: int = 0,
    more: str = "",
) -> str:
    if not words:
        return ""
    written = f' text-anchor="{anchor}"' if anchor else ""
    written += f' font-size="{size}"' if size else ""
    written += f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="var(--{fill})"{written}{more}>'
        f"{escape(visible(words))}</text>"
    )


def _halo(x: float, y: float, words: str, anchor: str, fill: str = "ink", weight: int = 0) -> str:
    """Write over marks: letters have an edge in the colour of the ground."""
    more = ' stroke="var(--page)" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
    return _text(x, y, words, anchor, fill, weight=weight, more=more)


def _quoted(text: str) -> str:
    return quoteattr(visible(text))
