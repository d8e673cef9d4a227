"""What ``sgemm bench`` and ``sgemm survey`` share: options, and measuring into a file."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from sgemm.bench import campaign
from sgemm.bench.campaign import Job, Outcome
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Measurement
from sgemm.bench.outputs import Output
from sgemm.bench.results import Existing, open_to_add
from sgemm.bench.set_runs import estimated_seconds
from sgemm.bench.settings import Settings
from sgemm.bench.sizes import Shape, parse_sizes, read_shapes
from sgemm.bench.task import STORED_AS_IS
from sgemm.cli.countdown import countdown
from sgemm.cli.options import FiniteRange
from sgemm.cli.output import print_text
from sgemm.errors import ArgumentError
from sgemm.problem import LAYOUTS

INTERRUPTED = 130

sizes_option = click.option(
    "--sizes",
    "--size",
    "sizes",
    metavar="SIZES",
    help="N, FIRST:LAST:STEP (both ends included) or MxNxK, with commas between.",
)
shapes_option = click.option(
    "--shapes",
    "shapes_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file of sizes, one or more a line, besides --sizes.",
)
layouts_option = click.option(
    "--layouts",
    metavar="LIST",
    default=STORED_AS_IS,
    show_default=True,
    help="nn, nt, tn, tt: whether A and B are stored transposed. Rungs of the ladder compute nn.",
)
batch_option = click.option(
    "--batch",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Products in one call, their matrices one after the other.",
)
budget_option = click.option(
    "--budget",
    type=FiniteRange(0.0),
    metavar="SECONDS",
    help="Begin no further problem after so long; --resume goes on from there.",
)
resume_option = click.option(
    "--resume", is_flag=True, help="Go on where the file of results stops."
)


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """A part of what is to be measured.

    Parameters
    ----------
    name : str
        Of the set; empty where there is but one part.
    kept : callable
        (measurements of the file) -> those of this part.
    jobs : callable
        (measurements of the file) -> what is left to do.
    """

    name: str
    tasks: int
    settings: Settings
    kept: Callable[[tuple[Measurement, ...]], tuple[Measurement, ...]]
    jobs: Callable[[tuple[Measurement, ...]], list[Job]]


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """What was measured, with what the file held of it before.

    Parameters
    ----------
    left : int
        Tasks for which there was no time.
    """

    measurements: tuple[Measurement, ...]
    outcomes: tuple[Outcome, ...]
    interrupted: bool
    left: int
    seconds: float

    @property
    def status(self) -> int:
        """Exit status: 1 where a contender failed or nothing was measured."""
        if self.interrupted:
            return INTERRUPTED
        failed = any(one.failure is not None for one in self.measurements)
        return 1 if failed or not (self.measurements or self.left) else 0


def measure_parts(
    fixture: Fixture,
    parts: Sequence[Part],
    output: str,
    existing: Existing,
    *,
    is_silent: bool,
    budget: float | None = None,
) -> Found:
    """Measure part after part into a file of results."""
    begin = time.monotonic()
    until = math.inf if budget is None else begin + budget
    kept: tuple[Measurement, ...] = ()
    outcomes: list[Outcome] = []
    left = 0
    interrupted = False
    with open_to_add(output, fixture.environment(), existing) as file:
        done = file.measured()
        if not is_silent:
            print_text(f"machine: {fixture.machine.description}")
        for part in parts:
            kept += part.kept(done)
            jobs = part.jobs(done)
            if not is_silent:
                print_text(_intention(part, jobs, fixture, output))
            before = len(outcomes)
            with countdown(jobs) as shown, contextlib.suppress(KeyboardInterrupt):
                running = campaign.run(
                    fixture, jobs, part.settings, file, progress=shown.step, until=until
                )
                for outcome in running:
                    outcomes.append(outcome)
                    shown.done()
            missing = before + len(jobs) - len(outcomes)
            late = time.monotonic() >= until
            interrupted = any(one.interrupted for one in outcomes) or (missing > 0 and not late)
            left += missing
            if interrupted:
                break
    measured = tuple(one for outcome in outcomes for one in outcome.measurements)
    everything = tuple({one.identity: one for one in (*kept, *measured)}.values())
    return Found(everything, tuple(outcomes), interrupted, left, time.monotonic() - begin)


def existing_for(target: Output, resume: bool, force: bool) -> Existing:
    """Say what is done with measurements that are there; that is asked for, or an error."""
    if resume and force:
        raise ArgumentError("--resume and --force: one adds to measurements, one replaces them")
    if resume:
        return "add"
    if force:
        return "replace"
    if target.is_file and target.place.exists() and target.place.stat().st_size:
        raise ArgumentError(
            f"output = {target.name!r} exists: --resume goes on where it stops, --force replaces "
            "it, or name another"
        )
    return "refuse"


def shapes_of(sizes: str | None, shapes_file: Path | None) -> tuple[Shape, ...]:
    """Return the shapes that were asked for, each once."""
    found = parse_sizes(sizes) if sizes is not None else ()
    if shapes_file is not None:
        found += read_shapes(shapes_file)
    return tuple(dict.fromkeys(found))


def layouts_of(text: str) -> tuple[str, ...]:
    """Return the layouts that were asked for, each once."""
    found = tuple(dict.fromkeys(part.strip().lower() for part in text.split(",")))
    for layout in found:
        if layout not in LAYOUTS:
            raise ArgumentError(f"layouts = {layout!r}: there are {', '.join(LAYOUTS)}")
    return found


def _intention(part: Part, jobs: Sequence[Job], fixture: Fixture, output: str) -> str:
    """Say what will be measured, and about how long that takes."""
    whole = [(job.task, job.contenders) for job in jobs]
    seconds = estimated_seconds(whole, part.settings, fixture.device)
    text = f"{part.name + ': ' if part.name else ''}{part.tasks} tasks, {len(jobs)} of them to do"
    if seconds is not None:
        text += f", about {seconds:.0f} s"
    return f"{text}; into {output}"
