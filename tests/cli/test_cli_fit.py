"""``sgemm fit``: numbers for the planner from surveys."""

import json
from pathlib import Path

import pytest

from sgemm.planning import rates

LINE = {
    "kernel": "split_k", "layout": "tn", "schedule": {"splits": 3}, "microseconds": 7.5,
    "tile": {"bm": 64, "bn": 64, "bk": 16, "tm": 4, "tn": 8, "stages": 4},
    "m": 10, "n": 20, "k": 900, "batch": 2,
}  # fmt: skip


@pytest.fixture
def survey(tmp_path):
    path = tmp_path / "survey.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in ({"environment": {}}, LINE)))
    return path


def test_numbers_as_they_are_are_judged(call, document, survey, empty_folder):
    result = call("fit", "--dry-run", survey)
    assert result.exit_code == 0
    assert "1 measurements of surveys: predictions off by" in result.stdout
    found = document("fit", "--dry-run", survey)
    assert (found["command"], found["measurements"], found["kept"]) == ("fit", 1, [])
    assert list(empty_folder.iterdir()) == []


def test_numbers_are_fitted_and_written_where_that_is_asked_for(call, survey, empty_folder):
    result = call("fit", survey)
    assert result.exit_code == 0
    assert "no measurements of any_layout nn" in result.stdout
    assert list(empty_folder.iterdir()) == []
    assert call("fit", survey, "--kernel", "split_k", "--output", "rates.csv").exit_code == 0
    found = rates.read(empty_folder / "rates.csv")
    assert set(found) == set(rates.RATES)
    changed = {name for name in found if found[name] != rates.RATES[name]}
    assert changed and all(name.startswith("split_k ") for name in changed)
    printed = call("fit", survey, "--output", "-").stdout
    assert printed.startswith("kernel,layout,tile,") and "predictions" not in printed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--kernel", "naive"), "kernel = 'naive': there are numbers of "),
        (("--dry-run", "--output", "x"), "nothing is fitted, so nothing is written"),
        (("absent",), "absent cannot be read: No such file"),
        (("--machine", "cpu"), "hold no time of a kernel"),
    ],
)
def test_refusals(refused, survey, tmp_path, arguments, words):
    path = tmp_path / "empty.jsonl"
    path.write_text("{}\n")
    assert words in refused("fit", *arguments, path if "cpu" in arguments else survey)


def test_the_committed_surveys_can_be_named_one_by_one(document):
    surveys = Path(__file__).parents[2] / "results/h200/tiles.parquet"
    one, other = (
        document("fit", "--dry-run", surveys / name)["measurements"]
        for name in ("apart-1.jsonl", "apart-2.jsonl")
    )
    assert one > 0 and one != other
