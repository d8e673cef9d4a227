"""The table of measured errors of kernels on tensor cores, beside cuBLAS's on the same inputs."""

from __future__ import annotations

import csv
import math
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from sgemm.bench.sizes import make_problem
from sgemm.kernels.catalogue import FUSED, SPLIT, find
from sgemm.report.tables import markdown, significant

FILE = "h200/split-errors.csv"
"""What ``tests/gpu/test_split_on_gpu.py`` wrote."""

Row = Mapping[str, str]


def split_measured(folder: Path) -> str:
    """Return errors as multiples of cuBLAS's by class, where the rule may take the kernels."""
    if not (folder / FILE).exists():
        return ""
    with (folder / FILE).open(newline="", encoding="utf-8") as source:
        of_class: dict[str, list[Row]] = defaultdict(list)
        for row in csv.DictReader(source):
            if row["kernel"] in SPLIT + FUSED and _is_taken(row):
                of_class[row["inputs"]].append(row)
    rows = []
    for name, found in of_class.items():
        larger = sum(_ratio(row, "rms") > 1 or _ratio(row, "maximum") > 1 for row in found)
        shapes = {tuple(row[size] for size in ("m", "n", "k", "layout")) for row in found}
        rows.append(
            (
                *(f"`{name}`", str(len(shapes)), str(len(found))),
                *(_ratios(found, measure) for measure in ("rms", "maximum")),
                str(larger),
            )
        )
    return markdown(
        "inputs | >shapes | >products | >rms: median, largest | >maximum: median, largest | "
        ">larger than cuBLAS's",
        rows,
    )


def _is_taken(row: Row) -> bool:
    problem = make_problem((int(row["m"]), int(row["n"]), int(row["k"])), row["layout"])
    kernel = find(row["kernel"])
    tiles = (t for t in kernel.tiles if kernel.specialised(tile=t).tile_in_short == row["tile"])
    return any(kernel.geometry.unsuited(problem, tile) is None for tile in tiles)


def _ratio(row: Row, measure: str) -> float:
    error, of_cublas = float(row[measure]), float(row[f"cublas_{measure}"])
    if of_cublas == 0:
        return math.inf if error else 1.0
    return error / of_cublas


def _ratios(rows: Sequence[Row], measure: str) -> str:
    found = [_ratio(row, measure) for row in rows]
    return f"{significant(statistics.median(found))}, {significant(max(found))}"
