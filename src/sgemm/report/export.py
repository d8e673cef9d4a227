r"""Results as a table in CSV for spreadsheets, and as a whole in Parquet or JSON Lines.

A row of CSV is one measurement; what is not known is empty. Errors are in units of
2**-24 * (abs(A) abs(B)), the comparison with the baseline has its 95% interval, ``typical_seconds``
is the median of the samples unless the protocol says otherwise, shared memory is its static part.
A text that a spreadsheet would take for a formula begins with ``'``, and control characters are
written as escapes (``\x1b``).
"""

from __future__ import annotations

import csv
import functools
import io
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sgemm.bench.environment import Environment
from sgemm.bench.measurement import Measurement
from sgemm.bench.pairing import beside_estimate
from sgemm.bench.parquet import LEVEL, SUFFIX, write_lines
from sgemm.bench.result_set import ResultSet, hardware_of, without_collection
from sgemm.bench.results import Results, to_json_lines, to_parquet
from sgemm.bench.sets import Setting, set_of
from sgemm.errors import ArgumentError
from sgemm.report.speeds import passes_checks
from sgemm.report.t4 import PROBLEM, to_t4
from sgemm.visible import visible

FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""With these, also in the width of Chinese, begins what a spreadsheet takes for a formula."""


def _fields(source: str, names: str) -> dict[str, str]:
    return {name: f"{source}.{name}" for name in names.split()}


COLUMNS = {
    "file": "file",
    "gpu": "gpu",
    **_fields("environment", "processor driver commit"),
    **_fields("measurement", "kernel number machine protocol"),
    "inputs": "setting.inputs",
    "set": "set",
    **_fields("problem", " ".join(PROBLEM)),
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
"""Columns of the CSV, each with a source of :func:`_cells`, and the attribute of it."""

PATHS = tuple(path.split(".") for path in COLUMNS.values())


@without_collection()
def to_csv(groups: Sequence[ResultSet]) -> bytes:
    """Write every measurement as a row of CSV: UTF-8, lines ending as RFC 4180 has it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for group in groups:
        for path, results in group.files:
            for measurement in results.measurements:
                writer.writerow(_cells(path.name, results.environment, measurement))
    return text.getvalue().encode()


def _cells(file: str, environment: Environment, measurement: Measurement) -> list[Any]:
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
    cells = []
    for source, *attributes in PATHS:
        value = sources[source]
        for name in attributes:
            value = None if value is None else getattr(value, name)
        cells.append(_harmless(value) if isinstance(value, str) else value)
    return cells


@functools.lru_cache(maxsize=2**12)  # few texts come in many rows
def _harmless(cell: str) -> str:
    """Return a text in such a form that it commands neither a terminal nor a spreadsheet."""
    text = visible(cell, kept="\n")
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


Files = Sequence[tuple[Path, Results]] | Sequence[tuple[Path, list[dict[str, Any]]]]
"""Files of results, or of other lines."""


@without_collection()
def to_whole(files: Files, file_format: str, level: int = LEVEL) -> dict[str, bytes]:
    """Write files in a format that keeps everything; return contents by the names of files.

    Parquet is one file for all, whose name is empty, compressed at a level of zstd.
    """
    names, contents = _names([path for path, _ in files]), [found for _, found in files]
    named = list(zip(names, contents, strict=True))
    results = [(name, found) for name, found in named if isinstance(found, Results)]
    lines = [(name, found) for name, found in named if not isinstance(found, Results)]
    if file_format == "parquet":
        return {"": to_parquet(results, level) if results else write_lines(lines, level)}
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
