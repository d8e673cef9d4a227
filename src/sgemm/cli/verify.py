"""``sgemm verify``: plans against double precision, over problems that kernels get wrong."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import NamedTuple

import click

from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.sizes import Shape
from sgemm.cli import options
from sgemm.cli.limits import check_memory
from sgemm.cli.output import print_json, print_table, print_text, progress
from sgemm.cli.process import INTERRUPTED
from sgemm.cli.specialisations import layout_option, specialisations, tile_option, title
from sgemm.errors import ArgumentError, RequirementError, SgemmError
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.interface import Machine
from sgemm.planning import RULES, refuse_forced_rule, without_switch
from sgemm.planning import plan as make_plan
from sgemm.planning.forcing import Forced, parse_forced
from sgemm.problem import LAYOUTS, Problem
from sgemm.report.tables import ABSENT, significant, table_of, text_of
from sgemm.verify import DEFAULT_INPUT_CLASS
from sgemm.verify.inputs import INPUT_CLASSES, input_class
from sgemm.verify.survey import (
    Check,
    Run,
    Tally,
    check_all,
    class_checks,
    legal_variant,
    standard_checks,
)

SHOWN_FAILURES = 3  # of each kernel; --json has them all
AWKWARD_FOR = "any_layout"  # a kernel that computes everything: rules are tried on its problems


class Subject(NamedTuple):
    """What is verified: a kernel in one layout and tile; or what a rule chooses in that layout."""

    kernel: Kernel  # of a rule, one for which the same problems are awkward
    forced: Forced = Forced()  # of its schedule
    rule: str = ""

    @property
    def title(self) -> str:
        """How tables name it."""
        if self.rule:
            return f"{self.rule} {self.kernel.layout}"
        switch = ":machine_code=off" if self.kernel.as_compiled else ""
        return f"{title(self.kernel)}{self.forced}{switch}"

    @property
    def number(self) -> int | None:
        """Place on the ladder; no rule has one."""
        return None if self.rule else self.kernel.number

    def run_of(self, check: Check, pool: KernelPool) -> Run:
        """Return what it runs for a check; RequirementError where that is not legal."""
        if self.rule:
            plan = make_plan(check.problem, pool.machine, self.rule)
            by = title(plan.kernel)
            return Run(pool.loaded(plan.kernel), check.problem, plan.schedule, by)
        problem, schedule = self.legal(check, pool.machine)
        return Run(pool.loaded(self.kernel), problem, schedule)

    def legal(self, check: Check, machine: Machine) -> tuple[Problem, Schedule | None]:
        """Return a kernel's problem for a check, and its schedule; or raise RequirementError."""
        problem = legal_variant(self.kernel, check.problem)
        if not self.forced.schedule:
            return problem, check.schedule
        try:
            schedule = self.forced.schedule_of(self.kernel, problem, machine.multiprocessors)
            self.kernel.launch(problem, schedule=schedule)
        except ArgumentError as error:
            raise RequirementError(str(error)) from error
        return problem, schedule


@click.command("verify")
@click.argument("names", metavar="[PLAN]...", nargs=-1)
@options.size_option("Only these sizes")
@click.option(
    "--input-class",
    "classes",
    multiple=True,
    metavar="CLASS",
    help="Only inputs of this class; may be given several times.",
)
@click.option("--all-classes", is_flag=True, help="Every class of inputs, over several shapes.")
@click.option("--quick", is_flag=True, help="Fewer problems, the same ones for every kernel.")
@layout_option
@tile_option
@click.option(
    "--batch", type=click.IntRange(1), help="With --size: how many products; by default 1."
)
@options.seed_option
@options.threads_option
@options.checked_option
@options.shared_options
def command(
    names: tuple[str, ...],
    sizes: tuple[Shape, ...],
    classes: tuple[str, ...],
    all_classes: bool,
    quick: bool,
    layout: str | None,
    tile: str | None,
    batch: int | None,
    seed: int,
    threads: int | None,
    checked: bool,
    machine: str | None,
    as_json: bool,
) -> int:
    """Check plans, by default all kernels, against double precision over a set of problems.

    PLAN is a kernel's number or name, perhaps with forced numbers (split_k:bm=64:splits=4); a rule
    that chooses a kernel for each problem (auto, split); or a range of numbers (3-8). A kernel that
    ships in several layouts or tiles is checked in each, unless --layout, --tile or forced numbers
    say which. A rule is checked in each layout.

    The set has empty, prime, ragged and padded problems, problems around the size of each kernel's
    tile, all kinds of alpha and beta, batches where a kernel computes them, and inputs that expose
    shortcuts in arithmetic. A problem for which a forced schedule is not legal is skipped.

    The exit status is 1 if any result is not within its error bound, and 2 if there is no result at
    all. An interrupt shows what was checked before it.
    """
    chosen = _chosen(names, layout, tile)
    if batch is not None and not sizes:
        raise ArgumentError(f"batch = {batch}: give it together with --size")
    if classes and all_classes:
        raise ArgumentError("--input-class and --all-classes: give one of them, not both")
    for name in classes:
        input_class(name)
    for shape in sizes:
        check_memory(Problem(*shape, batch=batch or 1))

    @functools.cache
    def checks_of(kernel: Kernel) -> tuple[Check, ...]:
        """Return what a kernel is asked to compute."""
        if sizes:
            wanted = tuple(INPUT_CLASSES) if all_classes else classes or (DEFAULT_INPUT_CLASS,)
            return tuple(class_checks(wanted, sizes, kernel.layout, batch or 1))
        if classes:
            return tuple(class_checks(classes, layout=kernel.layout))
        more = class_checks(layout=kernel.layout) if all_classes else ()
        return tuple(dict.fromkeys((*standard_checks(kernel, quick), *more)))

    where = options.make_machine(machine, threads, checked)
    asked = {subject: checks_of(subject.kernel) for subject in chosen}
    for subject, checks in asked.items():
        _refuse_impossible(subject, checks, where)
    tallies = {subject: Tally() for subject in chosen}
    interrupted = False
    try:
        _check(tallies, asked, where, seed)
    except KeyboardInterrupt:
        interrupted = True
    if not any(tally.checked for tally in tallies.values()):
        if interrupted:
            raise KeyboardInterrupt
        words = (f"{subject.title}: {tally.objection}" for subject, tally in tallies.items())
        raise RequirementError(f"nothing was checked: {next(words)}")
    holds = not any(tally.failures for tally in tallies.values())
    if as_json:
        about = {"command": "verify", "holds": holds, "interrupted": interrupted}
        about |= {"machine": {"name": where.name, "description": where.description}, "seed": seed}
        print_json(about | {"kernels": [_record(*item) for item in tallies.items()]})
    else:
        _print(where, tallies, holds)
        if interrupted:
            print_text("interrupted: not everything was checked")
    if interrupted:
        return INTERRUPTED
    return 0 if holds else 1


def _chosen(names: tuple[str, ...], layout: str | None, tile: str | None) -> tuple[Subject, ...]:
    """Find what a user named, in every layout and tile that the options and the names leave."""
    plain = [name for name in names if ":" not in name and name not in RULES]
    found: list[Subject] = []
    if plain or not names:
        kernels = specialisations(options.chosen_kernels(plain), layout, tile)
        found += map(Subject, kernels)
    for name in names:
        rule, as_compiled = without_switch(name)
        if rule in RULES:
            if tile is not None:
                raise ArgumentError(f"tile = {tile!r}: {rule} chooses the tile itself")
            awkward = find(AWKWARD_FOR)
            layouts = LAYOUTS if layout is None else (layout,)
            found += [Subject(awkward.specialised(each), rule=name) for each in layouts]
        elif name not in plain:
            found += _forced(rule, layout, tile, as_compiled is True)
    return tuple(dict.fromkeys(found))


def _forced(name: str, layout: str | None, tile: str | None, as_compiled: bool) -> list[Subject]:
    """Find a kernel of which numbers are forced."""
    refuse_forced_rule(name)
    rung, forced = parse_forced(name)
    try:
        kernel = find(rung)
        forced.check_schedule(kernel)
        tiles = forced.tiles_of(kernel)
    except ArgumentError as error:
        raise ArgumentError(f"plan = {name!r}: {error}") from None
    fitting = [k for k in specialisations((kernel,), layout, tile) if k.tile in tiles]
    if not fitting:
        raise ArgumentError(f"tile = {tile!r}: {name} has another tile")
    schedule = forced._replace(tile=())
    return [
        Subject(dataclasses.replace(each, as_compiled=as_compiled), schedule) for each in fitting
    ]


def _check(
    tallies: dict[Subject, Tally],
    asked: Mapping[Subject, tuple[Check, ...]],
    machine: Machine,
    seed: int,
) -> None:
    """Check every subject; those that are asked for the same share its problem."""
    pool = KernelPool(machine, resources=False)
    steps = len(asked) + len({check for checks in asked.values() for check in checks})
    usable = dict(asked)
    with progress(steps, "compiling") as advance:
        for subject, checks in asked.items():
            try:
                if not subject.rule:
                    pool.loaded(subject.kernel)
            except RequirementError as error:
                tallies[subject] = Tally(skipped=len(checks), objection=str(error))
                del usable[subject]
            except SgemmError as error:
                tallies[subject] = Tally(failures=[str(error).partition("\n")[0]])
                del usable[subject]
            advance(f"compiled {subject.title}")
        run_of = functools.partial(Subject.run_of, pool=pool)
        check_all(machine, usable, run_of, tallies, seed, advance)


def _refuse_impossible(subject: Subject, checks: tuple[Check, ...], machine: Machine) -> None:
    """Raise if a forced schedule is legal for none of the problems; the message says why."""
    reason = ""
    for check in checks if subject.forced.schedule else ():
        try:
            subject.legal(check, machine)
            return
        except RequirementError as error:
            reason = str(error)
    if reason:
        raise RequirementError(f"{subject.title} is legal for none of these problems: {reason}")


def _print(machine: Machine, tallies: Mapping[Subject, Tally], holds: bool) -> None:
    print_text(f"machine: {machine.description}")
    rows = [
        (
            text_of(subject.number),
            subject.title,
            "NO" if tally.failures else "yes" if tally.passed else ABSENT,
            str(tally.passed),
            str(len(tally.failures)),
            str(tally.skipped),
            significant(tally.worst_rms),
            significant(tally.worst_maximum),
        )
        for subject, tally in tallies.items()
    ]
    headers = "># | kernel | verified | >passed | >failed | >skipped | >worst rms | >worst max"
    print_table(table_of(headers, rows))
    print_text("worst rms, max: the largest errors in units of 2^-24 * (|A||B|)", style="dim")
    for subject, tally in tallies.items():
        if not tally.checked and tally.objection:
            print_text(f"nothing was checked of {subject.title}: {tally.objection}")
        for failure in tally.failures[:SHOWN_FAILURES]:
            print_text(f"{subject.title} is wrong at {failure}")
        hidden = len(tally.failures) - SHOWN_FAILURES
        if hidden > 0:
            print_text(f"{subject.title}: and {hidden} more (--json has them all)")
    total = sum(tally.checked for tally in tallies.values())
    print_text(f"{total} results: {'all right' if holds else 'NOT all right'}")


def _record(subject: Subject, tally: Tally) -> dict[str, object]:
    kernel, rule = subject.kernel, subject.rule
    return {
        "number": subject.number,
        "name": rule or kernel.name,
        "layout": kernel.layout,
        "tile": None if rule else kernel.tile,
        "forced": dict(subject.forced.schedule),
        "verified": not tally.failures if tally.checked else None,
        "passed": tally.passed,
        "failed": len(tally.failures),
        "skipped": tally.skipped,
        "error_rms": tally.worst_rms,
        "error_max": tally.worst_maximum,
        "failures": tally.failures,
    }
