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

from sgemm.report.chart import Chart, ChartSeries, Point, Scale, scale, tick_words
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
    "m0-4.5l4 4.5-4 4.5-4-4.5z",  # a diamond
    "m-4-1h3v-3h2v3h3v2h-3v3h-2v-3h-3z",  # a plus
    "m-4-2.5h8l-4 7z",  # a triangle on its tip
)
DASHES = "6 3"

WIDE, NARROW = 960, 400  # widths at which pages have their charts drawn

FILE_WIDTH = 800
LINE = 15  # pixels from one line of text to the next
LETTER = 7.0  # pixels of a letter of 12 pixels, about: browsers have fonts of their own

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
MARKED = 24  # lines with more points have a mark at some of them only

BAR, BAR_THICKNESS = 23, 16

VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")


def drawing(chart: Chart, width: int = WIDE, style: str = "") -> str:
    """Draw a chart as an element of a page: its title, caption and legend are the page's.

    A group of the class ``series`` and the attribute ``data-series`` is each series; in its paths
    of the class ``at``, absolute coordinates are those of its points, in their order.
    """
    height, parts = FORMS[chart.form](chart, width)
    return (
        f'<svg class="{style}" viewBox="0 0 {width} {height:g}" role="img" '
        f"aria-label={_quoted(chart.alternative or chart.title)}>{''.join(parts)}</svg>"
    )


def drawing_file(chart: Chart) -> bytes:
    """Draw a chart as a file, with title, caption and legend, on a white ground."""
    width = FILE_WIDTH
    height, parts = FORMS[chart.form](chart, width)
    heading = [_text(12, 26, chart.title, font_size=17, font_weight=700)]
    top = 30
    for line in textwrap.wrap(chart.caption, int((width - 24) / LETTER)):
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
    if chart.form == "bars":
        return f'<path d="M-7-5h14v10h-14z" fill="{ink}"/>'
    parts = []
    if chart.form == "lines" or series.dashed or not series.marks:
        dashes = _dashes(series.dashed)
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


Box = tuple[float, float, float, float]  # left, top, right and bottom of the axes
Found = list[tuple[Point, float, float]]  # points, and where they are


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
    x = scale(chart.x, places or [1.0], left, width - right, 52 if narrow else 74, rounded=False)
    box = (left, top, width - right, height - bottom)
    parts = _grid(x, y, box, chart)
    for level in chart.levels:
        way = f"M{left:.1f} {y.position(level.value):.1f}H{width - right}"
        parts.append(f'<path d="{way}" {_level_style(level.solid)}/>')
    name = f"{chart.identifier}-{width}-axes"
    parts.append(
        f"<clipPath id={_quoted(name)}>"
        f'<rect x="{left - 8:.1f}" width="{width - left - right + 16:.1f}" height="{height}"/>'
        f"</clipPath><g clip-path={_quoted(f'url(#{name})')}>"
    )
    labels: list[tuple[float, float]] = []
    for index, series in enumerate(chart.series):
        line = chart.form == "lines" or not series.marks
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


def _within(at: float, box: Box) -> float:
    return max(box[1], min(box[3], at))


def _curve(
    series: ChartSeries, index: int, line: bool, found: Found, y: Scale, box: Box
) -> Iterator[str]:
    ink = _colour(index)
    step = max(1, math.ceil(len(found) / MARKED)) if line else 1
    if line:
        way = "L".join(f"{_short(px)} {_short(py)}" for _, px, py in found)
        yield (
            f'<path class="at line" d="M{way}" fill="none" stroke="{ink}" stroke-width="1.8" '
            f'stroke-linejoin="round"{_dashes(series.dashed)}/>'
        )
    whiskers = ""
    for p, px, _ in found[::step]:
        if p.low is not None and p.high is not None:
            low, high = (_within(y.position(end), box) for end in (p.low, p.high))
            whiskers += f"M{_short(px)} {_short(low)}V{_short(high)}"
    if whiskers:
        yield f'<path d="{whiskers}" stroke="{ink}" stroke-opacity=".6"/>'
    if series.marks:
        symbol = _symbol(index)
        way = "".join(f"M{_short(px)} {_short(py)}{symbol}" for _, px, py in found[::step])
        at, edge = ("", "") if line else ("at ", ' stroke="var(--page)" stroke-width=".6"')
        yield f'<path class="{at}marks" d="{way}" fill="{ink}"{edge}/>'


def _short(length: float) -> str:
    """Write a length with a tenth of a pixel where there is one: pages have thousands of them."""
    return f"{length:.1f}".removesuffix(".0")


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
    rows = chart.points
    left = min(0.45 * width, 12 + LETTER * max((len(str(p.x)) for p in rows), default=0))
    right = 12 + LETTER * max((len(p.label) for p in rows), default=0)
    top = 16 + LINE * len(chart.levels)
    bottom = top + BAR * max(1, len(rows))
    limit = max((level.value for level in chart.levels if level.solid), default=math.inf)
    # A limit ends the axis; what goes beyond it, other levels excepted, is cut off there.
    reach = [min(end, limit) for p in rows for end in (p.y, p.high) if end is not None]
    reach += [level.value for level in chart.levels]
    if chart.x.logarithmic:
        positive = [each for each in reach if each > 0.0] or [1.0]
        reach = [*positive, 10.0 ** math.floor(math.log10(min(positive)) - 0.1)]
    spacing = 60 if width < FILE_WIDTH else 80
    x = scale(chart.x, reach or [1.0], left, width - right, spacing, rounded=False)
    parts = [
        f'<path d="{_verticals(x, top, bottom)}" stroke="var(--rule)"/>',
        *(_text(x.position(t), bottom + 16, tick_words(t), "middle") for t in x.ticks),
        _text(left, bottom + 32, chart.x.label, fill="faint"),
    ]
    middle, half = top - BAR / 2, BAR_THICKNESS / 2
    for index, series in enumerate(chart.series):
        way, whiskers, labels = "", "", []
        for point in series.points:
            middle += BAR
            end = x.position(min(point.y, limit)) if point.y else left
            way += f"M{end:.1f} {middle:g}v{half:g}H{left:.1f}v-{BAR_THICKNESS}H{end:.1f}z"
            if point.low is not None and point.high is not None:
                low, high = (x.position(min(each, limit)) for each in (point.low, point.high))
                whiskers += f"M{low:.1f} {middle:g}H{high:.1f}"
            labels.append(_text(left - 6, middle + 4, str(point.x), "end"))
            ink = "ink" if point.y is not None else "faint"
            labels.append(_text(width - 6, middle + 4, point.label, "end", fill=ink))
        drawn = [f'<path class="at bar" d="{way}" fill="{_colour(index)}"/>']
        if whiskers:
            drawn.append(f'<path d="{whiskers}" stroke="var(--ink)"/>')
        parts += _group(index, [*drawn, *labels])
    for index, level in enumerate(chart.levels):
        at, line = x.position(level.value), LINE * (len(chart.levels) - 1 - index)
        way = f"M{at:.1f} {top - 3 - line:g}V{bottom}"
        parts.append(f'<path d="{way}" {_level_style(level.solid)}/>')
        share = (at - left) / (width - right - left)
        side = "end" if share > 0.6 else "start" if share < 0.3 else "middle"
        place = width - right if side == "end" and level.solid else at
        parts.append(_halo(place, top - 7 - line, level.name, side, "level", 600))
    return bottom + 38, parts


def _map(chart: Chart, width: int) -> tuple[float, list[str]]:
    """Draw cells over two sizes, all of one series; colours are centred on a ratio of 1."""
    across = sorted({float(point.x) for point in chart.points})
    down = sorted({point.y or 0.0 for point in chart.points}, reverse=True)
    left, top, right = 60.0, 28.0, 12.0
    cell_width = (width - left - right) / len(across)
    cell_height = min(36.0, max(18.0, 420 / len(down)))
    bottom = top + cell_height * len(down)
    reach = max(0.1, *(abs(math.log2(point.z or 1.0)) for point in chart.points))
    labelled = cell_width > 34
    columns = {value: left + cell_width * (n + 0.5) for n, value in enumerate(across)}
    rows = {value: top + cell_height * (n + 0.5) for n, value in enumerate(down)}
    parts = [_text(8, 16, f"↑ {chart.y.label}", fill="faint")]
    parts += [_text(left - 8, at + 4, f"{value:g}", "end") for value, at in rows.items()]
    step = 1 if labelled else math.ceil(34 / cell_width)
    for value in across[::step]:
        parts.append(_text(columns[value], bottom + 18, f"{value:g}", "middle"))
    parts.append(_text(width - right, bottom + 36, f"{chart.x.label} →", "end", fill="faint"))
    drawn = []
    for point in chart.points:
        ratio = point.z or 1.0
        share = round(100 * min(1.0, abs(math.log2(ratio)) / reach))
        name = "faster" if ratio >= 1.0 else "slower"
        px, py = columns[float(point.x)], rows[point.y or 0.0]
        w, h = cell_width - 2, cell_height - 2
        fill = f"color-mix(in oklab, var(--{name}) {share}%, var(--even))"
        drawn.append(
            f'<path class="at cell" d="M{px:.1f} {py:.1f}m{-w / 2:.1f} {-h / 2:.1f}'
            f'h{w:.1f}v{h:.1f}h{-w:.1f}z" fill="{fill}"/>'
        )
        if labelled:
            drawn.append(_text(px, py + 4, f"{ratio:.2f}", "middle", fill="on-map"))
    return bottom + 44, parts + _group(0, drawn)


FORMS = {"lines": _curves, "points": _curves, "bars": _bars, "map": _map}


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


def _dashes(dashed: bool) -> str:
    return f' stroke-dasharray="{DASHES}"' if dashed else ""


def _level_style(solid: bool) -> str:
    return f'class="level" stroke="var(--level)" stroke-width="1.5"{_dashes(not solid)}'


def _text(
    x: float, y: float, words: str, anchor: str = "", fill: str = "ink", **more: str | int
) -> str:
    """Write words, with more attributes, of which a zero is none."""
    if not words:
        return ""
    more = {"text_anchor": anchor, **more}
    written = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in more.items() if v)
    words = escape(visible(words))
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="var(--{fill})"{written}>{words}</text>'


def _halo(x: float, y: float, words: str, anchor: str, fill: str = "ink", weight: int = 0) -> str:
    """Write over marks: letters have an edge in the colour of the ground."""
    edge: dict[str, str | int] = {"stroke": "var(--page)", "stroke_width": 4}
    edge |= {"stroke_linejoin": "round", "paint_order": "stroke"}
    return _text(x, y, words, anchor, fill, font_weight=weight, **edge)


def _quoted(text: str) -> str:
    return quoteattr(visible(text))
