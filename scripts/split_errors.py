#!/usr/bin/env python3
"""Errors of FP32 products made of products on tensor cores, simulated, beside those of FFMA.

PYTHONPATH=src python3 scripts/split_errors.py [--out results/split-errors.csv.gz] [--seconds 600]

Nothing runs on a GPU: sums are taken by the model of an H200's tensor cores. Each line of the file
is a method with its order of sums and its interval of promotion, on a class of inputs with one k:
rms, maximum, 99.99th percentile and signed mean of the error in units of 2^-24 * (|A||B|). What
the file has already is not computed again.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import gzip
import io
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from split_products.choice import paths, see
from split_products.parts import (
    LOW_SHIFT,
    TOP_OF_BF16,
    TOP_OF_HALF,
    halves,
    of_tf32,
    part,
    scaled,
    thirds,
    to_fraction,
    to_half,
)
from split_products.sums import chains, fused, library_chunk, promoted, promoted_in_parts
from tensor_cores.model import BF16, FP16, TF32

from sgemm.problem import Problem
from sgemm.verify.error import measure
from sgemm.verify.inputs import INPUT_CLASSES, Operands, make_operands
from sgemm.verify.reference import reference

Floats = NDArray[np.float32]
Compute = Callable[[Floats, Floats, int], Floats]
"""(A, B, interval) -> C."""

SEED = 22
SIZES = {
    **{16: 128, 32: 128, 64: 128, 128: 128, 256: 128, 512: 128},
    **{1024: 112, 4096: 80, 16384: 48, 65536: 32},
}
"""m = n for each k: fewer elements where sums are long."""

INTERVALS = (16, 32, 64, 128, 256)
NEVER = 0
SPECIAL = tuple(name for name in INPUT_CLASSES if name.startswith(("infinity", "nan")))
CLASSES = tuple(name for name in INPUT_CLASSES if name not in SPECIAL)
TESTED = ("normal", "uniform")  # classes on which every interval is tried
WITH_HALF = ("normal", "uniform", "uniform_signed", "wide_0", "wide_1", "bad_mantissa")
"""Classes whose elements FP16 has."""

BELOW, DISTANCES, K_BELOW = "below_", (12, 14, 16, 18, 20, 24, 26, 27, 28, 29, 30, 32, 36, 40), 256
"""All elements of A but one so many binades below that one, which meets zeros."""

AS_MEASURED, MEASURED_SEED = ((512, 512), (256, 4096)), 0
"""m = n, and k, of which results/h200/bench.parquet has cuBLAS's errors on the same inputs."""

ROWS = 64  # of A at a time

FIELDS = ("method", "sums", "interval", "inputs", "m", "n", "k")
FIGURES = ("rms", "maximum", "percentile", "mean")
PATHS = ("fp16x3", "bf16x6", "ffma")
COLUMNS = (*FIELDS, *FIGURES, *PATHS)
CHOICE = "choice"  # the method of lines that have shares of paths in the place of errors

ALL_NINE = ((2, 2), (2, 1), (1, 2), (2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0))
"""Pairs of thirds, smallest first."""

CROSS, LARGE = ((1, 0), (0, 1)), ((0, 0),)
"""Pairs of halves."""


@dataclasses.dataclass(frozen=True, slots=True)
class Halves:
    """Products of halves, of both matrices or of B alone.

    Cross products go before the large ones into the same accumulator (``before``, ``after`` with
    low halves as they are; ``scaled`` with low halves times 2**12, and the accumulator multiplied
    by 2**-12 between), or into an accumulator of their own that is promoted as often (``apart``) or
    at the end (``own``).
    """

    order: str
    chunked: bool = False  # whether what is promoted is summed chunk by chunk
    factor: float = 1.0  # by which what is promoted is multiplied, less cross products apart
    alternate: bool = True  # whether ties of low halves go both ways in turn
    stage: int = 0  # the interval of the cross products, where it is longer than that of the others
    whole_a: bool = False  # whether A is of half precision: scaled only where it is not FP16
    low_low: bool = False  # whether low halves are multiplied as well
    splits: int = 1  # into how many parts k is cut, which different blocks sum
    is_bf16: bool = False  # whether half precision is BF16, scaled even where it is FP16, too

    def __call__(self, A: Floats, B: Floats, interval: int) -> Floats:
        """Multiply."""
        k = A.shape[1]
        length = interval or k
        shift = 0 if self.order in ("before", "after") else LOW_SHIFT
        (left, rows), (right, columns) = scaled(A, 1, TOP_OF_HALF), scaled(B, 0, TOP_OF_HALF)
        may_be_fp16 = self.whole_a and not self.is_bf16
        if may_be_fp16 and np.array_equal(to_half(A.astype(np.float64)), A):
            left, rows = A.astype(np.float64), np.zeros((len(A), 1), np.int64)
        a = [part(FP16, to_half(left))] if self.whole_a else halves(left, 1, shift, self.alternate)
        b = halves(right, 0, shift, self.alternate)
        cross = CROSS[1:] if self.whole_a else CROSS
        chunk = library_chunk(k, length) if self.chunked else 0
        if shift == 0:
            order = (*cross, *LARGE) if self.order == "before" else (*LARGE, *cross)
            sums = promoted([(chains(FP16, a, b, order, length), 1.0)], chunk)
        elif self.order == "scaled":
            stage = max(length, min(self.stage, k))
            begin = np.zeros((-(-k // length), A.shape[0], B.shape[1]))
            begin[:: stage // length] = chains(FP16, a, b, cross, stage) * 2.0**-shift
            large = chains(FP16, a, b, LARGE, length, begin), self.factor
            sums = promoted_in_parts([large], k, length, self.splits, self.chunked)
        else:
            high = chains(FP16, a, b, LARGE, length), self.factor
            low = chains(FP16, a, b, cross, length if self.order == "apart" else k), 2.0**-shift
            if self.order == "own":
                whole = promoted([high], chunk).astype(np.float64)
                sums = promoted([low, (whole[None], 1.0)])
            elif self.low_low:
                lowest = chains(FP16, a, b, [(1, 1)], length), 2.0 ** (-2 * shift)
                sums = promoted([lowest, low, high], chunk)
            else:
                sums = promoted([low, high], chunk)
        return unscaled(sums, rows, columns)


def unscaled(sums: Floats, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Floats:
    """Undo the scaling, with one rounding where the result is subnormal."""
    return np.ldexp(sums.astype(np.float64), rows + columns).astype(np.float32)


def bf16(count: int, chunked: bool = False, splits: int = 1) -> Compute:
    """Make so many of the nine products of thirds, the small ones first; k may be cut."""

    def compute(A: Floats, B: Floats, interval: int) -> Floats:
        k = A.shape[1]
        (left, rows), (right, columns) = scaled(A, 1, TOP_OF_BF16), scaled(B, 0, TOP_OF_BF16)
        sums = chains(BF16, thirds(left), thirds(right), ALL_NINE[-count:], interval or k)
        total = promoted_in_parts([(sums, 1.0)], k, interval or k, splits, chunked)
        return unscaled(total, rows, columns)

    return compute


def tf32x3(A: Floats, B: Floats, interval: int) -> Floats:
    """Make three products of TF32 parts, the small ones first."""
    (left, rows), (right, columns) = scaled(A, 1, TOP_OF_BF16), scaled(B, 0, TOP_OF_BF16)
    pairs = ((1, 0), (0, 1), (0, 0))
    sums = chains(TF32, of_tf32(left), of_tf32(right), pairs, interval or A.shape[1])
    return unscaled(promoted([(sums, 1.0)]), rows, columns)


def bf16_times_float(A: Floats, B: Floats, interval: int) -> Floats:
    """Make three products of A, which BF16 has, and B in thirds, the small ones first."""
    right, columns = scaled(B, 0, TOP_OF_BF16)
    a, rows = scaled(A, 1, TOP_OF_BF16)
    pairs = ((0, 2), (0, 1), (0, 0))
    sums = chains(BF16, [part(BF16, a)], thirds(right), pairs, interval or A.shape[1])
    return unscaled(promoted([(sums, 1.0)]), rows, columns)


def one_chain(A: Floats, B: Floats, interval: int) -> Floats:
    """Sum by fused multiply-adds in one chain."""
    return fused(A, B)


def chunks(A: Floats, B: Floats, interval: int) -> Floats:
    """Sum by fused multiply-adds as the library's stream-K kernels do."""
    return fused(A, B, library_chunk(A.shape[1]))


METHODS: dict[tuple[str, str], Compute] = {
    ("ffma", "one chain"): one_chain,
    ("ffma", "chunks"): chunks,
    ("fp16x3", "scaled"): Halves("scaled"),
    ("fp16x3", "scaled, chunks"): Halves("scaled", chunked=True, stage=64),
    ("fp16x3", "scaled, cross products of 64"): Halves("scaled", stage=64),
    ("fp16x3", "scaled, ties to even"): Halves("scaled", alternate=False),
    ("fp16x3", "apart"): Halves("apart"),
    ("fp16x3", "scaled, times 1 + 2^-23"): Halves("scaled", factor=1 + 2.0**-23),
    ("fp16x3", "own"): Halves("own"),
    ("fp16x3", "before"): Halves("before"),
    ("fp16x3", "after"): Halves("after"),
    ("fp16x4", "apart"): Halves("apart", low_low=True),
    ("bf16x6", "before"): bf16(6),
    ("bf16x6", "before, chunks"): bf16(6, chunked=True),
    ("bf16x9", "before"): bf16(9),
    ("tf32x3", "before"): tf32x3,
    ("fp16 * fp32", "scaled"): Halves("scaled", whole_a=True),
    ("bf16 * fp32", "scaled"): Halves("scaled", whole_a=True),
    ("bf16 * fp32", "thirds"): bf16_times_float,
}

EVERY_INTERVAL = {
    ("fp16x3", "scaled"),
    ("fp16x3", "scaled, chunks"),
    ("fp16x3", "own"),
    ("bf16x6", "before"),
    ("bf16x6", "before, chunks"),
    ("tf32x3", "before"),
    ("fp16 * fp32", "scaled"),
}
"""Methods tried with every interval, on the classes of TESTED; the others there with two."""

EVERY_CLASS = {
    ("ffma", "one chain"): (NEVER,),
    ("ffma", "chunks"): (NEVER,),
    ("fp16x3", "scaled"): (32, 64, 128),
    ("fp16x3", "scaled, chunks"): (16, 32, 64),
    ("fp16x3", "scaled, ties to even"): (64,),
    ("fp16x3", "before"): (64,),
    ("bf16x6", "before"): (64,),
    ("bf16x9", "before"): (64,),
    ("tf32x3", "before"): (64,),
    ("fp16 * fp32", "scaled"): (64,),
    ("bf16 * fp32", "scaled"): (64,),
    ("bf16 * fp32", "thirds"): (64,),
}
"""Methods tried on every class, and with which intervals."""

BESIDE_CUBLAS = (
    (("ffma", "one chain"), NEVER),
    (("ffma", "chunks"), NEVER),
    (("fp16x3", "scaled"), 64),
    (("fp16x3", "scaled"), 32),
    (("fp16x3", "scaled, chunks"), 64),
    (("fp16x3", "scaled, chunks"), 16),
    (("bf16x6", "before"), 64),
    (("bf16x6", "before, chunks"), 64),
)

ON_DISTANCES = {("fp16x3", "scaled"): 64, ("fp16x3", "before"): 64, ("bf16x6", "before"): 64}
"""Methods tried on elements far below the largest."""


@dataclasses.dataclass(frozen=True, slots=True)
class Job:
    """One line of the file."""

    method: str
    sums: str
    interval: int
    inputs: str
    k: int
    size: int = 0  # m = n; by default that of SIZES

    @property
    def problem(self) -> Problem:
        """What is to be computed."""
        size = self.size or SIZES[self.k]
        return Problem(size, size, self.k)

    @property
    def key(self) -> tuple[str, ...]:
        """The cells by which it is known."""
        at = self.problem
        interval = str(self.interval or "never")
        return (self.method, self.sums, interval, self.inputs, *map(str, (at.m, at.n, at.k)))


def jobs() -> Iterator[Job]:
    """Yield what is to be computed: what takes long comes last."""
    for distance in DISTANCES:
        for method, interval in ON_DISTANCES.items():
            yield Job(*method, interval, f"{BELOW}{distance}", K_BELOW)
    for inputs in CLASSES:
        for size, k in AS_MEASURED:
            for method, interval in BESIDE_CUBLAS:
                yield Job(*method, interval, inputs, k, size)
    for k in SIZES:
        for inputs in (*CLASSES, *SPECIAL):
            yield Job(CHOICE, "", NEVER, inputs, k)
        for inputs in CLASSES:
            for method in METHODS:
                if method[0] == "fp16 * fp32" and inputs not in WITH_HALF:
                    continue
                intervals = EVERY_CLASS.get(method, ())
                if inputs in TESTED and method[0] != "ffma":
                    intervals = (*INTERVALS, NEVER) if method in EVERY_INTERVAL else (32, 64)
                possible = [each for each in intervals if each < k]
                if len(possible) < len(intervals):
                    possible.append(NEVER)  # one interval is all of k
                for interval in dict.fromkeys(possible):
                    yield Job(*method, interval, inputs, k)


def operands(job: Job) -> Operands:
    """Make A and B; A as FP16 or BF16 has it where it is of that type."""
    if job.size:
        return make_operands(job.problem, job.inputs, MEASURED_SEED)
    size, k = job.problem.m, job.k
    generator = np.random.default_rng([SEED, k])
    if job.inputs.startswith(BELOW):
        A, B, C = INPUT_CLASSES["uniform_signed"].generate(generator, size, size, k)
        A = np.ldexp(np.copysign((1 + np.abs(A)) / 2, A), 1 - int(job.inputs[len(BELOW) :]))
        A[:, 0], B[0] = 1, 0
        B = np.copysign((1 + np.abs(B)) / 2, B) * (B != 0)
    else:
        A, B, C = INPUT_CLASSES[job.inputs].generate(generator, size, size, k)
    if job.method == "fp16 * fp32":
        A = A.astype(np.float16)
    elif job.method == "bf16 * fp32":
        A = to_fraction(A.astype(np.float64), BF16.fraction_bits)
    A, B = A.astype(np.float32), B.astype(np.float32)
    return Operands(job.problem, A.ravel(), B.ravel(), C.ravel())


def line(job: Job) -> dict[str, str]:
    """Compute one line."""
    given = operands(job)
    A, B = np.ascontiguousarray(given.A), np.ascontiguousarray(given.B)
    row = dict.fromkeys(COLUMNS, "") | dict(zip(FIELDS, job.key, strict=True))
    if job.method == CHOICE:
        chosen = paths(see(A, 1), see(B, 0), job.k)
        return row | {name: f"{np.mean(chosen == name):.4g}" for name in PATHS}
    multiply = METHODS[job.method, job.sums]
    with np.errstate(over="ignore"):
        blocks = [multiply(A[top : top + ROWS], B, job.interval) for top in range(0, len(A), ROWS)]
    C = np.concatenate(blocks)
    error = measure(C, reference(given.problem, given))
    if error.first_wrong is not None:
        raise SystemExit(f"{job}: {error}")
    figures = error.rms, error.maximum, error.percentile, error.mean
    return row | {name: f"{each:.4g}" for name, each in zip(FIGURES, figures, strict=True)}


def main() -> None:
    """Compute what the file has not, in the time that there is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("results/split-errors.csv.gz"))
    parser.add_argument("--seconds", type=float, default=600.0)
    asked = parser.parse_args()
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    if asked.out.exists():
        with gzip.open(asked.out, "rt", newline="") as source:
            rows = {tuple(row[name] for name in FIELDS): row for row in csv.DictReader(source)}
    every = list(jobs())
    end = time.monotonic() + asked.seconds
    for job in every:
        if job.key not in rows and time.monotonic() < end:
            rows[job.key] = line(job)
            write(asked.out, [rows[each.key] for each in every if each.key in rows])
    missing = sum(job.key not in rows for job in every)
    print(f"{len(every) - missing} lines, {missing} still to be computed")


def write(file: Path, rows: list[dict[str, str]]) -> None:
    """Write the file as a whole."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    file.write_bytes(gzip.compress(out.getvalue().encode(), mtime=0))


if __name__ == "__main__":
    main()
