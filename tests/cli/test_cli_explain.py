"""``sgemm explain``: the comparison that a plan comes from."""

import json

import pytest
from click.testing import CliRunner

from sgemm.bench.codec import encode
from sgemm.cli.explain import command as explain_command
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import plan
from sgemm.problem import Problem


def explain(*arguments):
    """Run the command on the cpu machine; return its exit status and output."""
    command = [*map(str, arguments), "--machine", "cpu"]
    result = CliRunner().invoke(explain_command, command)
    return result.exit_code, result.output


def test_json_has_the_choice_all_candidates_and_refusals():
    status, text = explain(200, 301, 150, "--json")
    assert status == 0
    found = json.loads(text)
    chosen = plan(Problem(200, 301, 150), CpuMachine())
    assert found["chosen"]["kernel"] == chosen.kernel.name
    times = [candidate["total"] for candidate in found["candidates"]]
    assert times == sorted(times)
    assert found["candidates"][0]["schedule"] == found["chosen"]["schedule"]
    assert found["candidates"][0]["plan"] == found["chosen"]["plan"]
    for each in (*found["candidates"], found["chosen"]):
        forced = plan(Problem(200, 301, 150), CpuMachine(), each["plan"])
        assert encode(forced.kernel.tile) == each["tile"]
        assert encode(forced.schedule) == each["schedule"]
    assert {refusal["kernel"] for refusal in found["refused"]} >= {"stream_k_tma"}
    assert all(refusal["reasons"] for refusal in found["refused"])


def test_the_table_has_predictions_refusals_and_the_reason():
    status, text = explain(1000, 1023, 700, "--plan")  # was once needed
    assert status == 0
    for part in ("launch", "memory", "parts", "ldb = 1023 is not a multiple of 4", "us predicted"):
        assert part in text


@pytest.mark.parametrize("layout", ["nn", "nt", "tn", "tt"])
def test_layouts_and_batches_are_taken(layout):
    status, text = explain(64, 64, 64, "--layout", layout, "--batch", 5, "--json")
    assert status == 0
    assert "batch 5" in json.loads(text)["problem"]


def test_sizes_are_checked():
    assert explain(10, "ten", 10)[0] == 2


def test_forced_plans_stand_beside_the_choice():
    options = ("--force", "split_k:bm=32:bn=32:splits=3", "--force", "naive")
    status, text = explain(200, 301, 600, *options, "--json")
    assert status == 0
    found = json.loads(text)
    split, naive = found["forced"]
    assert split["plan"] == "split_k:bm=32:bn=32:splits=3"
    assert (split["tile"]["bm"], split["schedule"]["splits"]) == (32, 3)
    assert split["total"] >= found["candidates"][0]["total"] > 0
    assert naive["kernel"] == "naive"
    assert naive["total"] is None
    status, text = explain(200, 301, 600, *options)
    assert status == 0
    assert "forced: split_k" in text
    assert "split_k:bm=32:bn=32:splits=3: asked for by name, with" in " ".join(text.split())
    assert "no mainloop that is patched" in " ".join(text.split())
    assert text.splitlines()[-1] == f"force it with plan={found['chosen']['plan']}"
    # The choice stands last, as without --force.
    assert text.rindex("us predicted for") > text.rindex("asked for by name")


@pytest.mark.parametrize("sizes", [(1, 2**31 - 1, 2**31 - 1), (2**31 - 1, 5, 7)])
def test_the_largest_sizes_are_planned_without_a_word_of_what_nobody_gave(sizes):
    status, text = explain(*sizes, "--json")
    assert status == 0
    found = json.loads(text)
    reasons = {words for one in found["refused"] for words in one["reasons"]}
    assert any(words.endswith("is more than 2147483616, which can be packed") for words in reasons)
    assert found["chosen"]["kernel"] != "stream_k_packed"
