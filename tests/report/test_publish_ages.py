"""The documentation tells when a set was measured, with which commit, and what changed since."""

import dataclasses
import datetime
import subprocess
from pathlib import Path

import pytest

from results_maker import ENVIRONMENT, judged, measured, write
from sgemm.errors import ArgumentError
from sgemm.problem import Problem
from sgemm.report.ages import CHANGES, NOT_RECORDED, age_of, read_changes
from sgemm.report.places import read_places
from sgemm.report.publish.blocks import NOTHING_OLDER, TABLES, ages, environments

ROOT = Path(__file__).parents[2]
DAY = "2026-05-04"
LOOP = f"{DAY}T08:00:00+00:00 aaaaaaa split_k,skinny the loop\n"


def at(minute):
    return f"{DAY}T{minute}:30+00:00"


def auto(size, ratio, minute, chosen="split_k", **more):
    return measured("auto", size, ratio, chosen=chosen, measured_at=at(minute), **more)


@pytest.fixture
def results(tmp_path):
    """Squares of two files, one without a commit; half of them older than a change."""
    none = dataclasses.replace(ENVIRONMENT, commit=None)
    write(tmp_path / "a.jsonl", ENVIRONMENT, [auto(1024, 1.2, "07:58"), auto(2048, 0.8, "07:59")])
    write(tmp_path / "b.jsonl", none, [auto(4096, 1.2, "08:01"), auto(5120, 1.2, "07:59", "naive")])
    (tmp_path / CHANGES).write_text(f"# what changed\n\n{LOOP}")
    return tmp_path


def squares_of(folder):
    (place,) = read_places(folder)
    return place, [place.squares[size]["auto"] for size in place.squares]


def test_only_older_measurements_of_changed_kernels_are_older(results):
    place, pairs = squares_of(results)
    age = age_of(place, pairs)
    assert (age.problems, age.older) == (4, 2)
    assert [(change.commit, count) for change, count in age.before.items()] == [("aaaaaaa", 2)]
    assert age.when == f"{DAY} 07:58 ... 08:01"
    assert age.day == DAY
    assert age.commit == f"0123456, others {NOT_RECORDED}"
    single = age_of(place, pairs[2:3])
    assert (single.when, single.commit, single.older) == (f"{DAY} 08:01", NOT_RECORDED, 0)
    later = measured("auto", 6144, 1.0, chosen="coalesced", measured_at="2026-05-06T01:00:00+02:00")
    write(results / "c.jsonl", ENVIRONMENT, [later])
    age = age_of(*squares_of(results))
    assert age.when == f"{DAY} 07:58 ... 2026-05-05 23:00", "several days are given in full"
    assert age.day == f"{DAY} ... 2026-05-05"


def test_a_measurement_that_both_changes_concern_is_older_once(results):
    with (results / CHANGES).open("a") as file:
        file.write(f"{DAY}T07:59:00+02:00 ccccccc split_k too early, since the time has a zone\n")
        file.write(f"{DAY}T12:00:00+00:00 bbbbbbb split_k,naive all of them\n")
    place, pairs = squares_of(results)
    age = age_of(place, pairs)
    assert age.older == 4
    assert {change.commit: count for change, count in age.before.items()} == {
        "aaaaaaa": 2,
        "bbbbbbb": 4,
    }


def test_the_table_of_changes(results):
    table = ages(read_places(results))
    line = f"| {DAY} 08:00 | aaaaaaa | `skinny`, `split_k` | the loop | squares_nn (H200): 2 of 4 |"
    assert table.splitlines()[2:] == [line]
    (results / CHANGES).write_text("")
    assert ages(read_places(results)) == NOTHING_OLDER
    assert ages(()) == ""


def test_commits_come_in_order_and_what_has_none_is_named(results):
    for commit, size in (("fffffff", 6144), ("1111111", 7168)):
        environment = dataclasses.replace(ENVIRONMENT, commit=commit)
        write(results / f"{commit}.jsonl", environment, [auto(size, 1.0, "07:58")])
    age = age_of(*squares_of(results))
    assert age.commit == f"0123456, 1111111, fffffff, others {NOT_RECORDED}"
    commits = f"| 0123456, 1111111, fffffff, {NOT_RECORDED} |"
    assert commits in environments(read_places(results))


def test_the_headline_has_speed_error_time_and_age(results):
    exact = dataclasses.replace(judged(True), rms=0.2)
    write(
        results / "a.jsonl",
        ENVIRONMENT,
        [
            measured("cublas fp32", 1024, 1.0, baseline=None, verification=exact),
            auto(Problem(1000, 1000, 1000), 1.5, "09:00"),
            auto(Problem(3, 1, 2), 9.0, "09:00"),
        ],
    )
    text = TABLES["headline"](read_places(results))
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")][1:]
    # Geometric mean of 1.2, 0.8, 1.2 and 1.2; 0.4 over 0.2 at the one size that has an error.
    assert [row[1:7] for row in rows] == [
        ["4", "**1.084**", "0.8000", "3", "1", "2.00"],
        ["1", "**1.500**", "1.500", "1", "0", "-"],
    ]
    assert rows[0][0].startswith("| squares 1024 ... 12800, A\\*B")
    assert [row[-1] for row in rows] == ["2 of 4 |", "- |"]
    assert text.startswith("`auto` on one NVIDIA H200, beside cuBLAS FP32")
    assert text.endswith("changed its kernel, or when it is chosen: aaaaaaa.\n")
    (results / CHANGES).unlink()
    assert "Older" not in TABLES["headline"](read_places(results))
    assert TABLES["headline"](()) == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("soon aaaaaaa split_k words", r"changes.txt:1: 'soon' is no time like 2026-"),
        (f"{at('08:00')} master split_k words", r"changes.txt:1: .* should be a time, a commit"),
        (f"{at('08:00')} aaaaaaa split_k", r"changes.txt:1: .* should be a time, a commit"),
        (f"{at('08:00')} aaaaaaa naive,,skinny words", r"changes.txt:1: kernel = '': no kernel"),
        (f"{at('08:00')} aaaaaaa all words", r"changes.txt:1: kernel = 'all': no kernel"),
    ],
)
def test_bad_lines_of_changes(tmp_path, line, words):
    (tmp_path / CHANGES).write_text(line + "\n")
    with pytest.raises(ArgumentError, match=words):
        read_changes(tmp_path)


def test_changes_come_in_the_order_of_time(tmp_path):
    (tmp_path / CHANGES).write_text(
        f"{at('09:00')} bbbbbbb naive,skinny later\n{DAY}T08:00:00 aaaaaaa split_k in UTC\n"
    )
    first, last = read_changes(tmp_path)
    assert (first.commit, last.commit) == ("aaaaaaa", "bbbbbbb")
    assert first.at == datetime.datetime(2026, 5, 4, 8, tzinfo=datetime.UTC)
    assert last.kernels == {"naive", "skinny"}
    assert read_changes(tmp_path / "missing") == ()


def test_the_changes_of_this_project_are_commits_of_it():
    changes = read_changes(ROOT / "results")
    assert changes
    for change in changes:
        done = subprocess.run(
            ["git", "-C", str(ROOT), "show", "-s", "--format=%cI", change.commit],
            capture_output=True,
            text=True,
            check=False,
        )
        # Where there is no repository, or only a part of its history, there is nothing to compare.
        if done.returncode == 0:
            assert datetime.datetime.fromisoformat(done.stdout.strip()) == change.at, change
