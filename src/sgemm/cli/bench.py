"""``sgemm bench``: contenders in turns, over sizes and layouts, into a file of results."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from sgemm.bench.campaign import RULE, SetRun, jobs_of, set_run
from sgemm.bench.codec import shown as shortened
from sgemm.bench.contenders import Contender
from sgemm.bench.fixture import open_fixture
from sgemm.bench.sets import MEASURABLE
from sgemm.bench.sizes import STORED_AS_IS, make_problem, parse_sizes
from sgemm.bench.stopping import REPLAYS_BY_SIZE, Precision, ReplaysBySize, Settings, StoppingRule
from sgemm.bench.summary import OWN_CHOICE
from sgemm.cli import options
from sgemm.cli.limits import check_memory, check_work
from sgemm.cli.measuring import destination, measure_runs, print_found, warn_of_others
from sgemm.cli.options import FiniteRange
from sgemm.errors import ArgumentError, RequirementError

STOP_BY_PRECISION = "precision"
DEFAULT_SIZES = {"cuda": "1024,2048,4096,8192", "cpu": "256,512"}
MOST_PADDING = 2**20

SAID_BY_SETS = (
    *("sizes", "shapes_file", "layouts", "alpha", "beta", "pad", "batch"),
    *("protocol", "warm_up", "sustain"),
)
"""Options that a named set has no use for."""


@click.command("bench")
@options.sizes_option
@options.shapes_option
@click.option(
    "--contenders",
    metavar="LIST",
    help="Kernels (names, numbers, ranges such as 8-15, ladder for all), plans (two_kernel_rule), "
    "and libraries: cublas, cublas-pedantic, cublas-tf32 on a GPU, numpy on the cpu machine. "
    "Numbers of a kernel's tile and schedule can be forced: split_k:bm=64:splits=4. "
    "By default the baseline and the whole ladder; with --set, the library's choice of a kernel.",
)
@options.layouts_option(STORED_AS_IS, "Rungs of the ladder compute nn.")
@click.option("--alpha", type=float, default=1.0)
@click.option("--beta", type=float, default=0.0)
@click.option(
    "--pad", metavar="N[,N,N]", default="0", help="Padding of the rows of A, B and C, in elements."
)
@options.batch_option
@click.option(
    "--set",
    "sets",
    multiple=True,
    type=click.Choice(MEASURABLE),
    help="Measure a named set of problems, by the rule for sets; may be given several times.",
)
@options.seed_option
@click.option(
    "--l2",
    type=click.Choice(("cold", "hot")),
    help="Whether a GPU's L2 cache is emptied before each sample; by default cold on a GPU.",
)
@click.option(
    "--protocol",
    type=click.Choice((STOP_BY_PRECISION, REPLAYS_BY_SIZE)),
    default=STOP_BY_PRECISION,
    help="When to stop: by precision, or after as many replays as the size asks for.",
)
@click.option(
    "--samples", type=click.IntRange(1), default=10, help="Take at least this many samples."
)
@click.option(
    "--seconds", type=FiniteRange(0.0), default=0.5, help="Sample for at least this long."
)
@click.option(
    "--relative-error",
    type=FiniteRange(0.0),
    default=0.005,
    help="Stop when the standard error of the mean is below this fraction of the mean.",
)
@click.option(
    "--time-limit",
    type=FiniteRange(0.0),
    default=10.0,
    help="Seconds of sampling after which a contender stops in any case, with a warning.",
)
@click.option(
    "--rounds", type=click.IntRange(1), default=5, help="Turns that each contender has at least."
)
@click.option(
    "--warm-up",
    type=FiniteRange(0.0),
    default=0.1,
    help="Seconds that each contender runs before it is timed.",
)
@click.option(
    "--sustain",
    type=FiniteRange(0.0, 600.0, min_open=True),
    metavar="SECONDS",
    help="Instead, run each contender for this long without a pause, and record power and clocks.",
)
@click.option(
    "--lock-clocks",
    type=click.IntRange(1),
    metavar="MHZ",
    help="Lock the GPU's clock, and restore it afterwards. Needs the right to; never done unasked.",
)
@options.threads_option
@click.option(
    "--output",
    type=click.Path(),
    default="output/bench.jsonl",
    help="The file of results; - for standard output.",
)
@options.budget_option
@options.resume_option
@options.force_option
@options.shared_options
def command(
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
    **limits: Any,
) -> int:
    """Measure kernels and libraries in turns.

    Every contender is checked against double precision before it is timed, and with fresh inputs
    afterwards. A contender that is wrong is reported and has no times, and the exit status is 1. It
    is also 1 if nothing could be measured. All samples go to a file, task by task: an interrupt
    keeps what is there, and --resume goes on.
    """
    for name, value in (("alpha", alpha), ("beta", beta)):
        if not math.isfinite(value):
            raise ArgumentError(f"{name} = {value}: a benchmark needs a finite number")
    shapes, stored = options.shapes_of(sizes, shapes_file), options.layouts_of(layouts)
    padding = _padding(pad)
    where = destination(output, shapes_file, resume, force, as_json)
    device = options.make_machine(machine, threads)
    rule: StoppingRule = Precision(**limits)
    if protocol == REPLAYS_BY_SIZE:
        rule = ReplaysBySize(max(limits["time_limit"], ReplaysBySize().time_limit))
    if sets:
        _check_sets_alone()
        # The rule that is meant for sets, but for what was asked for.
        asked = {name: value for name, value in limits.items() if options.is_given(name)}
        meant = dataclasses.replace(RULE, **asked)
        runs = [set_run(name, seed, meant) for name in dict.fromkeys(sets)]
    else:
        shapes = shapes or parse_sizes(DEFAULT_SIZES.get(device.name, DEFAULT_SIZES["cpu"]))
        scalars = alpha, beta, padding, batch
        problems = tuple(make_problem(shape, each, *scalars) for shape in shapes for each in stored)
        for problem in problems:
            check_work(problem)
        runs = [SetRun("", problems, Settings(rule, seed, warm_up, sustain))]
    with open_fixture(device, l2, lock_mhz=lock_clocks) as fixture:
        # By default the baseline and the ladder; for sets, what the library runs.
        names = [fixture.baseline] if fixture.baseline is not None else []
        names.append(OWN_CHOICE if sets else "ladder")
        chosen = fixture.contenders(names if contenders is None else contenders.split(","))
        _check_layouts(stored, chosen)
        _check_legal(runs, chosen)
        for run in runs if fixture.host_reference else ():
            for problem in run.problems:
                check_memory(problem)
        warn_of_others(fixture)
        found = measure_runs(
            fixture,
            runs,
            lambda run, done: jobs_of(run, chosen, done, fixture),
            where,
            budget,
            {one.name for one in chosen},
        )
    print_found("bench", found, where, found.measurements, in_full=True)
    return found.status


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


def _check_sets_alone() -> None:
    """Refuse what a set says itself: its problems, and how they are measured."""
    for name in SAID_BY_SETS:
        if options.is_given(name):
            option = name.replace("_", "-")
            raise ArgumentError(f"--{option} and --set: a set says by itself what is measured")


def _check_layouts(layouts: Sequence[str], contenders: Sequence[Contender]) -> None:
    """Refuse a contender that can compute none but one of the layouts that were asked for."""
    for layout in layouts:
        problem = make_problem((8, 8, 8), layout)
        for contender in contenders if layout != STORED_AS_IS else ():
            why = contender.unsupported_layout(problem)
            if why is not None:
                raise ArgumentError(f"layouts = {layout!r}: {why}; libraries do all four")


def _check_legal(runs: Sequence[SetRun], contenders: Sequence[Contender]) -> None:
    """Refuse to measure nothing: some contender must be able to compute some problem."""
    reason = None
    for run in runs:
        for problem in run.problems:
            for contender in contenders:
                reason = contender.unsupported(problem)
                if reason is None:
                    return
    raise RequirementError(f"nothing can be measured: {reason}")
