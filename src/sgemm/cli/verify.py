"""``sgemm verify``: rungs against double precision, over problems that kernels get wrong."""

from __future__ import annotations

import dataclasses
from typing import Any

import click

from sgemm.bench.codec import encode
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.sizes import GRAMMAR, Shape
from sgemm.cli.limits import check_memory
from sgemm.cli.options import (
    checked_option,
    chosen_kernels,
    make_machine,
    seed_option,
    shapes,
    shared_options,
    threads_option,
)
from sgemm.cli.output import print_json, print_table, print_text, progress
from sgemm.cli.specialisations import layout_option, specialisations, tile_option, title
from sgemm.errors import ArgumentError, RequirementError, SgemmError
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.planning.forcing import Forced, parse_forced
from sgemm.problem import Problem
from sgemm.report.tables import Column, Table, significant
from sgemm.verify.check import DEFAULT_INPUT_CLASS
from sgemm.verify.inputs import INPUT_CLASSES, input_class
from sgemm.verify.survey import (
    Check,
    ScheduleOf,
    Tally,
    class_checks,
    legal_variant,
    standard_checks,
    survey,
)

SHOWN_FAILURES = 3
"""Of each rung; --json has them all."""


@dataclasses.dataclass(frozen=True, slots=True)
class Subject:
    """What is verified: a kernel in one layout and tile, and what is forced of its schedule."""

    kernel: Kernel
    forced: Forced = dataclasses.field(default_factory=Forced)

    @property
    def title(self) -> str:
        """How tables name it."""
        return f"{title(self.kernel)}{self.forced}"


@click.command("verify")
@click.argument("names", metavar="[KERNEL]...", nargs=-1)
@click.option(
    "--size",
    "--sizes",
    "sizes",
    callback=shapes,
    metavar="SIZES",
    help=f"Only these sizes, with commas between: {GRAMMAR}; N stands for m = n = k.",
)
@click.option(
    "--input-class",
    "classes",
    multiple=True,
    metavar="CLASS",
    help="Only inputs of this class; may be given several times.",
)
@click.option("--all-classes", is_flag=True, help="Every class of inputs, over several shapes.")
@click.option("--quick", is_flag=True, help="Fewer problems, the same ones for every rung.")
@layout_option
@tile_option
@click.option(
    "--batch", type=click.IntRange(1), help="With --size: how many products; by default 1."
)
@seed_option
@threads_option
@checked_option
@shared_options
@click.pass_context
def command(
    context: click.Context,
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
) -> None:
    """Check rungs against double precision; by default all rungs, over a sound set.

    KERNEL is a rung's number or name, a range of numbers (3-8), or a rung with numbers of its tile
    or schedule forced (split_k:bm=64:splits=4). A rung that ships in several layouts or tiles is
    checked in each, unless --layout, --tile or forced numbers say which. The set has empty, prime,
    ragged and padded problems, those around each rung's tile, all kinds of alpha and beta, batches
    where a rung computes them, and inputs on which shortcuts in arithmetic show. Where a forced
    schedule cannot be, a problem is skipped. The exit status is 1 if any result is not within its
    error bound, and 2 if there is no result at all.
    """
    subjects = _subjects(names, layout, tile)
    if batch is not None and not sizes:
        raise ArgumentError(f"batch = {batch}: give it together with --size")
    products = 1 if batch is None else batch
    if classes and all_classes:
        raise ArgumentError("--input-class and --all-classes: give one of them, not both")
    for name in classes:
        input_class(name)
    for shape in sizes:
        check_memory(Problem(*shape, batch=products))
    kernels = tuple(dict.fromkeys(subject.kernel for subject in subjects))
    asked = {
        kernel: _checks(kernel, sizes, classes, all_classes, quick, products) for kernel in kernels
    }
    where = make_machine(machine, threads, checked)
    for subject in subjects:
        _refuse_impossible(subject, asked[subject.kernel], where)
    groups: dict[Forced, list[Subject]] = {}
    for subject in subjects:
        groups.setdefault(subject.forced, []).append(subject)
    problems = sum(
        len({check for subject in group for check in asked[subject.kernel]})
        for group in groups.values()
    )
    pool = KernelPool(where)
    unusable: dict[Kernel, Tally] = {}
    loaded: dict[Kernel, LoadedKernel] = {}
    tallies: dict[Subject, Tally] = {}
    with progress(len(kernels) + problems, "compiling") as advance:
        for kernel in kernels:
            try:
                loaded[kernel] = pool.loaded(kernel)
            except RequirementError as error:
                unusable[kernel] = Tally(skipped=len(asked[kernel]), objection=str(error))
            except SgemmError as error:
                unusable[kernel] = Tally(failures=[str(error).partition("\n")[0]])
            advance(f"compiled {title(kernel)}")
        for forced, group in groups.items():
            members = {s.kernel: loaded[s.kernel] for s in group if s.kernel in loaded}
            found = survey(where, members, asked, seed, advance, _schedules(forced, where))
            tallies |= {s: (found | unusable)[s.kernel] for s in group}
    ordered = {subject: tallies[subject] for subject in subjects}
    if not any(tally.checked for tally in ordered.values()):
        words = (f"{subject.title}: {tally.objection}" for subject, tally in ordered.items())
        raise RequirementError(f"nothing was checked: {next(words)}")
    holds = not any(tally.failures for tally in ordered.values())
    if as_json:
        print_json(_document(where, ordered, holds, seed))
    else:
        _print(where, ordered, holds)
    context.exit(0 if holds else 1)


def _subjects(names: tuple[str, ...], layout: str | None, tile: str | None) -> tuple[Subject, ...]:
    """Find what a user named, in every layout and tile that the options and the names leave."""
    plain = [name for name in names if ":" not in name]
    found: list[Subject] = []
    if plain or not names:
        found += [Subject(k) for k in specialisations(chosen_kernels(plain), layout, tile)]
    for name in names:
        if name in plain:
            continue
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
        schedule = dataclasses.replace(forced, tile=())
        found += [Subject(each, schedule) for each in fitting]
    return tuple(dict.fromkeys(found))


def _schedules(forced: Forced, machine: Machine) -> ScheduleOf | None:
    """Return what gives each kernel its schedule; None where nothing of it is forced."""
    if not forced.schedule:
        return None
    return lambda kernel, problem: forced.schedule_of(kernel, problem, machine.multiprocessors)


def _refuse_impossible(subject: Subject, checks: tuple[Check, ...], machine: Machine) -> None:
    """Raise if a forced schedule is legal for none of the problems; the message says why."""
    schedule_of = _schedules(subject.forced, machine)
    if schedule_of is None:
        return
    reason = ""
    for check in checks:
        problem = legal_variant(subject.kernel, check.problem)
        if problem is None:
            continue
        try:
            subject.kernel.launch(problem, schedule=schedule_of(subject.kernel, problem))
            return
        except (ArgumentError, RequirementError) as error:
            reason = str(error)
    raise RequirementError(f"{subject.title} is legal for none of these problems: {reason}")


def _checks(
    kernel: Kernel,
    sizes: tuple[Shape, ...],
    classes: tuple[str, ...],
    all_classes: bool,
    quick: bool,
    batch: int,
) -> tuple[Check, ...]:
    """Return what a rung is asked to compute."""
    layout = kernel.layout
    if sizes:
        chosen = tuple(INPUT_CLASSES) if all_classes else classes or (DEFAULT_INPUT_CLASS,)
        return tuple(class_checks(chosen, sizes, layout, batch))
    if classes:
        return tuple(class_checks(classes, layout=layout))
    standard = standard_checks(kernel, quick)
    if not all_classes:
        return tuple(standard)
    return tuple(dict.fromkeys((*standard, *class_checks(layout=layout))))


def _print(machine: Machine, tallies: dict[Subject, Tally], holds: bool) -> None:
    columns = (
        Column("#", right=True),
        Column("rung"),
        Column("verified"),
        Column("passed", right=True),
        Column("failed", right=True),
        Column("skipped", right=True),
        Column("worst rms", right=True),
        Column("worst max", right=True),
    )
    print_text(f"machine: {machine.description}")
    print_table(Table(columns, tuple(_row(subject, tally) for subject, tally in tallies.items())))
    print_text("worst rms, max: the largest errors in units of 2^-24 * (|A||B|)", style="dim")
    for subject, tally in tallies.items():
        if not tally.checked:
            print_text(f"nothing was checked of {subject.title}: {tally.objection}")
        for failure in tally.failures[:SHOWN_FAILURES]:
            print_text(f"{subject.title} is wrong at {failure}")
        hidden = len(tally.failures) - SHOWN_FAILURES
        if hidden > 0:
            print_text(f"{subject.title}: and {hidden} more (--json has them all)")
    total = sum(tally.checked for tally in tallies.values())
    print_text(f"{total} results: {'all right' if holds else 'NOT all right'}")


def _row(subject: Subject, tally: Tally) -> tuple[str, ...]:
    number = subject.kernel.number
    return (
        "-" if number is None else str(number),
        subject.title,
        "NO" if tally.failures else "yes" if tally.passed else "-",
        str(tally.passed),
        str(len(tally.failures)),
        str(tally.skipped),
        significant(tally.worst_rms),
        significant(tally.worst_maximum),
    )


def _document(
    machine: Machine, tallies: dict[Subject, Tally], holds: bool, seed: int
) -> dict[str, Any]:
    return {
        "command": "verify",
        "holds": holds,
        "machine": {"name": machine.name, "description": machine.description},
        "seed": seed,
        "rungs": [
            {
                "number": subject.kernel.number,
                "name": subject.kernel.name,
                "layout": subject.kernel.layout,
                "tile": encode(subject.kernel.tile),
                "forced": dict(subject.forced.schedule),
                "verified": not tally.failures if tally.checked else None,
                "passed": tally.passed,
                "failed": len(tally.failures),
                "skipped": tally.skipped,
                "error_rms": tally.worst_rms,
                "error_max": tally.worst_maximum,
                "failures": tally.failures,
            }
            for subject, tally in tallies.items()
        ],
    }
