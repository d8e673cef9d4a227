"""The table of products of prepared operands and of half precision, as a script timed them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from sgemm.report.tables import markdown, significant

FILE = "h200/split-operands.csv"
"""What ``scripts/split_operand_times.py`` wrote."""

CONTENDERS = ("auto", "split", "split, prepared", "bf16 * fp32", "bf16 * fp32, prepared")

Row = Mapping[str, str]


def split_operands(folder: Path) -> str:
    """Return speeds and errors by shape; empty where nothing was measured."""
    path = folder / FILE
    if not path.exists():
        return ""
    with path.open(newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    shapes = dict.fromkeys((row["m"], row["n"], row["k"]) for row in rows)
    by_place = {(row["m"], row["n"], row["k"], row["contender"]): row for row in rows}
    commits = ", ".join(dict.fromkeys(row["commit"][:7] for row in rows))
    days = ", ".join(dict.fromkeys(row["measured_at"][:10] for row in rows))
    table = [
        (
            "x".join(shape),
            significant(float(by_place[(*shape, "cublas")]["tflops"])),
            *(_cell(by_place[(*shape, name)]) for name in CONTENDERS),
            significant(_over_bound(by_place[(*shape, CONTENDERS[-1])])),
        )
        for shape in shapes
    ]
    head = " | ".join(f">{name}" for name in CONTENDERS)
    return (
        f"{rows[0]['gpu']}, cold L2, measured {days} (UTC), commit {commits}. TFLOP/s, in brackets "
        "the speed as a multiple of cuBLAS FP32's, then the rms error in units of 2^-24 \\* "
        "(|A||B|). The last column is the time of the last contender over the bound by memory.\n\n"
        + markdown(f"m x n x k | >cuBLAS FP32 | {head} | >over the bound", table)
    )


def _cell(row: Row) -> str:
    speed, ratio = significant(float(row["tflops"])), significant(float(row["speed"]))
    return f"{speed} ({ratio}) {significant(float(row['rms']))}"


def _over_bound(row: Row) -> float:
    return float(row["median_us"]) / float(row["bound_us"])
