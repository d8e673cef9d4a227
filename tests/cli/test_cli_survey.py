"""``sgemm survey``: every tile and schedule, into a file of results."""

from pathlib import Path

import pytest

from sgemm.bench import results
from sgemm.bench.survey_problems import surveyed
from sgemm.kernels.catalogue import find

QUICK = ("--machine", "cpu", "--threads", 1, "--sizes", "8,9", "--rounds", 3)


@pytest.fixture(autouse=True)
def one_tile(monkeypatch):
    """Compile one tile only."""
    first = find("any_layout").specialisations()[:1]
    monkeypatch.setattr("sgemm.cli.survey.survey_kernels", lambda named: first)


def test_a_survey_and_its_budget(call, said, document, empty_folder):
    none = document("survey", *QUICK, "--budget", 0)
    assert (none["left"], none["measurements"], none["command"]) == (2, [], "survey")
    words = call("survey", *QUICK, "--budget", 0).stdout
    assert "nothing was measured, no file was written" in words and "every sample" not in words
    assert not Path("output/survey.jsonl").exists()
    words = said("survey", *QUICK, "--resume")
    assert "2 tasks, 2 of them to do; into output/survey.jsonl" in words
    assert "any_layout:bm=" in words and "numpy" not in words
    kept = results.read("output/survey.jsonl").measurements
    assert {str(one.problem) for one in kept} == {"8x8x8", "9x9x9"}
    again = document("survey", *QUICK, "--resume")
    assert len(again["measurements"]) == len(kept)
    call("survey", *QUICK, status=2)


@pytest.mark.parametrize(
    ("given", "groups"),
    [((), ["general"]), (("--problems", "long_k, sums"), ["long_k", "sums"])],
)
def test_groups_of_problems(document, given, groups):
    found = document("survey", *QUICK[:4], *given, "--budget", 0)
    nn = [one for one in surveyed(groups) if one.layout == "nn"]
    assert found["left"] == len(nn)
