"""The table of squares in docs/log/ is that of the committed surveys."""

import re
from pathlib import Path

import polars
import pytest
import survey_table

ROOT = Path(__file__).parents[2]

PARQUET = ROOT / "results" / "h200" / "tiles.parquet"
BEGIN, END = "<!-- survey_squares -->", "<!-- /survey_squares -->"


def test_the_page_has_the_table_of_the_committed_surveys():
    before, _, after = (ROOT / "docs" / "log" / "large_shapes.md").read_text().partition(BEGIN)
    named = before.rpartition("in the surveys (")[2]
    stems = set(re.findall(r"`([a-z]+)[-0-9]*\.jsonl`", named))
    files = polars.read_parquet(PARQUET)["file"].unique(maintain_order=True)
    surveys = [PARQUET / file for file in files if re.match("[a-z]*", file)[0] in stems]
    assert len(surveys) == 11
    assert after.split(END)[0].strip() == survey_table.table(surveys), (
        "python3 scripts/survey_table.py prints what belongs there"
    )


def test_what_is_no_survey_is_named(tmp_path):
    path = tmp_path / "survey.jsonl"
    for text, message in (("{}\nbad\n", ":2: "), ('{"record": "environment"}\n', ":1: not a line")):
        path.write_text(text)
        with pytest.raises(SystemExit, match=f"{path}{message}"):
            survey_table.table([path])
