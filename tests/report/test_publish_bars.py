"""Bars of the documentation: where the words of each stand."""

from __future__ import annotations

import re

from sgemm.report.publish.drawing import draw
from sgemm.report.publish.pictures import Length, Picture

BARS = {"1111": 5.0, "2222": 40.0, "3333": 50.0, "4444": 56.0, "5555": 400.0}
"""Words, all of one width, and lengths."""

PICTURE = Picture(
    name="bars",
    alternative="",
    title="",
    subtitle="",
    unit="",
    bars=tuple(Length(f"bar of {words}", value, words, "all") for words, value in BARS.items()),
    reference=50.0,
    reference_label="baseline",
    top=66.0,
    top_label="peak",
)


def test_words_of_a_bar_that_passes_the_baseline_stand_before_its_line() -> None:
    svg = draw(PICTURE)["svg"].decode()
    line = re.search(r"M ([\d.]+) [\d.]+ *\nL \1 [^>]*stroke-dasharray", svg)
    assert line is not None
    short, long, at, above, beyond = (
        float(re.search(rf"<!-- {words} -->[^>]*translate\(([\d.]+)", svg)[1]) for words in BARS
    )
    assert short < long < at == above == beyond < float(line[1])
