"""The study of sgemm tune, and the proof of it, without a GPU."""

import csv
from pathlib import Path

import pytest
import tuning_proof
import tuning_study

from sgemm.bench import campaign, tuning
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.parquet import files_in, read_lines
from sgemm.bench.sets import MEASURABLE, problems_of
from sgemm.kernels.catalogue import SPLIT_BEFORE, find
from sgemm.kernels.gpus import H100, H200
from sgemm.planning.known import base_for
from sgemm.planning.rates import SHIPPED
from sgemm.planning.scaling import scaled
from tuning_fakes import Gpu

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "results/h200/tuning-study.csv"


def rows_of(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def test_the_study_judges_choices_by_what_the_surveys_measured(tmp_path):
    """Of two surveys; the committed file has all of them."""
    surveys = ROOT / "results/h200/tiles.parquet"
    names = surveys / "mid.jsonl", surveys / "small-1.jsonl"
    output = tmp_path / "study.csv"
    more = ("--counts", "80", "--seeds", "1", "--no-sets", "--output", output)
    tuning_study.main(list(map(str, (*names, *more))))
    found = {(row["start"], row["problems"]): float(row["of_shipped"]) for row in rows_of(output)}
    assert found["shipped", "0"] == 1.0
    assert found["law", "0"] < found["law", "80"] < found["shipped", "80"] < 1.0


def test_an_h100s_rates_scaled_to_an_h200_choose_as_the_page_says():
    """As if none had shipped for it: docs/results.md has the numbers."""
    measured = tuning_study.candidates_in(files_in(ROOT / "results/h200/tiles.parquet"))
    judging = {problem for problem, candidates in measured.items() if len(candidates) > 2}
    table = scaled(base_for(H100), H100, H200)
    named = [judging.intersection(problems_of(name)) for name in MEASURABLE]
    of_sets = [tuning_study.of_shipped(measured, each, table) for each in named if len(each) > 5]
    assert len(of_sets) == 9
    words = " ".join((ROOT / "docs/results.md").read_text().split())
    assert f"choose at {tuning_study.of_shipped(measured, judging, table):.3f} of the" in words
    assert min(of_sets) > 0.96 and f"less than {int(1000 * min(of_sets)) / 1000} (" in words


def test_four_hundred_problems_are_enough_by_the_committed_study():
    """The measured times say so, from rates that know no tile."""
    found = rows_of(STUDY)
    enough = [row for row in found if row["part"] == "surveys" and row["problems"] == "400"]
    assert {row["start"] for row in enough} == {"law", "shipped"} and len(enough) == 6
    assert all(float(row["of_shipped"]) > 0.985 for row in enough)
    assert sum(tuning.PROBLEMS.values()) >= 400
    assert tuple(found[0]) == tuning_study.FIELDS


def test_the_groups_added_last_are_worth_it_by_the_committed_study():
    """On the mean of seeds."""
    found = {name: [] for name in tuning_study.GROUPS}
    for row in rows_of(STUDY):
        if row["part"] == "groups":
            found[row["name"]].append(float(row["of_shipped"]))
    without, now = found.values()
    assert max(without) < min(now)
    problems = sum(len(run.problems) for run in tuning.rounds_of(tuning_study.Target(), SHIPPED))
    sets = {row["problems"] for row in rows_of(STUDY) if row["part"] == "sets"} - {"0"}
    assert str(problems) in sets, "the study is of the problems that sgemm tune measures"


def test_the_law_knows_no_tile_but_what_it_computes():
    table = tuning_study.STARTS["law"]
    assert all(table.find(find(name)) is None for name in SPLIT_BEFORE)
    large, small = (table.find(find("split_k").specialised(tile=tile)) for tile in _tiles())
    assert large.busy > small.busy and large.launch == small.launch


def _tiles():
    tiles = find("split_k").tiles
    return max(tiles, key=lambda tile: tile.bm * tile.bn), min(tiles, key=lambda t: t.bm * t.bn)


@pytest.fixture
def gpu(monkeypatch):
    found = Gpu()
    monkeypatch.setattr(tuning_proof, "select_machine", lambda _: found.machine)
    monkeypatch.setattr(tuning_proof, "open_fixture", found.open_fixture)
    monkeypatch.setattr(campaign, "run", found.run)
    monkeypatch.setattr(tuning, "prepare_kernels", lambda *_: None)
    monkeypatch.setattr(KernelPool, "prepare", lambda *_: None)
    monkeypatch.setattr(tuning, "PROBLEMS", {"general": 40})
    monkeypatch.setattr(tuning, "ROUNDS", 1)
    monkeypatch.setattr(tuning_proof, "MEASURABLE", ("irregular", "sustained"))
    return found


def test_the_proof_compares_rates_and_architectures(gpu, tmp_path):
    assert tuning_proof.main(["--output", str(tmp_path / "proof")]) == 0
    found = rows_of(tmp_path / "proof/proof.csv")
    assert [row["seen"] for row in found] == [
        "law", "law, tuned", "tuned", "scaled", "scaled, tuned", "sm_80", "sm_86", "sm_89",
    ]  # fmt: skip
    assert {row["set"] for row in found} == {"irregular"}
    for row in found:
        counts = [int(row[name]) for name in ("problems", "same", "measured", "failed")]
        assert counts[0] == counts[1] + counts[2] and counts[3] == 0
    pairs = read_lines(tmp_path / "proof/problems.jsonl")
    assert len(pairs) == sum(int(row["measured"]) for row in found)
    assert all(pair["plan"].startswith("any_layout ") for pair in pairs if pair["seen"] == "tuned")
    # On the stand-in any_layout is faster than the rates that ship know, which tuning finds out.
    speeds = {row["seen"]: float(row["of_auto"]) for row in found}
    tuned = [speed for seen, speed in speeds.items() if "tuned" in seen]
    assert len(tuned) == 3 and speeds["law"] < 1.0 < min(tuned)
    assert all(int(row["same"]) == 0 for row in found[-3:])


def test_a_set_that_was_not_measured_to_its_end_has_no_mean(gpu, tmp_path, monkeypatch):
    """What has the same plan counts as 1, and would be all there is."""
    monkeypatch.setattr(campaign, "run", lambda *_, **__: iter(()))
    asked = ["--untuned", "--output", str(tmp_path / "proof")]
    assert tuning_proof.main(asked) == 0
    found = rows_of(tmp_path / "proof/proof.csv")
    assert [row["seen"] for row in found] == ["law", "scaled"], "rates before tuning"
    assert not (tmp_path / "proof/tuned.jsonl").exists()
    for row in found:
        is_whole = row["same"] == row["problems"]
        assert row["of_auto"] == ("1.0000" if is_whole else "")
        assert row["measured"] == "0"
    assert not is_whole


def test_small_quick_sets_are_measured_whole():
    for name in tuning_proof.WHOLE:
        assert tuning_proof.sample(name, 6, tuning_proof.WHOLE) == problems_of(name)
        assert len(tuning_proof.sample(name, 6, ())) < len(problems_of(name))
