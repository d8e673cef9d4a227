"""Fitting the planner's model: it finds what measurements were made of, and loses nothing."""

import dataclasses
import itertools
import json
import math
from pathlib import Path

import pytest

from results_maker import ENVIRONMENT, write
from sgemm.bench import fitting
from sgemm.bench.codec import encode
from sgemm.bench.environment import describe_environment
from sgemm.bench.measurement import Measurement, Samples
from sgemm.bench.survey_problems import GROUPS
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find, kernels
from sgemm.kernels.gpus import H200
from sgemm.kernels.schedule import Schedule
from sgemm.planning import rates
from sgemm.planning.rates import DEFAULT, Rates, rates_key, shipped_for, shipped_lines
from sgemm.problem import Problem
from split_rates import fitted

ROOT = Path(__file__).parents[2]
SPLIT = find("split_k")
RATES = shipped_for(H200)
HIDDEN = Rates(5.3, 0.44, 0.31, 0.9, 0.8, 1.9, 0.15, 1.4, 0.9, 0.03, 0.2, 0.4, 0.0, 0.0, 3)


def points(rates):
    """Return what a survey would have found if the model with these numbers were the truth."""
    found = []
    sizes = itertools.product((40, 130, 1000), (63, 700, 2049), (17, 256, 3000))
    for (m, n, k), splits in itertools.product(sizes, (1, 2, 5, 24)):
        row = fitting.Row(Problem(m, n, k), SPLIT, Schedule(splits=splits), 1.0, True)
        predicted = fitting.predicted(row, rates)
        found.append(fitting.point_of(row._replace(microseconds=predicted), predicted))
    return found


def test_a_fit_finds_the_numbers_that_times_were_made_of():
    measured = points(HIDDEN)
    begin = fitting.start(measured, SPLIT)
    found = fitting.fit_resident(measured, begin, fitting.RESIDENT)
    off, before = (abs(fitting.errors(measured, rates)) for rates in (found, begin))
    assert before.mean() > 0.1
    assert off.mean() < 0.01
    assert found.resident == HIDDEN.resident
    assert found.skew == 0.0


def test_a_few_disturbed_times_change_little():
    measured = points(HIDDEN)
    disturbed = [
        point._replace(log_time=point.log_time + 1.5 * (number % 20 == 0))
        for number, point in enumerate(measured)
    ]
    begin = fitting.start(disturbed, SPLIT)
    found = fitting.fit_resident(disturbed, begin, (HIDDEN.resident,))
    assert abs(fitting.errors(measured, found)).mean() < 0.03


def test_problems_that_take_long_weigh_more():
    def weight(best):
        row = fitting.Row(Problem(100, 100, 100), SPLIT, Schedule(), best, True)
        return fitting.point_of(row, best).weight

    assert weight(4.0) == weight(20.0) == 1.0
    assert weight(20.0) < weight(100.0) < weight(640.0)
    assert weight(640.0) == weight(6400.0) == math.sqrt(fitting.MOST_WEIGHT)


def test_times_near_the_best_one_weigh_more():
    row = fitting.Row(Problem(1000, 700, 3000), SPLIT, Schedule(), 1.0, True)
    predicted = fitting.predicted(row, HIDDEN)

    def error(measured, best):
        """Return what counts of a time; it and the best one are multiples of the prediction."""
        point = fitting.point_of(row._replace(microseconds=measured * predicted), best * predicted)
        return abs(fitting.errors([point._replace(weight=1.0)], HIDDEN)[0])

    # The square root of a 16th; what is predicted to take longer than it does counts as measured.
    assert error(0.8, 0.4) == pytest.approx(error(0.8, 0.8) / 4)
    # What is predicted to be the best, and takes four times as long, counts as what takes twice.
    assert error(4.0, 1.0) == pytest.approx(error(4.0, 2.0) / 4)
    # In small problems all count alike.
    assert 11.0 < fitting.NEAR_FROM < 0.4 * predicted
    assert error(0.8, 11.0 / predicted) == error(0.8, 0.8)


def test_what_was_not_measured_keeps_its_numbers():
    names = {rates_key(kernel) for kernel in SPLIT.specialisations()}
    others = {name for name in RATES if name not in names}
    every = (
        each.specialised(each.layouts[0], tile) for each in kernels() for tile in each.all_tiles
    )
    stayed = fitting.kept({rates_key(kernel) for kernel in every} - names)
    assert stayed == {name: RATES[name] for name in names}
    assert set(fitting.kept(set())) <= names | others


def test_what_is_written_is_read_again(tmp_path):
    target = tmp_path / "rates.csv"
    numbers = {"b nn 1x1x1": HIDDEN, "a tn 1x1x1": DEFAULT, "a nn 1x1x1": DEFAULT}
    target.write_text(fitting.table(numbers))
    found = rates.read(target)
    assert list(found) == ["a nn 1x1x1", "a tn 1x1x1", "b nn 1x1x1"]
    assert found["b nn 1x1x1"] == HIDDEN


@pytest.mark.parametrize("gpu", rates.FILES, ids=lambda gpu: gpu.name)
def test_what_ships_was_written_so(gpu):
    path = rates.path_of(gpu)
    assert fitting.table(rates.read(path)).encode() == path.read_bytes()


@pytest.mark.parametrize("damage", ["launch,step", "0.5,nonsense", "0.5,"])
def test_a_table_of_rates_that_is_none(tmp_path, damage):
    target = tmp_path / "rates.csv"
    text = rates.path_of(H200).read_text()
    old = "launch,step" if damage == "launch,step" else text.splitlines()[1].split(",", 3)[3]
    target.write_text(text.replace(old, "step,launch" if damage == "launch,step" else damage, 1))
    with pytest.raises((ValueError, TypeError)):
        rates.read(target)


def test_results_of_the_benchmark_are_read_too():
    rows = list(fitting.measurements(ROOT / "results/h200/bench.parquet/random.jsonl"))
    assert {row.kernel.name for row in rows} >= {"split_k", "skinny"}
    assert not any(row.is_survey for row in rows)
    assert all(math.isfinite(row.microseconds) and row.microseconds > 1 for row in rows)


def near_the_model(count, slower=0.0, kernel=SPLIT, is_survey=True):
    """Return rows of small problems that take some microseconds more than the model predicts."""
    rows = []
    for number in range(count):
        row = fitting.Row(Problem(8 + number, 40, 64), kernel, Schedule(), 1.0, is_survey)
        predicted = fitting.predicted(row, RATES[rates_key(kernel)])
        assert predicted + slower < fitting.SMALL
        rows.append(row._replace(microseconds=predicted + slower))
    return rows


def test_a_constant_is_what_all_small_problems_of_a_survey_take_longer():
    enough = fitting.ENOUGH
    assert fitting.constant_of(near_the_model(enough)) == pytest.approx(0.0)
    assert fitting.constant_of(near_the_model(enough, 1.25)) == pytest.approx(1.25)
    assert fitting.constant_of(near_the_model(enough, -0.5)) == pytest.approx(-0.5)
    assert fitting.constant_of(near_the_model(enough - 1, 1.25)) == 0.0
    assert fitting.constant_of(near_the_model(enough, 1.25, is_survey=False)) == 0.0


def test_a_constant_comes_from_the_best_of_what_has_numbers_and_is_small(monkeypatch):
    rows = near_the_model(fitting.ENOUGH, 1.0)
    slow = [row._replace(microseconds=1.1 * row.microseconds) for row in rows]
    large = [
        row._replace(problem=dataclasses.replace(row.problem, batch=2), microseconds=15.1)
        for row in rows
    ]
    assert fitting.constant_of([*rows, *slow, *slow, *large, *large]) == pytest.approx(1.0)
    assert fitting.constant_of(large) == 0.0
    # A few rows that are far off do not count as much as they are off.
    few = [row._replace(microseconds=14.9) for row in large[:20]]
    assert fitting.constant_of([*rows, *few]) == pytest.approx(1.0)
    monkeypatch.delitem(shipped_lines(H200), rates_key(SPLIT))
    assert fitting.constant_of(rows) == 0.0


def written_survey(path, rows, **more):
    """Write what the script reads of a survey; each line says some more."""
    with path.open("w") as stream:
        stream.write(json.dumps({"environment": {}}) + "\n")
        for row in rows:
            p, tile, schedule = row.problem, encode(row.kernel.tile), encode(row.schedule)
            line = {"kernel": row.kernel.name, "layout": row.kernel.layout, "tile": tile,
                    "schedule": schedule, "m": p.m, "n": p.n, "k": p.k, "batch": p.batch,
                    "microseconds": row.microseconds, **more}  # fmt: skip
            stream.write(json.dumps(line) + "\n")


def judgement(paths):
    rows = fitting.rows_in(paths)
    return " ".join(fitting.judged(rows, RATES))


def test_each_survey_is_judged_without_its_own_constant(tmp_path):
    paths = [tmp_path / "slow.jsonl", tmp_path / "fast.jsonl"]
    for path, slower in zip(paths, (1.5, -0.5), strict=True):
        written_survey(path, near_the_model(fitting.ENOUGH, slower))
    words = judgement(paths)
    assert "200 measurements of surveys: predictions off by 0.0%" in words
    assert "shapes: the choice takes 1.000 of the best candidate's time" in words


def test_what_is_no_candidate_is_not_chosen():
    problem = Problem(64, 8, 8, trans_a=True, trans_b=True, batch=200_000)
    kernel = find("tiny_batched").specialised("tt")
    row = fitting.Row(problem, kernel, Schedule(), 1.0)
    smallest = row._replace(kernel=kernel.specialised(tile=kernel.tiles[-1]))
    assert smallest.kernel.geometry.unsuited(row.problem, smallest.kernel.tile)
    rows = [row, smallest._replace(microseconds=2.0)]
    by_time = [fitting.predicted(each, RATES[rates_key(each.kernel)]) for each in rows]
    assert by_time[1] < by_time[0]
    words = " ".join(fitting.judged(rows, RATES))
    assert "2 measurements" in words and "1 shapes: the choice takes 1.000 " in words


def test_only_the_kernels_named_are_fitted(tmp_path):
    path, other = tmp_path / "survey.jsonl", find("any_layout")
    written_survey(path, [*near_the_model(8), *near_the_model(8, 0.5, kernel=other)])
    first = {kernel: rates_key(kernel) for kernel in (SPLIT, other)}
    rows = fitting.rows_in([path])
    for named in ((other,), (SPLIT,), (SPLIT, other), ()):
        fitted, stay = fitting.fitted_to(rows, [kernel.name for kernel in named])
        assert set(fitted) == set(RATES)
        assert all(fitted[name] == RATES[name] for name in stay)
        changed = {name for name in RATES if fitted[name] != RATES[name]}
        for kernel, name in first.items():
            alike = {name, *(rates_key(kernel.specialised(each)) for each in kernel.layouts)}
            assert bool(changed & alike) == (kernel in (named or first))
            changed -= alike
        assert not changed


def timed(path, seconds=(7.5e-6,), protocol="cold L2", **environment):
    kernel = SPLIT.specialised("tn")
    line = Measurement(
        Problem(9, 8, 700, trans_a=True), "split_k:splits=3", "cuda", Samples(seconds), None,
        tile=kernel.tile, schedule=Schedule(splits=3), protocol=protocol,
    )  # fmt: skip
    write(path, dataclasses.replace(ENVIRONMENT, **environment), [line])
    return path


def test_surveys_of_the_engine_are_read_as_they_are(tmp_path):
    path = timed(tmp_path / "survey.jsonl", protocol="survey, cold L2")
    (row,) = fitting.rows_in([path])
    assert (row.kernel, row.schedule, row.is_survey) == (
        SPLIT.specialised("tn"), Schedule(splits=3), True,
    )  # fmt: skip
    assert row.microseconds == pytest.approx(7.5)
    assert list(fitting.measurements(path, "cpu")) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"protocol": "hot"}, "x.jsonl: protocol = 'hot' of split_k:splits=3 at 9x8x700 tn"),
        ({"clock_regime": "locked at 1395 MHz"}, "x.jsonl: clock_regime = 'locked at 1395 MHz'"),
        (
            {"seconds": (0.0, 0.0)},
            "x.jsonl: samples of split_k:splits=3 at 9x8x700 tn have a median",
        ),
    ],
)
def test_times_of_other_conditions_are_refused(tmp_path, change, words):
    with pytest.raises(ArgumentError, match=words):
        fitting.rows_in([timed(tmp_path / "x.jsonl", **change)])


def test_two_drivers_are_fitted_each_alone_and_a_line_that_was_replaced_is_none(tmp_path):
    paths = [timed(tmp_path / f"{name}.jsonl", driver=name) for name in ("580.1", "590.2")]
    with pytest.raises(ArgumentError, match=r"several drivers, fit each alone: 580\.1, 590\.2"):
        fitting.gpu_of(fitting.rows_in(paths))
    timed(paths[0], seconds=(9e-6,), driver="580.1")
    (row,) = fitting.rows_in(paths[:1])
    assert row.microseconds == pytest.approx(9.0)


@pytest.mark.parametrize("name", ["overlap", "moved"])
def test_numbers_stay_within_what_they_mean(name):
    wild = HIDDEN._replace(overlap=1.0, moved=0.71)
    measured = points(wild._replace(**{name: 3.0 if name == "overlap" else 0.1}))
    found = fitting.fit(measured, wild, fitting.HELD)
    assert found.overlap <= 1.0
    assert found.moved >= 0.7 - 1e-9


def test_lines_of_a_survey_say_what_their_kernel_did_otherwise(tmp_path):
    """Nothing else is left out: a new survey may have any name, and any problem."""
    pair = next(tile for tile in find("stream_k_tma").tiles if tile.blocks == 2)
    vector = find("gemv").tiles[0]
    staggered = fitting.Row(
        Problem(pair.bm * 661, pair.bn, 64, trans_a=True),
        *(find("stream_k_tma").specialised("tn", pair), Schedule(blocks=264), 1.0),
    )
    many_parts = staggered._replace(
        problem=Problem(128, 128, 65536, trans_a=True),
        schedule=Schedule(blocks=132, stream_k_tiles=1),
    )
    evicting = fitting.Row(
        Problem(1, 4096, 4096, trans_b=True),
        *(find("gemv").specialised("nt", vector), Schedule(), 1.0),
    )
    path = tmp_path / "new.jsonl"
    written_survey(path, [staggered, many_parts, evicting])
    assert fitting.rows_in([path]) == [staggered, many_parts, evicting]
    written_survey(path, [staggered, many_parts], outdated=True)
    written_survey(path.with_name("old.jsonl"), [evicting], evicts_first=False)
    assert list(fitting.rows_of(path)) == []
    (found,) = fitting.rows_of(path.with_name("old.jsonl"))
    assert found.kernel.geometry.evict_first(vector) == 0
    assert evicting.kernel.geometry.evict_first(vector) > 0


@pytest.mark.parametrize("name", ["fp16x3", "bf16x6"])
def test_kernels_on_tensor_cores_get_numbers_from_a_survey_in_either_form(tmp_path, name):
    hidden = HIDDEN._replace(launch=20.0, overlap=0.7, copy=0.0, elementwise=2.0, scattered=1.0)
    kernels = [find(name).specialised(tile=tile) for tile in find(name).tiles]
    rows = []
    for kernel in kernels:
        for problem in GROUPS["split"]:
            own = fitting.Row(problem, kernel.specialised(problem.layout), Schedule(), 1.0)
            own = own._replace(schedule=kernel.schedule(problem, fitting.MULTIPROCESSORS))
            rates = hidden._replace(resident=kernel.tile.blocks)
            rows.append(own._replace(microseconds=fitting.predicted(own, rates)))
    path, results = tmp_path / "survey.jsonl", tmp_path / "results.jsonl"
    written_survey(path, [each for each in rows if each.problem.beta == 0.0])
    write(results, describe_environment(), [
        Measurement(each.problem, f"{name}:{each.kernel.tile}", "cuda",
                    Samples((each.microseconds * 1e-6,)), None, tile=each.kernel.tile,
                    schedule=each.schedule, protocol="cold L2")
        for each in rows
    ])  # fmt: skip
    with fitted(()):
        found = fitting.rows_in([path, results])
        assert len(found) == 2 * len(rows) - sum(each.problem.beta != 0.0 for each in rows)
        assert list(fitting.judged(found, shipped_for(H200))) == []  # without numbers
        numbers, _ = fitting.fitted_to(found, [name])
    named = {rates_key(each) for each in find(name).specialisations()}
    assert named <= set(numbers)
    for each in found:
        time = fitting.predicted(each, numbers[rates_key(each.kernel)])
        assert time == pytest.approx(each.microseconds, rel=0.1), each


def test_tiles_that_do_not_ship_are_passed_over(tmp_path):
    path, problem = tmp_path / "survey.jsonl", Problem(10, 20, 900, trans_a=True, batch=2)
    shipped = fitting.Row(problem, SPLIT.specialised("tn"), Schedule(splits=3), 7.5)
    tile = dataclasses.replace(SPLIT.tile, stages=7)
    other = dataclasses.replace(shipped.kernel, tile=tile, tiles=(tile,))
    written_survey(path, [shipped, shipped._replace(kernel=other)])
    assert list(fitting.rows_of(path)) == [shipped]
