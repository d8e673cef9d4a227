#!/usr/bin/env python3
"""The squares of a survey as a table: the fastest candidate of each size and layout.

python3 scripts/survey_table.py FILE...

FILEs are surveys with lines of their own, such as results/h200/tiles.parquet/parts.jsonl. Prints
TFLOP/s, and in brackets the ratio to cuBLAS in the same rounds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sgemm.bench.parquet import read_lines
from sgemm.errors import ArgumentError

LAYOUTS = ("nn", "nt", "tn", "tt")
LEAST_SIZE = 1024


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    """Read a survey; raises SystemExit, with the file and the line, where it is none."""
    try:
        lines = read_lines(path)
    except ArgumentError as error:
        raise SystemExit(str(error)) from None
    for number, row in enumerate(lines, 1):
        if "record" in row:
            raise SystemExit(f"{path}:{number}: not a line of a survey")
        yield row


def fastest(files: Sequence[Path]) -> dict[tuple[int, str], dict[str, Any]]:
    """Return the fastest measured candidate of each square, by its size and layout."""
    found: dict[tuple[int, str], dict[str, Any]] = {}
    for row in (row for path in files for row in rows_of(path)):
        is_square = row.get("m", 0) == row.get("n") == row.get("k") and row["batch"] == 1
        if not is_square or row["m"] < LEAST_SIZE:
            continue
        place = row["m"], row["layout"]
        if place not in found or row["microseconds"] < found[place]["microseconds"]:
            found[place] = row
    return found


def table(files: Sequence[Path]) -> str:
    """Return the table in Markdown, with the sizes that were measured in two layouts or more."""
    found = fastest(files)
    lines = ["| m = n = k | " + " | ".join(LAYOUTS) + " |", "|--:" * 5 + "|"]
    for size in sorted({size for size, _ in found}):
        rows = [found.get((size, layout)) for layout in LAYOUTS]
        if sum(row is not None for row in rows) > 1:
            lines.append(f"| {size} | " + " | ".join(map(cell, rows)) + " |")
    return "\n".join(lines)


def cell(row: dict[str, Any] | None) -> str:
    """Return the speed of one candidate in TFLOP/s, and that over cuBLAS's."""
    if row is None:
        return "-"
    speed = 2e-6 * row["m"] ** 3 / row["microseconds"]
    return f"{speed:.1f} ({row['cublas_microseconds'] / row['microseconds']:.2f})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    print(table(parser.parse_args().files))
