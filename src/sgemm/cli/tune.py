"""``sgemm tune``: the planner's rates of this GPU, measured here."""

from __future__ import annotations

import datetime
import itertools
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click

from sgemm.bench.campaign import SetRun
from sgemm.bench.files import find_output, obstacle_to_writing, write_outputs
from sgemm.bench.fixture import Fixture, open_fixture
from sgemm.bench.measurement import Trace
from sgemm.bench.results import open_to_add
from sgemm.bench.tuning import (
    FITTING_SECONDS,
    LEAST_SECONDS,
    SECONDS,
    Tuning,
    failures_of,
    noticed,
    problems_in,
    tiles_shown,
    usable,
)
from sgemm.cli import options
from sgemm.cli.measuring import Destination, Found, measure_runs
from sgemm.cli.output import Advance, print_json, print_table, print_text, progress
from sgemm.cli.process import INTERRUPTED
from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.gpus import Figures
from sgemm.machines.interface import Machine
from sgemm.planning import known, tuned
from sgemm.planning.rates import Rates
from sgemm.planning.tuned import Tuned
from sgemm.report.tables import significant, table_of
from sgemm.visible import visible

SHOWN = ("launch", "step", "busy", "tile", "moved")
"""The rates in the table: those that decide most choices. The JSON has all."""

FILES = {tuned.SUFFIX: "rates", tuned.MEASURED: "measurements", tuned.DAMAGED: "damaged rates"}
"""What is in files of the store, by their endings."""

KEPT = "interrupted: what was measured or compiled is kept, and sgemm tune goes on from there"

IDLE_SECONDS = 2.0
"""Twice what a GPU's monitor looks back on when it says how busy the GPU is."""


@click.command("tune")
@click.option("--show", "show", is_flag=True, help="Print what was learnt, and measure nothing.")
@click.option(
    "--forget",
    "forget",
    is_flag=True,
    help="Delete what was learnt of this model of GPU, or of all models if no GPU answers or "
    "--machine is cpu; say which files were deleted.",
)
@click.option(
    "--budget",
    type=options.FiniteRange(LEAST_SECONDS, SECONDS),
    default=SECONDS,
    metavar="SECONDS",
    help="Take no longer than this; the next sgemm tune goes on from there.",
)
@options.seed_option
@click.option("--force", is_flag=True, help="Measure again what was measured before.")
@options.shared_options
def command(
    show: bool,
    forget: bool,
    budget: float,
    seed: int,
    force: bool,
    machine: str | None,
    as_json: bool,
) -> int:
    """Measure this GPU, and keep the planner's rates for it.

    It takes five minutes at most. What was measured before an interrupt is kept, and not measured
    again. The rates are kept in the user's folder for data. They hold for this model of GPU, this
    version of its driver and this version of sgemm. Every later process plans with them; sgemm
    explain and print(sgemm.plan(a, b)) say so. The rates of kernels on tensor cores stay as they
    are.
    """
    if show and forget:
        raise ArgumentError("--show and --forget: one prints what the other drops")
    asked = "--show" if show else "--forget" if forget else None
    for name in ("budget", "seed", "force"):
        if asked is not None and options.is_given(name):
            raise ArgumentError(f"{asked} and --{name}: {asked} measures nothing; leave one out")
    here = options.make_machine(machine)
    if forget:
        return _forget(here.figures, as_json)
    if show:
        return _show(here.figures, as_json)
    figures = here.figures
    if figures is None:
        raise ArgumentError(
            "sgemm tune measures a GPU, and there is none here (sgemm doctor says why)"
        )
    place = tuned.place_of(figures)
    if place is None:
        raise MachineError("there is no folder for data: set SGEMM_DATA_DIR to one of yours")
    _check_writable(place)
    return _tune(here, figures, place, time.monotonic() + budget, seed, force, as_json)


def _check_writable(place: Path) -> None:
    """Find out, before anything is measured, whether it can be kept."""
    obstacle = obstacle_to_writing(place.parent)
    for path in (place, tuned.measured_beside(place)):
        if obstacle is None and path.exists():
            # A superuser may write to any file; one that nobody may write to is to stay as it is.
            if not path.is_file():
                obstacle = f"{visible(path)} is no file"
            elif not path.stat().st_mode & 0o222 or not os.access(path, os.W_OK):
                obstacle = f"{visible(path)} is read-only"
    if obstacle is not None:
        raise ArgumentError(
            f"nothing can be kept in {visible(place.parent)}: {obstacle}; put that right, or let "
            "SGEMM_DATA_DIR name a folder of yours"
        )


def _tune(
    here: Machine, figures: Figures, place: Path, end: float, seed: int, force: bool, as_json: bool
) -> int:
    path, base = tuned.measured_beside(place), known.base_for(figures)

    def say(words: str) -> None:
        if not as_json:
            print_text(words)

    def tell(words: str) -> None:
        print_text(words, error=as_json)

    def compiling(count: int) -> AbstractContextManager[Advance]:
        say(f"compiling or loading {count} kernels")
        return progress(count, "compiling")

    try:
        with open_fixture(here) as fixture:
            until = end - FITTING_SECONDS
            is_there = path.exists() and path.stat().st_size > 0
            replaces = is_there and (force or not usable(path, fixture.environment(), say))
            work = Tuning(here, base, path, until, seed, compiling, replaces)
            where = Destination(str(path), "replace" if replaces else "add", as_json, as_json)
            found = _measured(fixture, work, where, say)
        for words in failures_of(found.measurements):
            tell(words)
        if found.interrupted:
            tell(KEPT)
            return INTERRUPTED
        today = datetime.datetime.now(datetime.UTC).date()
        with tuned.locked(path):
            left, made = work.left(), work.tuned(figures, today.isoformat())
            if made is not None:
                write_outputs({find_output(place): tuned.content_of(made)})
                tuned.set_aside(place).unlink(missing_ok=True)
    except KeyboardInterrupt:  # while kernels compile, or rates are fitted
        tell(KEPT)
        return INTERRUPTED
    except MachineError as error:
        if isinstance(error.__cause__, BlockingIOError):  # of the lock of the file
            raise MachineError(tuned.ANOTHER) from error
        raise
    if as_json:
        print_json(
            {"command": "tune", "left": left, "seconds": found.seconds, "tuned": _record(made)}
        )
    elif made is None and replaces and not work.is_begun:
        print_text("nothing was measured: what was measured before is kept")
    elif made is None:
        print_text(f"too little was measured to fit rates to; sgemm tune goes on, {left} left")
    else:
        _print(made)
        if left:
            print_text(f"{left} problems are left: sgemm tune goes on with them")
        print_text("sgemm tune --show prints the rates; later processes plan with them")
    return 0 if made is not None else 1


def _measured(
    fixture: Fixture, work: Tuning, where: Destination, say: Callable[[str], None]
) -> Found:
    """Measure round after round, and keep with the results who else used the GPU.

    The GPU is looked at before the first measurement, after each round and after the last one. A
    file that is to be replaced is, with its first measurement; what was seen before that is kept
    afterwards.
    """
    with tuned.locked(work.path):
        before = _others(fixture, "before anything was measured", say)
    if where.existing == "add":
        _keep(fixture, work, [before])
        before = None
    count, between = len(work.rows()), set[int]()

    def rounds() -> Iterator[SetRun]:
        for run in itertools.takewhile(lambda _: work.has_time(), work.runs):
            if fixture.nvml is not None and len(work.rows()) > count:
                between.add(fixture.nvml.other_processes() or 0)
            yield run

    try:
        return measure_runs(
            fixture,
            rounds(),
            lambda run, _: work.jobs_of(fixture, run),
            where,
            None,
            until=lambda: work.until,
        )
    finally:
        if len(work.rows()) > count:
            with tuned.locked(work.path):
                after = _others(fixture, "after the last measurement", say)
            if after is None and (meanwhile := noticed(max(between, default=0), None, "")):
                say(f"the GPU was not ours alone: {meanwhile.name}; the rates will be marked")
                after = meanwhile
            _keep(fixture, work, [before, after])


def _others(fixture: Fixture, when: str, say: Callable[[str], None]) -> Trace | None:
    """Return what is to be kept of others who use the GPU, and say it; None where nobody does."""
    if fixture.nvml is None:
        return None
    time.sleep(IDLE_SECONDS)
    trace = noticed(fixture.nvml.other_processes(), fixture.nvml.busy(), when)
    if trace is not None:
        say(f"the GPU is not ours alone: {trace.name}; the rates will be marked")
    return trace


def _keep(fixture: Fixture, work: Tuning, traces: Sequence[Trace | None]) -> None:
    """Add to the results what was seen of others, if anything was."""
    kept = [trace for trace in traces if trace is not None]
    if kept:
        with open_to_add(str(work.path), fixture.environment(), "add") as file:
            file.add((), kept)


def _forget(figures: Figures | None, as_json: bool) -> int:
    removed = tuned.forget(figures)
    if as_json:
        count = sum(path.suffix == tuned.SUFFIX for path in removed)
        print_json({"command": "tune", "forgotten": count, "files": list(map(str, removed))})
        return 0
    for model, files in itertools.groupby(removed, tuned.model_of):
        counts = Counter(FILES[path.suffix] for path in files)
        kinds = ", ".join(f"{count} of {kind}" for kind, count in counts.items())
        print_text(f"files that were dropped, of an {model}: {kinds}")
    if not removed:
        print_text(f"nothing was kept of {'any GPU' if figures is None else f'an {figures.name}'}")
    return 0


def _show(figures: Figures | None, as_json: bool) -> int:
    kept = list(map(tuned.read_or_set_aside, tuned.files()))
    everything = [each for each in kept if isinstance(each, Tuned)]
    own = [each for each in everything if figures is None or each.objection(figures) is None]
    damaged = list(tuned.damaged(figures))
    place = None if figures is None else tuned.place_of(figures)
    measured = 0 if place is None else problems_in(tuned.measured_beside(place))
    if as_json:
        records = [_record(each) for each in everything]
        more = {"damaged": list(map(str, damaged)), "measured": measured}
        print_json({"command": "tune", "tuned": records} | more)
        return 0
    for each in own:
        _print(each)
        base = known.base_for(each.figures)
        rows = [
            (name, *(f"{significant(now)} ({significant(then)})" for now, then in _pairs(*both)))
            for name, *both in tiles_shown(each.rates, base)
        ]
        heads = " | ".join(f">{name}" for name in SHOWN)
        print_table(table_of(f"kernel and tile | {heads}", rows))
        print_text(
            "rates of the planner's model (docs/planner.md), of each kernel's first layout, in us; "
            f"moved is a factor. In brackets the rates before: {base.source}"
        )
    for each in everything:
        if figures is not None and (objection := each.objection(figures)) is not None:
            print_text(objection)
    for note in (each for each in kept if isinstance(each, str)):
        print_text(note)
    for path in damaged:
        print_text(f"rates that were tuned here were damaged and set aside, as {path}")
    if own:
        return 0
    if figures is None:
        print_text("no rates are kept, and there is no GPU here (sgemm doctor says why)")
    elif damaged:
        print_text("sgemm tune makes them again from what it measured")
    elif measured:
        print_text(
            "no rates were tuned for this GPU so far, but measurements are kept, of "
            f"{measured} problems: sgemm tune goes on with them"
        )
    else:
        print_text("no rates were tuned for this GPU: sgemm tune measures them")
    return 0


def _pairs(now: Rates, then: Rates) -> Iterator[tuple[float, float]]:
    return ((getattr(now, name), getattr(then, name)) for name in SHOWN)


def _print(made: Tuned) -> None:
    """Print what rates are of, when they were tuned, and what disturbed that."""
    own = made.figures
    print_text(
        f"tuned on {made.date} for an {own.name} with {own.multiprocessors} multiprocessors, "
        f"driver {own.driver}, by sgemm {made.version}: {made.times} times of {made.problems} "
        "problems"
    )
    for mark in made.marks:
        print_text(f"marked: {mark}")


def _record(made: Tuned | None) -> dict[str, Any] | None:
    """Return tuned rates as a document has them."""
    if made is None:
        return None
    rates = {name: rates._asdict() for name, rates in made.rates.items()}
    parts = {"figures": made.figures._asdict(), "speeds": made.speeds._asdict(), "rates": rates}
    return made._asdict() | parts
