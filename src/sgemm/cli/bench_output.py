"""What ``sgemm bench`` says of its measurements: a document for programs, tables for people."""

from __future__ import annotations

import time
from collections.abc import Sequence

from sgemm.bench.campaign import Outcome
from sgemm.bench.codec import encode
from sgemm.bench.measurement import Measurement
from sgemm.cli.output import print_table, print_text
from sgemm.report.bench import bench_table


def bench_document(
    measurements: Sequence[Measurement],
    outcomes: Sequence[Outcome],
    output: str,
    interrupted: bool,
    begin: float,
) -> dict[str, object]:
    """Return everything for programs."""
    return {
        "command": "bench",
        "output": output,
        "interrupted": interrupted,
        "holds": all(one.failure is None for one in measurements),
        "measurements": [
            {
                "contender": one.kernel,
                "problem": encode(one.problem),
                "layout": one.layout,
                "protocol": one.protocol,
                "seconds": one.typical_seconds,
                "gflops": one.gflops,
                "samples": one.samples.count if one.samples is not None else 0,
                "ratio": one.baseline.ratio if one.baseline is not None else None,
                "failure": one.failure,
                "warnings": list(one.warnings),
            }
            for one in measurements
        ],
        "refused": [
            {"task": str(outcome.task), "contender": name, "reason": reason}
            for outcome in outcomes
            for name, reason in outcome.refused
        ],
        "total_seconds": time.perf_counter() - begin,
    }


def print_outcomes(
    measurements: Sequence[Measurement],
    outcomes: Sequence[Outcome],
    output: str,
    interrupted: bool,
    begin: float,
) -> None:
    """Print the table, and what went wrong."""
    if measurements:
        print_table(bench_table(measurements))
    for one in measurements:
        for text in (*one.warnings, *([f"FAILED: {one.failure}"] if one.failure else [])):
            print_text(f"{_where(one)}: {text}")
    for outcome in outcomes:
        for name, reason in outcome.refused:
            print_text(f"{outcome.task}, {name}: not measured: {reason}")
    elapsed = time.perf_counter() - begin
    print_text(f"{elapsed:.1f} s; every sample is in {output}")
    if interrupted:
        print_text("interrupted: what was measured is kept, and --resume goes on from there")


def _where(one: Measurement) -> str:
    return f"{one.problem}, {one.kernel}"
