"""``sgemm verify``: rungs against double precision, over problems that kernels get wrong."""

from __future__ import annotations

from typing import Any

import click

from sgemm.bench.codec import encode
from sgemm.bench.rung import make_ready
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
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.kernel import Kernel
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.problem import Problem
from sgemm.report.tables import Column, Table, significant
from sgemm.verify.check import DEFAULT_INPUT_CLASS
from sgemm.verify.inputs import INPUT_CLASSES, input_class
from sgemm.verify.survey import Check, Tally, class_checks, standard_checks, survey

SHOWN_FAILURES = 3
"""Of each rung; --json has them all."""


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
@click.option("--batch", type=int, help="With --size: how many products; by default 1.")
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

    A rung that ships in several layouts or tiles is checked in each, unless --layout or --tile
    says which. The set has empty, prime, ragged and padded problems, those around each rung's tile,
    all kinds of alpha and beta, batches where a rung computes them, and inputs on which shortcuts
    in arithmetic show. The exit status is 1 if any result is not within its error bound.
    """
    kernels = specialisations(chosen_kernels(names), layout, tile)
    if batch is not None and not sizes:
        raise ArgumentError(f"batch = {batch}: give it together with --size")
    products = 1 if batch is None else batch
    if classes and all_classes:
        raise ArgumentError("--input-class and --all-classes: give one of them, not both")
    for name in classes:
        input_class(name)
    for shape in sizes:
        check_memory(Problem(*shape, batch=products))
    asked = {
        kernel: _checks(kernel, sizes, classes, all_classes, quick, products) for kernel in kernels
    }
    where = make_machine(machine, threads, checked)
    problems = len({check for checks in asked.values() for check in checks})
    tallies: dict[Kernel, Tally] = {}
    loaded: dict[Kernel, LoadedKernel] = {}
    with progress(len(kernels) + problems, "compiling") as advance:
        for ready in make_ready(where, kernels):
            if ready.loaded is not None:
                loaded[ready.kernel] = ready.loaded
            elif isinstance(ready.error, RequirementError):
                tallies[ready.kernel] = Tally(skipped=len(asked[ready.kernel]))
            else:
                tallies[ready.kernel] = Tally(failures=[str(ready.error).partition("\n")[0]])
            advance(f"compiled {title(ready.kernel)}")
        tallies |= survey(where, loaded, asked, seed, advance)
    ordered = {kernel: tallies[kernel] for kernel in kernels}
    holds = not any(tally.failures for tally in ordered.values())
    if as_json:
        print_json(_document(where, ordered, holds, seed))
    else:
        _print(where, ordered, holds)
    context.exit(0 if holds else 1)


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


def _print(machine: Machine, tallies: dict[Kernel, Tally], holds: bool) -> None:
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
    print_table(Table(columns, tuple(_row(kernel, tally) for kernel, tally in tallies.items())))
    print_text("worst rms, max: the largest errors in units of 2^-24 * (|A||B|)", style="dim")
    for kernel, tally in tallies.items():
        for failure in tally.failures[:SHOWN_FAILURES]:
            print_text(f"{title(kernel)} is wrong at {failure}")
        hidden = len(tally.failures) - SHOWN_FAILURES
        if hidden > 0:
            print_text(f"{title(kernel)}: and {hidden} more (--json has them all)")
    total = sum(tally.passed + len(tally.failures) for tally in tallies.values())
    print_text(f"{total} results: {'all right' if holds else 'NOT all right'}")


def _row(kernel: Kernel, tally: Tally) -> tuple[str, ...]:
    return (
        "-" if kernel.number is None else str(kernel.number),
        title(kernel),
        "NO" if tally.failures else "yes" if tally.passed else "-",
        str(tally.passed),
        str(len(tally.failures)),
        str(tally.skipped),
        significant(tally.worst_rms),
        significant(tally.worst_maximum),
    )


def _document(
    machine: Machine, tallies: dict[Kernel, Tally], holds: bool, seed: int
) -> dict[str, Any]:
    return {
        "command": "verify",
        "holds": holds,
        "machine": {"name": machine.name, "description": machine.description},
        "seed": seed,
        "rungs": [
            {
                "number": kernel.number,
                "name": kernel.name,
                "layout": kernel.layout,
                "tile": encode(kernel.tile),
                "verified": not tally.failures if tally.passed or tally.failures else None,
                "passed": tally.passed,
                "failed": len(tally.failures),
                "skipped": tally.skipped,
                "error_rms": tally.worst_rms,
                "error_max": tally.worst_maximum,
                "failures": tally.failures,
            }
            for kernel, tally in tallies.items()
        ],
    }
