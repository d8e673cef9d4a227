"""``sgemm run``: one problem by one rung: run, verified, and timed beside the baseline."""

from __future__ import annotations

import click

from sgemm.bench.codec import encode
from sgemm.bench.contenders import FixedContender
from sgemm.bench.fixture import open_fixture
from sgemm.bench.ladder import LadderAtSize, Rung, ladder_settings, measure_ladder, speed
from sgemm.bench.measurement import Baseline
from sgemm.bench.statistics import compare_samples
from sgemm.bench.task import Task
from sgemm.bench.timing import Samples
from sgemm.cli.limits import check_memory
from sgemm.cli.options import (
    checked_option,
    make_machine,
    refuse_option,
    seed_option,
    shared_options,
    size,
    threads_option,
)
from sgemm.cli.output import print_fields, print_json, print_text, progress
from sgemm.cli.specialisations import layout_option, specialisation, tile_option
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find
from sgemm.kernels.schedule import Schedule
from sgemm.planning import RULES
from sgemm.planning import plan as make_plan
from sgemm.planning.plan import Plan, plan_of
from sgemm.problem import Problem
from sgemm.report.ladder import baseline_record, notes, rung_record
from sgemm.report.tables import format_bytes, significant, time_unit
from sgemm.verify.check import DEFAULT_INPUT_CLASS
from sgemm.verify.inputs import input_class


@click.command("run", context_settings={"ignore_unknown_options": True})
@click.argument("kernel", callback=refuse_option)
@click.argument("m", callback=size)
@click.argument("n", callback=size)
@click.argument("k", callback=size)
@click.option("--alpha", type=float, default=1.0, show_default=True)
@click.option("--beta", type=float, default=0.0, show_default=True)
@click.option("--lda", type=int, default=0, help="Distance between stored rows of A.")
@click.option("--ldb", type=int, default=0, help="Distance between stored rows of B.")
@click.option("--ldc", type=int, default=0, help="Distance between rows of C.")
@layout_option
@click.option("--batch", type=int, default=1, show_default=True, help="How many products.")
@tile_option
@click.option(
    "--input-class",
    "input_class_name",
    default=DEFAULT_INPUT_CLASS,
    show_default=True,
    help="What numbers A, B and C hold.",
)
@seed_option
@threads_option
@checked_option
@shared_options
@click.pass_context
def command(
    context: click.Context,
    kernel: str,
    m: int,
    n: int,
    k: int,
    alpha: float,
    beta: float,
    lda: int,
    ldb: int,
    ldc: int,
    layout: str | None,
    batch: int,
    tile: str | None,
    input_class_name: str,
    seed: int,
    threads: int | None,
    checked: bool,
    machine: str | None,
    as_json: bool,
) -> None:
    """Compute C := alpha*op(A)*op(B) + beta*C by one rung: run it, verify it, time it.

    KERNEL is a plan: a rung's number or name; the same with numbers of its tile or schedule forced
    (split_k:bm=64:splits=4); or a rule that chooses (auto, two_kernel_rule). op(A) is M x K, op(B)
    is K x N and C is M x N, row-major; op(X) is X, or its transpose where --layout has a t for it.
    The products of a batch follow each other.
    """
    entry = None if kernel in RULES or ":" in kernel else specialisation(find(kernel), layout, tile)
    if entry is None and tile is not None:
        raise ArgumentError(
            f"tile = {tile!r}: {kernel} says itself in which tile; give it a rung's name alone"
        )
    layout = layout or "nn"
    transposed = {"trans_a": layout[0] == "t", "trans_b": layout[1] == "t"}
    problem = Problem(m, n, k, alpha, beta, lda, ldb, ldc, **transposed, batch=batch)
    input_class(input_class_name)
    check_memory(problem)
    where = make_machine(machine, threads, checked)
    plan = make_plan(problem, where, kernel) if entry is None else plan_of(entry, problem, where)
    with (
        open_fixture(where, needs_baseline=False) as fixture,
        progress(1, f"compiling {plan.kernel.name}") as advance,
    ):
        ladder = measure_ladder(
            fixture,
            Task(problem),
            [FixedContender(fixture.kernel_pool, plan)],
            ladder_settings(seed),
            input_class=input_class_name,
            progress=lambda step: advance(step, steps=0),
        )
    (rung,) = ladder.rungs
    if rung.error is not None:
        raise rung.error
    if as_json:
        print_json(
            {
                "command": "run",
                "holds": ladder.holds,
                "problem": encode(problem),
                "input_class": input_class_name,
                "seed": seed,
                "layout": problem.layout,
                "plan": {
                    "name": plan.name,
                    "reason": plan.reason,
                    "schedule": encode(plan.schedule),
                    "workspace": encode(plan.workspace),
                },
                "machine": {"name": where.name, "description": where.description},
                "checked": checked,
                "protocol": ladder.protocol,
                "baseline": baseline_record(ladder),
                **rung_record(rung),
            }
        )
    else:
        print_fields(_fields(plan, rung, ladder) | {"machine": where.description})
        for note in notes(ladder):
            print_text(note)
    context.exit(0 if ladder.holds else 1)


def _fields(plan: Plan, rung: Rung, ladder: LadderAtSize) -> dict[str, str]:
    """Say in words what was found."""
    kernel, made = rung.kernel, rung.build
    launch = f"{plan.launch}, tile {kernel.tile}"
    if plan.schedule != Schedule():
        launch += f"; {plan.schedule}"
    if plan.workspace.nbytes:
        launch += f"; workspace of {format_bytes(plan.workspace.nbytes)}"
    fields = {
        "rung": f"{kernel.label.strip()}: {kernel.idea}",
        "chosen": f"{plan.name}: {plan.reason}",
        "problem": str(rung.problem),
        "launch": launch,
    }
    if made is not None and made.resources is not None:
        found = made.resources
        spills = found.spill_stores + found.spill_loads
        fields["resources"] = (
            f"{found.registers} registers, {spills} bytes spilled, "
            f"{format_bytes(rung.shared_bytes or 0)} of shared memory"
        )
    if rung.verdict is not None:
        # What is wrong is said below, as a note.
        fields["verified"] = f"yes: {rung.verdict.reason}" if rung.verified else "NO"
    if rung.samples is not None:
        fields["time"] = _time(rung.samples)
    elif rung.verified:
        fields["time"] = "none: C has no elements, so that there is nothing to compute"
    if rung.gflops is not None:
        fields["speed"] = f"{significant(rung.gflops)} GFLOP/s ({ladder.protocol})"
    row0 = ladder.row0
    if row0 is None:
        fields["baseline"] = f"none: {ladder.no_baseline}"
        return fields
    pace = speed(ladder.problem, ladder.baseline_samples)
    fields["baseline"] = row0.description
    if pace is not None:
        fields["baseline"] += f": {significant(pace)} GFLOP/s"
    if rung.samples is not None and rung.baseline is not None:
        fields["ratio"] = _ratio(rung.samples, rung.baseline)
    return fields


def _ratio(samples: Samples, baseline: Baseline) -> str:
    """Say how many times as fast as the baseline it is, with the interval of that."""
    parts = samples.seconds, baseline.samples.seconds, baseline.round_ratios
    found = compare_samples(*parts)
    if not found.is_bounded:
        return f"{found.value:.3f} ({found.judgement.value})"
    return f"{found.value:.3f} ({found.low:.3f} ... {found.high:.3f}, {found.judgement.value})"


def _time(samples: Samples) -> str:
    unit, factor = time_unit(samples.median)
    median, lower, upper = (
        significant(value * factor) for value in (samples.median, *samples.quartiles)
    )
    late = "" if samples.complete else ", ended by the time limit"
    return f"{median} {unit} (quartiles {lower} ... {upper}, {samples.count} samples{late})"
