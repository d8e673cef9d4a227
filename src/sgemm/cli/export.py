"""``sgemm export``: results as CSV, or in the T4 format of auto-tuners."""

from __future__ import annotations

from pathlib import Path

import click

from sgemm.bench.outputs import write_outputs
from sgemm.bench.pairing import files_of, load
from sgemm.cli.options import force_option, results_options
from sgemm.cli.output import output_for, print_json, print_text
from sgemm.errors import ArgumentError
from sgemm.report.export import CSV_COLUMNS, FORMATS
from sgemm.visible import visible

COLUMNS_HELP = f"Columns of the CSV: {', '.join(CSV_COLUMNS)}."


@click.command("export", epilog=COLUMNS_HELP)
@click.argument("results", nargs=-1, required=True, type=click.Path())
@click.option(
    "--format",
    "file_format",
    type=click.Choice(sorted(FORMATS)),
    default="csv",
    show_default=True,
    help="csv: a row for each measurement; t4: JSON as Kernel Tuner writes it.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(),
    metavar="FILE",
    help="File to write; - for standard output.",
)
@force_option
@click.option("--skip-damaged", is_flag=True, help="Leave damaged lines out, and say so.")
@results_options
def command(
    results: tuple[str, ...],
    file_format: str,
    output: str,
    force: bool,
    skip_damaged: bool,
    machine: str | None,
    as_json: bool,
) -> None:
    """Write results in the format of other programs.

    Each RESULTS is a file of results, or a folder of such files. A row, or an entry, is one
    measurement; times of the single samples are in T4 only.
    """
    inputs = [file for path in results for file in files_of(Path(path))]
    target = output_for(output, inputs=inputs, force=force, as_json=as_json)
    groups = tuple(load(path, skip_damaged).on(machine) for path in results)
    count = sum(len(found.measurements) for group in groups for _, found in group.files)
    if not count:
        raise ArgumentError(
            f"results = {visible(', '.join(results))}: no measurement"
            + (f" of the {machine} machine" if machine else "")
            + " is there to be written"
        )
    content = FORMATS[file_format](groups)
    skipped = [words for group in groups for words in group.skipped]
    write_outputs({target: content})
    if as_json:
        print_json(
            {
                "schema": 1,
                "command": "export",
                "format": file_format,
                "output": output,
                "measurements": count,
                "bytes": len(content),
                "skipped": skipped,
            }
        )
        return
    for words in skipped:
        print_text(f"skipped: {words}", style="yellow", error=target.is_standard_output)
    if not target.is_standard_output:
        print_text(f"{count} measurements as {file_format} in {output}")
