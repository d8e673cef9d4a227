"""The table of squares in docs/log.md is that of the committed surveys."""

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import survey_table  # noqa: E402

SURVEYS = [
    ROOT / "results" / "h200" / "tiles.parquet" / f"{name}.jsonl"
    for name in (
        *("streamed", "quads", "parts", "sliced-1", "sliced-2"),
        *("ring-1", "ring-2", "ring-3", "waves-1", "waves-2", "waves-3"),
    )
]
BEGIN, END = "<!-- survey_squares -->", "<!-- /survey_squares -->"


def test_the_page_has_the_table_of_the_committed_surveys():
    page = (ROOT / "docs" / "log.md").read_text()
    between = page.split(BEGIN)[1].split(END)[0]
    assert between.strip() == survey_table.table(SURVEYS), (
        "python3 scripts/survey_table.py prints what belongs there"
    )


def row(size, layout, microseconds, **other):
    square = {"m": size, "n": size, "k": size, "batch": 1, "layout": layout}
    return square | {"microseconds": microseconds, "cublas_microseconds": 60.0} | other


def test_the_fastest_of_each_square_counts(tmp_path):
    rows = [
        {"environment": {}},
        row(1024, "nn", 50.0),
        row(1024, "nn", 40.0),
        row(1024, "tt", 80.0),
        row(1024, "nn", 1.0, batch=2),
        row(1024, "nn", 1.0, k=8),
        row(512, "nn", 1.0),
        row(2048, "nn", 300.0),  # in one layout alone
    ]
    path = tmp_path / "survey.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    assert survey_table.table([path]).splitlines()[2:] == [
        "| 1024 | 53.7 (1.50) | - | - | 26.8 (0.75) |"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot be read"),
        ("{}\nbad\n", ":2: the line is not JSON"),
        ("[]\n", ":1: the line is no JSON object"),
        ('{"record": "environment"}\n', ":1: not a line of a survey"),
    ],
)
def test_what_is_no_survey_is_named(tmp_path, text, message):
    path = tmp_path / "survey.jsonl"
    if text is not None:
        path.write_text(text)
    with pytest.raises(SystemExit) as stopped:
        survey_table.table([path])
    assert str(stopped.value).startswith(str(path)) and message in str(stopped.value)
