#!/usr/bin/env python3
"""Shorten results of `sgemm survey`, `tune` or `bench` to the lines of results/*/tiles.parquet.

PYTHONPATH=src python3 scripts/survey_lines.py RESULTS OUTPUT

A line for each tile and schedule: what `sgemm fit` reads, the median time alone. OUTPUT is JSON
Lines, and is not replaced.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

from sgemm.bench import results
from sgemm.bench.result_set import hardware_of
from sgemm.errors import SgemmError
from sgemm.kernels.tile import stored_name
from sgemm.problem import Problem


def lines_of(file: results.Results) -> list[dict[str, Any]]:
    """Return a line for each measurement that has a tile."""
    measurements = file.measurements
    times: dict[Problem, dict[int, float]] = {}
    for place, each in enumerate(measurements):
        if each.samples is not None:
            # A GPU's events have no more digits.
            microseconds = round(each.samples.median * 1e6, 3)
            times.setdefault(each.problem, {})[place] = microseconds
    found = []
    for problem, of_problem in times.items():
        ours = {place: time for place, time in of_problem.items() if measurements[place].tile}
        theirs = [time for place, time in of_problem.items() if place not in ours]  # cuBLAS's
        for place, time in ours.items():
            each = measurements[place]
            if each.tile is None or each.schedule is None:
                continue
            line = {
                "gpu": hardware_of(each, file.environment),
                "kernel": each.chosen or each.kernel.partition(":")[0],
                "layout": problem.layout,
                "tile": shortened(each.tile),
                "schedule": shortened(each.schedule),
                **{name: getattr(problem, name) for name in ("m", "n", "k", "batch")},
                **({"beta": problem.beta} if problem.beta else {}),
                "microseconds": time,
                "rounds": len(each.samples.seconds) if each.samples else 0,
            }
            found.append(line | ({"cublas_microseconds": theirs[0]} if theirs else {}))
    return found


def shortened(numbers: Any) -> dict[str, int]:
    """Return the numbers of a tile or a schedule that are not what they are by default."""
    fields = dataclasses.fields(numbers)
    return {
        stored_name(field): getattr(numbers, field.name)
        for field in fields
        if getattr(numbers, field.name) != field.default
    }


def main() -> int:
    """Read the command line and write the lines."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    source, output = map(Path, sys.argv[1:])
    try:
        files = [file for _, file in results.read_all(source)]
        texts = [
            json.dumps({"environment": dataclasses.asdict(file.environment)}) for file in files[:1]
        ]
        texts += (json.dumps(line) for each in files for line in lines_of(each))
        with output.open("x") as file:
            file.writelines(f"{text}\n" for text in texts)
    except (OSError, SgemmError) as error:
        print(f"survey_lines: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
