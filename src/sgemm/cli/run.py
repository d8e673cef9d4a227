"""``sgemm run``: one problem by one kernel: run, verified, and timed beside the baseline."""

from __future__ import annotations

from typing import Any

import click

from sgemm.bench.codec import encode
from sgemm.bench.contenders import FixedContender
from sgemm.bench.fixture import open_fixture
from sgemm.bench.ladder import LadderAtSize, Rung, ladder_settings, measure_ladder
from sgemm.bench.rounds import Series
from sgemm.bench.statistics import compare_samples
from sgemm.cli import options
from sgemm.cli.limits import check_memory
from sgemm.cli.output import print_fields, print_json, print_text, progress
from sgemm.cli.specialisations import layout_option, specialisation, tile_option
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find
from sgemm.kernels.schedule import Schedule
from sgemm.planning import RULES
from sgemm.planning import plan as make_plan
from sgemm.planning.forcing import Forced, plan_forced
from sgemm.planning.plan import Plan
from sgemm.problem import Problem
from sgemm.report.ladder import notes
from sgemm.report.tables import format_bytes, significant, time_unit
from sgemm.verify import DEFAULT_INPUT_CLASS
from sgemm.verify.inputs import input_class

PLANNED = ("name", "reason", "schedule", "workspace")  # what a document has of a plan


@click.command("run", context_settings={"ignore_unknown_options": True})
@click.argument("kernel", callback=options.refuse_option)
@options.size_arguments
@click.option("--alpha", type=float, default=1.0)
@click.option("--beta", type=float, default=0.0)
@options.leading_dimension_option("--lda", "A as stored")
@options.leading_dimension_option("--ldb", "B as stored")
@options.leading_dimension_option("--ldc", "C")
@layout_option
@click.option("--batch", type=int, default=1, help="How many products.")
@tile_option
@click.option(
    "--input-class",
    "input_class_name",
    default=DEFAULT_INPUT_CLASS,
    help="Which class of numbers A, B and C hold.",
)
@options.seed_option
@options.threads_option
@options.checked_option
@options.shared_options
def command(
    kernel: str,
    alpha: float,
    beta: float,
    layout: str | None,
    tile: str | None,
    input_class_name: str,
    seed: int,
    threads: int | None,
    checked: bool,
    machine: str | None,
    as_json: bool,
    **sizes: Any,
) -> int:
    """Compute C := alpha*op(A)*op(B) + beta*C with one kernel: run it, verify it, time it.

    KERNEL is a plan: a kernel's number or name; a kernel with numbers of its tile or schedule
    forced (split_k:bm=64:splits=4); or a rule that chooses a kernel (auto, two_kernel_rule). op(A)
    is M x K, op(B) is K x N and C is M x N, row-major. op(X) is X, or its transpose if --layout has
    a t for it. The matrices of a batch lie one after the other.
    """
    entry = None if kernel in RULES or ":" in kernel else specialisation(find(kernel), layout, tile)
    if entry is None and tile is not None:
        raise ArgumentError(
            f"tile = {tile!r}: {kernel} says itself in which tile; give it a kernel's name alone"
        )
    trans_a, trans_b = (letter == "t" for letter in layout or "nn")
    problem = Problem(**sizes, alpha=alpha, beta=beta, trans_a=trans_a, trans_b=trans_b)
    input_class(input_class_name)
    check_memory(problem)
    where = options.make_machine(machine, threads, checked)
    if entry is None:
        plan = make_plan(problem, where, kernel)
    else:
        plan = plan_forced(entry, Forced(), problem, where)
    with (
        open_fixture(where, needs_baseline=False) as fixture,
        progress(1, f"compiling {plan.kernel.name}") as advance,
    ):
        ladder = measure_ladder(
            fixture,
            problem,
            [FixedContender(fixture.kernel_pool, plan)],
            ladder_settings(seed),
            input_class=input_class_name,
            progress=lambda step: advance(step, steps=0),
        )
    (rung,), (series,) = ladder.rungs, ladder.series
    if series.error is not None:
        raise series.error
    if as_json:
        print_json(
            {
                "command": "run",
                "holds": ladder.holds,
                "problem": problem,
                "input_class": input_class_name,
                "seed": seed,
                "layout": problem.layout,
                "plan": {name: getattr(plan, name) for name in PLANNED},
                "machine": {"name": where.name, "description": where.description},
                "checked": checked,
                "protocol": ladder.protocol,
                "baseline": ladder.baseline,
                **encode(rung),
            }
        )
    else:
        print_fields(_fields(plan, rung, series, ladder) | {"machine": where.description})
        for note in notes(ladder):
            print_text(note)
    return 0 if ladder.holds else 1


def _fields(plan: Plan, rung: Rung, series: Series, ladder: LadderAtSize) -> dict[str, str]:
    """Say in words what was found."""
    kernel = plan.kernel
    launch = f"{plan.launch}, tile {kernel.tile}"
    if plan.schedule != Schedule():
        launch += f"; {plan.schedule}"
    if plan.workspace.nbytes:
        launch += f"; workspace of {format_bytes(plan.workspace.nbytes)}"
    fields = {
        "kernel": f"{kernel.label.strip(' -')}: {kernel.idea}",
        "chosen": f"{plan.name}: {plan.reason}",
        "problem": str(ladder.problem),
        "launch": launch,
    }
    if rung.registers is not None:
        spills = (rung.spill_stores or 0) + (rung.spill_loads or 0)
        fields["resources"] = (
            f"{rung.registers} registers, {spills} bytes spilled, "
            f"{format_bytes(rung.shared_bytes or 0)} of shared memory"
        )
    if series.verdict is not None:
        # What is wrong is said below, as a note.
        fields["verified"] = f"yes: {series.verdict.reason}" if rung.verified else "NO"
    samples = series.kept
    if samples is not None:
        unit, factor = time_unit(samples.median)
        seconds = (samples.median, *samples.quartiles)
        median, lower, upper = (significant(value * factor) for value in seconds)
        late = "" if samples.complete else ", ended by the time limit"
        spread = f"quartiles {lower} ... {upper}, {samples.count} samples{late}"
        fields["time"] = f"{median} {unit} ({spread})"
    elif rung.verified:
        fields["time"] = "none: C has no elements, so that there is nothing to compute"
    if rung.gflops is not None:
        fields["speed"] = f"{significant(rung.gflops)} GFLOP/s ({ladder.protocol})"
    fields["baseline"] = f"none: {ladder.no_baseline}"
    if ladder.baseline is not None:
        pace = ladder.baseline.gflops
        words = f": {significant(pace)} GFLOP/s" if pace is not None else ""
        fields["baseline"] = f"{ladder.baseline.description}{words}"
    name = series.contender.name
    beside = next((one.baseline for one in ladder.measurements if one.kernel == name), None)
    if samples is not None and beside is not None:
        ratio = compare_samples(samples.seconds, beside.samples.seconds, beside.round_ratios)
        ends = f"{ratio.low:.3f} ... {ratio.high:.3f}, " if ratio.is_bounded else ""
        fields["ratio"] = f"{ratio.value:.3f} ({ends}{ratio.judgement.value})"
    return fields
