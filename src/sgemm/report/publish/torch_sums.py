"""The table of sums by PyTorch's addmm and by the library's, on each GPU."""

from __future__ import annotations

import statistics
from collections import defaultdict
from pathlib import Path

from sgemm.bench.parquet import read_lines
from sgemm.report.tables import markdown

FILES = "*/torch_sums.parquet"
"""What ``scripts/torch_sums.py`` wrote, in the folder of each GPU: an environment, then lines."""

LIMITS = (384, 768)
"""Where the k of one column ends and that of the next begins."""

COLUMNS = ("k < 384", "384 <= k < 768", "k >= 768", "all")

SLOWER = 0.97  # of PyTorch's speed: less counts as slower


def torch_sums(folder: Path) -> str:
    """Return a table for each GPU, under its name; empty where nobody measured."""
    return "\n\n".join(_of_gpu(path) for path in sorted(folder.glob(FILES)))


def _of_gpu(path: Path) -> str:
    first, *lines = read_lines(path)
    times: dict[tuple[str, int, int, int], dict[str, float]] = defaultdict(dict)
    for line in lines:
        shape = line["adds"], line["m"], line["n"], line["k"]
        times[shape][line["contender"]] = line["median_us"]
    groups: dict[tuple[str, str], list[list[float]]] = {}
    for (adds, m, _, k), found in times.items():
        for rows in (str(m), "all"):
            columns = groups.setdefault((adds, rows), [[] for _ in COLUMNS])
            for place in (sum(k >= limit for limit in LIMITS), -1):
                columns[place].append(found["torch"] / found["sgemm"])
    # Rows in the file's order, and all of them last.
    ordered = sorted(groups.items(), key=lambda each: (each[0][0], each[0][1] == "all"))
    cells = [(*names, *map(_cell, columns)) for names, columns in ordered]
    head = " | >".join(("added", "rows", *COLUMNS))
    commit = first["environment"]["commit"][:7]
    words = (
        f"{first['device']}, PyTorch {first['torch']}, commit {commit}: the library's speed over "
        "PyTorch's, also where the rule leaves a sum to it: the geometric mean; in brackets the "
        f"lowest, and how many of how many are below {SLOWER}."
    )
    return markdown(head, cells, words)


def _cell(speeds: list[float]) -> str:
    slower = sum(speed < SLOWER for speed in speeds)
    mean = statistics.geometric_mean(speeds)
    return f"{mean:.2f} ({min(speeds):.2f}; {slower} of {len(speeds)})"
