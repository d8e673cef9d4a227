"""Parquet holds what JSON Lines hold, and gives it back."""

import dataclasses
import json
import sys
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_results import BARE, ELSEWHERE, ENVIRONMENT, FULL, TRACE, measurements, put, same

from results_maker import write
from sgemm.bench import files, parquet
from sgemm.bench.measurement import Baseline, SampleDetails, Samples
from sgemm.bench.parquet import files_in, is_other, read_lines, sealed, write_lines
from sgemm.bench.result_set import load, load_part, load_sets
from sgemm.bench.results import Results, read_all, to_json_lines, to_parquet
from sgemm.errors import ArgumentError, MissingToolError

FILES = (
    ("a.jsonl", Results(ENVIRONMENT, (FULL, BARE, FULL), (TRACE,))),
    ("b.jsonl", Results(ELSEWHERE, (BARE,))),
    ("empty.jsonl", Results(ELSEWHERE, ())),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "some.parquet"
    file.write_bytes(to_parquet(FILES))
    return file


def fits(value):
    """Whether all whole numbers have at most 63 bits, as those of Parquet."""
    if isinstance(value, dict):
        return all(map(fits, value.values()))
    return not isinstance(value, int) or value < 2**63


@settings(max_examples=30, deadline=None)
@given(st.lists(measurements, max_size=3))
def test_any_measurement_goes_through_parquet(tmp_path_factory, several):
    several = tuple(each for each in several if fits(dataclasses.asdict(each)))
    path = tmp_path_factory.mktemp("any") / "x.parquet"
    path.write_bytes(to_parquet([("x", Results(ENVIRONMENT, several))]))
    ((_, found),) = read_all(path)
    assert found.environment == ENVIRONMENT
    assert same(found.measurements, several)


def test_numbers_that_do_not_fit_are_an_error():
    large = dataclasses.replace(BARE, number=2**63)
    with pytest.raises(ArgumentError, match="does not fit into Parquet"):
        to_parquet([("x", Results(ENVIRONMENT, (large,)))])


def test_other_programs_find_columns(path):
    frame = pl.read_parquet(path).filter(pl.col("record") == "measurement")
    one = frame.unnest("measurement").row(0, named=True)
    assert (one["file"], one["kernel"]) == ("a.jsonl", FULL.kernel)
    assert one["samples"]["seconds"] == list(FULL.samples.seconds)
    assert one["problem"]["m"] == FULL.problem.m
    # What has another name in files has it here too.
    assert {"along_k"} < one["tile"].keys() > {"bm"}


def test_one_file_of_several(path, tmp_path):
    assert files_in(path) == tuple(path / name for name, _ in FILES)
    whole = read_all(path)
    assert [name for name, _ in whole] == [path / name for name, _ in FILES]
    for (_, one), (_, other) in zip(whole, FILES, strict=True):
        assert same(one.records, other.records)
    ((name, found),) = read_all(path / "b.jsonl")
    assert (name, found) == (path / "b.jsonl", FILES[1][1])
    assert files_in(path / "b.jsonl") == (path / "b.jsonl",)
    with pytest.raises(ArgumentError, match=r"some.parquet has no file 'c.jsonl' in it"):
        read_all(path / "c.jsonl")
    plain = tmp_path / "plain.jsonl"
    assert files_in(plain) == (plain,)


def test_both_forms_are_one_result_set(path):
    write(path.with_name("c.jsonl"), ENVIRONMENT, [FULL])
    (path.parent / "survey.jsonl").write_text('{"m": 1}\n')
    (path.parent / "survey.parquet").write_bytes(write_lines([("s", [{"m": 1}])]))
    assert [file.name for file, _ in load(path.parent).files] == [
        *("c.jsonl", "a.jsonl", "b.jsonl", "empty.jsonl")
    ]
    assert to_json_lines(load(path / "a.jsonl").files[0][1]).count(b"\n") == 5


def changed(path, change):
    """Write the rows again, as somebody else might."""
    rows = pl.read_parquet(path).to_dicts()
    change(rows)
    resealed(path, pl.DataFrame(rows, infer_schema_length=None))


def resealed(path, frame):
    frame.write_parquet(path)
    path.write_bytes(sealed(path.read_bytes()))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda rows: put(rows[1], "measurement.kernel", None),
            "2: measurement.kernel is None and should",
        ),
        (lambda rows: put(rows[1], "record", "note"), "2: the line is a record 'note'"),
        (lambda rows: put(rows[5], "environment", None), "b.jsonl:1: the line should have"),
        (lambda rows: rows.pop(5), "b.jsonl:1: the first line is the environment"),
    ],
)
def test_damage_is_named_with_file_and_line(path, change, words):
    changed(path, change)
    with pytest.raises(ArgumentError, match=f"some.parquet/.*{words}"):
        read_all(path)


def test_damaged_rows_are_skipped_on_request(path):
    changed(path, lambda rows: put(rows[1], "measurement.kernel", ""))
    skipped: list[str] = []
    found = read_all(path, skipped)
    assert len(found[0][1].measurements) == 2
    assert len(skipped) == 1 and "a.jsonl:2" in skipped[0]


def refused(path):
    with pytest.raises(ArgumentError) as error:
        read_all(path)
    return str(error.value)


def test_files_that_are_no_parquet_of_ours(path, tmp_path, monkeypatch):
    content, folder = path.read_bytes(), tmp_path / "folder.parquet"
    folder.mkdir()
    for damaged in (b"", b"PAR1", content[:-1], content[: len(content) // 2], b"x" * 100):
        path.write_bytes(damaged)
        assert "some.parquet is damaged, or sgemm did not write it" in refused(path)
    pl.DataFrame({"a": [1]}).write_parquet(path)
    assert "is damaged, or sgemm did not write it" in refused(path)
    path.write_bytes(sealed(b"PAR1\0\0\0\0PAR1"))
    assert "some.parquet cannot be read: " in refused(path)
    resealed(path, pl.DataFrame({"a": [1]}))
    assert "sgemm did not write it" in refused(path)
    path.write_bytes(write_lines([("a", [{"m": 1}])]))
    assert "has no results in it" in refused(path)
    assert "cannot be read: No such file" in refused(tmp_path / "absent.parquet")
    assert "is no file" in refused(folder)
    monkeypatch.setattr(files, "LARGEST_FILE", len(content) - 1)
    path.write_bytes(content)
    assert "cut it in parts" in refused(path)
    monkeypatch.undo()
    monkeypatch.setattr(parquet, "MOST_ROWS", 3)
    assert "more than 3 rows" in refused(path)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_damaged_byte_is_found(tmp_path_factory, data):
    content = bytearray(to_parquet(FILES[:2]))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("bytes") / "x.parquet"
    path.write_bytes(bytes(content))
    if content != to_parquet(FILES[:2]):
        with pytest.raises(ArgumentError, match=r"x.parquet is damaged"):
            read_all(path)


plain = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False)
values = plain | st.text("ab\x00é", max_size=3)
lines = st.dictionaries(
    st.sampled_from("abc"),
    values | st.lists(values, max_size=2) | st.dictionaries(st.sampled_from("xy"), values),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(lines, max_size=4), st.lists(lines, min_size=1, max_size=3))
def test_any_lines_come_back_as_they_were(tmp_path_factory, first, second):
    path = tmp_path_factory.mktemp("lines") / "x.parquet"
    path.write_bytes(write_lines([("first", first), ("second", second)]))
    assert is_other(path)
    found = [json.dumps(line, sort_keys=True) for line in read_lines(path)]
    assert found == [json.dumps(line, sort_keys=True) for line in (*first, *second)]
    found = [json.dumps(line, sort_keys=True) for line in read_lines(path / "second")]
    assert found == [json.dumps(line, sort_keys=True) for line in second]


def test_a_part_is_all_files_that_are_named_after_it(tmp_path):
    """In Parquet and beside it; other lines, such as those of surveys, are none."""
    names = "layers.jsonl", "layers-2.jsonl", "layers_of.jsonl", "few_rows-part-1.jsonl"
    results = [(name, Results(ENVIRONMENT, (BARE,))) for name in names]
    (tmp_path / "bench.parquet").write_bytes(to_parquet(results))
    (tmp_path / "tiles.parquet").write_bytes(write_lines([("layers.jsonl", [{"m": 1}])]))
    write(tmp_path / "layers-3.jsonl", ENVIRONMENT, [FULL])
    found = load_part(tmp_path, "layers")
    assert [file.name for file, _ in found.files] == [*names[:2], "layers-3.jsonl"]
    assert found.measurements == (BARE, BARE, FULL)
    assert load_part(tmp_path, "layers-3").files == ()
    of_sets = [file.name for file, _ in load_sets(tmp_path).files]
    assert of_sets == [*names[:3], "layers-3.jsonl"]


def timed(kernel, seconds, rounds, **more):
    details = SampleDetails(rounds, tuple(map(float, rounds)))
    times = {"samples": Samples(seconds), "details": details, "protocol": "hot"}
    return dataclasses.replace(BARE, kernel=kernel, **times | more)


def test_what_follows_of_a_baseline_from_its_own_line_is_not_written_twice(tmp_path):
    library = timed("numpy", (4.0, 6.0, 8.0, 9.0), (0, 0, 1, 2))
    shared = Baseline("numpy", Samples((4.0, 6.0, 8.0)), 6.0 / 2.5, (5.0 / 2.0, 8.0 / 4.0))
    lines = [
        timed("numpy", (1.0,), (0,), protocol="cold L2"),
        library,
        timed("fits", (2.0, 4.0), (0, 1), baseline=shared),
        *(
            timed(name, (2.0, 4.0), (0, 1), baseline=dataclasses.replace(shared, **change))
            for name, change in {
                "all samples": {"samples": library.samples},
                "other ratios": {"round_ratios": (2.5, 2.1)},
                "incomplete": {"samples": dataclasses.replace(shared.samples, complete=False)},
                "other name": {"name": "cublas"},
            }.items()
        ),
        timed("no round in common", (2.0,), (3,), baseline=shared),
    ]
    path = tmp_path / "x.parquet"
    path.write_bytes(to_parquet([("a", Results(ENVIRONMENT, tuple(lines)))]))
    ((_, found),) = read_all(path)
    assert same(found.measurements, lines)
    frame = pl.read_parquet(path).filter(pl.col("record") == "measurement")
    kept = {
        row["kernel"]: [row["baseline"][name] for name in ("samples", "round_ratios")]
        for row in frame["measurement"]
        if row["baseline"] is not None
    }
    assert kept.pop("fits") == [None, None]
    assert [kept[name].count(None) for name in ("all samples", "incomplete")] == [1, 1]
    assert kept["other ratios"] == [None, [2.5, 2.1]]
    assert kept["other name"].count(None) == kept["no round in common"].count(None) == 0
    # Without its own line nobody knows a baseline.
    changed(path, lambda rows: rows.pop(2))
    with pytest.raises(ArgumentError, match=r"a:3: measurement.baseline.samples is None and"):
        read_all(path)


def test_a_baseline_keeps_the_signs_of_its_zeros(tmp_path):
    library = timed("numpy", (0.0,), (0,))
    naive = timed("naive", (2.0,), (0,), baseline=Baseline("numpy", Samples((-0.0,)), 0.0, (0.0,)))
    path = tmp_path / "x.parquet"
    path.write_bytes(to_parquet([("a", Results(ENVIRONMENT, (library, naive)))]))
    ((_, found),) = read_all(path)
    assert same(found.measurements, (library, naive))


def test_a_baseline_is_read_with_what_is_kept_for_its_hardware(tmp_path):
    library = timed("numpy", (4.0,), (0,))
    beside = Baseline("numpy", library.samples, 2.0, (2.0,))
    naive = timed("naive", (2.0,), (0,), baseline=beside, architecture=90)
    lines = (dataclasses.replace(library, protocol="cold L2"), library, naive)
    later = (dataclasses.replace(one, measured_at="2100-01-01T00:00:00+00:00") for one in lines)
    files = [("a", Results(ENVIRONMENT, lines)), ("b", Results(ENVIRONMENT, tuple(later)))]
    path = tmp_path / "x.parquet"
    path.write_bytes(to_parquet(files))
    (_, first), _ = load(path, latest_only=True).files
    assert first.measurements[-1].baseline == beside


def test_results_that_are_kept_weigh_less_than_five_megabytes():
    kept = [file for file in (Path(__file__).parents[2] / "results").rglob("*") if file.is_file()]
    assert 0 < sum(file.stat().st_size for file in kept) < 5e6


def test_lines_have_columns_of_their_own_type(tmp_path):
    path = tmp_path / "x.parquet"
    path.write_bytes(write_lines([("s", [{"m": 1, "tile": {"bm": 2}}, {"m": 2, "us": 1.5}])]))
    assert pl.read_parquet(path).schema == {
        "file": pl.String,
        "m": pl.Int64,
        "tile:json": pl.String,
        "us": pl.Float64,
    }


@pytest.mark.parametrize("name", ["file", "a:json"])
def test_fields_with_a_meaning_in_parquet_are_refused(name):
    with pytest.raises(ArgumentError, match=f"the field '{name}'"):
        write_lines([("s", [{name: 1}])])


@pytest.mark.parametrize(
    ("line", "words"),
    [(r'{"a":"\ud800"}', "text that is no Unicode"), ('{"a":1e400}', "too large a number")],
)
def test_a_line_that_nothing_else_holds_is_named(tmp_path, line, words):
    path = tmp_path / "x.jsonl"
    path.write_text('{"b":1}\n' + line + "\n")
    with pytest.raises(ArgumentError, match=f"x.jsonl:2: the line has {words}"):
        read_lines(path)


def test_without_polars_only_parquet_is_missing(path, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingToolError, match="polars is not installed"):
        read_all(path)
    write(tmp_path / "c.jsonl", ENVIRONMENT, [BARE])
    assert read_all(tmp_path / "c.jsonl")[0][1].measurements == (BARE,)
