r"""Results in the formats of others: CSV for spreadsheets, T4 for tools of auto-tuners.

A row of CSV is one measurement; what is not known is empty. Errors are in units of
2**-24 * (abs(A) abs(B)), the comparison with the baseline has its 95% interval, ``typical_seconds``
is the median of the samples unless the protocol says otherwise, shared memory is its static part.
A text that a spreadsheet would take for a formula begins with ``'``, and control characters are
written as escapes (``\x1b``).

T4 is version 1.0.0 of the open schema of auto-tuning results that Kernel Tuner writes: one entry
for each measurement of a kernel, times in milliseconds. Its ``configuration`` is the kernel's tile
and the problem. Times of compiling are not known and are left out.
"""

from __future__ import annotations

import csv
import functools
import io
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sgemm.bench.codec import encode
from sgemm.bench.environment import Environment
from sgemm.bench.measurement import Measurement
from sgemm.bench.pairing import beside_estimate
from sgemm.bench.parquet import SUFFIX, write_lines
from sgemm.bench.result_set import ResultSet, hardware_of
from sgemm.bench.results import Results, to_json_lines, to_parquet
from sgemm.bench.sets import Setting, set_of
from sgemm.errors import ArgumentError
from sgemm.report.speeds import passes_checks
from sgemm.visible import visible

FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""With these, also in the width of Chinese, begins what a spreadsheet takes for a formula."""


def _fields(source: str, names: str) -> dict[str, str]:
    return {name: f"{source}.{name}" for name in names.split()}


PROBLEM = _fields("problem", "m n k alpha beta lda ldb ldc layout batch")

COLUMNS = {
    "file": "file",
    "gpu": "gpu",
    **_fields("environment", "processor driver commit"),
    **_fields("measurement", "kernel number machine protocol"),
    "inputs": "setting.inputs",
    "set": "set",
    **PROBLEM,
    "samples": "count",
    "complete": "samples.complete",
    "median_seconds": "samples.median",
    "lower_quartile_seconds": "lower",
    "upper_quartile_seconds": "upper",
    **_fields("measurement", "typical_seconds gflops"),
    "verified": "verified",
    "rms": "checked.rms",
    "max": "checked.maximum",
    "failure": "measurement.failure",
    "warnings": "warnings",
    "baseline": "beside.name",
    "baseline_median_seconds": "beside.samples.median",
    "ratio": "estimate.value",
    "ratio_low": "interval.low",
    "ratio_high": "interval.high",
    "verdict": "estimate.judgement.value",
    **_fields("conditions", "clock_mhz power_watts temperature_celsius"),
    "throttling": "throttling",
    **_fields("measurement", "architecture compiler"),
    **_fields("resources", "registers spill_stores spill_loads stack shared_bytes"),
    "measured_at": "measurement.measured_at",
}
"""Columns of the CSV, each with where its value is found in :func:`_values`."""

T4_VALUES = (
    ("time", "milliseconds", "ms"),
    ("GFLOP/s", "gflops", "GFLOP/s"),
    ("rms_error", "rms", "2^-24*(|A||B|)"),
    ("max_error", "max", "2^-24*(|A||B|)"),
    ("baseline", "baseline", ""),
    ("ratio", "ratio", ""),
    ("clock", "clock_mhz", "MHz"),
    ("power", "power_watts", "W"),
    ("machine", "machine", ""),
    ("protocol", "protocol", ""),
    ("inputs", "inputs", ""),
    ("device", "device", ""),
)
"""Name, column and unit of what T4 has besides the times of samples."""


def to_csv(groups: Sequence[ResultSet]) -> bytes:
    """Write every measurement as a row of CSV: UTF-8, lines ending as RFC 4180 has it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for _, values in _rows(groups):
        writer.writerow(_cell(values[name]) for name in COLUMNS)
    return text.getvalue().encode()


def to_t4(groups: Sequence[ResultSet]) -> bytes:
    """Write every measurement of a kernel as an entry of a T4 document, which is JSON."""
    entries = [_entry(measurement, values) for measurement, values in _rows(groups)]
    document = {"schema_version": "1.0.0", "results": entries}
    return json.dumps(document, allow_nan=False, indent=1).encode() + b"\n"


def _rows(groups: Sequence[ResultSet]) -> Iterator[tuple[Measurement, dict[str, Any]]]:
    for group in groups:
        for path, results in group.files:
            for measurement in results.measurements:
                yield measurement, _values(path.name, results.environment, measurement)


def _values(file: str, environment: Environment, measurement: Measurement) -> dict[str, Any]:
    """Return the value of each column; what is not known is None."""
    samples, beside, conditions = measurement.samples, measurement.baseline, measurement.conditions
    setting, hardware = Setting.of(measurement), hardware_of(measurement, environment)
    estimate = beside_estimate(measurement, beside) if samples and beside else None
    lower, upper = samples.quartiles if samples else (None, None)
    sources = {
        "file": file,
        "gpu": hardware if measurement.machine == "cuda" else None,
        "environment": environment,
        "measurement": measurement,
        "setting": setting,
        "set": set_of(setting),
        "problem": measurement.problem,
        "count": samples.count if samples else 0,
        "samples": samples,
        "lower": lower,
        "upper": upper,
        "checked": measurement.verification,
        "verified": passes_checks(measurement),
        "warnings": "; ".join(measurement.warnings),
        "beside": beside if samples else None,
        "estimate": estimate,
        "interval": estimate if estimate is not None and estimate.is_bounded else None,
        "conditions": conditions,
        "throttling": " ".join(conditions.throttling) if conditions is not None else None,
        "resources": measurement.resources,
    }
    values = {}
    for name, path in COLUMNS.items():
        source, *fields = path.split(".")
        values[name] = functools.reduce(
            lambda found, field: getattr(found, field, None), fields, sources[source]
        )
    seconds = measurement.typical_seconds
    values["milliseconds"] = None if seconds is None else 1e3 * seconds
    return values | {"device": hardware}


def _cell(value: Any) -> Any:
    """Return a text in such a form that it commands neither a terminal nor a spreadsheet."""
    if not isinstance(value, str):
        return value
    text = visible(value, kept="\n")
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def _entry(measurement: Measurement, values: dict[str, Any]) -> dict[str, Any]:
    tile = encode(measurement.tile) if measurement.tile is not None else {}
    problem = {name: encode(values[name]) for name in PROBLEM}
    seconds = measurement.samples.seconds if measurement.samples is not None else ()
    right, failed = values["verified"] is not False, measurement.failure is not None
    return {
        "timestamp": measurement.measured_at,
        "configuration": {"kernel": measurement.kernel} | tile | problem,
        # A right result of a check alone has none: programs look for the time of what is correct.
        "objectives": ["time"] if seconds or failed or not right else [],
        "times": {"runtimes": [1e3 * value for value in seconds]},
        "invalidity": "runtime" if right and failed else "correct" if right else "correctness",
        "correctness": 1 if right and not failed else 0,
        "measurements": [
            {"name": name, "value": values[column], "unit": unit}
            for name, column, unit in T4_VALUES
            if values[column] is not None
            and not (isinstance(values[column], float) and not math.isfinite(values[column]))
        ],
    }


Files = Sequence[tuple[Path, Results]] | Sequence[tuple[Path, list[dict[str, Any]]]]
"""Files of results, or of other lines."""


def to_whole(files: Files, file_format: str) -> dict[str, bytes]:
    """Write files in a format that keeps everything; return contents by the names of files.

    Parquet is one file for all, whose name is empty.
    """
    names, contents = _names([path for path, _ in files]), [found for _, found in files]
    named = list(zip(names, contents, strict=True))
    results = [(name, found) for name, found in named if isinstance(found, Results)]
    lines = [(name, found) for name, found in named if not isinstance(found, Results)]
    if file_format == "parquet":
        return {"": to_parquet(results) if results else write_lines(lines)}
    return {name: to_json_lines(found) for name, found in results} | {
        name: b"".join(json.dumps(line).encode() + b"\n" for line in found) for name, found in lines
    }


def _names(paths: Sequence[Path]) -> list[str]:
    """Return the names of files, each once.

    Where files of several Parquet have one name, that of the Parquet comes after it, and where that
    does not tell them apart, that of its folder, too: ``layers-bench.jsonl``,
    ``layers-h200-bench.jsonl``. So each is of the part that it was of before.
    """
    found: dict[str, Path] = {}
    names = Counter(path.name for path in paths)
    longer = Counter(_longer_name(path) for path in paths)
    for path in paths:
        name = path.name
        if names[name] > 1 and path.parent.suffix == SUFFIX:
            name = _longer_name(path)
            if longer[name] > 1:
                name = _longer_name(path, path.parent.parent.name)
        if name in found:
            raise ArgumentError(
                f"results = {visible(found[name])}, {visible(path)}: two files would be named "
                f"{visible(name)}: convert each by itself"
            )
        found[name] = path
    return list(found)


def _longer_name(path: Path, *folders: str) -> str:
    """Return a file's name with those of the Parquet that has it, and of folders."""
    return "-".join((path.stem, *folders, path.parent.stem)) + path.suffix


FORMATS = {"csv": to_csv, "t4": to_t4}
"""Formats that say of each measurement what others ask, by their names."""

WHOLE = ("parquet", "jsonl")  # formats that keep everything
