"""``sgemm explain``: why a problem is computed as it is."""

from __future__ import annotations

import dataclasses
from typing import Any

import click

from sgemm.cli.options import make_machine, shared_options, size
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.cli.specialisations import layout_option
from sgemm.planning import plan as make_plan
from sgemm.planning.candidates import Candidate, candidates
from sgemm.planning.model import Prediction, is_fitted, predict
from sgemm.planning.plan import Plan, Refusal
from sgemm.problem import Problem
from sgemm.report.tables import Column, Table, significant
from sgemm.toolchain import mainloop

SHOWN = 12
"""Candidates in the table; the JSON has all."""


@click.command("explain")
@shared_options
@layout_option
@click.option("--batch", type=int, default=1, show_default=True, help="How many products.")
@click.option("--lda", type=int, default=0, help="Elements between rows of A; 0: no gaps.")
@click.option("--ldb", type=int, default=0, help="Elements between rows of B; 0: no gaps.")
@click.option("--plan", "of_plan", is_flag=True, required=True, help="Explain the plan of a size.")
@click.option(
    "--force",
    "forced",
    metavar="PLAN",
    multiple=True,
    help="Show this plan beside the choice, as in split_k:bm=64:splits=4; may be given again.",
)
@click.argument("m", callback=size)
@click.argument("n", callback=size)
@click.argument("k", callback=size)
def command(
    machine: str | None,
    as_json: bool,
    layout: str | None,
    batch: int,
    lda: int,
    ldb: int,
    of_plan: bool,
    forced: tuple[str, ...],
    m: int,
    n: int,
    k: int,
) -> None:
    """Show what could compute C (M x N) from A (M x K) and B (K x N), and what is chosen.

    Times are predictions in microseconds for an H200, by what they are spent on: the launch, the
    work of the fullest multiprocessor, memory (side by side with the work: both together take less
    than their sum), and adding the parts of shared tiles. What may not compute the problem stands
    below, with the reason. Forced plans are the last rows of the table; one that is not legal is an
    error. Kernels that the model knows no numbers of have no times there.
    """
    trans_a, trans_b = (letter == "t" for letter in layout or "nn")
    problem = Problem(m, n, k, lda=lda, ldb=ldb, trans_a=trans_a, trans_b=trans_b, batch=batch)
    where = make_machine(machine)
    found, refused = candidates(problem, where)
    chosen = make_plan(problem, where)
    asked = [make_plan(problem, where, name) for name in forced]
    predicted = [
        (candidate, predict(problem, candidate.kernel, candidate.schedule, where.multiprocessors))
        for candidate in found
    ]
    predicted.sort(key=lambda pair: pair[1].total)
    if as_json:
        print_json(
            {
                "problem": str(problem),
                "chosen": _record(chosen),
                "reason": chosen.reason,
                "candidates": [_record(one) | _times(time) for one, time in predicted],
                "refused": [_refusal(one) for one in refused],
                "forced": [_forced(one, where.multiprocessors) for one in asked],
            }
        )
        return
    columns = (
        Column("kernel"),
        Column("tile"),
        Column("schedule", wraps=True),
        *(Column(name, right=True) for name in ("us", "launch", "work", "memory", "parts")),
    )
    rows = [_row(one.kernel.name, one, time) for one, time in predicted[:SHOWN]]
    rows += [
        _row(f"forced: {plan.kernel.name}", plan, _prediction(plan, where.multiprocessors))
        for plan in asked
    ]
    print_table(Table(columns, tuple(rows)))
    if len(predicted) > SHOWN:
        print_text(f"and {len(predicted) - SHOWN} slower candidates")
    for refusal in refused:
        name = f"{refusal.kernel.name} {refusal.kernel.tile_in_short}"
        print_text(f"not {name}: {'; '.join(refusal.reasons)}")
    for plan in (*asked, chosen):
        print_text(f"{plan}{_mainloop(plan)}")


def _mainloop(plan: Plan) -> str:
    """Say whether the mainloop of a plan is patched, where its kernel has one that can be."""
    if not plan.kernel.tile.loop_registers:
        return ""
    stays = plan.kernel.as_compiled or not mainloop.is_on()
    return f"; mainloop {'as compiled' if stays else 'patched'}"


def _row(name: str, one: Candidate | Plan, time: Prediction | None) -> tuple[str, ...]:
    times = ("-",) * 5 if time is None else map(significant, _times(time).values())
    return (name, one.kernel.tile_in_short, str(one.schedule), *times)


def _prediction(plan: Plan, multiprocessors: int) -> Prediction | None:
    """Predict the time of a forced plan; None where nothing is known of its kernel."""
    if not is_fitted(plan.kernel):
        return None
    return predict(plan.problem, plan.kernel, plan.schedule, multiprocessors)


def _forced(plan: Plan, multiprocessors: int) -> dict[str, Any]:
    time = _prediction(plan, multiprocessors)
    times = dict.fromkeys(("total", *Prediction._fields)) if time is None else _times(time)
    return {"plan": plan.name} | _record(plan) | times


def _record(candidate: Candidate | Plan) -> dict[str, Any]:
    return {
        "kernel": candidate.kernel.name,
        "tile": dataclasses.asdict(candidate.kernel.tile),
        "schedule": dataclasses.asdict(candidate.schedule),
    }


def _times(prediction: Prediction) -> dict[str, float]:
    """Return microseconds: all together, then by what they are spent on."""
    return {
        "total": prediction.total,
        "launch": prediction.launch,
        "work": prediction.work,
        "memory": prediction.memory,
        "parts": prediction.parts,
    }


def _refusal(refusal: Refusal) -> dict[str, Any]:
    return {
        "kernel": refusal.kernel.name,
        "tile": dataclasses.asdict(refusal.kernel.tile),
        "reasons": list(refusal.reasons),
    }
