"""What ``sgemm bench`` and ``sgemm survey`` share: measuring into a file, and saying what was."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import time
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sgemm.bench import campaign
from sgemm.bench.campaign import Job, Outcome, SetRun, estimated_seconds
from sgemm.bench.environment import host_is_busy
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Measurement
from sgemm.bench.parquet import SUFFIX
from sgemm.bench.results import Existing, ResultsFile, open_to_add
from sgemm.bench.stopping import Settings
from sgemm.bench.tuning import failures_of, noticed
from sgemm.cli.output import output_for, print_json, print_table, print_text, progress
from sgemm.cli.process import INTERRUPTED
from sgemm.errors import ArgumentError
from sgemm.problem import Problem
from sgemm.report.compared import bench_table

OPERATIONS_OF_A_STEP = 1e11
"""So many operations weigh as much as all that a contender takes beside them."""


class Destination(NamedTuple):
    """Where results go, what becomes of those that are there, and who is shown what."""

    output: str
    existing: Existing
    as_json: bool
    is_silent: bool


def destination(
    output: str, shapes_file: Path | None, resume: bool, force: bool, as_json: bool
) -> Destination:
    """Find out where results go; what is there is added to or replaced if asked for."""
    inputs = [shapes_file] if shapes_file is not None else []
    target = output_for(output, inputs=inputs, force=True, as_json=as_json)
    if target.place.suffix == SUFFIX:
        raise ArgumentError(
            f"output = {target.name!r}: measurements are written as JSON Lines: name a .jsonl "
            "file; sgemm export makes Parquet of it"
        )
    if resume and force:
        raise ArgumentError("--resume and --force: one adds to measurements, one replaces them")
    is_there = target.is_file and target.place.exists() and target.place.stat().st_size
    if is_there and not resume and not force:
        raise ArgumentError(
            f"output = {target.name!r} exists: --resume goes on where it stops, --force replaces "
            "it, or name another"
        )
    existing: Existing = "add" if resume else "replace" if force else "refuse"
    return Destination(output, existing, as_json, as_json or target.is_standard_output)


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """What was measured, with what the file held of it before."""

    measurements: tuple[Measurement, ...]
    outcomes: tuple[Outcome, ...]
    interrupted: bool
    left: int  # tasks for which there was no time
    seconds: float

    @property
    def status(self) -> int:
        """Exit status: 1 where a contender failed or nothing was measured."""
        if self.interrupted:
            return INTERRUPTED
        failed = any(one.failure is not None for one in self.measurements)
        return 1 if failed or not (self.measurements or self.left) else 0


def time_left(jobs: Sequence[Job], done: int, seconds: float) -> str:
    """Say how long the rest takes where so many tasks took so long; nothing before the first."""
    # How long each task takes, in a unit of its own.
    weights = [
        len(job.contenders) * (1.0 + job.problem.flops / OPERATIONS_OF_A_STEP) for job in jobs
    ]
    known = sum(weights[:done])
    if not known:
        return ""
    left = seconds * sum(weights[done:]) / known
    return f", about {left / 60.0:.0f} min left" if left >= 90.0 else f", about {left:.0f} s left"


def _measured(
    fixture: Fixture, jobs: Sequence[Job], settings: Settings, file: ResultsFile, until: float
) -> Iterator[Outcome]:
    """Measure tasks, and show what is being done and how long all of it will take."""
    begin, done = time.monotonic(), 0

    def left() -> str:
        return time_left(jobs, done, time.monotonic() - begin)

    with progress(len(jobs), "setting up") as advance:

        def step(problem: Problem, words: str) -> None:
            advance(f"{problem}: {words}{left()}", 0)

        for outcome in campaign.run(fixture, jobs, settings, file, progress=step, until=until):
            done += 1
            advance(f"next task{left()}", 1)
            yield outcome


def warn_of_others(fixture: Fixture) -> None:
    """Warn where other work on the host or on the GPU may disturb what is measured."""
    others = None if fixture.nvml is None else fixture.nvml.other_processes()
    shared = noticed(others, None, "")
    for words in (host_is_busy(), None if shared is None else shared.name):
        if words is not None:
            warnings.warn(f"{words}: other work may disturb the times", stacklevel=2)


def measure_runs(
    fixture: Fixture,
    runs: Iterable[SetRun],
    jobs_of: Callable[[SetRun, tuple[Measurement, ...]], list[Job]],
    where: Destination,
    budget: float | None,
    names: Collection[str] | None = None,
    until: Callable[[], float] | None = None,
) -> Found:
    """Measure set after set into a file of results, of which what it holds already is left out.

    Of that, what contenders of these names have is a part of what was found; or all contenders'.
    Without a budget, ``until`` may say before each set when its time is over.
    """
    begin = time.monotonic()
    end = math.inf if budget is None else begin + budget
    kept: tuple[Measurement, ...] = ()
    outcomes: list[Outcome] = []
    left, interrupted = 0, False
    with open_to_add(where.output, fixture.environment(), where.existing) as file:
        done = file.measured()
        if not where.is_silent:
            print_text(f"machine: {fixture.machine.description}")
        for run in runs:
            kept += campaign.measured_of(run, names, done, fixture)
            jobs = jobs_of(run, done)
            end = end if until is None else until()
            if not where.is_silent:
                seconds = estimated_seconds(jobs, run.settings, fixture.device)
                name = f"{run.name}: " if run.name else ""
                about = "" if seconds is None else f", about {seconds:.0f} s"
                many = "s" * (len(run.problems) != 1)
                tasks = f"{len(run.problems)} task{many}, {len(jobs)} of them to do"
                print_text(f"{name}{tasks}{about}; into {where.output}")
            before = len(outcomes)
            with contextlib.suppress(KeyboardInterrupt):
                outcomes.extend(_measured(fixture, jobs, run.settings, file, end))
            missing = before + len(jobs) - len(outcomes)
            late = time.monotonic() >= end
            interrupted = any(one.interrupted for one in outcomes) or (missing > 0 and not late)
            left += missing
            if interrupted:
                break
    measured = tuple(one for outcome in outcomes for one in outcome.measurements)
    everything = tuple({one.identity: one for one in (*kept, *measured)}.values())
    return Found(everything, tuple(outcomes), interrupted, left, time.monotonic() - begin)


def print_found(
    command: str, found: Found, where: Destination, shown: Sequence[Measurement], in_full: bool
) -> None:
    """Print a document for programs, or a table for people and what went wrong, if anything.

    In full, warnings and refusals are printed as well.
    """
    if where.as_json:
        print_json(_document(command, found, where.output))
    if where.is_silent:
        return
    if shown:
        print_table(bench_table(shown))
    for one in found.measurements:
        for text in one.warnings if in_full else ():
            print_text(f"{one.problem}, {one.kernel}: {text}")
    for words in failures_of(found.measurements):
        print_text(words)
    for outcome in found.outcomes:
        for name, reason in outcome.refused if in_full else ():
            print_text(f"{outcome.problem}, {name}: not measured: {reason}")
    kept = "nothing was measured, no file was written"
    if found.measurements:
        kept = f"every sample is in {where.output}"
    print_text(f"{found.seconds:.1f} s; {kept}")
    if found.interrupted and not found.measurements:
        print_text("interrupted")
    elif found.interrupted:
        print_text("interrupted: what was measured is kept, and --resume goes on from there")
    elif found.left:
        print_text(f"the budget is spent: {found.left} tasks are left, and --resume goes on")


def _document(command: str, found: Found, output: str) -> dict[str, object]:
    return {
        "command": command,
        "output": output,
        "interrupted": found.interrupted,
        "left": found.left,
        "holds": all(one.failure is None for one in found.measurements),
        "measurements": [
            {
                "contender": one.kernel,
                "problem": one.problem,
                "layout": one.layout,
                "protocol": one.protocol,
                "seconds": one.typical_seconds,
                "gflops": one.gflops,
                "samples": one.samples.count if one.samples is not None else 0,
                "ratio": one.baseline.ratio if one.baseline is not None else None,
                "failure": one.failure,
                "warnings": list(one.warnings),
            }
            for one in found.measurements
        ],
        "refused": [
            {"task": str(outcome.problem), "contender": name, "reason": reason}
            for outcome in found.outcomes
            for name, reason in outcome.refused
        ],
        "total_seconds": found.seconds,
    }
