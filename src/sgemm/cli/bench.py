"""``sgemm bench``: contenders in turns, over sizes and layouts, into a file of results."""

from __future__ import annotations

import contextlib
import math
import re
import time
from collections.abc import Sequence
from pathlib import Path

import click

from sgemm.bench import campaign
from sgemm.bench.campaign import Outcome
from sgemm.bench.codec import encode
from sgemm.bench.entrants import Entrant
from sgemm.bench.measurement import LAYOUTS, Measurement
from sgemm.bench.rig import Rig, open_rig
from sgemm.bench.settings import Settings
from sgemm.bench.sizes import Shape, parse_sizes, read_shapes
from sgemm.bench.stopping import DOCUMENT_000, Document000, Precision, StopRule
from sgemm.bench.task import STORED_AS_IS, make_task
from sgemm.cli.countdown import countdown
from sgemm.cli.limits import check_memory
from sgemm.cli.options import FiniteRange, make_machine, seed_option, shared_options, threads_option
from sgemm.cli.output import check_writable, print_json, print_table, print_text
from sgemm.errors import ArgumentError
from sgemm.report.bench import bench_table

STOP_BY_PRECISION = "precision"
DEFAULT_SIZES = {"cuda": "1024,2048,4096,8192", "cpu": "256,512"}
INTERRUPTED = 130
MOST_PADDING = 2**20


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
    "By default the baseline and the whole ladder.",
)
@click.option(
    "--layouts",
    metavar="LIST",
    default=STORED_AS_IS,
    show_default=True,
    help="nn, nt, tn, tt: whether A and B are stored transposed. Rungs compute nn only.",
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
    type=click.Path(path_type=Path),
    default=Path("output/bench.jsonl"),
    show_default=True,
    help="The file of results.",
)
@click.option("--resume", is_flag=True, help="Go on where the file of results stops.")
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
    output: Path,
    resume: bool,
    machine: str | None,
    as_json: bool,
) -> None:
    """Measure contenders in turns, with all that makes a measurement worth trusting.

    Every contender is checked against double precision before it is timed, and by fresh inputs
    afterwards; one that is wrong is reported, has no times, and makes the exit status 1. All
    samples go to a file, task by task: an interrupt keeps what is there, and --resume goes on.
    """
    begin = time.perf_counter()
    _check_scalars(alpha, beta)
    shapes = _shapes(sizes, shapes_file)
    kinds = _layouts(layouts)
    padding = _padding(pad)
    if output.is_dir():
        raise ArgumentError(f"output = {str(output)!r} is a folder: name a file, as in bench.jsonl")
    if output.exists() and not resume:
        raise ArgumentError(
            f"output = {str(output)!r} exists: --resume goes on where it stops, or name another"
        )
    check_writable(output.parent)
    where = make_machine(machine, threads)
    shapes = shapes or parse_sizes(DEFAULT_SIZES.get(where.name, DEFAULT_SIZES["cpu"]))
    tasks = [make_task(shape, kind, alpha, beta, padding) for shape in shapes for kind in kinds]
    rule: StopRule
    if protocol == DOCUMENT_000:
        rule = Document000(max(time_limit, Document000().time_limit))
    else:
        rule = Precision(samples, seconds, relative_error, time_limit, rounds)
    settings = Settings(rule, seed, warm_up, sustain)
    with open_rig(where, l2, lock_mhz=lock_clocks) as rig:
        names = contenders.split(",") if contenders is not None else _default_contenders(rig)
        entrants = rig.entrants(names)
        _check_layouts(kinds, entrants)
        for task in tasks if rig.host_reference else ():
            check_memory(task.problem)
        environment = rig.environment()
        done = campaign.measured_already(output, environment)
        jobs = campaign.still_to_do(tasks, entrants, done, rig, settings)
        wanted = {campaign.identity(one, task, rig, settings) for task in tasks for one in entrants}
        kept = tuple(one for one in done if one.identity in wanted)
        if not as_json:
            print_text(f"machine: {where.description}")
            print_text(f"{len(tasks)} tasks, {len(kept)} measurements already in {output}")
        outcomes: list[Outcome] = []
        with countdown(jobs) as shown:
            running = campaign.run(
                rig, jobs, settings, environment, output, announce=shown.announce
            )
            with contextlib.suppress(KeyboardInterrupt):
                for outcome in running:
                    outcomes.append(outcome)
                    shown.done()
        interrupted = len(outcomes) < len(jobs) or any(one.interrupted for one in outcomes)
    measured = tuple(one for outcome in outcomes for one in outcome.measurements)
    everything = tuple({one.identity: one for one in (*kept, *measured)}.values())
    failed = [one for one in everything if one.failure is not None]
    if as_json:
        print_json(_document(everything, outcomes, output, interrupted, begin))
    else:
        _print(everything, outcomes, output, interrupted, begin)
    context.exit(INTERRUPTED if interrupted else 1 if failed else 0)


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
    if len(parts) not in (1, 3) or not all(re.fullmatch(r"\s*\d+\s*", part) for part in parts):
        raise ArgumentError(f"pad = {text!r}: one number, or three for A, B and C, are needed")
    a, b, c = (int(part) for part in (parts * 3 if len(parts) == 1 else parts))
    if max(a, b, c) > MOST_PADDING:
        raise ArgumentError(f"pad = {text!r}: at most {MOST_PADDING} elements")
    return a, b, c


def _default_contenders(rig: Rig) -> list[str]:
    return [*([rig.baseline] if rig.baseline is not None else []), "ladder"]


def _check_layouts(layouts: Sequence[str], entrants: Sequence[Entrant]) -> None:
    """Refuse a contender that can compute none but one of the layouts that were asked for."""
    for layout in layouts:
        if layout == STORED_AS_IS:
            continue
        task = make_task((8, 8, 8), layout)
        for entrant in entrants:
            why = entrant.layout_objection(task)
            if why is not None:
                raise ArgumentError(f"layouts = {layout!r}: {why}; libraries do all four")


def _document(
    measurements: Sequence[Measurement],
    outcomes: Sequence[Outcome],
    output: Path,
    interrupted: bool,
    begin: float,
) -> dict[str, object]:
    return {
        "command": "bench",
        "output": str(output),
        "interrupted": interrupted,
        "holds": all(one.failure is None for one in measurements),
        "measurements": [
            {
                "contender": one.kernel,
                "problem": encode(one.problem),
                "layout": one.layout,
                "protocol": one.protocol,
                "seconds": one.typical_seconds,
                "gflops": one.gflops,
                "samples": one.samples.count if one.samples is not None else 0,
                "ratio": one.baseline.ratio if one.baseline is not None else None,
                "failure": one.failure,
                "warnings": list(one.warnings),
            }
            for one in measurements
        ],
        "refused": [
            {"task": str(outcome.task), "contender": name, "reason": reason}
            for outcome in outcomes
            for name, reason in outcome.refused
        ],
        "total_seconds": time.perf_counter() - begin,
    }


def _print(
    measurements: Sequence[Measurement],
    outcomes: Sequence[Outcome],
    output: Path,
    interrupted: bool,
    begin: float,
) -> None:
    if measurements:
        print_table(bench_table(measurements))
    for one in measurements:
        for text in (*one.warnings, *([f"FAILED: {one.failure}"] if one.failure else [])):
            print_text(f"{_where(one)}: {text}")
    for outcome in outcomes:
        for name, reason in outcome.refused:
            print_text(f"{outcome.task}, {name}: not measured: {reason}")
    elapsed = time.perf_counter() - begin
    print_text(f"{elapsed:.1f} s; every sample is in {output}")
    if interrupted:
        print_text("interrupted: what was measured is kept, and --resume goes on from there")


def _where(one: Measurement) -> str:
    layout = "" if one.layout == STORED_AS_IS else f", {one.layout}"
    return f"{one.problem}{layout}, {one.kernel}"
