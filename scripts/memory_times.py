#!/usr/bin/env python3
"""What moving the operands of memory-bound products takes by itself, beside the products.

PYTHONPATH=src python3 scripts/memory_times.py --out FILE [--sets tiny_batches,slender,layers]
    [--samples 15] [--seconds 300]

For each problem of the sets whose operands take memory longer than its operations take the
multipliers, at the peaks that the maker publishes, a kernel reads as many bytes as A and B have
and writes as many as C has, in whole vectors of 16 bytes one after the other. It is timed as
`sgemm bench` times a product: between two events, after the L2 cache was filled with other lines
that must be written back. Each problem has several grids, with C written first or last; the
fastest by its median counts. `auto` and cuBLAS FP32 are timed in the same rounds, in an order that
changes. They are not verified here: `sgemm bench` does so.

FILE is CSV, as results/h200/memory-times.csv.gz, a line for each problem and what was timed: the
median and quartiles in microseconds. Exit status 2 if there is no GPU.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import datetime
import functools
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from sgemm.bench.contenders import Contender
from sgemm.bench.fixture import Fixture
from sgemm.bench.gpu.fixture import open_gpu_fixture
from sgemm.bench.sets import problems_of
from sgemm.bench.testbed import COLD_L2
from sgemm.errors import SgemmError
from sgemm.kernels.kernel import Geometry, Kernel
from sgemm.kernels.launch import Launch
from sgemm.kernels.tile import Tile
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import LoadedKernel
from sgemm.machines.select import select_machine
from sgemm.problem import Problem
from sgemm.report.devices import limits_of

THREADS = 256
AT_ONCE = 4  # vectors of a thread that are under way, as in memory_stream.cu
CHUNK_BYTES = 16
MOST_BLOCKS = (2, 8)  # of a multiprocessor, besides as many as leave each thread one round

STREAM_NAME = "stream"
COLUMNS = (
    *("gpu", "measured_at", "commit", "set", "m", "n", "k", "layout", "batch", "contender"),
    *("samples", "median_us", "low_us", "high_us"),
)

STREAM = Kernel(
    name="memory_stream",
    idea="reads as much as A and B and writes as much as C",
    document="",
    tile=Tile(1, 1, 1, stages=0),
    source=Path(__file__).with_name("memory_stream.cu"),
    geometry=Geometry(block=(THREADS, 1, 1)),
)

Run = Callable[[], None]


def is_memory_bound(problem: Problem, gpu: str) -> bool:
    """Tell whether memory takes longer than the multipliers do, at the published peaks."""
    limits = limits_of(gpu)
    if limits.peak_gflops is None or limits.memory_gbytes is None:
        raise SgemmError(f"the peaks of {gpu} are not known")
    moved = 4.0 * sum(problem.elements)
    return moved / limits.memory_gbytes >= problem.flops / limits.peak_gflops


def streams(
    machine: CudaMachine, stream: LoadedKernel, problem: Problem, addresses: Sequence[int]
) -> dict[str, Run]:
    """Return what runs the kernel in each of its grids."""
    chunks = [4 * each // CHUNK_BYTES for each in problem.elements]
    once = max(1, -(-sum(chunks) // (THREADS * AT_ONCE)))
    blocks = {once, *(min(once, each * machine.multiprocessors) for each in MOST_BLOCKS)}
    pairs = [np.uint64(x) for pair in zip(addresses, chunks, strict=True) for x in pair]
    return {
        f"{STREAM_NAME} {count} {writes_first}": functools.partial(
            machine.launch,
            stream,
            Launch((count, 1, 1), (THREADS, 1, 1)),
            [*pairs, np.int32(writes_first)],
        )
        for count in sorted(blocks)
        for writes_first in (0, 1)
    }


def measured(
    fixture: Fixture,
    machine: CudaMachine,
    contenders: Sequence[Contender],
    problem: Problem,
    samples: int,
) -> Iterator[dict[str, object]]:
    """Time a problem, and yield what the line of each contender says besides the problem."""
    stream = fixture.kernel_pool.loaded(STREAM)
    with contextlib.ExitStack() as stack:
        testbed, sampler = stack.enter_context(fixture.open(problem, 0))
        runs = streams(machine, stream, problem, testbed.addresses)
        runs |= {each.name: stack.enter_context(each.bind(testbed)).run for each in contenders}
        times: dict[str, list[float]] = {name: [] for name in runs}
        for number in range(samples + 1):
            for name in random.sample(list(runs), len(runs)):
                sample = sampler.take(runs[name])
                if number:  # the first round of all warms up
                    times[name].append(1e6 * sample.seconds)
    grids = [name for name in runs if name.startswith(STREAM_NAME)]
    fastest = min(grids, key=lambda name: statistics.median(times[name]))
    for name in (fastest, *(each.name for each in contenders)):
        low, median, high = statistics.quantiles(times[name], n=4)
        yield {
            "contender": STREAM_NAME if name == fastest else name,
            "samples": samples,
            "median_us": round(median, 2),
            "low_us": round(low, 2),
            "high_us": round(high, 2),
        }


def lines(sets: Sequence[str], samples: int, seconds: float) -> Iterator[dict[str, object]]:
    """Yield the lines of all problems that there is time for."""
    machine = select_machine("cuda")
    if not isinstance(machine, CudaMachine):
        raise SgemmError("there is no GPU")
    begin = time.monotonic()
    gpu = machine.gpu.name
    problems = {
        problem: name
        for name in sets
        for problem in problems_of(name)
        if is_memory_bound(problem, gpu)
    }
    with open_gpu_fixture(machine, COLD_L2) as fixture:
        contenders = fixture.contenders(["cublas", "auto"])
        for count, (problem, name) in enumerate(problems.items()):
            if time.monotonic() - begin > seconds:
                print(f"memory_times: no time for {len(problems) - count} more", file=sys.stderr)
                return
            head = {
                "gpu": gpu,
                "measured_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="minutes"),
                "commit": os.environ.get("SGEMM_COMMIT", "")[:7],
                "set": name,
                **{letter: getattr(problem, letter) for letter in "mnk"},
                "layout": problem.layout,
                "batch": problem.batch,
            }
            for found in measured(fixture, machine, contenders, problem, samples):
                yield head | found


def main() -> int:
    """Read the command line, measure, and write the lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", default="tiny_batches,slender,layers")
    parser.add_argument("--samples", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=300.0)
    arguments = parser.parse_args()
    try:
        with arguments.out.open("x", newline="", encoding="utf-8") as file:
            written = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            written.writeheader()
            for line in lines(arguments.sets.split(","), arguments.samples, arguments.seconds):
                written.writerow(line)
    except SgemmError as error:
        print(f"memory_times: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
