"""``sgemm bench``: contenders in turns, over sizes and layouts, into a file of results."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import re
import time
from collections.abc import Sequence
from pathlib import Path

import click

from sgemm.bench import campaign
from sgemm.bench.campaign import Outcome
from sgemm.bench.codec import shown as shortened
from sgemm.bench.contenders import Contender
from sgemm.bench.fixture import Fixture, default_rule, open_fixture
from sgemm.bench.measurement import Measurement
from sgemm.bench.outputs import Output
from sgemm.bench.results import Existing, open_to_add
from sgemm.bench.set_runs import RULE, SetRun, estimated_seconds, set_run
from sgemm.bench.sets import MEASURABLE
from sgemm.bench.settings import Settings
from sgemm.bench.sizes import Shape, parse_sizes, read_shapes
from sgemm.bench.stopping import DOCUMENT_000, Document000, Precision, StoppingRule
from sgemm.bench.task import STORED_AS_IS, make_task
from sgemm.cli.bench_output import bench_document, print_outcomes
from sgemm.cli.countdown import countdown
from sgemm.cli.limits import check_memory, check_work
from sgemm.cli.options import (
    FiniteRange,
    force_option,
    make_machine,
    seed_option,
    shared_options,
    threads_option,
)
from sgemm.cli.output import output_for, print_json, print_text
from sgemm.errors import ArgumentError, RequirementError
from sgemm.problem import LAYOUTS

STOP_BY_PRECISION = "precision"
DEFAULT_SIZES = {"cuda": "1024,2048,4096,8192", "cpu": "256,512"}
INTERRUPTED = 130
MOST_PADDING = 2**20

RULE_NAMES = ("samples", "seconds", "relative_error", "time_limit", "rounds")
SAID_BY_SETS = (
    *("sizes", "shapes_file", "layouts", "alpha", "beta", "pad", "batch"),
    *("protocol", "warm_up", "sustain"),
)
"""Options that a named set has no use for."""


@click.command("bench")
@click.option(
    "--sizes",
    "--size",
    "sizes",
    metavar="SIZES",
    help="N, FIRST:LAST:STEP (both ends included) or MxNxK, with commas between.",
)
@click.option(
    "--shapes",
    "shapes_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file of sizes, one or more a line, besides --sizes.",
)
@click.option(
    "--contenders",
    metavar="LIST",
    help="Rungs (names, numbers, ranges such as 8-15, ladder for all), plans (two_kernel_rule), "
    "and libraries: cublas, cublas-pedantic, cublas-tf32 on a GPU, numpy on the cpu machine. "
    "Behind a rung, what is forced of its tile and schedule: split_k:bm=64:splits=4. "
    "By default the baseline and the whole ladder; of a --set, the library's choice of a kernel.",
)
@click.option(
    "--layouts",
    metavar="LIST",
    default=STORED_AS_IS,
    show_default=True,
    help="nn, nt, tn, tt: whether A and B are stored transposed. Most rungs compute nn only.",
)
@click.option("--alpha", type=float, default=1.0, show_default=True)
@click.option("--beta", type=float, default=0.0, show_default=True)
@click.option(
    "--pad",
    metavar="N[,N,N]",
    default="0",
    show_default=True,
    help="Elements between the rows of A, B and C.",
)
@click.option(
    "--batch",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Products in one call, their matrices behind each other.",
)
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
@click.option("--resume", is_flag=True, help="Go on where the file of results stops.")
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
    begin = time.perf_counter()
    _check_scalars(alpha, beta)
    shapes = _shapes(sizes, shapes_file)
    kinds = _layouts(layouts)
    padding = _padding(pad)
    inputs = [shapes_file] if shapes_file is not None else []
    target = output_for(output, inputs=inputs, force=True, as_json=as_json)
    existing = _existing(target, resume, force)
    says = not as_json and not target.is_standard_output
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
        kept: tuple[Measurement, ...] = ()
        outcomes: list[Outcome] = []
        interrupted = False
        with open_to_add(output, fixture.environment(), existing) as file:
            done = file.measured()
            if says:
                print_text(f"machine: {where.description}")
            for run in runs:
                kept += campaign.measured_of(run, chosen, done, fixture)
                jobs = campaign.jobs_of(run, chosen, done, fixture)
                if says:
                    print_text(_intention(run, jobs, fixture, output))
                with countdown(jobs) as shown:
                    running = campaign.run(fixture, jobs, run.settings, file, progress=shown.step)
                    before = len(outcomes)
                    with contextlib.suppress(KeyboardInterrupt):
                        for outcome in running:
                            outcomes.append(outcome)
                            shown.done()
                interrupted = len(outcomes) < before + len(jobs) or any(
                    one.interrupted for one in outcomes
                )
                if interrupted:
                    break
    measured = tuple(one for outcome in outcomes for one in outcome.measurements)
    everything = tuple({one.identity: one for one in (*kept, *measured)}.values())
    failed = [one for one in everything if one.failure is not None]
    if as_json:
        print_json(bench_document(everything, outcomes, output, interrupted, begin))
    elif says:
        print_outcomes(everything, outcomes, output, interrupted, begin)
    context.exit(INTERRUPTED if interrupted else 1 if failed or not everything else 0)


def _existing(target: Output, resume: bool, force: bool) -> Existing:
    """Say what is done with measurements that are there; that is asked for, or an error."""
    if resume and force:
        raise ArgumentError("--resume and --force: one adds to measurements, one replaces them")
    if resume:
        return "add"
    if force:
        return "replace"
    if target.is_file and target.place.exists() and target.place.stat().st_size:
        raise ArgumentError(
            f"output = {target.name!r} exists: --resume goes on where it stops, --force replaces "
            "it, or name another"
        )
    return "refuse"


def _check_scalars(alpha: float, beta: float) -> None:
    for name, value in (("alpha", alpha), ("beta", beta)):
        if not math.isfinite(value):
            raise ArgumentError(f"{name} = {value}: a benchmark needs a finite number")


def _shapes(sizes: str | None, shapes_file: Path | None) -> tuple[Shape, ...]:
    found = parse_sizes(sizes) if sizes is not None else ()
    if shapes_file is not None:
        found += read_shapes(shapes_file)
    return tuple(dict.fromkeys(found))


def _layouts(text: str) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(part.strip().lower() for part in text.split(",")))
    for layout in found:
        if layout not in LAYOUTS:
            raise ArgumentError(f"layouts = {layout!r}: there are {', '.join(LAYOUTS)}")
    return found


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


def _intention(run: SetRun, jobs: Sequence[campaign.Job], fixture: Fixture, output: str) -> str:
    """Say what will be measured, and about how long that takes."""
    whole = [(job.task, job.contenders) for job in jobs]
    seconds = estimated_seconds(whole, run.settings, fixture.device)
    text = f"{run.name + ': ' if run.name else ''}{len(run.tasks)} tasks, {len(jobs)} of them to do"
    if seconds is not None:
        text += f", about {seconds:.0f} s"
    return f"{text}; into {output}"


def _check_layouts(layouts: Sequence[str], contenders: Sequence[Contender]) -> None:
    """Refuse a contender that can compute none but one of the layouts that were asked for."""
    for layout in layouts:
        if layout == STORED_AS_IS:
            continue
        task = make_task((8, 8, 8), layout)
        for contender in contenders:
            why = contender.layout_objection(task)
            if why is not None:
                raise ArgumentError(f"layouts = {layout!r}: {why}; libraries do all four")


def _check_legal(runs: Sequence[SetRun], contenders: Sequence[Contender]) -> None:
    """Refuse to measure nothing: some contender must be able to compute some problem."""
    objection = None
    for run in runs:
        for task in run.tasks:
            for contender in contenders:
                objection = contender.objection(task)
                if objection is None:
                    return
    raise RequirementError(f"nothing can be measured: {objection}")
