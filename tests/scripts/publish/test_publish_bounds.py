"""The table of memory-bound sets, from the committed results."""

import dataclasses
from pathlib import Path

import pytest
from publish.bounds import beside_stream, memory_bound
from publish.places import Place, read_places


@pytest.fixture(scope="module")
def place() -> Place:
    places = read_places(Path(__file__).parents[3] / "results")
    return next(each for each in places if each.hardware == "NVIDIA H200")


def rows_of(place: Place) -> dict[str, list[str]]:
    cells = ([cell.strip() for cell in line.split("|")] for line in memory_bound(place).split("\n"))
    return {row[1]: row[2:-1] for row in cells if len(row) > 7}


def test_the_lowest_share_is_that_of_its_problem(place: Place) -> None:
    summary = next(each for each in place.leaders if each.name == "tiny_batches")
    count, goal, reached, ours, theirs, lowest, where = rows_of(place)["tiny_batches"]
    assert goal == "0.7"
    assert 0 < int(reached) < int(count)
    assert int(count) == len(summary.pairs), "every batch of tiny products is memory-bound"
    pair = next(each for each in summary.pairs if str(each.setting) == where)
    problem = pair.setting.problem
    elements = problem.m * problem.k + problem.k * problem.n + problem.m * problem.n
    launch = min(each.contender_seconds for one in place.leaders for each in one.pairs)
    bound = max(4 * problem.batch * elements / 4800e9, launch)
    assert float(lowest) == pytest.approx(bound / pair.contender_seconds, rel=0.01)
    assert float(lowest) < float(ours) < 1
    assert float(theirs) < float(ours)


def test_single_rows_and_columns_are_of_all_sets(place: Place) -> None:
    """The goal of 0.85 counts where the bound is 2 us or more."""
    count, goal, reached, *_ = rows_of(place)["single rows and columns"]
    assert goal == "0.85"
    assert 0 < int(reached) < int(count)
    sizes = [
        (pair.setting.problem, pair.contender_seconds)
        for each in place.leaders
        if each.name in ("slender", "layers", "tiny_batches")
        for pair in each.pairs
        if (pair.setting.problem.m == 1) != (pair.setting.problem.n == 1)
    ]
    moved = [(4 * sum(problem.elements) / 4800e9, seconds) for problem, seconds in sizes]
    assert int(reached) == sum(t >= 2e-6 and t / seconds >= 0.85 for t, seconds in moved)
    assert rows_of(place)["layers"][1:3] == ["-", "-"]


def test_what_the_multipliers_take_longer_for_is_not_memory_bound(place: Place) -> None:
    slower = dataclasses.replace(place, limits=place.limits._replace(memory_gbytes=480.0))
    before, after = rows_of(place), rows_of(slower)
    assert int(after["layers"][0]) > int(before["layers"][0])
    unknown = dataclasses.replace(place, limits=place.limits._replace(memory_gbytes=None))
    assert memory_bound(unknown) == ""


def test_shares_of_a_stream_are_of_one_run() -> None:
    """A goal is reached at exactly its share; single rows stand in their own line, too."""
    common = {"gpu": "G", "measured_at": "2026-11-29T12:00", "commit": "abc", "layout": "nt"}
    problems = {
        ("tiny_batches", "5", "5", "5", "9"): (7.0, 10.0, 20.0),
        ("tiny_batches", "1", "5", "5", "9"): (6.0, 10.0, 8.0),
        ("slender", "3", "3", "9000", "1"): (6.0, 10.0, 8.0),
        ("slender", "16", "9000", "9", "1"): (7.0, 10.0, 8.0),
        ("slender", "9000", "17", "9", "1"): (8.0, 10.0, 8.0),
        ("slender", "33", "9000", "9", "1"): (5.0, 10.0, 8.0),
        ("slender", "9000", "64", "9", "1"): (9.0, 10.0, 8.0),
    }
    rows = [
        common
        | dict(zip(("set", "m", "n", "k", "batch"), sizes, strict=True))
        | {"contender": name, "median_us": str(time)}
        for sizes, times in problems.items()
        for name, time in zip(("stream", "auto", "cublas fp32"), times, strict=True)
    ]
    *_, tiny, slender, few, tens, many, long_k, vectors = beside_stream(rows).splitlines()
    assert slender.startswith("| slender | 5 | 0.7 | 3 | ")
    assert few.startswith("| slender, 1 to 16 rows or columns | 1 | 0.7 | 1 | 0.700 ")
    assert tens.startswith("| slender, 17 to 32 rows or columns | 1 | 0.7 | 1 | 0.800 ")
    assert many.startswith("| slender, 33 to 64 rows or columns | 2 | 0.7 | 1 | 0.671 ")
    assert long_k.startswith("| slender, k the longest | 1 | 0.7 | 0 | 0.600 ")
    assert tiny == "| tiny_batches | 2 | 0.7 | 1 | 0.648 | 0.512 | 0.600 | 1x5x5 nt, batch 9 |"
    assert vectors.startswith("| single rows and columns | 1 | 0.85 | 0 | 0.600 ")
