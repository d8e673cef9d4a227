"""Results go to disk and come back; damage is named with its line."""

import dataclasses
import fcntl
import json
import math
import re
import typing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import results_maker
from full_disk import disk_with
from results_maker import write
from sgemm.bench.codec import (
    SCHEMA,
    CodecError,
    decoder_of,
    encode,
    later_fields,
    parsed,
    to_line,
)
from sgemm.bench.environment import Device, Environment
from sgemm.bench.measurement import (
    Baseline,
    Conditions,
    Measurement,
    SampleDetails,
    Samples,
    Trace,
    Verification,
)
from sgemm.bench.results import Results, open_to_add, read
from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS, Problem
from sgemm.toolchain.build import Resources

DOCUMENT = Path(__file__).parents[2] / "docs" / "results_format.md"

ENVIRONMENT = dataclasses.replace(
    results_maker.ENVIRONMENT,
    variables=(("OMP_NUM_THREADS", "4"),),
    device=Device("a GPU", 132, 1980.0, 2**26, 3201.0, 700.0, 66.9),
    cublas="13.1.0",
    clock_regime="locked at 1395 MHz",
)
ELSEWHERE = dataclasses.replace(ENVIRONMENT, commit="fedcba987654", driver=None)
TRACE = Trace(
    "work", (1.0, 2.0), (400.0, 410.0), (1980.0, 1755.0), (3201.0,) * 2, (50.0,) * 2, ("", "x")
)
WRONG = Verification(False, "wrong", "normal", 3, math.nan, math.inf, -math.inf, 0.5, 1.0, 2.0)

FULL = Measurement(
    problem=Problem(3, 4, 5, -1.5, math.inf, lda=7, ldb=8, ldc=9),
    kernel="shared_tile",
    machine="cpu",
    samples=Samples((0.25, 0.5, 1e-9), complete=False),
    verification=WRONG,
    number=3,
    tile=Tile(32, 32, 32),
    architecture=90,
    compiler="NVRTC 13.0",
    resources=Resources(40, 0, 0, 0, 8192),
    baseline=Baseline("numpy", Samples((1.0,)), 0.5, (0.4, 0.6)),
    conditions=Conditions(1980.0, 650.5, None, ("power",)),
    protocol="cold L2",
    measured_at="2026-01-02T03:04:05+00:00",
    chosen="async_copy",
    details=SampleDetails((0, 0, 1), (1.0, 2.0, 3.0), (1980.0,) * 3, (600.0,) * 3),
    rule="three samples",
    seconds=0.3,
    verified_after=dataclasses.replace(WRONG, rms=1.0, maximum=2.0, mean=0.0),
    warnings=("late",),
    interrupted=True,
    schedule=Schedule(264, 2, 3),
    reason="it is the fastest",
)
BARE = Measurement(Problem(1, 1, 1), "cublas", "cuda", Samples((1.0,)), None)
START = to_line(ENVIRONMENT) + to_line(BARE)


def same(one: object, two: object) -> bool:
    """Equal, a NaN being equal to itself."""
    return json.dumps(encode(one)) == json.dumps(encode(two))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "results.jsonl"


def test_every_line_is_strict_json(path: Path) -> None:
    write(path, ENVIRONMENT, [FULL])

    def refuse(constant: str) -> typing.NoReturn:
        raise AssertionError(constant)

    lines = path.read_text().splitlines()
    documents = [json.loads(line, parse_constant=refuse) for line in lines]
    assert [document["record"] for document in documents] == ["environment", "measurement"]
    assert {document["schema"] for document in documents} == {SCHEMA}
    measurement = documents[1]["measurement"]
    assert measurement["problem"]["beta"] == "Infinity"
    found = measurement["verification"]
    assert (found["rms"], found["maximum"], found["mean"]) == ("NaN", "Infinity", "-Infinity")


def test_what_json_has_no_number_for_is_found_among_many_numbers() -> None:
    largest = 1.7e308  # the sum of two is infinite
    assert encode((largest, largest)) == [largest, largest]
    assert encode((1.0, math.inf, -math.inf)) == [1.0, "Infinity", "-Infinity"]
    assert encode(((1, math.nan), None, {"a": (True, -math.inf)})) == [
        *([1, "NaN"], None, {"a": [True, "-Infinity"]})
    ]


def test_appends(path: Path) -> None:
    write(path, ENVIRONMENT, [])
    assert read(path) == Results(ENVIRONMENT, ())
    write(path, ENVIRONMENT, [BARE])
    before = path.read_bytes()
    write(path, ENVIRONMENT, [BARE, BARE])
    assert path.read_bytes().startswith(before)
    assert read(path).measurements == (BARE,) * 3


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (to_line(ELSEWHERE) + to_line(BARE), r"another environment \(driver, commit differ\)"),
        (b"notes\n", r"results.jsonl:1: .*not JSON"),
        (START[:-5], "ends in the middle of a line"),
    ],
)
def test_what_is_not_added_to(path: Path, before: bytes, words: str) -> None:
    path.parent.mkdir()
    path.write_bytes(before)
    with pytest.raises(ArgumentError, match=words):
        write(path, ENVIRONMENT, [BARE])
    assert path.read_bytes() == before


def test_a_failed_write_leaves_the_file_as_it_was(path: Path) -> None:
    write(path, ENVIRONMENT, [BARE])
    before = path.read_bytes()
    with disk_with(len(before) + 10), pytest.raises(MachineError, match="File too large"):
        write(path, ENVIRONMENT, [FULL])
    assert path.read_bytes() == before


def test_a_full_disk_leaves_no_file_that_has_nothing_in_it(path: Path, tmp_path: Path) -> None:
    header = len(to_line(ENVIRONMENT))
    for count in (0, 10, header, header + 10):
        with disk_with(count), pytest.raises(MachineError, match="File too large"):
            write(path, ENVIRONMENT, [FULL])
        assert list(tmp_path.iterdir()) == []


def test_what_is_replaced_stays_until_there_is_something_new(path: Path) -> None:
    write(path, ENVIRONMENT, [BARE])
    with open_to_add(path, ELSEWHERE, "replace") as file:
        assert file.measured() == ()
    assert read(path).measurements == (BARE,)
    with open_to_add(path, ELSEWHERE, "replace") as file:
        file.add([BARE, BARE])
        assert read(path) == Results(ELSEWHERE, (BARE, BARE))
        with pytest.raises(MachineError), open_to_add(path, ELSEWHERE, "add"):
            pass
        file.add([BARE])
    assert read(path) == Results(ELSEWHERE, (BARE,) * 3)
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_replaced_before_it_is_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, ENVIRONMENT, [BARE])
    flock = fcntl.flock

    def locked(file: object, kind: int) -> None:
        monkeypatch.setattr(fcntl, "flock", flock)
        other = path.with_name("other")
        write(other, ENVIRONMENT, [])
        other.replace(path)
        flock(file, kind)

    monkeypatch.setattr(fcntl, "flock", locked)
    write(path, ENVIRONMENT, [FULL])
    assert read(path).measurements == (FULL,)


def test_a_file_without_anything_in_it_is_as_good_as_none(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with open_to_add(path, ENVIRONMENT):
        pass
    with open_to_add(path, ENVIRONMENT) as file:
        file.add([BARE])
    assert read(path).measurements == (BARE,)


ABSENT = object()


def put(document: dict, place: str, value: object) -> None:
    *parents, last = place.split(".")
    for name in parents:
        document = document[name]
    document[last] = value
    if value is ABSENT:
        del document[last]


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("schema", SCHEMA + 1, f"schema {SCHEMA + 1}.*reads schema {SCHEMA}"),
        ("record", "note", "record 'note'"),
        ("extra", 1, "nothing else"),
        ("measurement.number", True, "measurement.number is True and should be of type int"),
        ("measurement.tile.bm", 0, "measurement.tile is not valid: bm = 0: a tile has at least 1"),
        ("measurement.samples.seconds", [], "samples is not valid: seconds is empty"),
        ("measurement.samples.seconds", 1.0, "seconds is 1.0 and should be a list"),
        ("measurement.samples.seconds", [1, "x"], r"seconds\[1\] is 'x'"),
        ("measurement.samples.seconds", [1e308], "seconds has 1e.308: a time is from 0 to 1e.09"),
        ("measurement.baseline.ratio", None, "ratio is None and should be a number"),
        ("measurement.verification.rms", -1, "verification is not valid: rms = -1.0: an error is"),
        ("measurement.kernel", "\ud800", r"kernel is '\\ud800', which has half of a pair"),
        ("measurement.number", 2**64, "number is 18446744073709551616 and should be below 2"),
        ("measurement.number", "x" * 10**6, r"number is 'x{1,60}\.\.\.x{1,60}' and should be"),
        ("measurement.problem", [[[[1]]]], r"problem is \[\[\[\.\.\.\]\]\] and should be an"),
        ("schema", True, "no schema version"),
        ("measurement.measured_at", "2026-01-0", "measured_at = '2026-01-0': a time looks like"),
        ("measurement.tile", ABSENT, "measurement lacks 'tile'"),
    ],
)
def test_damage_is_named_with_its_line(path: Path, place: str, value: object, words: str) -> None:
    write(path, ENVIRONMENT, [BARE, FULL, BARE])
    lines = path.read_text().splitlines()
    document = json.loads(lines[2])
    put(document, place, value)
    path.write_text("\n".join([*lines[:2], json.dumps(document), *lines[3:]]) + "\n")
    with pytest.raises(ArgumentError, match=f"results.jsonl:3: .*{words}"):
        read(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (to_line(BARE), "results.jsonl:1: the first line is the environment"),
        (START[:-5], "results.jsonl:2: .*cut off"),
        *(
            (START + line + b"\n", f"results.jsonl:3: .*{words}")
            for line, words in (
                (b"", "not JSON"),
                (b"NaN", "NaN is not JSON"),
                (
                    b'{"schema":1,"record":"measurement","measurement":Infinity}',
                    "Infinity is not JSON",
                ),
                (b"[]", "no schema version"),
                (b'{"a":' * 200_000, "nested too deeply"),
                (b"\xff\xfe\x00", "not JSON"),
                (to_line(ENVIRONMENT)[:-1], "the first line is the environment, and there is one"),
            )
        ),
    ],
)
def test_files_that_are_no_results(path: Path, content: bytes, words: str) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(ArgumentError, match=words):
        read(path)


def whole(least: int) -> st.SearchStrategy[int]:
    return st.integers(least, 2**64 - 1)


sizes = st.integers(0, 99)
problems = st.builds(
    Problem, sizes, sizes, sizes, *(st.floats(width=32),) * 2, lda=st.integers(100, 200),
    trans_a=st.booleans(), trans_b=st.booleans(), batch=st.integers(1, 9),
)  # fmt: skip
some_samples = st.builds(
    Samples, st.lists(st.floats(0, 1e9), min_size=1, max_size=5).map(tuple), st.booleans()
)
ERRORS = ("rms", "maximum", "percentile", "allowed_rms", "allowed_maximum")
errors = st.floats(0) | st.just(math.nan)
checks = st.none() | st.builds(
    Verification, seed=whole(0), **dict.fromkeys(ERRORS, errors), reference=st.text()
)


def timed(samples: Samples | None) -> st.SearchStrategy[Measurement]:
    details = st.none()
    if samples is not None:
        column = st.just(tuple(map(float, range(samples.count))))
        rounds = st.just(tuple(range(samples.count)))
        maybe = column | st.just(())
        details |= st.builds(SampleDetails, rounds, column, maybe, maybe)
    return st.builds(
        Measurement,
        problem=problems,
        kernel=st.text(min_size=1),
        samples=st.just(samples),
        verification=checks,
        tile=st.none() | st.builds(Tile, *[whole(1)] * 5, *[whole(0)] * 4),
        baseline=st.none()
        | st.builds(
            Baseline,
            samples=some_samples,
            ratio=st.floats(0),
            round_ratios=st.lists(st.floats(0), max_size=3).map(tuple),
        ),
        conditions=st.none() | st.builds(Conditions),
        details=details,
        seconds=st.none() | st.floats(0, 1e9),
        verified_after=checks,
        warnings=st.lists(st.text(), max_size=2).map(tuple),
        interrupted=st.booleans(),
        schedule=st.sampled_from([None, Schedule(264, 2, 3)]),
    )


measurements = (st.none() | some_samples).flatmap(timed)


@settings(max_examples=100, deadline=None)
@given(st.lists(measurements, max_size=3))
def test_any_measurement_goes_to_a_file_and_back(
    tmp_path_factory: pytest.TempPathFactory, several: list[Measurement]
) -> None:
    path = tmp_path_factory.mktemp("any") / "x.jsonl"
    write(path, ENVIRONMENT, several, [TRACE])
    found = read(path)
    assert (found.environment, found.traces) == (ENVIRONMENT, (TRACE,))
    assert same(found.measurements, tuple(several))


def test_older_files_have_the_layout_beside_the_problem() -> None:
    found = dataclasses.replace(FULL, layout="tn", leading=(3, 8, 9))
    assert (found.layout, found.leading) == ("tn", None)
    assert found.problem == dataclasses.replace(FULL.problem, trans_a=True, lda=3, ldb=8, ldc=9)


def test_files_from_before_are_read(path: Path) -> None:
    environment = results_maker.ENVIRONMENT
    write(path, environment, [BARE, FULL])
    documents = [json.loads(line) for line in path.read_text().splitlines()]
    without_later(Environment, documents[0]["environment"])
    for document in documents[1:]:
        without_later(Measurement, document["measurement"])
    without_later(Verification, documents[2]["measurement"]["verification"])
    path.write_text("".join(f"{json.dumps(document)}\n" for document in documents))
    assert "details" not in path.read_text()
    found = read(path)
    assert found.environment == environment
    assert found.measurements[0] == BARE
    assert found.measurements[1].samples == FULL.samples
    with pytest.raises(ArgumentError, match="earlier version"):
        write(path, environment, [BARE])


def without_later(kind: type, document: dict[str, object]) -> None:
    for name in later_fields(kind):
        del document[name]


@pytest.mark.parametrize(
    ("record", "change", "words"),
    [
        (FULL, {"layout": "nx"}, "layout = 'nx'"),
        (
            FULL,
            {"layout": "nt", "problem": Problem(1, 1, 1, trans_a=True)},
            "that of the problem is tn",
        ),
        (FULL, {"leading": (9, 9, 9)}, r"leading = \(9, 9, 9\): the problem has others"),
        (FULL, {"samples": None}, "without samples"),
        *(
            (FULL, {"details": dataclasses.replace(FULL.details, **{name: column})}, words)
            for name, column, words in (
                ("rounds", (0,), "rounds has 1 entries"),
                ("rounds", (), "rounds has 0 entries"),
                ("started", (1.0,), "started has 1"),
                ("clocks_mhz", (1.0,), "clocks_mhz has 1"),
                ("power_watts", (1.0,), "power_watts has 1"),
            )
        ),
        (FULL.baseline, {"ratio": -1.0}, "ratio has -1.0: a ratio"),
        (FULL.baseline, {"round_ratios": (math.nan,)}, "round_ratios has nan: a ratio"),
        (BARE, {"seconds": math.nan}, "seconds = nan: a time is from 0"),
        *(
            (BARE.samples, {"seconds": seconds}, "seconds")
            for seconds in ((), (1.0, -1.0), (math.nan,), (math.inf,))
        ),
        (ENVIRONMENT.device, {"peak_tflops": math.inf}, "peak_tflops = inf: a figure"),
        (TRACE, {"throttling": ("",)}, "throttling has 1"),
        (TRACE, {"at": TRACE.at[::-1]}, "at has .*: times ascend"),
        (TRACE, {"at": (math.nan, 2.0)}, "at has nan"),
    ],
)
def test_records_that_cannot_be(record: object, change: dict[str, object], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        dataclasses.replace(record, **change)


def test_a_part_of_a_trace() -> None:
    assert TRACE.during(1.5, 9.0).at == (2.0,)
    assert TRACE.during(1.5, 9.0).throttling == ("x",)


def test_a_later_line_counts(path: Path) -> None:
    again = dataclasses.replace(BARE, measured_at="2030-01-01T00:00:00+00:00")
    elsewhere = dataclasses.replace(BARE, layout="nt", leading=(1, 1, 1))
    write(path, ENVIRONMENT, [BARE, elsewhere, again])
    assert read(path).current == (again, elsewhere)


def test_every_field_is_in_the_document() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for kind in (Environment, Measurement, SampleDetails, Trace, Device):
        for field in dataclasses.fields(kind):
            star = r"\*" if field.name in later_fields(kind) else ""
            assert re.search(rf"\b{field.name}{star}", text), (kind.__name__, field.name)
    for layout in LAYOUTS:
        assert layout in text


@pytest.mark.parametrize("text", ["1e400", "-1e400", '"inf"', "true", "1" + "0" * 400])
def test_floats_out_of_range_are_damage(text: str) -> None:
    with pytest.raises(CodecError, match="should be a number within range"):
        decoder_of(float)(parsed(text.encode()), "field")


def test_gflops() -> None:
    timed = dataclasses.replace(BARE, problem=Problem(1000, 1000, 1000), samples=Samples((0.5,)))
    assert timed.gflops == pytest.approx(4.0)
    assert dataclasses.replace(timed, seconds=0.25).gflops == pytest.approx(8.0)
    assert dataclasses.replace(BARE, samples=None).gflops is None
    assert dataclasses.replace(BARE, samples=Samples((0.0,))).gflops is None


def test_quartiles_of_five_and_of_one() -> None:
    assert Samples((5.0, 1.0, 4.0, 2.0, 3.0)).quartiles == (2.0, 4.0)
    assert Samples((60.0,)).quartiles == (60.0, 60.0)


def test_zeros_keep_their_signs_however_often_they_were_read(tmp_path):
    several = [
        dataclasses.replace(FULL, problem=Problem(3, 4, 5, alpha=zero)) for zero in (0.0, -0.0)
    ]
    path = tmp_path / "zeros.jsonl"
    write(path, ENVIRONMENT, several)
    signs = [math.copysign(1.0, each.problem.alpha) for each in read(path).measurements]
    assert signs == [1.0, -1.0]
