#!/usr/bin/env python3
"""How fast products are of prepared operands, and of half precision by float32, on a GPU.

PYTHONPATH=src python3 scripts/split_operand_times.py --out FILE [--seconds 120]

Beside cuBLAS FP32 (torch.mm) on the same values, all contenders of a shape in turns, in an order
that changes, with a cold L2 cache: each sample is one product between two CUDA events, after
memory eight times as large as the cache was written, which lets the host be ahead. W is n x k, as
layers of networks keep it. Every result is compared with float64 before it is timed.

FILE is CSV, as results/h200/split-operands.csv.gz, a line for each contender and shape: median and
quartiles in microseconds, TFLOP/s, speed as a multiple of cuBLAS FP32's, rms and largest error in
units of 2^-24 * (|A||B|), and the memory bound: each operand read once in its type, and C written,
at 4.3 TB/s. Where few rows or columns leave memory as the limit, ``stream`` is the fastest grid of
a kernel that reads as many bytes as BF16 by FP32 has, writes as many, and does nothing else: see
memory_times.py. Exit status 1 if a result was wrong.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import functools
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import memory_times
import numpy as np

import sgemm
from sgemm.errors import RequirementError
from sgemm.toolchain.source import translation_unit

BYTES_A_MICROSECOND = 4.3e6
SQUARES = [(n, n, n) for n in (1024, 2048, 4096, 8192, 16384)]
ROWS = [(m, 4096, 4096) for m in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)]
MORE_ROWS = [(m, 8192, 28672) for m in (1, 8, 16, 32, 64, 128)]
GATES = [(16384, n, 4096) for n in (8, 32, 64, 128, 256)]  # of a mixture of experts
SAMPLES = 30
CHECKED_ROWS = 256
MOST_ERROR = {"composed fp16x3": 400.0}  # units
MOST_ERROR_OF_OTHERS = 40.0

COLUMNS = (
    *("gpu", "measured_at", "commit", "m", "n", "k", "contender", "plan", "samples"),
    *("median_us", "low_us", "high_us", "tflops", "speed", "rms", "maximum", "bound_us"),
)
STREAM = memory_times.STREAM_NAME
Run = Callable[[], Any]


def contenders(m: int, n: int, k: int) -> tuple[dict[str, tuple[Run, Any, Any, str]], Any]:
    """Return what runs each contender on the same values, its operands and plan; and C."""
    import torch
    from split_peers import by_triton, composed

    generator = torch.Generator("cuda").manual_seed(k + m)
    x = torch.rand(m, k, device="cuda", generator=generator) * 2 - 1
    w = torch.rand(n, k, device="cuda", generator=generator) * 2 - 1
    half, half_w = x.bfloat16(), w.bfloat16()
    rounded, rounded_w = half.float(), half_w.float()
    prepared = sgemm.prepare(w, trans=True)
    found: dict[str, tuple[Run, Any, Any, str]] = {}
    out = torch.empty(m, n, device="cuda")
    found["cublas"] = (lambda: torch.mm(x, w.T, out=out), x, w, "")
    if m == n:
        found["composed fp16x3"] = (composed(x, w, out), x, w, "")
        found["Triton tf32x3"] = (by_triton(x, w, out), x, w, "")

    def add(name: str, a: Any, b: Any, precision: str = "split") -> None:
        values, weights = rounded if a is half else x, rounded_w if b is half_w else w
        options: dict[str, Any] = {"trans_b": True, "precision": precision}
        try:
            plan = sgemm.plan(a, b, **options)
            found[name] = (lambda: plan.run(a, b, out=out), values, weights, plan.plan.kernel.name)
        except RequirementError:  # no kernel for it reads half precision: each call widens a copy
            wide = (values, prepared if b is prepared else weights)
            name_of = sgemm.plan(*wide, **options).plan.kernel.name
            run = lambda: sgemm.gemm(a, b, out=out, **options)  # noqa: E731
            found[name] = (run, values, weights, f"{name_of}, widened")

    add("auto", x, w, "ieee")
    for name, a, b in (
        ("split", x, w),
        ("split, prepared", x, prepared),
        ("bf16 * fp32", half, w),
        ("bf16 * fp32, prepared", half, prepared),
        ("fp32 * bf16", x, half_w),
    ):
        add(name, a, b)
    return found, out


def streams(x: Any, w: Any, out: Any) -> dict[str, Run]:
    """Return what moves as many bytes as a product, and no more, in several grids."""
    import cupy

    kernel = cupy.RawKernel(translation_unit(memory_times.STREAM), memory_times.STREAM.name)
    pieces = [(each.data_ptr(), each.nbytes // memory_times.CHUNK_BYTES) for each in (x, w, out)]
    numbers = [np.uint64(number) for piece in pieces for number in piece]
    multiprocessors = cupy.cuda.Device().attributes["MultiProcessorCount"]
    once = -(-sum(chunks for _, chunks in pieces) // (memory_times.THREADS * memory_times.AT_ONCE))
    return {
        f"{STREAM} {blocks} {first}": functools.partial(
            kernel, (blocks,), (memory_times.THREADS,), (*numbers, np.int32(first))
        )
        for blocks in {once, *(multiprocessors * each for each in memory_times.MOST_BLOCKS)}
        for first in (0, 1)
    }


def errors(out: Any, x: Any, w: Any) -> tuple[float, float]:
    """Return rms and largest error of some rows against float64."""
    rows = slice(0, CHECKED_ROWS)
    wide, weights = x[rows].double(), w.double().T
    found = (out[rows].double() - wide @ weights) / (2.0**-24 * (wide.abs() @ weights.abs()))
    return float(found.square().mean().sqrt()), float(found.abs().max())


def measured(shape: tuple[int, int, int], samples: int) -> list[dict[str, object]]:
    """Check and time all contenders of a shape."""
    import torch

    torch.cuda.empty_cache()  # of the shape before
    m, n, k = shape
    found, out = contenders(m, n, k)
    judged = {}
    for name, (run, x, w, _) in found.items():
        out.fill_(float("nan"))
        run()
        judged[name] = errors(out, x, w)
    runs = {name: run for name, (run, *_) in found.items()}
    _, x, w, _ = found["cublas"]
    if min(m, n) < min(k, max(m, n)):
        runs |= streams(x.bfloat16(), w, out)
    nbytes = 8 * torch.cuda.get_device_properties(0).L2_cache_size
    flushed = torch.empty(nbytes, dtype=torch.uint8, device="cuda")
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(samples):
        for name in random.sample(list(runs), len(runs)):
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            flushed.zero_()
            begin.record()
            runs[name]()
            end.record()
            end.synchronize()
            times[name].append(1000.0 * begin.elapsed_time(end))
    base = statistics.median(times["cublas"])
    grids = [name for name in runs if name not in found]
    if grids:
        times[STREAM] = min((times[name] for name in grids), key=statistics.median)
    rows: list[dict[str, object]] = []
    for name in (*found, *([STREAM] if grids else ())):
        low, median, high = statistics.quantiles(times[name], n=4)
        of_x = 2 if name.startswith("bf16") or name == STREAM else 4
        of_w = 2 if name.endswith("bf16") else 4
        moved = of_x * m * k + of_w * n * k + 4 * m * n
        plan = found[name][3] if name in found else ""
        rms, maximum = judged.get(name, (0.0, 0.0))
        rows.append(
            {
                "gpu": torch.cuda.get_device_name(0),
                "measured_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
                "commit": os.environ.get("SGEMM_COMMIT", "unknown"),
                **{"m": m, "n": n, "k": k, "contender": name, "plan": plan, "samples": samples},
                **{"median_us": f"{median:.2f}", "low_us": f"{low:.2f}", "high_us": f"{high:.2f}"},
                "tflops": f"{2.0 * m * n * k / median / 1e6:.2f}",
                "speed": f"{base / median:.4f}",
                **{"rms": f"{rms:.4f}", "maximum": f"{maximum:.3f}"},
                "bound_us": f"{moved / BYTES_A_MICROSECOND:.2f}",
            }
        )
    return rows


def main() -> int:
    """Measure all shapes, and write them as they come."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=120.0)
    given = parser.parse_args()
    if given.out.exists():
        parser.error(f"--out {given.out}: there is such a file; name another one")
    end, is_right = time.monotonic() + given.seconds, True
    with given.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for shape in SQUARES + ROWS + MORE_ROWS + GATES:
            if time.monotonic() > end:
                print(f"{shape}: no time was left", file=sys.stderr)
                return 1
            for row in measured(shape, SAMPLES if max(shape) < 16384 else SAMPLES // 3):
                writer.writerow(row)
                most = MOST_ERROR.get(str(row["contender"]), MOST_ERROR_OF_OTHERS)
                is_right &= float(str(row["maximum"])) < most
                print(*(row[name] for name in COLUMNS[3:]))
            file.flush()
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
