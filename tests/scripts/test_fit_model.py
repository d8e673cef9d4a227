"""Fitting the planner's model: it finds what measurements were made of, and loses nothing."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import fit_model  # noqa: E402

from sgemm.kernels.catalogue import find  # noqa: E402
from sgemm.kernels.schedule import Schedule  # noqa: E402
from sgemm.planning import model, rates  # noqa: E402
from sgemm.planning.rates import DEFAULT, RATES, Rates  # noqa: E402
from sgemm.problem import Problem  # noqa: E402

SPLIT = find("split_k")
HIDDEN = Rates(5.3, 0.44, 0.31, 0.9, 0.8, 1.9, 0.15, 1.4, 0.9, 0.03, 0.2, 0.4, 0.0, 0.0, 3)


def points(rates):
    """Return what a survey would have found if the model with these numbers were the truth."""
    found = []
    sizes = itertools.product((40, 130, 1000), (63, 700, 2049), (17, 256, 3000))
    for (m, n, k), splits in itertools.product(sizes, (1, 2, 5, 24)):
        row = fit_model.Row(Problem(m, n, k), SPLIT, Schedule(splits=splits), 1.0, True)
        told = fit_model.predicted(row, rates)
        found.append(fit_model.point_of(row._replace(microseconds=told), told))
    return found


def test_a_fit_finds_the_numbers_that_times_were_made_of():
    measured = points(HIDDEN)
    begin = fit_model.start(measured, SPLIT)
    found = fit_model.fit_together(measured, begin, fit_model.TOGETHER)
    off, before = (abs(fit_model.errors(measured, rates)) for rates in (found, begin))
    assert before.mean() > 0.1
    assert off.mean() < 0.01
    assert found.together == HIDDEN.together
    assert found.skew == 0.0


def test_a_few_disturbed_times_change_little():
    measured = points(HIDDEN)
    disturbed = [
        point._replace(log_time=point.log_time + 1.5 * (number % 20 == 0))
        for number, point in enumerate(measured)
    ]
    begin = fit_model.start(disturbed, SPLIT)
    found = fit_model.fit_together(disturbed, begin, (HIDDEN.together,))
    assert abs(fit_model.errors(measured, found)).mean() < 0.03


def test_problems_that_take_long_weigh_more():
    def weight(best):
        row = fit_model.Row(Problem(100, 100, 100), SPLIT, Schedule(), best, True)
        return fit_model.point_of(row, best).weight

    assert weight(4.0) == weight(20.0) == 1.0
    assert weight(20.0) < weight(100.0) < weight(640.0)
    assert weight(640.0) == weight(6400.0) == math.sqrt(fit_model.MOST_WEIGHT)


def test_of_problems_that_take_long_what_is_near_the_best_time_weighs_more():
    def weight(best, times):
        row = fit_model.Row(Problem(100, 100, 100), SPLIT, Schedule(), best * times, True)
        return fit_model.point_of(row, best).weight

    assert weight(16.0, 2) == weight(16.0, 1) / 4  # the square root of a 16th
    assert weight(16.0, 1.1) < weight(16.0, 1.01) < weight(16.0, 1)
    assert weight(8.0, 2) == weight(8.0, 1)


def test_only_persistent_kernels_have_more_to_do_for_unaligned_c():
    assert fit_model.is_persistent(find("tma_pipeline"))
    assert not fit_model.is_persistent(SPLIT)
    assert fit_model.start(points(HIDDEN), find("async_producer")).scattered > 0


def test_what_was_not_measured_keeps_its_numbers(capsys):
    names = {model.name_of(kernel) for kernel in SPLIT.specialisations()}
    others = {name for name in RATES if name not in names}
    stayed = fit_model.kept({name for name in RATES if " nn " in name and name not in names})
    assert stayed == {name: RATES[name] for name in names}
    assert capsys.readouterr().out.count("its numbers stay") == len(names)
    assert set(fit_model.kept(set())) <= names | others


def test_what_is_written_is_read_again(tmp_path):
    target = tmp_path / "rates.csv"
    fit_model.write({"b nn 1x1x1": HIDDEN, "a tn 1x1x1": DEFAULT, "a nn 1x1x1": DEFAULT}, target)
    found = rates.read(target)
    assert list(found) == ["a nn 1x1x1", "a tn 1x1x1", "b nn 1x1x1"]
    assert found["b nn 1x1x1"] == HIDDEN


def test_what_ships_was_written_so(tmp_path):
    target = tmp_path / "rates.csv"
    fit_model.write(RATES, target)
    assert target.read_bytes() == rates.FITTED.read_bytes()


@pytest.mark.parametrize("damage", ["launch,step", "0.5,nonsense", "0.5,"])
def test_a_table_of_rates_that_is_none(tmp_path, damage):
    target = tmp_path / "rates.csv"
    text = rates.FITTED.read_text()
    old = "launch,step" if damage == "launch,step" else text.splitlines()[1].split(",", 3)[3]
    target.write_text(text.replace(old, "step,launch" if damage == "launch,step" else damage, 1))
    with pytest.raises((ValueError, TypeError)):
        rates.read(target)


def survey_line(**changes):
    tile = {"bm": 64, "bn": 64, "bk": 16, "tm": 4, "tn": 8, "stages": 4} | changes
    return {"kernel": "split_k", "layout": "tn", "tile": tile, "schedule": {"splits": 3},
            "m": 10, "n": 20, "k": 900, "batch": 2, "microseconds": 7.5}  # fmt: skip


def test_surveys_are_read_as_far_as_they_are_of_tiles_that_ship(tmp_path):
    path = tmp_path / "survey.jsonl"
    lines = [{"environment": {}, "gpu": "H200"}, survey_line(), survey_line(bm=48)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (row,) = fit_model.measurements(path)
    assert row.problem == Problem(10, 20, 900, trans_a=True, batch=2)
    assert row.kernel == SPLIT.specialised("tn")
    assert (row.schedule, row.microseconds, row.is_survey) == (Schedule(splits=3), 7.5, True)


def test_results_of_the_benchmark_are_read_too():
    rows = list(fit_model.measurements(ROOT / "results/h200/random.parquet/part-3.jsonl"))
    assert {row.kernel.name for row in rows} >= {"split_k", "skinny"}
    assert not any(row.is_survey for row in rows)
    assert all(math.isfinite(row.microseconds) and row.microseconds > 1 for row in rows)


def near_the_model(count, slower=0.0, kernel=SPLIT, is_survey=True):
    """Return rows of small problems that take what the model tells, and some microseconds more."""
    rows = []
    for number in range(count):
        row = fit_model.Row(Problem(8 + number, 40, 64), kernel, Schedule(), 1.0, is_survey)
        told = fit_model.predicted(row, RATES[model.name_of(kernel)])
        assert told + slower < fit_model.SMALL
        rows.append(row._replace(microseconds=told + slower))
    return rows


def test_a_constant_is_what_all_small_problems_of_a_survey_take_longer():
    enough = fit_model.ENOUGH
    assert fit_model.constant_of(near_the_model(enough)) == pytest.approx(0.0)
    assert fit_model.constant_of(near_the_model(enough, 1.25)) == pytest.approx(1.25)
    assert fit_model.constant_of(near_the_model(enough, -0.5)) == pytest.approx(-0.5)
    assert fit_model.constant_of(near_the_model(enough - 1, 1.25)) == 0.0
    assert fit_model.constant_of(near_the_model(enough, 1.25, is_survey=False)) == 0.0


def test_a_constant_is_told_by_the_best_of_what_has_numbers_and_is_small(monkeypatch):
    rows = near_the_model(fit_model.ENOUGH, 1.0)
    slow = [row._replace(microseconds=1.1 * row.microseconds) for row in rows]
    large = [
        row._replace(problem=dataclasses.replace(row.problem, batch=2), microseconds=15.1)
        for row in rows
    ]
    assert fit_model.constant_of([*rows, *slow, *slow, *large, *large]) == pytest.approx(1.0)
    assert fit_model.constant_of(large) == 0.0
    # A few rows that are far off do not count as much as they are off.
    few = [row._replace(microseconds=14.9) for row in large[:20]]
    assert fit_model.constant_of([*rows, *few]) == pytest.approx(1.0)
    monkeypatch.delitem(RATES, model.name_of(SPLIT))
    assert fit_model.constant_of(rows) == 0.0


def written_survey(path, rows):
    """Write what the script reads of a survey."""
    with path.open("w") as stream:
        stream.write(json.dumps({"environment": {}}) + "\n")
        for row in rows:
            p, tile = row.problem, dataclasses.asdict(row.kernel.tile)
            line = {"kernel": row.kernel.name, "layout": row.kernel.layout, "tile": tile,
                    "schedule": {}, "m": p.m, "n": p.n, "k": p.k, "batch": p.batch,
                    "microseconds": row.microseconds}  # fmt: skip
            stream.write(json.dumps(line) + "\n")


def run_script(monkeypatch, *arguments):
    """Run the script; return what it would write, or None if it writes nothing."""
    written = []
    monkeypatch.setattr(sys, "argv", ["fit_model.py", *map(str, arguments)])
    monkeypatch.setattr(fit_model, "write", written.append)
    assert fit_model.main() == 0
    return written[0] if written else None


def test_each_survey_is_judged_without_its_own_constant(capsys, monkeypatch, tmp_path):
    paths = [tmp_path / "slow.jsonl", tmp_path / "fast.jsonl"]
    for path, slower in zip(paths, (1.5, -0.5), strict=True):
        written_survey(path, near_the_model(fit_model.ENOUGH, slower))
    assert run_script(monkeypatch, "--dry-run", *paths) is None
    assert "200 measurements of surveys: predictions off by 0.0%" in capsys.readouterr().out


def test_only_the_kernels_named_are_fitted(capsys, monkeypatch, tmp_path):
    path, other = tmp_path / "survey.jsonl", find("any_layout")
    written_survey(path, [*near_the_model(8), *near_the_model(8, 0.5, kernel=other)])
    first = {kernel: model.name_of(kernel) for kernel in (SPLIT, other)}
    for named in ((other,), (SPLIT,), (SPLIT, other), ()):
        options = [word for kernel in named for word in ("--kernel", kernel.name)]
        fitted = run_script(monkeypatch, *options, path)
        assert set(fitted) == set(RATES)
        changed = {name for name in RATES if fitted[name] != RATES[name]}
        for kernel, name in first.items():
            alike = {name, *(model.name_of(kernel.specialised(each)) for each in kernel.layouts)}
            assert bool(changed & alike) == (kernel in (named or first))
            changed -= alike
        assert not changed
        # What is not fitted is judged all the same.
        assert "16 measurements of surveys" in capsys.readouterr().out


def test_a_survey_without_what_ships_is_told(capsys, monkeypatch, tmp_path):
    path = tmp_path / "survey.jsonl"
    path.write_text(json.dumps({"environment": {}}) + "\n" + json.dumps(survey_line()) + "\n")
    monkeypatch.setattr(sys, "argv", ["fit_model.py", "--dry-run", str(path)])
    assert fit_model.main() == 0
    assert "1 measurements of surveys" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["overlap", "moved"])
def test_numbers_stay_within_what_they_mean(name):
    wild = dataclasses.replace(HIDDEN, overlap=1.0, moved=0.71)
    measured = points(dataclasses.replace(wild, **{name: 3.0 if name == "overlap" else 0.1}))
    found = fit_model.fit(measured, wild, fit_model.HELD)
    assert found.overlap <= 1.0
    assert found.moved >= 0.7 - 1e-9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot be read"),
        ("bad\n", "neither a survey nor results"),
        ('{"kernel": "split_k"}\n', "neither a survey nor results"),
        ("{}\n", "hold no time of a kernel"),
    ],
)
def test_bad_files_are_errors_and_write_nothing(tmp_path, monkeypatch, capsys, text, message):
    path = tmp_path / "survey.jsonl"
    if text is not None:
        path.write_text(text)
    monkeypatch.setattr(sys, "argv", ["fit_model.py", str(path)])
    monkeypatch.setattr(fit_model, "write", lambda rates: pytest.fail("rates were written"))
    with pytest.raises(SystemExit) as stopped:
        fit_model.main()
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err
