"""``sgemm ladder``: run, verify and measure every rung on this machine; table, plot, results."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import click

from sgemm.bench import results
from sgemm.bench.contenders import KernelContender
from sgemm.bench.environment import describe_environment
from sgemm.bench.fixture import Fixture, open_fixture
from sgemm.bench.ladder import (
    LADDER_SECONDS,
    LadderAtSize,
    Rung,
    ladder_settings,
    measure_ladder,
)
from sgemm.bench.outputs import STANDARD_OUTPUT, write_outputs
from sgemm.bench.settings import Settings
from sgemm.bench.sizes import GRAMMAR, Shape, written
from sgemm.bench.task import Task
from sgemm.cli.limits import check_memory, check_work
from sgemm.cli.options import (
    FiniteRange,
    chosen_kernels,
    force_option,
    make_machine,
    seed_option,
    shapes,
    shared_options,
    threads_option,
)
from sgemm.cli.output import (
    Advance,
    output_for,
    print_json,
    print_table,
    print_text,
    progress,
)
from sgemm.errors import ArgumentError, MissingToolError, RequirementError
from sgemm.kernels.kernel import Kernel
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import Machine
from sgemm.machines.probe import driver_status
from sgemm.problem import Problem
from sgemm.report.html.page import report_of
from sgemm.report.ladder import LEGEND, ladder_table, notes
from sgemm.report.ladder_report import LadderReport

DEFAULT_SIZE = 512
RESULTS_NAME = "results.jsonl"
TABLE_NAME = "ladder.md"
REPORT_NAME = "report.html"


@click.command("ladder")
@click.option(
    "--size",
    "--sizes",
    "sizes",
    callback=shapes,
    metavar="SIZES",
    default=str(DEFAULT_SIZE),
    show_default=True,
    help=f"Sizes, with commas between: {GRAMMAR}; N stands for m = n = k.",
)
@click.option(
    "--rungs",
    metavar="LIST",
    help="Which rungs: numbers, ranges and names such as 1-4,8,ptx_naive; by default all.",
)
@threads_option
@click.option(
    "--seconds",
    type=FiniteRange(0.0, 60.0),
    default=LADDER_SECONDS,
    show_default=True,
    help="How long to sample each rung, and the baseline beside it.",
)
@seed_option
@click.option(
    "--output",
    type=click.Path(),
    default="output",
    show_default=True,
    help="Folder for the table, the plot and the results.",
)
@force_option
@click.option("--plot/--no-plot", default=True, help="Whether to draw the plot.")
@click.option("--report/--no-report", "html", default=True, help="Whether to write the report.")
@shared_options
@click.pass_context
def command(
    context: click.Context,
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
) -> None:
    """Run, verify and measure every rung on this machine, beside the baseline.

    A rung that is not within the error bound of the double-precision result is reported, not
    timed, and makes the exit status 1; where none could be run it is 2. A table, a plot, all
    samples and a report for a browser are written to a folder.
    """
    begin = time.perf_counter()
    problems = tuple(Problem(*shape) for shape in sizes)
    kernels = chosen_kernels(rungs.split(",") if rungs is not None else ())
    for problem in problems:
        check_work(problem)
        check_memory(problem)
    folder = _folder(output)
    targets = {name: output_for(folder / name, force=force) for name in _names(sizes, plot, html)}
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
        with (
            open_fixture(where, needs_baseline=False) as fixture,
            progress(len(kernels) + len(problems), "compiling") as advance,
        ):
            # All of them first, so that nothing is compiled while rungs are timed.
            fixture.kernel_pool.prepare(kernels, advance)
            ladders = tuple(
                _ladder(fixture, kernels, problem, settings, scaling_threads, advance)
                for problem in problems
            )
        _check_run([rung for ladder in ladders for rung in ladder.rungs])
        report = LadderReport(where, read_times, environment, ladders)
        traces = tuple(trace for ladder in ladders for trace in ladder.traces)
        file.add(report.measurements(), traces)
    files = _files(report, sizes, plot)
    page, no_report = _page(report) if html else (None, "")
    files |= {REPORT_NAME: page} if page is not None else {}
    write_outputs({targets[name]: content for name, content in files.items()})
    elapsed = time.perf_counter() - begin
    if as_json:
        written_to = {
            "folder": output,
            "files": [RESULTS_NAME, *files],
            "no_report": no_report or None,
        }
        print_json(report.document() | {"total_seconds": elapsed, "output": written_to})
    else:
        for ladder in ladders:
            _print(ladder)
        for line in LEGEND:
            print_text(line, style="dim")
        names = ", ".join((RESULTS_NAME, *files))
        print_text(f"whole ladder: {elapsed:.1f} s; in {folder}{os.sep}: {names}")
        if no_report:
            print_text(f"no report: {no_report}")
        elif page is not None:
            print_text(f"report, for a browser: {folder / REPORT_NAME}")
    context.exit(0 if report.holds else 1)


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


def _ladder(
    fixture: Fixture,
    kernels: tuple[Kernel, ...],
    problem: Problem,
    settings: Settings,
    scaling_threads: int | None,
    advance: Advance,
) -> LadderAtSize:
    """Measure the ladder at one size."""
    ladder = measure_ladder(
        fixture,
        Task(problem),
        [KernelContender(fixture.kernel_pool, kernel) for kernel in kernels],
        settings,
        scaling_threads=scaling_threads,
        progress=lambda step: advance(f"{problem}: {step}", steps=0),
    )
    advance(f"{problem}: done")
    return ladder


def _folder(output: str) -> Path:
    """Return the folder to write to; standard output is none."""
    if output == STANDARD_OUTPUT:
        raise ArgumentError(f"output = {output!r}: the ladder writes several files: name a folder")
    return Path(output)


def _names(sizes: tuple[Shape, ...], plot: bool, html: bool) -> list[str]:
    """Return the names of all files that will be written."""
    plots = [_plot_name(shape) for shape in sizes]
    report = [REPORT_NAME] if html else []
    return [RESULTS_NAME, TABLE_NAME, *(plots if plot else []), *report]


def _plot_name(shape: Shape) -> str:
    return f"ladder-{written(shape)}.svg"


def _check_run(rungs: Sequence[Rung]) -> None:
    """Raise if not one rung could be run: nothing was checked."""
    if all(rung.verified is None for rung in rungs):
        raise RequirementError(f"nothing was checked: {rungs[0].reason}")


def _files(report: LadderReport, sizes: tuple[Shape, ...], plot: bool) -> dict[str, bytes]:
    """Make the table, and the plots if they are wanted."""
    names: dict[str, str] = {}
    files: dict[str, bytes] = {}
    if plot:
        for shape, (title, content) in zip(sizes, report.plots().items(), strict=True):
            names[title] = _plot_name(shape)
            files[_plot_name(shape)] = content
    return {TABLE_NAME: report.markdown(names).encode()} | files


def _page(report: LadderReport) -> tuple[bytes | None, str]:
    """Make the report of what was just measured, or say why there is none."""
    with tempfile.TemporaryDirectory(prefix="sgemm-") as folder:
        path = Path(folder) / RESULTS_NAME
        results.write(path, report.environment, report.measurements())
        try:
            return report_of([path])[0], ""
        except MissingToolError as error:
            return None, str(error)


def _print(ladder: LadderAtSize) -> None:
    print_text()
    print_text(ladder.heading, style="bold")
    print_table(ladder_table(ladder))
    for note in notes(ladder):
        print_text(note)
