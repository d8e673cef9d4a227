"""Charts as SVG: marks lie where their values are, words do not cover them, text stays text."""

import dataclasses
import re
from xml.etree import ElementTree

import pytest

from sgemm.report.chart import Axis, Chart, ChartSeries, Level, Point, scale
from sgemm.report.svg import NARROW, PALETTE, WIDE, drawing, drawing_file

BARS = Chart(
    "ladder",
    "bars",
    "The ladder",
    "some machine",
    Axis("GFLOP/s"),
    Axis(""),
    (
        ChartSeries(
            "CUDA C++",
            (
                Point("1 naive", 10.0, 9.0, 11.0, label="10.0 (10%)"),
                Point("2 wrong", None, label="wrong: not timed"),
            ),
        ),
        ChartSeries("PTX", (Point("ptx_naive", 20.0, label="20.0 (20%)"),)),
    ),
    (Level("NumPy: 100", 100.0),),
)

LINES = Chart(
    "size",
    "lines",
    "Speed",
    "over size",
    Axis("m = n = k", base=2),
    Axis("TFLOP/s"),
    (
        ChartSeries(
            "library", ((Point(0, 0.0)), Point(1024, 40.0), Point(4096, 50.0)), dashed=True
        ),
        ChartSeries("ours", (Point(1024, 45.0, 44.0, 46.0), Point(2048, 60.0)), marks=False),
        ChartSeries("off at first", (Point(512, 400.0), Point(8192, 400.0)), on=False),
    ),
    (Level("peak", 67.0, solid=True),),
)

POINTS = dataclasses.replace(
    LINES,
    form="points",
    x=Axis("work", logarithmic=True),
    y=Axis("ratio", logarithmic=True, base=2),
    series=(ChartSeries("one", (Point(10, 1.0, label="a"), Point(10, 1.01, label="b"))),),
    levels=(),
)

MAP = Chart(
    "map",
    "map",
    "Ratio",
    "",
    Axis("n"),
    Axis("m"),
    (ChartSeries("best", tuple(Point(n, m, z=n / m) for m in (64, 128) for n in (64, 128))),),
)


def parsed(chart, width=WIDE):
    return ElementTree.fromstring(drawing(chart, width))


def paths(root, style):
    return [each.get("d", "") for each in root.iter("path") if style in each.get("class", "")]


def words(root):
    return {
        text.text or "": (float(text.get("x", "0")), float(text.get("y", "0")))
        for text in root.iter()
        if text.tag.endswith("text")
    }


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_bars_are_as_long_as_their_values(width):
    root = parsed(BARS, width)
    first, other = paths(root, "bar")
    lengths = [
        float(end) - float(start)
        for end, start in re.findall(r"M([\d.]+) [\d.]+v8H([\d.]+)", first)
    ]
    assert lengths[0] > 0 and lengths[1] == 0, "what was not timed has no bar"
    (end, start) = re.findall(r"M([\d.]+) [\d.]+v8H([\d.]+)", other)[0]
    assert float(end) - float(start) == pytest.approx(2 * lengths[0], rel=0.03)
    (level,) = paths(root, "level")
    assert float(level[1:].split()[0]) > float(end)


def test_title_and_legend_are_the_files_and_not_the_pages():
    of_file = {"The ladder", "some machine", "PTX"}
    assert of_file < words(ElementTree.fromstring(drawing_file(BARS))).keys()
    assert not of_file & words(parsed(BARS)).keys()


def test_what_is_off_at_first_does_not_set_the_axes():
    on = dataclasses.replace(LINES, series=LINES.series[:2])
    assert words(parsed(on)) == words(parsed(LINES))


def test_absolute_places_are_those_of_the_points():
    """The page's script finds the points of each series by them."""
    for chart in (LINES, POINTS, MAP, BARS):
        root = parsed(chart)
        groups = [g for g in root.iter("g") if g.get("class") == "series"]
        for series, group in zip(chart.series, groups, strict=True):
            found = [place for path in paths(group, "at") for place in re.findall("[ML]", path)]
            assert len(found) == len(series.points), (chart.form, series.name)


def test_labels_do_not_meet():
    points = (Point(10, 1.0, label="a"), Point(10, 1.0, label="b"), Point(99, 9.0))
    chart = dataclasses.replace(POINTS, series=(ChartSeries("one", points),))
    above, below = (words(parsed(chart))[name] for name in "ab")
    assert abs(above[1] - below[1]) > 20


def test_maps_have_a_cell_for_each_pair():
    cells = paths(parsed(MAP), "cell")
    assert len(cells) == 4
    assert {"0.50", "1.00", "2.00"} < words(parsed(MAP)).keys()
    faster, slower = (drawing(MAP).count(f"var(--{name})") for name in ("faster", "slower"))
    assert (faster, slower) == (3, 1)


def test_files_have_their_colours_and_pages_give_them():
    for chart in (BARS, LINES, POINTS):
        file = drawing_file(chart)
        assert b"var(--" not in file and PALETTE["series-1"][0].encode() in file
        assert drawing_file(chart) == file, "equal charts are equal files"
        assert PALETTE["series-1"][0] not in drawing(chart)


def test_text_of_others_stays_text():
    evil = "</text><script>\"'&\x1b\u202e var(--none)"
    series = (ChartSeries(evil, (Point(evil, 1.0, label=evil),)),) * 2
    chart = dataclasses.replace(
        BARS, title=evil, caption=evil, x=Axis(evil), series=series, levels=(Level(evil, 1.0),)
    )
    for root in (parsed(chart), ElementTree.fromstring(drawing_file(chart))):
        assert not [each for each in root.iter() if each.tag.endswith("script")]
        assert "</text><script>\"'&\\x1b\\u202e var(--none)" in words(root)


@pytest.mark.parametrize(
    "chart",
    [
        dataclasses.replace(BARS, series=(), levels=()),
        dataclasses.replace(BARS, series=BARS.series[:1], x=Axis("", logarithmic=True)),
        dataclasses.replace(BARS, series=(ChartSeries("", (Point("zero", 0.0),)),), levels=()),
        dataclasses.replace(LINES, series=(), levels=()),
        dataclasses.replace(LINES, series=(ChartSeries("", (Point(5, 7.0),)),), levels=()),
        dataclasses.replace(POINTS, series=(ChartSeries("", (Point(5, 7.0),)),)),
    ],
)
def test_charts_with_little_in_them(chart):
    for width in (WIDE, NARROW):
        assert "nan" not in drawing(chart, width) and "inf" not in drawing(chart, width)
    ElementTree.fromstring(drawing_file(chart))


@pytest.mark.parametrize(
    ("axis", "values", "ticks"),
    [
        (Axis(""), (0.0, 66.9), (0, 10, 20, 30, 40, 50, 60, 70)),
        (
            Axis("", bottom=None),
            (1482.0, 1518.0),
            (1480, 1485, 1490, 1495, 1500, 1505, 1510, 1515, 1520),
        ),
        (Axis("", base=2), (64.0, 12800.0), (0, 2048, 4096, 6144, 8192, 10240, 12288, 14336)),
        (Axis("", logarithmic=True), (0.1, 100.0), (0.1, 0.3, 1, 3, 10, 30, 100)),
        (Axis("", logarithmic=True, base=2), (1.0, 4.0), (1, 1.5, 2, 3, 4)),
    ],
)
def test_ticks_are_round(axis, values, ticks):
    made = scale(axis, values, 0.0, 400.0, 45.0, rounded=True)
    assert made.ticks == pytest.approx(ticks)
    inside = [made.position(value) for value in values]
    assert inside == sorted(inside) and inside[0] >= 0 and inside[-1] <= 400
