"""``sgemm fit``: the planner's model of time, fitted to surveys."""

from __future__ import annotations

from pathlib import Path

import click

from sgemm.bench.files import write_outputs
from sgemm.bench.fitting import fitted_to, gpu_of, judged, rows_in, table
from sgemm.bench.refitting import library, refitted
from sgemm.bench.tuning import LEAST_PROBLEMS
from sgemm.cli.options import results_options
from sgemm.cli.output import output_for, print_json, print_text
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find, kernels
from sgemm.kernels.gpus import H200, Figures
from sgemm.planning.known import base_for
from sgemm.planning.rates import SHIPPED, shipped_for
from sgemm.planning.scaling import scaled


@click.command("fit")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--kernel",
    "names",
    metavar="KERNEL",
    multiple=True,
    help="Fit this kernel only, and keep the numbers of the others; may be given several times.",
)
@click.option(
    "--move",
    is_flag=True,
    help="Move the numbers that ship all together, as sgemm tune does, and fit none by itself.",
)
@click.option("--dry-run", is_flag=True, help="Fit nothing: judge the numbers as they are.")
@click.option(
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Where the numbers go, as CSV. The planner reads src/sgemm/planning/rates_h200.csv and "
    "rates_h100.csv.",
)
@results_options
def command(
    files: tuple[Path, ...],
    names: tuple[str, ...],
    move: bool,
    dry_run: bool,
    output: str | None,
    machine: str | None,
    as_json: bool,
) -> None:
    """Fit the planner's model of time to measurements, and judge it by them.

    Each FILE is a survey by sgemm survey, or results of sgemm bench. The command prints how far
    predictions are off, and what the automatic choice loses against the best candidate that was
    measured. It fits fifteen numbers for each kernel, tile and layout; those that were not measured
    keep their numbers. Only --output writes the numbers.

    With --move the numbers that ship are moved all together, as sgemm tune moves them, so that some
    thousand times are enough. Those of an H100 are always moved: without --move they start as the
    H200's, scaled. Kernels on tensor cores are moved separately, if --kernel names them.
    """
    known = [kernel.name for kernel in kernels() if kernel.parameters.has_batches]
    for name in names:
        if name not in known:
            raise ArgumentError(f"kernel = {name!r}: there are numbers of {', '.join(known)}")
    if dry_run and output is not None:
        raise ArgumentError("--dry-run and --output: nothing is fitted, so nothing is written")
    if dry_run and move:
        raise ArgumentError("--dry-run and --move: one judges the numbers that the other changes")
    if machine == "cpu":
        raise ArgumentError("--machine cpu: the model is of GPUs; leave it out")
    target = output_for(output, inputs=files, as_json=as_json) if output is not None else None
    rows = rows_in(files, "cuda")
    gpu = gpu_of(rows)
    base = base_for(gpu)
    is_moved = move or gpu != H200
    if is_moved and not dry_run:
        _refuse_some(names, gpu)
    kept: tuple[str, ...] = ()
    if dry_run:
        fitted = shipped_for(gpu)
    elif not is_moved:
        fitted, kept = fitted_to(rows, names)
    else:
        moved = [each for name in names for each in find(name).specialisations()]
        used = [row for row in rows if not names or row.kernel.name in names]
        problems = len({row.problem for row in used})
        if problems < LEAST_PROBLEMS:
            raise ArgumentError(
                f"the files have {problems} problems of an {gpu.name}: {LEAST_PROBLEMS} are needed"
            )
        start = base if move else scaled(SHIPPED, H200, gpu)
        fitted = shipped_for(gpu) | refitted(
            used, moved or library(gpu.architecture), start, gpu.multiprocessors
        )
    lines = list(judged(rows, fitted, gpu.multiprocessors, base.speeds))
    if target is not None:
        write_outputs({target: table(fitted).encode()})
    if as_json:
        found = {"command": "fit", "output": output, "measurements": len(rows)}
        print_json(found | {"kept": list(kept), "judgement": lines})
    elif target is None or not target.is_standard_output:
        if names and kept:
            print_text(f"the numbers of all kernels but {', '.join(names)} stay")
        for name in () if names else kept:
            print_text(f"no measurements of {name}: its numbers stay")
        for line in lines:
            print_text(line)


def _refuse_some(names: tuple[str, ...], gpu: Figures) -> None:
    """Refuse to move some numbers by themselves that have factors in common with others."""
    for name in names:
        if not find(name).products:
            raise ArgumentError(
                f"--kernel {name}: the numbers of an {gpu.name} move all together, but for those "
                "of kernels on tensor cores; leave it out"
            )
