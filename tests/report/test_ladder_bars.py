"""Bars: what is drawn, and that equal plots are equal files."""

from __future__ import annotations

import dataclasses
import re
import struct
import sys

import pytest

from sgemm.errors import MissingToolError
from sgemm.report.plots import COLOURS, LINE_COLOUR, Bar, Bars, draw_bars

CHART = Bars(
    title="The ladder",
    subtitle="some machine",
    unit="GFLOP/s",
    note_header="of baseline",
    bars=(
        Bar("1  naive", 10.0, 9.0, 11.0, "10%", "CUDA C++"),
        Bar("2  wrong", None, None, None, "wrong: not timed", "CUDA C++"),
        Bar("ptx_naive", 20.0, None, None, "20%", "PTX"),
    ),
    line=100.0,
    line_label="NumPy",
)


def words(svg: bytes) -> list[str]:
    """Return the texts of a picture: matplotlib notes each beside its outlines."""
    return [text.strip() for text in re.findall(r"<!-- (.*?) -->", svg.decode())]


def bar_lengths(svg: bytes, colour: str) -> list[float]:
    """Return the lengths of the bars of a colour."""
    shapes = re.findall(
        rf'<path d="M ([\d.]+) [\d.]+ \s*L ([\d.]+) [^"]*" clip-path="[^"]*" '
        rf'style="fill: {colour.lower()}"',
        svg.decode().replace("\n", ""),
    )
    return [abs(float(end) - float(start)) for start, end in shapes]


def test_both_formats() -> None:
    pictures = draw_bars(CHART)
    assert pictures.keys() == {"png", "svg"}
    assert pictures["png"].startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", pictures["png"][16:24])
    assert width == 1280
    assert height > 100


def test_what_is_written() -> None:
    found = words(draw_bars(CHART)["svg"])
    for text in (
        "The ladder", "some machine", "1  naive", "2  wrong", "ptx_naive", "10.0", "10%", "20%",
        "wrong: not timed", "GFLOP/s", "of baseline", "NumPy: 100", "CUDA C++", "PTX",
    ):  # fmt: skip
        assert text in found, text


def test_bars_are_as_long_as_their_values() -> None:
    svg = draw_bars(CHART)["svg"]
    first, missing = bar_lengths(svg, COLOURS[0])[:2]
    (other,) = bar_lengths(svg, COLOURS[1])[:1]
    assert other == pytest.approx(2 * first, rel=1e-3)
    assert missing == 0
    assert LINE_COLOUR.lower() in svg.decode()


def test_equal_plots_are_equal_files() -> None:
    assert draw_bars(CHART) == draw_bars(CHART)


@pytest.mark.parametrize(
    "chart",
    [
        dataclasses.replace(CHART, line=None, line_label=""),
        dataclasses.replace(CHART, bars=CHART.bars[1:2], line=None),
        dataclasses.replace(CHART, bars=()),
        dataclasses.replace(CHART, bars=(dataclasses.replace(CHART.bars[0], value=0.0),)),
    ],
)
def test_charts_with_little_in_them(chart: Bars) -> None:
    assert draw_bars(chart)["png"]


def test_matplotlib_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingToolError, match=r"pip install 'sgemm\[report\]'"):
        draw_bars(CHART)
