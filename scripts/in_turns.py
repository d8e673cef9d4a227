"""What scripts share that measure contenders in turns, into a file of JSON lines."""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sgemm.bench.environment import describe_environment
from sgemm.bench.files import Output, write_outputs
from sgemm.bench.sizes import Shape, parse_sizes
from sgemm.cli.output import output_for
from sgemm.errors import ArgumentError, SgemmError

Line = dict[str, Any]


def parser_of(about: str, shapes: str, rounds: int, seconds: float) -> argparse.ArgumentParser:
    """Return the options of such a script, with its defaults."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--force", action="store_true", help="replace FILE")
    parser.add_argument("--shapes", default=shapes)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--seconds", type=float, default=seconds)
    return parser


def shapes_of(options: argparse.Namespace) -> Sequence[Shape]:
    """Return the shapes that are asked for; ArgumentError where an option cannot be right."""
    if options.rounds < 2:
        raise ArgumentError(f"--rounds = {options.rounds}: quartiles need at least 2")
    shapes = parse_sizes(options.shapes, "--shapes")
    if not all(map(all, shapes)):
        raise ArgumentError(f"--shapes = {options.shapes}: sizes are at least 1")
    return shapes


def timed(samples_of: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, Line]:
    """Take a sample of each contender a round, in microseconds, in an order that changes.

    Return for each its median, quartiles and all samples, as a line has them.
    """
    samples: dict[str, list[float]] = {name: [] for name in samples_of}
    shuffled = random.Random(1)
    for _ in range(rounds):
        for name in shuffled.sample(list(samples_of), len(samples_of)):
            samples[name].append(samples_of[name]())
    lines = {}
    for name, found in samples.items():
        low, median, high = statistics.quantiles(found, n=4)
        lines[name] = {"median_us": median, "low_us": low, "high_us": high, "samples_us": found}
    return lines


def environment(**more: Any) -> Line:
    """Return the first line: what was measured on, and what else is to be known."""
    return more | {"environment": dataclasses.asdict(describe_environment())}


def write(lines: Sequence[Line], target: Output) -> None:
    """Write the lines."""
    write_outputs({target: "".join(json.dumps(line) + "\n" for line in lines).encode()})


def finished(lines: Sequence[Line], target: Output) -> int:
    """Write the lines, and return the exit status: 1 where a result is wrong."""
    write(lines, target)
    return 0 if all(line.get("is_right", True) for line in lines) else 1


def run(measure: Callable[[argparse.Namespace, Output], int], options: argparse.Namespace) -> int:
    """Measure as options say; return the exit status: 2 where one is wrong."""
    try:
        return measure(options, output_for(options.out, force=options.force))
    except SgemmError as error:
        print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        return 2
