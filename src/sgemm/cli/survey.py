"""``sgemm survey``: every tile and schedule over many shapes, for the planner."""

from __future__ import annotations

from pathlib import Path

import click

from sgemm.bench.campaign import SetRun
from sgemm.bench.fixture import open_fixture
from sgemm.bench.sizes import STORED_AS_IS, make_problem
from sgemm.bench.survey_problems import GROUPS, surveyed
from sgemm.bench.tile_survey import fastest, survey_jobs, survey_kernels, survey_settings
from sgemm.cli import options
from sgemm.cli.limits import check_memory, check_work
from sgemm.cli.measuring import destination, measure_runs, print_found
from sgemm.errors import ArgumentError


@click.command("survey")
@click.argument("names", metavar="[KERNEL]...", nargs=-1)
@options.sizes_option
@options.shapes_option
@options.layouts_option(STORED_AS_IS, "Rungs of the ladder compute nn.")
@options.batch_option
@click.option(
    "--problems",
    "groups",
    metavar="LIST",
    help=f"Groups of problems besides --sizes: {', '.join(GROUPS)}, or all. By default general.",
)
@click.option(
    "--rounds",
    type=click.IntRange(3),
    default=9,
    help="Samples of each candidate; one that is far too slow after two takes no more.",
)
@options.budget_option
@options.seed_option
@options.threads_option
@click.option(
    "--output", type=click.Path(), default="output/survey.jsonl", help="The file of results."
)
@options.resume_option
@options.force_option
@options.shared_options
def command(
    names: tuple[str, ...],
    sizes: str | None,
    shapes_file: Path | None,
    layouts: str,
    batch: int,
    groups: str | None,
    rounds: int,
    budget: float | None,
    seed: int,
    threads: int | None,
    output: str,
    resume: bool,
    force: bool,
    machine: str | None,
    as_json: bool,
) -> int:
    """Measure every tile and many schedules of kernels, beside the baseline.

    KERNEL is a kernel's name; by default all that the planner chooses from. Without --sizes,
    --shapes or --problems, it measures a group of shapes that covers most of what users ask for.

    Candidates are the tiles and schedules that are legal and waste less than two thirds of their
    tiles. Each is checked and sampled as by sgemm bench. A candidate that is more than 1.6 times
    slower than the fastest after two rounds has no line in the file. sgemm fit makes the planner's
    model from the file.
    """
    kernels = survey_kernels(options.chosen_kernels(names) if names else ())
    if not kernels:
        raise ArgumentError(f"kernel = {', '.join(names)}: one tile and no schedule to survey")
    shapes, stored = options.shapes_of(sizes, shapes_file), options.layouts_of(layouts)
    problems = [make_problem(shape, each, batch=batch) for shape in shapes for each in stored]
    if groups is not None or not problems:
        problems += surveyed(_names_of(groups or "general"))
    for problem in problems:
        check_work(problem)
    where = destination(output, shapes_file, resume, force, as_json)
    settings = survey_settings(seed, rounds)
    with open_fixture(options.make_machine(machine, threads)) as fixture:
        for problem in problems if fixture.host_reference else ():
            check_memory(problem)
        found = measure_runs(
            fixture,
            [SetRun("", tuple(problems), settings)],
            lambda run, done: survey_jobs(fixture, run.problems, kernels, done, settings),
            where,
            budget,
        )
    print_found("survey", found, where, fastest(found.measurements), in_full=False)
    return found.status


def _names_of(groups: str) -> list[str]:
    """Return the groups that a list names."""
    names = list(GROUPS) if groups == "all" else [name.strip() for name in groups.split(",")]
    for name in names:
        if name not in GROUPS:
            raise ArgumentError(f"problems = {name!r}: there are {', '.join(GROUPS)}, and all")
    return names
