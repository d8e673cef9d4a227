"""Results in T4, for tools of auto-tuners.

T4 is version 1.0.0 of the open schema of auto-tuning results that Kernel Tuner writes: one entry
for each measurement of a kernel, times in milliseconds. Its ``configuration`` is the kernel's tile
and the problem. Times of compiling are not known and are left out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from sgemm.bench.codec import encode
from sgemm.bench.environment import Environment
from sgemm.bench.measurement import Measurement
from sgemm.bench.pairing import beside_ratio
from sgemm.bench.result_set import ResultSet, hardware_of, without_collection
from sgemm.bench.sets import Setting
from sgemm.report.speeds import passes_checks

PROBLEM = ("m", "n", "k", "alpha", "beta", "lda", "ldb", "ldc", "layout", "batch")
"""Fields of the problem that belong to a configuration."""

ERROR = "2^-24*(|A||B|)"  # unit of errors


@without_collection()
def to_t4(groups: Sequence[ResultSet]) -> bytes:
    """Write every measurement of a kernel as an entry of a T4 document, which is JSON."""
    entries = [
        _entry(measurement, results.environment)
        for group in groups
        for _, results in group.files
        for measurement in results.measurements
    ]
    # Without an indent: Python's encoder in C knows none, and is ten times as fast as the other.
    document = {"schema_version": "1.0.0", "results": entries}
    return json.dumps(document, allow_nan=False).encode() + b"\n"


def _entry(one: Measurement, environment: Environment) -> dict[str, Any]:
    tile = encode(one.tile) if one.tile is not None else {}
    problem = {name: encode(getattr(one.problem, name)) for name in PROBLEM}
    samples, checked, conditions = one.samples, one.verification, one.conditions
    beside = one.baseline if samples is not None else None
    milliseconds = [1e3 * value for value in samples.seconds] if samples is not None else []
    typical = one.typical_seconds
    right, failed = passes_checks(one) is not False, one.failure is not None
    values = (
        ("time", None if typical is None else 1e3 * typical, "ms"),
        ("GFLOP/s", one.gflops, "GFLOP/s"),
        ("rms_error", checked.rms if checked is not None else None, ERROR),
        ("max_error", checked.maximum if checked is not None else None, ERROR),
        ("baseline", beside.name if beside is not None else None, ""),
        ("ratio", beside_ratio(one, beside) if beside is not None else None, ""),
        ("clock", conditions.clock_mhz if conditions is not None else None, "MHz"),
        ("power", conditions.power_watts if conditions is not None else None, "W"),
        ("machine", one.machine, ""),
        ("protocol", one.protocol, ""),
        ("inputs", Setting.of(one).inputs, ""),
        ("device", hardware_of(one, environment), ""),
    )
    return {
        "timestamp": one.measured_at,
        "configuration": {"kernel": one.kernel} | tile | problem,
        # A right result of a check alone has none: programs look for the time of what is correct.
        "objectives": ["time"] if milliseconds or failed or not right else [],
        "times": {"runtimes": milliseconds},
        "invalidity": "runtime" if right and failed else "correct" if right else "correctness",
        "correctness": 1 if right and not failed else 0,
        "measurements": [
            {"name": name, "value": value, "unit": unit}
            for name, value, unit in values
            if value is not None and not (isinstance(value, float) and not math.isfinite(value))
        ],
    }
