"""The documentation tells when a set was measured, with which commit, and what changed since."""

import dataclasses
import datetime
import subprocess
from pathlib import Path

import pytest
from publish.ages import CHANGES, NOT_RECORDED, age_of, read_changes
from publish.places import read_places

from results_maker import ENVIRONMENT, measured, write
from sgemm.errors import ArgumentError

ROOT = Path(__file__).parents[3]
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
    age = age_of(*squares_of(results))
    assert age.older == 4
    assert {change.commit: n for change, n in age.before.items()} == {"aaaaaaa": 2, "bbbbbbb": 4}


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
