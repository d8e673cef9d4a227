r"""Results in the formats of others: CSV for spreadsheets, T4 for tools of auto-tuners.

Columns of the CSV, one row for each measurement; what is not known is empty:

- ``file``: file of the results, without its folder.
- ``gpu``, ``processor``, ``driver``, ``commit``: the environment.
- ``kernel``, ``number``: contender and its place on the ladder.
- ``machine``, ``protocol``, ``inputs``, ``set``: where and how it was measured, on which class of
  inputs, and to which named set of problems that belongs.
- ``m``, ``n``, ``k``, ``alpha``, ``beta``, ``lda``, ``ldb``, ``ldc``, ``layout``, ``batch``: the
  problem.
- ``samples``, ``complete``: how many times were measured, and whether the stopping rule was met.
- ``median_seconds``, ``lower_quartile_seconds``, ``upper_quartile_seconds``: the times.
- ``typical_seconds``, ``gflops``: what stands for the times, which is the median unless the
  protocol says otherwise, and the speed by it.
- ``verified``, ``rms``, ``max``: whether the result was right, and its error in units of
  2**-24 * (abs(A) abs(B)).
- ``failure``, ``warnings``: why there are no times, and what a reader should know.
- ``baseline``, ``baseline_median_seconds``, ``ratio``, ``ratio_low``, ``ratio_high``, ``verdict``:
  the comparison with the baseline, with its 95% interval (module ``sgemm.bench.statistics``).
- ``clock_mhz``, ``power_watts``, ``temperature_celsius``, ``throttling``: conditions.
- ``architecture``, ``compiler``, ``registers``, ``spill_stores``, ``spill_loads``, ``stack``,
  ``shared_bytes``: the build. Shared memory is the static part.
- ``measured_at``: when, in UTC.

A text that a spreadsheet would take for a formula begins with ``'``, and control characters are
written as escapes (``\x1b``).

T4 is version 1.0.0 of the open schema of auto-tuning results that Kernel Tuner writes: one entry
for each measurement of a kernel, times in milliseconds. Its ``configuration`` is the kernel's tile
and the problem. Times of compiling are not known and are left out.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sgemm.bench.codec import encode
from sgemm.bench.environment import Environment
from sgemm.bench.measurement import Measurement
from sgemm.bench.pairing import beside_estimate
from sgemm.bench.parquet import write_lines
from sgemm.bench.result_set import ResultSet
from sgemm.bench.results import Results, to_json_lines, to_parquet
from sgemm.bench.sets import set_of
from sgemm.bench.setting import Setting
from sgemm.errors import ArgumentError
from sgemm.visible import visible

T4_VERSION = "1.0.0"
MILLISECONDS = 1e3


def to_csv(groups: Sequence[ResultSet]) -> bytes:
    """Write every measurement as a row of CSV, with the columns that the module describes.

    Returns
    -------
    bytes
        UTF-8, lines ending as RFC 4180 has it.
    """
    rows = [
        _row(path, results.environment, measurement)
        for group in groups
        for path, results in group.files
        for measurement in results.measurements
    ]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, CSV_COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def to_t4(groups: Sequence[ResultSet]) -> bytes:
    """Write every measurement of a kernel as an entry of a T4 document.

    Returns
    -------
    bytes
        A JSON document.
    """
    entries = [
        _entry(results.environment, measurement)
        for group in groups
        for _, results in group.files
        for measurement in results.measurements
    ]
    document = {"schema_version": T4_VERSION, "results": entries}
    return json.dumps(document, allow_nan=False, indent=1).encode() + b"\n"


def _row(path: Path, environment: Environment, measurement: Measurement) -> dict[str, Any]:
    setting, checked = Setting.of(measurement), measurement.verification
    problem, conditions = measurement.problem, measurement.conditions
    row: dict[str, Any] = {
        "file": path.name,
        "gpu": environment.gpus[0].name if environment.gpus else None,
        "processor": environment.processor,
        "driver": environment.driver,
        "commit": environment.commit,
        "kernel": measurement.kernel,
        "number": measurement.number,
        "machine": measurement.machine,
        "protocol": measurement.protocol,
        "inputs": setting.inputs,
        "set": set_of(setting),
        **{name: getattr(problem, name) for name in PROBLEM_COLUMNS},
        **dict(zip(LEADING_COLUMNS, setting.leading, strict=True)),
        "layout": setting.layout,
        "batch": setting.batch,
        "verified": checked.passed if checked is not None else None,
        "rms": checked.rms if checked is not None else None,
        "max": checked.maximum if checked is not None else None,
        "failure": measurement.failure,
        "warnings": "; ".join(measurement.warnings),
        "architecture": measurement.architecture,
        "compiler": measurement.compiler,
        "measured_at": measurement.measured_at,
    }
    row |= _times(setting, measurement) | _comparison(measurement)
    if conditions is not None:
        row |= {name: getattr(conditions, name) for name in CONDITION_COLUMNS}
        row["throttling"] = " ".join(conditions.throttling)
    if measurement.resources is not None:
        row |= {name: getattr(measurement.resources, name) for name in RESOURCE_COLUMNS}
    return {name: _cell(row.get(name)) for name in CSV_COLUMNS}


def _cell(value: Any) -> Any:
    """Return a text in such a form that it commands neither a terminal nor a spreadsheet."""
    if not isinstance(value, str):
        return value
    text = visible(value, kept="\n")
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def _times(setting: Setting, measurement: Measurement) -> dict[str, Any]:
    samples = measurement.samples
    if samples is None:
        return {"samples": 0}
    lower, upper = samples.quartiles
    return {
        "samples": samples.count,
        "complete": samples.complete,
        "median_seconds": samples.median,
        "lower_quartile_seconds": lower,
        "upper_quartile_seconds": upper,
        "typical_seconds": measurement.typical_seconds,
        "gflops": _gflops(setting, measurement),
    }


def _comparison(measurement: Measurement) -> dict[str, Any]:
    samples, baseline = measurement.samples, measurement.baseline
    if samples is None or baseline is None:
        return {}
    estimate = beside_estimate(measurement, baseline)
    return {
        "baseline": baseline.name,
        "baseline_median_seconds": baseline.samples.median,
        "ratio": estimate.value,
        "ratio_low": estimate.low if estimate.is_bounded else None,
        "ratio_high": estimate.high if estimate.is_bounded else None,
        "verdict": estimate.judgement.value,
    }


def _gflops(setting: Setting, measurement: Measurement) -> float | None:
    seconds = measurement.typical_seconds
    return setting.flops / seconds / 1e9 if seconds else None


def _entry(environment: Environment, measurement: Measurement) -> dict[str, Any]:
    setting, checked = Setting.of(measurement), measurement.verification
    configuration: dict[str, Any] = {"kernel": measurement.kernel}
    if measurement.tile is not None:
        configuration |= encode(measurement.tile)
    configuration |= {name: encode(getattr(setting.problem, name)) for name in PROBLEM_COLUMNS}
    configuration |= dict(zip(LEADING_COLUMNS, setting.leading, strict=True))
    configuration |= {"layout": setting.layout, "batch": setting.batch}
    seconds = measurement.samples.seconds if measurement.samples is not None else ()
    right = checked is None or checked.passed
    return {
        "timestamp": measurement.measured_at,
        "configuration": configuration,
        "objectives": ["time"],
        "times": {"runtimes": [value * MILLISECONDS for value in seconds]},
        "invalidity": ("correct" if seconds else "runtime") if right else "correctness",
        "correctness": 1 if right else 0,
        "measurements": list(_measured(environment, setting, measurement)),
    }


def _measured(
    environment: Environment, setting: Setting, measurement: Measurement
) -> Iterable[dict[str, Any]]:
    seconds, checked = measurement.typical_seconds, measurement.verification
    conditions, comparison = measurement.conditions, _comparison(measurement)
    known: list[tuple[str, Any, str]] = [
        ("time", seconds * MILLISECONDS if seconds is not None else None, "ms"),
        ("GFLOP/s", _gflops(setting, measurement), "GFLOP/s"),
        ("rms_error", checked.rms if checked is not None else None, "2^-24*(|A||B|)"),
        ("max_error", checked.maximum if checked is not None else None, "2^-24*(|A||B|)"),
        ("baseline", comparison.get("baseline"), ""),
        ("ratio", comparison.get("ratio"), ""),
        ("clock", conditions.clock_mhz if conditions is not None else None, "MHz"),
        ("power", conditions.power_watts if conditions is not None else None, "W"),
        ("machine", measurement.machine, ""),
        ("protocol", measurement.protocol, ""),
        ("inputs", setting.inputs, ""),
        ("device", environment.gpus[0].name if environment.gpus else environment.processor, ""),
    ]
    for name, value, unit in known:
        if value is not None and not (isinstance(value, float) and not math.isfinite(value)):
            yield {"name": name, "value": value, "unit": unit}


FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""With these, also in the width of Chinese, begins what a spreadsheet takes for a formula."""

PROBLEM_COLUMNS = ("m", "n", "k", "alpha", "beta")
LEADING_COLUMNS = ("lda", "ldb", "ldc")
CONDITION_COLUMNS = ("clock_mhz", "power_watts", "temperature_celsius")
RESOURCE_COLUMNS = ("registers", "spill_stores", "spill_loads", "stack", "shared_bytes")
CSV_COLUMNS = (
    *("file", "gpu", "processor", "driver", "commit", "kernel", "number"),
    *("machine", "protocol", "inputs", "set"),
    *(*PROBLEM_COLUMNS, *LEADING_COLUMNS, "layout", "batch"),
    *("samples", "complete"),
    *("median_seconds", "lower_quartile_seconds", "upper_quartile_seconds"),
    *("typical_seconds", "gflops"),
    *("verified", "rms", "max", "failure", "warnings"),
    *("baseline", "baseline_median_seconds", "ratio", "ratio_low", "ratio_high", "verdict"),
    *(*CONDITION_COLUMNS, "throttling"),
    *("architecture", "compiler", *RESOURCE_COLUMNS),
    "measured_at",
)
"""Columns of the CSV, in their order."""

Named = Sequence[tuple[str, Results]] | Sequence[tuple[str, list[dict[str, Any]]]]
"""Files by their names: results, or lines of another kind."""


def to_whole(files: Named, file_format: str) -> dict[str, bytes]:
    """Write files in a format that keeps everything.

    Returns
    -------
    dict of str to bytes
        Contents by the names of files; Parquet is one file for all, whose name is empty.

    Raises
    ------
    ArgumentError
        If two files have the same name.
    """
    names = [name for name, _ in files]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ArgumentError(
            f"results = {visible(twice)}: two files have this name; convert each folder by itself"
        )
    results = [(name, found) for name, found in files if isinstance(found, Results)]
    lines = [(name, found) for name, found in files if not isinstance(found, Results)]
    if file_format == "parquet":
        return {"": to_parquet(results) if results else write_lines(lines)}
    return {name: to_json_lines(found) for name, found in results} | {
        name: b"".join(json.dumps(line).encode() + b"\n" for line in found) for name, found in lines
    }


FORMATS = {"csv": to_csv, "t4": to_t4}
"""Formats that say of each measurement what others ask, by their names."""

WHOLE = ("parquet", "jsonl")
"""Formats that keep everything."""
