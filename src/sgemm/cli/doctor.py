"""``sgemm doctor``: what is here, what is missing, and what that limits."""

from __future__ import annotations

import dataclasses

import click

import sgemm
from sgemm.cli.findings import examine, try_machine
from sgemm.cli.options import shared_options
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.machines.probe import driver_status
from sgemm.report.tables import Column, Table


@click.command("doctor")
@shared_options
@click.pass_context
def command(context: click.Context, machine: str | None, as_json: bool) -> None:
    """Tell what is here, what is missing, and what that limits.

    The exit status is 0 if the cpu machine, or the one named with --machine, runs a small kernel
    and the result is right.
    """
    tried = [machine or "cpu"]
    if machine is None and driver_status().available:
        tried.append("cuda")
    findings = list(examine())
    trials = [try_machine(name) for name in tried]
    healthy = trials[0].present
    findings += trials
    if as_json:
        print_json(
            {
                "command": "doctor",
                "healthy": healthy,
                "version": sgemm.__version__,
                "findings": [dataclasses.asdict(finding) for finding in findings],
            }
        )
    else:
        print_text(f"sgemm {sgemm.__version__}")
        columns = (Column(""), Column("here"), Column("what", wraps=True))
        rows = tuple(
            (
                finding.name,
                "yes" if finding.present else "NO" if finding in trials else "no",
                f"{finding.detail} ({finding.limits})" if finding.limits else finding.detail,
            )
            for finding in findings
        )
        print_table(Table(columns, rows))
        if healthy:
            print_text(f"The {tried[0]} machine runs kernels: `sgemm ladder` is the next step.")
        else:
            print_text(f"The {tried[0]} machine runs no kernels here: {trials[0].detail}")
    context.exit(0 if healthy else 1)
