"""``sgemm explain``: why a problem is computed as it is."""

from __future__ import annotations

import dataclasses
from typing import Any

import click

from sgemm.cli.options import make_machine, shared_options, size
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.cli.specialisations import block_tile, layout_option
from sgemm.planning import plan as make_plan
from sgemm.planning.candidates import Candidate, Refusal, candidates
from sgemm.planning.model import Prediction, predict
from sgemm.problem import Problem
from sgemm.report.tables import Column, Table, significant

SHOWN = 12
"""Candidates in the table; the JSON has all."""


@click.command("explain")
@shared_options
@layout_option
@click.option("--batch", type=int, default=1, show_default=True, help="How many products.")
@click.option("--lda", type=int, default=0, help="Elements between rows of A; 0: no gaps.")
@click.option("--ldb", type=int, default=0, help="Elements between rows of B; 0: no gaps.")
@click.option("--plan", "of_plan", is_flag=True, required=True, help="Explain the plan of a size.")
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
    m: int,
    n: int,
    k: int,
) -> None:
    """Show what could compute C (M x N) from A (M x K) and B (K x N), and what is chosen.

    Times are predictions in microseconds for an H200, by what they are spent on: the launch, the
    work of the fullest multiprocessor, memory (beside the work), and adding the parts of shared
    tiles. What may not compute the problem stands below, with the reason.
    """
    trans_a, trans_b = (letter == "t" for letter in layout or "nn")
    problem = Problem(m, n, k, lda=lda, ldb=ldb, trans_a=trans_a, trans_b=trans_b, batch=batch)
    where = make_machine(machine)
    found, refused = candidates(problem, where)
    chosen = make_plan(problem, where)
    told = [
        (candidate, predict(problem, candidate.kernel, candidate.schedule, where.multiprocessors))
        for candidate in found
    ]
    told.sort(key=lambda pair: pair[1].total)
    if as_json:
        print_json(
            {
                "problem": str(problem),
                "chosen": _record(Candidate(chosen.kernel, chosen.schedule)),
                "reason": chosen.reason,
                "candidates": [_record(one) | _times(time) for one, time in told],
                "refused": [_refusal(one) for one in refused],
            }
        )
        return
    columns = (
        Column("kernel"),
        Column("tile"),
        Column("schedule", wraps=True),
        *(Column(name, right=True) for name in ("us", "launch", "work", "memory", "parts")),
    )
    rows = tuple(
        (
            one.kernel.name,
            block_tile(one.kernel.tile),
            str(one.schedule),
            *(significant(value) for value in _times(time).values()),
        )
        for one, time in told[:SHOWN]
    )
    print_table(Table(columns, rows))
    if len(told) > SHOWN:
        print_text(f"and {len(told) - SHOWN} slower ones")
    for refusal in refused:
        name = f"{refusal.kernel.name} {block_tile(refusal.kernel.tile)}"
        print_text(f"not {name}: {'; '.join(refusal.reasons)}")
    print_text(str(chosen))


def _record(candidate: Candidate) -> dict[str, Any]:
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
