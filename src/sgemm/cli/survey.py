"""``sgemm survey``: every tile and schedule over many shapes, for the planner."""

from __future__ import annotations

from pathlib import Path

import click

from sgemm.bench.fixture import open_fixture
from sgemm.bench.task import make_task
from sgemm.bench.tile_survey import (
    default_problems,
    fastest,
    survey_jobs,
    survey_kernels,
    survey_settings,
)
from sgemm.cli.bench_output import bench_document, print_end, print_failures
from sgemm.cli.limits import check_memory, check_work
from sgemm.cli.measuring import (
    Part,
    batch_option,
    budget_option,
    existing_for,
    layouts_of,
    layouts_option,
    measure_parts,
    resume_option,
    shapes_of,
    shapes_option,
    sizes_option,
)
from sgemm.cli.options import (
    chosen_kernels,
    force_option,
    make_machine,
    seed_option,
    shared_options,
    threads_option,
)
from sgemm.cli.output import output_for, print_json, print_table
from sgemm.errors import ArgumentError
from sgemm.report.bench import bench_table


@click.command("survey")
@click.argument("names", metavar="[KERNEL]...", nargs=-1)
@sizes_option
@shapes_option
@layouts_option
@batch_option
@click.option(
    "--rounds",
    type=click.IntRange(3),
    default=9,
    show_default=True,
    help="Samples of each candidate; what is hopeless after two has no more.",
)
@budget_option
@seed_option
@threads_option
@click.option(
    "--output",
    type=click.Path(),
    default="output/survey.jsonl",
    show_default=True,
    help="The file of results.",
)
@resume_option
@force_option
@shared_options
@click.pass_context
def command(
    context: click.Context,
    names: tuple[str, ...],
    sizes: str | None,
    shapes_file: Path | None,
    layouts: str,
    batch: int,
    rounds: int,
    budget: float | None,
    seed: int,
    threads: int | None,
    output: str,
    resume: bool,
    force: bool,
    machine: str | None,
    as_json: bool,
) -> None:
    """Measure every tile and many schedules of kernels, beside the baseline.

    KERNEL is a kernel's name; by default all that the planner chooses from. Without --sizes or
    --shapes, a set of shapes that covers what users ask for. Candidates are those that are legal
    and waste less than two thirds of their tiles; each is checked and sampled as by sgemm bench.
    What is more than 1.6 times slower than the fastest after two rounds leaves no line. sgemm fit
    makes the planner's model from the file.
    """
    kernels = survey_kernels(chosen_kernels(names) if names else ())
    if not kernels:
        raise ArgumentError(f"kernel = {', '.join(names)}: one tile and no schedule to survey")
    shapes = shapes_of(sizes, shapes_file)
    kinds = layouts_of(layouts)
    problems = [make_task(shape, kind, batch=batch).problem for shape in shapes for kind in kinds]
    problems = problems or default_problems()
    for problem in problems:
        check_work(problem)
    inputs = [shapes_file] if shapes_file is not None else []
    target = output_for(output, inputs=inputs, force=True, as_json=as_json)
    existing = existing_for(target, resume, force)
    is_silent = as_json or target.is_standard_output
    settings = survey_settings(seed, rounds)
    with open_fixture(make_machine(machine, threads)) as fixture:
        for problem in problems if fixture.host_reference else ():
            check_memory(problem)
        protocol = settings.label(fixture.protocol)
        asked = {str(problem) for problem in problems}
        part = Part(
            "",
            len(problems),
            settings,
            lambda done: tuple(
                one for one in done if one.protocol == protocol and str(one.problem) in asked
            ),
            lambda done: survey_jobs(fixture, problems, kernels, done, settings),
        )
        found = measure_parts(fixture, [part], output, existing, is_silent=is_silent, budget=budget)
    if as_json:
        print_json(bench_document("survey", found, output))
    elif not is_silent:
        best = fastest(found.measurements)
        if best:
            print_table(bench_table(best))
        print_failures(found)
        print_end(found, output)
    context.exit(found.status)
