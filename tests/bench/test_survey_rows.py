"""Which measurements are of kernels as they are now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sgemm.bench import survey_rows
from sgemm.kernels.catalogue import find
from sgemm.kernels.schedule import Schedule
from sgemm.problem import Problem

PAIR = next(tile for tile in find("stream_k_tma").tiles if tile.blocks == 2 and tile.tm == 16)


def row(layout, problem, tile=PAIR, name="stream_k_tma", **schedule):
    return survey_rows.Row(problem, find(name).specialised(layout, tile), Schedule(**schedule), 1.0)


def is_outdated(found, name):
    return survey_rows.is_outdated(found, Path(f"{name}.jsonl"))


@pytest.mark.parametrize(
    ("layout", "tiles", "schedule", "outdated"),
    [
        ("tn", 661, {"blocks": 264}, True),  # the block in the middle has a third tile
        ("tn", 660, {"blocks": 264}, False),
        ("tn", 761, {"blocks": 264, "streamed": 100}, True),
        ("tn", 760, {"blocks": 264, "streamed": 100}, False),
        ("nn", 661, {"blocks": 264}, False),  # producers copy elements of A
    ],
)
def test_blocks_with_three_tiles_begin_apart(layout, tiles, schedule, outdated):
    problem = Problem(128 * tiles, 128, 64, trans_a=layout == "tn")
    found = row(layout, problem, **schedule)
    assert is_outdated(found, "waves-1") is outdated
    assert is_outdated(found, "packed-1") is outdated
    assert not is_outdated(found, "apart-1")


def test_blocks_that_have_a_multiprocessor_to_themselves_begin_together():
    large = find("stream_k_tma").tiles[0]
    found = row("tn", Problem(128 * 2000, 256, 64, trans_a=True), large, blocks=132)
    assert not is_outdated(found, "waves-1")


def test_tiles_of_many_parts_are_added_by_a_launch():
    found = row("tn", Problem(128, 128, 65536, trans_a=True), blocks=132, streamed=1)
    assert is_outdated(found, "waves-1")
    assert not is_outdated(found, "long-k-1")
    assert not is_outdated(found, "apart-1")


def test_tiles_that_do_not_ship_are_passed_over(tmp_path):
    numbers = {"bm": 128, "bn": 128, "bk": 16, "tm": 16, "tn": 8, "wm": 64, "wn": 64, "stages": 3}
    numbers |= {"producers": 128, "blocks": 2, "consumer_registers": 168}
    numbers |= {"producer_registers": 32, "loop_registers": 224}
    line = {"kernel": "stream_k_tma", "layout": "tn", "tile": numbers, "schedule": {"blocks": 4}}
    line |= {"m": 256, "n": 256, "k": 64, "batch": 1, "microseconds": 7.5}
    other = line | {"tile": numbers | {"stages": 2}}
    path = tmp_path / "survey.jsonl"
    lines = [{"environment": {}}, line, other]
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    (found,) = survey_rows.rows_of(path)
    assert found.kernel.tile == PAIR
    assert found.problem == Problem(256, 256, 64, trans_a=True)
    assert found.schedule == Schedule(blocks=4)
    assert found.microseconds == 7.5
    assert found.is_survey
