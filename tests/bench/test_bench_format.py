"""What joined the results: details of samples, layouts, traces; older files are still read."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest
from test_results import BARE, ENVIRONMENT, FULL

from sgemm.bench import measurement
from sgemm.bench.codec import later_fields
from sgemm.bench.environment import Device, Environment
from sgemm.bench.measurement import Measurement, SampleDetails, Trace, Verification
from sgemm.bench.results import read, write
from sgemm.errors import ArgumentError
from sgemm.kernels.schedule import Schedule
from sgemm.problem import Problem

DOCUMENT = Path(__file__).parents[2] / "docs" / "results_format.md"

TRACE = Trace(
    "work", (1.0, 2.0), (400.0, 410.0), (1980.0, 1755.0), (3201.0,) * 2, (50.0,) * 2, ("", "x")
)
DETAILED = dataclasses.replace(
    FULL,
    layout="tn",
    leading=(3, 8, 9),
    chosen="async_copy",
    details=SampleDetails((0, 0, 1), (1.0, 2.0, 3.0), (1980.0,) * 3, (600.0,) * 3),
    rule="three samples",
    seconds=0.3,
    verified_after=dataclasses.replace(FULL.verification, rms=1.0, maximum=2.0, mean=0.0),
    failure=None,
    warnings=("late",),
    interrupted=True,
    schedule=Schedule(264, 2, 3),
    reason="it is the fastest",
)


def test_there_and_back(tmp_path):
    path = tmp_path / "x.jsonl"
    device = Device("a GPU", 132, 1980.0, 2**26, 3201.0, 700.0, 66.9)
    environment = dataclasses.replace(
        ENVIRONMENT, device=device, cublas="13.1.0", clock_regime="locked at 1395 MHz"
    )
    write(path, environment, [DETAILED, BARE], [TRACE])
    found = read(path)
    assert found.environment == environment
    assert found.traces == (TRACE,)
    one = found.measurements[0]
    assert one.details == DETAILED.details
    assert (one.layout, one.leading, one.chosen) == ("tn", None, "async_copy")
    # Before problems had layouts, they stood beside the problem.
    assert (one.problem.trans_a, one.problem.trans_b) == (True, False)
    assert (one.problem.lda, one.problem.ldb, one.problem.ldc) == (3, 8, 9)
    assert (one.schedule, one.reason) == (Schedule(264, 2, 3), "it is the fastest")
    assert one.typical_seconds == 0.3
    assert one.gflops == pytest.approx(120 / 0.3 / 1e9)
    assert found.measurements[1] == BARE


def test_files_from_before_are_read(tmp_path):
    path = tmp_path / "x.jsonl"
    write(path, ENVIRONMENT, [BARE, FULL])
    lines = []
    for line in path.read_text().splitlines():
        document = json.loads(line)
        for kind, record in ((Environment, "environment"), (Measurement, "measurement")):
            if record in document:
                _without_later(kind, document[record])
                if document[record].get("verification"):
                    _without_later(Verification, document[record]["verification"])
        lines.append(json.dumps(document))
    path.write_text("\n".join(lines) + "\n")
    assert "details" not in path.read_text()
    found = read(path)
    assert found.environment == ENVIRONMENT
    assert found.measurements[0] == BARE
    assert found.measurements[1].samples == FULL.samples
    with pytest.raises(ArgumentError, match="earlier version"):
        write(path, ENVIRONMENT, [BARE])


def _without_later(kind, document):
    for name in later_fields(kind):
        del document[name]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"layout": "nx"}, "layout = 'nx'"),
        ({"layout": "nt"}, "that of the problem is tn"),
        ({"leading": (9, 9, 9)}, r"leading = \(9, 9, 9\): the problem has others"),
        ({"details": SampleDetails((0,), (1.0, 2.0, 3.0))}, "rounds has 1 entries"),
        ({"details": SampleDetails((0,) * 3, (1.0,))}, "started has 1"),
        ({"details": SampleDetails((0,) * 3, (1.0,) * 3, (1.0,))}, "clocks_mhz has 1"),
        ({"details": SampleDetails((0,) * 3, (1.0,) * 3, (), (1.0,))}, "power_watts has 1"),
        ({"samples": None}, "without samples"),
    ],
)
def test_records_that_contradict_themselves(change, words):
    with pytest.raises(ArgumentError, match=words):
        dataclasses.replace(DETAILED, **change)


def test_a_trace_has_columns_of_one_length():
    with pytest.raises(ArgumentError, match="throttling has 1"):
        dataclasses.replace(TRACE, throttling=("",))
    assert TRACE.during(1.5, 9.0).at == (2.0,)
    assert TRACE.during(1.5, 9.0).throttling == ("x",)


def test_a_later_line_counts(tmp_path):
    path = tmp_path / "x.jsonl"
    again = dataclasses.replace(BARE, measured_at="2030-01-01T00:00:00+00:00")
    elsewhere = dataclasses.replace(BARE, layout="nt", leading=(1, 1, 1))
    write(path, ENVIRONMENT, [BARE, elsewhere, again])
    assert read(path).current == (again, elsewhere)


def test_a_batch_there_and_back(tmp_path):
    path = tmp_path / "x.jsonl"
    problem = Problem(3, 4, 5, trans_b=True, batch=7, stride_a=0, stride_b=32, stride_c=16)
    one = dataclasses.replace(BARE, problem=problem)
    write(path, ENVIRONMENT, [one])
    assert read(path).measurements == (one,)
    assert one.layout == "nt"


def test_every_field_is_in_the_document():
    text = DOCUMENT.read_text(encoding="utf-8")
    for kind in (Environment, Measurement, SampleDetails, Trace, Device):
        for field in dataclasses.fields(kind):
            star = r"\*" if field.name in later_fields(kind) else ""
            assert re.search(rf"\b{field.name}{star}", text), (kind.__name__, field.name)
    for layout in measurement.LAYOUTS:
        assert layout in text
