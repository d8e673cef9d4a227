"""What an export does beyond reading is no more than reading is: counted in calls, not in time."""

import dataclasses
import io
import itertools
import json
import sys
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from results_maker import ENVIRONMENT, measured
from sgemm.bench.measurement import SampleDetails, Trace
from sgemm.bench.parquet import LEVEL, SMALLEST
from sgemm.bench.result_set import load
from sgemm.bench.results import Results
from sgemm.report.export import FORMATS, WHOLE, to_whole
from sgemm.report.t4 import indented

TIMES = tuple(map(float, range(200)))
TRACE = Trace("a task", TIMES, TIMES, TIMES, TIMES, TIMES, ("",) * len(TIMES))


def results(count: int) -> Results:
    """As `sgemm bench` leaves them: a contender beside a baseline, with details and a trace."""
    details = SampleDetails(tuple(range(12)), TIMES[:12], TIMES[:12], TIMES[:12])
    lines = (
        dataclasses.replace(measured(kernel, size, ratio, baseline=beside), details=details)
        for size in range(8, 8 + count)
        for kernel, ratio, beside in (("cublas fp32", 1.0, None), ("naive", 1.1, "cublas fp32"))
    )
    return Results(ENVIRONMENT, tuple(lines), (TRACE,) * count)


def calls(function) -> int:
    """Count the functions, Python's and those in C, that a function calls."""
    count = itertools.count()
    sys.setprofile(lambda frame, event, argument: event.endswith("call") and next(count))
    try:
        function()
    finally:
        sys.setprofile(None)
    return next(count)


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
@pytest.mark.parametrize("asked", [*FORMATS, *WHOLE])
def test_an_export_calls_no_more_functions_than_reading_does(tmp_path, form, asked):
    reading, beyond = [], []
    for count in (20, 20, 60):  # the first time fills caches
        path = tmp_path / f"{count}.{form}"
        (content,) = to_whole([(path, results(count))], form).values()
        path.write_bytes(content)
        group = load(path)
        write = FORMATS.get(asked, lambda groups: to_whole(groups[0].files, asked))
        reading.append(calls(lambda path=path: load(path)))
        beyond.append(calls(lambda write=write, group=group: write((group,))))
    # The difference is what forty problems take, and not what is done once.
    assert 0 < beyond[2] - beyond[1] <= reading[2] - reading[1]


def test_only_the_smallest_parquet_is_compressed_for_long(monkeypatch):
    levels, write = [], pl.DataFrame.write_parquet

    def written(frame, *values, **named):
        levels.append(named["compression_level"])
        return write(frame, *values, **named)

    monkeypatch.setattr(pl.DataFrame, "write_parquet", written)
    for found in (results(1), [{"m": 1}]):
        usual = to_whole([(Path("a"), found)], "parquet")[""]
        smallest = to_whole([(Path("a"), found)], "parquet", SMALLEST)[""]
        frames = [pl.read_parquet(io.BytesIO(each)) for each in (usual, smallest)]
        assert frames[0].equals(frames[1])
    assert levels == [LEVEL, SMALLEST] * 2
    # From ten on, the time that zstd takes grows much faster than its gain.
    assert LEVEL < 10


scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text('"}{],a\n')
)
numbers = scalars.filter(lambda one: one not in (float("inf"), float("-inf")))
flat = st.dictionaries(st.text('"}{],a\n', max_size=3), numbers, max_size=3)


@given(
    st.recursive(
        numbers | st.lists(flat, max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text("a}"), inner, max_size=3)
        ),
    )
)
def test_indented_is_what_python_writes(value):
    assert indented(value) == json.dumps(value, indent=1)
