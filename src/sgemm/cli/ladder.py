"""``sgemm ladder``: run, verify and measure every rung on this machine; table, plot, results."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from sgemm.bench import results
from sgemm.bench.contenders import KernelContender
from sgemm.bench.environment import describe_environment
from sgemm.bench.files import STANDARD_OUTPUT, write_outputs
from sgemm.bench.fixture import open_fixture
from sgemm.bench.ladder import LADDER_SECONDS, LadderAtSize, ladder_settings, measure_ladder
from sgemm.bench.sizes import Shape, written
from sgemm.cli import options
from sgemm.cli.limits import check_memory, check_work
from sgemm.cli.options import make_machine
from sgemm.cli.output import output_for, print_json, print_table, print_text, progress
from sgemm.errors import ArgumentError, MissingToolError, RequirementError
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import Machine
from sgemm.machines.probe import driver_status
from sgemm.problem import Problem
from sgemm.report.html.figures import ladder_bars
from sgemm.report.html.page import DEFAULT_TITLE, make_page
from sgemm.report.ladder import LEGEND, LadderReport, ladder_table, notes
from sgemm.report.places import gather
from sgemm.report.speeds import title_of
from sgemm.report.svg import drawing_file

RESULTS_NAME = "results.jsonl"
TABLE_NAME = "ladder.md"
REPORT_NAME = "report.html"


@click.command("ladder")
@options.size_option("Sizes", default="512")
@click.option(
    "--rungs",
    metavar="LIST",
    help="Which rungs: numbers, ranges and names such as 1-4,8,ptx_naive; by default all.",
)
@options.threads_option
@click.option(
    "--seconds",
    type=options.FiniteRange(0.0, 60.0),
    default=LADDER_SECONDS,
    help="How long to sample each rung, and the baseline beside it.",
)
@options.seed_option
@click.option(
    "--output",
    type=click.Path(),
    default="output",
    help="Folder for the table, the plot and the results.",
)
@options.force_option
@click.option(
    "--plot/--no-plot", default=True, show_default=False, help="Whether to draw the plot."
)
@click.option(
    "--report/--no-report",
    "html",
    default=True,
    show_default=False,
    help="Whether to write the report.",
)
@options.shared_options
def command(
    sizes: tuple[Shape, ...],
    rungs: str | None,
    threads: int | None,
    seconds: float,
    seed: int,
    output: str,
    force: bool,
    plot: bool,
    html: bool,
    machine: str | None,
    as_json: bool,
) -> int:
    """Run, verify and measure every rung on this machine, beside the baseline.

    A rung that is not within the error bound of the double-precision result is reported and not
    timed, and the exit status is 1. It is 2 if no rung could be run. A table, a plot, all samples
    and a report for a browser are written to a folder.
    """
    begin = time.perf_counter()
    problems = tuple(Problem(*shape) for shape in sizes)
    kernels = options.chosen_kernels(rungs.split(",") if rungs is not None else ())
    for problem in problems:
        check_work(problem)
        check_memory(problem)
    if output == STANDARD_OUTPUT:
        raise ArgumentError(f"output = {output!r}: the ladder writes several files: name a folder")
    folder = Path(output)
    plots = {Problem(*shape): f"ladder-{written(shape)}.svg" for shape in sizes if plot}
    names = [RESULTS_NAME, TABLE_NAME, *plots.values(), *([REPORT_NAME] if html else [])]
    targets = {name: output_for(folder / name, force=force) for name in names}
    where, scaling_threads = _machine(machine, threads)
    read_times = notice(where)
    settings = ladder_settings(seed, seconds)
    environment = describe_environment()
    existing: results.Existing = "replace" if force else "refuse"
    with results.open_to_add(folder / RESULTS_NAME, environment, existing) as file:
        if not as_json:
            print_text(f"machine: {where.description}")
            if read_times:
                print_text(read_times, style="bold")
        ladders: list[LadderAtSize] = []
        with (
            open_fixture(where, needs_baseline=False) as fixture,
            progress(len(kernels) + len(problems), "compiling") as advance,
        ):
            # All of them first, so that nothing is compiled while rungs are timed.
            fixture.kernel_pool.prepare(kernels, advance)
            contenders = [KernelContender(fixture.kernel_pool, kernel) for kernel in kernels]
            for problem in problems:

                def show(step: str, problem: Problem = problem) -> None:
                    advance(f"{problem}: {step}", steps=0)

                ladder = measure_ladder(
                    fixture,
                    problem,
                    contenders,
                    settings,
                    scaling_threads=scaling_threads,
                    progress=show,
                )
                if any(rung.verified is not None for rung in ladder.rungs):
                    file.add(ladder.measurements, ladder.traces)
                if ladder.interrupted:
                    raise KeyboardInterrupt
                ladders.append(ladder)
                advance(f"{problem}: done")
        if all(rung.verified is None for ladder in ladders for rung in ladder.rungs):
            raise RequirementError(f"nothing was checked: {ladders[0].rungs[0].reason}")
        report = LadderReport(where, read_times, environment, tuple(ladders))
    drawn: dict[str, bytes] = {}
    no_report = ""
    try:
        if plots or html:
            drawn.update(_drawings(folder / RESULTS_NAME, plots, html, report.times))
    except MissingToolError as error:
        no_report = str(error)
    pictures = {problem: name for problem, name in plots.items() if name in drawn}
    files = {TABLE_NAME: report.page(pictures)} | drawn
    write_outputs({targets[name]: content for name, content in files.items()})
    elapsed = time.perf_counter() - begin
    all_files = [RESULTS_NAME, *files]
    if as_json:
        made = {"folder": output, "files": all_files, "no_report": no_report or None}
        print_json(report.document() | {"total_seconds": elapsed, "output": made})
    else:
        for ladder in ladders:
            print_text()
            heading = f"{title_of(ladder.problem)}; {ladder.heading}"
            print_table(ladder_table(ladder), heading)
            for note in notes(ladder):
                print_text(note)
        for line in LEGEND:
            print_text(line, style="dim")
        print_text(f"whole ladder: {elapsed:.1f} s; in {folder}{os.sep}: {', '.join(all_files)}")
        if no_report:
            print_text(f"no report: {no_report}")
        elif html:
            print_text(f"report, for a browser: {folder / REPORT_NAME}")
    return 0 if report.holds else 1


def _drawings(
    file: Path, plots: Mapping[Problem, str], html: bool, times: str
) -> Iterator[tuple[str, bytes]]:
    """Draw the plot of each size at which a rung was timed, and the report if it is wanted."""
    (place,) = gather([file])
    for problem, name in plots.items():
        if (chart := ladder_bars(place, problem)) is not None:
            chart = dataclasses.replace(chart, caption=f"{times}. {chart.caption}")
            yield name, drawing_file(chart)
    if html:
        yield REPORT_NAME, make_page([place], DEFAULT_TITLE)


def _machine(name: str | None, threads: int | None) -> tuple[Machine, int | None]:
    """Make the machine, and say with how many threads rungs are timed once more.

    Without a number of threads the cpu machine and the baseline work with one each, which is the
    fairest comparison of the code; how far all processors carry is a figure of its own.
    """
    where = make_machine(name, threads)
    if threads is not None or not isinstance(where, CpuMachine):
        return where, None
    every = where.threads
    return make_machine("cpu", 1), every if every > 1 else None


def notice(machine: Machine) -> str:
    """Say what times on a machine without a GPU mean; nothing where they are a GPU's."""
    if machine.name == "cuda":
        return ""
    why = driver_status().reason or "the cpu machine was asked for"
    return (
        "This is not a GPU: results and counts are exact, and times are this CPU's, which runs "
        f"the kernels' PTX ({why})."
    )
