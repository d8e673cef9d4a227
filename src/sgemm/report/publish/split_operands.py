"""Tables of prepared operands, half precision and others' products, as a script timed them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from sgemm.report.tables import ABSENT, markdown, significant

FILE = "h200/split-operands.csv"
"""What ``scripts/split_operand_times.py`` wrote."""

PUBLISHED = "published-splits.csv"
"""Speeds that others published of other GPUs, with their sources."""

PEERS = ("split", "composed fp16x3", "Triton tf32x3")

CONTENDERS = ("auto", "split", "split, prepared", "bf16 * fp32", "bf16 * fp32, prepared")

Row = Mapping[str, str]


def split_operands(folder: Path) -> str:
    """Return speeds and errors by shape; empty where nothing was measured."""
    rows = _rows(folder / FILE)
    if not rows:
        return ""
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


def split_peers(folder: Path) -> str:
    """Return what else multiplies squares so, by size: measured here, and published of others."""
    rows, published = _rows(folder / FILE), _rows(folder / PUBLISHED)
    squares = {(row["m"], row["contender"]): row for row in rows if row["m"] == row["n"]}
    sizes = list(dict.fromkeys(size for size, _ in squares))
    if not sizes:
        return ""
    table = [
        (f"`{name}`" if name == "split" else name, *(_cell(squares[size, name]) for size in sizes))
        for name in PEERS
    ]
    table += [
        (f"{row['what']}, {row['gpu']}, published", *(row.get(size) or ABSENT for size in sizes))
        for row in published
    ]
    sources = "; ".join(dict.fromkeys(row["source"] for row in published))
    return (
        "TFLOP/s by m = n = k; where it was measured here also, in brackets, the speed as a "
        "multiple of cuBLAS FP32's, and the rms error. Published figures are others', of other "
        f"GPUs: {sources}.\n\n" + markdown(["what", *(f">{size}" for size in sizes)], table)
    )


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def _cell(row: Row) -> str:
    speed, ratio = significant(float(row["tflops"])), significant(float(row["speed"]))
    return f"{speed} ({ratio}) {significant(float(row['rms']))}"


def _over_bound(row: Row) -> float:
    return float(row["median_us"]) / float(row["bound_us"])
