"""``sgemm report``: write results as one HTML file that needs nothing else."""

from __future__ import annotations

from pathlib import Path

import click

from sgemm.cli.options import FiniteRange, results_options
from sgemm.cli.output import check_writable, print_json, print_text, write_files
from sgemm.errors import ArgumentError
from sgemm.report.html.overview import finding
from sgemm.report.html.page import DEFAULT_TITLE, report_of
from sgemm.report.tables import format_bytes


@click.command("report")
@click.argument(
    "sources", metavar="RESULTS...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE.html",
    help="The file to write; an older one is replaced.",
)
@click.option("--title", default=DEFAULT_TITLE, show_default=True, help="Heading of the report.")
@click.option(
    "--peak",
    type=FiniteRange(0.0, 1e6, min_open=True),
    metavar="TFLOPS",
    help="Peak of the hardware in TFLOP/s, where it is not a GPU that is known.",
)
@click.option(
    "--bandwidth",
    type=FiniteRange(0.0, 1e6, min_open=True),
    metavar="GBYTES",
    help="Bandwidth of its memory in GB/s, likewise.",
)
@click.option("--skip-damaged", is_flag=True, help="Leave damaged lines out, and say so.")
@results_options
def command(
    sources: tuple[Path, ...],
    output: Path,
    title: str,
    peak: float | None,
    bandwidth: float | None,
    skip_damaged: bool,
    machine: str | None,
    as_json: bool,
) -> None:
    """Write results as one HTML file: charts, tables, and a section for each kernel.

    RESULTS are files that `sgemm ladder` and `sgemm bench` write, or folders of such files, at any
    depth. With --machine, only what that machine measured is reported.
    """
    check_file(output)
    skipped: list[str] = []
    kept = skipped if skip_damaged else None
    page, places = report_of(sources, title, machine, peak, bandwidth, kept)
    write_files(output.parent, {output.name: page})
    if as_json:
        found = [
            {
                "machine": place.machine,
                "hardware": place.hardware,
                "measurements": len(place.measurements),
                "finding": finding(place),
            }
            for place in places
        ]
        print_json(
            {
                "command": "report",
                "file": str(output),
                "bytes": len(page),
                "places": found,
                "skipped": skipped,
            }
        )
        return
    for words in skipped:
        print_text(f"skipped: {words}", style="yellow")
    for place in places:
        print_text(f"{place.title}: {finding(place)}")
    print_text(f"report: {output} ({format_bytes(len(page))})")


def check_file(output: Path) -> None:
    """Raise ArgumentError if a report cannot be written there; leaves no trace."""
    if output.is_dir():
        raise ArgumentError(f"output = {str(output)!r} is a folder: name a file, as in report.html")
    check_writable(output.parent)
