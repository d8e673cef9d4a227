"""``sgemm tune``: the planner's rates of this GPU, measured here."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from sgemm.bench.files import find_output, write_outputs
from sgemm.bench.fixture import Fixture, open_fixture
from sgemm.bench.measurement import Trace
from sgemm.bench.nvml import NvmlDevice
from sgemm.bench.results import open_to_add
from sgemm.bench.tuning import (
    FITTING_SECONDS,
    SECONDS,
    Tuning,
    failures_of,
    noticed,
    tiles_shown,
    usable,
)
from sgemm.cli import options
from sgemm.cli.measuring import INTERRUPTED, Destination, measure_runs
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.gpus import Figures
from sgemm.machines.interface import Machine
from sgemm.planning import known, tuned
from sgemm.planning.rates import Rates
from sgemm.planning.tuned import Tuned
from sgemm.report.tables import significant, table_of

SHOWN = ("launch", "step", "crowded", "tile", "moved")
"""The rates in the table: those that decide most choices. The JSON has all."""

IDLE_SECONDS = 1.0  # that a GPU's monitor looks back on when it says how busy the GPU is


@click.command("tune")
@click.option("--show", "show", is_flag=True, help="Print what was learnt, and measure nothing.")
@click.option(
    "--forget",
    "forget",
    is_flag=True,
    help="Drop what was learnt of this model of GPU; of all, where no GPU answers.",
)
@click.option(
    "--budget",
    type=options.FiniteRange(0.0, SECONDS),
    default=SECONDS,
    metavar="SECONDS",
    help="Take no longer; the next sgemm tune goes on from there.",
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

    It takes five minutes at most. What was measured is kept when it is interrupted, and not
    measured again. The rates are kept in the user's folder for data, for this model of GPU, version
    of its driver and version of sgemm. Every later process plans with them, and says so: sgemm
    explain, and print(sgemm.plan(a, b)). Kernels on tensor cores keep their rates.
    """
    if show and forget:
        raise ArgumentError("--show and --forget: one prints what the other drops")
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
    return _tune(here, figures, place, time.monotonic() + budget, seed, force, as_json)


def _tune(
    here: Machine,
    figures: Figures,
    place: Path,
    end: float,
    seed: int,
    force: bool,
    as_json: bool,
) -> int:
    path, base = tuned.measured_beside(place), known.base_for(figures)

    def say(words: str) -> None:
        if not as_json:
            print_text(words)

    with open_fixture(here) as fixture:
        until = end - FITTING_SECONDS
        work = Tuning(here, base, path, until, seed)
        keeps = not force and usable(path, fixture.environment(), say)
        where = Destination(str(path), "add" if keeps else "replace", as_json, as_json)
        _note_others(fixture, where, say)
        where = where._replace(existing="add")
        budget = max(0.0, until - time.monotonic())
        found = measure_runs(
            fixture, work.runs, lambda run, _: work.jobs_of(fixture, run), where, budget
        )
    for words in failures_of(found.measurements):
        say(words)
    if found.interrupted:
        say("interrupted: what was measured is kept, and sgemm tune goes on from there")
        return INTERRUPTED
    left, made = work.left(), work.tuned(figures, _today())
    if made is not None:
        write_outputs({find_output(place): tuned.content_of(made)})
        tuned.set_aside(place).unlink(missing_ok=True)
    if as_json:
        print_json(
            {"command": "tune", "left": left, "seconds": found.seconds, "tuned": _record(made)}
        )
    elif made is None:
        print_text(f"too little was measured to fit rates to; sgemm tune goes on, {left} left")
    else:
        _print(made)
        if left:
            print_text(f"{left} problems are left: sgemm tune goes on with them")
        print_text("sgemm tune --show prints the rates; later processes plan with them")
    return 0 if made is not None else 1


def _note_others(fixture: Fixture, where: Destination, say: Callable[[str], None]) -> None:
    """Keep with the results that others use the GPU, if they do; begin the file, if it is new."""
    trace = _others(fixture.nvml)
    if trace is not None:
        say(f"the GPU is not ours alone: {trace.name}; the rates will be marked")
    with open_to_add(where.output, fixture.environment(), where.existing) as file:
        if trace is not None or where.existing == "replace":
            file.add((), () if trace is None else (trace,))


def _others(nvml: NvmlDevice | None) -> Trace | None:
    if nvml is None:
        return None
    time.sleep(IDLE_SECONDS)
    return noticed(nvml.other_processes(), nvml.busy())


def _today() -> str:
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def _forget(figures: Figures | None, as_json: bool) -> int:
    removed = tuned.forget(figures)
    of = "all GPUs" if figures is None else f"an {figures.name}"
    if as_json:
        print_json({"command": "tune", "forgotten": removed})
    else:
        print_text(f"tuned rates of {of} that were dropped: {removed}")
    return 0


def _show(figures: Figures | None, as_json: bool) -> int:
    kept = [(path, tuned.read_or_set_aside(path)) for path in tuned.files()]
    everything = [each for _, each in kept if each is not None]
    own = [each for each in everything if figures is None or each.objection(figures) is None]
    if as_json:
        print_json({"command": "tune", "tuned": [_record(each) for each in everything]})
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
        print_text(f"us each, moved: times. In brackets the rates before: {base.source}")
    for each in everything:
        if figures is not None and (objection := each.objection(figures)) is not None:
            print_text(objection)
    if not own:
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
