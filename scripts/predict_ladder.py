#!/usr/bin/env python3
"""Predict the speed of the ladder's rungs on any GPU, from its numbers and results of an H200.

python3 scripts/predict_ladder.py --architecture 89 --multiprocessors 46 --clock 2475 \
    --bandwidth 504 --l2 36

docs/other_gpus.md says how, and how far off such predictions were.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from publish.other_gpus import peak
from publish.places import read_places
from publish.predictions import gflops, read_steps
from rich.console import Console

from sgemm.errors import SgemmError
from sgemm.kernels.gpus import ARCHITECTURES, H200, Figures
from sgemm.report.tables import significant, table_of

RESULTS = Path(__file__).parents[1] / "results"
SIZES = (512, 1024, 2048, 4096, 8192)


def positive(text: str) -> float:
    """Read a number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r}: a number above 0 and below 10^9 is needed")
    return number


def whole(text: str) -> int:
    """Read a whole number above 0."""
    if not text.isdecimal() or not 0 < int(text) < 10**6:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number above 0 is needed")
    return int(text)


def main(arguments: list[str] | None = None) -> int:
    """Print TFLOP/s of each rung by size; return the exit status: 2 on an error."""
    parser = argparse.ArgumentParser(
        description="Predict the speed of the ladder's rungs on any GPU."
    )
    parser.add_argument(
        "--architecture",
        type=int,
        required=True,
        choices=sorted(ARCHITECTURES),
        help="its compute capability times ten",
    )
    parser.add_argument("--multiprocessors", type=whole, required=True)
    parser.add_argument("--clock", type=positive, required=True, help="MHz, under load")
    parser.add_argument("--bandwidth", type=positive, required=True, help="of its memory, GB/s")
    parser.add_argument("--l2", type=positive, required=True, help="its L2 cache, MiB")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of results")
    asked = parser.parse_args(arguments)
    figures = Figures(
        name="",
        architecture=asked.architecture,
        multiprocessors=asked.multiprocessors,
        clock_mhz=asked.clock,
        memory_gbytes=asked.bandwidth,
        l2_bytes=int(asked.l2 * 2**20),
        driver="",
    )
    try:
        places = [each for each in read_places(asked.results) if each.hardware == H200.name]
    except SgemmError as error:
        print(f"predict_ladder: {error}", file=sys.stderr)
        return 2
    steps = read_steps(asked.results)
    if not (places and steps):
        print(f"predict_ladder: {asked.results} has no results of an {H200.name}", file=sys.stderr)
        return 2
    rows = []
    for rung in dict.fromkeys(name for name, _ in steps):
        speeds = (gflops(places[0], rung, size, figures, steps) for size in SIZES)
        rows.append((rung, *(significant(None if each is None else each / 1e3) for each in speeds)))
    console = Console()
    console.print(f"Predicted TFLOP/s at m = n = k; the peak is {peak(figures) / 1e3:.1f}.")
    console.print(table_of(["rung", *(f">{size}" for size in SIZES)], rows).to_rich())
    return 0


if __name__ == "__main__":
    sys.exit(main())
