"""What ``sgemm bench`` says of its measurements: a document for programs, tables for people."""

from __future__ import annotations

from sgemm.bench.codec import encode
from sgemm.bench.measurement import Measurement
from sgemm.cli.measuring import Found
from sgemm.cli.output import print_table, print_text
from sgemm.report.bench import bench_table


def bench_document(command: str, found: Found, output: str) -> dict[str, object]:
    """Return everything for programs."""
    return {
        "command": command,
        "output": output,
        "interrupted": found.interrupted,
        "left": found.left,
        "holds": all(one.failure is None for one in found.measurements),
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
            for one in found.measurements
        ],
        "refused": [
            {"task": str(outcome.task), "contender": name, "reason": reason}
            for outcome in found.outcomes
            for name, reason in outcome.refused
        ],
        "total_seconds": found.seconds,
    }


def print_outcomes(found: Found, output: str) -> None:
    """Print the table, and what went wrong."""
    if found.measurements:
        print_table(bench_table(found.measurements))
    for one in found.measurements:
        for text in one.warnings:
            print_text(f"{_where(one)}: {text}")
    print_failures(found)
    for outcome in found.outcomes:
        for name, reason in outcome.refused:
            print_text(f"{outcome.task}, {name}: not measured: {reason}")
    print_end(found, output)


def print_failures(found: Found) -> None:
    """Print why contenders failed."""
    for one in found.measurements:
        if one.failure is not None:
            print_text(f"{_where(one)}: FAILED: {one.failure}")


def print_end(found: Found, output: str) -> None:
    """Print how long it took, and what is left."""
    print_text(f"{found.seconds:.1f} s; every sample is in {output}")
    if found.interrupted:
        print_text("interrupted: what was measured is kept, and --resume goes on from there")
    elif found.left:
        print_text(f"the budget is spent: {found.left} tasks are left, and --resume goes on")


def _where(one: Measurement) -> str:
    return f"{one.problem}, {one.kernel}"
