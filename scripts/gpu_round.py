#!/usr/bin/env python3
"""A whole round on a GPU in one command.

PYTHONPATH=src python3 scripts/gpu_round.py --out DIR [--quick] [--only KERNEL] [--part PART]

Is every rung right and clean? Each is checked in every layout and tile that it ships in; the last
part takes its default. How fast they are is for scripts/gpu_bench.sh. The parts:

    environment  what machine this is, and every rung compiled (nothing later waits for that)
    verify       every rung against float64: square, odd and padded sizes, scalings, input classes
    bits         the cpu machine equals the GPU bit for bit, on machine code and on PTX
    sanitizer    compute-sanitizer memcheck and racecheck, with planted faults as controls
    tests        the test suite's tests/gpu
    far          offsets beyond 2^31 elements

DIR gets checks.jsonl, one line for each thing checked, which grows as the round goes on. A part
that fails does not stop the others. A table comes last; the exit status is 0 only if everything
that was asked for was checked and held.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from gpu_checks import sanitizer
from gpu_checks.subjects import kernel_of, layout_subjects, specialised_subjects
from gpu_checks.workers import (
    Record,
    Task,
    judge_exit,
    last_words,
    record,
    run_limited,
    run_tasks,
    worker_command,
)

from sgemm.bench.codec import encode
from sgemm.bench.cublas import CublasBaseline
from sgemm.bench.environment import describe_environment
from sgemm.errors import SgemmError
from sgemm.kernels.catalogue import find
from sgemm.kernels.catalogue import kernels as all_kernels
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.probe import driver_status
from sgemm.toolchain.compiler import build

KERNEL_SECONDS = 240.0
TESTS_SECONDS = 180.0
FAR_JOBS = 2
"""Checks of far offsets hold 28 GB of GPU memory each."""

CHECKS_FILE = "checks.jsonl"
OUTPUT_CHARACTERS = 20000
SHOWN_CHARACTERS = 300


@dataclasses.dataclass(frozen=True, slots=True)
class Round:
    """What was asked for."""

    folder: Path  # where the files go
    kernels: tuple[str, ...]  # names of the rungs
    quick: bool
    jobs: int  # workers at a time
    deadline: float  # by ``time.monotonic()``

    def worker(self, check: str, subject: str, seconds: float, **options: str) -> Task:
        """Make the task of one check."""
        flags = [f"--option={name}={value}" for name, value in options.items()]
        if self.quick:
            flags.append("--quick")
        command = worker_command(check, subject, *flags)
        return Task(subject, command, seconds, judge_exit(subject))


def environment_part(asked: Round) -> Iterator[Record]:
    """Describe the machine, and compile every rung."""
    machine = CudaMachine()
    with CublasBaseline(machine) as cublas:
        yield record(
            "environment",
            True,
            machine.description,
            environment=encode(describe_environment()),
            cublas=cublas.version,
            l2_bytes=machine.l2_bytes,
            free_bytes=machine.free_bytes,
        )
    for name in specialised_subjects(asked.kernels):
        try:
            made = build(kernel_of(name), machine.architecture)
            code = "machine code" if made.cubin is not None else "PTX for the driver"
            details = {"compiler": made.compiler, "resources": encode(made.resources)}
            yield record(name, True, code, **details)
        except SgemmError as error:
            yield record(name, False, str(error))


def kernels_part(
    check: str,
    subjects: Callable[[tuple[str, ...]], Sequence[str]] = specialised_subjects,
    jobs: int | None = None,
) -> Callable[[Round], Iterator[Record]]:
    """Make a part that runs one check over kernels, by default over every specialisation."""

    def part(asked: Round) -> Iterator[Record]:
        tasks = [asked.worker(check, name, KERNEL_SECONDS) for name in subjects(asked.kernels)]
        for records in run_tasks(tasks, jobs or asked.jobs, asked.deadline):
            yield from records

    return part


def sanitizer_part(asked: Round) -> Iterator[Record]:
    """Run both sanitizers over every kernel and their controls."""
    with tempfile.TemporaryDirectory() as folder:
        tasks = sanitizer.tasks(list(layout_subjects(asked.kernels)), Path(folder))
        for records in run_tasks(tasks, asked.jobs, asked.deadline):
            yield from records


def tests_part(asked: Round) -> Iterator[Record]:
    """Run tests/gpu; a skipped test counts as a failure, for there is a GPU."""
    seconds = min(TESTS_SECONDS, asked.deadline - time.monotonic())
    command = (sys.executable, "-m", "pytest", "-rfEs", "-p", "no:cacheprovider", "tests/gpu")
    status, output, errors = run_limited(command, seconds)
    for line in output.splitlines():
        if line.startswith(("FAILED ", "ERROR ", "SKIPPED ")):
            yield record("tests/gpu", False, line)
    summary = last_words(output + errors if status not in (0, 1) else output)
    passed = status == 0 and re.search(r"\d+ passed", summary) is not None
    yield record("tests/gpu", passed, summary, status=status, output=output[-OUTPUT_CHARACTERS:])


PARTS: dict[str, Callable[[Round], Iterator[Record]]] = {
    "environment": environment_part,
    "verify": kernels_part("verification", layout_subjects),
    "bits": kernels_part("bits"),
    "sanitizer": sanitizer_part,
    "tests": tests_part,
    "far": kernels_part("far", tuple, FAR_JOBS),
}


def run_part(name: str, asked: Round) -> list[Record]:
    """Run one part, write its records as they come, and never let it stop the others."""
    records: list[Record] = []
    start = time.monotonic()
    with (asked.folder / CHECKS_FILE).open("a", encoding="utf-8") as file:

        def keep(entry: Record) -> None:
            records.append(entry)
            file.write(json.dumps({"part": name, **entry}) + "\n")
            file.flush()

        try:
            if time.monotonic() >= asked.deadline:
                raise TimeoutError("no time was left")
            for entry in PARTS[name](asked):
                keep(entry)
        except Exception as error:
            keep(record(name, False, f"the part stopped: {type(error).__name__}: {error}"))
        if not records:
            keep(record(name, False, "the part checked nothing"))
    failed = sum(not entry["passed"] for entry in records)
    seconds = time.monotonic() - start
    print(f"{name}: {len(records) - failed} held, {failed} failed, {seconds:.0f} s", flush=True)
    return records


def print_summary(found: dict[str, list[Record]]) -> None:
    """Print what failed, and one line a part."""
    for part, records in found.items():
        wrong: dict[str, list[Record]] = {}
        for entry in records:
            if not entry["passed"]:
                wrong.setdefault(entry["subject"], []).append(entry)
        for subject, entries in wrong.items():
            print(_shown_failure(part, subject, entries))
    print()
    for part, records in found.items():
        failed = sum(not entry["passed"] for entry in records)
        print(f"{part:12s} {'ok' if not failed else 'FAILED':7s} {len(records):5d} checked", end="")
        print(f", {failed} failed" if failed else "")


def _shown_failure(part: str, subject: str, entries: list[Record]) -> str:
    """Put a subject's first failure into one line, with the number of the others."""
    first = entries[0]
    details = [
        str(first[key]) for key in ("problem", "input_class", "code", "size") if key in first
    ]
    others = f" (and {len(entries) - 1} more)" if len(entries) > 1 else ""
    text = " ".join(f"{' '.join(details)}: {first['reason']}".split())
    return f"FAILED {part} {subject}{others} {text[:SHOWN_CHARACTERS]}"


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--quick", action="store_true", help="fewer and smaller problems")
    parser.add_argument("--only", action="append", metavar="KERNEL", help="may be repeated")
    parser.add_argument("--part", action="append", choices=PARTS, help="may be repeated")
    jobs = max(1, min(6, (os.cpu_count() or 1) // 2))
    parser.add_argument("--jobs", type=int, default=jobs, help=f"workers at a time ({jobs})")
    parser.add_argument("--seconds", type=float, default=510.0, help="limit of the whole round")
    return parser.parse_args()


def main() -> int:
    """Run the parts that were asked for."""
    arguments = parse_arguments()
    try:
        chosen = [find(name) for name in arguments.only] if arguments.only else all_kernels()
    except SgemmError as error:
        print(f"gpu_round: {error}", file=sys.stderr)
        return 2
    status = driver_status()
    if not status.available:
        print(f"gpu_round: no GPU: {status.reason}", file=sys.stderr)
        return 2
    arguments.out.mkdir(parents=True, exist_ok=True)
    if (arguments.out / CHECKS_FILE).exists():
        print(f"gpu_round: {arguments.out} already holds a round ({CHECKS_FILE})", file=sys.stderr)
        return 2
    asked = Round(
        folder=arguments.out.resolve(),
        kernels=tuple(kernel.name for kernel in chosen),
        quick=arguments.quick,
        jobs=max(1, arguments.jobs),
        deadline=time.monotonic() + arguments.seconds,
    )
    parts = [name for name in PARTS if not arguments.part or name in arguments.part]
    found = {name: run_part(name, asked) for name in parts}
    print_summary(found)
    return int(any(not entry["passed"] for records in found.values() for entry in records))


if __name__ == "__main__":
    sys.exit(main())
