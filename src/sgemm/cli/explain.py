"""``sgemm explain``: why a problem is computed as it is."""

from __future__ import annotations

import dataclasses
from typing import Any

import click

from sgemm.cli.options import leading_dimension_option, make_machine, shared_options, size_arguments
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.cli.specialisations import layout_option
from sgemm.planning import plan as make_plan
from sgemm.planning.automatic import IEEE, KERNELS_OF, NAME, RULE_OF
from sgemm.planning.candidates import Candidate, candidates
from sgemm.planning.forcing import plan_name_of
from sgemm.planning.known import rates_for, untuned_rates_for
from sgemm.planning.model import Prediction, is_fitted, predict
from sgemm.planning.plan import Plan
from sgemm.problem import Problem
from sgemm.report.tables import significant, table_of
from sgemm.toolchain import mainloop

SHOWN = 12  # candidates in the table; the JSON has all

TIMES = ("total", "launch", "work", "memory", "parts")
"""Microseconds of a prediction: all together, then by what they are spent on."""


@click.command("explain", context_settings={"ignore_unknown_options": True})
@shared_options
@layout_option
@click.option("--batch", type=int, default=1, help="How many products.")
@click.option("--beta", type=float, default=0.0, help="Where it is not 0, C is read, too.")
@leading_dimension_option("--lda", "A as stored")
@leading_dimension_option("--ldb", "B as stored")
@click.option(
    "--precision",
    type=click.Choice(list(RULE_OF)),
    default=IEEE,
    help="As the library's argument of this name; split: kernels on tensor cores, too.",
)
@click.option("--plan", is_flag=True, hidden=True, expose_value=False)  # was once needed
@click.option(
    "--force",
    "forced",
    metavar="PLAN",
    multiple=True,
    help="Show this plan as well, such as split_k:bm=64:splits=4; may be given several times.",
)
@size_arguments
def command(
    machine: str | None,
    as_json: bool,
    layout: str | None,
    forced: tuple[str, ...],
    precision: str,
    **sizes: Any,
) -> None:
    """Show which kernels could compute C (M x N) from A (M x K) and B (K x N), and which is chosen.

    The choice and its reason come first, then where the rates of the predictions come from: shipped
    for this GPU, tuned here by sgemm tune, or scaled from those of another GPU.

    Times are predictions in microseconds. They are made of the launch, the work of the fullest
    multiprocessor, memory, and adding the parts of shared tiles. Memory and work overlap: together
    they take less than their sum.

    Forced plans are the last rows of the table. They have no times if the model has no numbers for
    their kernel. A forced plan that is not legal is an error. Kernels that cannot compute the
    problem, or that auto does not consider for it, are listed below the table, with the reason.
    """
    trans_a, trans_b = (letter == "t" for letter in layout or "nn")
    problem = Problem(**sizes, trans_a=trans_a, trans_b=trans_b)
    where = make_machine(machine)
    rule = RULE_OF[precision]
    table = (rates_for if rule == NAME else untuned_rates_for)(where)
    chosen = make_plan(problem, where, rule, table=table)
    found, refused = candidates(problem, where, names=KERNELS_OF[rule], table=table)
    asked = [make_plan(problem, where, name) for name in forced]

    def times_of(one: Candidate | Plan) -> Prediction:
        return predict(problem, one.kernel, one.schedule, where.multiprocessors, table=table)

    def record(one: Candidate | Plan) -> dict[str, Any]:
        return {
            "plan": plan_name_of(one.kernel, one.schedule, problem, where.multiprocessors),
            "kernel": one.kernel.name,
            "tile": one.kernel.tile,
            "schedule": one.schedule,
        }

    predicted = sorted(((one, times_of(one)) for one in found), key=lambda pair: pair[1].total)
    # Of some kernels that may be forced the model knows no numbers.
    beside = [(plan, times_of(plan) if is_fitted(plan.kernel, table) else None) for plan in asked]
    if as_json:
        print_json(
            {
                "problem": str(problem),
                "chosen": record(chosen),
                "reason": chosen.reason,
                "rates": chosen.rates,
                "candidates": [record(one) | _times(time) for one, time in predicted],
                "refused": [
                    {"kernel": one.kernel.name, "tile": one.kernel.tile, "reasons": one.reasons}
                    for one in refused
                ],
                "forced": [record(one) | {"plan": one.name} | _times(time) for one, time in beside],
            }
        )
        return
    shown: list[tuple[str, Candidate | Plan, Prediction | None]] = []
    shown += [(one.kernel.name, one, time) for one, time in predicted[:SHOWN]]
    shown += [(f"forced: {plan.kernel.name}", plan, time) for plan, time in beside]
    rows = [
        (
            name,
            one.kernel.tile_in_short,
            str(one.schedule),
            *map(significant, _times(time).values()),
        )
        for name, one, time in shown
    ]
    print_text(f"{dataclasses.replace(chosen, rates='')}; {_mainloop(chosen)}")
    print_text(f"rates: {chosen.rates}")
    print_text(f"force it with plan={record(chosen)['plan']}")
    print_table(
        table_of("kernel | tile | ~schedule | >us | >launch | >work | >memory | >parts", rows)
    )
    if len(predicted) > SHOWN:
        slower = len(predicted) - SHOWN
        print_text(f"and {slower} slower candidates: --json has all, each with its plan")
    for plan in asked:
        print_text(f"{plan}; {_mainloop(plan)}")
    for refusal in refused:
        name = f"{refusal.kernel.name} {refusal.kernel.tile_in_short}"
        print_text(f"not {name}: {'; '.join(refusal.reasons)}")


def _mainloop(plan: Plan) -> str:
    """Say whether the mainloop of a plan is patched."""
    if not plan.kernel.tile.loop_registers:
        return "no mainloop that is patched"
    stays = plan.kernel.as_compiled or not mainloop.is_on()
    return f"mainloop {'as compiled' if stays else 'patched'}"


def _times(prediction: Prediction | None) -> dict[str, float | None]:
    return {name: getattr(prediction, name, None) for name in TIMES}
