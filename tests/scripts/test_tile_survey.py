"""The survey of tiles: what it would measure, which is planned without a GPU."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import tile_survey  # noqa: E402

from sgemm.errors import ArgumentError  # noqa: E402
from sgemm.kernels.library import skinny, split_k  # noqa: E402
from sgemm.kernels.schedule import Schedule  # noqa: E402
from sgemm.problem import LAYOUTS, Problem  # noqa: E402

KERNELS = [*split_k.KERNEL.specialisations(), *skinny.KERNEL.specialisations()]


def test_default_shapes_are_different_and_cover_layouts_and_batches() -> None:
    problems = tile_survey.default_shapes()
    assert len(set(problems)) == len(problems)
    assert {problem.layout for problem in problems} == set(LAYOUTS)
    assert any(problem.batch > 1 for problem in problems)
    assert tile_survey.default_shapes() == problems


def test_every_shape_has_contenders_and_none_is_illegal() -> None:
    for problem in tile_survey.default_shapes():
        found = list(tile_survey.contenders(KERNELS, problem, 132))
        assert found, problem
        assert len(set(found)) == len(found)
        for kernel, schedule in found:
            assert kernel.layout == problem.layout
            kernel.launch(problem, schedule=schedule)
            assert schedule.splits <= max(1, -(-problem.k // kernel.tile.bk))


def test_hopeless_tiles_are_left_out() -> None:
    tiles = {
        kernel.tile for kernel, _ in tile_survey.contenders(KERNELS, Problem(1, 65536, 64), 132)
    }
    assert all(tile.bm <= 16 for tile in tiles)


def test_the_host_is_ahead_before_a_round_begins() -> None:
    """What the GPU was asked for, in order: much to do, then each run behind an emptied cache.

    Before that a short one runs untimed.
    """
    asked: list[str] = []

    class Event:
        def seconds_since(self, _: Event) -> float:
            return 1.0

    class Machine:
        def fill(self, *_: object) -> None:
            asked.append("fill")

        def record(self) -> Event:
            asked.append("event")
            return Event()

    survey = object.__new__(tile_survey.Survey)
    survey._machine, survey._flushed = Machine(), None  # type: ignore[assignment]
    runs = [lambda: asked.append("first"), lambda: asked.append("second")]
    assert survey._raced(runs, [0, 1], {1}) == [(0, 1.0), (1, 1.0)]
    each = ["fill", "event", "first", "event", "second", "fill", "event", "second", "event"]
    assert asked == ["fill"] * tile_survey.AHEAD + each


def test_shapes_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "shapes"
    path.write_text("nt 3 4 5\n\ntt 6 7 8 9\n", encoding="utf-8")
    assert tile_survey.shapes_in(path) == [
        Problem(3, 4, 5, trans_b=True),
        Problem(6, 7, 8, trans_a=True, trans_b=True, batch=9),
    ]


@pytest.mark.parametrize("line", ["nx 1 2 3", "nn 1 2", "nn 1 2 three"])
def test_a_line_that_is_no_shape_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "shapes"
    path.write_text(f"nn 1 1 1\n{line}\n", encoding="utf-8")
    with pytest.raises(ArgumentError, match=f":2: '{line}' is no shape"):
        tile_survey.shapes_in(path)


def test_numbers_at_their_default_are_left_out() -> None:
    assert tile_survey.own_numbers(Schedule(splits=3)) == {"splits": 3}
    assert tile_survey.own_numbers(split_k.TILES[0]) == {
        "bm": 64, "bn": 64, "bk": 16, "tm": 4, "tn": 8, "stages": 4
    }  # fmt: skip


def test_what_a_file_holds_is_known(tmp_path: Path) -> None:
    path = tmp_path / "tiles.jsonl"
    assert tile_survey.held_in(path) == set()
    line = {"layout": "nn", "m": 1, "n": 2, "k": 3, "batch": 4}
    path.write_text(f'{{"environment": {{}}}}\n{json.dumps(line)}\n', encoding="utf-8")
    assert tile_survey.held_in(path) == {("nn", 1, 2, 3, 4)}
