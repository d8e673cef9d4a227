"""The tables of what the first calls of new processes take."""

from __future__ import annotations

import csv
from pathlib import Path

from sgemm.report.tables import ABSENT, markdown

ON_GPU = "h200/first-call.csv"
"""What ``scripts/first_call.py --gpu`` wrote."""

STAND_IN = "first-call.csv"
"""What it wrote on a host without a GPU, with a stand-in whose driver does nothing."""


def first_calls(file: Path, time: str) -> str:
    """Return the table of one of a file's columns of milliseconds; empty where there is none."""
    if not file.exists():
        return ""
    with file.open(newline="", encoding="utf-8") as source:
        lines = list(csv.DictReader(source))
    cases = list(dict.fromkeys(line["case"] for line in lines))
    times = {(line["step"], line["case"]): f"{float(line[time]):.1f}" for line in lines}
    kernels = {line["step"]: f"`{line['kernel']}`" if line["kernel"] else ABSENT for line in lines}
    rows = [
        (step, kernel, *(times[step, case] for case in cases)) for step, kernel in kernels.items()
    ]
    (where,) = {f"{line['machine']}, {line['processor']}" for line in lines}
    table = markdown(["step, ms", "kernel", *(f">{case}" for case in cases)], rows)
    return f"{where}.\n\n{table}"
