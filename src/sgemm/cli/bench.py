"""``sgemm bench``: contenders in turns, over sizes and layouts, into a file of results."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Sequence
from pathlib import Path

import click

from sgemm.bench import campaign
from sgemm.bench.codec import shown as shortened
from sgemm.bench.contenders import Contender
from sgemm.bench.fixture import Fixture, default_rule, open_fixture
from sgemm.bench.set_runs import RULE, SetRun, set_run
from sgemm.bench.sets import MEASURABLE
from sgemm.bench.settings import Settings
from sgemm.bench.sizes import parse_sizes
from sgemm.bench.stopping import DOCUMENT_000, Document000, Precision, StoppingRule
from sgemm.bench.task import STORED_AS_IS, make_task
from sgemm.cli.bench_output import bench_document, print_outcomes
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
    FiniteRange,
    force_option,
    make_machine,
    seed_option,
    shared_options,
    threads_option,
)
from sgemm.cli.output import output_for, print_json
from sgemm.errors import ArgumentError, RequirementError

STOP_BY_PRECISION = "precision"
DEFAULT_SIZES = {"cuda": "1024,2048,4096,8192", "cpu": "256,512"}
MOST_PADDING = 2**20

RULE_NAMES = ("samples", "seconds", "relative_error", "time_limit", "rounds")
SAID_BY_SETS = (
    *("sizes", "shapes_file", "layouts", "alpha", "beta", "pad", "batch"),
    *("protocol", "warm_up", "sustain"),
)
"""Options that a named set has no use for."""


@click.command("bench")
@sizes_option
@shapes_option
@click.option(
    "--contenders",
    metavar="LIST",
    help="Rungs (names, numbers, ranges such as 8-15, ladder for all), plans (two_kernel_rule), "
    "and libraries: cublas, cublas-pedantic, cublas-tf32 on a GPU, numpy on the cpu machine. "
    "Behind a rung, what is forced of its tile and schedule: split_k:bm=64:splits=4. "
    "By default the baseline and the whole ladder; of a --set, the library's choice of a kernel.",
)
@layouts_option
@click.option("--alpha", type=float, default=1.0, show_default=True)
@click.option("--beta", type=float, default=0.0, show_default=True)
@click.option(
    "--pad",
    metavar="N[,N,N]",
    default="0",
    show_default=True,
    help="Elements between the rows of A, B and C.",
)
@batch_option
@click.option(
    "--set",
    "sets",
    multiple=True,
    type=click.Choice(MEASURABLE),
    help="Measure a named set of problems, by the rule that is meant for it; several in turn.",
)
@seed_option
@click.option(
    "--l2",
    type=click.Choice(("cold", "hot")),
    help="Whether a GPU's L2 cache is emptied before each sample; by default cold on a GPU.",
)
@click.option(
    "--protocol",
    type=click.Choice((STOP_BY_PRECISION, DOCUMENT_000)),
    default=STOP_BY_PRECISION,
    show_default=True,
    help="When to stop: by precision, or by the replays of document 000.",
)
@click.option("--samples", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seconds", type=FiniteRange(0.0), default=0.5, show_default=True)
@click.option(
    "--relative-error",
    type=FiniteRange(0.0),
    default=0.005,
    show_default=True,
    help="Stop when the standard error of the mean is below this part of it.",
)
@click.option(
    "--time-limit",
    type=FiniteRange(0.0),
    default=10.0,
    show_default=True,
    help="Seconds of sampling after which a contender stops in any case, with a warning.",
)
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True)
@click.option(
    "--warm-up",
    type=FiniteRange(0.0),
    default=0.1,
    show_default=True,
    help="Seconds that each contender runs before it is timed.",
)
@click.option(
    "--sustain",
    type=FiniteRange(0.0, 600.0, min_open=True),
    metavar="SECONDS",
    help="Run each contender without a pause for so long instead, and record power and clocks.",
)
@click.option(
    "--lock-clocks",
    type=click.IntRange(1),
    metavar="MHZ",
    help="Lock the GPU's clock, and restore it afterwards. Needs rights; never done unasked.",
)
@threads_option
@click.option(
    "--output",
    type=click.Path(),
    default="output/bench.jsonl",
    show_default=True,
    help="The file of results; - for standard output.",
)
@budget_option
@resume_option
@force_option
@shared_options
@click.pass_context
def command(
    context: click.Context,
    sizes: str | None,
    shapes_file: Path | None,
    contenders: str | None,
    layouts: str,
    alpha: float,
    beta: float,
    pad: str,
    batch: int,
    sets: tuple[str, ...],
    seed: int,
    l2: str | None,
    protocol: str,
    samples: int,
    seconds: float,
    relative_error: float,
    time_limit: float,
    rounds: int,
    warm_up: float,
    sustain: float | None,
    lock_clocks: int | None,
    threads: int | None,
    output: str,
    budget: float | None,
    resume: bool,
    force: bool,
    machine: str | None,
    as_json: bool,
) -> None:
    """Measure contenders in turns, with all that makes a measurement worth trusting.

    Every contender is checked against double precision before it is timed, and by fresh inputs
    afterwards; one that is wrong is reported, has no times, and makes the exit status 1, as does a
    benchmark in which nothing could be measured. All samples go to a file, task by task: an
    interrupt keeps what is there, and --resume goes on.
    """
    _check_scalars(alpha, beta)
    shapes = shapes_of(sizes, shapes_file)
    kinds = layouts_of(layouts)
    padding = _padding(pad)
    inputs = [shapes_file] if shapes_file is not None else []
    target = output_for(output, inputs=inputs, force=True, as_json=as_json)
    existing = existing_for(target, resume, force)
    is_silent = as_json or target.is_standard_output
    where = make_machine(machine, threads)
    rule: StoppingRule = Precision(samples, seconds, relative_error, time_limit, rounds)
    if protocol == DOCUMENT_000:
        rule = Document000(max(time_limit, Document000().time_limit))
    if sets:
        _check_sets_alone(context)
        runs = [set_run(name, seed, _rule_of_sets(context)) for name in dict.fromkeys(sets)]
    else:
        shapes = shapes or parse_sizes(DEFAULT_SIZES.get(where.name, DEFAULT_SIZES["cpu"]))
        scalars = alpha, beta, padding, batch
        tasks = tuple(make_task(shape, kind, *scalars) for shape in shapes for kind in kinds)
        for task in tasks:
            check_work(task.problem)
        runs = [SetRun("", tasks, Settings(rule, seed, warm_up, sustain))]
    with open_fixture(where, l2, lock_mhz=lock_clocks) as fixture:
        names = (
            contenders.split(",")
            if contenders is not None
            else _default_contenders(fixture, bool(sets))
        )
        chosen = fixture.contenders(names)
        _check_layouts(kinds, chosen)
        _check_legal(runs, chosen)
        for run in runs if fixture.host_reference else ():
            for task in run.tasks:
                check_memory(task.problem)
        parts = [_part(run, chosen, fixture) for run in runs]
        found = measure_parts(fixture, parts, output, existing, is_silent=is_silent, budget=budget)
    if as_json:
        print_json(bench_document("bench", found, output))
    elif not is_silent:
        print_outcomes(found, output)
    context.exit(found.status)


def _part(run: SetRun, contenders: Sequence[Contender], fixture: Fixture) -> Part:
    return Part(
        run.name,
        len(run.tasks),
        run.settings,
        lambda done: campaign.measured_of(run, contenders, done, fixture),
        lambda done: campaign.jobs_of(run, contenders, done, fixture),
    )


def _check_scalars(alpha: float, beta: float) -> None:
    for name, value in (("alpha", alpha), ("beta", beta)):
        if not math.isfinite(value):
            raise ArgumentError(f"{name} = {value}: a benchmark needs a finite number")


def _padding(text: str) -> tuple[int, int, int]:
    parts = text.split(",")
    if len(parts) not in (1, 3) or not all(re.fullmatch(r"\s*\d{1,18}\s*", part) for part in parts):
        raise ArgumentError(
            f"pad = {shortened(text)}: one number, or three for A, B and C, are needed"
        )
    a, b, c = (int(part) for part in (parts * 3 if len(parts) == 1 else parts))
    if max(a, b, c) > MOST_PADDING:
        raise ArgumentError(f"pad = {text!r}: at most {MOST_PADDING} elements")
    return a, b, c


def _default_contenders(fixture: Fixture, of_sets: bool) -> list[str]:
    """Name the baseline and the ladder; for sets, what the library runs."""
    baseline = [fixture.baseline] if fixture.baseline is not None else []
    return [*baseline, default_rule() if of_sets else "ladder"]


def _check_sets_alone(context: click.Context) -> None:
    """Refuse what a set says itself: its problems, and how they are measured."""
    for name in SAID_BY_SETS:
        if _is_given(context, name):
            option = name.replace("_", "-")
            raise ArgumentError(f"--{option} and --set: a set says by itself what is measured")


def _rule_of_sets(context: click.Context) -> Precision:
    """Return the rule that is meant for sets, but for what was asked for."""
    asked = {name: context.params[name] for name in RULE_NAMES if _is_given(context, name)}
    return dataclasses.replace(RULE, **asked)


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _check_layouts(layouts: Sequence[str], contenders: Sequence[Contender]) -> None:
    """Refuse a contender that can compute none but one of the layouts that were asked for."""
    for layout in layouts:
        if layout == STORED_AS_IS:
            continue
        task = make_task((8, 8, 8), layout)
        for contender in contenders:
            why = contender.unsupported_layout(task)
            if why is not None:
                raise ArgumentError(f"layouts = {layout!r}: {why}; libraries do all four")


def _check_legal(runs: Sequence[SetRun], contenders: Sequence[Contender]) -> None:
    """Refuse to measure nothing: some contender must be able to compute some problem."""
    reason = None
    for run in runs:
        for task in run.tasks:
            for contender in contenders:
                reason = contender.unsupported(task)
                if reason is None:
                    return
    raise RequirementError(f"nothing can be measured: {reason}")
