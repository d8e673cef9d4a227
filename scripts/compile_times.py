#!/usr/bin/env python3
r"""Time the compilation of kernels into an empty cache, at this commit and at an older one.

    git worktree add --detach /tmp/older COMMIT
    PYTHONPATH=src python scripts/compile_times.py --older /tmp/older \
        --out results/compile-times.csv

Each process compiles every kernel once, to machine code for sm_90, its mainloop patched and
validated where it is one of those. Before, it compiles two others: what is loaded or imported once
is not counted. Processes of both trees take turns. Each row has the median, the least and the most
seconds of some processes. A kernel or tile that only one tree has is left out. The last rows have
the mean of all kernels that a tree chooses for the set `random`, each compiled once, in fewer
processes.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from sgemm.machines.probe import processor_name

ROOT = Path(__file__).resolve().parents[1]
KERNELS = (
    ("stream_k_packed", "nn", 256, 128), ("stream_k_tma", "nn", 256, 128),
    ("stream_k_tma_k_major", "nn", 64, 128), ("skinny", "nn", 16, 128), ("split_k", "nn", 64, 64),
    ("warp_sliced_k", "nn", 16, 16), ("any_layout", "nn", 64, 128),
)  # fmt: skip
SET = "random"  # of shapes, as a program has them that runs for the first time
COLUMNS = (
    *("tree", "commit", "processor", "kernel", "layout", "tile", "patched"),
    *("processes", "median_s", "least_s", "most_s"),
)

# It runs in both trees, and asks for no more than both have.
TIMED = """
import json, sys, time
from sgemm.bench.sets import problems_of
from sgemm.kernels.catalogue import find
from sgemm.planning import plan
from sgemm.toolchain.compiler import build
build(find("naive"), 90)
other = find("stream_k_tma")
build(other.specialised("tn", other.tiles[1]), 90)
class Gpu:
    name, architecture, multiprocessors, figures = "cuda", 90, 132, None
def seconds_of(kernel):
    begun = time.perf_counter()
    build(kernel, 90)
    return time.perf_counter() - begun
found = {}
if sys.argv[2:]:
    chosen = dict.fromkeys(plan(each, Gpu()).kernel for each in problems_of(sys.argv[2]))
    times = [seconds_of(kernel) for kernel in chosen]
    found[sys.argv[2]] = sum(times) / len(times), len(times)
else:
    for name, layout, bm, bn in json.loads(sys.argv[1]):
        kernel = find(name)
        tile = next((one for one in kernel.tiles if (one.bm, one.bn) == (bm, bn)), None)
        if tile is not None:
            special = kernel.specialised(layout, tile)
            found[name] = seconds_of(special), bool(tile.loop_registers)
print(json.dumps(found))
"""


def times_of(tree: Path, *of_set: str) -> dict[str, tuple[float, int]]:
    """Return the seconds of each kernel in a new process of a tree, and whether it is patched.

    Of a set: the mean seconds of its kernels, and how many they are.
    """
    with tempfile.TemporaryDirectory() as cache:
        where = {"PYTHONPATH": str(tree / "src"), "SGEMM_CACHE_DIR": cache}
        command = [sys.executable, "-c", TIMED, json.dumps(KERNELS), *of_set]
        done = subprocess.run(
            command, env=os.environ | where, check=True, capture_output=True, text=True
        )
    found: dict[str, tuple[float, int]] = json.loads(done.stdout)
    return found


def commit_of(tree: Path) -> str:
    """Return the commit of a tree, in short."""
    command = ["git", "-C", str(tree), "rev-parse", "--short=7", "HEAD"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    """Read the command line, time both trees in turns, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--older", type=Path, required=True, help="a tree of an older commit")
    parser.add_argument("--processes", type=int, default=7, help="new processes of each tree")
    parser.add_argument("--of-set", type=int, default=3, help="of these, for the set")
    parser.add_argument("--out", type=Path, required=True, help="the CSV to write")
    options = parser.parse_args()
    trees = {"before": options.older, "now": ROOT}
    found = {name: [] for name in trees}
    of_set = {name: [] for name in trees}
    for number in range(max(options.processes, options.of_set)):
        for name, tree in trees.items():
            if number < options.processes:
                found[name].append(times_of(tree))
            if number < options.of_set:
                of_set[name].append(times_of(tree, SET)[SET])
    rows = []
    for kernel, layout, bm, bn in KERNELS:
        if all(kernel in times for each in found.values() for times in each):
            for name, each in found.items():
                is_patched = "yes" if each[0][kernel][1] else "no"
                seconds = [times[kernel][0] for times in each]
                rows.append((name, (kernel, layout, f"{bm}x{bn}", is_patched), seconds))
    for name, each in of_set.items():
        seconds = [mean for mean, _ in each]
        rows.append((name, (f"mean of set {SET}", "", f"{each[0][1]} kernels", ""), seconds))
    with options.out.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for name, what, seconds in rows:
            where = (name, commit_of(trees[name]), processor_name())
            span = (statistics.median(seconds), min(seconds), max(seconds))
            writer.writerow((*where, *what, len(seconds), *(f"{each:.3f}" for each in span)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
