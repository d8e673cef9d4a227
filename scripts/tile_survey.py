#!/usr/bin/env python3
"""Every kernel, tile and schedule over a grid of shapes, on this machine's GPU: for the planner.

PYTHONPATH=src python3 scripts/tile_survey.py --out FILE [--kernel NAME]... [--shapes FILE]
    [--seconds 60] [--rounds 9]

Kernels are those with the extended parameters, or those named, in each tile that they ship in. A
tile's schedules are its own default and, where the kernel takes them, some with k cut into parts
for one to six blocks a multiprocessor. Each is timed alone on the GPU, in turns with the others
and with cuBLAS, the L2 cache emptied before each launch; the median counts. Hopeless ones leave
after two rounds. The end of each result is first compared with cuBLAS's.

FILE gets one JSON object a line: first the environment, then for each (kernel, layout, tile,
schedule, shape) the median in microseconds, and cuBLAS's; numbers of a tile or schedule that are
at their default are left out. A shape that FILE holds already is
passed over, so that a survey can go on where it ended. A file of shapes has one a line: layout, m,
n, k, and the batch if it is not 1; the default set is in this file. Exit status 0 if all shapes
were measured, 1 if time was over before, 2 if a result was wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import fcntl
import json
import statistics
import sys
import time
from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from sgemm.bench.cublas import CublasBaseline
from sgemm.bench.environment import describe_environment
from sgemm.bench.outputs import find_output, lock
from sgemm.errors import (
    ArgumentError,
    RequirementError,
    SgemmError,
    VerificationError,
)
from sgemm.kernels import catalogue
from sgemm.kernels.kernel import Kernel, Parameters, tiles_of
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.machines.call import bound_call
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import Buffer, Event, LoadedKernel
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build

BLOCKS_A_MULTIPROCESSOR = (0.5, 1, 2, 3, 4, 6)
MOST_PARTS = 600
PARTS_OF_STREAMED = (2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128)
HOPELESS = 1.6
"""Times the best after two rounds: what is slower is not measured further."""
WORKSPACE_BYTES = 2**31
ALLOWED = 2.0**-22
"""How far results may be apart, for each step of k."""
AGAIN = 50
"""Runs, after a wrong result, that tell whether it is always wrong."""
AHEAD = 32
"""Fills of that memory before a round's first sample: while the GPU is busy with them the host gets
ahead. Else the first samples of a round, cuBLAS's before all, have the host's time in them."""
SHORT = 1e-4
"""Seconds below which a contender runs once before each sample, untimed, so that what others ran
before counts as little as in the sets, where but two kernels take turns."""
COMPARED = 2**18
"""Elements at the end of C that are compared with cuBLAS's: more take too long to fetch."""

Run = Callable[[], None]
Contender = tuple[Kernel, Schedule]


def default_shapes() -> list[Problem]:
    """Small cubes, thin, long and flat problems, batches, and shapes drawn at random."""
    shapes = [(size, size, size) for size in (16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024)]
    shapes += [(100, 100, 100), (333, 777, 5555), (1000, 1000, 1000), (1023, 1025, 1027)]
    shapes += [(8192, 8192, 64), (8192, 8192, 256), (100000, 64, 64), (128, 128, 262144)]
    shapes += [(256, 256, 65536), (100000, 256, 256), (256, 100000, 256)]
    for few in (1, 4, 16, 64):
        shapes += [(few, 8192, 8192), (8192, few, 8192), (few, 1000, 777), (1001, few, 333)]
    generator = np.random.default_rng(7)
    for _ in range(60):
        m, n, k = (int(size) for size in np.exp2(13 * generator.random(3)))
        shapes.append((m, n, k))
    problems = [Problem(*shape) for shape in shapes]
    for size, batch in ((64, 8), (64, 128), (64, 1024), (100, 512), (128, 32), (128, 256)):
        problems.append(Problem(size, size, size, batch=batch))
    problems += [Problem(256, 256, 256, batch=64), Problem(512, 512, 512, batch=16)]
    for trans_a, trans_b in ((False, True), (True, False), (True, True)):
        turned = {"trans_a": trans_a, "trans_b": trans_b}
        for shape in ((128, 128, 128), (512, 512, 512), (333, 777, 555), (1000, 1000, 1000)):
            problems.append(Problem(*shape, **turned))
        for shape in ((16, 8192, 8192), (1, 5000, 5000), (8192, 16, 8192), (5000, 1, 5001)):
            problems.append(Problem(*shape, **turned))
    return problems


def shapes_in(path: Path) -> list[Problem]:
    """Read shapes, one a line: ``nt 64 128 256 8``.

    Raises
    ------
    ArgumentError
        If a line is no shape.
    """
    problems = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        try:
            layout, m, n, k, batch = (*words, "1")[:5]
            flags = {"nn": (False, False), "nt": (False, True), "tn": (True, False)}
            trans_a, trans_b = {**flags, "tt": (True, True)}[layout]
            size = int(m), int(n), int(k)
            problem = Problem(*size, trans_a=trans_a, trans_b=trans_b, batch=int(batch))
        except (KeyError, ValueError) as error:
            raise ArgumentError(f"{path}:{number}: {line!r} is no shape") from error
        problems.append(problem)
    return problems


def schedules(kernel: Kernel, problem: Problem, multiprocessors: int) -> list[Schedule]:
    """Return the kernel's own schedule, and some with k in parts; each at most once."""
    found = [kernel.schedule(problem, kernel.tile, multiprocessors)]
    tiles = max(1, tiles_of(kernel.core(problem), kernel.tile))
    if found[0].blocks:
        blocks = multiprocessors * kernel.tile.blocks
        found.append(Schedule(blocks=min(tiles, blocks)))
        found.extend(
            Schedule(blocks=parts * tiles, streamed=tiles)
            for parts in PARTS_OF_STREAMED
            if blocks / 2 < parts * tiles <= blocks
        )
        if tiles > blocks and tiles % blocks:
            found.append(Schedule(blocks=blocks, streamed=tiles % blocks))
        return list(dict.fromkeys(found))
    most = min(MOST_PARTS, max(1, -(-problem.k // kernel.tile.bk)))
    for blocks in (0, *BLOCKS_A_MULTIPROCESSOR):
        splits = max(1, min(most, round(blocks * multiprocessors / tiles)))
        found.append(Schedule(splits=splits))
    return list(dict.fromkeys(found))


def contenders(
    kernels: Sequence[Kernel], problem: Problem, multiprocessors: int
) -> Iterator[Contender]:
    """Everything that is legal for a problem and wastes less than two thirds of its tiles."""
    covered = {
        kernel: tiles_of(kernel.core(problem), kernel.tile) * kernel.tile.bm * kernel.tile.bn
        for kernel in kernels
    }
    least = min(covered.values())
    for kernel in kernels:
        if kernel.layout != problem.layout or covered[kernel] > max(3 * least, least + 2**15):
            continue
        for schedule in schedules(kernel, problem, multiprocessors):
            try:
                kernel.launch(problem, schedule=schedule)
                needed = kernel.workspace(problem, kernel.tile, schedule)
            except (ArgumentError, RequirementError):
                continue
            if needed.nbytes <= WORKSPACE_BYTES:
                yield kernel, schedule


class Survey:
    """One GPU, its kernels, and memory for the operands of any of the shapes.

    Parameters
    ----------
    machine : CudaMachine
    kernels : sequence of Kernel
        Specialised.
    problems : sequence of Problem
    rounds : int
    """

    def __init__(
        self,
        machine: CudaMachine,
        kernels: Sequence[Kernel],
        problems: Sequence[Problem],
        rounds: int,
        stack: contextlib.ExitStack,
    ) -> None:
        layouts = {problem.layout for problem in problems}
        kernels = [kernel for kernel in kernels if kernel.layout in layouts]
        self._machine, self._kernels, self._rounds = machine, kernels, rounds
        with ThreadPoolExecutor() as pool:
            builds = list(pool.map(lambda kernel: build(kernel, machine.architecture), kernels))
        self._loaded: dict[Kernel, LoadedKernel] = {
            kernel: machine.load(made) for kernel, made in zip(kernels, builds, strict=True)
        }
        sizes = np.max([problem.elements for problem in problems], axis=0)
        self._operands: list[Buffer] = []
        for size in sizes:
            buffer = stack.enter_context(machine.allocate(4 * int(size)))
            numbers = np.random.default_rng(len(self._operands)).random(int(size), np.float32)
            machine.copy_in(buffer, numbers * 2 - 1)
            self._operands.append(buffer)
        self._flushed = stack.enter_context(machine.allocate(4 * machine.l2_bytes))
        self._cublas = stack.enter_context(CublasBaseline(machine))

    def measure(self, problem: Problem) -> Iterator[dict[str, Any]]:
        """Time all contenders for a problem, and yield a line for each that lasted."""
        candidates = list(contenders(self._kernels, problem, self._machine.multiprocessors))
        a, b, c = (buffer.address for buffer in self._operands)
        with contextlib.ExitStack() as stack:
            runs: list[Run] = [lambda: self._cublas.multiply(problem, a, b, c)]
            for kernel, schedule in candidates:
                bound = bound_call(self._machine, kernel, problem, a, b, c, schedule)
                runs.append(self._run_of(kernel, *stack.enter_context(bound)))
            baseline = self._result_of(runs[0], problem)
            for (kernel, schedule), run in zip(candidates, runs[1:], strict=True):
                found = self._result_of(run, problem)
                if not is_close(found, baseline, problem.k):
                    again = [self._result_of(run, problem) for _ in range(AGAIN)]
                    other = self._result_of(runs[0], problem)
                    raise VerificationError(
                        f"{problem}: {kernel.name} in {kernel.tile} ({schedule}) and cuBLAS differ "
                        f"{described(found, baseline, problem)}; of {AGAIN} more runs "
                        f"{sum(not is_close(each, baseline, problem.k) for each in again)} differ, "
                        f"and cuBLAS from itself in {np.sum(other != baseline)} elements"
                    )
            samples: list[list[float]] = [[] for _ in runs]
            racing = list(range(len(runs)))
            for turn in range(self._rounds):
                short = {index for index in racing if min(samples[index], default=0.0) < SHORT}
                for index, seconds in self._raced(runs, racing, short):
                    samples[index].append(seconds)
                if turn == 1:
                    best = min(min(samples[index]) for index in racing[1:])
                    racing = [
                        index
                        for index in racing
                        if index == 0 or min(samples[index]) <= HOPELESS * best
                    ]
            self._machine.synchronize()
        for index in racing[1:]:
            kernel, schedule = candidates[index - 1]
            yield {
                "kernel": kernel.name,
                "layout": kernel.layout,
                "tile": own_numbers(kernel.tile),
                "schedule": own_numbers(schedule),
                "m": problem.m,
                "n": problem.n,
                "k": problem.k,
                "batch": problem.batch,
                "microseconds": round(1e6 * statistics.median(samples[index]), 3),
                "cublas_microseconds": round(1e6 * statistics.median(samples[0]), 3),
                "rounds": len(samples[index]),
            }

    def _result_of(self, run: Run, problem: Problem) -> np.ndarray:
        """Run once into a C of NaN, and return its end."""
        elements = problem.elements[2]
        result = np.empty(min(elements, COMPARED), np.float32)
        self._machine.fill(self._operands[2], 0xFF)
        run()
        self._machine.copy_out(result, self._operands[2], 4 * (elements - len(result)))
        return result

    def _run_of(self, kernel: Kernel, launch: Any, arguments: Any) -> Run:
        loaded = self._loaded[kernel]
        return lambda: self._machine.launch(loaded, launch, arguments)

    def _raced(
        self, runs: Sequence[Run], racing: Sequence[int], short: Container[int]
    ) -> list[tuple[int, float]]:
        """Time each once, with the cache emptied; seconds are read when all are under way.

        Those that are short run once more before that.
        """
        events: list[tuple[int, Event, Event]] = []
        for _ in range(AHEAD):
            self._machine.fill(self._flushed, 0)
        for index in racing:
            if index in short:
                runs[index]()
            self._machine.fill(self._flushed, 0)
            start = self._machine.record()
            runs[index]()
            events.append((index, start, self._machine.record()))
        return [(index, end.seconds_since(start)) for index, start, end in events]


def is_close(found: np.ndarray, baseline: np.ndarray, k: int) -> bool:
    """Tell whether results for operands in -1 ... 1 differ by rounding alone; NaN is not close.

    Products are 1/4 each on the mean of their sizes, and a chain of k of them errs by 0.4 * 2^-24
    of the sum of these, in the root of the mean square. The largest of many sums of 200 products
    were 2^-23 * k apart; none are by twice that, and a single wrong product is more.
    """
    return bool(np.all(np.abs(found - baseline) <= ALLOWED * k))


def described(found: np.ndarray, baseline: np.ndarray, problem: Problem) -> str:
    """Say where the end of a result is wrong, and by how much."""
    wrong = np.flatnonzero(~(np.abs(found - baseline) <= ALLOWED * problem.k))
    places = wrong + problem.elements[2] - len(found)
    rows, columns = places // problem.n, places % problem.n
    return (
        f"in {len(wrong)} of the last {len(found)} elements, rows {rows.min()} to {rows.max()} "
        f"({len(np.unique(rows))} of them), columns {columns.min()} to {columns.max()} "
        f"({len(np.unique(columns))} of them), {np.sum(np.isnan(found))} NaN; the first is "
        f"{found[wrong[0]]} and not {baseline[wrong[0]]}"
    )


def own_numbers(given: Tile | Schedule) -> dict[str, int]:
    """Return the numbers of a tile or schedule by name, without those that are at their default."""
    fields = dataclasses.fields(given)
    numbers = {field.name: getattr(given, field.name) for field in fields}
    return {
        field.name: numbers[field.name] for field in fields if numbers[field.name] != field.default
    }


def key_of(line: dict[str, Any]) -> tuple[Any, ...]:
    """Return what a line is of: layout, sizes and batch."""
    return line["layout"], line["m"], line["n"], line["k"], line["batch"]


def held_in(path: Path) -> set[tuple[Any, ...]]:
    """Shapes that a file holds measurements of."""
    if not path.exists():
        return set()
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {key_of(line) for line in lines if "environment" not in line}


def append(stream: TextIO, line: dict[str, Any]) -> None:
    """Write a line at once, so that nothing is lost where time ends."""
    stream.write(json.dumps(line) + "\n")
    stream.flush()


def main() -> int:
    """Survey all shapes, or as many as there is time for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kernel", action="append", default=[])
    parser.add_argument("--shapes", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    try:
        named = [catalogue.find(name) for name in options.kernel] or list(catalogue.kernels())
        kernels = [
            special
            for kernel in named
            if kernel.parameters is Parameters.EXTENDED
            for special in kernel.specialisations()
        ]
        problems = shapes_in(options.shapes) if options.shapes else default_shapes()
        held = held_in(options.out)
        with contextlib.ExitStack() as stack, options.out.open("a", encoding="utf-8") as stream:
            lock(stream, find_output(options.out), fcntl.LOCK_EX)
            machine = CudaMachine()
            survey = Survey(machine, kernels, problems, max(3, options.rounds), stack)
            if not held:
                environment = dataclasses.asdict(describe_environment())
                append(stream, {"environment": environment, "gpu": machine.description})
            begun = time.monotonic()
            for problem in problems:
                if (problem.layout, problem.m, problem.n, problem.k, problem.batch) in held:
                    continue
                if time.monotonic() - begun > options.seconds:
                    print(f"time is over at {problem}", file=sys.stderr)
                    return 1
                lines = sorted(survey.measure(problem), key=lambda line: line["microseconds"])
                for line in lines:
                    append(stream, line)
                best = lines[0]
                ratio = best["cublas_microseconds"] / best["microseconds"]
                tile, splits = best["tile"], best["schedule"].get("splits", 1)
                print(
                    f"{problem!s:28} {best['kernel']} {tile['bm']}x{tile['bn']} / {splits}: "
                    f"{best['microseconds']:.1f} us, cuBLAS {ratio:.2f}x",
                    flush=True,
                )
    except SgemmError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
