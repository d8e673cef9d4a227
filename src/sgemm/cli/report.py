"""``sgemm report``: write results as one HTML file that needs nothing else."""

from __future__ import annotations

from pathlib import Path

import click

from sgemm.bench.files import write_outputs
from sgemm.bench.result_set import files_of
from sgemm.cli import options
from sgemm.cli.output import output_for, print_json, print_skipped, print_text
from sgemm.report.html.overview import finding
from sgemm.report.html.page import DEFAULT_TITLE, report_of
from sgemm.report.tables import format_bytes

HARDWARE = options.FiniteRange(0.0, 1e6, min_open=True)


@click.command("report")
@options.results_argument
@click.option(
    "--output",
    "-o",
    type=click.Path(),
    required=True,
    metavar="FILE.html",
    help="File to write, which replaces an older report; - for standard output.",
)
@click.option("--title", default=DEFAULT_TITLE, help="Heading of the report.")
@click.option(
    "--peak",
    type=HARDWARE,
    metavar="TFLOPS",
    help="Peak of the hardware in TFLOP/s, if it is not a known GPU.",
)
@click.option(
    "--bandwidth",
    type=HARDWARE,
    metavar="GBYTES",
    help="Bandwidth of the hardware's memory in GB/s, if it is not a known GPU.",
)
@options.force_option
@options.skip_option
@options.results_options
def command(
    results: tuple[str, ...],
    output: str,
    title: str,
    peak: float | None,
    bandwidth: float | None,
    force: bool,
    skip_damaged: bool,
    machine: str | None,
    as_json: bool,
) -> None:
    """Write results as one HTML file: charts, tables, and a section for each kernel.

    RESULTS are files that `sgemm ladder` and `sgemm bench` write, or folders of such files, at any
    depth. With --machine, only what that machine measured is reported. Surveys are left out. So are
    the parts of a folder that `sgemm compare` leaves out.
    """
    sources = [Path(path) for path in results]
    inputs = [file for source in sources for file in files_of(source)]
    target = output_for(output, inputs=inputs, force=force, as_json=as_json)
    page, places = report_of(sources, title, machine, peak, bandwidth, skip_damaged)
    skipped = places[0].results.skipped
    write_outputs({target: page})
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
        written = {"command": "report", "file": output, "bytes": len(page)}
        print_json(written | {"places": found, "skipped": skipped})
        return
    print_skipped(skipped, target)
    if not target.is_standard_output:
        for place in places:
            print_text(f"{place.title}: {finding(place)}")
        print_text(f"report: {output} ({format_bytes(len(page))})")
