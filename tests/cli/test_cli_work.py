"""What a command does with results takes no longer than reading them.

Calls of functions are counted, and not time: they are the same on every computer, and under any
load.
"""

import cProfile
import dataclasses
from pathlib import Path

import polars as pl
import pytest

from results_maker import ENVIRONMENT, measured
from sgemm.bench.measurement import SampleDetails, Trace
from sgemm.bench.parquet import LEVEL, SMALLEST
from sgemm.bench.result_set import load
from sgemm.bench.results import Results
from sgemm.report.export import FORMATS, WHOLE, to_whole

RESULTS = Path(__file__).parents[2] / "results"
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


def calls(function, *arguments) -> int:
    """Count the functions, Python's and those in C, that a function calls."""
    profile = cProfile.Profile()
    profile.runcall(function, *arguments)
    return sum(each.callcount for each in profile.getstats())


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
@pytest.mark.parametrize("asked", [*FORMATS, *WHOLE])
def test_an_export_calls_at_most_twice_as_many_functions_as_reading(call, tmp_path, form, asked):
    reading, whole = [], []
    for count in (20, 20, 60):  # the first time fills caches
        path, output = (tmp_path / f"{count}-{each}" for each in (f"in.{form}", "out"))
        output.unlink(missing_ok=True)
        (content,) = to_whole([(path, results(count))], form).values()
        path.write_bytes(content)
        reading.append(calls(load, path))
        whole.append(calls(call, "export", path, "--format", asked, "-o", output))
    # The difference is what forty problems take, without what is done once.
    more = reading[2] - reading[1]
    assert more < whole[2] - whole[1] <= 2 * more


def test_so_do_a_compare_and_a_report_of_what_was_measured(call):
    """But for what is the same for few results, and sources in colours, which are kept."""
    few, many = (RESULTS / name for name in ("cpu-epyc", "h100/bench.parquet"))
    reading = calls(load, many)
    for command, *more in (("compare",), ("report", "--force", "-o", "x.html")):
        for each in (few, many):  # fills caches
            call(command, each, *more)
        once, whole = (calls(call, command, each, *more) for each in (few, many))
        assert reading < whole - once <= 2 * reading, command


def test_only_the_smallest_parquet_is_compressed_for_long(call, tmp_path, monkeypatch):
    levels, write = [], pl.DataFrame.write_parquet

    def written(frame, *values, **named):
        levels.append(named["compression_level"])
        return write(frame, *values, **named)

    monkeypatch.setattr(pl.DataFrame, "write_parquet", written)
    for name, found in (("results", results(1)), ("lines", [{"m": 1}])):
        path = tmp_path / f"{name}.jsonl"
        (content,) = to_whole([(path, found)], "jsonl").values()
        path.write_bytes(content)
        outputs = [f"{name}.parquet", f"{name}-smallest.parquet"]
        call("export", path, "-o", outputs[0])
        call("export", path, "-o", outputs[1], "--smallest")
        usual, smallest = map(pl.read_parquet, outputs)
        assert usual.equals(smallest)
    assert levels == [LEVEL, SMALLEST] * 2
    assert LEVEL < 10  # from ten on, zstd takes much longer for little
